//! What the programs themselves said about some texts, for machines that have none of them.

use oneiri::Component;
use oneiri_parsers::by_name;
use toml::{Table, Value};

const PROGRAMS: [&str; 6] = ["python", "java", "go", "php", "curl", "node-legacy"];

#[test]
fn every_parser_finds_what_its_program_found() {
    let file: Table = include_str!("../programs.toml").parse().unwrap();
    let mut held = 0;
    for case in file["case"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        let base = case.get("base").map(|base| base.as_str().unwrap());
        for name in PROGRAMS {
            let Some(expected) = case.get(name) else { continue };
            let parser = by_name(name).unwrap();
            let found = match base {
                None => parser.read(text),
                Some(base) => parser.read_with_base(text, base),
            };
            let found = found.map(|reading| {
                let value = |it| Some((Component::name(it).to_owned(), reading.get(it)?.into()));
                Value::Table(Component::ALL.into_iter().filter_map(value).collect())
            });
            let refused = Value::Table(Table::from_iter([("refused".to_owned(), true.into())]));
            assert_eq!(&found.unwrap_or(refused), expected, "{name} {text:?} {base:?}");
            held += 1;
        }
    }
    assert!(held > 500, "{held}");
}
