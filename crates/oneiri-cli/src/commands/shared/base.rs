//! The option `--base` of commands that read documents.

use oneiri::Unicode;

use crate::commands::shared::columns::wrong;
use crate::commands::shared::grammar;
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
    /// The format with the base. A format without relative references ends the process as wrong
    /// usage.
    pub(crate) fn into(self, format: Format) -> Format {
        let Some(base) = self.base else { return format };
        let base = grammar::base::<Unicode>(&base, false);
        match format {
            Format::Turtle { trig, .. } => {
                let scope = Scope::new(Some(base));
                Format::Turtle { trig, start: Box::new(Start { scope, column: 0 }) }
            }
            Format::Whole { kind, .. } => Format::Whole { kind, base: Some(Box::new(base)) },
            _ => wrong(
                "--base is for Turtle, TriG, JSON-LD and RDF/XML; for lines, see `oneiri resolve`",
            ),
        }
    }
}
