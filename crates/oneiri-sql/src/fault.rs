//! Turns DataFusion's errors into messages for people.

use datafusion::common::SchemaError;
use datafusion::error::DataFusionError;
use datafusion::sql::sqlparser::parser::ParserError;
use oneiri_datafusion::Ended;

use crate::Error;

/// An error that occurs before the first row is read: an error of the query.
pub(crate) fn of_query(error: DataFusionError) -> Error {
    raised(&error).unwrap_or_else(|| {
        let span = error.diagnostic().and_then(|diagnostic| diagnostic.span);
        let place = span.map(|it| format!("line {}, column {}: ", it.start.line, it.start.column));
        Error::Failed(format!("query: {}{}", place.unwrap_or_default(), said(&error)))
    })
}

/// An error that occurs when rows are read.
pub(crate) fn of_run(error: DataFusionError) -> Error {
    raised(&error).unwrap_or_else(|| Error::Failed(said(&error)))
}

/// An error that a function of ours raised about an invalid identifier.
fn raised(error: &DataFusionError) -> Option<Error> {
    let DataFusionError::External(cause) = error.find_root() else { return None };
    cause.downcast_ref::<Ended>().map(|ended| Error::Raised(ended.to_string()))
}

/// The message of an error, in one line.
pub(crate) fn said(error: &DataFusionError) -> String {
    match error.find_root() {
        DataFusionError::SQL(fault, _) => match fault.as_ref() {
            ParserError::TokenizerError(said) | ParserError::ParserError(said) => {
                placed(said, error.diagnostic().is_some())
            }
            ParserError::RecursionLimitExceeded => "it is nested too deeply".to_owned(),
        },
        DataFusionError::SchemaError(fault, _) => match fault.as_ref() {
            SchemaError::FieldNotFound { field, valid_fields } => {
                let names: Vec<_> = valid_fields.iter().map(|it| it.name.as_str()).collect();
                format!("expected a column, one of {}; found {}", names.join(", "), field.name)
            }
            other => other.to_string(),
        },
        DataFusionError::ResourcesExhausted(said) => {
            format!("{}; --memory allows no more", first_line(said))
        }
        other => plain(first_line(&other.message())),
    }
}

/// Puts the position of a parser's message in front of it, unless the caller has it already.
fn placed(said: &str, known: bool) -> String {
    match said.rsplit_once(" at Line: ").and_then(|(said, at)| Some((said, at.split_once(',')?))) {
        Some((said, _)) if known => said.to_owned(),
        Some((said, (line, column))) => {
            let column = column.trim_start().trim_start_matches("Column: ");
            format!("line {line}, column {column}: {said}")
        }
        None => said.to_owned(),
    }
}

/// Removes what DataFusion adds: the names of its internal catalog, and messages about other
/// messages.
fn plain(said: &str) -> String {
    if let Some((_, found)) = said.split_once(" not supported: ") {
        return format!("expected a query, found {found}");
    }
    let said = match said.split_once("coercion failed with: Error during planning: ") {
        Some((_, inner)) => {
            inner.split_once(". No function matches").map_or(inner, |(inner, _)| inner)
        }
        None => said,
    };
    said.replace("datafusion.public.", "")
}

/// The first line of a message. A backtrace and advice for developers may follow it.
fn first_line(said: &str) -> &str {
    said.lines().next().unwrap_or_default()
}
