//! Every case of `testdata/` that columns can express, with the results of the library.

use std::collections::BTreeSet;
use std::path::Path;

use oneiri::{Alphabet, Ascii, HasScheme, MaybeScheme, Normalization, Ri, Rung, Unicode};
use toml::{Table, Value};

use crate::ask::{Column, Rows, ask, column, one};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");

fn cases(file: &str) -> Vec<Table> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{file}")).unwrap();
    let mut table: Table = text.parse().unwrap();
    let Some(Value::Array(cases)) = table.remove("case") else { panic!("{file} has no cases") };
    let cases = cases.into_iter().map(|case| case.try_into().unwrap());
    let cases: Vec<Table> = cases.collect();
    assert!(!cases.is_empty(), "{file}");
    cases
}

fn text<'c>(case: &'c Table, key: &str) -> Option<&'c str> {
    case.get(key).map(|value| value.as_str().unwrap_or_else(|| panic!("{case:?}: {key}")))
}

/// The column of what cases have under a key.
fn all(cases: &[Table], key: &str) -> Column {
    cases.iter().map(|case| Some(text(case, key).unwrap().to_owned())).collect()
}

fn held(cases: &[Table], grammar: &str) -> Vec<Table> {
    let of = |case: &&Table| {
        matches!(text(case, "grammar"), None | Some("both"))
            || text(case, "grammar") == Some(grammar)
    };
    cases.iter().filter(of).cloned().collect()
}

type Reference<'t, A> = Ri<&'t str, A, MaybeScheme>;

const PARSED: [&str; 11] = [
    "decisions/parse-empties.toml",
    "decisions/parse-forbidden.toml",
    "decisions/parse-ip-literals.toml",
    "decisions/parse-iri.toml",
    "decisions/parse-port.toml",
    "decisions/parse-scheme-or-segment.toml",
    "decisions/parse-userinfo.toml",
    "errors.toml",
    "grammar.toml",
    "srfi275/iri-getters.toml",
    "srfi275/parse.toml",
];
const COMPONENTS: &str = "ladder/components.toml";
const STEPPED: [(&str, &str); 6] = [
    ("srfi275/normalize-iri-case.toml", "iri-case"),
    ("srfi275/normalize-iri-escape.toml", "iri-escape"),
    ("srfi275/normalize-iri-path-segments.toml", "iri-path-segments"),
    ("srfi275/normalize-uri-case.toml", "uri-case"),
    ("srfi275/normalize-uri-escape.toml", "uri-escape"),
    ("srfi275/normalize-uri-path-segments.toml", "uri-path-segments"),
];
const NORMALIZED: [&str; 4] = [
    "decisions/normalize-iri.toml",
    "decisions/normalize-uri-dots.toml",
    "decisions/normalize-uri.toml",
    "stdurl/normalize.toml",
];
const CONVERTED: [(&str, &str); 4] = [
    ("decisions/convert.toml", ""),
    ("ladder/conversions.toml", ""),
    ("srfi275/iri-to-uri.toml", "iri->uri"),
    ("srfi275/uri-to-iri.toml", "uri->iri"),
];
const RESOLVED: [&str; 4] = [
    "decisions/resolve.toml",
    "ladder/resolve.toml",
    "srfi275/resolve-iri-reference.toml",
    "stdurl/resolve.toml",
];
const PAIRS: [&str; 2] = ["ladder/pairs.toml", "ladder/schemes.toml"];
const PREPARED: &str = "ladder/preparations.toml";
const FINGERPRINTS: &str = "fingerprints.toml";
const PERCENT: &str = "ladder/percent.toml";

/// Editing, linting, lenient parsing and the like: no column does them.
const NO_COLUMNS: [&str; 14] = [
    "advisories.toml",
    "decisions/parse-lenient.toml",
    "decisions/update.toml",
    "diff.toml",
    "ladder/modes.toml",
    "ladder/remove-dot-segments.toml",
    "lenient.toml",
    "lint.toml",
    "srfi275/iri-to-string.toml",
    "stdurl/build.toml",
    "stdurl/decode.toml",
    "stdurl/encode.toml",
    "stdurl/parse-authority.toml",
    "update.toml",
];
/// Their texts are parsed; the keys of their own are a view of the library's.
const TEXTS: [&str; 2] = ["stdurl/parse.toml", "stdurl/valid.toml"];
const FORMATS: &str = "json-schema.toml";

#[test]
fn no_file_is_forgotten() {
    fn below(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|it| it == "toml") {
                let file = path.strip_prefix(FOLDER).unwrap().to_str().unwrap();
                found.insert(file.replace('\\', "/"));
            }
        }
    }
    let mut found = BTreeSet::new();
    below(Path::new(FOLDER), &mut found);
    let pairs = STEPPED.into_iter().chain(CONVERTED).map(|(file, _)| file);
    let known = PARSED.into_iter().chain(NORMALIZED).chain(RESOLVED).chain(PAIRS).chain(NO_COLUMNS);
    let known = known
        .chain(TEXTS)
        .chain([COMPONENTS, PREPARED, FINGERPRINTS, PERCENT, FORMATS])
        .chain(pairs);
    assert_eq!(found, known.map(str::to_owned).collect());
}

/// All that `oneiri_parse`, `oneiri_is_valid` and `oneiri_why_not` say of texts in both alphabets, held
/// against the library.
async fn parsed<A: Alphabet>(name: &str, texts: &Column) -> Rows {
    let parts = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];
    let why = ["message", "component", "expected", "found", "rule", "start", "end"];
    let mut expressions = vec![
        format!("oneiri_is_valid(a, '{name}')"),
        format!("oneiri_is_valid(a, '{name}-reference')"),
        format!("oneiri_parse(a, '{name}-reference') IS NULL"),
    ];
    expressions.extend(parts.map(|it| format!("oneiri_parse(a, '{name}-reference')['{it}']")));
    expressions.extend(why.map(|it| format!("oneiri_why_not(a, '{name}-reference')['{it}']")));
    // `IS NULL` is never null itself, as all else is for null.
    expressions[2] = format!("nullif({}, a IS NULL)", expressions[2]);
    let rows = ask(&expressions.join(", "), &[texts]).await;
    for (text, row) in texts.iter().zip(&rows) {
        let text = text.as_deref().unwrap();
        let value = Reference::<A>::parse(text);
        let has_scheme = Ri::<&str, A, HasScheme>::parse(text).is_ok();
        let mut expected = vec![Some(has_scheme.to_string()), Some(value.is_ok().to_string())];
        expected.push(value.is_err().then(|| "true".to_owned()));
        let owned = |part: Option<&str>| part.map(str::to_owned);
        match value {
            Ok(value) => {
                let it = value.parts();
                let parts = [it.scheme, it.userinfo, it.host, it.port, Some(it.path)];
                expected.extend(parts.map(owned));
                expected.extend([it.query, it.fragment].map(owned));
                expected.extend(vec![None; why.len()]);
            }
            Err(error) => {
                expected.extend(vec![None; parts.len()]);
                let characters = |byte: usize| text[..byte.min(text.len())].chars().count();
                let start = characters(error.start());
                let byte = format!("byte {}", error.start());
                let said = match start == error.start() {
                    true => error.to_string(),
                    false => error.to_string().replacen(&byte, &format!("character {start}"), 1),
                };
                expected.extend([Some(said), error.component().map(|it| it.name().to_owned())]);
                expected
                    .extend([Some(error.expected().to_string()), error.found().map(String::from)]);
                expected.push(Some(error.section().to_owned()));
                expected.extend([start, characters(error.end())].map(|at| Some(at.to_string())));
            }
        }
        assert_eq!(*row, expected, "{text:?}");
    }
    rows
}

/// The formats of JSON Schema have the names of the grammars.
#[tokio::test]
async fn strings_have_their_format() {
    let cases = cases(FORMATS);
    for case in &cases {
        let format = text(case, "format").unwrap();
        let input = vec![text(case, "input").map(str::to_owned)];
        let rows = ask(&format!("oneiri_is_valid(a, '{format}')"), &[&input]).await;
        let valid = case["valid"].as_bool().unwrap().to_string();
        assert_eq!(rows[0][0].as_ref(), Some(&valid), "{case:?}");
    }
    println!("{} strings", cases.len());
}

#[tokio::test]
async fn texts_are_parsed() {
    for file in PARSED.into_iter().chain(TEXTS) {
        let cases = cases(file);
        for grammar in ["uri", "iri"] {
            let held = held(&cases, grammar);
            let texts = all(&held, "input");
            let rows = match grammar {
                "uri" => parsed::<Ascii>(grammar, &texts).await,
                _ => parsed::<Unicode>(grammar, &texts).await,
            };
            for (case, row) in held.iter().zip(rows) {
                if file == "errors.toml" {
                    assert_eq!(row[0].as_deref(), Some("false"), "{case:?}");
                } else if !TEXTS.contains(&file) {
                    let valid = case.contains_key("srfi").to_string();
                    assert_eq!(row[1].as_ref(), Some(&valid), "{case:?}");
                }
                if let Some(component) = text(case, "component") {
                    assert_eq!(row[11].as_deref(), Some(component), "{case:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn texts_have_components() {
    let cases = cases(COMPONENTS);
    let rows = parsed::<Unicode>("iri", &all(&cases, "input")).await;
    let names = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];
    for (case, row) in cases.iter().zip(rows) {
        let expected = names.map(|name| text(case, name).map(str::to_owned));
        assert_eq!(row[3..10], expected, "{case:?}");
    }
}

/// Some steps, or all of them.
async fn normalized<A: Alphabet>(name: &str, operation: &str, texts: &Column) -> Column {
    let step = match operation {
        "path-segments" => "path",
        other => other,
    };
    let expression = match step {
        "normalize" => format!("oneiri_normalize(a, 'path', '{name}-reference')"),
        step => format!("oneiri_normalize_steps(a, '{step}', '{name}-reference')"),
    };
    let rows = one(&expression, &[texts]).await;
    let steps =
        Normalization::NONE.case(step == "case").escape(step == "escape").path(step == "path");
    for (text, row) in texts.iter().zip(&rows) {
        let value = Reference::<A>::parse(text.as_deref().unwrap()).unwrap();
        let expected = match step {
            "normalize" => value.normalize_at(Rung::Path).into_string(),
            _ => value.normalize_steps(steps).into_string(),
        };
        assert_eq!(row.as_ref(), Some(&expected), "{expression} of {text:?}");
    }
    rows
}

#[tokio::test]
async fn texts_are_normalized() {
    let stepped = STEPPED.map(|(file, operation)| (file, Some(operation)));
    for (file, operation) in stepped.into_iter().chain(NORMALIZED.map(|file| (file, None))) {
        let cases = cases(file);
        // What only lenient parsing reads is no text of a column.
        let strict = cases.iter().filter(|case| !case.contains_key("lenient"));
        let operation_of = |case: &Table| {
            let own = text(case, "operation").or(operation).unwrap_or("uri-normalize");
            own.to_owned()
        };
        let strict: Vec<Table> = strict.cloned().collect();
        let operations: BTreeSet<String> = strict.iter().map(operation_of).collect();
        for operation in operations {
            let held: Vec<Table> =
                strict.iter().filter(|case| operation_of(case) == operation).cloned().collect();
            let (grammar, step) = operation.split_once('-').unwrap();
            let texts = all(&held, "input");
            let rows = match grammar {
                "uri" => normalized::<Ascii>(grammar, step, &texts).await,
                _ => normalized::<Unicode>(grammar, step, &texts).await,
            };
            assert_eq!(rows, all(&held, "expected"), "{file}");
        }
    }
}

#[tokio::test]
async fn escapes_of_unreserved_characters_are_decoded() {
    let mut ran = 0;
    for case in cases(PERCENT).iter().filter(|case| text(case, "operation") != Some("encode")) {
        let pairs = case["pairs"].as_array().unwrap();
        let spread = |at: usize| {
            let part = |pair: &Value| pair[at].as_str().unwrap().to_owned();
            let whole = |it: String| format!("x://{it}@{it}/{it}?{it}#{it}");
            column(&pairs.iter().map(|pair| whole(part(pair))).collect::<Vec<_>>())
        };
        for grammar in ["uri", "iri"] {
            let query = format!("oneiri_normalize_steps(a, 'escape', '{grammar}-reference')");
            assert_eq!(one(&query, &[&spread(0)]).await, spread(1));
        }
        ran += pairs.len();
    }
    assert!(ran > 5, "{ran}");
}

#[tokio::test]
async fn texts_are_converted() {
    for (file, usual) in CONVERTED {
        let cases = cases(file);
        for (direction, function) in [("uri->iri", "oneiri_to_iri"), ("iri->uri", "oneiri_to_uri")]
        {
            let of = |case: &&Table| text(case, "direction").unwrap_or(usual) == direction;
            let held: Vec<Table> = cases.iter().filter(of).cloned().collect();
            if held.is_empty() {
                continue;
            }
            let rows = one(&format!("{function}(a)"), &[&all(&held, "input")]).await;
            for (case, row) in held.iter().zip(rows) {
                let input = text(case, "input").unwrap();
                let expected = match direction {
                    "uri->iri" => Reference::<Ascii>::parse(input).unwrap().to_iri().into_string(),
                    _ => Reference::<Unicode>::parse(input).unwrap().to_uri().into_string(),
                };
                assert_eq!(row.as_ref(), Some(&expected), "{case:?}");
                let optional = case.get("optional").is_some_and(|it| it.as_bool() == Some(true));
                assert_eq!(
                    text(case, "expected") == Some(expected.as_str()),
                    !optional,
                    "{case:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn references_are_resolved() {
    for file in RESOLVED {
        let cases = cases(file);
        let (bases, references) = (all(&cases, "base"), all(&cases, "reference"));
        let expected = all(&cases, "expected");
        for grammar in ["uri-reference", "iri-reference"] {
            let query = format!("oneiri_resolve(a, b, '{grammar}')");
            assert_eq!(one(&query, &[&references, &bases]).await, expected, "{file}");
        }
        for base in bases.iter().flatten().collect::<BTreeSet<_>>() {
            let held: Vec<Table> =
                cases.iter().filter(|case| text(case, "base") == Some(base)).cloned().collect();
            let query = format!("oneiri_resolve(a, '{}')", base.replace('\'', "''"));
            let rows = one(&query, &[&all(&held, "reference")]).await;
            assert_eq!(rows, all(&held, "expected"), "{file}");
        }
    }
}

#[tokio::test]
async fn pairs_are_compared() {
    for file in PAIRS {
        let cases = cases(file);
        for grammar in ["uri", "iri"] {
            let own = |case: &&Table| text(case, "grammar") == Some(grammar);
            let held: Vec<Table> = cases.iter().filter(own).cloned().collect();
            if held.is_empty() {
                continue;
            }
            let columns = [&all(&held, "a"), &all(&held, "b")];
            let name = format!("{grammar}-reference");
            let rungs = one(&format!("oneiri_rung(a, b, '{name}')"), &columns).await;
            for rung in Rung::ALL {
                let rung = rung.name();
                let same = ask(
                    &format!(
                        "oneiri_normalize(a, '{rung}', '{name}') = oneiri_normalize(b, '{rung}', '{name}'), \
                         oneiri_fingerprint(a, '{rung}', NULL, '{name}') \
                         = oneiri_fingerprint(b, '{rung}', NULL, '{name}')"
                    ),
                    &columns,
                )
                .await;
                for ((case, row), lowest) in held.iter().zip(same).zip(&rungs) {
                    let (a, b) = (text(case, "a").unwrap(), text(case, "b").unwrap());
                    let verdict = match grammar {
                        "uri" => Reference::<Ascii>::parse(a).unwrap().rung_of(b),
                        _ => Reference::<Unicode>::parse(a).unwrap().rung_of(b),
                    };
                    let name = verdict.map_or("different", Rung::name);
                    assert_eq!(lowest.as_deref(), Some(name), "{case:?}");
                    let equal = verdict.is_some_and(|lowest| {
                        lowest.name() == rung || lowest < rung.parse().unwrap()
                    });
                    assert_eq!(row, vec![Some(equal.to_string()); 2], "{case:?} at {rung}");
                }
            }
        }
    }
    let cases = cases(PREPARED);
    let rungs = one("oneiri_rung(a, b)", &[&all(&cases, "raw"), &all(&cases, "iri")]).await;
    assert_eq!(rungs, vec![Some("different".to_owned()); cases.len()]);
}

/// The lowest rung at which a text of the same grammar is equal.
trait RungOf {
    fn rung_of(&self, other: &str) -> Option<Rung>;
}

impl<A: Alphabet> RungOf for Reference<'_, A> {
    fn rung_of(&self, other: &str) -> Option<Rung> {
        self.compare(&Reference::<A>::parse(other).unwrap()).rung()
    }
}

#[tokio::test]
async fn texts_have_fingerprints() {
    for case in cases(FINGERPRINTS) {
        let (input, rung) = (text(&case, "input").unwrap(), text(&case, "rung").unwrap());
        let query = format!(
            "oneiri_normalize(a, '{rung}'), encode(oneiri_fingerprint(a, '{rung}'), 'hex'), \
             encode(oneiri_fingerprint(a, '{rung}', 'blake3'), 'hex')"
        );
        let rows = ask(&query, &[&column(&[input])]).await;
        let expected =
            ["normal_form", "xxh3_128", "blake3"].map(|key| text(&case, key).map(str::to_owned));
        assert_eq!(rows, [expected], "{case:?}");
    }
}
