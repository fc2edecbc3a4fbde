//! The option `--base` of commands that read documents.

use oneiri::{HasScheme, Ri, Unicode};

use crate::commands::shared::grammar;
use crate::commands::shared::usage::UsageError;

#[derive(clap::Args)]
pub(crate) struct Base {
    /// The base of a document of RDF, which may set another one
    #[arg(long, value_name = "BASE")]
    base: Option<String>,
}

impl Base {
    /// The base, if one is given.
    pub(crate) fn read(&self) -> Result<Option<Ri<String, Unicode, HasScheme>>, UsageError> {
        self.base.as_ref().map(|base| grammar::base::<Unicode>(base, false)).transpose()
    }
}
