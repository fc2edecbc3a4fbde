//! What a command reports about its inputs: counts, messages with their places among the answers, and reasons of refusals.

use std::collections::BTreeMap;

/// What the answers to some inputs count.
#[derive(Default)]
pub(crate) struct Tally {
    /// How many inputs were answered, including refused ones.
    pub(crate) read: u64,
    pub(crate) refused: u64,
    /// How many valid inputs have no scheme, if the command counts them.
    pub(crate) without_scheme: u64,
    /// How many begin with the name of a host and a port, and not with a scheme, if the command counts them.
    pub(crate) with_port: u64,
    /// How many invalid lines are several words, so that they may be running text.
    pub(crate) prose: u64,
    /// How many tables of folders are not read.
    pub(crate) tables: u64,
    /// Whether one of them should have been read. The exit code is then 2.
    pub(crate) is_partial: bool,
    /// Whether `compare` or `parsers` found a difference, or `lint` something that is denied. The exit code is then at
    /// least 1.
    pub(crate) different: bool,
    /// Whether `compare` has no answer, because one of the two is invalid. The exit code is then 2.
    pub(crate) incomparable: bool,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.refused += other.refused;
        self.without_scheme += other.without_scheme;
        self.with_port += other.with_port;
        self.prose += other.prose;
        self.tables += other.tables;
        self.is_partial |= other.is_partial;
        self.different |= other.different;
        self.incomparable |= other.incomparable;
    }

    /// The tables that are not read, for a summary.
    pub(crate) fn left_out(&self) -> String {
        if self.tables == 0 { String::new() } else { format!(", {} not read", counted(self.tables, "table")) }
    }

    pub(crate) fn refuse(&mut self) {
        self.read += 1;
        self.refused += 1;
    }
}

pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The messages about some inputs; each ends with a line feed.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) text: String,
    pub(crate) marks: Vec<Mark>,
    /// How many inputs were refused for each reason, if [`OutputOptions::reasons`](super::OutputOptions::reasons) is set.
    pub(crate) reasons: BTreeMap<String, u64>,
}

pub(crate) struct Mark {
    /// The length that the output had before the message.
    pub(crate) at: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) is_refusal: bool,
}

impl Notes {
    /// Adds a message, before which the output has this length.
    pub(crate) fn push(&mut self, at: usize, message: &str, is_refusal: bool) {
        let start = self.text.len();
        self.text.push_str(message);
        self.text.push('\n');
        self.marks.push(Mark { at, start, end: self.text.len(), is_refusal });
    }

    /// The messages, several short ones together: as many as one write takes without bytes of another writer between
    /// them, if that is so many bytes.
    pub(crate) fn together(&self, most: usize) -> impl Iterator<Item = &str> {
        let mut marks = self.marks.iter().peekable();
        std::iter::from_fn(move || {
            let &Mark { start, mut end, .. } = marks.next()?;
            while let Some(mark) = marks.next_if(|it| it.start == end && it.end - start <= most) {
                end = mark.end;
            }
            self.text.get(start..end)
        })
    }
}

/// How many reasons are counted apart, and how many of them are shown.
const COUNTED: usize = 1000;
const SHOWN: usize = 20;

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
    /// What each of them is about.
    pub(crate) noun: &'static str,
    counts: BTreeMap<String, u64>,
    /// The refusals of all further reasons.
    others: u64,
}

impl Reasons {
    pub(crate) fn new(quiet: bool, most: Option<u64>, shown: bool) -> Self {
        Self { quiet, most, shown, noun: "invalid line", ..Self::default() }
    }

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
            let are = if self.hidden == 1 { "is" } else { "are" };
            lines.push(format!("{} {are} not shown; all, by reason:", counted(self.hidden, self.noun)));
        }
        counts.truncate(SHOWN);
        lines.extend(counts.into_iter().map(|(reason, count)| format!("{count} x {reason}")));
        if others > 0 {
            lines.push(format!("{others} x other reasons"));
        }
        lines
    }
}
