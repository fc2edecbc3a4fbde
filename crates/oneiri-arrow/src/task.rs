//! The tasks that run on columns.

use oneiri::{Normalization, Rung};
use oneiri_operations::{Hash, Kind, Operation};

use crate::rules::Rules;

/// A task. If it returns text, the output column has the type of the input column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The components: a struct of scheme, userinfo, host, port, path, query, fragment.
    Parse,
    /// The texts, with every character that the grammar allows nowhere percent-encoded; see
    /// [`Ri::parse_lenient`](oneiri::Ri::parse_lenient).
    ParseLenient,
    /// Whether each text is grammatical.
    IsValid,
    /// The error of each text: a struct of message, start, end, component, expected, found and rule. Null for a
    /// valid text.
    WhyNot,
    /// The normal form at a rung (RFC 3986 section 6.2).
    Normalize(Rung),
    /// The normal form at a rung by a ladder with options.
    NormalizeBy(Rung, Rules),
    /// Normalized by the selected steps only.
    Steps(Normalization),
    /// The target of each reference, resolved against this base. Without a base, the second column holds a base
    /// for each row (RFC 3986 section 5). Whatever the grammar, a base has a scheme and a reference may lack one.
    Resolve(Option<String>),
    /// The URI of each IRI (RFC 3987 section 3.1).
    ToUri,
    /// The IRI of each URI (RFC 3987 section 3.2).
    ToIri,
    /// A fingerprint of 16 bytes for each normal form at a rung.
    Fingerprint(Rung, Hash),
    /// The same by a ladder with options.
    FingerprintBy(Rung, Hash, Rules),
    /// The name of the lowest rung at which the texts of both columns are equal, or `different`.
    Rung,
    /// The same by a ladder with options.
    RungBy(Rules),
    /// An operation of the table that turns one text into another and has no option.
    Apply(Operation),
}

impl Task {
    /// The task for an operation that has no task of its own. `None` if the operation takes more than one text or gives
    /// something other than a text.
    ///
    /// ```
    /// use oneiri_arrow::Task;
    /// use oneiri_operations::Operation;
    ///
    /// assert_eq!(Task::of(Operation::DecodeText), Some(Task::Apply(Operation::DecodeText)));
    /// assert_eq!(Task::of(Operation::Relativize), None);
    /// ```
    #[must_use]
    pub fn of(operation: Operation) -> Option<Self> {
        let row = operation.row();
        (row.result == Kind::Text && row.parameters.len() == 1).then_some(Self::Apply(operation))
    }

    /// Whether a text that is refused has a place in what comes out.
    pub(crate) const fn gives_text(&self) -> bool {
        use Task::{Apply, Normalize, NormalizeBy, ParseLenient, Resolve, Steps, ToIri, ToUri};
        matches!(
            self,
            ParseLenient
                | Normalize(_)
                | NormalizeBy(..)
                | Steps(_)
                | Resolve(_)
                | ToUri
                | ToIri
                | Apply(_)
        )
    }

    pub(crate) const fn needs_second(&self) -> bool {
        matches!(self, Self::Resolve(None) | Self::Rung | Self::RungBy(_))
    }
}
