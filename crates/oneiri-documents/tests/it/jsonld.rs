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
    (by_id("jsonld").unwrap().open)(options).read(document.as_bytes(), &mut each).unwrap();
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
