//! The option `--base` of commands that read documents.

use oneiri::Unicode;

use crate::commands::shared::grammar;
use crate::commands::shared::usage::UsageError;
use crate::input::format::Format;
use crate::input::rdf::turtle::document::Start;
use crate::input::rdf::turtle::scope::Scope;

#[derive(clap::Args)]
pub(crate) struct Base {
    /// The base of a document of RDF, which may set another one
    #[arg(long, value_name = "BASE")]
    base: Option<String>,
}

impl Base {
    /// The format with the base. A format without relative references is an error.
    pub(crate) fn into(self, format: Format) -> Result<Format, UsageError> {
        let Some(base) = self.base else { return Ok(format) };
        let base = grammar::base::<Unicode>(&base, false)?;
        Ok(match format {
            Format::Turtle { trig, .. } => {
                let scope = Scope::new(Some(base));
                Format::Turtle { trig, start: Box::new(Start { scope, column: 0 }) }
            }
            Format::Whole { kind, .. } => Format::Whole { kind, base: Some(Box::new(base)) },
            _ => {
                return Err(UsageError::conflict(
                    "--base is for Turtle, TriG, JSON-LD and RDF/XML; for lines, see `oneiri resolve`",
                ));
            }
        })
    }
}
