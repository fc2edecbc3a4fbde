//! Where oxjsonld is known to read a document otherwise. Where it can, a row shows so by a document without the cause, about which both
//! parsers agree.

use oneiri_documents::has_scheme;
use serde_json::{Map, Value};

use crate::deviations::{Found, Row, differ, only_ours, only_theirs};
use crate::jsonld_causes::{self as causes, Cause, is_keyword};
use crate::rdf;
use crate::reading::{self, Reading, differences};

#[rustfmt::skip]
pub const KNOWN: &[Row] = &[
    ("jsonld", |it| {
        only_theirs(it, &["@type must be the first key of an object"])
            && any_object(it.text, &|node| {
                node.get("byType")
                    .and_then(Value::as_object)
                    .is_some_and(|map| map.values().any(|it| it.get("@id").or_else(|| it.get("id")).is_some()))
            })
    },
     "oxjsonld reads streams, so it wants the key of a map of types before the @id of the node (JSON-LD 1.1 Streaming section 4.1)"),
    ("jsonld", |it| {
        // The order is another one each time, so oxjsonld takes the same document, too.
        only_theirs(it, &["Invalid scoped context"]) && (0..64).any(|_| rdf::jsonld(it.text).refused.is_none())
    },
     "oxjsonld defines the terms of a context in an order of its own each time, so the context of a term may name one \
     that is not defined yet (JSON-LD 1.1 API section 4.2.2, step 21.3: what is defined above it holds)"),
    ("jsonld", |it| {
        let reason = it.ours.refused.as_deref().unwrap_or_default();
        only_ours(it, &["is invalid"]) && is_refused_by_oxiri(reason)
    },
     "oxjsonld leaves out the statements of an IRI that oxiri, too, refuses (JSON-LD 1.1 API section 8.1.2, step 1: \
     what is not well-formed is dropped), and a check names it"),
    ("jsonld", |it| {
        only_ours(it, &["JSON-LD: invalid IRI mapping"])
            && any_definition(it.text, &|id| !is_keyword(id) && oxiri::Iri::parse(id).is_err())
    },
     "oxjsonld takes a relative reference as the IRI of a term (JSON-LD 1.1 API section 4.2.2, step 14.2.4: an error)"),
    ("jsonld", |it| differ(it) && agree(it.ours, it.theirs, it.text),
     "what a context defines is an IRI of the document, also if no statement has it (JSON-LD 1.1 API section 8: \
     statements are those of nodes)"),
    ("jsonld", |it| is_by(it, &[causes::nests]),
     "oxjsonld ends the context of a type within @nest (JSON-LD 1.1 API section 5.1.2, step 14: the context of the node holds there)"),
    ("jsonld", |it| is_by(it, &[causes::ids_in_maps_of_ids]),
     "the key of a map of identifiers is in no statement if its node has an @id (JSON-LD 1.1 API section 5.1.2, step \
     13.8.3), and is an IRI of the document"),
    ("jsonld", |it| is_by(it, &[causes::keys_of_maps]),
     "oxjsonld expands the key of a map in the context of its node, or the key of a map of types in the one before \
     the type around it (JSON-LD 1.1 API section 5.1.2, step 13.8.3: in the context around the map)"),
    ("jsonld", |it| is_by(it, &[causes::indexes_of_types]),
     "oxjsonld ends the context of a type in a map of indexes (JSON-LD 1.1 API section 5.1.2, steps 7 and 13.8.3.1: \
     only in maps of identifiers and types)"),
    ("jsonld", |it| is_by(it, &[causes::contexts_of_two_types]),
     "oxjsonld keeps the context of the last type alone (JSON-LD 1.1 API section 5.1.2, step 11: each is added to the one before it)"),
    ("jsonld", |it| is_by(it, &[causes::types_of_maps]),
     "oxjsonld adds the context of the key of a map of types after that of the node (JSON-LD 1.1 API section 5.1.2, \
     step 13.8.3.2: before it)"),
    ("jsonld", |it| is_by(it, &[causes::undefined_members]),
     "oxjsonld reads what a property holds that no context defines (JSON-LD 1.1 API section 5.1.2, step 13.3: it is left out)"),
    ("jsonld", |it| is_by(it, &[causes::properties_without_iris]),
     "oxjsonld leaves out the nodes that a property holds if it is no IRI (JSON-LD 1.1 API sections 7.2 and 8.1.2: \
     they are nodes of their own)"),
    ("jsonld", |it| is_by(it, &[causes::blank_nodes]),
     "oxjsonld leaves out the statements of a blank node whose name is none of Turtle (JSON-LD 1.1 API section 7.2, \
     step 6: each gets another name)"),
    ("jsonld", |it| is_by(it, &[causes::nodes_without_statements]),
     "a node without a member that is defined is in no statement, and its @id is an IRI of the document (JSON-LD 1.1 \
     API section 5.1.2, step 19)"),
    ("jsonld", |it| is_by(it, causes::ALL),
     "several of these causes in one document, or a value that is a language alone (JSON-LD 1.1 API section 5.1.2, \
     step 18: no statement has it)"),
];

/// Whether both parsers agree about the document without these causes.
fn is_by(found: &Found<'_>, causes: &[Cause]) -> bool {
    causes::without(found.text, causes)
        .is_some_and(|text| agree(&reading::ours(found.format, &text), &rdf::jsonld(&text), &text))
}

/// Whether both parsers say the same, but for IRIs of contexts that no statement has.
fn agree(ours: &Reading, theirs: &Reading, text: &str) -> bool {
    match (&ours.refused, &theirs.refused) {
        (Some(_), Some(_)) => true,
        (Some(reason), None) => is_refused_by_oxiri(reason),
        (None, Some(_)) => false,
        (None, None) => {
            let (more, less) = differences("jsonld", ours, theirs);
            less.is_empty() && more.iter().all(|iri| is_in_context(text, iri))
        }
    }
}

/// Whether ours refuses a text as invalid that oxiri refuses, too.
fn is_refused_by_oxiri(reason: &str) -> bool {
    let text = reason.split_once(": ").and_then(|(_, rest)| rest.strip_suffix(" is invalid"));
    text.is_some_and(|text| oxiri::IriRef::parse(text).is_err())
}

/// Whether an object of a document, outside of contexts, is so.
fn any_object(text: &str, is: &dyn Fn(&Map<String, Value>) -> bool) -> bool {
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

/// Whether a definition of a term has an IRI that is so.
fn any_definition(text: &str, is: &dyn Fn(&str) -> bool) -> bool {
    any_value(text, &|key, value| {
        let mut contexts = vec![value].into_iter().filter(|_| key == "@context").collect::<Vec<_>>();
        if let Some(Value::Array(all)) = contexts.first() {
            contexts = all.iter().collect();
        }
        let definitions = contexts.into_iter().filter_map(Value::as_object).flat_map(Map::values);
        definitions.into_iter().any(|it| {
            let id = it.get("@id").or_else(|| it.get("@reverse")).unwrap_or(it);
            id.as_str().is_some_and(is)
        })
    })
}

/// Whether a context of the document has this text, or a vocabulary that a base makes an IRI so.
fn is_in_context(text: &str, iri: &str) -> bool {
    any_value(text, &|key, value| {
        let vocabulary = value.as_str().filter(|it| key == "@vocab" && !has_scheme(it.as_bytes()));
        vocabulary.is_some_and(|it| !it.is_empty() && iri.ends_with(it))
            || key == "@context" && value.to_string().contains(&Value::from(iri).to_string())
    })
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
