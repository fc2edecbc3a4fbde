//! A file of `testdata/`: the array `case`, and a table `each` of what every case has that does not say otherwise.

use toml::{Table, Value};

/// The cases of a file, with all their keys.
pub(crate) fn cases(file: &str, text: &str) -> Vec<Table> {
    let mut table: Table = text.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
    let Some(Value::Array(cases)) = table.remove("case") else { panic!("{file} has no cases") };
    let each = table.remove("each").unwrap_or_else(|| Table::new().into());
    assert!(table.is_empty() && !cases.is_empty(), "{file}: {table:?}");
    let all = cases.into_iter().map(|case| match filled(&each, case) {
        Value::Table(case) => case,
        other => panic!("{file}: {other:?} is no case"),
    });
    all.collect()
}

/// The value of a case, where all cases share one: of two tables the keys of both.
fn filled(shared: &Value, own: Value) -> Value {
    let (Value::Table(shared), Value::Table(mut own)) = (shared, own.clone()) else { return own };
    for (key, shared) in shared {
        let value = own.remove(key).map_or_else(|| shared.clone(), |own| filled(shared, own));
        own.insert(key.clone(), value);
    }
    Value::Table(own)
}
