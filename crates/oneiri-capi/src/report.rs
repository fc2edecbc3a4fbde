//! Explanations and findings as lines of text. The header promises the line for a finding, so its fields and their
//! order stay, because programs divide it at its tabs, as `bindings/scheme/src/beyond.scm` does. An explanation is for
//! people. `tests/it/cases.rs` holds its first line, and each line for a finding.

use std::fmt::Write;

use oneiri::Verdict;
use oneiri::compare::Reason;
use oneiri_lint::Finding;

/// Lines that tell why two texts are equal, or why they are not. Example:
///
/// ```text
/// equal at the case rung
/// scheme, bytes 0 to 4 and 0 to 4: letters of the scheme differ only in case (RFC 3986 section 6.2.2.1)
/// ```
pub(crate) fn explain(verdict: &Verdict<'_>) -> String {
    let mut lines = String::new();
    // Writing to a String cannot fail.
    let _ = match verdict.rung() {
        Some(rung) => writeln!(lines, "equal at the {rung} rung"),
        None => writeln!(lines, "different"),
    };
    for step in verdict.steps() {
        let (a, b, rule) = (step.a, step.b, step.rule);
        let _ = writeln!(
            lines,
            "{}, bytes {} to {} and {} to {}: {} ({})",
            step.component.map_or("text", oneiri::Component::name),
            a.start,
            a.end,
            b.start,
            b.end,
            rule.describe(),
            step.source,
        );
    }
    if let Some(difference) = verdict.difference() {
        let (a, b) = (difference.a, difference.b);
        let reason = match difference.reason {
            Reason::Text => "no rung makes these equal",
            reason => reason.describe(),
        };
        let _ = writeln!(
            lines,
            "{}, bytes {} to {} and {} to {}: {} ({})",
            difference.component,
            a.start,
            a.end,
            b.start,
            b.end,
            reason,
            difference.reason.section(),
        );
    }
    lines
}

/// A line for each finding of the lints.
pub(crate) fn lint(findings: &[Finding]) -> String {
    // Hardly any line is longer, so nothing has to be moved.
    const LINE: usize = 192;
    let mut lines = String::with_capacity(LINE * findings.len());
    for finding in findings {
        let range = finding.range.clone();
        lines.push_str(finding.code.name());
        // Writing to a String cannot fail.
        let _ = writeln!(lines, "\t{}\t{}\t{finding}", range.start, range.end);
    }
    lines
}
