//! The arguments and options that name the input of a command.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::commands::shared::arguments;
use crate::commands::shared::usage::UsageError;
use crate::input::source::Source;

/// The input of commands that read identifiers.
#[derive(clap::Args)]
pub(crate) struct Identifiers {
    /// Identifiers; without any and without -f, lines of stdin
    #[arg(value_name = "IDENTIFIER", conflicts_with = "files")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    files: Files,
}

/// The input of `encode` and `decode`, which read any text.
#[derive(clap::Args)]
pub(crate) struct Texts {
    /// Texts; without any and without -f, lines of stdin
    #[arg(value_name = "TEXT", conflicts_with = "files")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    files: Files,
}

#[derive(clap::Args)]
pub(crate) struct Files {
    /// Read lines from FILE (repeatable; - is stdin)
    #[arg(id = "files", short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Identifiers {
    pub(crate) fn arguments(&self) -> &[OsString] {
        &self.arguments
    }

    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files.files
    }

    /// The items of the input. An argument that names a file is an error.
    pub(crate) fn source(self) -> Result<Source, UsageError> {
        arguments::are_identifiers(&self.arguments)?;
        Ok(Source::new(self.arguments, self.files.files))
    }
}

impl Texts {
    /// The items of the input. An argument that names a file is an error.
    pub(crate) fn source(self) -> Result<Source, UsageError> {
        arguments::are_identifiers(&self.arguments)?;
        Ok(Source::new(self.arguments, self.files.files))
    }
}

impl Files {
    pub(crate) fn source(self) -> Source {
        Source::files(self.files)
    }
}
