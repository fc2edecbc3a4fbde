//! RDF/XML (W3C Recommendation of 25 February 2014, with what RDF 1.2 adds), read by the grammar of its
//! section 7. The IRIs are those of `rdf:about`, `rdf:resource`, `rdf:datatype`, `rdf:ID`, `rdf:type`,
//! `rdf:annotation` and `xml:base`, and the namespaces.

mod attributes;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::divide::Records;
use crate::format::{Description, Format};
use crate::located::Located;
use crate::options;
use crate::whole::{self, Base, Found, rebased};
use crate::xml::{self, Attribute, Element, Node};

use attributes::Attributes;

pub(crate) static RDFXML: Description =
    Description::document("rdfxml", "RDF/XML", &["rdf", "owl"], |options| Box::new(RdfXml { base: options.base }));

#[derive(Debug)]
struct RdfXml {
    base: Option<options::Base>,
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

/// What an element that is open may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// The document: `rdf:RDF`, or one node.
    Root,
    /// nodeElementList: `rdf:RDF`, and a collection.
    Nodes,
    /// propertyEltList: a node, and `rdf:parseType="Resource"`.
    Properties,
    /// Text or one node: a property.
    Value,
    /// One node: `rdf:parseType="Triple"`.
    Triple,
    /// Text alone: a property with `rdf:datatype`.
    Text,
    /// Nothing: a property whose attributes say its value.
    Nothing,
    /// Anything, which is not read.
    Literal,
}

impl Holds {
    /// Why another element, or a text, may not be here.
    fn expected(self) -> &'static str {
        match self {
            Self::Root | Self::Nodes => "elements of nodes, and only white space between them",
            Self::Properties => "elements of properties, and only white space between them",
            Self::Value => "a text or one element in a property, and not both",
            Self::Triple => "one element of a node, because of rdf:parseType=\"Triple\"",
            Self::Text => "a text alone, because of rdf:datatype",
            Self::Nothing => "no value, because an attribute of the property has it",
            Self::Literal => "anything",
        }
    }
}

/// An element that is open, and what was found in it.
struct Open {
    base: Base,
    /// The number of the base among all.
    nth_base: usize,
    holds: Holds,
    nodes: usize,
    has_text: bool,
    /// Whether a text that may not be here was named. More of it is not.
    is_named: bool,
}

fn find(document: &str, base: Base) -> Vec<Found> {
    let root = Open { base, nth_base: 0, holds: Holds::Root, nodes: 0, has_text: false, is_named: false };
    let mut reading = Reading::default();
    reading.open.push(root);
    let wrong = xml::read(document, &mut |node| match node {
        Node::Start(element) => reading.start(element),
        Node::Text(range, text) => reading.text(range, text),
        // What cannot be read is among what is wrong.
        Node::Refused => {}
        Node::End => reading.end(),
    });
    let mut found = reading.found;
    found.extend(wrong.into_iter().map(|(range, message)| Found::wrong(range, message)));
    found
}

#[derive(Default)]
struct Reading {
    found: Vec<Found>,
    open: Vec<Open>,
    /// The bases that the document names, and the values of `rdf:ID` for each of them.
    bases: HashMap<String, usize>,
    ids: HashSet<(usize, String)>,
    /// The properties with `rdf:parseType="Triple"` that are open: at which depth, where, and how many statements there are in
    /// each.
    triples: Vec<(usize, Range<usize>, usize)>,
}

impl Reading {
    fn wrong(&mut self, range: Range<usize>, expected: &str, found: &str) {
        self.found.push(Found::wrong(range, format!("expected {expected}, found {found}")));
    }

    /// Counts statements for the innermost `rdf:parseType="Triple"`.
    fn state(&mut self, statements: usize) {
        if let Some((_, _, count)) = self.triples.last_mut() {
            *count += statements;
        }
    }

    fn end(&mut self) {
        let nodes = self.open.pop().map_or(0, |open| open.nodes);
        let depth = self.open.len();
        if self.triples.last().is_some_and(|(of, ..)| *of == depth) {
            let Some((_, range, count)) = self.triples.pop() else { return };
            // More than one node is named already.
            if count != 1 && nodes < 2 {
                let found = format!("{count} triples");
                self.wrong(range, "one triple, because of rdf:parseType=\"Triple\"", &found);
            }
        }
    }

    /// 7.2.9 RDF, 7.2.10 nodeElementList, 7.2.13 propertyEltList.
    fn start(&mut self, element: &Element<'_, '_>) {
        let Some(outer) = self.open.last_mut() else { return };
        let (holds, nth_base, base) = (outer.holds, outer.nth_base, outer.base.clone());
        let mut inner = Open { base, nth_base, holds, nodes: 0, has_text: false, is_named: false };
        if holds == Holds::Literal {
            return self.open.push(inner);
        }
        outer.nodes += 1;
        let is_one_too_many = match holds {
            Holds::Root => false,
            Holds::Nodes | Holds::Properties | Holds::Literal => false,
            Holds::Value => outer.has_text || outer.nodes > 1,
            Holds::Triple => outer.nodes > 1,
            Holds::Text | Holds::Nothing => true,
        };
        if is_one_too_many {
            self.wrong(element.range.clone(), holds.expected(), "an element");
        }
        if holds == Holds::Nodes {
            // An item of a collection is in two triples.
            self.state(2);
        }
        self.scope(element, &mut inner);
        inner.holds = match holds {
            Holds::Root if is_rdf(element, "RDF") => {
                self.root(element);
                Holds::Nodes
            }
            Holds::Properties => self.property(element, &inner),
            _ => self.node(element, &inner),
        };
        self.open.push(inner);
    }

    /// Namespaces and the base hold for all attributes of their element.
    fn scope(&mut self, element: &Element<'_, '_>, inner: &mut Open) {
        let outer = inner.base.clone();
        for it in element.attributes {
            if it.name == "xml:base" {
                inner.base = rebased(&it.text, &outer);
                let text = inner.base.as_ref().map_or(it.text.as_str(), |base| base.as_str());
                let next = self.bases.len() + 1;
                inner.nth_base = *self.bases.entry(text.to_owned()).or_insert(next);
                self.found.push(Found::iri(it.range.clone(), it.text.clone(), &outer));
            } else if it.name == "xmlns" || it.name.starts_with("xmlns:") {
                self.found.push(Found::iri(it.range.clone(), it.text.clone(), &None));
            }
        }
    }

    /// RDF ::= start-element(URI == rdf:RDF, attributes == set()) nodeElementList end-element()
    fn root(&mut self, element: &Element<'_, '_>) {
        let attributes = Attributes::of(self, element, &None);
        if let Some(first) = attributes.first() {
            self.misplaced(first, "rdf:RDF");
        }
    }

    /// nodeElement ::= start-element(URI == nodeElementURIs, attributes == set((idAttr | nodeIdAttr |
    /// aboutAttr)?, propertyAttr*)) propertyEltList end-element()
    fn node(&mut self, element: &Element<'_, '_>, inner: &Open) -> Holds {
        if CORE.iter().chain(&["li"]).chain(&OLD).any(|name| is_rdf(element, name)) {
            let found = format!("rdf:{}", element.local);
            self.wrong(element.range.clone(), "an element that may stand for a node", &found);
        }
        let attributes = Attributes::of(self, element, &inner.base);
        self.unique(attributes.id, inner);
        self.only_one([attributes.id, attributes.node_id, attributes.about]);
        let of_properties = [
            attributes.resource, attributes.parse_type, attributes.datatype, attributes.annotation,
            attributes.annotation_node,
        ];
        of_properties.into_iter().flatten().for_each(|it| self.misplaced(it, "a node"));
        let is_typed = !is_rdf(element, "Description");
        self.state(usize::from(is_typed) + attributes.properties);
        Holds::Properties
    }

    /// propertyElt ::= resourcePropertyElt | literalPropertyElt | parseTypeLiteralPropertyElt |
    /// parseTypeResourcePropertyElt | parseTypeCollectionPropertyElt | parseTypeOtherPropertyElt |
    /// emptyPropertyElt
    fn property(&mut self, element: &Element<'_, '_>, inner: &Open) -> Holds {
        if CORE.iter().chain(&["Description"]).chain(&OLD).any(|name| is_rdf(element, name)) {
            let found = format!("rdf:{}", element.local);
            self.wrong(element.range.clone(), "an element that may stand for a property", &found);
        }
        let attributes = Attributes::of(self, element, &inner.base);
        self.unique(attributes.id, inner);
        attributes.about.into_iter().for_each(|it| self.misplaced(it, "a property"));
        self.only_one([attributes.annotation, attributes.annotation_node, None]);
        // rdf:ID states four triples of a reification, and an annotation states one.
        let of_id = if attributes.id.is_some() { 4 } else { 0 };
        let annotation = attributes.annotation.or(attributes.annotation_node);
        self.state(1 + of_id + usize::from(annotation.is_some()) + attributes.properties);
        let says = [attributes.resource, attributes.node_id, attributes.datatype];
        if let Some(parse_type) = attributes.parse_type {
            // parseTypeLiteralPropertyElt and so on: attributes == set(idAttr?, parseLiteral)
            for it in says.into_iter().chain([attributes.property]).flatten() {
                self.misplaced(it, "a property with rdf:parseType");
            }
            return match parse_type.text.as_str() {
                "Resource" => Holds::Properties,
                "Collection" => Holds::Nodes,
                "Triple" => {
                    self.triples.push((self.open.len(), element.range.clone(), 0));
                    Holds::Triple
                }
                _ => Holds::Literal,
            };
        }
        // emptyPropertyElt: attributes == set(idAttr?, (resourceAttr | nodeIdAttr | datatypeAttr)?,
        // propertyAttr*)
        self.only_one(says);
        let named = attributes.resource.or(attributes.node_id).or(attributes.property);
        match (named, attributes.datatype) {
            (Some(_), _) => Holds::Nothing,
            // literalPropertyElt: attributes == set(idAttr?, datatypeAttr?)
            (None, Some(_)) => Holds::Text,
            (None, None) => Holds::Value,
        }
    }

    fn text(&mut self, range: Range<usize>, text: &str) {
        let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
        let Some(open) = self.open.last_mut() else { return };
        let Some(at) = text.find(|c| !is_blank(c)) else { return };
        let holds = open.holds;
        let may_stand = match holds {
            Holds::Text | Holds::Literal => true,
            Holds::Value => open.nodes == 0,
            _ => false,
        };
        open.has_text = true;
        if !may_stand && !std::mem::replace(&mut open.is_named, true) {
            // Of a text with references, the place is all of it.
            let start = if text.len() == range.len() { range.start + at } else { range.start };
            self.wrong(start..range.end, holds.expected(), "a text");
        }
    }

    /// 5.4: a value of `rdf:ID` is a name, and occurs once for each base.
    fn unique(&mut self, id: Option<&Attribute<'_>>, inner: &Open) {
        let Some(id) = id else { return };
        if !self.ids.insert((inner.nth_base, id.text.clone())) {
            let found = format!("'{}' again", id.text);
            self.wrong(id.range.clone(), "a value of rdf:ID that no other element has", &found);
        }
    }

    /// Of some attributes, at most one may occur.
    fn only_one(&mut self, attributes: [Option<&Attribute<'_>>; 3]) {
        let mut given: Vec<_> = attributes.into_iter().flatten().collect();
        given.sort_by_key(|it| it.range.start);
        if let [first, second, ..] = given[..] {
            let expected = format!("no other attribute next to '{}'", first.name);
            self.wrong(second.place.clone(), &expected, &format!("'{}'", second.name));
        }
    }

    fn misplaced(&mut self, attribute: &Attribute<'_>, what: &str) {
        let expected = format!("an attribute that {what} may have");
        let found = format!("'{}'", attribute.name);
        self.wrong(attribute.place.clone(), &expected, &found);
    }
}

/// 7.2.2 coreSyntaxTerms, and 7.2.4 oldTerms.
const CORE: [&str; 10] = [
    "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", // RDF 1.2
    "annotation", "annotationNodeID", "version",
];
const OLD: [&str; 3] = ["aboutEach", "aboutEachPrefix", "bagID"];

fn is_rdf(element: &Element<'_, '_>, local: &str) -> bool {
    element.local == local && element.namespace.as_deref() == Some(RDF)
}
