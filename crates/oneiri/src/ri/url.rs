//! Conversions from and to `url::Url`, a URL by the URL Standard of WHATWG.

use alloc::borrow::Cow;
use alloc::string::String;

use ::url::{ParseError, Url};

use super::{Alphabet, MaybeScheme, Ri, SchemePresence, Unicode, apply};
use crate::normalize::Plan;
use crate::syntax::error::Error;

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
impl<A: Alphabet, F: SchemePresence> TryFrom<&Url> for Ri<String, A, F> {
    type Error = Error;

    fn try_from(url: &Url) -> Result<Self, Error> {
        Self::parse(url.as_str())
    }
}

/// Like the conversion of a borrowed [`Url`], without a copy of the text.
impl<A: Alphabet, F: SchemePresence> TryFrom<Url> for Ri<String, A, F> {
    type Error = Error;

    fn try_from(url: Url) -> Result<Self, Error> {
        Self::parse(String::from(url))
    }
}

/// Parses the text as a URL, which normalizes it by the URL Standard: letter case of scheme and host, dot segments
/// (escaped dots too), a default port, an empty path of `http` or `file`, domain names by IDNA, and characters beyond ASCII, which
/// become escapes.
///
/// Host and path keep their meaning, with these exceptions, which the URL Standard prescribes:
///
/// * A legacy spelling of an IPv4 address becomes that address: `http://0x7f.1/` is `http://127.0.0.1/`. By RFC 3986
///   it is a name; see [`Host::legacy_ipv4`](crate::component::Host::legacy_ipv4).
/// * Escapes in a domain name are decoded, and IDNA maps it: `http://faß.example/` is `http://xn--fa-hia.example/`, and characters that it ignores,
///   such as U+00AD, disappear.
///
/// The characters `;` and `=` in the userinfo, and `'` in the query of `http`, `https`, `ws`, `wss`, `ftp` and
/// `file`, become escapes.
///
/// # Errors
///
/// The errors of [`Url::parse`]: no scheme, a port beyond 65535, a host that is not a domain name. Also an error
/// if the URL Standard would find another host or another path than RFC 3986:
///
/// * [`EmptyHost`](ParseError::EmptyHost) for `http:/x`, `http:x` and `http:///x`, which have no host by RFC 3986 and the
///   host `x` by the standard (in the same way `https`, `ws`, `wss` and `ftp`), and for `file:` with a host that the standard takes
///   for a drive or drops, such as `file://c:/x`.
/// * [`RelativeUrlWithoutBase`](ParseError::RelativeUrlWithoutBase) for a path that `url` changes by more than
///   normalization: a relative path after `file:` (`file:x`), a segment such as `c:` that `..` should remove
///   (`file:///c:/../x`), empty segments at the beginning of a path after `file:`.
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
        let source: Ri<&str, Unicode, MaybeScheme> = value.as_borrowed().retype();
        let url = Self::parse(source.as_str())?;
        let host = source.host().unwrap_or_default();
        let has_host = match url.scheme() {
            // The standard skips any number of slashes before the host of these schemes, none included.
            "http" | "https" | "ws" | "wss" | "ftp" => !host.is_empty(),
            "file" if host.eq_ignore_ascii_case("localhost") => true,
            _ => host.is_empty() || url.host_str().is_some_and(|it| !it.is_empty()),
        };
        if !has_host {
            return Err(ParseError::EmptyHost);
        }
        if !has_same_path(&source, &url) {
            return Err(ParseError::RelativeUrlWithoutBase);
        }
        Ok(url)
    }
}

fn has_same_path(source: &Ri<&str, Unicode, MaybeScheme>, url: &Url) -> bool {
    let read = Ri::<&str, Unicode, MaybeScheme>::parse(url.as_str());
    read.is_ok_and(|read| match source.path().as_str() {
        "" if source.host().is_some() => matches!(read.path().as_str(), "" | "/"),
        _ => normal(source).path() == normal(&read).path(),
    })
}

/// The normal form by syntax alone.
fn normal<'a>(iri: &'a Ri<&str, Unicode, MaybeScheme>) -> Ri<Cow<'a, str>, Unicode, MaybeScheme> {
    apply(iri.untyped(), const { &Plan::full(true) })
}
