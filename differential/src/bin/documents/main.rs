//! `documents [--count N] [--format F] [--seed S] [--show N] [FILE...]`: compares how oneiri-documents and another reader of each
//! format read N generated documents, and the files of that format: whether they accept a document, and which IRIs they find in
//! it. Ends with 1 if a difference is not known, or if a known one is not found in many documents.

mod deviations;
mod feeds;
mod formats;
mod html;
mod jsonld;
mod jsonld_causes;
mod jsonld_deviations;
mod rdf;
mod rdfxml;
mod rdfxml_grammar;
mod reading;
mod terse;

use std::process::ExitCode;

use deviations::{Found, Row, is_of};
use formats::{FORMATS, Format};
use oneiri_differential::dice::Dice;
use reading::{Reading, ours};

/// In so many documents of its format, each known difference is found.
const ENOUGH: u64 = 1_000_000;

struct Arguments {
    count: u64,
    seed: u64,
    /// How many differences of a format are printed.
    show: usize,
    format: Option<String>,
    files: Vec<String>,
}

fn arguments() -> Arguments {
    let (format, files) = (None, Vec::new());
    let mut read = Arguments { count: 20_000, seed: 1, show: 10, format, files };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("a number");
        match argument.as_str() {
            "--count" => read.count = number(),
            "--seed" => read.seed = number(),
            "--show" => read.show = number() as usize,
            "--format" => read.format = arguments.next(),
            _ => read.files.push(argument),
        }
    }
    read
}

fn known() -> impl Iterator<Item = &'static Row> {
    deviations::KNOWN.iter().chain(jsonld_deviations::KNOWN)
}

#[derive(Default)]
struct Tally {
    compared: u64,
    accepted: u64,
    iris: u64,
    known: Vec<u64>,
    unknown: u64,
}

impl Tally {
    fn compare(&mut self, format: &Format, text: &str, show: usize) {
        let (ours, theirs) = (ours(format.name, text), (format.theirs)(text));
        self.compared += 1;
        self.accepted += u64::from(ours.refused.is_none());
        self.iris += ours.iris.len() as u64;
        let Some(difference) = difference(format, &ours, &theirs) else { return };
        let found = Found { format: format.name, text, ours: &ours, theirs: &theirs };
        if let Some(row) = known().position(|row| is_of(row, found.format) && (row.1)(&found)) {
            self.known[row] += 1;
            return;
        }
        self.unknown += 1;
        if self.unknown <= show as u64 {
            println!("UNKNOWN  {}: {difference}\n{text}\n", format.name);
        }
    }
}

fn difference(format: &Format, ours: &Reading, theirs: &Reading) -> Option<String> {
    match (&ours.refused, &theirs.refused) {
        (Some(_), Some(_)) => None,
        (Some(reason), None) => Some(format!("only oneiri refuses the document: {reason}")),
        (None, Some(reason)) => Some(format!("only {} refuses the document: {reason}", format.rival)),
        (None, None) => {
            let (ours_only, theirs_only) = reading::differences(format.name, ours, theirs);
            let is_same = ours_only.is_empty() && theirs_only.is_empty();
            let text = || format!("only oneiri finds {ours_only:?}, only {} {theirs_only:?}", format.rival);
            (!is_same).then(text)
        }
    }
}

fn main() -> ExitCode {
    let Arguments { count, seed, show, format, files } = arguments();
    let mut is_failed = false;
    for format in FORMATS.iter().filter(|it| format.as_deref().is_none_or(|name| name == it.name)) {
        let mut tally = Tally { known: vec![0; known().count()], ..Tally::default() };
        let mut dice = Dice(seed);
        for file in files.iter().filter(|it| it.ends_with(format.ending)) {
            let text = std::fs::read_to_string(file).expect("a text");
            tally.compare(format, &text, show);
        }
        for _ in 0..count {
            let text = (format.document)(&mut dice);
            tally.compare(format, &text, show);
        }
        let Tally { compared, accepted, iris, known, unknown } = tally;
        let explained: u64 = known.iter().sum();
        println!(
            "{compared:>9}  documents of {}, next to {}: {accepted} accepted, {iris} IRIs; {explained} differences known, {unknown} unknown",
            format.name, format.rival
        );
        for (count, row) in known.iter().zip(self::known()).filter(|(_, row)| is_of(row, format.name)) {
            println!("{count:>9}    {}", row.2);
            if *count == 0 && compared >= ENOUGH {
                println!("UNSEEN   {}", row.2);
                is_failed = true;
            }
        }
        is_failed |= unknown > 0;
    }
    if is_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
