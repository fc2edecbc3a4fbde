//! Counts the lines of a list.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use hashbrown::HashTable;
use oneiri::{Component, IriRef, Ladder, Rung};
use oneiri_lint::{Code, Finding, Lints, Profile};

use crate::commands::{dedupe::unique, parsers::comparison};
use crate::comparison::DEFAULT_RUNG;
use crate::output::{Answers, Fault, counted};
use crate::pipeline::{Item, Items, items::absolute};

const EXAMPLES: usize = 5;

const SPELLINGS: usize = 12;

#[derive(Default)]
pub(super) struct Tally {
    pub(super) lines: u64,
    pub(super) refused: u64,
    pub(super) schemes: HashMap<String, u64>,
    pub(super) hosts: HashMap<String, u64>,
    /// The classes, found by the hashes of their normal forms.
    pub(super) classes: HashTable<Class>,
    /// How many lines were merged, by the rung at which each equals the first spelling of its
    /// class.
    pub(super) merged: BTreeMap<Rung, u64>,
    /// The refusals, by component and by what was found.
    pub(super) reasons: HashMap<(&'static str, String), Reason>,
    pub(super) agreed: u64,
    pub(super) refused_by_all: u64,
    /// The lines that parsers read differently without moving a component.
    pub(super) spelled: Examples<()>,
    pub(super) moved: BTreeMap<&'static str, Examples<Vec<(String, String)>>>,
    pub(super) lints: BTreeMap<&'static str, (Code, Examples<Range<usize>>)>,
}

pub(super) struct Class {
    pub(super) normal: Box<str>,
    hash: u64,
    pub(super) lines: u64,
    /// The first spellings, each with its count.
    pub(super) spellings: Vec<(Box<str>, u64)>,
}

#[derive(Default)]
pub(super) struct Reason {
    /// What was expected where it was found first.
    pub(super) expected: String,
    pub(super) section: &'static str,
    pub(super) examples: Examples<Range<usize>>,
}

/// A count, and the first of the lines that were counted.
#[derive(Default)]
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

impl<D> Examples<D> {
    fn add(&mut self, item: &Item<'_>, detail: impl FnOnce() -> D) {
        self.count += 1;
        if self.kept.len() < EXAMPLES {
            let place = format!("{}:{}", item.file, item.line_number());
            let text = String::from_utf8_lossy(item.bytes).into_owned();
            self.kept.push(Example { place, text, detail: detail() });
        }
    }
}

impl Tally {
    /// Counts some lines. They come in the order of the input.
    pub(super) fn add_all(&mut self, items: &Items<'_>, seen: Lines) {
        seen.schemes.iter().for_each(|(name, more)| count(&mut self.schemes, name, *more));
        seen.hosts.iter().for_each(|(name, more)| count(&mut self.hosts, name, *more));
        let mut lines = seen.lines.into_iter();
        items.each(|item| {
            if !item.is_gap() {
                lines.next().into_iter().for_each(|line| self.add(item, line));
            }
        });
    }

    fn add(&mut self, item: &Item<'_>, line: Line) {
        self.lines += 1;
        let text = item.text().unwrap_or_default();
        match line.alike {
            Some(Alike::Agreed) => self.agreed += 1,
            Some(Alike::RefusedByAll) => self.refused_by_all += 1,
            Some(Alike::Differs(moves)) => self.differs(item, text, &moves),
            None => {}
        }
        match line.read {
            Ok(read) => self.identifier(item, text, read),
            Err(fault) => self.refuse(item, &fault),
        }
    }

    fn refuse(&mut self, item: &Item<'_>, fault: &Fault) {
        self.refused += 1;
        let (component, found, expected, section) = match &fault.parts {
            Some(parts) => {
                let escape = parts.escape.as_ref();
                let written = escape.map(|it| format!(", which is written {it}")).unwrap_or_default();
                let found = format!("{}{written}", parts.found);
                let component = fault.component.unwrap_or("text");
                (component, found, parts.expected.as_str(), parts.section)
            }
            None => ("text", "bytes that are not UTF-8".to_owned(), "UTF-8", "RFC 3629"),
        };
        let reason = self.reasons.entry((component, found)).or_default();
        if reason.examples.count == 0 {
            (reason.expected, reason.section) = (expected.to_owned(), section);
        }
        reason.examples.add(item, || fault.start..fault.end);
    }

    fn identifier(&mut self, item: &Item<'_>, text: &str, read: Read) {
        let normal = read.normal.as_deref().unwrap_or(text);
        match self.classes.find_mut(read.hash, |class| *class.normal == *normal) {
            None => {
                let mut class = Class { normal: normal.into(), hash: read.hash, lines: 0, spellings: Vec::new() };
                class.add(text);
                self.classes.insert_unique(read.hash, class, |class| class.hash);
            }
            Some(class) => {
                let first = class.spellings.first().map_or("", |(first, _)| first);
                if let Some(rung) = rung(first, text) {
                    *self.merged.entry(rung).or_default() += 1;
                }
                class.add(text);
            }
        }
        for finding in read.findings {
            let entry = self.lints.entry(finding.code.id());
            let (_, examples) = entry.or_insert_with(|| (finding.code, Examples::default()));
            examples.add(item, || finding.range);
        }
    }

    fn differs(&mut self, item: &Item<'_>, text: &str, moves: &[Component]) {
        for &component in moves {
            let examples = self.moved.entry(comparison::moving(component)).or_default();
            examples.add(item, || comparison::seen(&comparison::usual(text), component));
        }
        if moves.is_empty() {
            self.spelled.add(item, || ());
        }
    }

    pub(super) fn summary(&self, noun: &str) -> String {
        let Self { lines, refused, .. } = self;
        let classes = self.classes.len() as u64;
        let merged = lines - refused - classes;
        format!("{}: {}", counted(*lines, noun), unique(classes, merged, *refused))
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

/// The lowest rung at which two spellings are equal.
pub(super) fn rung(first: &str, text: &str) -> Option<Rung> {
    if first == text {
        return Some(Rung::String);
    }
    let (first, other) = (IriRef::parse(first).ok()?, IriRef::parse(text).ok()?);
    Ladder::default().compare(&first, &other).rung()
}

/// The entries sorted by count, the greatest first. Entries with the same count are sorted by key.
pub(super) fn most<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>, count: impl Fn(&V) -> u64) -> Vec<(K, V)> {
    let mut all: Vec<(K, V)> = entries.into_iter().collect();
    all.sort_by(|(a, one), (b, other)| count(other).cmp(&count(one)).then_with(|| a.cmp(b)));
    all
}

pub(super) struct Look {
    lints: Lints,
    /// Whether a URL without a scheme is invalid. In documents the reader finds those.
    absolute: bool,
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

pub(super) enum Alike {
    Agreed,
    RefusedByAll,
    /// They read it differently. These components move.
    Differs(Vec<Component>),
}

pub(super) struct Read {
    /// The normal form, if it is not the line itself.
    pub(super) normal: Option<String>,
    pub(super) hash: u64,
    pub(super) findings: Vec<Finding>,
}

impl Look {
    pub(super) fn new(absolute: bool) -> Self {
        Self { lints: Lints::new(Profile::Web), absolute, hasher: RandomState::new() }
    }

    /// Looks at some lines, and rejects those that are invalid.
    pub(super) fn at(&self, items: &Items<'_>, answers: &mut Answers) -> Lines {
        let mut all = Lines::default();
        // Stores compare names in RDF by their text.
        let is_rdf = items.format.is_document() && !items.format.description().links;
        let rung = if is_rdf { Rung::String } else { DEFAULT_RUNG };
        items.each(|item| {
            if item.is_gap() {
                return answers.close(item);
            }
            let alike = item.text().ok().map(Alike::of);
            let parsed = item.text().and_then(|text| {
                if self.absolute && !item.is_in_document() {
                    absolute(text)?;
                }
                Ok(IriRef::parse(text)?)
            });
            match &parsed {
                Ok(_) => answers.pass(item),
                Err(fault) => answers.refuse_in_silence(item, fault),
            }
            let read = parsed.map(|identifier| self.read(&identifier, rung, &mut all));
            all.lines.push(Line { alike, read });
        });
        all
    }

    fn read(&self, identifier: &IriRef<'_>, rung: Rung, all: &mut Lines) -> Read {
        let normal = Ladder::default().normalize(identifier, rung);
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

impl Alike {
    fn of(text: &str) -> Self {
        let readings = comparison::usual(text);
        if !readings.agree() {
            Self::Differs(readings.moves())
        } else if readings.accepted().is_empty() {
            Self::RefusedByAll
        } else {
            Self::Agreed
        }
    }
}
