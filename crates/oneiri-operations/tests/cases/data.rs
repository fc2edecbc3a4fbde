//! The files of `testdata/`, and the values of their keys.

use std::path::Path;

use oneiri_operations::Grammar;
use toml::{Table, Value};

#[path = "../../../oneiri/tests/it/cases/each.rs"]
mod each;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");

/// The paths of all files of cases, sorted.
pub(super) fn files() -> Vec<String> {
    fn below(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                let file = path.strip_prefix(FOLDER).unwrap().to_str().unwrap();
                found.push(file.replace('\\', "/"));
            }
        }
    }
    let mut found = Vec::new();
    below(Path::new(FOLDER), &mut found);
    found.sort();
    found
}

/// The cases of a file.
pub(super) fn cases(file: &str) -> Vec<Data> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{file}")).unwrap();
    each::cases(file, &text).into_iter().map(Data).collect()
}

/// A case as its file has it.
#[derive(Clone, Debug)]
pub(super) struct Data(Table);

impl Data {
    /// A text, or a number as its digits; `None` if the key is absent.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        text(&self.0, key)
    }

    /// A text that every case of the file has.
    pub(super) fn given(&self, key: &str) -> String {
        self.text(key).unwrap_or_else(|| panic!("{self:?} has no {key}"))
    }

    pub(super) fn id(&self) -> String {
        self.given("id")
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.0.get(key).map(|value| value.as_bool().unwrap())
    }

    /// Whether a key is `true`.
    pub(super) fn is(&self, key: &str) -> bool {
        self.flag(key) == Some(true)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The texts of a list; none if the key is absent.
    pub(super) fn texts(&self, key: &str) -> Vec<String> {
        let list = self.0.get(key).map(|list| list.as_array().unwrap().as_slice());
        let texts = list.unwrap_or_default().iter().map(|text| text.as_str().unwrap().to_owned());
        texts.collect()
    }

    /// The pairs of a list of lists.
    pub(super) fn pairs(&self, key: &str) -> Vec<[String; 2]> {
        let pair = |pair: &Value| [0, 1].map(|side| pair[side].as_str().unwrap().to_owned());
        self.0[key].as_array().unwrap().iter().map(pair).collect()
    }

    /// The seven texts of a table with these keys, or of the case itself.
    pub(super) fn seven(&self, table: Option<&str>, keys: [&str; 7]) -> [Option<String>; 7] {
        let table = table.map_or(&self.0, |key| self.0[key].as_table().unwrap());
        keys.map(|key| text(table, key))
    }

    /// The truth values of a table. A text is a condition, such as "with evidence", and counts as false.
    pub(super) fn truths(&self, key: &str) -> Vec<(String, bool)> {
        let table = self.0[key].as_table().unwrap();
        let truth = |value: &Value| value.as_bool().unwrap_or_default();
        table.iter().map(|(name, value)| (name.clone(), truth(value))).collect()
    }

    /// The grammars of references that a case is about. Without the key: both.
    pub(super) fn references(&self) -> &'static [Grammar] {
        match self.text("grammar").as_deref() {
            Some("uri") => &[Grammar::UriReference],
            Some("iri") => &[Grammar::IriReference],
            None | Some("both") => &[Grammar::UriReference, Grammar::IriReference],
            other => panic!("{self:?}: {other:?}"),
        }
    }
}

fn text(table: &Table, key: &str) -> Option<String> {
    match table.get(key)? {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        other => panic!("{table:?}: {key} is {other:?}"),
    }
}
