//! What fuzzing begins with: the texts of all cases, and what earlier runs found worth keeping.

use std::fs::{read_dir, read_to_string};
use std::path::Path;

/// Every string of `testdata/` by itself, and all strings of a case as lines; and the links of the example.
pub(crate) fn of_cases(root: &Path) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    collect(&root.join("testdata"), &mut seeds);
    let links = read_to_string(root.join("examples/links.txt")).unwrap();
    seeds.extend(links.lines().map(String::from));
    seeds.retain(|seed| seed.len() <= 250);
    seeds.sort();
    seeds.dedup();
    seeds.into_iter().map(String::into_bytes).collect()
}

fn collect(folder: &Path, seeds: &mut Vec<String>) {
    for entry in read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, seeds);
        } else if path.extension().is_some_and(|it| it == "toml") {
            let table = read_to_string(&path).unwrap().parse::<toml::Table>().unwrap();
            table.values().for_each(|value| strings(value, seeds));
        }
    }
}

fn strings(value: &toml::Value, seeds: &mut Vec<String>) {
    match value {
        toml::Value::String(text) => seeds.push(text.clone()),
        toml::Value::Array(all) => all.iter().for_each(|value| strings(value, seeds)),
        toml::Value::Table(table) => {
            table.values().for_each(|value| strings(value, seeds));
            // What says which case it is, and why, is no input.
            let inputs = table
                .iter()
                .filter(|(key, _)| !["id", "decision", "note", "grammar", "expected"].contains(&key.as_str()));
            let lines: Vec<&str> = inputs.filter_map(|(_, value)| value.as_str()).collect();
            if lines.len() > 1 {
                seeds.push(lines.join("\n"));
            }
        }
        _ => {}
    }
}

/// The corpus of a law: inputs as `escaped` writes them, with tabs between those on one line.
pub(crate) fn kept(root: &Path, name: &str) -> Vec<Vec<u8>> {
    let corpus = read_to_string(root.join(format!("fuzz/corpus/{name}.txt"))).unwrap_or_default();
    corpus.lines().flat_map(|line| line.split('\t')).map(|input| unescaped(input).unwrap()).collect()
}

/// The bytes as one line of ASCII.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// The bytes of such a line.
pub(crate) fn unescaped(line: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::new(), line.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b't' => b'\t',
                b'r' => b'\r',
                b'n' => b'\n',
                b'x' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                other => other,
            },
            byte => byte,
        });
    }
    Some(bytes)
}

#[test]
fn what_is_kept_comes_back() {
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(unescaped(&escaped(&all)), Some(all));
}
