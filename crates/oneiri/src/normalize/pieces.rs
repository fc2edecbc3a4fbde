//! A component in pieces, each with a rewrite of its own: most have one piece, the paths of some
//! schemes have more.

use alloc::string::String;

use super::rewrite::{Change, Rewrite};
use crate::registry::PathRule;

/// A component's text, and what is done to it.
#[derive(Clone, Copy)]
pub(crate) struct Coded<'a> {
    pub(crate) text: &'a str,
    pub(crate) how: Rewrite,
    pub(crate) rule: PathRule,
}

impl<'a> Coded<'a> {
    pub(crate) const fn plain(text: &'a str, how: Rewrite) -> Self {
        Self { text, how, rule: PathRule::Plain }
    }

    /// All changes, from left to right.
    pub(crate) fn changes(self) -> Changes<'a> {
        let (end, how) = self.piece(0);
        Changes { coded: self, at: 0, end, how }
    }

    pub(crate) fn is_done(self) -> bool {
        self.changes().next().is_none()
    }

    pub(crate) fn write(self, out: &mut String) {
        let mut copied = 0;
        for change in self.changes() {
            out.push_str(&self.text[copied..change.at]);
            change.to.push(out);
            copied = change.at + change.length;
        }
        out.push_str(&self.text[copied..]);
    }

    /// The end of the piece that begins at `start`, and what is done to it. Pieces end behind
    /// delimiters, which no rewrite makes or removes.
    fn piece(self, start: usize) -> (usize, Rewrite) {
        let rest = &self.text[start..];
        let behind = |delimiter: char| rest.find(delimiter).map(|at| start + at + 1);
        let all = self.text.len();
        let folded = Rewrite { fold: true, ..self.how };
        match self.rule {
            PathRule::Plain => (all, self.how),
            PathRule::FoldAll => (all, folded),
            PathRule::FoldFirst(delimiter) if start == 0 => {
                (behind(delimiter).unwrap_or(all), folded)
            }
            PathRule::FoldFirst(_) => (all, self.how),
            PathRule::Addresses => {
                let end = behind(',').unwrap_or(all);
                let before = self.text[..start].chars().next_back();
                match self.text[start..end].rfind('@') {
                    _ if before == Some('@') => (end, folded),
                    Some(at) => (start + at + 1, self.how),
                    None => (end, self.how),
                }
            }
            PathRule::Telephone if start == 0 => {
                (behind(';').unwrap_or(all), Rewrite { drop: "-.()", ..folded })
            }
            PathRule::Telephone => (all, folded),
        }
    }
}

/// The changes of a component, piece by piece.
#[derive(Clone, Copy)]
pub(crate) struct Changes<'a> {
    coded: Coded<'a>,
    at: usize,
    end: usize,
    how: Rewrite,
}

impl Iterator for Changes<'_> {
    type Item = Change;

    fn next(&mut self) -> Option<Change> {
        loop {
            if let Some(change) = self.how.first_change(self.coded.text, self.at, self.end) {
                self.at = change.at + change.length;
                return Some(change);
            }
            if self.end == self.coded.text.len() {
                self.at = self.end;
                return None;
            }
            self.at = self.end;
            (self.end, self.how) = self.coded.piece(self.at);
        }
    }
}
