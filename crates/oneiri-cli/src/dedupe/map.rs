//! `--map`: a table that maps each other spelling to the one that was kept, and says why they are
//! equal.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use oneiri::Alphabet;
use serde::Serialize;

use crate::input::judge::Judge;
use crate::output::json;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::output::target::Target;

#[derive(Clone, Copy)]
pub(crate) enum Rows {
    Tsv,
    Ndjson,
}

impl Rows {
    /// The format that the name of the file asks for.
    pub(crate) fn of(path: &Path) -> Self {
        let json =
            ["ndjson", "jsonl"].map(Some).contains(&path.extension().and_then(|it| it.to_str()));
        if json { Self::Ndjson } else { Self::Tsv }
    }

    /// The row for two spellings of one class.
    pub(super) fn row<A: Alphabet>(self, judge: &Judge<A>, kept: &str, alias: &str) -> Vec<u8> {
        let (mut buffer, mut other) = (String::new(), String::new());
        let mut row = Vec::new();
        // Both texts were parsed before, so neither is refused here.
        let (Ok(a), Ok(b)) = (judge.read(kept, &mut buffer), judge.read(alias, &mut other)) else {
            return row;
        };
        let ladder = judge.ladder();
        let verdict = ladder.compare(&a, &b);
        let rung = verdict.rung().unwrap_or(judge.rung).name();
        let mut rules: Vec<String> = Vec::new();
        for step in verdict.steps() {
            let rule = json::kebab(&format!("{:?}", step.rule));
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        match self {
            Self::Tsv => {
                let fields = [&field(kept), &field(alias), rung, &rules.join(",")];
                row.extend_from_slice(fields.join("\t").as_bytes());
                row.push(b'\n');
            }
            // Writing to memory cannot fail.
            Self::Ndjson => drop(json::write(&mut row, &Alias { kept, alias, rung, rules })),
        }
        row
    }
}

#[derive(Serialize)]
struct Alias<'a> {
    kept: &'a str,
    alias: &'a str,
    rung: &'a str,
    rules: Vec<String>,
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
