//! The answer of a comparison.

use alloc::vec::Vec;

use super::rung::{Ladder, Rung};
use super::wall::{self, Wall};
use super::witness::{self, Side, Step};
use crate::spans::Untyped;

/// Which rung makes two identifiers equal, if any; and why, if that is asked.
#[derive(Clone, Copy)]
pub struct Verdict<'a> {
    a: Untyped<'a>,
    b: Untyped<'a>,
    ladder: Ladder<'a>,
    unicode: bool,
    rung: Option<Rung>,
}

impl<'a> Verdict<'a> {
    pub(crate) fn new(a: Untyped<'a>, b: Untyped<'a>, ladder: Ladder<'a>, unicode: bool) -> Self {
        let (a, b) = (ladder.subject(a), ladder.subject(b));
        let rung = ladder.lowest(a, b, unicode);
        Self { a, b, ladder, unicode, rung }
    }

    /// The lowest rung at which they are equal; `None` if they are different at all of them.
    pub fn rung(&self) -> Option<Rung> {
        self.rung
    }

    /// Where they are spelled differently and why that does not matter, from left to right. Empty if
    /// they are identical, or different.
    pub fn steps(&self) -> Vec<Step> {
        let Some(rung) = self.rung else { return Vec::new() };
        match self.ladder.plan(rung, self.unicode, self.a.scheme()) {
            Some(plan) => {
                witness::steps(&Side::new(self.a, &plan), &Side::new(self.b, &plan), &plan)
            }
            None => Vec::new(),
        }
    }

    /// The first difference that keeps them apart; `None` if they are equal at some rung.
    pub fn wall(&self) -> Option<Wall> {
        if self.rung.is_some() {
            return None;
        }
        let plan = self.ladder.plan(Rung::Scheme, self.unicode, self.a.scheme())?;
        wall::wall(&Side::new(self.a, &plan), &Side::new(self.b, &plan), &plan)
    }
}
