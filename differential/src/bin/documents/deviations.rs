//! Where others are known to read a document otherwise, and the section that decides. What no row explains fails the run.

use roxmltree::ParsingOptions;
use serde_json::{Map, Value};

use crate::reading::{Reading, differences};

/// A difference.
pub struct Found<'f> {
    pub format: &'static str,
    pub text: &'f str,
    pub ours: &'f Reading,
    pub theirs: &'f Reading,
}

/// A row: which difference another reader is known to make, and why.
pub struct Deviation {
    pub format: &'static str,
    pub is: fn(&Found<'_>) -> bool,
    pub reason: &'static str,
}

impl Deviation {
    pub fn explains(&self, found: &Found<'_>) -> bool {
        self.format == found.format && (self.is)(found)
    }
}

/// Whether only the other reader refuses the document, for a reason that holds these words.
fn only_theirs(found: &Found<'_>, words: &[&str]) -> bool {
    let reason = found.theirs.refused.as_deref().filter(|_| found.ours.refused.is_none());
    reason.is_some_and(|reason| words.iter().any(|it| reason.contains(it)))
}

fn only_ours(found: &Found<'_>, words: &[&str]) -> bool {
    let reason = found.ours.refused.as_deref().filter(|_| found.theirs.refused.is_none());
    reason.is_some_and(|reason| words.iter().any(|it| reason.contains(it)))
}

/// Whether both accept the document, and find other IRIs in it.
fn differ(found: &Found<'_>) -> bool {
    found.ours.refused.is_none() && found.theirs.refused.is_none()
}

/// Whether a third parser does not take the document for XML, either.
fn is_no_xml(text: &str) -> bool {
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(text, options).is_err()
}

const LONG_STRINGS: &str = "oxttl takes no string with three quotation marks in a triple term or a reified triple (Turtle 1.2 \
    section 6.5: ttObject and rtObject are any literal)";
const NUMBER: &str = "oxttl takes 1e:a for a number whose exponent is missing (Turtle 1.2 section 6.5: the number 1, and the name e:a)";
const VERB: &str =
    "oxttl takes a.5 for a name (Turtle 1.2 section 6.5: the verb a, and the number .5)";
const LAX: &str = "roxmltree takes any declaration of XML, any character and any \"&\" in the value of an entity, and \"<\" by an entity in an \
    attribute (XML sections 2.2, 2.3, 2.8 and 3.1)";

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

pub const KNOWN: &[Deviation] = &[
    Deviation {
        format: "turtle",
        is: |it| {
            only_theirs(it, &["is not a valid RDF quoted triple object"])
                && has_long_string(it.text)
        },
        reason: LONG_STRINGS,
    },
    Deviation {
        format: "trig",
        is: |it| {
            only_theirs(it, &["is not a valid RDF quoted triple object"])
                && has_long_string(it.text)
        },
        reason: LONG_STRINGS,
    },
    Deviation {
        format: "trig",
        is: |it| only_theirs(it, &["} is not a valid predicate"]) && it.text.contains(">>"),
        reason: "oxttl wants a predicate after a reified triple at the end of a graph (TriG 1.2 section 4.5, triples: the \
            predicates may be left out)",
    },
    Deviation {
        format: "rdfxml",
        is: |it| {
            only_theirs(it, &["No scheme found in an absolute IRI"])
                && it.text.contains("xml:base=")
        },
        reason: "oxrdfxml takes no relative xml:base (XML Base section 4.1: it is resolved against the base that holds)",
    },
    Deviation {
        format: "rdfxml",
        is: |it| only_theirs(it, &["XML namespaces are required in RDF/XML"]),
        reason: "oxrdfxml takes no element without a namespace (RDF/XML sections 6.1.2 and 7.2.3: anyURI is any string)",
    },
    Deviation {
        format: "rdfxml",
        is: |it| only_theirs(it, &["No value found for rdf:XMLLiteral"]),
        reason: "oxrdfxml takes no empty literal of XML (RDF/XML section 7.2.17: literal is any number of events)",
    },
    Deviation {
        format: "rdfxml",
        is: |it| {
            only_ours(
                it,
                &[
                    "a prefix cannot be undeclared",
                    "declaration of XML",
                    "expected a name other than",
                ],
            ) || only_ours(it, &["expected"]) && is_no_xml(it.text)
        },
        reason: "oxrdfxml takes what is no well-formed XML with namespaces (roxmltree refuses it, too): \"<\" in an attribute, \
            \"--\" in a comment, \"]]>\", characters, names, declarations",
    },
    Deviation {
        format: "rdfxml",
        is: |it| {
            let forbidden = [
                "expected an attribute that",
                "expected no other attribute",
                "expected a text alone",
                "expected a text or one element",
            ];
            only_ours(it, &forbidden)
        },
        reason: "oxrdfxml takes attributes and elements where the grammar has none, such as rdf:bagID, rdf:about of a property, or an \
            element next to rdf:datatype (RDF/XML sections 7.2.4 to 7.2.21)",
    },
    Deviation {
        format: "rdfxml",
        is: |it| {
            let (ours, theirs) = differences(it.format, it.ours, it.theirs);
            it.ours.refused.is_none()
                && it.theirs.refused.is_none()
                && !ours.is_empty()
                && theirs.is_empty()
                && it.text.contains("rdf:type=")
        },
        reason: "oxrdfxml leaves out rdf:type as an attribute of an empty property (RDF/XML section 7.2.21)",
    },
    Deviation {
        format: "turtle",
        is: |it| only_theirs(it, &["A double exponent cannot be empty"]) && it.text.contains("1e:"),
        reason: NUMBER,
    },
    Deviation {
        format: "turtle",
        is: |it| only_theirs(it, &["a.5 is not a valid predicate", "a.5E"]),
        reason: VERB,
    },
    Deviation {
        format: "trig",
        is: |it| only_theirs(it, &["A double exponent cannot be empty"]) && it.text.contains("1e:"),
        reason: NUMBER,
    },
    Deviation {
        format: "trig",
        is: |it| only_theirs(it, &["a.5 is not a valid predicate", "a.5E"]),
        reason: VERB,
    },
    Deviation {
        format: "trig",
        is: |it| differ(it) && it.text.replace([' ', '\t', '\n', '\r'], "").contains("{}"),
        reason: "the name of an empty graph is in no statement (TriG 1.2 section 2.2), and is an IRI of the document",
    },
    Deviation {
        format: "rdfxml",
        is: |it| only_theirs(it, &["error while parsing language tag"]),
        reason: "oxrdfxml checks xml:lang by BCP 47, and ours finds IRIs alone (XML section 2.12: another value is no error)",
    },
    Deviation {
        format: "rdfxml",
        is: |it| differ(it) && has_other_parse_type(it.text),
        reason: "oxrdfxml states nothing of a property with an unknown rdf:parseType (RDF/XML section 7.2.20: as Literal)",
    },
    Deviation {
        format: "rdfxml",
        is: |it| differ(it) && it.text.contains("rdf:datatype="),
        reason: "rdf:datatype of an empty property with other attributes is in no statement (RDF/XML section 7.2.21), and is an IRI of the \
            document",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            only_theirs(it, &["@type must be the first key of an object"])
                && it.text.contains("byType")
        },
        reason: "oxjsonld reads streams, so it wants @type first, also in a map of types (JSON-LD 1.1 Streaming section 4.1)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            differ(it)
                && any_node(it.text, &|node| {
                    has_type(node, "T")
                        || node.get("byType").is_some_and(|map| map.get("T").is_some())
                })
                && any_node(it.text, &|node| node.contains_key("nested"))
        },
        reason: "oxjsonld ends the context of a type within @nest (JSON-LD 1.1 API section 5.1.2, step 14: the context of the node \
            holds there)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            differ(it)
                && any_node(it.text, &|node| {
                    node.get("unknown").is_some_and(|value| !value.is_string())
                })
        },
        reason: "oxjsonld keeps what a property holds that no context defines (JSON-LD 1.1 API section 5.1.2, step 13.3: it is left out)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            differ(it)
                && any_node(it.text, &|node| {
                    has_type(node, "U")
                        || node.get("byType").is_some_and(|map| map.get("U").is_some())
                })
        },
        reason: "oxjsonld resolves @id against the base outside of the context of a type (JSON-LD 1.1 API section 5.1.2, steps 11 and \
            13.4.3)",
    },
    Deviation {
        format: "jsonld",
        is: |it| only_ours(it, &["is invalid"]),
        reason: "oxjsonld leaves out the statements of an invalid IRI (JSON-LD 1.1 API section 8.1.2, step 1: what is not well-formed is \
            dropped), and a check names it",
    },
    Deviation {
        format: "jsonld",
        is: |it| only_ours(it, &["JSON-LD: invalid IRI mapping"]),
        reason: "oxjsonld takes a relative reference as the IRI of a term (JSON-LD 1.1 API section 4.2.2, step 14.2.4: an error)",
    },
    Deviation {
        format: "jsonld",
        is: |it| only_theirs(it, &["@reverse value must be a JSON object"]),
        reason: "oxjsonld reads what a property holds that no context defines (JSON-LD 1.1 API section 5.1.2, step 13.3: it is left out)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            let (ours, theirs) = differences(it.format, it.ours, it.theirs);
            differ(it) && theirs.is_empty() && ours.iter().all(|iri| is_in_context(it.text, iri))
        },
        reason: "what a context defines is an IRI of the document, also if no statement has it (JSON-LD 1.1 API section 8: statements \
            are those of nodes)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            let (_, theirs) = differences(it.format, it.ours, it.theirs);
            let plain = it.text.replace([' ', '\n'], "");
            differ(it)
                && theirs.is_empty()
                && (!plain.contains("\"s\":\"http://ns.example/s\"")
                    || any_node(it.text, &|node| {
                        !node.contains_key("s") || node.get("@context").is_some_and(Value::is_null)
                    }))
        },
        reason: "a node without a member that is defined is in no statement, and its @id is an IRI of the document (JSON-LD 1.1 API \
            section 5.1.2, step 19)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            let (_, theirs) = differences(it.format, it.ours, it.theirs);
            differ(it) && theirs.is_empty() && any_node(it.text, &|node| node.contains_key("byId"))
        },
        reason: "the key of a map of identifiers is in no statement if its node has an @id (JSON-LD 1.1 API section 5.1.2, step \
            13.8.3), and is an IRI of the document",
    },
    Deviation {
        format: "rdfxml",
        is: |it| only_theirs(it, &["Unexpected text event"]) && it.text.contains("<!--"),
        reason: "oxrdfxml takes no text after a comment next to rdf:datatype (RDF/XML section 7.2.16: comments are no events)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            differ(it)
                && any_node(it.text, &|node| {
                    node.get("@context").is_some_and(Value::is_null) || has_map_with_context(node)
                })
        },
        reason: "oxjsonld expands the key of a map in the context of its node (JSON-LD 1.1 API section 5.1.2, step 13.8.3: in the \
            outer one), and a node that has no context left is in no statement",
    },
    Deviation {
        format: "jsonld",
        is: |it| only_theirs(it, &["Objects with @value cannot contain properties"]),
        reason: "oxjsonld refuses a key next to @value that means nothing (JSON-LD 1.1 API section 5.1.2, step 13.3: it is left out)",
    },
    Deviation {
        format: "html",
        is: |it| {
            differ(it)
                && it.text.contains("<template")
                && it.text.contains("<form")
                && it.text.contains("<t")
        },
        reason: "ours finds a form in a template after a cell of a table has ended there, where HTML leaves it out (13.2.6.4.9)",
    },
    Deviation { format: "sitemap", is: is_lax, reason: LAX },
    Deviation { format: "feed", is: is_lax, reason: LAX },
];

fn has_long_string(text: &str) -> bool {
    text.contains("\"\"\"") || text.contains("'''")
}

/// Whether there is a rdf:parseType that is none of those of RDF.
fn has_other_parse_type(text: &str) -> bool {
    let known = ["Literal", "Resource", "Collection", "Triple"];
    let values = text.split("rdf:parseType=").skip(1).filter_map(|rest| rest.get(1..));
    values.into_iter().any(|value| !known.iter().any(|it| value.starts_with(it)))
}

/// Whether a node of a document of JSON-LD, outside of contexts, is so.
fn any_node(text: &str, is: &dyn Fn(&Map<String, Value>) -> bool) -> bool {
    let mut rest: Vec<Value> = serde_json::from_str(text).into_iter().collect();
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(values) => rest.extend(values),
            Value::Object(node) if is(&node) => return true,
            Value::Object(node) => {
                let members = node.into_iter().filter(|(key, _)| key != "@context");
                rest.extend(members.map(|(_, value)| value));
            }
            _ => {}
        }
    }
    false
}

fn has_type(node: &Map<String, Value>, name: &str) -> bool {
    let is = |value: &Value| match value {
        Value::Array(values) => values.iter().any(|it| it == name),
        value => value == name,
    };
    ["@type", "type"].iter().filter_map(|key| node.get(*key)).any(is)
}

/// Whether the document has a context of its own.
fn is_context_named(text: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(text).is_ok_and(|it| it.contains_key("@context"))
}

/// Whether a context of the document has this text.
fn is_in_context(text: &str, iri: &str) -> bool {
    let context = any_value(text, &|key, value| {
        key == "@context" && value.to_string().contains(&Value::from(iri).to_string())
    });
    context || !is_context_named(text)
}

fn any_value(text: &str, is: &dyn Fn(&str, &Value) -> bool) -> bool {
    let mut rest: Vec<Value> = serde_json::from_str(text).into_iter().collect();
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(values) => rest.extend(values),
            Value::Object(node) if node.iter().any(|(key, value)| is(key, value)) => return true,
            Value::Object(node) => rest.extend(node.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    false
}

/// Whether a map of identifiers or types has a node with a context of its own.
fn has_map_with_context(node: &Map<String, Value>) -> bool {
    let maps = ["byId", "byType"].iter().filter_map(|key| node.get(*key)?.as_object());
    maps.flat_map(Map::values).any(|value| value.get("@context").is_some())
}
