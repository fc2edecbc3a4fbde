//! A choice between places that all take a symbol, by the symbols behind it.

use super::automaton::{Automaton, Next};
use super::symbol::{Symbol, symbol};

/// The most places that are looked at together.
const MOST: usize = 8;

/// The places that can be reached, each with the choice that leads to it, in the order of the choices.
pub(crate) struct Lookahead {
    reached: [(u32, u32); MOST],
    count: usize,
    /// Whether there are more places than fit.
    is_full: bool,
}

impl Lookahead {
    pub(crate) fn of(one: usize, two: usize) -> Self {
        let mut look = Self::empty();
        [one, two].into_iter().for_each(|choice| look.add(choice));
        look
    }

    fn empty() -> Self {
        Self { reached: [(0, 0); MOST], count: 0, is_full: false }
    }

    /// Adds a choice.
    pub(crate) fn add(&mut self, choice: usize) {
        self.reach(choice, choice);
    }

    /// Places have numbers of 32 bits: [`LIMIT`](super::automaton::LIMIT) is below.
    fn reach(&mut self, choice: usize, place: usize) {
        let (choice, place) = (choice as u32, place as u32);
        if self.reached[..self.count].contains(&(choice, place)) {
            return;
        }
        match self.reached.get_mut(self.count) {
            Some(free) => (*free, self.count) = ((choice, place), self.count + 1),
            None => self.is_full = true,
        }
    }

    /// The first choice that leads to the end of the text, or the only one that leads on. `None` if this
    /// takes more than the budget, or if none leads on.
    pub(crate) fn choose(
        mut self,
        automaton: &Automaton,
        text: &[u8],
        mut at: usize,
        budget: &mut usize,
    ) -> Option<usize> {
        loop {
            let reached = &self.reached[..self.count];
            let (&(first, _), &(last, _)) = (reached.first()?, reached.last()?);
            if self.is_full || *budget < reached.len() {
                return None;
            }
            if first == last {
                return Some(first as usize);
            }
            if at == text.len() {
                let ends = reached.iter().find(|(_, place)| automaton.last[*place as usize]);
                return ends.map(|(choice, _)| *choice as usize);
            }
            *budget -= reached.len();
            let (symbol, end) = symbol(text, at)?;
            let mut next = Self::empty();
            for &(choice, place) in reached {
                let place = Some(place as usize);
                let only = match symbol {
                    Symbol::Raw(byte) => automaton.step(place, byte),
                    _ => Next::Several,
                };
                match only {
                    Next::None => {}
                    Next::One(place) => next.reach(choice as usize, place),
                    Next::Several => {
                        let takers = automaton.next(place).iter();
                        takers
                            .filter(|&&place| automaton.takes(place, symbol))
                            .for_each(|&place| next.reach(choice as usize, place));
                    }
                }
            }
            (self, at) = (next, end);
        }
    }
}
