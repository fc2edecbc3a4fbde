//! The measured figures: the JSON files that `oneiri-bench --json` writes.

use std::path::Path;

use serde::Deserialize;

use crate::words::place;

/// One run of the benchmark.
pub struct Run {
    pub processor: String,
    pub rustc: String,
    pub rounds: u64,
    pub results: Vec<Row>,
}

/// The same as the file has it.
#[derive(Deserialize)]
struct Record {
    processor: String,
    rustc: String,
    rounds: u64,
    lists: Vec<List>,
    results: Vec<Figures>,
}

#[derive(Deserialize)]
struct List {
    name: String,
    identifiers: u64,
    bytes: u64,
}

/// A figure for each list.
#[derive(Deserialize)]
struct Figures {
    task: String,
    contender: String,
    version: String,
    median_ns: Vec<f64>,
    accepted: Vec<u64>,
}

/// What one contender took for one task on one list.
pub struct Row {
    pub task: String,
    pub corpus: String,
    pub identifiers: u64,
    /// Of the list.
    pub bytes: u64,
    pub contender: String,
    pub version: String,
    pub median_ns: f64,
    pub accepted: u64,
}

impl Run {
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let record = serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let Record { processor, rustc, rounds, lists, results } = record;
        let rows = results.into_iter().flat_map(|it| {
            let figures = it.median_ns.into_iter().zip(it.accepted);
            let row = |(list, (median_ns, accepted)): (&List, (f64, u64))| Row {
                task: it.task.clone(),
                corpus: list.name.clone(),
                identifiers: list.identifiers,
                bytes: list.bytes,
                contender: it.contender.clone(),
                version: it.version.clone(),
                median_ns,
                accepted,
            };
            lists.iter().zip(figures).map(row).collect::<Vec<_>>()
        });
        Ok(Self { processor, rustc, rounds, results: rows.collect() })
    }

    pub fn row(&self, task: &str, corpus: &str, contender: &str) -> Option<&Row> {
        self.results.iter().find(|row| row.task == task && row.corpus == corpus && row.contender == contender)
    }

    /// The rows of a task on a list.
    pub fn rows<'a>(&'a self, task: &'a str, corpus: &'a str) -> impl Iterator<Item = &'a Row> {
        self.results.iter().filter(move |row| row.task == task && row.corpus == corpus)
    }

    /// The other libraries that do a task on a list, the fastest first.
    pub fn others<'a>(&'a self, task: &'a str, corpus: &'a str) -> Vec<&'a Row> {
        let mut rows = self.rows(task, corpus).filter(|row| row.is_other()).collect::<Vec<_>>();
        rows.sort_by(|one, other| one.median_ns.total_cmp(&other.median_ns));
        rows
    }

    /// The lists, each once.
    pub fn lists(&self) -> Vec<&str> {
        let mut lists = self.names(|row| &row.corpus);
        lists.sort_by_key(|corpus| place(corpus));
        lists
    }

    /// The tasks, each once, in the order in which they were measured.
    pub fn tasks(&self) -> Vec<&str> {
        self.names(|row| &row.task)
    }

    fn names(&self, name: fn(&Row) -> &str) -> Vec<&str> {
        let mut names = Vec::new();
        for row in &self.results {
            if !names.contains(&name(row)) {
                names.push(name(row));
            }
        }
        names
    }
}

impl Row {
    /// Whether this is another library's figure, and says something: rejecting is quick, so a library that
    /// rejects more than a tenth of the list is left out.
    fn is_other(&self) -> bool {
        let baseline = self.contender.starts_with("utf8-") || self.contender == "text";
        let ours = self.contender.starts_with("oneiri");
        // It only parses, has no fragments, and accepts all bytes beyond ASCII.
        let http = self.contender == "http";
        !baseline && !ours && !http && self.accepted * 10 >= self.identifiers * 9
    }
}
