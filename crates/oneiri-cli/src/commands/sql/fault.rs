//! What is wrong with a query, as people are told.

use datafusion::common::SchemaError;
use datafusion::error::DataFusionError;
use datafusion::sql::sqlparser::parser::ParserError;
use oneiri_datafusion::Ended;

use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

/// Ends the run: with 1 if a text was refused and the query asked to be told so, else with 2.
/// What was found wrong before a row was read is wrong with the query.
pub(super) fn tell(error: &DataFusionError, planned: bool, session: &mut Session) -> Flow {
    if let DataFusionError::External(cause) = error.find_root() {
        if let Some(ended) = cause.downcast_ref::<Ended>() {
            session.note(&escape::visible(&ended.to_string()));
            session.count_refused();
            return Err(Stop::Told);
        }
    }
    if planned {
        return Err(Stop::Failed(said(error)));
    }
    let span = error.diagnostic().and_then(|diagnostic| diagnostic.span);
    let place = span.map(|it| format!("line {}, column {}: ", it.start.line, it.start.column));
    Err(Stop::Failed(format!("query: {}{}", place.unwrap_or_default(), said(error))))
}

/// What is wrong, in a line that is safe to look at.
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

/// A parser's sentence with its place in front of it, unless that stands there already.
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

/// Without what the engine puts around it: names that nobody gave, and sentences about sentences.
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

/// A backtrace, and advice for those who develop the engine, follow behind.
fn first_line(said: &str) -> &str {
    said.lines().next().unwrap_or_default()
}
