//! Conversions from and to `http::Uri`, the target of an HTTP request (RFC 9112 section 3.2).
//!
//! Both directions go component by component. The text of an `http::Uri` cannot be parsed again: `example.com:80`, the
//! target of a `CONNECT` request, would be read as the scheme `example.com` and the path `80`.

use alloc::string::String;

use ::http::Uri;
use ::http::uri::{Authority, PathAndQuery, Scheme};

use super::{Alphabet, Ascii, Ri, SchemePresence};
use crate::component;
use crate::registry::Registry;
use crate::syntax::error::Error;
use crate::syntax::parts::Parts;

/// Reads the components of an `http::Uri`.
///
/// The authority form of a `CONNECT` request becomes a reference with an authority: `example.com:80` is
/// `//example.com:80`. The asterisk form of an `OPTIONS` request becomes the path `*`.
///
/// # Errors
///
/// A component that the grammar does not admit, since `http` accepts characters such as `"` and `|` in a path; offsets
/// in the error count from the beginning of that component. A path that begins with `//` where there is no authority:
/// to `http` it is a path, and in a reference it would be an authority. A missing scheme, if the type requires one.
///
/// ```
/// use oneiri::{UriBuf, UriRefBuf};
///
/// let absolute = "http://example.org/a?b".parse::<http::Uri>()?;
/// assert_eq!(UriBuf::try_from(&absolute)?, "http://example.org/a?b");
/// let connect = "example.com:80".parse::<http::Uri>()?;
/// assert_eq!(UriRefBuf::try_from(&connect)?, "//example.com:80");
/// assert!(UriBuf::try_from(&connect).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<A: Alphabet, F: SchemePresence> TryFrom<&Uri> for Ri<String, A, F> {
    type Error = Error;

    fn try_from(target: &Uri) -> Result<Self, Error> {
        let authority = target.authority().map(|it| component::Authority::new(it.as_str()));
        let userinfo = authority.and_then(|it| it.userinfo());
        Self::build(&Parts {
            scheme: target.scheme_str(),
            userinfo: userinfo.map(|it| it.as_str()),
            host: authority.map(|it| it.host().as_str()),
            port: authority.and_then(|it| it.port()),
            path: target.path(),
            query: target.query(),
            fragment: None,
        })
    }
}

/// Like the conversion of a borrowed `http::Uri`.
impl<A: Alphabet, F: SchemePresence> TryFrom<Uri> for Ri<String, A, F> {
    type Error = Error;

    fn try_from(target: Uri) -> Result<Self, Error> {
        Self::try_from(&target)
    }
}

/// Makes an `http::Uri` with the same components, except that it never has a fragment: an HTTP request has none
/// (RFC 9110 section 7.1).
///
/// Two spellings change, and the meaning does not: the schemes `http` and `https` become lower-case, and an empty path
/// becomes `/` in schemes whose rules say that both are the same (RFC 9110 section 4.2.3), such as `http` and `ws`.
/// Convert an IRI with [`to_uri`](Ri::to_uri) first.
///
/// # Errors
///
/// An identifier that `http::Uri` cannot hold: with a scheme and no host (`urn:x`, `file:///x`), with an authority and
/// a path but no scheme (`//h/p`), with a path that does not begin with `/`, with an escape in its host, or longer
/// than 65,534 bytes.
///
/// ```
/// use oneiri::{Uri, UriRef};
///
/// let target = http::Uri::try_from(&Uri::parse("HTTPS://example.org?q#top")?)?;
/// assert_eq!(target.to_string(), "https://example.org/?q");
/// let connect = http::Uri::try_from(&UriRef::parse("//example.com:80")?)?;
/// assert_eq!(connect.to_string(), "example.com:80");
/// assert!(http::Uri::try_from(&UriRef::parse("//h/p")?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<T: AsRef<str>, F> TryFrom<&Ri<T, Ascii, F>> for Uri {
    type Error = ::http::Error;

    fn try_from(uri: &Ri<T, Ascii, F>) -> Result<Self, ::http::Error> {
        let source = uri.source();
        let mut target = ::http::uri::Parts::default();
        let mut path = source.path();
        if let Some(scheme) = source.scheme() {
            if path.is_empty() && Registry::default().rules(scheme).empty_path_is_root {
                path = "/";
            }
            target.scheme = Some(to_scheme(scheme)?);
        }
        target.authority = source.authority().map(Authority::try_from).transpose()?;
        let query = source.query();
        let is_authority_form =
            target.scheme.is_none() && target.authority.is_some() && path.is_empty() && query.is_none();
        if !is_authority_form {
            // The path is checked alone: `http` reads an empty path before a query as `/`.
            let alone = PathAndQuery::try_from(path)?;
            target.path_and_query = Some(match query {
                Some(query) => PathAndQuery::try_from([path, "?", query].concat())?,
                None => alone,
            });
        }
        Ok(Self::from_parts(target)?)
    }
}

/// The scheme. `Scheme::try_from("HTTP")` would give a scheme that is not equal to `Scheme::HTTP`.
fn to_scheme(scheme: &str) -> Result<Scheme, ::http::uri::InvalidUri> {
    for known in [Scheme::HTTP, Scheme::HTTPS] {
        if known == *scheme {
            return Ok(known);
        }
    }
    Scheme::try_from(scheme)
}
