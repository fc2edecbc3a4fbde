//! Where others are known to read a document otherwise, and the section that decides. What no row explains fails the run.

use oneiri_documents::has_scheme;
use roxmltree::{Document, Node, ParsingOptions};

use crate::rdf;
use crate::rdfxml_grammar::{breaks_grammar, empty_descriptions, with_known_parse_types};
use crate::reading::{self, BASE, Reading, differences};

/// A difference.
pub struct Found<'f> {
    pub format: &'static str,
    pub text: &'f str,
    pub ours: &'f Reading,
    pub theirs: &'f Reading,
}

/// Of which formats, which difference another reader is known to make, and why.
pub type Row = (&'static str, fn(&Found<'_>) -> bool, &'static str);

/// Whether a row speaks of a format.
pub fn is_of(row: &Row, format: &str) -> bool {
    row.0.split(' ').any(|it| it == format)
}

/// Whether only the other reader refuses the document, for a reason that holds these words.
pub fn only_theirs(found: &Found<'_>, words: &[&str]) -> bool {
    let reason = found.theirs.refused.as_deref().filter(|_| found.ours.refused.is_none());
    reason.is_some_and(|reason| words.iter().any(|it| reason.contains(it)))
}

pub fn only_ours(found: &Found<'_>, words: &[&str]) -> bool {
    let reason = found.ours.refused.as_deref().filter(|_| found.theirs.refused.is_none());
    reason.is_some_and(|reason| words.iter().any(|it| reason.contains(it)))
}

/// Whether both accept the document, and find other IRIs in it.
pub fn differ(found: &Found<'_>) -> bool {
    found.ours.refused.is_none() && found.theirs.refused.is_none()
}

/// Whether a third parser does not take the document for XML, either.
fn is_no_xml(text: &str) -> bool {
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    Document::parse_with_options(text, options).is_err()
}

fn is_lax(found: &Found<'_>) -> bool {
    let lax = [
        "expected the declaration of an entity",
        "expected a character of XML",
        "expected a declaration of XML",
        "expected a name other than",
        "expected an entity that holds no elements",
    ];
    only_ours(found, &lax)
}

#[rustfmt::skip]
pub const KNOWN: &[Row] = &[
    ("turtle trig", |it| only_theirs(it, &["is not a valid RDF quoted triple object"]) && has_long_string(it.text),
     "oxttl takes no string with three quotation marks in a triple term or a reified triple (Turtle 1.2 section 6.5: \
     ttObject and rtObject are any literal)"),
    ("trig", |it| only_theirs(it, &["} is not a valid predicate"]) && it.text.contains(">>"),
     "oxttl wants a predicate after a reified triple at the end of a graph (TriG 1.2 section 4.5, triples: the \
     predicates may be left out)"),
    ("rdfxml", |it| {
        only_theirs(it, &["No scheme found in an absolute IRI"])
            && values(it.text, "xml:base").iter().any(|base| !has_scheme(base.as_bytes()))
    },
     "oxrdfxml takes no relative xml:base (XML Base section 4.1: it is resolved against the base that holds)"),
    ("rdfxml", |it| only_theirs(it, &["XML namespaces are required in RDF/XML"]),
     "oxrdfxml takes no element without a namespace (RDF/XML sections 6.1.2 and 7.2.3: anyURI is any string)"),
    ("rdfxml", |it| only_theirs(it, &["No value found for rdf:XMLLiteral"]),
     "oxrdfxml takes no empty literal of XML (RDF/XML section 7.2.17: literal is any number of events)"),
    ("rdfxml", |it| {
        only_ours(it, &["a prefix cannot be undeclared", "declaration of XML", "expected a name other than"])
            || only_ours(it, &["expected"]) && is_no_xml(it.text)
    },
     "oxrdfxml takes what is no well-formed XML with namespaces (roxmltree refuses it, too): \"<\" in an attribute, \
     \"--\" in a comment, \"]]>\", characters, names, declarations"),
    ("rdfxml", |it| {
        let begins = ["<:", "</:", " :"];
        only_ours(it, &["expected a name of XML"]) && begins.iter().any(|at| it.text.contains(at))
    },
     "oxrdfxml and roxmltree take a name that begins with a colon (Namespaces in XML section 4: a QName has a prefix before it)"),
    ("rdfxml", |it| only_of(it, &empty_descriptions(it.text)),
     "a rdf:Description without a property is in no statement (RDF/XML section 7.2.11), and its name is an IRI of the document"),
    ("rdfxml", |it| {
        let forbidden = [
            "expected an attribute that",
            "expected no other attribute",
            "expected a text alone",
            "expected a text or one element",
        ];
        only_ours(it, &forbidden) && breaks_grammar(it.text)
    },
     "oxrdfxml takes attributes and elements where the grammar has none, such as rdf:bagID, rdf:about of a property, \
     or an element next to rdf:datatype (RDF/XML sections 7.2.4 to 7.2.21)"),
    ("rdfxml", |it| only_of(it, &values(it.text, "rdf:type")),
     "oxrdfxml leaves out rdf:type as an attribute of an empty property (RDF/XML section 7.2.21)"),
    ("turtle trig", |it| only_theirs(it, &["A double exponent cannot be empty"]) && it.text.contains("1e:"),
     "oxttl takes 1e:a for a number whose exponent is missing (Turtle 1.2 section 6.5: the number 1, and the name e:a)"),
    ("turtle trig", |it| only_theirs(it, &["a.5 is not a valid predicate", "a.5E"]),
     "oxttl takes a.5 for a name (Turtle 1.2 section 6.5: the verb a, and the number .5)"),
    ("trig", |it| differ(it) && it.text.replace([' ', '\t', '\n', '\r'], "").contains("{}"),
     "the name of an empty graph is in no statement (TriG 1.2 section 2.2), and is an IRI of the document"),
    ("rdfxml", |it| only_theirs(it, &["error while parsing language tag"]),
     "oxrdfxml checks xml:lang by BCP 47, and ours finds IRIs alone (XML section 2.12: another value is no error)"),
    ("rdfxml", |it| {
        with_known_parse_types(it.text).is_some_and(|text| {
            let (ours, theirs) = (reading::ours("rdfxml", &text), rdf::rdfxml(&text));
            let rest = Found { text: &text, ours: &ours, theirs: &theirs, ..*it };
            let (more, less) = differences("rdfxml", &ours, &theirs);
            let is_same = differ(&rest) && more.is_empty() && less.is_empty();
            let is_empty = only_theirs(&rest, &["No value found for rdf:XMLLiteral"]);
            differ(it)
                && ours.iris == it.ours.iris
                && (is_same || is_empty || only_of(&rest, &values(&text, "rdf:type")))
        })
    },
     "oxrdfxml states nothing of a property with an unknown rdf:parseType (RDF/XML section 7.2.20: as Literal)"),
    ("rdfxml", |it| only_of(it, &values(it.text, "rdf:datatype")),
     "rdf:datatype of an empty property with other attributes is in no statement (RDF/XML section 7.2.21), and is an IRI of the document"),
    ("rdfxml", |it| only_theirs(it, &["Unexpected text event"]) && it.text.contains("<!--"),
     "oxrdfxml takes no text after a comment next to rdf:datatype (RDF/XML section 7.2.16: comments are no events)"),
    ("html", |it| differ(it) && it.text.contains("<template") && it.text.contains("<form") && it.text.contains("<t"),
     "ours finds a form in a template after a cell of a table has ended there, where HTML leaves it out (13.2.6.4.9)"),
    ("sitemap feed", is_lax,
     "roxmltree takes any declaration of XML, any character and any \"&\" in the value of an entity, and \"<\" by an \
     entity in an attribute (XML sections 2.2, 2.3, 2.8 and 3.1)"),
];

fn has_long_string(text: &str) -> bool {
    text.contains("\"\"\"") || text.contains("'''")
}

/// The values of an attribute, wherever it stands.
fn values(text: &str, name: &str) -> Vec<String> {
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    let Ok(document) = Document::parse_with_options(text, options) else { return Vec::new() };
    let (prefix, local) = name.split_once(':').expect("a prefix");
    let namespace = if prefix == "xml" {
        "http://www.w3.org/XML/1998/namespace"
    } else {
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    };
    let elements = document.descendants().filter(Node::is_element);
    let values = elements.filter_map(|it| it.attribute((namespace, local)).map(str::to_owned));
    values.collect()
}

/// Whether both accept the document, and ours alone finds IRIs, all of which are these references, against a base of
/// the document.
fn only_of(found: &Found<'_>, references: &[String]) -> bool {
    let (ours, theirs) = differences(found.format, found.ours, found.theirs);
    let parsed = |it: &String| oxiri::IriRef::parse(it.clone()).ok();
    let mut bases = vec![oxiri::Iri::parse(BASE.to_owned()).expect("an IRI")];
    for base in values(found.text, "xml:base").iter().filter_map(parsed).take(8) {
        let resolved: Vec<_> = bases.iter().filter_map(|it| it.resolve(&base).ok()).collect();
        bases.extend(resolved);
    }
    let references: Vec<_> = references.iter().filter_map(parsed).collect();
    let is_value = |iri: &String| {
        let mut all = bases.iter().flat_map(|base| references.iter().map(|it| base.resolve(it)));
        all.any(|it| it.is_ok_and(|it| it.as_str() == iri))
    };
    differ(found) && theirs.is_empty() && !ours.is_empty() && ours.iter().all(is_value)
}
