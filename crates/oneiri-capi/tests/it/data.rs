//! The cases of `testdata/`, as tables.

use oneiri_capi::*;
use toml::{Table, Value};

pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");

/// The cases of a file.
pub(crate) fn cases(file: &str) -> Vec<Table> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{file}")).unwrap();
    let mut table: Table = text.parse().unwrap();
    let Some(Value::Array(cases)) = table.remove("case") else { panic!("{file} has no cases") };
    let cases: Vec<Table> = cases.into_iter().map(|case| case.try_into().unwrap()).collect();
    assert!(!cases.is_empty(), "{file}");
    cases
}

/// A text of a case, or a number as its digits; `None` if the key is absent.
pub(crate) fn text(case: &Table, key: &str) -> Option<String> {
    match case.get(key)? {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        other => panic!("{case:?}: {key} is {other:?}"),
    }
}

/// A text that every case of the file has.
pub(crate) fn given(case: &Table, key: &str) -> String {
    text(case, key).unwrap_or_else(|| panic!("{case:?} has no {key}"))
}

/// Whether a key is `true`.
pub(crate) fn is(case: &Table, key: &str) -> bool {
    case.get(key).is_some_and(|value| value.as_bool().unwrap())
}

/// The grammars of references that a case is about. Without the key: both.
pub(crate) fn references(case: &Table) -> &'static [i32] {
    match text(case, "grammar").as_deref() {
        Some("uri") => &[ONEIRI_URI_REFERENCE],
        Some("iri") => &[ONEIRI_IRI_REFERENCE],
        None | Some("both") => &[ONEIRI_URI_REFERENCE, ONEIRI_IRI_REFERENCE],
        other => panic!("{case:?}: {other:?}"),
    }
}

/// The grammar of the same alphabet that requires a scheme.
pub(crate) fn with_scheme(reference: i32) -> i32 {
    match reference {
        ONEIRI_URI_REFERENCE => ONEIRI_URI,
        ONEIRI_IRI_REFERENCE => ONEIRI_IRI,
        other => panic!("{other} is no grammar of references"),
    }
}

/// The text of a range; `None` if it is absent.
pub(crate) fn piece(text: &str, range: oneiri_range) -> Option<&str> {
    match (range.start, range.end) {
        (usize::MAX, usize::MAX) => None,
        (start, end) => Some(&text[start..end]),
    }
}

/// The texts of the components, in the order of the syntax.
pub(crate) fn pieces<'t>(text: &'t str, parts: &oneiri_parts) -> [Option<&'t str>; 7] {
    let oneiri_parts { scheme, userinfo, host, port, path, query, fragment } = *parts;
    [scheme, userinfo, host, port, path, query, fragment].map(|range| piece(text, range))
}
