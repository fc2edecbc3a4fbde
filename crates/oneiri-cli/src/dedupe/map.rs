//! Why records are merged: the rows of `--map`, and how many records only an assumption merges.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use oneiri::{Alphabet, Verdict};
use oneiri_lint::assume::{Assumption, Assumptions};
use serde::Serialize;

use crate::comparison::Comparison;
use crate::output::{Flow, Session, Stop, Target, counted, json, redact};

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

    fn write(self, row: &Alias<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Self::Tsv => {
                let (kept, alias, rules) = (field(row.kept), field(row.alias), row.rules.join(","));
                let mut fields = vec![kept, alias, row.rung.unwrap_or("").to_owned(), rules];
                fields.extend(row.assumed.as_ref().map(|names| names.join(",")));
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
    assumed: Option<Vec<&'a str>>,
}

/// Escapes a text as a field of TSV, so that it contains no TAB and no line feed.
fn field(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
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
    /// `None` without assumptions.
    assumed: Mutex<Option<Assumed>>,
}

/// A merged record and the spelling that is kept, both as they stand in their lists.
pub(crate) struct Example {
    pub(crate) alias: String,
    pub(crate) kept: String,
}

/// How many records are merged only under assumptions, and for each assumption those that need it.
pub(crate) struct Assumed {
    pub(crate) records: u64,
    pub(crate) each: Vec<Merges>,
}

/// The records that one assumption merged, and the shortest of them. Of several, it is the first in the order of bytes, so it
/// does not depend on the threads.
pub(crate) struct Merges {
    pub(crate) name: String,
    pub(crate) assumption: Assumption,
    pub(crate) records: u64,
    pub(crate) example: Option<Example>,
}

impl Assumed {
    /// The end of a summary.
    pub(crate) fn summary(&self) -> String {
        let each = self.each.iter().filter(|it| it.records > 0);
        let each: Vec<String> = each.map(|it| format!("{} {}", it.name, it.records)).collect();
        let each = if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) };
        format!("; {} merged only under assumptions{each}", self.records)
    }

    /// What a list would lose: for each assumption how many lines it merges, what it may merge wrongly,
    /// and an example.
    pub(crate) fn losses(&self, noun: &str) -> String {
        let mut text = String::new();
        for merges in &self.each {
            let (name, count) = (&merges.name, counted(merges.records, noun));
            text.push_str(&format!("{name}: {count} would be merged\n"));
            let Some(example) = &merges.example else { continue };
            let [alias, kept] = [&example.alias, &example.kept].map(|it| redact::hidden(it));
            let risks = merges.assumption.risks();
            text.push_str(&format!("  for example {alias}\n         into {kept}\n  wrongly, if {risks}\n"));
        }
        text
    }
}

impl Why {
    pub(super) fn new(rows: Option<Rows>, assumptions: Option<&Assumptions>) -> Self {
        let assumed = assumptions.map(|all| {
            let merges = |assumption| {
                let name = all.versioned(assumption).to_owned();
                Merges { name, assumption, records: 0, example: None }
            };
            Assumed { records: 0, each: all.each().map(merges).collect() }
        });
        Self { rows, assumed: Mutex::new(assumed) }
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
        let assumptions = comparison.assumptions.as_ref();
        let needed = assumptions.and_then(|all| comparison.needed(all, [&a, &b])).unwrap_or_default();
        self.count(&needed, kept, alias);
        let rows = self.rows?;
        let assumed = assumptions.map(|all| needed.iter().map(|&it| all.versioned(it)).collect());
        // What only assumptions make equal has no rung and no rules.
        let mut row = Alias { kept, alias, rung: None, rules: Vec::new(), assumed };
        if needed.is_empty() {
            let verdict = ladder.compare(&a, &b);
            let rung = verdict.rung().unwrap_or(comparison.rung);
            row.rung = Some(rung.name());
            row.rules = rules(&verdict);
            row.rules.extend(comparison.merging([kept, alias], rung).into_iter().map(|(name, _)| name));
        }
        Some(rows.write(&row))
    }

    fn count(&self, assumptions: &[Assumption], kept: &str, alias: &str) {
        if assumptions.is_empty() {
            return;
        }
        let mut assumed = self.assumed.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(assumed) = assumed.as_mut() else { return };
        assumed.records += 1;
        let each = assumed.each.iter_mut().filter(|it| assumptions.contains(&it.assumption));
        for Merges { records, example, .. } in each {
            *records += 1;
            let is_shorter = |than: &Example| (alias.len(), alias, kept) < (than.alias.len(), &than.alias, &than.kept);
            if example.as_ref().is_none_or(is_shorter) {
                *example = Some(Example { alias: alias.to_owned(), kept: kept.to_owned() });
            }
        }
    }

    /// The lines that are equal only because of an assumption, if there are assumptions.
    pub(super) fn assumed(&self) -> Option<Assumed> {
        self.assumed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
