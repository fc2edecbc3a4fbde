//! A prefix map, as RDF uses it: expands `foaf:name` to an IRI, and compacts an IRI by the longest namespace.
//!
//! ```text
//! foaf:name           http://xmlns.com/foaf/0.1/name
//! voc:größe           http://example.org/vocabulary#größe
//! ex:vocabulary       http://example.org/vocabulary
//! urn:isbn:0451450523 urn:isbn:0451450523
//! foaf:first name     invalid path, found Some(' ')
//! ```

use std::collections::BTreeMap;

use oneiri::{Component, Error, Iri, IriBuf, iri};

struct Prefixes(BTreeMap<&'static str, Iri<'static>>);

impl Prefixes {
    /// The IRI that a compact name represents. Without a known prefix the text itself has to be an IRI.
    fn expand(&self, name: &str) -> Result<IriBuf, Error> {
        match name.split_once(':').and_then(|(prefix, rest)| Some((self.0.get(prefix)?, rest))) {
            Some((namespace, rest)) => IriBuf::parse([namespace.as_str(), rest].concat()),
            None => IriBuf::parse(name),
        }
    }

    /// The shortest name of an IRI. Names in RDF are compared as text, and so are namespaces here.
    fn compact(&self, iri: &IriBuf) -> String {
        let known = self
            .0
            .iter()
            .filter_map(|(prefix, namespace)| Some((prefix, iri.as_str().strip_prefix(namespace.as_str())?)));
        match known.min_by_key(|(_, rest)| rest.len()) {
            Some((prefix, rest)) => format!("{prefix}:{rest}"),
            None => iri.to_string(),
        }
    }
}

pub(crate) fn main() -> Result<(), Error> {
    // Invalid namespaces do not compile.
    let prefixes = Prefixes(BTreeMap::from([
        ("ex", iri!("http://example.org/")),
        ("voc", iri!("http://example.org/vocabulary#")),
        ("foaf", iri!("http://xmlns.com/foaf/0.1/")),
    ]));
    for name in ["foaf:name", "voc:größe", "ex:vocabulary", "urn:isbn:0451450523"] {
        let iri = prefixes.expand(name)?;
        println!("{name:<19} {iri}");
        assert_eq!(prefixes.compact(&iri), name);
    }
    if let Err(error) = prefixes.expand("foaf:first name") {
        println!(
            "foaf:first name     invalid {}, found {:?}",
            error.component().map_or("text", Component::name),
            error.found()
        );
    }
    Ok(())
}
