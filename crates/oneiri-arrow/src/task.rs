//! The tasks that run on columns.
//!
//! Each task gives a column of one type, whatever the texts are, because an engine of queries has to know the type
//! before it sees them: `output` says which. The compiler does not ask for one place: a new task with two columns belongs
//! in `needs_second`.

use arrow_schema::{DataType, Field, Fields};
use oneiri::{Normalization, Rung};
use oneiri_operations::{Hash, Kind, Operation};

use crate::options::Options;
use crate::refusal;

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
    /// The name of the lowest rung at which the texts of both columns are equal, or `different`.
    Rung,
    /// An operation of the table that turns one text into another and has no option.
    Apply(Operation),
}

/// The fields of what [`Task::Parse`] makes, in the order in which it writes them. `arrow.py` of `oneiri-python` repeats
/// them, because Polars, DuckDB and Spark learn types from there.
pub(crate) const PARTS: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

/// The fields of the components of texts of a type.
pub(crate) fn parts(texts: &DataType) -> Fields {
    PARTS.iter().map(|name| Field::new(*name, texts.clone(), true)).collect()
}

impl Task {
    /// The task for an operation. `None` if no columns have the operation, because it takes other options, or because it
    /// gives what has no type in Arrow.
    ///
    /// ```
    /// use oneiri::Rung;
    /// use oneiri_arrow::{Options, Task};
    /// use oneiri_operations::Operation;
    ///
    /// let options = Options { rung: Rung::Path, ..Options::default() };
    /// assert_eq!(Task::of(Operation::Normalize, &options), Some(Task::Normalize(Rung::Path)));
    /// assert_eq!(Task::of(Operation::DecodeText, &options), Some(Task::Apply(Operation::DecodeText)));
    /// assert_eq!(Task::of(Operation::Relativize, &options), None);
    /// ```
    #[must_use]
    pub fn of(operation: Operation, options: &Options) -> Option<Self> {
        Some(match operation {
            Operation::Parse => Self::Parse,
            Operation::ParseLenient => Self::ParseLenient,
            Operation::IsValid => Self::IsValid,
            Operation::Check => Self::WhyNot,
            Operation::Normalize => Self::Normalize(options.rung),
            Operation::NormalizeSteps => Self::Steps(options.steps),
            Operation::Resolve => Self::Resolve(options.base.clone()),
            Operation::ToUri => Self::ToUri,
            Operation::ToIri => Self::ToIri,
            Operation::Fingerprint => Self::Fingerprint(options.rung, options.hash),
            Operation::Rung => Self::Rung,
            // An operation without a loop of its own runs row by row.
            _ => {
                let row = operation.row();
                return (row.result == Kind::Text && row.parameters.len() == 1).then_some(Self::Apply(operation));
            }
        })
    }

    /// The type of the result for a column of texts of this type.
    pub(crate) fn output(&self, texts: &DataType) -> DataType {
        use Task::{Apply, Normalize, ParseLenient, Resolve, Steps, ToIri, ToUri};
        match self {
            Self::Parse => DataType::Struct(parts(texts)),
            Self::WhyNot => DataType::Struct(refusal::fields()),
            Self::IsValid => DataType::Boolean,
            Self::Fingerprint(..) => DataType::FixedSizeBinary(16),
            Self::Rung => DataType::Utf8,
            ParseLenient | Normalize(_) | Steps(_) | Resolve(_) | ToUri | ToIri | Apply(_) => texts.clone(),
        }
    }

    /// Whether a text that is refused has a place in what comes out: where texts of every type keep it.
    pub(crate) fn gives_text(&self) -> bool {
        self.output(&DataType::Utf8View) == DataType::Utf8View
    }

    pub(crate) const fn needs_second(&self) -> bool {
        matches!(self, Self::Resolve(None) | Self::Rung)
    }
}
