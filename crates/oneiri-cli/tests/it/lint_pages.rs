//! The pages of the codes of the lints, `docs/lint/`: what `lint --explain` says, and the cases of `testdata/`.
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
    #[serde(default)]
    found: Vec<String>,
    fixed: Option<String>,
}

/// A text that a cell of a table can show. Others are left out.
fn fits(text: &str) -> bool {
    let shown = |c: char| c == ' ' || c.is_ascii_graphic() && c != '|' && c != '`';
    (1..=60).contains(&text.len()) && text.chars().all(shown)
}

fn page(id: &str, name: &str, cases: &[Case]) -> String {
    let said = oneiri(&["lint", "--explain", id]);
    let mut page =
        format!("# {id}: {name}\n\n```console\n$ oneiri lint --explain {id}\n{}", said.stdout());
    page += "```\n";
    let of_code = cases.iter().filter(|case| case.code == name && fits(&case.input));
    let mut rows = of_code.filter(|case| case.found.iter().all(|it| fits(it))).collect::<Vec<_>>();
    // Those in which it is found come first.
    rows.sort_by_key(|case| case.found.is_empty());
    if !rows.is_empty() {
        page += "\nSome of the cases in `testdata/lint.toml`:\n\n| text | found | fixed |\n|---|---|---|\n";
    }
    for case in rows {
        let found = case.found.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
        let found = if found.is_empty() { "nothing".to_owned() } else { found };
        let fixed = case.fixed.as_ref().map_or(String::new(), |fixed| format!("`{fixed}`"));
        let _ = writeln!(page, "| `{}` | {found} | {fixed} |", case.input);
    }
    page += "\n[All lints](../lint.md)\n";
    page
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
