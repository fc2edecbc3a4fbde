//! The arguments of a command for lists and documents: each is a URL or names files.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::args::folders::{Found, IsRead};
use crate::args::input::{before_two_hyphens, is_url, no_such_file, quoted, wrong};
use crate::args::usage::UsageError;
use crate::output::{escape, redact};
use crate::pipeline::input::Input;
use crate::pipeline::pattern;

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

/// The same files, with those of folders in the place of these.
pub(crate) fn expand(
    paths: Vec<PathBuf>,
    command: &str,
    is_read: IsRead<'_>,
) -> Result<Found, UsageError> {
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
