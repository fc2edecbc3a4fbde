//! What RDF 1.2 adds to Turtle and TriG, and what the names and comments of both may be.

use std::fmt::Write;

use oneiri_documents::{Located, by_id};

/// Where a document has errors: lines, and the bytes in them.
fn places(id: &str, document: &str) -> Vec<String> {
    let mut places = Vec::new();
    let mut each = |it: &Located<'_>| {
        if let Some(error) = it.error {
            let (start, end) = (it.offset + error.start, it.offset + error.end);
            places.push(format!("{}:{start}-{end}", it.number));
        }
    };
    by_id(id).unwrap().open(Default::default()).read(document.as_bytes(), &mut each).unwrap();
    places
}

/// The cases have the formats, the place of the error, and the document, in which ␊ and ␍ represent line
/// ends.
#[test]
fn each_production_is_read_and_each_error_has_its_place() {
    let cases = include_str!("../../../../testdata/rdf/rdf12.tsv");
    let mut wrong = String::new();
    for case in cases.lines() {
        let parts: Vec<&str> = case.split('\t').collect();
        let [formats, place, document] = parts[..] else { panic!("{case}") };
        let document = document.replace('␊', "\n").replace('␍', "\r");
        let ids = if formats == "both" { &["turtle", "trig"][..] } else { &["trig"] };
        for id in ids {
            let expected: Vec<&str> = place.split_whitespace().collect();
            let found = places(id, &document);
            if found != expected {
                writeln!(wrong, "{id}: {found:?}, expected {expected:?}: {document}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(cases.lines().count() > 50);
}

/// A triple within a triple has names and IRIs as well.
#[test]
fn the_iris_of_inner_triples_are_found() {
    let document =
        "VERSION \"1.2\" PREFIX e: <x y>\n<< <a> <b> <<(<c> <d> 'e'^^<f>)>> ~ <g> >> <h> <i> ~ e:j {| <k> <l> |} .";
    let (mut texts, errors) = crate::read("turtle", document);
    texts.retain(|text| !text.is_empty());
    assert_eq!(texts, ["x y", "a", "b", "c", "d", "f", "g", "h", "i", "k", "l"]);
    assert_eq!(errors, ["2: expected a prefix that is declared with a valid IRI, found 'e:'"]);
}

/// The tokens of a large graph are not kept. It is read all the same.
#[test]
fn a_graph_of_any_size_is_read() {
    let part = "<a> <b> <c> .\n".repeat(100_000);
    let document = format!("<g> {{ {part} <a> <b> <c> {{| <d> |}} }}\n<a> <b> <c> .\n<a> <b> .");
    assert_eq!(places("trig", &document), ["100001:20-21", "100003:8-9"]);
    let texts = crate::read("trig", &document).0;
    assert_eq!(texts.iter().filter(|text| !text.is_empty()).count(), 300_000 + 10);
}
