//! The arguments of a command for lists and documents: each is a URL or names files. Commands for values take values
//! only, and these commands take files, and URLs that begin with a scheme, so it never depends on which files exist.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use crate::args::{folders::Found, folders::IsRead, usage::UsageError};
use crate::output::{escape, redact};
use crate::pipeline::{Input, pattern};

/// What an argument of a command for lists is.
pub(crate) enum Argument {
    /// A URL, or whatever follows `--`.
    Text(OsString),
    /// The files that it names: several if it is a pattern or a folder.
    Files(Found),
}

/// Says of each argument of a command for lists what it is. An argument that begins with a scheme is a URL, even
/// if there is a file with this name, because the answer must not depend on which files exist. Anything else must
/// be a file.
///
/// # Errors
///
/// There is no such file, or a folder has none. `command` stands in the message.
pub(crate) fn arguments(
    command: &str,
    arguments: Vec<OsString>,
    is_read: IsRead<'_>,
) -> Result<Vec<Argument>, UsageError> {
    let is_before = before_two_hyphens(&arguments).len();
    let decide = |(nth, argument): (usize, OsString)| {
        if nth >= is_before || is_url(&argument) {
            return Ok(Argument::Text(argument));
        }
        let paths = pattern::expand(vec![PathBuf::from(&argument)]);
        if argument != "-" && paths.iter().any(|file| file.symlink_metadata().is_err()) {
            return Err(no_such_file(command, &argument));
        }
        expand(paths, command, is_read).map(Argument::Files)
    };
    arguments.into_iter().enumerate().map(decide).collect()
}

/// The texts among the arguments, and the files that the others and the values of `--file` name.
pub(crate) fn divide(
    command: &str,
    arguments: Vec<OsString>,
    files: Vec<PathBuf>,
    is_read: IsRead<'_>,
) -> Result<(Vec<OsString>, Found), UsageError> {
    let (mut texts, mut all) = (Vec::new(), Found::default());
    for argument in self::arguments(command, arguments, is_read)? {
        match argument {
            Argument::Text(text) => texts.push(text),
            Argument::Files(found) => all.extend(found),
        }
    }
    all.extend(expand(pattern::expand(files), command, is_read)?);
    Ok((texts, all))
}

/// The same files, with those of folders in the place of these.
fn expand(paths: Vec<PathBuf>, command: &str, is_read: IsRead<'_>) -> Result<Found, UsageError> {
    let mut found = Found::default();
    paths.into_iter().try_for_each(|path| found.add(path, command, is_read))?;
    Ok(found)
}

/// The arguments as lines, for commands that group lines. `name` stands for them in messages.
pub(crate) fn as_lines(name: &'static str, arguments: &[OsString]) -> Result<Input, UsageError> {
    Input::arguments(name, arguments).map_err(|argument| {
        wrong(&format!(
            "'{}' has a line end, and no URL has; to read several lines, write them to standard input",
            redact::hidden(&escape::visible(&argument.to_string_lossy()))
        ))
    })
}

/// The error of an argument that is text, where only files are read: a page is not downloaded.
pub(crate) fn downloads_nothing(command: &str, argument: &OsStr) -> UsageError {
    let shown = escape::visible(&argument.to_string_lossy()).into_owned();
    let (shown, quoted) = (redact::hidden(&shown).into_owned(), quoted(argument));
    let quoted = redact::hidden(&quoted);
    if is_url(argument) {
        return wrong(&format!(
            "'{shown}' is a URL, and {command} downloads nothing
  to read that page, write: curl -sL {quoted} | oneiri {command} --base {quoted}
  to read a file with this name, write ./ before it"
        ));
    }
    wrong(&format!(
        "'{shown}' is text, because it follows --, and {command} reads files
  to read a file with this name, write: oneiri {command} ./{quoted}"
    ))
}

/// The error of an argument that should be a file, and is not there.
fn no_such_file(command: &str, argument: &OsStr) -> UsageError {
    let shown = redact::hidden(&escape::visible(&argument.to_string_lossy())).into_owned();
    let shown = if shown.is_empty() { "''".to_owned() } else { shown };
    let verb = match command {
        "links" => return wrong(&format!("{shown}: no such file")),
        "comm" => {
            let advice = "to take it as a relative reference, write it after --";
            return wrong(&format!("{shown}: no such file ({advice})"));
        }
        "key" => "make a key of it".to_owned(),
        "report" => "report on it".to_owned(),
        _ => format!("{command} it"),
    };
    wrong(&format!(
        "{shown}: no such file (to {verb} as a relative reference, write: oneiri {command} -- {})",
        redact::hidden(&quoted(argument))
    ))
}

/// Whether an argument begins with a scheme. The drive of a Windows path looks like a scheme of one letter, and
/// is none.
fn is_url(argument: &OsStr) -> bool {
    // Bytes that are not UTF-8 cannot stand in a scheme, nor before one.
    let Some((scheme, _)) = argument.to_str().and_then(|text| text.split_once(':')) else {
        return false;
    };
    let mut letters = scheme.bytes();
    let first = letters.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let is_rest = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let is_drive = cfg!(windows) && scheme.len() == 1;
    first && !is_drive && letters.all(is_rest)
}

/// The arguments before the first `--`. No option can come after it.
fn before_two_hyphens<T>(arguments: &[T]) -> &[T] {
    let behind = std::env::args_os().skip_while(|argument| argument != "--").skip(1).count();
    &arguments[..arguments.len().saturating_sub(behind)]
}

/// The name as a shell of POSIX reads it.
pub(crate) fn quoted(name: &OsStr) -> String {
    let shown = escape::visible(&name.to_string_lossy()).into_owned();
    let plain = |c: char| c.is_alphanumeric() || "+,-./:=@_".contains(c);
    let is_plain = !shown.is_empty() && shown.chars().all(plain);
    if is_plain { shown } else { format!("'{}'", shown.replace('\'', r"'\''")) }
}

pub(super) fn wrong(message: &str) -> UsageError {
    UsageError::value(&format!("{message}\n\nFor more information, try '--help'."))
}

/// What to tell a person whose argument of a command for values is also the name of a file, or `-`. Scripts are told nothing,
/// because their arguments may come from somebody who must not learn which files there are.
pub(super) fn hint(arguments: &[OsString]) -> Option<String> {
    let is_file = |it: &&OsString| *it == "-" || Path::new(it).is_file();
    let mut arguments = before_two_hyphens(arguments).iter();
    let argument = arguments.find(is_file).filter(|_| io::stderr().is_terminal())?;
    let (shown, quoted) = (escape::visible(&argument.to_string_lossy()).into_owned(), quoted(argument));
    Some(if argument == "-" {
        "'-' is taken as a text; to read standard input, write: -f -".to_owned()
    } else {
        format!("'{shown}' is taken as a text, and is also a file; to read its lines, write: -f {quoted}")
    })
}
