//! What a report needs to know of one line. Any thread can find it out.

use std::ops::Range;

use oneiri::{Component, IriRef, Ladder, Rung};
use oneiri_lint::{Finding, Lints};

use crate::commands::diff::comparison::Diff;
use crate::output::fault::Fault;
use crate::output::item::Item;

/// The rung of the classes: lines with the same normal form at this rung belong to one class.
pub(super) const RUNG: Rung = Rung::Scheme;

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
    /// Where the scheme and the host stand in the normal form.
    pub(super) scheme: Range<usize>,
    pub(super) host: Option<Range<usize>>,
    pub(super) findings: Vec<Finding>,
}

impl Line {
    pub(super) fn of(item: &Item<'_>, lints: &Lints) -> Self {
        let alike = item.text().ok().map(Alike::of);
        let parsed = item.text().and_then(|text| Ok(IriRef::parse(text)?));
        Self { alike, read: parsed.map(|identifier| Read::of(&identifier, lints)) }
    }

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

impl Read {
    fn of(identifier: &IriRef<'_>, lints: &Lints) -> Self {
        let normal = Ladder::default().normalize(identifier, RUNG);
        let changed = normal.as_str() != identifier.as_str();
        Self {
            normal: changed.then(|| normal.as_str().to_owned()),
            scheme: normal.range(Component::Scheme).unwrap_or_default(),
            host: normal.range(Component::Host),
            findings: lints.check(identifier),
        }
    }
}
