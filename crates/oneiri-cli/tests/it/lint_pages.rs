//! The pages of the codes of the lints, `docs/lint/`: what `lint --explain` says, and some cases of `testdata/`.
//!
//! `ONEIRI_SNAPSHOTS=write` writes them anew.

use std::fmt::Write as _;

use serde::Deserialize;

use crate::run::oneiri;
use crate::snapshots::same;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    code: String,
    input: String,
    fixed: Option<String>,
}

/// A text that a cell of a table can show. Others are left out.
fn fits(text: &str) -> bool {
    let shown = |c: char| c == ' ' || c.is_ascii_graphic() && c != '|' && c != '`';
    (1..=60).contains(&text.len()) && text.chars().all(shown)
}

/// What the table of `docs/lint.md` does not say of a code: the reason, an example, and a fix.
fn page(id: &str, name: &str, cases: &[Case]) -> String {
    let told = oneiri(&["lint", "--explain", id, "--json"]).json();
    let [why, example] = ["why", "example"].map(|key| told[0][key].as_str().unwrap());
    let seen = |c: char| match c {
        c if c.is_alphanumeric() || c.is_ascii() => c.to_string(),
        c => c.escape_unicode().to_string(),
    };
    let example = example.chars().map(seen).collect::<String>();
    let mut page = format!("# {id}: {name}\n\n{why}\n\nExample: `{example}`");
    let of_code = cases.iter().filter(|case| case.code == name && fits(&case.input));
    let mut fixed = of_code.filter_map(|case| Some((&case.input, case.fixed.as_deref()?)));
    if let Some((input, fixed)) = fixed.find(|(_, fixed)| fits(fixed)) {
        let _ = write!(page, " (`{input}` becomes `{fixed}`)");
    }
    page + ".\n"
}

#[test]
fn every_code_has_its_page() {
    let text = std::fs::read_to_string(format!("{ROOT}/testdata/lint.toml")).unwrap();
    let cases = toml::from_str::<Cases>(&text).unwrap().case;
    let contents = std::fs::read_to_string(format!("{ROOT}/book/SUMMARY.md")).unwrap();
    let codes = oneiri(&["lint", "--codes", "--json"]).json();
    let mut pages = Vec::new();
    for code in &codes {
        let (id, name) = (code["id"].as_str().unwrap(), code["code"].as_str().unwrap());
        assert!(same(&format!("{ROOT}/docs/lint/{id}.md"), &page(id, name, &cases)), "{id}");
        assert!(contents.contains(&format!("- [{id}: {name}](docs/lint/{id}.md)\n")), "{id}");
        pages.push(format!("{id}.md"));
    }
    let files = std::fs::read_dir(format!("{ROOT}/docs/lint")).unwrap();
    let mut found =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>();
    found.sort();
    assert_eq!(found, pages);
    println!("{} pages, {} cases", pages.len(), cases.len());
}
