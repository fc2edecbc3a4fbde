//! Turns DataFusion's errors into messages for users.

use datafusion::common::SchemaError;
use datafusion::error::DataFusionError;
use datafusion::sql::sqlparser::parser::ParserError;
use oneiri_datafusion::Ended;

use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

/// Ends the run. The exit code is 1 if the query raised an error about an invalid identifier,
/// otherwise 2. An error that occurs before the first row is read is an error of the query.
pub(super) fn tell(error: &DataFusionError, planned: bool, session: &mut Session) -> Flow {
    if let DataFusionError::External(cause) = error.find_root() {
        if let Some(ended) = cause.downcast_ref::<Ended>() {
            session.note(&escape::visible(&ended.to_string()));
            session.count_refused();
            return Err(Stop::Reported);
        }
    }
    if planned {
        return Err(Stop::Failed(said(error)));
    }
    let span = error.diagnostic().and_then(|diagnostic| diagnostic.span);
    let place = span.map(|it| format!("line {}, column {}: ", it.start.line, it.start.column));
    Err(Stop::Failed(format!("query: {}{}", place.unwrap_or_default(), said(error))))
}

/// The message of an error, in one line without control characters.
pub(super) fn said(error: &DataFusionError) -> String {
    let message = match error.find_root() {
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
    };
    escape::visible(&message).into_owned()
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
