//! Names that people try, because other programs or earlier versions have them, and what they have to write
//! instead. Such a name is no alias: it ends with exit code 2 and a message.

use clap::error::{ContextKind, ContextValue, ErrorKind};

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
pub(crate) fn explain(error: clap::Error) -> clap::Error {
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
