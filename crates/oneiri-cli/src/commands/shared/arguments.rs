//! The rule that tells identifiers from files among the arguments: it is the same in all commands.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::commands::shared::usage::UsageError;
use crate::output::{escape, redact};

/// It is an error if an argument has no scheme and names a file or is `-`, because
/// the lines of the file or of standard input were probably meant. Arguments behind `--` are
/// identifiers, whatever they name.
pub(crate) fn are_identifiers(arguments: &[OsString]) -> Result<(), UsageError> {
    let names_file = |argument: &&OsString| {
        // A folder has no lines, and `/`, `.` and `..` are common references.
        let is_file = || Path::new(argument).metadata().is_ok_and(|it| !it.is_dir());
        argument.as_os_str() == "-" || scheme(argument).is_none() && is_file()
    };
    if let Some(name) = before_two_hyphens(arguments).iter().find(names_file) {
        let (text, quoted) = (name.to_string_lossy(), quoted(name));
        let shown = escape::visible(&text);
        let is = if name == "-" { "stands for standard input" } else { "is a file" };
        return Err(wrong(&format!(
            "'{shown}' {is}, and an argument of this command is an identifier
  to read its lines, write: -f {quoted}
  to take this text as an identifier, write: -- {quoted}"
        )));
    }
    Ok(())
}

/// It is an error if two arguments name files, because two lists were probably meant
/// to be compared.
pub(crate) fn are_no_lists(arguments: &[OsString]) -> Result<(), UsageError> {
    let [a, b] = before_two_hyphens(arguments) else { return Ok(()) };
    let is_list = |name: &OsString| scheme(name).is_none() && Path::new(name).is_file();
    if is_list(a) && is_list(b) {
        let [shown, other] = [a, b].map(|it| escape::visible(&it.to_string_lossy()).into_owned());
        let [a, b] = [a, b].map(|it| quoted(it));
        return Err(wrong(&format!(
            "'{shown}' and '{other}' are files, and diff shows how parsers read one text after the other
  to compare two lists, write: oneiri comm {a} {b}
  to see how parsers read their lines, write: oneiri diff -f {a} -f {b}"
        )));
    }
    Ok(())
}

/// It is an error if an argument names no file and has a scheme, because an
/// identifier was probably meant.
pub(crate) fn are_files(arguments: &[PathBuf]) -> Result<(), UsageError> {
    let is_identifier = |argument: &&PathBuf| {
        // The drive of a Windows path looks like a scheme of one letter.
        let scheme = scheme(argument.as_os_str()).filter(|it| it.len() > 1);
        scheme.is_some() && argument.symlink_metadata().is_err()
    };
    if let Some(name) = before_two_hyphens(arguments).iter().find(is_identifier) {
        let (shown, quoted) = (escape::path(name), quoted(name.as_os_str()));
        return Err(wrong(&format!(
            "'{}' is not a file, and an argument of this command is one
  to read identifiers, give them as lines of standard input: echo {} |",
            redact::hidden(&shown),
            redact::hidden(&quoted),
        )));
    }
    Ok(())
}

fn scheme(argument: &OsStr) -> Option<&str> {
    // Bytes that are not UTF-8 cannot stand in a scheme, nor before one.
    let (scheme, _) = argument.to_str()?.split_once(':')?;
    let mut letters = scheme.bytes();
    let first = letters.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let rest = letters.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (first && rest).then_some(scheme)
}

/// The arguments before the first `--`. No option can stand behind it.
fn before_two_hyphens<T>(arguments: &[T]) -> &[T] {
    let behind = std::env::args_os().skip_while(|argument| argument != "--").skip(1).count();
    &arguments[..arguments.len().saturating_sub(behind)]
}

/// The name as a shell of POSIX reads it.
pub(crate) fn quoted(name: &OsStr) -> String {
    let shown = escape::visible(&name.to_string_lossy()).into_owned();
    let plain = |c: char| c.is_alphanumeric() || "+,-./:=@_".contains(c);
    if shown.chars().all(plain) { shown } else { format!("'{}'", shown.replace('\'', r"'\''")) }
}

fn wrong(message: &str) -> UsageError {
    UsageError::value(&format!("{message}\n\nFor more information, try '--help'."))
}
