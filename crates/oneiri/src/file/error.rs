//! Why a path has no `file:` URI, or a URI no path, and the sentences that say so.

use core::fmt;

/// Why a path has no `file:` URI, or a URI no path.
///
/// Five of the errors name a spelling that other programs write, and that RFC 8089 does not allow or
/// describes in its appendix E only. Their messages say what to write instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The path is relative: to a working directory, or on Windows to a drive.
    Relative,
    /// The path names a device, or another object that is not a file.
    Device,
    /// The name between `\\` and the share is not a host name, or the share is a drive.
    Host,
    /// The path holds a NUL.
    Nul,
    /// The scheme is not `file`.
    Scheme,
    /// The URI has a userinfo or a port, or names another host where a path cannot.
    Authority,
    /// The URI has a query.
    Query,
    /// A segment holds an escape that decodes to a separator.
    Separator,
    /// The escapes of a segment do not decode to UTF-8.
    Utf8,
    /// A drive directly after the scheme: `file:c:/x`.
    DriveWithoutSlash,
    /// A drive in the place of the host: `file://c:/x`.
    DriveAsHost,
    /// A drive whose colon is percent-encoded: `file:///c%3A/x`.
    EscapedDrive,
    /// A drive with a vertical line, `file:///c%7C/x`, as [lenient parsing](crate::Ri::parse_lenient)
    /// reads `file:///c|/x`.
    DriveWithBar,
    /// A server in the path: `file:////server/share`.
    ServerInPath,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relative => {
                "expected an absolute path, such as \"/x\", \"C:\\x\" or \"\\\\server\\share\", \
                 found a relative path (RFC 8089 section 2)"
            }
            Self::Device => "expected the path of a file, found the path of a device",
            Self::Host => {
                "expected \"\\\\\", a host name and a share, \
                 found characters that a host name cannot hold, or a drive in the place of the share \
                 (RFC 3986 section 3.2.2)"
            }
            Self::Nul => "expected a path without NUL, found NUL",
            Self::Scheme => "expected the scheme \"file\", found another scheme (RFC 8089 section 2)",
            Self::Authority => {
                "expected no host or \"localhost\", and neither userinfo nor port, \
                 found another authority (RFC 8089 section 2)"
            }
            Self::Query => "expected no query, found \"?\" (RFC 8089 section 2)",
            Self::Separator => {
                "expected segments without separators, found an escape of \"/\" or \"\\\" \
                 (RFC 3986 section 2.2)"
            }
            Self::Utf8 => "expected escapes that decode to UTF-8, found other octets (RFC 8089 section 4)",
            Self::DriveWithoutSlash => {
                "expected \"///\" before the drive, as in \"file:///c:/x\", \
                 found a drive directly after the scheme, as in \"file:c:/x\" \
                 (RFC 8089 appendix E.2)"
            }
            Self::DriveAsHost => {
                "expected \"///\" before the drive, as in \"file:///c:/x\", \
                 found a drive in the place of the host, as in \"file://c:/x\" (RFC 8089 section 2)"
            }
            Self::EscapedDrive => {
                "expected \":\" after the drive letter, as in \"file:///c:/x\", \
                 found \"%3A\" (RFC 8089 appendix E.2)"
            }
            Self::DriveWithBar => {
                "expected \":\" after the drive letter, as in \"file:///c:/x\", \
                 found \"%7C\", which is \"|\" (RFC 8089 appendix E.2.2)"
            }
            Self::ServerInPath => {
                "expected the server as host, as in \"file://server/share\", \
                 found the server in the path, as in \"file:////server/share\" \
                 (RFC 8089 appendix E.3.2)"
            }
        })
    }
}

impl core::error::Error for FileError {}
