//! Readings of templates that leave several places to go: backwards through the text, to find what can
//! lead to its end, then forwards.

use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use super::automaton::Automaton;
use super::error::Mismatch;
use super::symbol::Symbol;

/// So many symbols are looked at with all that was found after them; of the others it is found again.
const BLOCK: usize = 1024;

/// A set of places, one bit for each.
type Set = Vec<u64>;

fn has(set: &[u64], place: usize) -> bool {
    set[place / 64] >> (place % 64) & 1 == 1
}

fn add(set: &mut [u64], place: usize) {
    set[place / 64] |= 1 << (place % 64);
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> + Clone {
    set.iter().enumerate().flat_map(|(index, &word)| {
        let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
        iter::successors(Some(word).filter(|&word| word != 0), next)
            .map(move |rest| 64 * index + rest.trailing_zeros() as usize)
    })
}

/// The symbols of a text, each with its end.
pub(crate) type Symbols = [(Symbol, usize)];

/// An automaton that is read backwards.
#[derive(Clone, Debug)]
pub(crate) struct Backwards {
    /// For each place the places that it may follow.
    before: Vec<Vec<usize>>,
}

impl Backwards {
    pub(crate) fn of(automaton: &Automaton) -> Self {
        let mut before = vec![Vec::new(); automaton.places.len()];
        for (place, follow) in automaton.follow.iter().enumerate() {
            follow.iter().for_each(|&next| before[next].push(place));
        }
        Self { before }
    }

    /// The places of the preferred reading.
    pub(crate) fn path(&self, automaton: &Automaton, symbols: &Symbols) -> Option<Vec<usize>> {
        let words = automaton.places.len().div_ceil(64);
        let mut path: Vec<usize> = Vec::with_capacity(symbols.len());
        // For each block, what can lead to the end from its last symbol.
        let mut ends = Vec::new();
        let mut next: Option<Set> = None;
        let blocks = symbols.len().div_ceil(BLOCK);
        for block in (1..blocks).rev() {
            ends.push(next.clone());
            let mut sets = self.back(automaton, &symbols[block * BLOCK..], next)?;
            sets.truncate(words);
            next = Some(sets);
        }
        ends.push(next);
        for block in symbols.chunks(BLOCK) {
            let sets = self.back(automaton, block, ends.pop()?)?;
            for set in sets.chunks(words) {
                let from = path.last().copied();
                let next = automaton.next(from).iter().find(|&&next| has(set, next));
                path.push(*next?);
            }
        }
        automaton.accepts(path.last().copied()).then_some(path)
    }

    /// For each symbol of the first block, the set of places that take it and can lead to the end. `end`
    /// is the set of the symbol after the block, or `None` at the end of the text.
    fn back(&self, automaton: &Automaton, symbols: &Symbols, end: Option<Set>) -> Option<Set> {
        let block = &symbols[..symbols.len().min(BLOCK)];
        let Automaton { places, last, .. } = automaton;
        let words = places.len().div_ceil(64);
        let mut sets = vec![0; words * block.len()];
        for (index, &(symbol, _)) in block.iter().enumerate().rev() {
            let (set, behind) = sets[index * words..].split_at_mut(words);
            let mut any = false;
            let mut take = |place: usize| {
                if places[place].class.has(symbol) {
                    add(set, place);
                    any = true;
                }
            };
            let behind = match behind.get(..words) {
                Some(behind) => Some(behind),
                None => end.as_deref(),
            };
            match behind {
                None => (0..places.len()).filter(|&place| last[place]).for_each(&mut take),
                Some(behind) => members(behind).for_each(|next| self.before[next].iter().for_each(|&it| take(it))),
            }
            if !any {
                return None;
            }
        }
        Some(sets)
    }
}

/// Where a text that does not match stops to be the beginning of an expansion.
pub(crate) fn mismatch(automaton: &Automaton, text: &str, symbols: &Symbols) -> Mismatch {
    let Automaton { places, follow, first, .. } = automaton;
    let words = places.len().div_ceil(64);
    let (mut start, mut set): (usize, Option<Set>) = (0, None);
    for &(symbol, end) in symbols {
        let mut next = vec![0; words];
        let mut take = |place: usize| {
            if places[place].class.has(symbol) {
                add(&mut next, place);
            }
        };
        match &set {
            None => first.iter().for_each(|&place| take(place)),
            Some(set) => members(set).for_each(|from| follow[from].iter().for_each(|&it| take(it))),
        }
        if next.iter().all(|&word| word == 0) {
            break;
        }
        (start, set) = (end, Some(next));
    }
    let expected = match &set {
        None => automaton.expected(iter::once(None)),
        Some(set) => automaton.expected(members(set).map(Some)),
    };
    Mismatch::at(text, start, expected)
}
