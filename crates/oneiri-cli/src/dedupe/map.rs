//! `--map`: a table that maps each other spelling to the one that was kept, and says why they are
//! equal.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use oneiri::{Rung, Verdict};
use serde::Serialize;

use crate::output::{Flow, Session, Stop, Target, json};
use crate::pipeline::merging::Merging;

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

/// The file of `--map`.
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
        session.keep(self.file.into_parts().0);
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> Stop {
        Stop::Failed(format!("{}: {error}", self.file.get_ref().name))
    }
}
