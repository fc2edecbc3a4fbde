//! Every short value in every component of small identifiers.

use super::change::{Change, POLICIES};
use super::{changes_as_the_model, of_four};
use crate::laws::run::{Outcome, for_every};
use oneiri::{Ascii, HasScheme, MaybeScheme, Unicode};

/// The delimiters, and something that is none.
const TEN: [&str; 10] = ["a", ":", "/", ".", "?", "#", "@", "%", "[", "]"];

/// Every combination of what there may be and what the three rules between components look at.
const BASES: [&str; 17] = [
    "", "a", "a/b", "/a", "./a:b", "?q", "//", "//h", "//@:", "//u@h:1/a?q#f", "s:", "s:a:b", "s:/.//g", "s:////g",
    "s://h:/", "s://u@:/", "s://[::1]:8?#",
];

fn in_every_component(value: Option<&str>) -> Outcome {
    let mut spoke = false;
    for text in BASES {
        for change in Change::each(value) {
            for policy in POLICIES {
                spoke |= of_four!(changes_as_the_model, text, change, policy);
            }
        }
    }
    Ok(spoke)
}

#[test]
fn every_short_value_in_every_component() {
    for_every("short values", "", &TEN, 3, |value| in_every_component(Some(value)));
    in_every_component(None).expect("removing what may be there");
    let edits = 1112 * BASES.len() * Change::each(None).len() * POLICIES.len();
    println!("short values: {edits} edits, each on every type that takes what is edited");
}
