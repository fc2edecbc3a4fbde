//! Counts the lines of a list.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use oneiri::{IriRef, Ladder, Rung};
use oneiri_lint::{Code, Lints, Profile};

use crate::commands::diff::comparison::Diff;
use crate::output::fault::Fault;
use crate::output::item::Item;

/// How many examples are kept of each kind.
const EXAMPLES: usize = 5;

/// How many spellings are kept of each class.
const SPELLINGS: usize = 12;

/// The rung of the classes: lines with the same normal form at this rung belong to one class.
pub(super) const RUNG: Rung = Rung::Scheme;

#[derive(Default)]
pub(super) struct Tally {
    pub(super) lines: u64,
    pub(super) refused: u64,
    pub(super) schemes: HashMap<String, u64>,
    pub(super) hosts: HashMap<String, u64>,
    /// The classes by their normal form.
    pub(super) classes: HashMap<String, Class>,
    /// How many lines were merged, by the rung at which each equals the first spelling of its
    /// class.
    pub(super) merged: BTreeMap<Rung, u64>,
    /// The refusals, by component and by what was expected.
    pub(super) reasons: HashMap<(&'static str, String), Reason>,
    pub(super) agreed: u64,
    pub(super) refused_by_all: u64,
    /// The lines that parsers read differently without moving a component.
    pub(super) spelled: Examples<()>,
    pub(super) moved: BTreeMap<&'static str, Examples<Vec<(String, String)>>>,
    pub(super) lints: BTreeMap<&'static str, (Code, Examples<Range<usize>>)>,
}

#[derive(Default)]
pub(super) struct Class {
    pub(super) lines: u64,
    /// The first spellings, each with its count.
    pub(super) spellings: Vec<(Box<str>, u64)>,
}

#[derive(Default)]
pub(super) struct Reason {
    pub(super) section: &'static str,
    pub(super) examples: Examples<Range<usize>>,
}

/// A count, and the first of the lines that were counted.
pub(super) struct Examples<D> {
    pub(super) count: u64,
    pub(super) kept: Vec<Example<D>>,
}

pub(super) struct Example<D> {
    /// The name of the file and the line number.
    pub(super) place: String,
    pub(super) text: String,
    pub(super) detail: D,
}

impl<D> Default for Examples<D> {
    fn default() -> Self {
        Self { count: 0, kept: Vec::new() }
    }
}

impl<D> Examples<D> {
    fn add(&mut self, item: &Item<'_>, detail: impl FnOnce() -> D) {
        self.count += 1;
        if self.kept.len() < EXAMPLES {
            let place = format!("{}:{}", item.file, item.number);
            let text = String::from_utf8_lossy(item.bytes).into_owned();
            self.kept.push(Example { place, text, detail: detail() });
        }
    }
}

impl Tally {
    /// Counts a line. Returns whether it is a valid identifier.
    pub(super) fn line(&mut self, item: &Item<'_>) -> bool {
        self.lines += 1;
        if let Ok(text) = item.text() {
            self.disagreements(item, text);
        }
        let parsed = item.text().and_then(|text| Ok(IriRef::parse(text)?));
        match parsed {
            Ok(identifier) => {
                self.identifier(item, identifier);
                true
            }
            Err(fault) => {
                self.refuse(item, &fault);
                false
            }
        }
    }

    fn refuse(&mut self, item: &Item<'_>, fault: &Fault) {
        self.refused += 1;
        let (component, expected, section) = match &fault.parts {
            Some(parts) => {
                (fault.component.unwrap_or("text"), parts.expected.clone(), parts.section)
            }
            None => ("text", "UTF-8".to_owned(), "RFC 3629"),
        };
        let reason = self.reasons.entry((component, expected)).or_default();
        reason.section = section;
        reason.examples.add(item, || fault.start..fault.end);
    }

    fn identifier(&mut self, item: &Item<'_>, identifier: IriRef<'_>) {
        let ladder = Ladder::default();
        let normal = ladder.normalize(&identifier, RUNG);
        count(&mut self.schemes, normal.scheme().unwrap_or_default());
        if let Some(host) = normal.host() {
            count(&mut self.hosts, &host);
        }
        // The normal form is copied only if it is new.
        if !self.classes.contains_key(normal.as_str()) {
            self.classes.insert(normal.as_str().to_owned(), Class::default());
        }
        if let Some(class) = self.classes.get_mut(normal.as_str()) {
            let first = class.spellings.first().and_then(|(it, _)| IriRef::parse(it).ok());
            if let Some(rung) = first.and_then(|it| ladder.compare(&it, &identifier).rung()) {
                *self.merged.entry(rung).or_default() += 1;
            }
            class.add(identifier.as_str());
        }
        for finding in Lints::new(Profile::Web).check(&identifier) {
            let entry = self.lints.entry(finding.code.id());
            let (_, examples) = entry.or_insert_with(|| (finding.code, Examples::default()));
            examples.add(item, || finding.range);
        }
    }

    fn disagreements(&mut self, item: &Item<'_>, text: &str) {
        let diff = Diff::new(text);
        if !diff.disagrees() {
            let alike =
                if diff.refused_by_all() { &mut self.refused_by_all } else { &mut self.agreed };
            *alike += 1;
            return;
        }
        let moves = diff.moves();
        for &name in &moves {
            self.moved.entry(name).or_default().add(item, || diff.seen(name));
        }
        if moves.is_empty() {
            self.spelled.add(item, || ());
        }
    }

    pub(super) fn summary(&self) -> String {
        let Self { lines, refused, .. } = self;
        let classes = self.classes.len() as u64;
        let merged = lines - refused - classes;
        let s = if *lines == 1 { "" } else { "s" };
        let es = if classes == 1 { "" } else { "es" };
        format!("{lines} line{s}: {refused} refused, {classes} class{es}, {merged} merged")
    }
}

impl Class {
    fn add(&mut self, text: &str) {
        self.lines += 1;
        if let Some((_, count)) = self.spellings.iter_mut().find(|(it, _)| **it == *text) {
            *count += 1;
        } else if self.spellings.len() < SPELLINGS {
            // Most classes have a single spelling, so no more memory is reserved.
            self.spellings.reserve_exact(1);
            self.spellings.push((text.into(), 1));
        }
    }
}

fn count(counts: &mut HashMap<String, u64>, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}

/// The entries sorted by count, the greatest first. Entries with the same count are sorted by key.
pub(super) fn most<K: Ord, V>(
    entries: impl IntoIterator<Item = (K, V)>,
    count: impl Fn(&V) -> u64,
) -> Vec<(K, V)> {
    let mut all: Vec<(K, V)> = entries.into_iter().collect();
    all.sort_by(|(a, one), (b, other)| count(other).cmp(&count(one)).then_with(|| a.cmp(b)));
    all
}
