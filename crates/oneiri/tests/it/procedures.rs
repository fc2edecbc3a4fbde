//! `docs/srfi-275.md` is complete: every procedure of every library of SRFI 275 has its row under that library,
//! with a counterpart and its errors, and is called in an example there or in `srfi_275.rs`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;

/// The libraries of SRFI 275, and the procedures of each.
fn procedures() -> BTreeMap<String, Vec<String>> {
    const FIELDS: [&str; 8] =
        ["scheme", "user", "host", "port", "path", "query", "fragment", "authority"];
    let mut libraries: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |library: &str, name: String| {
        libraries.entry(format!("(srfi 275 {library})")).or_default().push(name);
    };
    for kind in ["iri", "uri"] {
        for name in [
            "KIND",
            "KIND?",
            "non-relative-KIND?",
            "relative-KIND",
            "relative-KIND?",
            "string->KIND",
            "KIND->string",
            "KIND-equal?",
        ] {
            add(kind, name.replace("KIND", kind));
        }
        for field in FIELDS {
            add(kind, format!("{kind}-{field}"));
            add(kind, format!("update-{kind}-{field}"));
            add(&format!("{kind} in-place"), format!("set-{kind}-{field}!"));
        }
        for step in ["-case", "-escape", "-path-segments", ""] {
            add("normalise", format!("normalise-{kind}{step}"));
            add("normalise in-place", format!("normalise-{kind}{step}!"));
        }
        add("normalise", format!("resolve-{kind}-reference"));
        add("normalise", format!("{kind}-eqv?"));
    }
    add("normalise", String::from("iri->uri"));
    add("normalise", String::from("uri->iri"));
    libraries
}

#[test]
fn every_procedure_of_the_srfi_has_its_row_and_its_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/srfi-275.md");
    let document = std::fs::read_to_string(path).unwrap();
    let mut rows: BTreeMap<(String, String), usize> = BTreeMap::new();
    let examples = include_str!("srfi_275.rs").lines().map(str::trim);
    let mut calls = examples.filter(|line| line.starts_with("// ")).collect::<String>();
    let mut libraries: Vec<String> = Vec::new();
    let mut in_rust = false;
    for line in document.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            libraries = quoted(heading).map(String::from).collect();
        } else if line.starts_with("```") {
            in_rust = line == "```rust";
        } else if in_rust && line.starts_with("// ") {
            calls.push_str(line);
        } else if line.starts_with("| `") && !libraries.is_empty() {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let &[names, here, error] = &cells[..] else { panic!("not three cells: {line}") };
            assert!(!here.is_empty() && !error.is_empty(), "an empty cell: {line}");
            for name in quoted(names) {
                for library in &libraries {
                    *rows.entry((library.clone(), name.to_string())).or_default() += 1;
                }
            }
        }
    }

    let mut faults = Vec::new();
    let mut known = Vec::new();
    for (library, names) in procedures() {
        for name in names {
            match rows.get(&(library.clone(), name.clone())) {
                Some(1) => {}
                count => faults.push(format!("{library} {name}: {count:?} rows")),
            }
            if ![' ', ')'].iter().any(|&end| calls.contains(&format!("({name}{end}"))) {
                faults.push(format!("{library} {name}: no example"));
            }
            known.push(name);
        }
    }
    let strangers = rows.keys().filter(|(_, name)| !known.contains(name));
    faults.extend(strangers.map(|(library, name)| format!("{library} has no {name}")));
    assert!(faults.is_empty(), "docs/srfi-275.md:\n{}", faults.join("\n"));
    println!("docs/srfi-275.md: {} procedures", known.len());
    assert_eq!(known.len(), 86);
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
