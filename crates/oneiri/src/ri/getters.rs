//! What an identifier is made of. Every getter costs O(1): the parser left the offsets.

use core::iter::FusedIterator;

use super::{Alphabet, Form, HasScheme, Host, MaybeScheme, PortOutOfRange, Ri, Text, Unicode};
use crate::normalize::significant;
use crate::syntax::grammar::unicode::is_bidi_control;
use crate::syntax::parts::Parts;
use crate::view::Srfi;

impl<T: AsRef<str>, A, F> Ri<T, A, F> {
    /// As a borrowed identifier.
    ///
    /// ```
    /// let owned = oneiri::UriBuf::parse("urn:isbn:0")?;
    /// let borrowed: oneiri::Uri<'_> = owned.as_borrowed();
    /// assert_eq!(borrowed, owned);
    /// # Ok::<(), oneiri::Refused>(())
    /// ```
    #[inline]
    pub fn as_borrowed(&self) -> Ri<&str, A, F> {
        Ri::new(self.text.as_ref(), self.spans)
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A, F> Ri<T, A, F> {
    /// The text, exactly as it was parsed or made.
    ///
    /// ```
    /// assert_eq!(oneiri::Uri::parse("HTTP://h:080")?.as_str(), "HTTP://h:080");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn as_str(&'i self) -> &'o str {
        self.text.text()
    }

    /// The authority, between `//` and the path: RFC 3986 section 3.2. `None` if there is no `//`.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("//u@h:80/p")?.authority(), Some("u@h:80"));
    /// assert_eq!(UriRef::parse("file:///p")?.authority(), Some(""));
    /// assert_eq!(UriRef::parse("file:/p")?.authority(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn authority(&'i self) -> Option<&'o str> {
        self.untyped().authority()
    }

    /// The userinfo, before the authority's `@`: RFC 3986 section 3.2.1. SRFI 275: `iri-user`.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("//a:b@h")?.userinfo(), Some("a:b"));
    /// assert_eq!(UriRef::parse("//@h")?.userinfo(), Some(""));
    /// assert_eq!(UriRef::parse("//h")?.userinfo(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn userinfo(&'i self) -> Option<&'o str> {
        self.untyped().userinfo()
    }

    /// The host: RFC 3986 section 3.2.2. An authority always has one, though it may be empty; an IP
    /// literal keeps its brackets.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("//[::1]:80")?.host(), Some("[::1]"));
    /// assert_eq!(UriRef::parse("file:///p")?.host(), Some(""));
    /// assert_eq!(UriRef::parse("urn:x")?.host(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn host(&'i self) -> Option<&'o str> {
        self.untyped().host()
    }

    /// The host again, as what it is: an address, or a registered name.
    ///
    /// ```
    /// use oneiri::{Host, UriRef};
    ///
    /// let kind = |text| Ok::<_, oneiri::Error>(UriRef::parse(text)?.host_kind());
    /// assert_eq!(kind("//10.0.0.1")?, Some(Host::Ipv4([10, 0, 0, 1].into())));
    /// assert_eq!(kind("//1.2.3.256")?, Some(Host::RegName("1.2.3.256")));
    /// assert_eq!(kind("//[v1.x]")?, Some(Host::IpvFuture { version: "1", address: "x" }));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn host_kind(&'i self) -> Option<Host<'o>> {
        self.host().map(Host::of)
    }

    /// The port's digits, behind the host's `:`: RFC 3986 section 3.2.3. There may be none, many,
    /// and zeros before them.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("//h:080")?.port(), Some("080"));
    /// assert_eq!(UriRef::parse("//h:")?.port(), Some(""));
    /// assert_eq!(UriRef::parse("//h")?.port(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn port(&'i self) -> Option<&'o str> {
        self.untyped().port()
    }

    /// The port as a number; `None` if it is absent or empty.
    ///
    /// # Errors
    ///
    /// A port beyond 65535, which is grammatical all the same.
    ///
    /// ```
    /// use oneiri::{PortOutOfRange, UriRef};
    ///
    /// assert_eq!(UriRef::parse("//h:000080")?.port_number(), Ok(Some(80)));
    /// assert_eq!(UriRef::parse("//h:")?.port_number(), Ok(None));
    /// assert_eq!(UriRef::parse("//h:65536")?.port_number(), Err(PortOutOfRange));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn port_number(&'i self) -> Result<Option<u16>, PortOutOfRange> {
        match self.port().and_then(significant) {
            Some(digits) => digits.parse().map(Some).map_err(|_| PortOutOfRange),
            None => Ok(None),
        }
    }

    /// The path: RFC 3986 section 3.3. Every identifier has one, though it may be empty.
    ///
    /// ```
    /// assert_eq!(oneiri::UriRef::parse("urn:a:b?q")?.path(), "a:b");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn path(&'i self) -> &'o str {
        self.untyped().path()
    }

    /// The segments of the path, as they stand, from either end. The slash that a path begins with
    /// is before the first segment; an empty path has none.
    ///
    /// ```
    /// let uri = oneiri::UriRef::parse("/a//b%2Fc/")?;
    /// assert!(uri.segments().eq(["a", "", "b%2Fc", ""]));
    /// assert_eq!(oneiri::UriRef::parse("/")?.segments().count(), 1);
    /// assert_eq!(oneiri::UriRef::parse("")?.segments().count(), 0);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn segments(&'i self) -> Segments<'o> {
        let path = self.path();
        Segments { rest: (!path.is_empty()).then(|| path.strip_prefix('/').unwrap_or(path)) }
    }

    /// The query, behind the first `?`: RFC 3986 section 3.4.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("/p?q?r")?.query(), Some("q?r"));
    /// assert_eq!(UriRef::parse("/p?")?.query(), Some(""));
    /// assert_eq!(UriRef::parse("/p#?")?.query(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn query(&'i self) -> Option<&'o str> {
        self.untyped().query()
    }

    /// The fragment, behind the first `#`: RFC 3986 section 3.5.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("/p#f?g")?.fragment(), Some("f?g"));
    /// assert_eq!(UriRef::parse("/p#")?.fragment(), Some(""));
    /// assert_eq!(UriRef::parse("/p")?.fragment(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn fragment(&'i self) -> Option<&'o str> {
        self.untyped().fragment()
    }

    /// All components at once.
    ///
    /// ```
    /// let parts = oneiri::UriRef::parse("//h?q")?.parts();
    /// assert_eq!((parts.host, parts.path, parts.query), (Some("h"), "", Some("q")));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn parts(&'i self) -> Parts<'o> {
        self.untyped().into()
    }

    /// The fields as SRFI 275 defines them. Computed; the identifier itself keeps more.
    ///
    /// ```
    /// assert_eq!(oneiri::UriRef::parse("//h:080")?.srfi().port, Some("80"));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn srfi(&'i self) -> Srfi<'o> {
        self.untyped().into()
    }

    /// Whether it has a scheme. SRFI 275: `non-relative-uri?`, and its contrary `relative-uri?`.
    ///
    /// ```
    /// assert!(oneiri::UriRef::parse("urn:x#f")?.has_scheme());
    /// assert!(!oneiri::UriRef::parse("//h")?.has_scheme());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn has_scheme(&self) -> bool {
        self.spans.has_scheme()
    }

    /// Whether it is an `absolute-URI`: a scheme and no fragment. RFC 3986 section 4.3.
    ///
    /// ```
    /// assert!(oneiri::Uri::parse("urn:x")?.is_absolute());
    /// assert!(!oneiri::Uri::parse("urn:x#f")?.is_absolute());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn is_absolute(&'i self) -> bool {
        self.has_scheme() && self.fragment().is_none()
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A: Alphabet> Ri<T, A, HasScheme> {
    /// The scheme, as it is spelled: RFC 3986 section 3.1.
    ///
    /// ```
    /// assert_eq!(oneiri::Uri::parse("HTTP://h")?.scheme(), "HTTP");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn scheme(&'i self) -> &'o str {
        self.untyped().scheme().unwrap_or_default()
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A: Alphabet> Ri<T, A, MaybeScheme> {
    /// The scheme, as it is spelled: RFC 3986 section 3.1. `None` for a relative reference.
    ///
    /// ```
    /// assert_eq!(oneiri::UriRef::parse("urn:x")?.scheme(), Some("urn"));
    /// assert_eq!(oneiri::UriRef::parse("./urn:x")?.scheme(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn scheme(&'i self) -> Option<&'o str> {
        self.untyped().scheme()
    }
}

impl<'i, 'o, T: Text<'i, 'o>, F: Form> Ri<T, Unicode, F> {
    /// Whether one of the seven bidi formatting characters stands in it as it is, which the grammar
    /// admits and RFC 3987 section 4.1 forbids. Normalizing escapes them.
    ///
    /// ```
    /// let iri = oneiri::Iri::parse("http://h/\u{202E}")?;
    /// assert!(iri.has_bidi_controls());
    /// assert_eq!(iri.normalize(), "http://h/%E2%80%AE");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn has_bidi_controls(&'i self) -> bool {
        self.as_str().contains(is_bidi_control)
    }
}

/// The segments of a path; see [`Ri::segments`].
#[derive(Clone, Debug)]
pub struct Segments<'a> {
    rest: Option<&'a str>,
}

impl<'a> Iterator for Segments<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let (segment, rest) = match rest.split_once('/') {
            Some((segment, rest)) => (segment, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(segment)
    }
}

impl<'a> DoubleEndedIterator for Segments<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let (rest, segment) = match rest.rsplit_once('/') {
            Some((rest, segment)) => (Some(rest), segment),
            None => (None, rest),
        };
        self.rest = rest;
        Some(segment)
    }
}

impl FusedIterator for Segments<'_> {}
