//! JSON-LD 1.1 by the context of each node, and its errors with their places.

use std::fmt::Write;

use oneiri_documents::{Located, Options, by_id};

/// The IRIs of a document whose address is `http://h/d/`, and the places and messages of its errors.
fn read(document: &str) -> (Vec<String>, Vec<String>) {
    let (mut iris, mut errors) = (Vec::new(), Vec::new());
    let base = oneiri::Ri::parse_owned("http://h/d/".to_owned()).ok();
    let options = Options { base, ..Options::default() };
    let mut each = |it: &Located<'_>| match it.error {
        Some(error) => errors.push(format!("{}:{}: {}", it.number, it.offset, error.message)),
        None => iris.push(String::from_utf8_lossy(it.text).into_owned()),
    };
    by_id("jsonld").unwrap().open(options).read(document.as_bytes(), &mut each).unwrap();
    (iris, errors)
}

/// The cases have a law, the IRIs in their order, and the document.
#[test]
fn the_context_of_each_node_holds() {
    let mut wrong = String::new();
    for case in include_str!("../../../../testdata/rdf/jsonld.tsv").lines() {
        let parts: Vec<&str> = case.split('\t').collect();
        let [law, expected, document] = parts[..] else { panic!("{case}") };
        let (iris, errors) = read(document);
        let found = iris.join(" ");
        if found != expected || !errors.is_empty() {
            writeln!(wrong, "{law}:\n  {document}\n  found {found} {errors:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The cases have the name that the specification gives the error, and the document.
#[test]
fn what_a_loader_refuses_is_refused_once() {
    let mut wrong = String::new();
    for case in include_str!("../../../../testdata/rdf/jsonld-errors.tsv").lines() {
        let Some((code, document)) = case.split_once('\t') else { panic!("{case}") };
        let (_, errors) = read(document);
        if errors.len() != 1 || !errors[0].ends_with(&format!("(JSON-LD: {code})")) {
            writeln!(wrong, "{code}:\n  {document}\n  found {errors:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The context of another document is named, and what was not checked because of it.
#[test]
fn a_context_that_is_not_loaded_has_a_note() {
    let notes = |document: &str| {
        let mut notes = Vec::new();
        let mut each = |it: &Located<'_>| {
            notes.extend(it.note.map(|note| format!("{} {note}", String::from_utf8_lossy(it.text))));
        };
        by_id("jsonld").unwrap().open(Options::default()).read(document.as_bytes(), &mut each).unwrap();
        notes
    };
    assert_eq!(
        notes(r#"[{"@context": "https://h/c", "name": "x"}, {"@context": "https://h/c", "url": "y", "@id": "e:a"}]"#),
        ["https://h/c this context is in another document and is not loaded, so values of 'name', 'url' are not \
          checked as IRIs"]
    );
    assert_eq!(
        notes(r#"{"@context": {"@import": "https://h/c"}, "a": 1, "b": 2, "c": 3, "d": 4}"#),
        ["https://h/c this context is in another document and is not loaded, so values of 4 members, such as 'a', \
          'b', 'c', are not checked as IRIs"]
    );
    assert_eq!(
        notes(r#"{"@context": ["https://h/c", {"a": "e:a"}], "a": 1}"#),
        [
            "https://h/c this context is in another document and is not loaded, so no member of this document depends on \
          it alone"
        ]
    );
    assert_eq!(notes(r#"{"@context": {"a": "e:a"}, "a": 1}"#), [""; 0]);
}
