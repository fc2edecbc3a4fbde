//! Errors of usage: wrong options, or options that contradict each other. They repeat arguments, which
//! may contain passwords or control characters.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::output::{closed, escape, redact};

/// An error of usage, or help that was asked for.
pub(crate) struct UsageError(clap::Error);

impl UsageError {
    /// Options that contradict each other.
    pub(crate) fn conflict(message: &str) -> Self {
        Self(clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")))
    }

    /// A value that its option cannot have.
    pub(crate) fn value(message: &str) -> Self {
        Self(clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")))
    }

    /// Shows the error or the help, and returns the exit code. If an argument contains a password or
    /// a control character, the error is shown without it, and without colors.
    pub(crate) fn show(&self) -> ExitCode {
        let Self(error) = self;
        let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        let rendered = error.render().to_string();
        let lines = rendered.split('\n').map(|line| redact::message(&escape::visible(line)).into_owned());
        let shown = lines.collect::<Vec<_>>().join("\n");
        // Rendering removes escape sequences, including those of arguments, so the arguments are
        // checked as well.
        let acts = |argument: std::ffi::OsString| argument.to_string_lossy().chars().any(escape::acts);
        // Help does not repeat arguments. The passwords in it are examples.
        let is_safe = !error.use_stderr() || shown == rendered && !std::env::args_os().any(acts);
        let print = || if is_safe { error.print() } else { io::stderr().write_all(shown.as_bytes()) };
        let open = if error.use_stderr() { Ok(()) } else { closed::check() };
        match open.and_then(|()| print()).and_then(|()| io::stdout().flush()) {
            // Help that nobody gets is an error. A message that nobody reads changes nothing.
            Err(error) if code == ExitCode::SUCCESS && error.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "oneiri: standard output: {error}");
                ExitCode::from(2)
            }
            _ => code,
        }
    }
}

impl From<clap::Error> for UsageError {
    fn from(error: clap::Error) -> Self {
        Self(error)
    }
}
