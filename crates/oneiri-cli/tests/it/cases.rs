//! Every case of `testdata/` that a command line can express, through the binary.
//!
//! Cases that ask the same thing of the command share one process, and go in as lines; a text that
//! is no line, as it holds a line feed, goes in as an argument.

mod answers;
mod case;
#[path = "../../../oneiri/tests/it/cases/each.rs"]
mod each;
mod queue;
mod runs;

use std::collections::BTreeSet;

use toml::Table;

use self::case::Case;
use self::runs::Runs;

/// Each file, and how many of its cases a command line cannot express.
const FILES: &[(&str, usize)] = &[
    // Inputs too long for a line of arguments, and answers of the library.
    ("advisories", ALL),
    ("decisions/convert", 0),
    ("decisions/normalize-iri", 0),
    ("decisions/normalize-uri", 0),
    ("decisions/normalize-uri-dots", 0),
    ("decisions/parse-empties", 0),
    ("decisions/parse-forbidden", 0),
    ("decisions/parse-ip-literals", 0),
    ("decisions/parse-iri", 0),
    ("decisions/parse-lenient", 0),
    ("decisions/parse-port", 0),
    ("decisions/parse-scheme-or-segment", 0),
    ("decisions/parse-userinfo", 0),
    ("decisions/resolve", 0),
    ("decisions/update", 0),
    // `diff.rs` runs them.
    ("diff", ALL),
    ("errors", 0),
    ("fingerprints", 0),
    ("grammar", 0),
    // The library runs them (`json_schema.rs`).
    ("json-schema", ALL),
    ("ladder/components", 0),
    // One is optional in the RFC, and not done.
    ("ladder/conversions", 1),
    ("ladder/modes", 0),
    ("ladder/pairs", 0),
    ("ladder/percent", 0),
    // Markup is resolved before a command sees it; the routine as printed is no command.
    ("ladder/preparations", ALL),
    ("ladder/remove-dot-segments", ALL),
    ("ladder/resolve", 0),
    ("ladder/schemes", 0),
    ("lenient", 1),
    ("lint", 0),
    ("srfi275/iri-getters", 0),
    ("srfi275/iri-to-string", 0),
    ("srfi275/iri-to-uri", 0),
    ("srfi275/normalize-iri-case", 0),
    ("srfi275/normalize-iri-escape", 0),
    ("srfi275/normalize-iri-path-segments", 0),
    ("srfi275/normalize-uri-case", 0),
    ("srfi275/normalize-uri-escape", 0),
    ("srfi275/normalize-uri-path-segments", 0),
    ("srfi275/parse", 0),
    ("srfi275/resolve-iri-reference", 0),
    ("srfi275/uri-to-iri", 0),
    // Building is not a command.
    ("stdurl/build", ALL),
    ("stdurl/decode", 0),
    ("stdurl/encode", 0),
    ("stdurl/normalize", 0),
    ("stdurl/parse", 0),
    ("stdurl/parse-authority", 0),
    ("stdurl/resolve", 0),
    ("stdurl/valid", 0),
    // User, host and port of an authority are refused one by one, and an option has all of them.
    ("update", 5),
];

/// There is no command for anything in the file.
const ALL: usize = usize::MAX;

/// Keys that the tests below act upon, and those that are for the reader: a slip of the pen must
/// not switch a check off.
const KEYS: &str = "id input expected error grammar base reference srfi flat authority_present \
    port_raw relative host_kind component start direction optional operation pairs safe times \
    lenient before_encoding a b expect rung normal_form same_text equivalent scheme authority \
    userinfo host port path query fragment \
    ignoring_fragment against_base rfc3986_verbatim backward_compatible value user policy \
    decision source section derived name note strength kind rule xxh3_128 blake3 \
    code found details fixed";

const TESTDATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");

#[test]
fn every_case_that_a_command_line_can_express() {
    let mut runs = Runs::default();
    let mut ran = 0;
    for &(file, left_out) in FILES {
        let cases = read(file);
        let mut done = BTreeSet::new();
        for case in &cases {
            let case = Case { file, table: case };
            if case.queue(&mut runs) {
                for key in case.table.keys() {
                    assert!(KEYS.split_whitespace().any(|known| known == key), "{case}: {key}");
                }
                assert!(done.insert(case.text("id").to_owned()), "{case}: twice");
            }
        }
        assert_eq!(cases.len() - done.len(), left_out.min(cases.len()), "{file}");
        ran += done.len();
    }
    let (checks, processes) = runs.run();
    println!("{ran} cases of testdata/ through the binary: {checks} checks, {processes} processes");
    assert!(ran >= 1770, "{ran}");
}

/// A file that is not in the list would not run.
#[test]
fn every_file_is_in_the_list() {
    let mut found = BTreeSet::new();
    let mut folders = vec![std::path::PathBuf::from(TESTDATA)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                let name = path.strip_prefix(TESTDATA).unwrap().with_extension("");
                found.insert(name.to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    assert_eq!(found, FILES.iter().map(|&(file, ..)| file.to_owned()).collect());
}

fn read(file: &str) -> Vec<Table> {
    let text = std::fs::read_to_string(format!("{TESTDATA}/{file}.toml")).expect(file);
    each::cases(file, &text)
}
