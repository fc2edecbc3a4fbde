//! The tasks that run on columns.

use arrow_array::{Array, ArrayRef, new_empty_array};
use arrow_schema::DataType;
use oneiri::{Ascii, HasScheme, MaybeScheme, Rung, Steps, Unicode};

use crate::dictionary::{self, spread};
use crate::options::{Errors, Grammar, Hash, Unfit};
use crate::refusal::Error;
use crate::rows::Rows;
use crate::texts::Texts;

/// A task. If it returns text, the output column has the type of the input column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The components: a struct of scheme, userinfo, host, port, path, query, fragment.
    Parse,
    /// Whether each text is grammatical.
    IsValid,
    /// The error of each text: a struct of message, start, end, component, expected, found and rule. Null for a
    /// valid text.
    WhyNot,
    /// The normal form at a rung (RFC 3986 section 6.2).
    Normalize(Rung),
    /// Normalized by the selected steps only.
    Steps(Steps),
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
}

impl Task {
    /// Whether the task returns text, so that it can return an invalid text unchanged.
    const fn gives_text(&self) -> bool {
        use Task::{Normalize, Resolve, Steps, ToIri, ToUri};
        matches!(self, Normalize(_) | Steps(_) | Resolve(_) | ToUri | ToIri)
    }

    const fn needs_second(&self) -> bool {
        matches!(self, Self::Resolve(None) | Self::Rung)
    }
}

/// A task with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub(crate) task: Task,
    pub(crate) grammar: Grammar,
    pub(crate) errors: Errors,
}

impl Plan {
    /// Joins a task, the grammar of the texts, and the handling of invalid texts.
    ///
    /// # Errors
    ///
    /// [`Task::ToUri`] with a grammar of URIs, [`Task::ToIri`] with a grammar of IRIs, or [`Errors::Keep`] for a
    /// task that does not return text.
    ///
    /// ```
    /// use oneiri_arrow::{Errors, Grammar, Plan, Task};
    ///
    /// assert!(Plan::new(Task::ToUri, Grammar::Iri, Errors::Keep).is_ok());
    /// assert!(Plan::new(Task::ToUri, Grammar::Uri, Errors::Keep).is_err());
    /// assert!(Plan::new(Task::Parse, Grammar::Uri, Errors::Keep).is_err());
    /// ```
    pub fn new(task: Task, grammar: Grammar, errors: Errors) -> Result<Self, Unfit> {
        match (&task, grammar.is_ascii()) {
            (Task::ToUri, true) => {
                Err(Unfit("to_uri does not take this grammar: expected iri-reference, iri".into()))
            }
            (Task::ToIri, false) => {
                Err(Unfit("to_iri does not take this grammar: expected uri-reference, uri".into()))
            }
            _ if errors == Errors::Keep && !task.gives_text() => {
                Err(Unfit("errors=\"keep\": expected \"null\" or \"raise\"".into()))
            }
            _ => Ok(Self { task, grammar, errors }),
        }
    }

    /// Runs the plan on a column, and for some tasks on a second column of the same length.
    ///
    /// # Errors
    ///
    /// Columns of other types or of different lengths, more than 2 GiB of text in a column of (small) strings, and
    /// an invalid text with [`Errors::Raise`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use arrow_array::{ArrayRef, Int8Array, StringViewArray};
    /// use oneiri_arrow::{Errors, Grammar, Plan, Task};
    ///
    /// let plan = Plan::new(Task::Parse, Grammar::Iri, Errors::Raise)?;
    /// let links: ArrayRef = Arc::new(StringViewArray::from(vec!["x:", "http://h/a b"]));
    /// let error = plan.run(&links, None).unwrap_err().to_string();
    /// assert!(error.starts_with("row 1: invalid IRI: path, byte 10: expected "));
    ///
    /// let numbers: ArrayRef = Arc::new(Int8Array::from(vec![7]));
    /// assert!(plan.run(&numbers, None).is_err());
    /// # Ok::<(), oneiri_arrow::Unfit>(())
    /// ```
    pub fn run(&self, array: &ArrayRef, second: Option<&ArrayRef>) -> Result<ArrayRef, Error> {
        for array in [Some(array), second].into_iter().flatten() {
            if !dictionary::is_text(array.data_type()) {
                return Err(Error::Type(array.data_type().clone()));
            }
        }
        let (rows, others) = (array.len(), second.map(|second| second.len()));
        if others.map_or(self.task.needs_second(), |others| others != rows) {
            return Err(Error::Lengths { rows, second: others });
        }
        let second = second.map(spread).transpose()?;
        // A row-by-row run is needed in two cases. With `Raise`, an invalid text that no key selects must not end
        // the task; and with a second column, each row has its own second text.
        let once = self.errors != Errors::Raise && second.is_none();
        dictionary::run(array, once, |array| self.run_texts(array, second.as_ref()))
    }

    fn run_texts(&self, array: &ArrayRef, second: Option<&ArrayRef>) -> Result<ArrayRef, Error> {
        let texts = Texts::new(array)?;
        let second = second.map(Texts::new).transpose()?;
        let (second, data_type) = (second.as_ref(), array.data_type());
        let rows = Rows { plan: self, texts: &texts, second, data_type };
        match self.grammar {
            Grammar::Uri => rows.run::<Ascii, HasScheme>(),
            Grammar::UriReference => rows.run::<Ascii, MaybeScheme>(),
            Grammar::Iri => rows.run::<Unicode, HasScheme>(),
            Grammar::IriReference => rows.run::<Unicode, MaybeScheme>(),
        }
    }

    /// The type of the output column for an input column of this type.
    ///
    /// # Errors
    ///
    /// A type that does not hold text.
    ///
    /// ```
    /// use arrow_schema::DataType;
    /// use oneiri_arrow::{Errors, Grammar, Plan, Task};
    ///
    /// let plan = Plan::new(Task::IsValid, Grammar::Iri, Errors::Null)?;
    /// assert_eq!(plan.output(&DataType::Utf8)?, DataType::Boolean);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn output(&self, data_type: &DataType) -> Result<DataType, Error> {
        let none = new_empty_array(data_type);
        let second = self.task.needs_second().then_some(&none);
        Ok(self.run(&none, second)?.data_type().clone())
    }
}
