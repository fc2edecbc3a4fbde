//! The record of SRFI 275.

use crate::normalize::significant;
use crate::syntax::spans::Untyped;

/// The fields of an identifier as SRFI 275 defines them; `None` represents `#f`.
///
/// The fields differ from the components of the RFC:
/// * `host` is `None` for an absent host, and also for an empty host after a userinfo (`//@` against `//`);
/// * `port` holds the digits of a number: no leading zeros, and `None` for an empty port;
/// * `path` is `None` for an empty path.
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
    /// `iri-scheme`. `None` for a relative reference, for which the SRFI raises an error.
    pub scheme: Option<&'a str>,
    /// `iri-user`
    pub user: Option<&'a str>,
    /// `iri-host`
    pub host: Option<&'a str>,
    /// `iri-port`, as decimal digits, because RFC 3986 sets no upper bound for a port, and a `u16`
    /// could not hold `99999`.
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
