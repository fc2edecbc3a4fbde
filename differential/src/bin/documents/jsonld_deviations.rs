//! Where oxjsonld is known to read a document otherwise. Where it can, a row shows so by a document without the cause: oxjsonld
//! then reads what ours has read in the document.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::deviations::{Deviation, Found, differ, only_ours, only_theirs};
use crate::rdf;
use crate::reading::{Reading, differences};

pub const KNOWN: &[Deviation] = &[
    Deviation {
        format: "jsonld",
        is: |it| {
            only_theirs(it, &["@type must be the first key of an object"])
                && any_object(it.text, &|node| {
                    node.get("byType").and_then(Value::as_object).is_some_and(|map| {
                        map.values().any(|it| {
                            ["@type", "type", "@id", "id"].iter().any(|key| it.get(key).is_some())
                        })
                    })
                })
        },
        reason: "oxjsonld reads streams, so it wants @type first, also in a map of types (JSON-LD 1.1 Streaming section 4.1)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            differ(it)
                && any_object(it.text, &|node| {
                    has_type(node, "T") && node.contains_key("nested")
                        || node.get("byType").and_then(|map| map.get("T")?.get("nested")).is_some()
                })
        },
        reason: "oxjsonld ends the context of a type within @nest (JSON-LD 1.1 API section 5.1.2, step 14: the context of the node \
            holds there)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            let (ours, theirs) = differences(it.format, it.ours, it.theirs);
            let is_relative = |iri: &String| {
                ["http://base.example/", "http://given.example/"]
                    .iter()
                    .any(|it| iri.starts_with(it))
            };
            differ(it)
                && ours.iter().chain(&theirs).all(is_relative)
                && any_object(it.text, &|node| {
                    has_type(node, "U")
                        || node.get("byType").is_some_and(|map| map.get("U").is_some())
                })
        },
        reason: "oxjsonld resolves references of a node, and the key of its map, against the base outside of or within the context of its type (JSON-LD 1.1 API section 5.1.2, steps 11 and \
            13.4.3)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            let reason = it.ours.refused.as_deref().unwrap_or_default();
            let text =
                reason.split_once(": ").and_then(|(_, rest)| rest.strip_suffix(" is invalid"));
            only_ours(it, &["is invalid"])
                && text.is_some_and(|text| oxiri::IriRef::parse(text).is_err())
        },
        reason: "oxjsonld leaves out the statements of an IRI that oxiri, too, refuses (JSON-LD 1.1 API section 8.1.2, step 1: what \
            is not well-formed is dropped), and a check names it",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            only_ours(it, &["JSON-LD: invalid IRI mapping"])
                && any_definition(it.text, &|id| !is_keyword(id) && oxiri::Iri::parse(id).is_err())
        },
        reason: "oxjsonld takes a relative reference as the IRI of a term (JSON-LD 1.1 API section 4.2.2, step 14.2.4: an error)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            let Some(text) = without_undefined(it.text) else { return false };
            let theirs = rdf::jsonld(&text);
            is_same(it.ours, &theirs) || is_without_statement(it.ours, &text)
        },
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
        is: |it| differ(it) && is_without_statement(it.ours, it.text),
        reason: "a node without a member that is defined is in no statement, and its @id is an IRI of the document (JSON-LD 1.1 API \
            section 5.1.2, step 19)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            differ(it)
                && without_ids_in_maps(it.text).is_some_and(|text| {
                    let theirs = rdf::jsonld(&text);
                    let (_, more) = differences(it.format, it.ours, it.theirs);
                    more.is_empty()
                        && theirs.refused.is_none()
                        && differences("jsonld", it.ours, &theirs)
                            .0
                            .iter()
                            .all(|iri| it.theirs.iris.contains(iri))
                })
        },
        reason: "the key of a map of identifiers is in no statement if its node has an @id (JSON-LD 1.1 API section 5.1.2, step \
            13.8.3), and is an IRI of the document",
    },
    Deviation {
        format: "jsonld",
        is: |it| differ(it) && any_object(it.text, &has_map_with_context),
        reason: "oxjsonld expands the key of a map in the context of its node (JSON-LD 1.1 API section 5.1.2, step 13.8.3: in the \
            outer one)",
    },
    Deviation {
        format: "jsonld",
        is: |it| {
            differ(it)
                && any_object(it.text, &|node| {
                    let map = node.get("byIndex").and_then(Value::as_object);
                    has_type(node, "T")
                        && map
                            .is_some_and(|map| map.values().any(|it| it.get("@context").is_some()))
                })
        },
        reason: "oxjsonld ends the context of a type in a node of an index that has a context (JSON-LD 1.1 API section 5.1.2, step 7: \
            not in a map)",
    },
];

fn is_same(ours: &Reading, theirs: &Reading) -> bool {
    let (more, less) = differences("jsonld", ours, theirs);
    ours.refused.is_some() == theirs.refused.is_some()
        && (ours.refused.is_some() || more.is_empty() && less.is_empty())
}

/// Whether oxjsonld finds what ours has found if each node has a statement.
fn is_without_statement(ours: &Reading, text: &str) -> bool {
    with_statements(text).is_some_and(|text| is_same(ours, &rdf::jsonld(&text)))
}

/// The names that contexts define at a node.
#[derive(Clone, Default)]
struct Names {
    names: BTreeSet<String>,
    has_vocabulary: bool,
}

impl Names {
    fn read(&mut self, context: &Value) {
        match context {
            Value::Null => *self = Self::default(),
            Value::Array(contexts) => contexts.iter().for_each(|it| self.read(it)),
            Value::Object(definitions) => {
                for (name, value) in definitions {
                    if name == "@vocab" {
                        self.has_vocabulary = !value.is_null();
                    } else if value.is_null() {
                        self.names.remove(name);
                    } else {
                        self.names.insert(name.clone());
                    }
                }
            }
            _ => {}
        }
    }

    fn is_defined(&self, name: &str) -> bool {
        self.has_vocabulary
            || name.starts_with('@')
            || name.contains(':')
            || self.names.contains(name)
    }
}

/// The document without the members that no context defines. `None` if it has none of them.
fn without_undefined(text: &str) -> Option<String> {
    fn walk(value: &mut Value, names: &Names, is_map: bool) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(|it| walk(it, names, is_map)),
            Value::Object(node) => {
                let mut names = names.clone();
                if let Some(context) = node.get("@context") {
                    names.read(context);
                }
                node.retain(|name, _| is_map || names.is_defined(name));
                for (name, value) in node.iter_mut().filter(|(name, _)| *name != "@context") {
                    walk(value, &names, !is_map && is_map_name(name));
                }
            }
            _ => {}
        }
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    let before = value.clone();
    walk(&mut value, &Names::default(), false);
    (value != before).then(|| value.to_string())
}

/// Whether the keys of the values of a property are no properties.
fn is_map_name(name: &str) -> bool {
    ["byId", "byType", "byIndex", "lang", "json"].contains(&name)
}

/// The document with another statement in each node.
fn with_statements(text: &str) -> Option<String> {
    fn walk(value: &mut Value, is_map: bool) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(|it| walk(it, is_map)),
            Value::Object(node) => {
                for (name, value) in node.iter_mut().filter(|(name, _)| *name != "@context") {
                    walk(value, !is_map && is_map_name(name));
                }
                let is_node = !["@value", "@list", "@set"].iter().any(|it| node.contains_key(*it));
                if is_node && !is_map {
                    // It is a property that the comparison leaves out.
                    let name = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value";
                    node.insert(name.to_owned(), json!("x"));
                }
            }
            _ => {}
        }
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    walk(&mut value, false);
    Some(value.to_string())
}

/// The document without the identifiers of nodes in maps of identifiers. `None` if it has none of them.
fn without_ids_in_maps(text: &str) -> Option<String> {
    fn walk(value: &mut Value) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(walk),
            Value::Object(node) => {
                if let Some(Value::Object(map)) = node.get_mut("byId") {
                    for node in map.values_mut().filter_map(Value::as_object_mut) {
                        node.retain(|key, _| !["@id", "id"].contains(&&**key));
                    }
                }
                node.values_mut().for_each(walk);
            }
            _ => {}
        }
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    let before = value.clone();
    walk(&mut value);
    (value != before).then(|| value.to_string())
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
        let mut contexts =
            vec![value].into_iter().filter(|_| key == "@context").collect::<Vec<_>>();
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

fn has_type(node: &Map<String, Value>, name: &str) -> bool {
    let is = |value: &Value| match value {
        Value::Array(values) => values.iter().any(|it| it == name),
        value => value == name,
    };
    ["@type", "type"].iter().filter_map(|key| node.get(*key)).any(is)
}

/// Whether a context of the document has this text.
fn is_in_context(text: &str, iri: &str) -> bool {
    any_value(text, &|key, value| {
        key == "@context" && value.to_string().contains(&Value::from(iri).to_string())
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

/// Whether a map of identifiers or types has a node with a context of its own.
fn has_map_with_context(node: &Map<String, Value>) -> bool {
    let maps = ["byId", "byType"].iter().filter_map(|key| node.get(*key)?.as_object());
    maps.flat_map(Map::values).any(|value| value.get("@context").is_some())
}

fn is_keyword(text: &str) -> bool {
    text.strip_prefix('@').is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// A difference without the IRIs of contexts that no statement has, if it has other IRIs than these.
pub fn without_definitions(found: &Found<'_>) -> Option<Reading> {
    let (ours, _) = differences(found.format, found.ours, found.theirs);
    let defined: Vec<_> = ours.iter().filter(|iri| is_in_context(found.text, iri)).collect();
    if found.format != "jsonld" || defined.is_empty() {
        return None;
    }
    let rest = found.ours.iris.iter().filter(|iri| !defined.contains(iri));
    Some(Reading { refused: found.ours.refused.clone(), iris: rest.cloned().collect() })
}
