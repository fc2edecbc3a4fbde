//! Why records are merged: the rows of `--map`, and how many records only an assumption merges.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use oneiri::{Alphabet, Rung, Verdict};
use serde::Serialize;

use crate::assume::Assumption;
use crate::comparison::{Comparison, Merging};
use crate::output::{Flow, Session, Stop, Target, json};

#[derive(Clone, Copy)]
pub(crate) enum Rows {
    Tsv,
    Ndjson,
}

impl Rows {
    /// The format that the name of the file asks for.
    pub(crate) fn of(path: &Path) -> Self {
        let json = ["ndjson", "jsonl"].map(Some).contains(&path.extension().and_then(|it| it.to_str()));
        if json { Self::Ndjson } else { Self::Tsv }
    }

    /// The row for two spellings that are equal at a rung with these options. `beside` says whether
    /// the map may also have rows of [`assumed`](Self::assumed).
    pub(super) fn row(
        self,
        verdict: &Verdict<'_>,
        rung: Rung,
        options: &[Merging],
        [kept, alias]: [&str; 2],
        beside: bool,
    ) -> Vec<u8> {
        let assumed: Option<&[&str]> = beside.then_some(&[]);
        let mut rules = rules(verdict);
        rules.extend(options.iter().map(|it| it.name()));
        self.write(&Alias { kept, alias, rung: Some(rung.name()), rules, assumed })
    }

    /// The row for two spellings that only these assumptions make equal. It names no rung and no
    /// rules.
    pub(super) fn assumed(self, names: &[&str], kept: &str, alias: &str) -> Vec<u8> {
        self.write(&Alias { kept, alias, rung: None, rules: Vec::new(), assumed: Some(names) })
    }

    fn write(self, row: &Alias<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Self::Tsv => {
                let (kept, alias, rules) = (field(row.kept), field(row.alias), row.rules.join(","));
                let mut fields = vec![kept, alias, row.rung.unwrap_or("").to_owned(), rules];
                fields.extend(row.assumed.map(|names| names.join(",")));
                bytes.extend_from_slice(fields.join("\t").as_bytes());
                bytes.push(b'\n');
            }
            // Writing to memory cannot fail.
            Self::Ndjson => drop(json::write(&mut bytes, row)),
        }
        bytes
    }
}

/// The names of the rules by which two identifiers are equal, each once.
fn rules(verdict: &Verdict<'_>) -> Vec<&'static str> {
    let mut rules = Vec::new();
    for step in verdict.steps() {
        let rule = step.rule.name();
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

#[derive(Serialize)]
struct Alias<'a> {
    kept: &'a str,
    alias: &'a str,
    rung: Option<&'a str>,
    rules: Vec<&'static str>,
    /// Absent from a map without assumptions.
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<&'a [&'a str]>,
}

/// Escapes a text as a field of TSV, so that it contains no TAB and no line feed.
fn field(text: &str) -> String {
    let mut field = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => field.push_str("\\\\"),
            '\t' => field.push_str("\\t"),
            '\n' => field.push_str("\\n"),
            '\r' => field.push_str("\\r"),
            c => field.push(c),
        }
    }
    field
}

pub(super) struct Map {
    file: BufWriter<Target>,
}

impl Map {
    pub(super) fn new(file: Target) -> Self {
        Self { file: BufWriter::with_capacity(1 << 16, file) }
    }

    pub(super) fn rows(&mut self, rows: &[u8]) -> Flow {
        self.file.write_all(rows).map_err(|error| self.failed(&error))
    }

    pub(super) fn finish(mut self, session: &mut Session) -> Flow {
        self.file.flush().map_err(|error| self.failed(&error))?;
        session.lacks_output |= !session.keep(self.file.into_parts().0);
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> Stop {
        Stop::Failed(format!("{}: {error}", self.file.get_ref().name))
    }
}

/// What is done about each merged record. All threads share it.
pub(super) struct Why {
    rows: Option<Rows>,
    /// How many records are merged only under assumptions.
    records: AtomicU64,
    /// How many of these need each assumption.
    each: [AtomicU64; Assumption::ALL.len()],
    /// For each assumption, the shortest record that it merges. Of several, it is the first in the
    /// order of bytes, so it does not depend on the threads.
    examples: Mutex<[Option<Example>; Assumption::ALL.len()]>,
}

/// A merged record and the spelling that is kept, both as they stand in their lists.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Example {
    length: usize,
    pub(crate) alias: String,
    pub(crate) kept: String,
}

pub(crate) struct Assumed {
    pub(crate) records: u64,
    pub(crate) each: Vec<Merges>,
}

/// The records that one assumption merged, and an example.
pub(crate) struct Merges {
    pub(crate) name: String,
    pub(crate) assumption: Assumption,
    pub(crate) records: u64,
    pub(crate) example: Option<Example>,
}

impl Why {
    pub(super) fn new(rows: Option<Rows>) -> Self {
        let (records, each, examples) = Default::default();
        Self { rows, records, each, examples }
    }

    /// Whether merged records are explained. This needs the spellings that were kept.
    pub(super) fn is_asked<A>(&self, comparison: &Comparison<A>) -> bool {
        self.rows.is_some() || comparison.assumptions.is_some()
    }

    /// Explains a record in another spelling than the kept one. Returns its row of the map.
    pub(super) fn merged<A: Alphabet>(&self, comparison: &Comparison<A>, kept: &str, alias: &str) -> Option<Vec<u8>> {
        let (mut buffer, mut other) = (String::new(), String::new());
        // Both texts were parsed before, so neither is refused here.
        let a = comparison.read(kept, &mut buffer).ok()?;
        let b = comparison.read(alias, &mut other).ok()?;
        let ladder = comparison.ladder();
        let needed = comparison.needed(&a, &b).unwrap_or_default();
        self.count(&needed, kept, alias);
        let rows = self.rows?;
        Some(if needed.is_empty() {
            let beside = comparison.assumptions.is_some();
            let verdict = ladder.compare(&a, &b);
            let rung = verdict.rung().unwrap_or(comparison.rung);
            let options = comparison.merging([kept, alias], rung);
            rows.row(&verdict, rung, &options, [kept, alias], beside)
        } else {
            let names: Vec<&str> = needed.iter().map(|&it| comparison.versioned(it)).collect();
            rows.assumed(&names, kept, alias)
        })
    }

    fn count(&self, needed: &[Assumption], kept: &str, alias: &str) {
        if needed.is_empty() {
            return;
        }
        // The counts are read when all threads have ended, so no ordering is needed.
        self.records.fetch_add(1, Ordering::Relaxed);
        let mut examples = self.examples.lock().unwrap_or_else(PoisonError::into_inner);
        for assumption in needed {
            if let Some(count) = self.each.get(assumption.nth()) {
                count.fetch_add(1, Ordering::Relaxed);
            }
            let Some(example) = examples.get_mut(assumption.nth()) else { continue };
            let shorter =
                |than: &Example| (alias.len(), alias, kept) < (than.length, than.alias.as_str(), than.kept.as_str());
            if example.as_ref().is_none_or(shorter) {
                let (alias, kept) = (alias.to_owned(), kept.to_owned());
                *example = Some(Example { length: alias.len(), alias, kept });
            }
        }
    }

    /// The lines that are equal only because of an assumption, if there are assumptions.
    pub(super) fn assumed<A>(&self, comparison: &Comparison<A>) -> Option<Assumed> {
        let assumptions = comparison.assumptions.as_ref()?;
        let examples = self.examples.lock().unwrap_or_else(PoisonError::into_inner);
        let each = assumptions.each().map(|assumption| {
            let nth = assumption.nth();
            Merges {
                name: assumptions.versioned(assumption).to_owned(),
                assumption,
                records: self.each.get(nth).map_or(0, |count| count.load(Ordering::Relaxed)),
                example: examples.get(nth).cloned().flatten(),
            }
        });
        Some(Assumed { records: self.records.load(Ordering::Relaxed), each: each.collect() })
    }
}
