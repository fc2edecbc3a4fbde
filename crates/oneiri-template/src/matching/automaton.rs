//! The automaton of a template: places that take one symbol each, and what may follow each of them.

use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::error::Expected;
use super::symbol::{Class, Symbol, kind};

/// What a symbol means for the value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Nothing: it is a literal.
    Literal,
    /// The first item begins after it.
    Begin,
    /// The same, and an earlier variable of the expression has a value.
    BeginNext,
    /// It belongs to an item.
    Content,
    /// It ends an item, and the next one begins after it.
    Separator,
    /// It ends the name of a pair.
    Equals,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) class: Class,
    /// The index of the variable among all of the template; not used for literals.
    pub(crate) variable: usize,
    pub(crate) action: Action,
}

/// Places, and the ways between them. Its size is bounded by the constants of `limits`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Automaton {
    pub(crate) places: Vec<Place>,
    /// For each place the places that may follow it, in the order of preference.
    pub(crate) follow: Vec<Vec<usize>>,
    /// The places that may come first, in the order of preference.
    pub(crate) first: Vec<usize>,
    /// Whether a text may end after a place.
    pub(crate) last: Vec<bool>,
    /// Whether the empty text matches.
    pub(crate) nullable: bool,
    /// For each place its byte if it takes one alone, or 0xFF, which no text has.
    pub(crate) bytes: Vec<u8>,
    /// For each place the kinds of bytes that it takes, if it takes several.
    kinds: Vec<u8>,
    /// For each place how many places after it take one byte each, without another way, and mean the same.
    pub(crate) chain: Vec<usize>,
    /// For the start and for each place: the index in `cells` if several places may come next, or the place
    /// itself, or [`NONE`].
    rows: Vec<u16>,
    /// For each byte the place that may come next.
    cells: Vec<[u16; 128]>,
}

/// The places that a byte leads to.
pub(crate) enum Next {
    None,
    One(usize),
    /// Several, or one of several that are not looked up.
    Several,
}

/// No place, and no row. No automaton has so many places.
const NONE: u16 = u16::MAX;

const SEVERAL: u16 = u16::MAX - 1;

/// The most rows, each of which has 256 bytes.
const ROWS: usize = 64;

impl Automaton {
    /// Finds what the fields after `nullable` say.
    pub(crate) fn find_ways(&mut self) {
        let byte = |place: &Place| match place.class {
            Class::Exact(Symbol::Raw(byte)) => byte,
            _ => 0xFF,
        };
        self.bytes = self.places.iter().map(byte).collect();
        self.kinds = self.places.iter().map(|place| place.class.kinds()).collect();
        self.chain = vec![0; self.places.len()];
        for place in (1..self.places.len()).rev() {
            let (before, this) = (&self.places[place - 1], &self.places[place]);
            let is_same = (before.variable, before.action) == (this.variable, this.action)
                && matches!(this.action, Action::Literal | Action::Begin);
            if is_same && self.bytes[place] < 0xFF && self.follow[place - 1] == [place] {
                self.chain[place - 1] = self.chain[place] + 1;
            }
        }
        self.rows = vec![NONE; self.places.len() + 1];
        for (state, next) in iter::once(&self.first).chain(&self.follow).enumerate() {
            let is_loop = state > 0 && next.contains(&(state - 1));
            if (next.len() > 1 || is_loop) && self.cells.len() < ROWS {
                self.rows[state] = self.cells.len() as u16;
                self.cells.push(self.row(next));
            }
        }
    }

    /// For each byte the one of the places that takes it.
    fn row(&self, places: &[usize]) -> [u16; 128] {
        let mut row = [NONE; 128];
        for &place in places {
            let mut take = |byte: u8| {
                let cell = &mut row[usize::from(byte)];
                *cell = if *cell == NONE { place as u16 } else { SEVERAL };
            };
            match self.places[place].class {
                Class::Exact(Symbol::Raw(byte)) => take(byte),
                class => (0..0x80).filter(|&byte| class.kinds() & kind(byte) != 0).for_each(take),
            }
        }
        row
    }

    /// The places that may come next and take the byte, which is not `%`.
    pub(crate) fn step(&self, from: Option<usize>, byte: u8) -> Next {
        let row = self.rows[from.map_or(0, |place| place + 1)];
        match self.cells.get(usize::from(row)) {
            Some(row) => match row.get(usize::from(byte)) {
                None | Some(&NONE) => Next::None,
                Some(&SEVERAL) => Next::Several,
                Some(&place) => Next::One(usize::from(place)),
            },
            None => match *self.next(from) {
                [next] if self.takes_byte(next, byte) => Next::One(next),
                [_, _, ..] => Next::Several,
                _ => Next::None,
            },
        }
    }

    /// The end of the bytes from here on that lead from the place, which takes several, to itself alone.
    #[inline]
    pub(crate) fn run(&self, place: usize, text: &[u8], at: usize) -> usize {
        let Some(row) = self.cells.get(usize::from(self.rows[place + 1])) else { return at };
        let is_other = |&byte: &u8| row.get(usize::from(byte)) != Some(&(place as u16));
        text[at..].iter().position(is_other).map_or(text.len(), |it| at + it)
    }

    /// Whether the place takes the byte, which is not `%`.
    pub(crate) fn takes_byte(&self, place: usize, byte: u8) -> bool {
        self.bytes[place] == byte || self.kinds[place] & kind(byte) != 0
    }

    pub(crate) fn takes(&self, place: usize, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Raw(byte) => self.takes_byte(place, byte),
            symbol => self.places[place].class.has(symbol),
        }
    }

    /// The places that may come next: after a place, or first.
    pub(crate) fn next(&self, from: Option<usize>) -> &[usize] {
        from.map_or(&self.first, |place| &self.follow[place])
    }

    /// Whether a text may end here.
    pub(crate) fn accepts(&self, at: Option<usize>) -> bool {
        at.map_or(self.nullable, |place| self.last[place])
    }

    /// What comes next after any of these places.
    pub(crate) fn expected(&self, from: impl Iterator<Item = Option<usize>> + Clone) -> Expected {
        let is_end = from.clone().any(|place| self.accepts(place));
        let mut next = from.flat_map(|place| self.next(place)).map(|&next| self.bytes[next]);
        match (next.next(), is_end) {
            (None, true) => Expected::End,
            (Some(byte), false) if byte < 0xFF && next.all(|it| it == byte) => Expected::Character(char::from(byte)),
            _ => Expected::Several,
        }
    }

    /// Whether each symbol leaves at most one place to go, wherever the automaton is.
    pub(crate) fn is_deterministic(&self) -> bool {
        let class = |&place: &usize| self.places[place].class;
        self.follow.iter().chain([&self.first]).all(|next| {
            next.iter()
                .enumerate()
                .all(|(index, one)| next[..index].iter().all(|two| class(one).meet(class(two)).is_none()))
        })
    }
}
