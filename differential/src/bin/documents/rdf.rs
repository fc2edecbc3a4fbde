//! What oxttl, oxrdfxml and oxjsonld say of a document.

use oxjsonld::JsonLdParser;
use oxrdf::{GraphName, NamedOrBlankNode, Quad, Term, Triple};
use oxrdfxml::RdfXmlParser;
use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParser};
use roxmltree::{Document, Node, ParsingOptions};

use crate::feeds;
use crate::reading::{BASE, Reading, is_added};

impl Reading {
    fn name(&mut self, iri: &str) {
        if !is_added(iri) {
            self.iris.insert(iri.to_owned());
        }
    }

    fn node(&mut self, node: &NamedOrBlankNode) {
        if let NamedOrBlankNode::NamedNode(node) = node {
            self.name(node.as_str());
        }
    }

    fn triple(&mut self, triple: &Triple) {
        self.node(&triple.subject);
        self.name(triple.predicate.as_str());
        self.term(&triple.object);
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::NamedNode(node) => self.name(node.as_str()),
            Term::BlankNode(_) => {}
            Term::Literal(literal) => self.name(literal.datatype().as_str()),
            Term::Triple(triple) => self.triple(triple),
        }
    }

    fn triples<E: ToString>(triples: impl Iterator<Item = Result<Triple, E>>) -> Self {
        Self::quads(triples.map(|it| it.map(|it| it.in_graph(GraphName::DefaultGraph))))
    }

    fn quads<E: ToString>(quads: impl Iterator<Item = Result<Quad, E>>) -> Self {
        let mut reading = Self::default();
        for quad in quads {
            match quad {
                Ok(quad) => {
                    if let GraphName::NamedNode(node) = &quad.graph_name {
                        reading.name(node.as_str());
                    }
                    reading.triple(&quad.into());
                }
                Err(error) => drop(reading.refused.get_or_insert(error.to_string())),
            }
        }
        reading
    }
}

pub fn ntriples(text: &str) -> Reading {
    Reading::triples(NTriplesParser::new().for_slice(text.as_bytes()))
}

pub fn nquads(text: &str) -> Reading {
    Reading::quads(NQuadsParser::new().for_slice(text.as_bytes()))
}

pub fn turtle(text: &str) -> Reading {
    let parser = TurtleParser::new().with_base_iri(BASE).expect("an IRI");
    Reading::triples(parser.for_slice(text.as_bytes()))
}

pub fn trig(text: &str) -> Reading {
    let parser = TriGParser::new().with_base_iri(BASE).expect("an IRI");
    Reading::quads(parser.for_slice(text.as_bytes()))
}

pub fn rdfxml(text: &str) -> Reading {
    let parser = RdfXmlParser::new().with_base_iri(BASE).expect("an IRI");
    let mut reading = Reading::triples(parser.for_slice(text.as_bytes()));
    // Ours finds the bases, too.
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    if let Ok(document) = Document::parse_with_options(text, options) {
        let elements = document.descendants().filter(Node::is_element);
        elements.for_each(|it| drop(feeds::base(it, &mut reading)));
    }
    reading
}

pub fn jsonld(text: &str) -> Reading {
    let parser = JsonLdParser::new().with_base_iri(BASE).expect("an IRI");
    Reading::quads(parser.for_slice(text.as_bytes()))
}
