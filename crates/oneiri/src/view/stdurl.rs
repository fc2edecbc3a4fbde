//! The seven keys of STDURL.

use alloc::string::String;

use crate::build::build;
use crate::syntax::error::{Error, Grammar};
use crate::syntax::parse::split::split;
use crate::syntax::parts::Parts;

/// The seven strings of STDURL, in which absent and empty are the same: `""`.
///
/// This view loses information: `file:///path`, `http://h/?` and `http://h:/` come back as `file:/path`,
/// `http://h/` and `http://h/`. No other part of this library uses it.
///
/// ```
/// use oneiri::view::Stdurl;
///
/// let flat = Stdurl::parse("https://u:p@h.example:8443/a/b?c=d#e");
/// assert_eq!((flat.userinfo, flat.port), ("u:p", "8443"));
/// assert_eq!(flat.build()?, "https://u:p@h.example:8443/a/b?c=d#e");
/// assert_eq!(Stdurl::parse("//[::1]:8080").host, "[::1]");
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the RFC's own nouns")]
pub struct Stdurl<'a> {
    pub scheme: &'a str,
    pub userinfo: &'a str,
    pub host: &'a str,
    pub port: &'a str,
    pub path: &'a str,
    pub query: &'a str,
    pub fragment: &'a str,
}

impl<'a> Stdurl<'a> {
    /// STDURL `parse`: splits any text, checks nothing, never fails. See [`split`](crate::split).
    ///
    /// ```
    /// assert_eq!(oneiri::view::Stdurl::parse("//h/p?q").query, "q");
    /// ```
    pub fn parse(text: &'a str) -> Self {
        Self::from(split(text))
    }

    /// STDURL `build`: joins the parts that are not empty. The result has an authority if userinfo, host or port
    /// is not empty.
    ///
    /// # Errors
    ///
    /// STDURL joins any parts. This method returns an error instead if the result would not be a URI reference:
    /// the error names the first part that its own grammar (RFC 3986 appendix A) or its position forbids.
    ///
    /// ```
    /// use oneiri::view::Stdurl;
    ///
    /// let flat = Stdurl { scheme: "file", path: "/x", ..Stdurl::default() };
    /// assert_eq!(flat.build()?, "file:/x");
    /// assert!(Stdurl { host: "h", path: "x", ..Stdurl::default() }.build().is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn build(&self) -> Result<String, Error> {
        let given = |text: &'a str| Some(text).filter(|text| !text.is_empty());
        let parts = Parts {
            scheme: given(self.scheme),
            userinfo: given(self.userinfo),
            host: given(self.host),
            port: given(self.port),
            path: self.path,
            query: given(self.query),
            fragment: given(self.fragment),
        };
        Ok(build(&parts, Grammar { unicode: false, scheme: false })?.0)
    }
}

impl<'a> From<Parts<'a>> for Stdurl<'a> {
    fn from(parts: Parts<'a>) -> Self {
        Self {
            scheme: parts.scheme.unwrap_or_default(),
            userinfo: parts.userinfo.unwrap_or_default(),
            host: parts.host.unwrap_or_default(),
            port: parts.port.unwrap_or_default(),
            path: parts.path,
            query: parts.query.unwrap_or_default(),
            fragment: parts.fragment.unwrap_or_default(),
        }
    }
}
