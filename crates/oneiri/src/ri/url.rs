//! Conversions from and to `url::Url`, a URL by the URL Standard of WHATWG.

use alloc::string::String;

use ::url::{ParseError, Url};

use super::{Alphabet, Form, Ri};
use crate::syntax::error::Error;
use crate::syntax::spans::Untyped;

/// Parses the serialization of a URL. The result has the components that `url` reports, with one difference in
/// spelling: the path that is `//b` to `url` is `/.//b` here, if the URL has no host.
///
/// # Errors
///
/// A character that the grammar of RFC 3986 does not allow and `url` does not escape, such as `|` in a path or `{`
/// in a query. `parse_lenient(url.as_str())` percent-encodes such characters.
///
/// ```
/// use oneiri::{UriBuf, UriRef};
/// use url::Url;
///
/// let url = Url::parse("HTTP://Example.org:80/a/../b c")?;
/// assert_eq!(UriBuf::try_from(&url)?, "http://example.org/b%20c");
/// let url = Url::parse("http://h/a|b")?;
/// assert!(UriBuf::try_from(&url).is_err());
/// assert_eq!(UriRef::parse_lenient(url.as_str())?, "http://h/a%7Cb");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<A: Alphabet, F: Form> TryFrom<&Url> for Ri<String, A, F> {
    type Error = Error;

    fn try_from(url: &Url) -> Result<Self, Error> {
        Self::parse(url.as_str())
    }
}

/// Like the conversion of a borrowed [`Url`], without a copy of the text.
impl<A: Alphabet, F: Form> TryFrom<Url> for Ri<String, A, F> {
    type Error = Error;

    fn try_from(url: Url) -> Result<Self, Error> {
        Self::parse(String::from(url))
    }
}

/// Parses the text as a URL. `url` normalizes it by the URL Standard: letter case of scheme and host, dot segments
/// (escaped dots too), a default port, an empty path of `http`, domain names by IDNA, and characters beyond ASCII,
/// which become escapes.
///
/// Host and path keep their meaning, with these exceptions, which the URL Standard prescribes:
///
/// * A legacy spelling of an IPv4 address becomes that address: `http://0x7f.1/` is `http://127.0.0.1/`. By RFC
///   3986 the host `0x7f.1` is a name; see [`Host::legacy_ipv4`](crate::Host::legacy_ipv4).
/// * IDNA maps a domain name: `http://faß.example/` is `http://xn--fa-hia.example/`. IDNA also removes the
///   characters that it ignores, such as U+00AD.
/// * In `file:` a drive letter is not removed by `..`: `file:///C:/../x` is `file:///C:/x`.
///
/// The characters `;` and `=` in the userinfo, and `'` in the query of `http`, `https`, `ws`, `wss`, `ftp` and
/// `file`, become escapes.
///
/// # Errors
///
/// The errors of [`Url::parse`]: no scheme, a port beyond 65535, a host that is not a domain name. Also an error
/// if the URL Standard would find another host or another path than RFC 3986:
///
/// * [`EmptyHost`](ParseError::EmptyHost) for `http:/x`, `http:x` and `http:///x`, which have no host by RFC 3986
///   and the host `x` by the URL Standard (in the same way `https`, `ws`, `wss` and `ftp`). Also for `file:` with
///   a host that the URL Standard reads as a drive or drops, such as `file://c:/x`.
/// * [`RelativeUrlWithoutBase`](ParseError::RelativeUrlWithoutBase) for `file:x`, whose path is relative.
///
/// ```
/// use oneiri::{Iri, Uri};
/// use url::Url;
///
/// let url = Url::try_from(&Iri::parse("http://Bücher.example/é")?)?;
/// assert_eq!(url.as_str(), "http://xn--bcher-kva.example/%C3%A9");
/// assert!(Url::parse("http:/internal/x").is_ok_and(|url| url.host_str() == Some("internal")));
/// assert_eq!(Url::try_from(&Uri::parse("http:/internal/x")?), Err(url::ParseError::EmptyHost));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<T: AsRef<str>, A, F> TryFrom<&Ri<T, A, F>> for Url {
    type Error = ParseError;

    fn try_from(value: &Ri<T, A, F>) -> Result<Self, ParseError> {
        let source = value.source();
        let url = Self::parse(source.text)?;
        match url.scheme() {
            "http" | "https" | "ws" | "wss" | "ftp" => check_host(&source)?,
            "file" => check_file(&source, &url)?,
            _ => {}
        }
        Ok(url)
    }
}

/// For these schemes the URL Standard skips any number of slashes before the host, including none.
fn check_host(source: &Untyped<'_, '_>) -> Result<(), ParseError> {
    match source.host() {
        None | Some("") => Err(ParseError::EmptyHost),
        Some(_) => Ok(()),
    }
}

fn check_file(source: &Untyped<'_, '_>, url: &Url) -> Result<(), ParseError> {
    let path = source.path();
    let is_rooted = path.starts_with('/') || path.is_empty() && source.host().is_some();
    if !is_rooted {
        return Err(ParseError::RelativeUrlWithoutBase);
    }
    let host = source.host().unwrap_or_default();
    let is_local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    if !is_local && url.host_str().is_none_or(str::is_empty) {
        return Err(ParseError::EmptyHost);
    }
    Ok(())
}
