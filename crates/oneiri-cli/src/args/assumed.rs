//! Sentences about what assumptions merge.

use std::fmt::Write;
use std::sync::LazyLock;

use oneiri::{Alphabet, MaybeScheme, Ri, Rung};

use crate::assume::{Assumption, Assumptions, Trackers};
use crate::comparison::Comparison;
use crate::dedupe::why::Assumed;
use crate::output::counted;

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
        let (name, count) = (&merges.name, counted(merges.records, noun));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name}: {count} would be merged");
        let Some(example) = &merges.example else { continue };
        let _ = writeln!(text, "  for example {}", example.alias);
        let _ = writeln!(text, "         into {}", example.kept);
        let _ = writeln!(text, "  wrongly, if {}", merges.assumption.risks());
    }
    text
}

/// The option under which two identifiers are equal that are different at the scheme rung, if none is given.
fn hint<A: Alphabet, T: AsRef<str>>(
    comparison: &Comparison<A>,
    a: &Ri<T, A, MaybeScheme>,
    b: &Ri<T, A, MaybeScheme>,
    out: &mut String,
) {
    static ALL: LazyLock<Assumptions> = LazyLock::new(|| Assumptions::new(&Assumption::ALL, Trackers::shipped()));
    let (a, b, ladder) = (a.as_borrowed(), b.as_borrowed(), comparison.ladder());
    let [a, b] = [&a, &b].map(|it| ladder.normalize(it, comparison.rung.max(Rung::Scheme)));
    let needed = if a.as_str() == b.as_str() { None } else { ALL.needed(&a.as_borrowed(), &b.as_borrowed()) };
    if let Some(needed) = needed {
        let names: Vec<&str> = needed.iter().map(|it| it.name()).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(out, "\n--assume {} would make them equal, at your risk", names.join(","));
    }
}

/// Which assumptions make two identifiers equal that are different at the rung, if any are given.
pub(crate) fn explain<A: Alphabet, T: AsRef<str>>(
    comparison: &Comparison<A>,
    a: &Ri<T, A, MaybeScheme>,
    b: &Ri<T, A, MaybeScheme>,
    out: &mut String,
) {
    if comparison.assumptions.is_none() {
        return hint(comparison, a, b, out);
    }
    match comparison.needed(a, b) {
        None => out.push_str("\nnot equal under the assumptions either\n"),
        Some(needed) if needed.is_empty() => {}
        Some(needed) => {
            out.push_str("\nnot equivalent, but equal if these assumptions are right:\n");
            for assumption in needed {
                let (name, says) = (comparison.versioned(assumption), assumption.says());
                // Writing to a String cannot fail.
                let _ = writeln!(out, "{name}  {says}");
                let _ = writeln!(out, "{:1$}  wrong, if {2}", "", name.len(), assumption.risks());
            }
        }
    }
}
