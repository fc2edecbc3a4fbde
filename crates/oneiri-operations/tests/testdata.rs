//! The table of operations gives what the cases of `testdata/` say. [`cases`] holds each of them to its call.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use std::collections::BTreeMap;

use oneiri_operations::TABLE;

#[allow(dead_code, reason = "the bindings use all of it")]
mod cases;

/// The number of cases of each operation, so that none is lost unseen.
#[test]
fn every_case_is_a_call() {
    let mut counts = BTreeMap::new();
    let cases = cases::cases();
    for case in &cases {
        *counts.entry(case.operation.row().name).or_insert(0) += 1;
    }
    println!("{counts:?}");
    assert_eq!(cases.len(), 7621);
    let without: Vec<&str> = TABLE.iter().map(|row| row.name).filter(|name| !counts.contains_key(name)).collect();
    // `parse` has the errors, and `rung` stands for `explain`. The other five have cases of their own elsewhere.
    assert_eq!(without, ["why_not", "explain", "whatwg_href", "redact", "redact_text", "htu", "drive"]);
}
