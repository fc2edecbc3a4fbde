//! File paths as `file:` URIs, and `file:` URIs as file paths (RFC 8089).
//!
//! The functions of this module compute on text alone. They do not look at the disk, and give the same
//! result on every operating system.
//!
//! A path must be absolute, because a `file:` URI has no working directory. Characters that a segment
//! cannot hold are percent-encoded. Dot segments stay, and so does a `\` in a POSIX path, which is
//! `%5C` in the URI.
//!
//! ```
//! use oneiri::file;
//!
//! let uri = file::from_posix("/home/é/a b.txt")?;
//! assert_eq!(uri, "file:///home/%C3%A9/a%20b.txt");
//! assert_eq!(file::to_posix(&uri)?, "/home/é/a b.txt");
//!
//! let uri = file::from_windows(r"C:\Users\x")?;
//! assert_eq!(uri, "file:///C:/Users/x");
//! assert_eq!(file::to_windows(&uri)?, r"C:\Users\x");
//! assert_eq!(file::from_windows(r"\\server\share\x")?, "file://server/share/x");
//! # Ok::<(), oneiri::file::FileError>(())
//! ```

mod error;

use alloc::string::String;

use crate::percent::{SafeSet, decode_text, encode};
use crate::ri::{Alphabet, HasScheme, Ri, Text, UriBuf};
use crate::syntax::parts::Parts;

pub use error::FileError;

/// The URI of an absolute POSIX path: RFC 8089 section 2.
///
/// # Errors
///
/// [`Relative`](FileError::Relative) if the path does not begin with `/`, and [`Nul`](FileError::Nul).
///
/// ```
/// assert_eq!(oneiri::file::from_posix("/a b")?, "file:///a%20b");
/// assert!(oneiri::file::from_posix("a").is_err());
/// # Ok::<(), oneiri::file::FileError>(())
/// ```
pub fn from_posix(path: &str) -> Result<UriBuf, FileError> {
    if !path.starts_with('/') {
        return Err(FileError::Relative);
    }
    build("", path)
}

/// The URI of an absolute Windows path: RFC 8089 appendix E.
///
/// The path begins with a drive (`C:\x`) or with a server and a share (`\\server\share\x`). The
/// prefix `\\?\` is allowed before a drive, and `\\?\UNC\` before a server, in letters of either
/// case. Both `\` and `/` separate segments.
///
/// # Errors
///
/// * [`Relative`](FileError::Relative): no drive and no server, a server without a share, or a path
///   relative to a drive (`C:x`).
/// * [`Device`](FileError::Device): `\\.\COM1`, or another name after `\\?\`.
/// * [`Host`](FileError::Host): the server is not a host name, holds a `%`, or its share is a drive.
///   [`to_windows`] would return another path for the URI.
/// * [`Nul`](FileError::Nul).
///
/// ```
/// use oneiri::file::from_windows;
///
/// assert_eq!(from_windows(r"\\server\share\x")?, "file://server/share/x");
/// assert_eq!(from_windows(r"\\?\unc\server\share\x")?, "file://server/share/x");
/// assert!(from_windows(r"C:x").is_err());
/// # Ok::<(), oneiri::file::FileError>(())
/// ```
pub fn from_windows(path: &str) -> Result<UriBuf, FileError> {
    let path = path.replace('\\', "/");
    let (path, verbatim) = match path.strip_prefix("//?/") {
        Some(rest) => (rest, true),
        None => (path.as_str(), false),
    };
    if has_drive(path) {
        return build("", &["/", path].concat());
    }
    let server = if verbatim { without_unc(path) } else { path.strip_prefix("//") };
    match server {
        Some(server) if server.starts_with("./") => Err(FileError::Device),
        Some(server) => {
            let (host, share) = server.split_at(server.find('/').ok_or(FileError::Relative)?);
            // A `%` would begin an escape, which `to_windows` decodes to another host. A share such as
            // `c:` on `localhost` would be read as a drive.
            if host.is_empty() || host.contains('%') || has_drive(&share[1..]) {
                return Err(FileError::Host);
            }
            build(host, share)
        }
        None if verbatim => Err(FileError::Device),
        None => Err(FileError::Relative),
    }
}

/// The path after `UNC/`. Windows compares its prefixes without regard to case.
fn without_unc(path: &str) -> Option<&str> {
    let (prefix, rest) = path.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("UNC/").then_some(rest)
}

/// Whether the path begins with a letter, a colon and a slash: RFC 8089 appendix E.2.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

fn build(host: &str, path: &str) -> Result<UriBuf, FileError> {
    if path.contains('\0') {
        return Err(FileError::Nul);
    }
    let path = encode(path, const { &SafeSet::new("/!$&'()*+,;=:@") });
    let parts = Parts { scheme: Some("file"), host: Some(host), path: &path, ..Parts::default() };
    UriBuf::build(&parts).map_err(|_| FileError::Host)
}

/// The POSIX path of a `file:` URI or IRI without a host, or with the host `localhost`. A fragment
/// is ignored, because it names a part of the file.
///
/// # Errors
///
/// * [`Scheme`](FileError::Scheme), [`Authority`](FileError::Authority), [`Query`](FileError::Query):
///   the URI has another scheme, another authority, or a query.
/// * [`Relative`](FileError::Relative): the path does not begin with `/`.
/// * [`Separator`](FileError::Separator), [`Utf8`](FileError::Utf8), [`Nul`](FileError::Nul): a
///   segment has an escape of `/`, of octets that are not UTF-8, or of NUL.
///
/// ```
/// let uri = oneiri::Uri::parse("file:///a%20b")?;
/// assert_eq!(oneiri::file::to_posix(&uri)?, "/a b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_posix<'i, 'o, T: Text<'i, 'o>, A: Alphabet>(file: &'i Ri<T, A, HasScheme>) -> Result<String, FileError> {
    let Place { path, local, .. } = place(file)?;
    if !local {
        return Err(FileError::Authority);
    }
    if !path.starts_with('/') {
        return Err(FileError::Relative);
    }
    let mut posix = String::with_capacity(path.len());
    posix.push('/');
    push_segments(path, '/', &['/'], &mut posix)?;
    Ok(posix)
}

/// The Windows path of a `file:` URI or IRI: on a drive, or on the server that its host names. A
/// fragment is ignored, because it names a part of the file.
///
/// # Errors
///
/// * [`Scheme`](FileError::Scheme), [`Authority`](FileError::Authority), [`Query`](FileError::Query):
///   the URI has another scheme, a userinfo or a port, or a query.
/// * [`Relative`](FileError::Relative): the URI has neither a host nor a drive.
/// * [`DriveWithoutSlash`](FileError::DriveWithoutSlash), [`DriveAsHost`](FileError::DriveAsHost),
///   [`EscapedDrive`](FileError::EscapedDrive), [`DriveWithBar`](FileError::DriveWithBar),
///   [`ServerInPath`](FileError::ServerInPath): the URI has one of the spellings that these describe.
/// * [`Separator`](FileError::Separator), [`Utf8`](FileError::Utf8), [`Nul`](FileError::Nul): a
///   segment has an escape of `/` or `\`, of octets that are not UTF-8, or of NUL.
///
/// ```
/// use oneiri::Uri;
/// use oneiri::file::{FileError, to_windows};
///
/// assert_eq!(to_windows(&Uri::parse("file:///C:/a%20b")?)?, r"C:\a b");
/// let error = to_windows(&Uri::parse("file:////server/share")?).unwrap_err();
/// assert_eq!(error, FileError::ServerInPath);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_windows<'i, 'o, T: Text<'i, 'o>, A: Alphabet>(file: &'i Ri<T, A, HasScheme>) -> Result<String, FileError> {
    let Place { host, path, local } = place(file).map_err(|error| match error {
        FileError::Authority if is_drive(&file.parts()) => FileError::DriveAsHost,
        _ => error,
    })?;
    let mut windows = String::with_capacity(path.len().saturating_add(2));
    let on_drive = path.strip_prefix('/').is_some_and(has_drive);
    if local && !on_drive {
        nearly(host, path)?;
    }
    // Shares of `localhost` are read as shares too.
    if !local || !on_drive && !host.is_empty() {
        windows.push_str("\\\\");
        push_segment(host, &['/', '\\'], &mut windows)?;
        windows.push('\\');
    } else if !on_drive {
        return Err(FileError::Relative);
    }
    push_segments(path, '\\', &['/', '\\'], &mut windows)?;
    Ok(windows)
}

/// The error for a path that names a drive or a server in a spelling that [`to_windows`] rejects.
fn nearly(host: &str, path: &str) -> Result<(), FileError> {
    let (drive, has_slash) = match path.strip_prefix('/') {
        Some(rest) => (rest, true),
        None => (path, false),
    };
    match drive.as_bytes() {
        _ if !has_slash && has_drive(drive) => Err(FileError::DriveWithoutSlash),
        [letter, b'%', b'3', b'A' | b'a', b'/', ..] if letter.is_ascii_alphabetic() => Err(FileError::EscapedDrive),
        // With `localhost`, the rest may be a share, to which `from_windows` gives such names.
        _ if !host.is_empty() => Ok(()),
        [letter, b'%', b'7', b'C' | b'c', b'/', ..] if letter.is_ascii_alphabetic() => Err(FileError::DriveWithBar),
        [b'/', ..] if has_slash => Err(FileError::ServerInPath),
        _ => Ok(()),
    }
}

/// Whether the authority is a drive: a letter and a colon, which the grammar reads as a host and an
/// empty port.
fn is_drive(parts: &Parts<'_>) -> bool {
    let letter = parts.host.is_some_and(|host| matches!(host.as_bytes(), [letter] if letter.is_ascii_alphabetic()));
    letter && parts.userinfo.is_none() && parts.port == Some("")
}

/// Where a `file:` URI says that the file is.
struct Place<'a> {
    host: &'a str,
    path: &'a str,
    /// The host is empty or `localhost`: RFC 8089 section 2.
    local: bool,
}

fn place<'i, 'o, T: Text<'i, 'o>, A: Alphabet>(file: &'i Ri<T, A, HasScheme>) -> Result<Place<'o>, FileError> {
    let Parts { scheme, userinfo, host, port, path, query, .. } = file.parts();
    if !scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file")) {
        return Err(FileError::Scheme);
    }
    if userinfo.is_some() || port.is_some() {
        return Err(FileError::Authority);
    }
    if query.is_some() {
        return Err(FileError::Query);
    }
    let host = host.unwrap_or("");
    Ok(Place { host, path, local: host.is_empty() || host.eq_ignore_ascii_case("localhost") })
}

/// Appends the segments of an absolute path, decoded, with a separator before each but the first.
fn push_segments(absolute: &str, separator: char, separators: &[char], path: &mut String) -> Result<(), FileError> {
    for (index, segment) in absolute.split('/').skip(1).enumerate() {
        if index > 0 {
            path.push(separator);
        }
        push_segment(segment, separators, path)?;
    }
    Ok(())
}

fn push_segment(segment: &str, separators: &[char], path: &mut String) -> Result<(), FileError> {
    let segment = decode_text(segment).map_err(|_| FileError::Utf8)?;
    if segment.contains('\0') {
        return Err(FileError::Nul);
    }
    if segment.contains(separators) {
        return Err(FileError::Separator);
    }
    path.push_str(&segment);
    Ok(())
}
