//! Strings of the formats of JSON Schema. The bindings also run them, through validators.

use oneiri::{Iri, IriRef, Uri, UriRef};

use super::shared::load;

pub(super) const FILES: &[&str] = &["json-schema.toml"];

#[test]
fn formats_of_json_schema() {
    let cases = load("json-schema.toml", "id name format input valid");
    assert_eq!(cases.len(), 87);
    for case in cases {
        let input = case.text("input");
        let found = match case.text("format") {
            "uri" => Uri::parse(input).is_ok(),
            "uri-reference" => UriRef::parse(input).is_ok(),
            "iri" => Iri::parse(input).is_ok(),
            "iri-reference" => IriRef::parse(input).is_ok(),
            other => panic!("{other} is no format in {case:?}"),
        };
        assert_eq!(Some(found), case.read("valid"), "{case:?}");
    }
}
