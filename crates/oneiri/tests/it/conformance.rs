//! The names in `docs/conformance.tsv` and `docs/srfi-275.md` exist: every requirement has its row, every row names public
//! items, tests and cases that are there, and every procedure of SRFI 275 has a counterpart and an example.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fmt::Display;
use std::fs::{read_dir, read_to_string};
use std::hash::Hash;
use std::path::Path;
use std::str::FromStr;

use oneiri::{UriBuf, UriRefBuf};

/// The requirements, in the order of the rows: a prefix, how many there are, and the tests of the binding that meets them.
const REQUIREMENTS: [(&str, usize, &str); 3] =
    [("S275", 132, "bindings/scheme/tests"), ("STDURL", 48, "bindings/m/tests"), ("LADDER", 56, "")];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder: their paths from its parent, and their texts.
fn below(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut found = Vec::new();
    for entry in read_dir(&root).unwrap_or_else(|error| panic!("{folder}: {error}")) {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().into_string().unwrap());
        if entry.path().is_dir() {
            found.extend(below(&path));
        } else if let Ok(text) = read_to_string(entry.path()) {
            found.push((path, text));
        }
    }
    found
}

/// The text between the backticks of a cell.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|other| other == word)
}

/// Whether `.ci/interface.txt`, which `.ci/interface` holds to the sources, has `Ri::parse`, `split` or `view::Srfi::port`.
/// `Uri` and its like are names for `Ri`. Foreign traits are not listed there: [`TRAITS`] has those of the table.
fn is_public(interface: &str, item: &str) -> bool {
    let (owner, name) = item.rsplit_once("::").unwrap_or(("", item));
    let owner = owner.rsplit("::").next().unwrap_or_default();
    let owner = if ["Uri", "UriRef", "Iri", "IriRef"].contains(&owner) { "Ri" } else { owner };
    let mut lines = interface.lines().filter_map(|line| line.strip_prefix("oneiri: "));
    item.contains(" for ")
        || lines.any(|line| {
            let of_owner = line.strip_prefix(owner).is_some_and(|rest| rest.starts_with([':', '<']));
            let of_module = owner.is_empty() || owner.starts_with(char::is_lowercase);
            (of_owner || of_module) && has_word(line, name)
        })
}

/// Compiles only where `X for Ri` holds of each such item of the table.
const TRAITS: fn() = || {
    fn reference<T: FromStr + Default + Display + Hash + PartialEq + From<UriBuf>>() {}
    fn identifier<T: TryFrom<UriRefBuf>>() {}
    fn error<T: Display>() {}
    reference::<UriRefBuf>();
    identifier::<UriBuf>();
    error::<oneiri::Error>();
};

#[test]
fn every_requirement_has_its_row_and_every_name_exists() {
    TRAITS();
    let (table, page) = (read("docs/conformance.tsv"), read("docs/conformance.md"));
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let numbers = |(prefix, count, _)| (1..=count).map(move |n| format!("{prefix}-{n:02}"));
    assert!(rows.iter().map(|row| row[0]).eq(REQUIREMENTS.into_iter().flat_map(numbers)));

    let interface = read(".ci/interface.txt");
    let data = below("testdata");
    let tests = [below("crates/oneiri/tests/it"), below("crates/oneiri-cli/tests/it")].concat();
    let is_test = |name| tests.iter().any(|(_, text)| text.contains(&format!("fn {name}()")));
    // A case, or a file of cases, of those that a binding names in quotes (the library runs all).
    let is_case = |name: &str, binding: Option<&str>| {
        let (file, id) = (format!("testdata/{name}"), format!("id = \"{name}\""));
        data.iter().any(|(path, text)| {
            let runs = binding.is_none_or(|it| it.contains(&format!("\"{}\"", path.trim_start_matches("testdata/"))));
            runs && (*path == file || text.contains(&id))
        })
    };
    for (prefix, count, folder) in REQUIREMENTS {
        let rows = rows.iter().filter(|row| row[0].starts_with(prefix));
        let binding = (!folder.is_empty()).then(|| below(folder).into_iter().map(|(_, text)| text).collect::<String>());
        for row in rows.clone() {
            let &[id, _, _, items, tests, bound, status] = &row[..] else { panic!("{row:?}") };
            assert!(status == "met" || status == "part" && page.contains(id), "{id}: {status:?}");
            assert!(items.contains('`') && tests.contains('`'), "{id} names an item and a test");
            for item in quoted(items) {
                assert!(is_public(&interface, item), "{id}: no public item {item}");
            }
            for name in quoted(tests) {
                assert!(is_test(name) || is_case(name, None), "{id}: no test or case {name}");
            }
            assert_eq!(bound.contains('`'), binding.is_some(), "{id}: tests of the binding");
            for name in quoted(bound) {
                let binding = binding.as_deref().unwrap();
                let named = ["(test-group ", "named("].iter();
                let mut named = named.map(|before| format!("{before}\"{name}\""));
                let is_test = named.any(|text| binding.contains(&text));
                assert!(is_test || is_case(name, Some(binding)), "{id}: no test {name}");
            }
        }
        let met = rows.filter(|row| row[6] == "met").count();
        assert!(page.contains(&format!("| {prefix} | {count} | {met} |")), "{prefix}: {met} met");
    }
    for name in ["Ri::pars", "Ri::untyped", "view::Stdurl::normalize"] {
        assert!(!is_public(&interface, name), "{name}");
    }
    assert!(!is_test("files") && !is_case("parse.toml", None) && !is_case("S275-T999", None));
}

#[test]
fn every_procedure_of_the_srfi_has_its_row_and_its_example() {
    let page = read("docs/srfi-275.md");
    let mut procedures = vec!["iri->uri".to_string(), "uri->iri".to_string()];
    for kind in ["iri", "uri"] {
        let all = "K K? non-relative-K? relative-K relative-K? string->K K->string K-equal? K-eqv? resolve-K-reference";
        procedures.extend(all.split(' ').map(|name| name.replace('K', kind)));
        for field in "scheme user host port path query fragment authority".split(' ') {
            procedures.push(format!("{kind}-{field}"));
            procedures.push(format!("update-{kind}-{field}"));
            procedures.push(format!("set-{kind}-{field}!"));
        }
        for step in ["-case", "-escape", "-path-segments", ""] {
            procedures.push(format!("normalise-{kind}{step}"));
            procedures.push(format!("normalise-{kind}{step}!"));
        }
    }
    assert_eq!(procedures.len(), 86);
    let examples = [include_str!("srfi_275.rs"), page.as_str()].concat();
    let calls = examples.lines().filter(|line| line.trim().starts_with("// ")).collect::<String>();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    for row in &rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert!(cells.len() == 3 && cells.iter().all(|cell| !cell.is_empty()), "{row}");
        for name in quoted(cells[0]) {
            assert!(procedures.iter().any(|known| known == name), "the SRFI has no {name}");
        }
    }
    for name in procedures {
        let cell = format!("`{name}`");
        let count = rows.iter().filter(|row| row.split(" | ").next().unwrap().contains(&cell)).count();
        assert_eq!(count, 1, "rows of {name}");
        assert!([' ', ')'].iter().any(|end| calls.contains(&format!("({name}{end}"))), "{name}: no example");
    }
}
