//! Where others are known to read a document otherwise, and the section that decides. What no row explains fails the run.

use crate::reading::Reading;

/// A difference.
pub struct Found<'f> {
    pub format: &'static str,
    pub text: &'f str,
    pub ours: &'f Reading,
    pub theirs: &'f Reading,
}

/// A row: which difference another reader is known to make, and why.
pub struct Deviation {
    pub format: &'static str,
    pub is: fn(&Found<'_>) -> bool,
    pub reason: &'static str,
}

impl Deviation {
    pub fn explains(&self, found: &Found<'_>) -> bool {
        self.format == found.format && (self.is)(found)
    }
}

/// Whether only the other reader refuses the document, for a reason that holds these words.
fn only_theirs(found: &Found<'_>, words: &[&str]) -> bool {
    let reason = found.theirs.refused.as_deref().filter(|_| found.ours.refused.is_none());
    reason.is_some_and(|reason| words.iter().any(|it| reason.contains(it)))
}

pub const KNOWN: &[Deviation] = &[
    Deviation {
        format: "turtle",
        is: |it| only_theirs(it, &["is not a valid RDF quoted triple object"]) && has_long_string(it.text),
        reason: "oxttl takes no string with three quotation marks in a triple term or a reified triple \
            (Turtle 1.2 section 6.5: ttObject and rtObject are any literal)",
    },
    Deviation {
        format: "trig",
        is: |it| only_theirs(it, &["is not a valid RDF quoted triple object"]) && has_long_string(it.text),
        reason: "oxttl takes no string with three quotation marks in a triple term or a reified triple \
            (Turtle 1.2 section 6.5: ttObject and rtObject are any literal)",
    },
    Deviation {
        format: "rdfxml",
        is: |it| only_theirs(it, &["No scheme found in an absolute IRI"]) && it.text.contains("xml:base='../"),
        reason: "oxrdfxml takes no relative xml:base (XML Base section 4.1: it is resolved against the base that holds)",
    },
];

fn has_long_string(text: &str) -> bool {
    text.contains("\"\"\"") || text.contains("'''")
}
