//! File paths as `file:` URIs and back (RFC 8089), as pure functions of text: nothing asks what
//! system this is, or what is on its disk.
//!
//! A path is data: every octet that a segment does not hold as it is gets escaped, `\` on POSIX and
//! dot segments are left as they are given. A path must be absolute, for `file:` knows no working
//! directory.
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

use alloc::string::String;
use core::fmt;

use crate::percent::{decode_text, encode};
use crate::ri::{Alphabet, HasScheme, Ri, Text, UriBuf};
use crate::syntax::parts::Parts;

/// Why a path is no `file:` URI, or a URI no path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The path is not absolute.
    Relative,
    /// The path names a device, or something else that is no file.
    Device,
    /// A host that cannot be one: RFC 3986 section 3.2.2.
    Host,
    /// A NUL, which no path holds.
    Nul,
    /// The scheme is not `file`.
    Scheme,
    /// A host that is neither empty nor `localhost`, where paths have none; a userinfo; a port.
    Authority,
    /// A query: files have none.
    Query,
    /// An escape in a segment that is a separator once decoded.
    Separator,
    /// Escapes that are no UTF-8.
    Utf8,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relative => "expected an absolute path",
            Self::Device => "expected the path of a file, found that of a device",
            Self::Host => "expected a host name before the share",
            Self::Nul => "expected a path without NUL",
            Self::Scheme => "expected the scheme \"file\" (RFC 8089 section 2)",
            Self::Authority => "expected no authority but a local host (RFC 8089 section 2)",
            Self::Query => "expected no query (RFC 8089 section 2)",
            Self::Separator => "expected no escaped separator in a segment",
            Self::Utf8 => "expected escapes of UTF-8",
        })
    }
}

impl core::error::Error for FileError {}

/// The URI of an absolute POSIX path: RFC 8089 section 2.
///
/// # Errors
///
/// A path that does not begin with `/`, or holds a NUL.
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

/// The URI of an absolute Windows path: with a drive (`C:\x`), or on a server (`\\server\share\x`),
/// behind `\\?\` or not; either slash separates. RFC 8089 appendix E.
///
/// # Errors
///
/// A path without a drive or a server, one relative to a drive (`C:x`), or one of a device; a host
/// that is not as [`to_windows`] would read it, or whose share is a drive; a NUL.
///
/// ```
/// assert_eq!(oneiri::file::from_windows(r"\\server\share\x")?, "file://server/share/x");
/// assert!(oneiri::file::from_windows(r"C:x").is_err());
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
    let server = if verbatim { path.strip_prefix("UNC/") } else { path.strip_prefix("//") };
    match server {
        Some(server) if server.starts_with("./") => Err(FileError::Device),
        Some(server) => {
            let (host, share) = server.split_at(server.find('/').ok_or(FileError::Relative)?);
            // What the URI would say with these is something else: another host once its escapes
            // are decoded, or a drive of this one.
            if host.is_empty() || host.contains('%') || has_drive(&share[1..]) {
                return Err(FileError::Host);
            }
            build(host, share)
        }
        None if verbatim => Err(FileError::Device),
        None => Err(FileError::Relative),
    }
}

/// A letter, a colon and a slash: RFC 8089 appendix E.2.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

fn build(host: &str, path: &str) -> Result<UriBuf, FileError> {
    if path.contains('\0') {
        return Err(FileError::Nul);
    }
    let path = encode(path, "/!$&'()*+,;=:@");
    let parts = Parts { scheme: Some("file"), host: Some(host), path: &path, ..Parts::default() };
    UriBuf::build(&parts).map_err(|_| FileError::Host)
}

/// The POSIX path of a `file:` URI or IRI on this host. A fragment points into the file, and is
/// passed over.
///
/// # Errors
///
/// Another scheme, another host, a query, an escape that is no UTF-8, a NUL or a `/`.
///
/// ```
/// let uri = oneiri::Uri::parse("file:///a%20b")?;
/// assert_eq!(oneiri::file::to_posix(&uri)?, "/a b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_posix<'i, 'o, T: Text<'i, 'o>, A: Alphabet>(
    file: &'i Ri<T, A, HasScheme>,
) -> Result<String, FileError> {
    if !local(file)? {
        return Err(FileError::Authority);
    }
    if !file.path().starts_with('/') {
        return Err(FileError::Relative);
    }
    let mut path = String::with_capacity(file.path().len());
    for segment in file.path().segments() {
        path.push('/');
        push_segment(segment.as_str(), &['/'], &mut path)?;
    }
    Ok(path)
}

/// The Windows path of a `file:` URI or IRI: on a drive, or on the server that its host names. A
/// fragment is passed over.
///
/// # Errors
///
/// Another scheme, no drive on this host, a query, an escape that is no UTF-8, a NUL or a slash of
/// either kind.
///
/// ```
/// let uri = oneiri::Uri::parse("file:///C:/a%20b")?;
/// assert_eq!(oneiri::file::to_windows(&uri)?, r"C:\a b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_windows<'i, 'o, T: Text<'i, 'o>, A: Alphabet>(
    file: &'i Ri<T, A, HasScheme>,
) -> Result<String, FileError> {
    let mut path = String::with_capacity(file.path().len() + 2);
    let local = local(file)?;
    let on_drive = has_drive(file.path().strip_prefix('/').unwrap_or_default());
    let host = file.host().unwrap_or_default().as_str();
    // `localhost` too has shares.
    if !local || !on_drive && !host.is_empty() {
        path.push_str("\\\\");
        push_segment(host, &['/', '\\'], &mut path)?;
        path.push('\\');
    } else if !on_drive {
        return Err(FileError::Relative);
    }
    let mut segments = file.path().segments();
    push_segment(segments.next().unwrap_or_default().as_str(), &['/', '\\'], &mut path)?;
    for segment in segments {
        path.push('\\');
        push_segment(segment.as_str(), &['/', '\\'], &mut path)?;
    }
    Ok(path)
}

/// Whether the file is on this host, if it is a file at all.
fn local<'i, 'o, T: Text<'i, 'o>, A: Alphabet>(
    file: &'i Ri<T, A, HasScheme>,
) -> Result<bool, FileError> {
    if !file.scheme().eq_ignore_ascii_case("file") {
        return Err(FileError::Scheme);
    }
    if file.userinfo().is_some() || file.port().is_some() {
        return Err(FileError::Authority);
    }
    if file.query().is_some() {
        return Err(FileError::Query);
    }
    let host = file.host().unwrap_or_default().as_str();
    Ok(host.is_empty() || host.eq_ignore_ascii_case("localhost"))
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
