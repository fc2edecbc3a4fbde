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

/// A name of a command that does not exist, and the message that says what to write.
const COMMANDS: &[(&str, &str)] = &[
    (
        "diff",
        "oneiri has no 'diff'
  to compare two URLs, write: oneiri compare A B
  to compare two lists, write: oneiri comm A B
  to see how several parsers read a URL, write: oneiri parsers URL",
    ),
    ("explain", "oneiri has no 'explain', because compare says why, too; write: oneiri compare A B"),
    (
        "sort",
        "oneiri has no 'sort'; to sort a list, sort its keys: oneiri key --kind sort --tag -f LIST | \
         sort -t \"$(printf '\\t')\" -k 2",
    ),
    (
        "uniq",
        "oneiri has no 'uniq'; to remove duplicates, write: oneiri dedupe LIST (it has the -c, -d and -u of uniq)",
    ),
    (
        "sql",
        "oneiri has no 'sql': its functions are for engines that you use anyway, such as DataFusion, DuckDB \
         and Spark, and docs/sql.md lists them",
    ),
];

/// A command, an option that it does not have, and the message that says what to write.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("lint", "--fix", "lint only looks; to apply its fixes, write: oneiri fix --lint FILE"),
    (
        "check",
        "--sarif",
        "check has no --sarif, because lint prints what is invalid as well; write: oneiri lint --sarif",
    ),
    ("comm", "--count", "comm has no --count, because its summary on standard error has the numbers"),
];

/// The message for a name that people try, if `error` is about such a name.
pub(crate) fn explained(error: clap::Error) -> clap::Error {
    let is = |kind, text: &str| matches!(error.get(kind), Some(ContextValue::String(it)) if it == text);
    let command = std::env::args_os().nth(1).unwrap_or_default();
    if is(ContextKind::InvalidArg, "--field") {
        let message = "oneiri has no '--field'; for NDJSON, too, write: --column url, --column page.url or --column 'links[].url'\n";
        return clap::Error::raw(ErrorKind::UnknownArgument, message);
    }
    let wrong = OPTIONS.iter().find(|(name, option, _)| command == *name && is(ContextKind::InvalidArg, option));
    if let Some((.., message)) = wrong {
        return clap::Error::raw(ErrorKind::UnknownArgument, format!("{message}\n"));
    }
    let number = std::error::Error::source(&error).and_then(|it| it.downcast_ref::<ParseIntError>());
    if let (Some(number), Some(option), Some(value)) =
        (number, error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    {
        let least = if *number.kind() == IntErrorKind::Zero { " of at least 1" } else { "" };
        let message = format!("invalid value '{value}' for '{option}': expected a whole number{least}\n");
        return clap::Error::raw(ErrorKind::ValueValidation, message);
    }
    if is(ContextKind::InvalidArg, "--rung <RUNG>") && is(ContextKind::InvalidValue, "syntax") {
        let message = "oneiri has no rung 'syntax'; to compare by the rules of syntax alone, write: --rung path\n";
        return clap::Error::raw(ErrorKind::InvalidValue, message);
    }
    let named = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => COMMANDS.iter().find(|(wrong, _)| wrong == name),
        _ => None,
    };
    match named {
        Some((_, message)) => clap::Error::raw(ErrorKind::InvalidSubcommand, format!("{message}\n")),
        None => error,
    }
}
