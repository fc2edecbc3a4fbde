//! What a task is, and what tasks share.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::corpus::Lines;
use crate::sink::{Record, Sink, Tally};

/// Some work, and who does it.
pub struct Task {
    pub name: &'static str,
    /// What is measured: the heading of its table.
    pub about: &'static str,
    /// Makes the input out of the lines of a corpus.
    pub input: fn(&Lines) -> Lines,
    /// How many lines of input make one identifier in the figures: 2 where they come in pairs.
    pub lines_each: usize,
    pub compares: Compares,
    pub contenders: &'static [Contender],
}

/// What is the same if two contenders mean the same.
#[derive(Clone, Copy)]
pub enum Compares {
    /// What they accept. What they make of it is theirs.
    Acceptance,
    /// What they accept, and what comes of it.
    Results,
    /// What they accept. What comes of it may differ as long as this holds for line and result.
    Law(&'static str, fn(&str, &str) -> bool),
}

/// One way to do the work of a task.
pub struct Contender {
    pub name: &'static str,
    /// The crate it is from; empty for the standard library.
    pub package: &'static str,
    /// What one has to know of how it does the work; empty if there is nothing.
    pub note: &'static str,
    pub time: fn(&Lines, &mut Tally),
    pub record: fn(&Lines, &mut Record),
}

/// A contender: its name, its crate, its function, and a note if need be.
macro_rules! contender {
    ($name:literal, $package:literal, $function:path) => {
        contender!($name, $package, $function, "")
    };
    ($name:literal, $package:literal, $function:path, $note:literal) => {
        $crate::tasks::Contender { name: $name, package: $package, note: $note, time: $function, record: $function }
    };
}
pub(super) use contender;

/// How many values are prepared at a time, where the work is done on prepared values: few enough to
/// stay in the cache, as a value does that was made where it is used.
pub(super) const BATCH: usize = 64;

/// The lines as they are.
pub(super) fn as_they_are(lines: &Lines) -> Lines {
    lines.clone()
}

/// Does the same to every line.
pub(super) fn each<'a, S: Sink>(lines: &'a Lines, sink: &mut S, one: impl Fn(&'a str, &mut S)) {
    sink.measure(|sink| lines.iter().for_each(|line| one(line, sink)));
}

/// Does the same to every pair of lines.
pub(super) fn each_pair<'a, S: Sink>(lines: &'a Lines, sink: &mut S, one: impl Fn(&'a str, &'a str, &mut S)) {
    sink.measure(|sink| lines.pairs().for_each(|(a, b)| one(a, b, sink)));
}

/// Hands on an answer, where there is one.
pub(super) fn tell<S: Sink>(answer: Option<bool>, sink: &mut S) {
    match answer {
        Some(answer) => sink.answer(answer),
        None => sink.refused(),
    }
}

/// Calls a contender and returns its result; `None` if it panics, as some contenders do on some lines.
pub(super) fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
