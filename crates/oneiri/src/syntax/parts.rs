//! The components as plain text: what [`split`](crate::split) gives and `build` takes.

use crate::syntax::spans::Untyped;

/// The components of an identifier as plain text, checked or not.
///
/// `None` is absent, `Some("")` is present and empty; the two never mean the same (RFC 3986
/// section 5.3). The path is always there (section 3.3). There is an authority if there is a host;
/// when building, also if there is a userinfo or a port.
///
/// ```
/// use oneiri::{Parts, UriBuf};
///
/// let parts = Parts { scheme: Some("file"), host: Some(""), path: "/x", ..Parts::default() };
/// let uri = UriBuf::build(&parts)?;
/// assert_eq!(uri, "file:///x");
/// assert_eq!(uri.parts(), parts);
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the RFC's own nouns")]
pub struct Parts<'a> {
    pub scheme: Option<&'a str>,
    pub userinfo: Option<&'a str>,
    pub host: Option<&'a str>,
    pub port: Option<&'a str>,
    pub path: &'a str,
    pub query: Option<&'a str>,
    pub fragment: Option<&'a str>,
}

impl<'a> From<Untyped<'a, '_>> for Parts<'a> {
    fn from(value: Untyped<'a, '_>) -> Self {
        Self {
            scheme: value.scheme(),
            userinfo: value.userinfo(),
            host: value.host(),
            port: value.port(),
            path: value.path(),
            query: value.query(),
            fragment: value.fragment(),
        }
    }
}
