//! Documents of JSON-LD 1.1. About half of them have something wrong.

use oneiri_differential::dice::Dice;
use serde_json::{Map, Value, json};

use crate::rdfxml::blow;

const REFERENCES: &[&str] =
    &["http://h/a", "urn:x:y", "a", "", "#f", "../x", "//g/y", "e:a", "_:b", "n:a", "\u{e9}", "?q", "http://h/b?c#d"];
const BAD_REFERENCES: &[&str] = &["http://h/a b", "http://[::1/", "a|b", "http://h:port/", "a%zz", "e:a b"];
const KEYS: &[&str] = &[
    "p", "q", "r", "v", "e:p", "http://h/p", "list", "byId", "byType", "byIndex", "lang", "graph", "nested", "json",
    "s", "id", "null", "unknown",
];
const TYPES: &[&str] = &["T", "U", "e:T", "http://h/T", "_:t", "unknown"];
const TEXTS: &[&str] = &["text", "a b", "http://h/x y", "e:a", ""];
const BLOWS: &[&str] =
    &["{", "}", "[", "]", ",", ":", "\"", "\\", "null", "0", "-", "1e", "\u{0}", "tru", "\n", "\\u00e", " "];

/// What a document or a scoped context may define. Namespaces are in no statement.
fn definitions() -> Vec<(&'static str, Value)> {
    vec![
        ("e", json!("http://ns.example/e/")),
        ("n", json!({"@id": "http://ns.example/n#", "@prefix": true})),
        ("p", json!({"@id": "http://ns.example/p", "@type": "@id"})),
        ("q", json!({"@id": "http://ns.example/q", "@type": "@vocab"})),
        ("r", json!({"@reverse": "http://ns.example/r", "@type": "@id"})),
        ("s", json!("http://ns.example/s")),
        ("v", json!({"@id": "http://ns.example/v", "@type": "http://ns.example/datatype"})),
        ("list", json!({"@id": "http://ns.example/list", "@type": "@id", "@container": "@list"})),
        ("byId", json!({"@id": "http://ns.example/byId", "@container": "@id"})),
        ("byType", json!({"@id": "http://ns.example/byType", "@container": "@type"})),
        ("byIndex", json!({"@id": "http://ns.example/byIndex", "@type": "@id", "@container": "@index"})),
        ("lang", json!({"@id": "http://ns.example/lang", "@container": "@language"})),
        ("graph", json!({"@id": "http://ns.example/graph", "@container": "@graph"})),
        ("nested", json!("@nest")),
        ("json", json!({"@id": "http://ns.example/json", "@type": "@json"})),
        ("id", json!("@id")),
        ("type", json!("@type")),
        ("null", Value::Null),
        ("T", json!({"@id": "http://ns.example/T", "@context": {"p": {"@id": "http://ns.example/tp"}}})),
        (
            "U",
            json!({"@id": "http://ns.example/U", "@context": {"@base": "http://base.example/u/x-base", "s": {"@id": "http://ns.example/us", "@type": "@id"}}}),
        ),
        ("@vocab", json!("http://ns.example/vocab#")),
        ("@base", json!("http://base.example/b/y-base")),
    ]
}

struct Writer<'d> {
    dice: &'d mut Dice,
    is_bent: bool,
}

pub fn document(dice: &mut Dice) -> String {
    let is_bent = dice.happens(2);
    let mut writer = Writer { dice, is_bent };
    let mut top = Map::new();
    top.insert("@context".to_owned(), writer.context(true));
    writer.members(&mut top, 0);
    top.insert("s".to_owned(), json!("x"));
    let pretty = dice.happens(2);
    let value = Value::Object(top);
    let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
    let mut text = text.expect("JSON");
    if is_bent && dice.happens(3) {
        blow(dice, BLOWS, &mut text);
    }
    text
}

impl Writer<'_> {
    /// A context with all definitions, or with a few.
    fn context(&mut self, is_whole: bool) -> Value {
        let mut object = Map::new();
        for (name, value) in definitions() {
            let is_taken = match name {
                "@vocab" | "@base" => self.dice.happens(3),
                _ => is_whole || self.dice.happens(6),
            };
            if is_taken {
                object.insert(name.to_owned(), value);
            }
        }
        let object = Value::Object(object);
        match self.dice.below(10) {
            0 => json!([object, {"s": "http://ns.example/s2"}]),
            1 => json!([{"e": "http://ns.example/old/"}, object]),
            2 if !is_whole => Value::Null,
            _ => object,
        }
    }

    /// `@type` comes first, because oxjsonld reads a document as a stream.
    fn members(&mut self, node: &mut Map<String, Value>, depth: usize) {
        if depth > 0 && self.dice.happens(10) {
            let context = self.context(false);
            node.insert("@context".to_owned(), context);
        }
        if self.dice.happens(3) {
            let one = self.dice.pick(TYPES);
            let other = self.dice.pick(TYPES);
            let types = if self.dice.happens(3) { json!([one, other]) } else { json!(one) };
            let name = self.dice.pick(&["@type", "@type", "type"]);
            node.insert(name.to_owned(), types);
        }
        if !self.dice.happens(4) {
            let name = self.dice.pick(&["@id", "@id", "id"]);
            let id = self.reference();
            node.insert(name.to_owned(), id);
        }
        for _ in 0..self.dice.below(4) {
            let key = self.dice.pick(KEYS);
            if !node.contains_key(key) && key != "id" {
                let value = self.value_of(key, depth);
                node.insert(key.to_owned(), value);
            }
        }
        if depth < 2 && self.dice.happens(8) {
            let key = self.dice.pick(&["@graph", "@included"]);
            let one = self.node(depth + 1);
            node.insert(key.to_owned(), json!([one]));
        }
    }

    fn reference(&mut self) -> Value {
        let bad = self.is_bent && self.dice.happens(25);
        let text = self.dice.pick(if bad { BAD_REFERENCES } else { REFERENCES });
        json!(text)
    }

    fn node(&mut self, depth: usize) -> Value {
        let mut node = Map::new();
        self.members(&mut node, depth);
        // Without a statement, a node is in no graph.
        node.insert("s".to_owned(), json!("x"));
        Value::Object(node)
    }

    fn value_of(&mut self, key: &str, depth: usize) -> Value {
        let inner = |it: &mut Self| {
            if depth < 3 && it.dice.happens(2) { it.node(depth + 1) } else { json!({"s": "x"}) }
        };
        match key {
            "byId" => {
                let id = self.dice.pick(REFERENCES);
                let mut map = Map::new();
                map.insert(id.to_owned(), inner(self));
                Value::Object(map)
            }
            "byType" => {
                let name = self.dice.pick(TYPES);
                let mut map = Map::new();
                map.insert(name.to_owned(), inner(self));
                Value::Object(map)
            }
            "byIndex" => json!({"k 1": self.reference(), "k 2": inner(self)}),
            "lang" => json!({"en": "a b", "de": ["c"]}),
            "nested" => json!({"p": self.reference()}),
            "json" => json!({"@id": "a b", "x": [1, null]}),
            "r" => inner(self),
            "graph" => self.node(3),
            "null" => json!({"@id": "a b"}),
            _ => match self.dice.below(10) {
                0 => json!(self.dice.pick(TEXTS).replace(' ', "")),
                1 => json!(1.5),
                2 => json!({"@value": self.dice.pick(TEXTS)}),
                3 => json!({"@value": "x", "@type": self.dice.pick(&["http://h/t", "e:t"])}),
                4 => json!({"@value": "x", "@language": "en"}),
                5 => json!({"@list": [self.list_item()]}),
                6 => json!({"@set": [self.list_item()]}),
                7 => json!([{"@id": self.reference()}, true]),
                8 => json!({"@id": self.reference()}),
                _ => inner(self),
            },
        }
    }

    fn list_item(&mut self) -> Value {
        let id = self.reference();
        if self.dice.happens(2) { id } else { json!({"@id": id}) }
    }
}
