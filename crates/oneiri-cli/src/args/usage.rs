//! Errors of usage: wrong options, or options that contradict each other. They repeat arguments, which
//! may contain passwords or control characters.

use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::output::{escape, redact, target};

/// An error of usage, or help that was asked for.
pub(crate) struct UsageError(clap::Error);

impl UsageError {
    pub(crate) fn conflict(message: &str) -> Self {
        Self(clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")))
    }

    /// The first of some conflicts that the command line has, as an error.
    pub(crate) fn first(conflicts: &[(bool, &str)]) -> Result<(), Self> {
        let conflict = conflicts.iter().find(|(is_given, _)| *is_given);
        conflict.map_or(Ok(()), |(_, message)| Err(Self::conflict(message)))
    }

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
        let open = if error.use_stderr() { Ok(()) } else { target::check_stdout() };
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

/// What to write instead of commands, options and values that people try: a block for each, whose first line names it.
const INSTEAD: &str = include_str!("instead.txt");

/// The message that says what to write, if `error` is about something that people try, or about a number.
pub(crate) fn explained(error: clap::Error) -> clap::Error {
    let get = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let (option, value) = (get(ContextKind::InvalidArg), get(ContextKind::InvalidValue));
    if let Some(number) = std::error::Error::source(&error).and_then(|it| it.downcast_ref::<ParseIntError>()) {
        let least = if *number.kind() == IntErrorKind::Zero { " of at least 1" } else { "" };
        let message = format!("invalid value '{value}' for '{option}': expected a whole number{least}\n");
        return clap::Error::raw(ErrorKind::ValueValidation, message);
    }
    let command = std::env::args_os().nth(1).unwrap_or_default();
    let with_command = format!("{} {option}", command.to_string_lossy());
    let tried = [get(ContextKind::InvalidSubcommand), option, &with_command, &format!("{option} {value}")];
    let blocks = INSTEAD.trim_end().split("\n\n").filter_map(|block| block.split_once('\n'));
    match blocks.into_iter().find(|(name, _)| tried.contains(name)) {
        Some((_, message)) => clap::Error::raw(error.kind(), format!("{message}\n")),
        None => error,
    }
}
