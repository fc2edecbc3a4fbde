//! The arguments of a command for lists and documents: each is a URL or names files. Commands for values take values
//! only, and these commands take files, and URLs that begin with a scheme, so it never depends on which files exist.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};
use oneiri_documents::{ending, has_scheme};

use crate::args::{folders::Found, folders::IsRead, folders::expand, usage::UsageError};
use crate::output::{escape, redact};
use crate::pipeline::Input;

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
        let paths = expand_pattern(PathBuf::from(&argument));
        let missing = paths.iter().find_map(|file| Some((file, file.symlink_metadata().err()?)));
        match missing.filter(|_| argument != "-") {
            Some((file, error)) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Err(wrong(&format!("{}: {error}", escape::path(file))));
            }
            Some(_) => return Err(no_such_file(command, &argument)),
            None => {}
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
    for file in files {
        all.extend(found(file, command, is_read)?);
    }
    Ok((texts, all.checked()?))
}

/// The files that a value of `--file` names.
pub(crate) fn found(file: PathBuf, command: &str, is_read: IsRead<'_>) -> Result<Found, UsageError> {
    expand(expand_pattern(file), command, is_read)
}

/// The arguments as lines that end with this byte, for commands that group lines. `name` stands for them in messages.
pub(crate) fn as_lines(name: &'static str, arguments: &[OsString], end: u8) -> Result<Input, UsageError> {
    Input::arguments(name, arguments, end).map_err(|argument| {
        wrong(&format!(
            "'{}' has a line end, and no URL has; to read several lines, write them to standard input",
            redact::hidden(&escape::visible(&argument.to_string_lossy()))
        ))
    })
}

/// The error of an argument that is text, where only files are read: a page is not downloaded.
pub(crate) fn downloads_nothing(command: &str, argument: &OsStr) -> UsageError {
    let shown = redact::hidden(&escape::visible(&argument.to_string_lossy())).into_owned();
    let quoted = redact::hidden(&quoted(argument)).into_owned();
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

/// The error of an argument that is a URL, where options are given that only files have.
pub(super) fn no_file(argument: &OsStr) -> UsageError {
    let shown = escape::visible(&argument.to_string_lossy()).into_owned();
    let file = if is_url(argument) { "FILE" } else { &quoted(argument) };
    UsageError::conflict(&format!("{shown} is taken as a URL; to read the file, write: -f {file}"))
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
    let bytes = argument.as_encoded_bytes();
    let is_drive = cfg!(windows) && bytes.get(1) == Some(&b':');
    !is_drive && argument.to_str().is_some() && has_scheme(bytes)
}

/// The arguments before the first `--`. No option can come after it.
fn before_two_hyphens<T>(arguments: &[T]) -> &[T] {
    let behind = std::env::args_os().skip_while(|argument| argument != "--").skip(1).count();
    &arguments[..arguments.len().saturating_sub(behind)]
}

/// The error of a file that is no list by its name.
pub(super) fn refused_prose(file: &Path, what: &str, command: &str) -> UsageError {
    let (name, quoted) = (escape::path(file), quoted(file.as_os_str()));
    let rest = match command {
        "comm" => " > LIST, and compare LIST".to_owned(),
        // links reports what is invalid, too.
        "check" => String::new(),
        _ => format!(" | oneiri {command}"),
    };
    let (whole, format) = if ending(file) == "warc" { ("it", "") } else { ("its text", "--format text ") };
    UsageError::conflict(&format!(
        "{name} is {what} by its name, and {command} reads lists
  to find the URLs in {whole}, write: oneiri links {format}{quoted}{rest}
  to read each line as a URL, add: --format text"
    ))
}

/// The name as a shell of POSIX reads it.
pub(crate) fn quoted(name: &OsStr) -> String {
    let shown = escape::visible(&name.to_string_lossy()).into_owned();
    let is_plain = !shown.is_empty() && shown.chars().all(|c| c.is_alphanumeric() || "+,-./:=@_".contains(c));
    if is_plain { shown } else { format!("'{}'", shown.replace('\'', r"'\''")) }
}

pub(super) fn wrong(message: &str) -> UsageError {
    UsageError::value(&format!("{message}\n\nFor more information, try '--help'."))
}

/// What to tell a person whose argument of a command for values is also the name of a file, or `-`. Scripts are told nothing,
/// because their arguments may come from somebody who must not learn which files there are.
pub(crate) fn hint(arguments: &[OsString]) -> Option<String> {
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

/// The files and folders that a pattern matches, sorted by name. A path that exists is kept as it is, even if it looks like a
/// pattern.
fn expand_pattern(path: PathBuf) -> Vec<PathBuf> {
    let found = if path.exists() { Vec::new() } else { matching(&path) };
    // A pattern without a match stays, so that it is reported as a missing file.
    if found.is_empty() { vec![path] } else { found }
}

/// A `*`, `?` or `[` does not match the dot at the beginning of a name.
const AS_IN_A_SHELL: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: false, require_literal_leading_dot: true };

enum Part {
    /// `**`: any number of nested folders. Symbolic links are not followed, because a link to a
    /// folder above would never end.
    Below,
    Named(Pattern),
    Literal(PathBuf),
}

/// The paths that a pattern matches. A path that is not a pattern matches nothing.
fn matching(path: &Path) -> Vec<PathBuf> {
    let Some(parts) = parts(path) else { return Vec::new() };
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut open = vec![(PathBuf::new(), 0)];
    while let Some((at, next)) = open.pop() {
        // Several `**` reach the same folder in several ways.
        if !seen.insert((at.clone(), next)) {
            continue;
        }
        match parts.get(next) {
            // A link that leads nowhere is found, so that it is reported as a missing file.
            None if at.symlink_metadata().is_ok() => found.push(at),
            None => {}
            Some(Part::Literal(name)) => open.push((at.join(name), next + 1)),
            Some(Part::Named(pattern)) => {
                // Bytes that are not UTF-8 are a character to a pattern.
                let fits = |name: &Path| pattern.matches_with(&name.to_string_lossy(), AS_IN_A_SHELL);
                let entries = entries(&at).map(|it| PathBuf::from(it.file_name()));
                open.extend(entries.filter(|name| fits(name)).map(|name| (at.join(name), next + 1)));
            }
            Some(Part::Below) => {
                let is_folder = |it: &fs::DirEntry| it.file_type().is_ok_and(|it| it.is_dir());
                let folders = entries(&at).filter(|it| !is_hidden(it) && is_folder(it));
                open.extend(folders.map(|it| (at.join(it.file_name()), next)));
                open.push((at, next + 1));
            }
        }
    }
    found.sort();
    found
}

/// The components of a pattern. `None` if no component is a pattern, or one is malformed.
fn parts(path: &Path) -> Option<Vec<Part>> {
    // The prefix of a Windows path, such as `\\?\C:`, is no pattern.
    let special = |component: Component<'_>| match component {
        Component::Prefix(_) => false,
        _ => component.as_os_str().to_str().is_some_and(|text| text.contains(['*', '?', '['])),
    };
    if path.to_str().is_none() || !path.components().any(special) {
        return None;
    }
    let part = |component: Component<'_>| match component.as_os_str().to_str() {
        Some("**") => Some(Part::Below),
        Some(text) if special(component) => Pattern::new(text).ok().map(Part::Named),
        _ => Some(Part::Literal(PathBuf::from(component.as_os_str()))),
    };
    path.components().map(part).collect()
}

/// Whether the name begins with a dot, so that only a pattern with this dot means it.
fn is_hidden(entry: &fs::DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// The entries of a folder. A folder that cannot be read has none.
fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let here = Path::new(".");
    let folder = if folder.as_os_str().is_empty() { here } else { folder };
    fs::read_dir(folder).into_iter().flatten().flatten()
}
