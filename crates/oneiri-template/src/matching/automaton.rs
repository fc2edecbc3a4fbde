//! The automaton of a template: places that take one symbol each, and what may follow each of them.

use alloc::vec::Vec;

use super::symbol::Class;

/// What a symbol means for the value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Nothing: it is a literal.
    Literal,
    /// The first item begins behind it.
    Begin,
    /// The same, and an earlier variable of the expression has a value.
    BeginNext,
    /// It belongs to an item.
    Content,
    /// It ends an item, and the next one begins behind it.
    Separator,
    /// It ends the name of a pair.
    Equals,
}

/// A place of an automaton.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) class: Class,
    /// The index of the variable among all of the template; not used for literals.
    pub(crate) variable: usize,
    pub(crate) action: Action,
}

/// Places, and the ways between them. Its size is bounded by [`LIMIT`].
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    pub(crate) places: Vec<Place>,
    /// For each place the places that may follow it, in the order of preference.
    pub(crate) follow: Vec<Vec<usize>>,
    /// The places that may come first, in the order of preference.
    pub(crate) first: Vec<usize>,
    /// Whether a text may end behind a place.
    pub(crate) last: Vec<bool>,
    /// Whether the empty text matches.
    pub(crate) nullable: bool,
}

/// The most places, and the most ways, that an automaton may have.
pub(crate) const LIMIT: usize = 1 << 16;

impl Automaton {
    /// The places that may come next: behind a place, or first.
    pub(crate) fn next(&self, from: Option<usize>) -> &[usize] {
        from.map_or(&self.first, |place| &self.follow[place])
    }

    /// Whether a text may end here.
    pub(crate) fn accepts(&self, at: Option<usize>) -> bool {
        at.map_or(self.nullable, |place| self.last[place])
    }

    /// Whether each symbol leaves at most one place to go, wherever the automaton is.
    pub(crate) fn is_deterministic(&self) -> bool {
        let class = |&place: &usize| self.places[place].class;
        self.follow.iter().chain([&self.first]).all(|next| {
            next.iter().enumerate().all(|(index, one)| {
                next[..index].iter().all(|two| class(one).meet(class(two)).is_none())
            })
        })
    }
}
