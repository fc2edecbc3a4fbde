//! The IRIs of RDF/XML (W3C Recommendation of 25 February 2014): `rdf:about`, `rdf:resource`,
//! `rdf:datatype`, `rdf:ID`, `rdf:type`, `xml:base`, and the namespaces.

use crate::divide::Records;
use crate::format::{self, Description, Format};
use crate::located::Located;
use crate::whole::{self, Base, Found, rebased};
use crate::xml::{self, Element, Node};

pub(crate) static RDFXML: Description =
    Description::document("rdfxml", "RDF/XML", &["rdf", "owl"], |options| {
        Box::new(RdfXml { base: options.base })
    });

#[derive(Debug)]
struct RdfXml {
    base: Option<format::Base>,
}

impl Format for RdfXml {
    fn description(&self) -> &'static Description {
        &RDFXML
    }

    fn each(&self, document: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        whole::each(document, self.base.as_ref(), find, each);
    }
}

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// What holds in an element that is open.
#[derive(Clone)]
struct Open {
    base: Base,
    /// Whether what it holds is a literal, or is in one.
    literal: bool,
}

fn find(document: &str, base: Base) -> Vec<Found> {
    let mut found = Vec::new();
    let mut open = vec![Open { base, literal: false }];
    let wrong = xml::read(document, &mut |node| match node {
        Node::Start(element) => {
            let Some(outer) = open.last().cloned() else { return };
            let inner = if outer.literal { outer } else { start(element, outer, &mut found) };
            open.push(inner);
        }
        Node::Text(..) | Node::Refused => {}
        Node::End => drop(open.pop()),
    });
    found.extend(wrong.into_iter().map(|(range, message)| Found::Wrong(range, message)));
    found
}

fn start(element: &Element<'_, '_>, outer: Open, found: &mut Vec<Found>) -> Open {
    let mut inner = outer.clone();
    // Namespaces and the base hold for all attributes of their element.
    for it in element.attributes {
        if it.name == "xml:base" {
            inner.base = rebased(&it.text, &outer.base);
            found.push(Found::iri(it.range.clone(), it.text.clone(), &outer.base));
        } else if it.name == "xmlns" || it.name.starts_with("xmlns:") {
            found.push(Found::iri(it.range.clone(), it.text.clone(), &None));
        }
    }
    for it in element.attributes {
        if it.namespace.as_deref() != Some(RDF) {
            continue;
        }
        match it.local {
            "about" | "resource" | "datatype" | "type" => {
                found.push(Found::iri(it.range.clone(), it.text.clone(), &inner.base));
            }
            "ID" => {
                found.push(Found::iri(it.range.clone(), format!("#{}", it.text), &inner.base));
            }
            "parseType" => inner.literal = it.text == "Literal",
            _ => {}
        }
    }
    inner
}
