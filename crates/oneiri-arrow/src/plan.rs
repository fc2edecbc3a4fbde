//! A task with its options, run on columns: the entrance of this crate.
//!
//! `Plan::new` refuses options that do not fit the task, and `Plan::run` columns that do not fit it, so the files below
//! (`dictionary`, then `texts`, then `rows`) need not check this again. What callers rely on: the result has a row for
//! each row, in the same order; null stays null; and if a task turns a text into another one, the result has the type
//! of the input, or for a dictionary that of its values.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use oneiri::{Ascii, HasScheme, MaybeScheme, Unicode};
use oneiri_operations::{Grammar, Unfit};

use crate::dictionary::{self, Each, spread};
use crate::options::{Errors, Rules};
use crate::refusal::Error;
use crate::rows::Rows;
use crate::task::Task;
use crate::texts::{Texts, is_text};

/// A task with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    task: Task,
    rules: Rules,
    grammar: Grammar,
    errors: Errors,
}

impl Plan {
    /// A task, the grammar that the texts are read by, and what becomes of those that are refused.
    ///
    /// # Errors
    ///
    /// [`Task::ToUri`] of what are URIs already, [`Task::ToIri`] of IRIs, and [`Errors::Keep`] where
    /// no text comes out.
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
            (Task::ToUri, true) => Err(unfit("to_uri does not take this grammar: expected iri-reference, iri")),
            (Task::ToIri, false) => Err(unfit("to_iri does not take this grammar: expected uri-reference, uri")),
            _ if errors == Errors::Keep && !task.gives_text() => {
                Err(unfit("errors=\"keep\": expected \"null\" or \"raise\""))
            }
            _ => Ok(Self { task, rules: Rules::default(), grammar, errors }),
        }
    }

    /// The same plan, comparing by these rules. They matter where the task has a rung.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// The same plan, with null where [`Errors::Raise`] would end it.
    #[must_use]
    pub fn without_raising(self) -> Self {
        let errors = if self.errors == Errors::Raise { Errors::Null } else { self.errors };
        Self { errors, ..self }
    }

    /// What becomes of an invalid text.
    #[must_use]
    pub const fn errors(&self) -> Errors {
        self.errors
    }

    /// Does it, to a column and, for some tasks, a second one of the same length.
    ///
    /// # Errors
    ///
    /// Columns of other types or lengths, more than 2 GiB of text in a column of (small) strings,
    /// and what is refused with [`Errors::Raise`].
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
            if !is_text(array.data_type()) {
                return Err(Error::Type(array.data_type().clone()));
            }
        }
        let (rows, others) = (array.len(), second.map(|second| second.len()));
        if others.map_or(self.task.needs_second(), |others| others != rows) {
            return Err(Error::Lengths { rows, second: others });
        }
        let second = second.map(spread).transpose()?;
        let Some(dictionary) = array.as_any_dictionary_opt() else {
            return self.run_texts(array, second.as_ref());
        };
        // A text that no key leads to is no reason to stop, and each row has its own second text.
        let by_row = self.errors == Errors::Raise || second.is_some();
        let each = if by_row { Each::Row } else { Each::Text };
        dictionary::run(array, dictionary, each, |array| self.run_texts(array, second.as_ref()))
    }

    fn run_texts(&self, array: &ArrayRef, second: Option<&ArrayRef>) -> Result<ArrayRef, Error> {
        let texts = Texts::new(array)?;
        let second = second.map(Texts::new).transpose()?;
        let (second, data_type) = (second.as_ref(), array.data_type());
        let Self { task, rules, grammar, errors } = self;
        let (grammar, errors) = (*grammar, *errors);
        let rows = Rows { task, rules, grammar, errors, texts: &texts, second, data_type };
        match self.grammar {
            Grammar::Uri => rows.run::<Ascii, HasScheme>(),
            Grammar::UriReference => rows.run::<Ascii, MaybeScheme>(),
            Grammar::Iri => rows.run::<Unicode, HasScheme>(),
            Grammar::IriReference => rows.run::<Unicode, MaybeScheme>(),
        }
    }

    /// The type of the column that comes out, for a column of this type.
    ///
    /// # Errors
    ///
    /// A type that is no text.
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
        match data_type {
            found if !is_text(found) => Err(Error::Type(found.clone())),
            DataType::Dictionary(_, texts) => Ok(self.task.output(texts)),
            texts => Ok(self.task.output(texts)),
        }
    }
}

fn unfit(message: &str) -> Unfit {
    Unfit::new(message.to_owned())
}
