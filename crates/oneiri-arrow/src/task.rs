//! The tasks that run on columns, what becomes of an invalid text, and the options of a comparison.
//!
//! Each task gives a column of one type, whatever the texts are, because an engine of queries has to know the type
//! before it sees them. Without an option, columns compare as [`Ladder::new`] does, so the default of each field of
//! [`Rules`] is the default there. The compiler does not ask for three places: a new task that turns a text into
//! another belongs in `gives_text`, because `keep` is refused otherwise; one with two columns in `needs_second`; and a
//! new field of [`Rules`] in `ladder`, because it has no effect otherwise. The words of [`Errors`] are also in
//! `arrow.py` of `oneiri-python`, as types.

use std::str::FromStr;
use std::sync::Arc;

use oneiri::compare::Evidence;
use oneiri::{Ladder, Normalization, Rung};
use oneiri_operations::{Hash, Kind, Operation, Unfit};

/// A task. If it turns a text into another one, the output column has the type of the input column, or for a dictionary
/// that of its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The components: a struct of scheme, userinfo, host, port, path, query, fragment.
    Parse,
    /// The texts, with every character that the grammar allows nowhere percent-encoded, as by
    /// [`Ri::parse_lenient`](oneiri::Ri::parse_lenient). Unlike that constructor, it first drops spaces, tabs and line ends at
    /// the ends and writes `%25` for a stray `%`, because a column is cleaned and not judged. An error has places of the text
    /// that was cleaned so.
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
        matches!(self, ParseLenient | Normalize(_) | NormalizeBy(..) | Steps(_) | Resolve(_) | ToUri | ToIri | Apply(_))
    }

    pub(crate) const fn needs_second(&self) -> bool {
        matches!(self, Self::Resolve(None) | Self::Rung | Self::RungBy(_))
    }
}

/// How a task handles an invalid text.
///
/// ```
/// use oneiri_arrow::Errors;
///
/// assert_eq!("keep".parse(), Ok(Errors::Keep));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Errors {
    /// `null`: the result is null.
    #[default]
    Null,
    /// `raise`: the task ends with an error that names the row.
    Raise,
    /// `keep`: the result is the text itself. Only for tasks that return text.
    Keep,
}

impl FromStr for Errors {
    type Err = Unfit;

    fn from_str(name: &str) -> Result<Self, Unfit> {
        match name {
            "null" => Ok(Self::Null),
            "raise" => Ok(Self::Raise),
            "keep" => Ok(Self::Keep),
            _ => Err(Unfit::new(format!("errors={name:?}: expected \"null\", \"raise\" or \"keep\""))),
        }
    }
}

/// The options of a comparison beyond the rung. [`Ladder`] explains each of them.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::cast::AsArray;
/// use arrow_array::{ArrayRef, StringArray};
/// use oneiri::Rung;
/// use oneiri_arrow::{Errors, Grammar, Plan, Rules, Task};
///
/// let rules = Rules { ignore_fragment: true, ..Rules::default() };
/// let plan = Plan::new(Task::NormalizeBy(Rung::Path, rules), Grammar::Iri, Errors::Null)?;
/// let links: ArrayRef = Arc::new(StringArray::from(vec!["HTTP://h/%7Eada#top"]));
/// assert_eq!(plan.run(&links, None)?.as_string::<i32>().value(0), "http://h/~ada");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Whether fragments make no difference.
    pub ignore_fragment: bool,
    /// Whether URNs are compared by name alone (RFC 8141 section 3.1).
    pub urn_names: bool,
    /// Whether a domain name and its Punycode are equal at the scheme rung and at the protocol rung (RFC 3987 section 5.3.3).
    #[cfg(feature = "idna")]
    pub idna: bool,
    /// What was observed, for the protocol rung (RFC 3986 section 6.2.4).
    pub evidence: Option<Arc<Evidence<'static>>>,
}

impl Rules {
    pub(crate) fn ladder(&self) -> Ladder<'_> {
        let ladder = Ladder::new().ignore_fragment(self.ignore_fragment).urn_names(self.urn_names);
        #[cfg(feature = "idna")]
        let ladder = ladder.idna(self.idna);
        match &self.evidence {
            Some(evidence) => ladder.evidence(evidence),
            None => ladder,
        }
    }
}
