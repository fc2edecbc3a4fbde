//! What is read: a file, standard input, or the arguments of the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::output::escape;

/// An input of a command.
pub(crate) enum Input {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// The name of some arguments in messages, and the arguments as lines.
    Arguments(&'static str, Arc<[u8]>),
}

impl Input {
    /// Arguments, each of which is a line. The error is the argument that has a line end in it: it would be two
    /// lines.
    pub(crate) fn arguments<'a>(name: &'static str, arguments: &'a [OsString]) -> Result<Self, &'a OsString> {
        let mut lines = Vec::new();
        for argument in arguments {
            let bytes = argument.as_encoded_bytes();
            if bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
                return Err(argument);
            }
            lines.extend_from_slice(bytes);
            lines.push(b'\n');
        }
        Ok(Self::Arguments(name, lines.into()))
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => escape::path(path),
            Self::Arguments(name, _) => (*name).to_owned(),
        }
    }

    /// The file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Arguments(..) => None,
        }
    }
}
