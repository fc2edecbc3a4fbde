//! The record of SRFI 275.

use crate::normalize::significant;
use crate::syntax::spans::Untyped;

/// The fields of an identifier as SRFI 275 defines them; `None` is its `#f`.
///
/// What differs from the RFC's components:
/// * `host` is `None` also where an empty host stands behind a userinfo (`//@` against `//`);
/// * `port` is a number: digits without leading zeros, `None` for an empty port;
/// * `path` is `None` where it is empty.
///
/// ```
/// use oneiri::UriRef;
///
/// let fields = UriRef::parse("http://user@:080?q")?.srfi();
/// assert_eq!(fields.host, None);
/// assert_eq!(fields.port, Some("80"));
/// assert_eq!(fields.path, None);
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Srfi<'a> {
    /// `iri-scheme`; `None` for a relative reference, where the SRFI raises an error.
    pub scheme: Option<&'a str>,
    /// `iri-user`
    pub user: Option<&'a str>,
    /// `iri-host`
    pub host: Option<&'a str>,
    /// `iri-port`, in decimal digits: Scheme's integers have no bound, and neither has a port.
    pub port: Option<&'a str>,
    /// `iri-path`
    pub path: Option<&'a str>,
    /// `iri-query`
    pub query: Option<&'a str>,
    /// `iri-fragment`
    pub fragment: Option<&'a str>,
}

impl<'a> Srfi<'a> {
    /// `iri-authority`: user, host and port together, if there is an authority.
    ///
    /// ```
    /// let fields = oneiri::UriRef::parse("//u@h:80")?.srfi();
    /// assert_eq!(fields.authority(), Some((Some("u"), Some("h"), Some("80"))));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn authority(&self) -> Option<(Option<&'a str>, Option<&'a str>, Option<&'a str>)> {
        let present = self.user.is_some() || self.host.is_some();
        present.then_some((self.user, self.host, self.port))
    }
}

impl<'a> From<Untyped<'a, '_>> for Srfi<'a> {
    fn from(value: Untyped<'a, '_>) -> Self {
        let user = value.userinfo();
        Self {
            scheme: value.scheme(),
            user,
            host: value.host().filter(|host| !host.is_empty() || user.is_none()),
            port: value.port().and_then(significant),
            path: Some(value.path()).filter(|path| !path.is_empty()),
            query: value.query(),
            fragment: value.fragment(),
        }
    }
}
