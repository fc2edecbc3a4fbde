//! The counts of a report for a block of lines. Any thread can compute them.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use oneiri::{IriRef, Ladder, Rung};
use oneiri_lint::{Finding, Lints, Profile};

use crate::commands::parsers::comparison::Diff;
use crate::comparison::DEFAULT_RUNG;
use crate::output::Fault;
use crate::pipeline::Items;

/// The rung of the classes: lines with the same normal form at this rung belong to one class.
pub(super) const RUNG: Rung = DEFAULT_RUNG;

/// How any thread looks at lines.
pub(super) struct Look {
    lints: Lints,
    hasher: RandomState,
}

/// Some lines, and the schemes and hosts of their normal forms with their counts.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) lines: Vec<Line>,
    pub(super) schemes: HashMap<String, u64>,
    pub(super) hosts: HashMap<String, u64>,
}

pub(super) struct Line {
    /// `None` if the line is not UTF-8, which no parser reads.
    pub(super) alike: Option<Alike>,
    pub(super) read: Result<Read, Fault>,
}

/// Whether the parsers read a line alike.
pub(super) enum Alike {
    Agreed,
    RefusedByAll,
    /// They read it differently. These components move.
    Differs(Vec<&'static str>),
}

/// A line that is an identifier.
pub(super) struct Read {
    /// The normal form, if it is not the line itself.
    pub(super) normal: Option<String>,
    /// The hash of the normal form.
    pub(super) hash: u64,
    pub(super) findings: Vec<Finding>,
}

impl Look {
    pub(super) fn new() -> Self {
        Self { lints: Lints::new(Profile::Web), hasher: RandomState::new() }
    }

    pub(super) fn at(&self, items: &Items<'_>) -> Lines {
        let mut all = Lines::default();
        items.each(|item| {
            if item.is_gap() {
                return;
            }
            let alike = item.text().ok().map(Alike::of);
            let parsed = item.text().and_then(|text| Ok(IriRef::parse(text)?));
            let read = parsed.map(|identifier| self.read(&identifier, &mut all));
            all.lines.push(Line { alike, read });
        });
        all
    }

    fn read(&self, identifier: &IriRef<'_>, all: &mut Lines) -> Read {
        let normal = Ladder::default().normalize(identifier, RUNG);
        count(&mut all.schemes, normal.scheme().unwrap_or_default(), 1);
        if let Some(host) = normal.host() {
            count(&mut all.hosts, &host, 1);
        }
        let changed = normal.as_str() != identifier.as_str();
        Read {
            normal: changed.then(|| normal.as_str().to_owned()),
            hash: self.hasher.hash_one(normal.as_str()),
            findings: self.lints.check(identifier),
        }
    }
}

/// Adds to the count of a name. The name is copied only if it is new.
pub(super) fn count(counts: &mut HashMap<String, u64>, name: &str, more: u64) {
    match counts.get_mut(name) {
        Some(count) => *count += more,
        None => {
            counts.insert(name.to_owned(), more);
        }
    }
}

impl Line {
    pub(super) fn is_refused(&self) -> bool {
        self.read.is_err()
    }
}

impl Alike {
    fn of(text: &str) -> Self {
        let diff = Diff::new(text);
        if diff.disagrees() {
            Self::Differs(diff.moves())
        } else if diff.refused_by_all() {
            Self::RefusedByAll
        } else {
            Self::Agreed
        }
    }
}
