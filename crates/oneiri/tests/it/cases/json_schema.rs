//! Strings of the formats of JSON Schema. The bindings also run them, through validators.

use oneiri::{Iri, IriRef, Uri, UriRef};
use serde::Deserialize;

use super::shared::load;

pub(super) const FILES: &[&str] = &["json-schema.toml"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    name: String,
    format: String,
    input: String,
    valid: bool,
}

#[test]
fn formats_of_json_schema() {
    let cases = load::<Case>("json-schema.toml");
    assert_eq!(cases.len(), 87);
    for Case { id, name, format, input, valid } in cases {
        let found = match format.as_str() {
            "uri" => Uri::parse(&input).is_ok(),
            "uri-reference" => UriRef::parse(&input).is_ok(),
            "iri" => Iri::parse(&input).is_ok(),
            "iri-reference" => IriRef::parse(&input).is_ok(),
            other => panic!("{id}: {other} is no format"),
        };
        assert_eq!(found, valid, "{id}, {name}: {input:?}");
    }
}
