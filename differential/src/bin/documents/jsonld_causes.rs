//! What makes oxjsonld read a document otherwise: each cause rewrites the nodes of a document so that it is gone. If both parsers agree
//! about the document without its causes, these explain the difference, and nothing else is wrong with it.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

type Node = Map<String, Value>;

/// Takes a cause out of a node, in which these names are defined.
pub type Cause = fn(&mut Node, &Names);

/// All of them. First comes what takes members out, then what writes them otherwise.
pub const ALL: &[Cause] = &[
    nodes_without_statements, undefined_members, lost_values, contexts_of_two_types, types_of_maps, indexes_of_types,
    ids_in_maps_of_types, ids_in_maps_of_ids, properties_without_iris, nests, keys_of_maps, blank_nodes,
];

/// The document without these causes. `None` if it has none of them.
pub fn without(text: &str, causes: &[Cause]) -> Option<String> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    let before = value.clone();
    walk(&mut value, &Names::default(), causes);
    (value != before).then(|| value.to_string())
}

fn walk(value: &mut Value, outer: &Names, causes: &[Cause]) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|it| walk(it, outer, causes)),
        Value::Object(node) => {
            let mut names = outer.clone();
            if let Some(context) = node.get("@context") {
                names.read(context);
            }
            causes.iter().for_each(|cause| cause(node, &names));
            for (name, value) in node.iter_mut() {
                let is_defined = names.names.contains(name);
                match value {
                    _ if name == "@context" || name == "json" && is_defined => {}
                    Value::Object(map) if is_defined && is_map_name(name) => {
                        map.values_mut().for_each(|it| walk(it, &names, causes));
                    }
                    value => walk(value, &names, causes),
                }
            }
        }
        _ => {}
    }
}

/// The names that contexts define at a node.
#[derive(Clone, Default)]
pub struct Names {
    names: BTreeSet<String>,
    vocabulary: Option<String>,
}

impl Names {
    fn read(&mut self, context: &Value) {
        match context {
            Value::Null => *self = Self::default(),
            Value::Array(contexts) => contexts.iter().for_each(|it| self.read(it)),
            Value::Object(definitions) => {
                for (name, value) in definitions {
                    if name == "@vocab" {
                        self.vocabulary = value.as_str().map(str::to_owned);
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
        self.vocabulary.is_some() || is_keyword(name) || name.contains(':') || self.names.contains(name)
    }
}

pub fn is_keyword(text: &str) -> bool {
    let name = text.strip_prefix('@').unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether the keys of the values of a property are no properties.
fn is_map_name(name: &str) -> bool {
    ["byId", "byType", "byIndex", "lang"].contains(&name)
}

/// Whether a type has a context.
fn is_scoped(name: &str) -> bool {
    ["T", "U"].contains(&name)
}

/// Whether a node has one of these types.
fn has_scoped_type(node: &Node) -> bool {
    let is = |value: &Value| match value {
        Value::Array(values) => values.iter().filter_map(Value::as_str).any(is_scoped),
        value => value.as_str().is_some_and(is_scoped),
    };
    ["@type", "type"].iter().filter_map(|key| node.get(*key)).any(is)
}

/// The nodes of a map, and their keys.
fn entries<'n>(node: &'n mut Node, name: &str) -> impl Iterator<Item = (&'n String, &'n mut Node)> {
    let map = node.get_mut(name).and_then(Value::as_object_mut);
    map.into_iter().flatten().filter_map(|(key, value)| Some((key, value.as_object_mut()?)))
}

/// A member that no context defines.
pub fn undefined_members(node: &mut Node, names: &Names) {
    node.retain(|name, _| names.is_defined(name));
}

/// A value that is a language without a text.
pub fn lost_values(node: &mut Node, names: &Names) {
    let is_ignored = |key: &String| {
        let is_read = ["@id", "@type", "@value", "@list", "@set", "@graph", "@included"];
        is_keyword(key) && !is_read.contains(&&**key) || !names.is_defined(key)
    };
    let is_lost = |value: &Value| {
        let value = value.as_object().filter(|it| it.keys().all(is_ignored));
        value.is_some_and(|it| it.contains_key("@language") || it.contains_key("@direction"))
    };
    node.retain(|name, value| name == "@context" || !is_lost(value));
}

/// Several types that have a context each: the last one stays.
pub fn contexts_of_two_types(node: &mut Node, _: &Names) {
    for key in ["@type", "type"] {
        if let Some(Value::Array(types)) = node.get_mut(key) {
            let last = types.iter().filter_map(Value::as_str).filter(|it| is_scoped(it)).max();
            let mut last = last.map(str::to_owned);
            types.retain(|it| match it.as_str().filter(|it| is_scoped(it)) {
                Some(name) => last.take_if(|last| last == name).is_some(),
                None => true,
            });
        }
    }
}

/// The key of a map of types, if that type has a context.
pub fn types_of_maps(node: &mut Node, _: &Names) {
    rename_keys(node, "byType", |key, _| is_scoped(key));
}

/// A map of indexes where the context of a type holds.
pub fn indexes_of_types(node: &mut Node, _: &Names) {
    if has_scoped_type(node) {
        node.shift_remove("byIndex");
    }
    for (key, node) in entries(node, "byType") {
        if is_scoped(key) {
            node.shift_remove("byIndex");
        }
    }
}

/// The identifier of a node in a map of types.
pub fn ids_in_maps_of_types(node: &mut Node, _: &Names) {
    for (_, node) in entries(node, "byType") {
        node.retain(|key, _| !["@id", "id"].contains(&&**key));
    }
}

/// The identifier of a node in a map of identifiers.
pub fn ids_in_maps_of_ids(node: &mut Node, _: &Names) {
    for (_, node) in entries(node, "byId") {
        node.retain(|key, _| !["@id", "id"].contains(&&**key));
    }
}

/// A property that is no IRI gets another name.
pub fn properties_without_iris(node: &mut Node, names: &Names) {
    let is_iri = |name: &String| {
        let vocabulary = names.vocabulary.as_deref().filter(|_| !name.contains(':'));
        let iri = format!("{}{name}", vocabulary.unwrap_or_default());
        is_keyword(name) || names.names.contains(name) || oxiri::Iri::parse(iri).is_ok()
    };
    let all: Vec<String> = node.keys().filter(|it| names.is_defined(it)).cloned().collect();
    for (nth, name) in all.into_iter().filter(|it| !is_iri(it)).enumerate() {
        let value = node.shift_remove(&name).unwrap_or_default();
        node.insert(format!("http://h/renamed{nth}"), value);
    }
}

/// The members within @nest become members of the node.
pub fn nests(node: &mut Node, names: &Names) {
    if !names.names.contains("nested") {
        return;
    }
    let Some(Value::Object(nested)) = node.shift_remove("nested") else { return };
    for (name, value) in nested {
        let value = match node.shift_remove(&name) {
            Some(Value::Array(mut values)) => {
                values.push(value);
                Value::Array(values)
            }
            Some(other) => json!([other, value]),
            None => value,
        };
        node.insert(name, value);
    }
}

/// A key of a map, where the context of its node is another one than that of the map.
pub fn keys_of_maps(node: &mut Node, _: &Names) {
    let is_outer_scoped = has_scoped_type(node);
    for name in ["byId", "byType"] {
        rename_keys(node, name, |key, value| {
            let is_inner = |it: &Node| it.contains_key("@context") || has_scoped_type(it);
            let is_other = is_outer_scoped || value.as_object().is_some_and(is_inner);
            is_other && !(name == "byType" && is_scoped(key))
        });
    }
}

fn rename_keys(node: &mut Node, name: &str, is_renamed: impl Fn(&str, &Value) -> bool) {
    let Some(Value::Object(map)) = node.get_mut(name) else { return };
    let renamed = std::mem::take(map)
        .into_iter()
        .map(|(key, value)| (if is_renamed(&key, &value) { "http://h/key".to_owned() } else { key }, value));
    *map = renamed.collect();
}

/// A blank node gets a name that has letters alone.
pub fn blank_nodes(node: &mut Node, _: &Names) {
    for key in ["@id", "id"] {
        if node.get(key).and_then(Value::as_str).is_some_and(|it| it.starts_with("_:")) {
            node.insert(key.to_owned(), json!("_:b"));
        }
    }
}

/// Each node but a reference gets a statement.
pub fn nodes_without_statements(node: &mut Node, _: &Names) {
    let keywords = ["@value", "@list", "@set", "@language", "@direction"];
    // What is a reference before all other causes are taken away stays one.
    let is_reference = node.len() == 1 && node.contains_key("@id");
    if !is_reference && !keywords.iter().any(|it| node.contains_key(*it)) {
        // The comparison leaves this property out.
        let name = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value";
        node.insert(name.to_owned(), json!("x"));
    }
}
