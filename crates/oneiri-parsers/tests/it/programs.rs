//! What the programs themselves said about some texts, for machines that have none of them.

use oneiri::Component;
use oneiri_parsers::{ALL, PROGRAMS, Parser, by_name};
use toml::{Table, Value};

/// Whose answer a parser gives where the file does not name its own: that of the newest version, or of the grammar.
fn stands_in(name: &str) -> Option<&str> {
    match name {
        "php-rfc3986" => Some("rfc3986"),
        "php-whatwg" => Some("whatwg"),
        _ => name.rsplit_once('-').map(|(newest, _)| newest).filter(|it| by_name(it).is_some()),
    }
}

/// What each program found: those that found the same stand together.
fn recorded(case: &Value) -> Table {
    let mut recorded = Table::new();
    for found in case["found"].as_array().unwrap() {
        let mut found = found.as_table().unwrap().clone();
        let by = found.remove("by").unwrap();
        for name in by.as_str().unwrap().split(' ') {
            let before = recorded.insert(name.to_owned(), found.clone().into());
            assert!(before.is_none(), "{name}: {case:?}");
        }
    }
    recorded
}

#[test]
fn every_parser_finds_what_its_program_found() {
    let file: Table = include_str!("../programs.toml").parse().unwrap();
    let (mut held, mut own) = (0, Vec::new());
    for case in file["case"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        let base = case.get("base").map(|base| base.as_str().unwrap());
        let recorded = recorded(case);
        let found = |parser: &dyn Parser| {
            let found = match base {
                None => parser.read(text),
                Some(base) => parser.read_with_base(text, base),
            };
            found.map_or_else(
                |_| Value::Table(Table::from_iter([("refused".to_owned(), true.into())])),
                |reading| {
                    let value = |it| Some((Component::name(it).to_owned(), reading.get(it)?.into()));
                    Value::Table(Component::ALL.into_iter().filter_map(value).collect())
                },
            )
        };
        for parser in PROGRAMS.iter().map(|program| by_name(program.parser).unwrap()) {
            let name = parser.name();
            let newest = stands_in(name);
            let expected = match (recorded.get(name), newest) {
                (Some(expected), _) => {
                    own.push(name);
                    expected.clone()
                }
                (None, Some(standard @ ("rfc3986" | "whatwg"))) => found(by_name(standard).unwrap()),
                (None, newest) => match newest.and_then(|newest| recorded.get(newest)) {
                    Some(expected) => expected.clone(),
                    None => continue,
                },
            };
            assert_eq!(found(parser), expected, "{name} {text:?} {base:?}");
            held += 1;
        }
    }
    assert!(held > 1000, "{held}");
    for program in PROGRAMS.iter().filter(|program| program.parser != "regex") {
        assert!(own.contains(&program.parser), "no case tells {} from others", program.parser);
    }
}

/// `.ci/parsers` records what it measured. The table, and the page, have to say the same.
#[test]
fn the_table_says_what_the_script_recorded() {
    let record: Table = include_str!("../../../../differential/parsers/record.toml").parse().unwrap();
    let page = include_str!("../../README.md");
    for program in PROGRAMS {
        let row = &record[program.parser];
        assert_eq!(row["version"].as_str(), Some(program.version), "{}", program.parser);
        assert_eq!(row["date"].as_str(), Some(program.date), "{}", program.parser);
        assert_eq!(row["texts"].as_integer(), Some(program.texts.into()), "{}", program.parser);
        let line = format!("| `{}` | {} | {} | {} |", program.parser, program.name, program.version, program.date);
        assert!(page.contains(&line), "the page has no row {line}");
    }
    assert_eq!(record.len(), PROGRAMS.len());
    let standards = ALL.iter().filter(|parser| parser.program().is_none()).map(|it| it.name());
    assert!(standards.eq(["rfc3986", "rfc3987", "whatwg"]));
}

/// `ALL` is the list of parsers. The others repeat it, because they are in other languages or for people.
#[test]
fn every_list_names_all_parsers() {
    for (list, start, quote) in [
        (include_str!("../../../../bindings/js/src/parsers.js"), "parsers = Object", "'"),
        (include_str!("../../../../bindings/js/src/parsers.d.ts"), "type ParserName", "'"),
        (include_str!("../../README.md"), "* `rfc3986`", "`"),
        (include_str!("../../../oneiri-cli/src/commands/parsers/mod.rs"), "/// Ask only these:", ""),
    ] {
        let list = &list[list.find(start).unwrap()..];
        let names = ALL.iter().map(|parser| format!("{quote}{}{quote}", parser.name()));
        let missing: Vec<_> = names.filter(|name| !list.contains(name)).collect();
        assert!(missing.is_empty(), "{start}: {missing:?}");
    }
}
