//! What assumptions merge, in words.

use std::fmt::Write;

use oneiri::{Alphabet, MaybeScheme, Ri};

use crate::dedupe::why::Assumed;
use crate::input::judge::Judge;

/// The end of a summary.
pub(crate) fn summary(assumed: &Assumed) -> String {
    let each = assumed.each.iter().filter(|it| it.records > 0);
    let each: Vec<String> = each.map(|it| format!("{} {}", it.name, it.records)).collect();
    let each = if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) };
    format!("; {} merged only under assumptions{each}", assumed.records)
}

/// What a list would lose: for each assumption how many lines it merges, what it may merge wrongly,
/// and an example.
pub(crate) fn losses(assumed: &Assumed, noun: &str) -> String {
    let mut text = String::new();
    for merges in &assumed.each {
        let (name, count) = (&merges.name, merges.records);
        let s = if count == 1 { "" } else { "s" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name}: {count} {noun}{s} would be merged");
        let Some(example) = &merges.example else { continue };
        let _ = writeln!(text, "  for example {}", example.alias);
        let _ = writeln!(text, "         into {}", example.kept);
        let _ = writeln!(text, "  wrongly, if {}", merges.assumption.risks());
    }
    text
}

/// Which assumptions make two identifiers equal that are different at the rung, if any are given.
pub(crate) fn explain<A: Alphabet, T: AsRef<str>>(
    judge: &Judge<A>,
    a: &Ri<T, A, MaybeScheme>,
    b: &Ri<T, A, MaybeScheme>,
    out: &mut String,
) {
    if judge.assumptions.is_none() {
        return;
    }
    match judge.needed(a, b) {
        None => out.push_str("\nnot equal under the assumptions either\n"),
        Some(needed) if needed.is_empty() => {}
        Some(needed) => {
            out.push_str("\nnot equivalent, but equal if these assumptions are right:\n");
            for assumption in needed {
                let (name, says) = (judge.versioned(assumption), assumption.says());
                // Writing to a String cannot fail.
                let _ = writeln!(out, "{name}  {says}");
                let _ = writeln!(out, "{:1$}  wrong, if {2}", "", name.len(), assumption.risks());
            }
        }
    }
}
