//! Why inputs were refused: which refusals are shown one by one, and how many there were of each
//! reason.

use std::collections::BTreeMap;

use crate::output::notes::Mark;

/// How many reasons are counted apart, and how many of them are shown.
const COUNTED: usize = 1000;
const SHOWN: usize = 20;

/// Counts the refusals of a run.
#[derive(Default)]
pub(crate) struct Reasons {
    /// Whether nothing is shown: no refusal, and no sum.
    pub(crate) quiet: bool,
    /// How many refusals are shown one by one; the others are only counted.
    most: Option<u64>,
    /// Whether the reasons are shown at the end, even if every refusal was shown.
    shown: bool,
    printed: u64,
    hidden: u64,
    counts: BTreeMap<String, u64>,
    /// The refusals of all further reasons.
    others: u64,
}

impl Reasons {
    pub(crate) fn new(quiet: bool, most: Option<u64>, shown: bool) -> Self {
        Self { quiet, most, shown, ..Self::default() }
    }

    /// Whether refusals have to be counted by their reasons.
    pub(crate) fn counts(&self) -> bool {
        !self.quiet && (self.shown || self.most.is_some())
    }

    pub(crate) fn add(&mut self, reasons: BTreeMap<String, u64>) {
        for (reason, count) in reasons {
            if self.counts.len() < COUNTED || self.counts.contains_key(&reason) {
                *self.counts.entry(reason).or_default() += count;
            } else {
                self.others += count;
            }
        }
    }

    /// Removes the messages that are not shown.
    pub(crate) fn choose(&mut self, marks: &mut Vec<Mark>) {
        if self.quiet {
            return marks.clear();
        }
        let Some(most) = self.most else { return };
        marks.retain(|mark| {
            let is_shown = !mark.is_refusal || self.printed < most;
            self.printed += u64::from(mark.is_refusal && is_shown);
            self.hidden += u64::from(!is_shown);
            is_shown
        });
    }

    /// The sum at the end of a run: the most frequent reasons first.
    pub(crate) fn lines(&mut self) -> Vec<String> {
        if self.quiet || !(self.shown || self.hidden > 0) || self.counts.is_empty() {
            return Vec::new();
        }
        let mut counts: Vec<(String, u64)> = std::mem::take(&mut self.counts).into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let others = counts.iter().skip(SHOWN).map(|(_, count)| count).sum::<u64>() + self.others;
        let mut lines = Vec::new();
        if self.hidden > 0 {
            let are = if self.hidden == 1 { "invalid line is" } else { "invalid lines are" };
            lines.push(format!("{} {are} not shown; all, by reason:", self.hidden));
        }
        counts.truncate(SHOWN);
        lines.extend(counts.into_iter().map(|(reason, count)| format!("{count} x {reason}")));
        if others > 0 {
            lines.push(format!("{others} x other reasons"));
        }
        lines
    }
}
