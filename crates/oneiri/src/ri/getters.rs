//! The components of an identifier. Every getter costs O(1), because the parser has stored the offsets.

use core::ops::Range;

use super::{Alphabet, HasScheme, MaybeScheme, Ri, SchemePresence, Text, Unicode};
use crate::component::{Authority, Encoded, Host, Path, Query, port_number};
use crate::registry::Registry;
use crate::syntax::error::{Component, Error};
use crate::syntax::grammar::unicode::is_bidi_control;
use crate::syntax::parts::Parts;
use crate::view::Srfi;

impl<T: AsRef<str>, A, F> Ri<T, A, F> {
    /// The same identifier, borrowed.
    ///
    /// ```
    /// let owned = oneiri::UriBuf::parse("urn:isbn:0")?;
    /// let borrowed: oneiri::Uri<'_> = owned.as_borrowed();
    /// assert_eq!(borrowed, owned);
    /// # Ok::<(), oneiri::Error>(())
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
    /// assert_eq!(UriRef::parse("//u@h:80/p")?.authority().as_deref(), Some("u@h:80"));
    /// assert_eq!(UriRef::parse("file:///p")?.authority().as_deref(), Some(""));
    /// assert_eq!(UriRef::parse("file:/p")?.authority(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn authority(&'i self) -> Option<Authority<'o>> {
        self.untyped().authority().map(Authority::new)
    }

    /// The userinfo, before the `@` of the authority: RFC 3986 section 3.2.1. SRFI 275: `iri-user`.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("//a:b@h")?.userinfo().as_deref(), Some("a:b"));
    /// assert_eq!(UriRef::parse("//@h")?.userinfo().as_deref(), Some(""));
    /// assert_eq!(UriRef::parse("//h")?.userinfo(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn userinfo(&'i self) -> Option<Encoded<'o>> {
        self.untyped().userinfo().map(Encoded::new)
    }

    /// The host: RFC 3986 section 3.2.2. An authority always has a host, which may be empty. An IP literal keeps
    /// its brackets.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("//[::1]:80")?.host().as_deref(), Some("[::1]"));
    /// assert_eq!(UriRef::parse("file:///p")?.host().as_deref(), Some(""));
    /// assert_eq!(UriRef::parse("urn:x")?.host(), None);
    /// let loopback = UriRef::parse("//127.0.0.1/")?.host().and_then(|host| host.ip());
    /// assert!(loopback.is_some_and(|ip| ip.is_loopback()));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn host(&'i self) -> Option<Host<'o>> {
        self.untyped().host().map(Host::new)
    }

    /// The digits of the port, after the `:` of the host: RFC 3986 section 3.2.3. There may be no digits, or any
    /// number of them, with leading zeros.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("//h:080")?.port(), Some("080"));
    /// assert_eq!(UriRef::parse("//h:")?.port(), Some(""));
    /// assert_eq!(UriRef::parse("//h")?.port(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn port(&'i self) -> Option<&'o str> {
        self.untyped().port()
    }

    /// The port as a number; `None` if it is absent or empty.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::PortRange`](crate::ErrorKind::PortRange) for a port beyond 65535. The grammar allows such a
    /// port, so parsing accepts it.
    ///
    /// ```
    /// use oneiri::{ErrorKind, UriRef};
    ///
    /// assert_eq!(UriRef::parse("//h:000080")?.port_number()?, Some(80));
    /// assert_eq!(UriRef::parse("//h:")?.port_number()?, None);
    /// let error = UriRef::parse("//h:65536")?.port_number().unwrap_err();
    /// assert_eq!((error.kind(), error.start()), (ErrorKind::PortRange, 4));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn port_number(&'i self) -> Result<Option<u16>, Error> {
        let source = self.untyped();
        let start = source.range(Component::Port).start;
        port_number(source.port().unwrap_or_default(), start)
    }

    /// The path: RFC 3986 section 3.3. Every identifier has a path, which may be empty.
    ///
    /// ```
    /// let uri = oneiri::UriRef::parse("/docs/a%20b?q")?;
    /// assert_eq!(uri.path(), "/docs/a%20b");
    /// assert!(uri.path().segments().eq(["docs", "a%20b"]));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn path(&'i self) -> Path<'o> {
        Path::new(self.untyped().path())
    }

    /// The query, after the first `?`: RFC 3986 section 3.4.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("/p?q?r")?.query().as_deref(), Some("q?r"));
    /// assert_eq!(UriRef::parse("/p?")?.query().as_deref(), Some(""));
    /// assert_eq!(UriRef::parse("/p#?")?.query(), None);
    /// let lang = UriRef::parse("/p?lang=en")?.query().and_then(|query| query.get("lang"));
    /// assert_eq!(lang.as_deref(), Some("en"));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn query(&'i self) -> Option<Query<'o>> {
        self.untyped().query().map(Query::new)
    }

    /// The fragment, after the first `#`: RFC 3986 section 3.5.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("/p#f?g")?.fragment().as_deref(), Some("f?g"));
    /// assert_eq!(UriRef::parse("/p#")?.fragment().as_deref(), Some(""));
    /// assert_eq!(UriRef::parse("/p")?.fragment(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn fragment(&'i self) -> Option<Encoded<'o>> {
        self.untyped().fragment().map(Encoded::new)
    }

    /// All components at once, as plain text.
    ///
    /// ```
    /// let parts = oneiri::UriRef::parse("//h?q")?.parts();
    /// assert_eq!((parts.host, parts.path, parts.query), (Some("h"), "", Some("q")));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn parts(&'i self) -> Parts<'o> {
        self.untyped().into()
    }

    /// The fields as SRFI 275 defines them. They are computed from the identifier and hold less than it does: for
    /// example, an empty path becomes `None`.
    ///
    /// ```
    /// assert_eq!(oneiri::UriRef::parse("//h:080")?.srfi().port, Some("80"));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn srfi(&'i self) -> Srfi<'o> {
        self.untyped().into()
    }

    /// The range of a component in the text, in bytes and without its delimiters; `None` if the component is
    /// absent. Errors, lints and the steps of a comparison count the same bytes.
    ///
    /// ```
    /// use oneiri::{Component, Uri};
    ///
    /// let uri = Uri::parse("http://h/a?")?;
    /// assert_eq!(uri.range(Component::Path), Some(8..10));
    /// assert_eq!(uri.range(Component::Query), Some(11..11));
    /// assert_eq!(uri.range(Component::Fragment), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn range(&'i self, component: Component) -> Option<Range<usize>> {
        let source = self.untyped();
        source.has(component).then(|| source.range(component))
    }

    /// Whether the parser saw nothing that normalization at the path rung could change: no escape, no dot segment, no
    /// upper-case letter before the path, and no port. `false` says nothing. This does not read the text again.
    ///
    /// For the other crates of oneiri alone: what the parser notes may change with any version.
    #[doc(hidden)]
    #[inline]
    pub fn is_plain(&'i self) -> bool {
        self.untyped().is_plain()
    }

    /// Whether the identifier has a scheme. SRFI 275: `non-relative-uri?`; `relative-uri?` is its negation.
    ///
    /// ```
    /// assert!(oneiri::UriRef::parse("urn:x#f")?.has_scheme());
    /// assert!(!oneiri::UriRef::parse("//h")?.has_scheme());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn has_scheme(&self) -> bool {
        self.spans.has_scheme()
    }

    /// The port, or the default port of the scheme if none is given: RFC 3986 section 3.2.3. `None` without a host.
    /// Without a port, also `None` for a relative reference and where the built-in [`Registry`] knows no default.
    ///
    /// To use a registry with your own schemes, call `port_number()?.or(registry.rules(scheme).default_port)`.
    ///
    /// # Errors
    ///
    /// Like [`port_number`](Self::port_number).
    ///
    /// ```
    /// use oneiri::{Uri, UriRef};
    ///
    /// assert_eq!(Uri::parse("https://h/")?.port_or_known_default()?, Some(443));
    /// assert_eq!(Uri::parse("https://h:8443/")?.port_or_known_default()?, Some(8443));
    /// assert_eq!(Uri::parse("urn:x")?.port_or_known_default()?, None);
    /// assert_eq!(UriRef::parse("//h:80")?.port_or_known_default()?, Some(80));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn port_or_known_default(&'i self) -> Result<Option<u16>, Error> {
        if self.host().is_none_or(|host| host.is_empty()) {
            return Ok(None);
        }
        let default = || Registry::default().rules(self.untyped().scheme()?).default_port;
        Ok(self.port_number()?.or_else(default))
    }

    /// Whether the identifier has a scheme and no fragment: the production `absolute-URI` of RFC 3986 section 4.3.
    ///
    /// `http://h/#x` is not a relative reference, and it is not an `absolute-URI` either. To tell identifiers from
    /// relative references, use [`has_scheme`](Self::has_scheme).
    ///
    /// ```
    /// assert!(oneiri::Uri::parse("urn:x")?.is_absolute_without_fragment());
    /// assert!(!oneiri::Uri::parse("urn:x#f")?.is_absolute_without_fragment());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn is_absolute_without_fragment(&'i self) -> bool {
        self.has_scheme() && self.fragment().is_none()
    }
}

impl<'a, A, F> Ri<&'a str, A, F> {
    /// Like [`parts`](Ri::parts), for constants: the compiler computes the components of a literal. Use it in `const`
    /// items only, because `parts` does the same everywhere else. It has a name of its own because a method of a trait
    /// such as [`Text`] cannot be called in a constant.
    ///
    /// ```
    /// use oneiri::{Uri, uri};
    ///
    /// const HOME: Uri<'_> = uri!("https://example.org/start");
    /// const HOST: Option<&str> = HOME.const_parts().host;
    /// const PATH: &str = HOME.const_parts().path;
    /// assert_eq!((HOST, PATH), (Some("example.org"), "/start"));
    /// ```
    pub const fn const_parts(&self) -> Parts<'a> {
        Parts::of(self.text, &self.spans)
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A: Alphabet> Ri<T, A, HasScheme> {
    /// The scheme, as it is spelled: RFC 3986 section 3.1.
    ///
    /// ```
    /// assert_eq!(oneiri::Uri::parse("HTTP://h")?.scheme(), "HTTP");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
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
    #[inline]
    pub fn scheme(&'i self) -> Option<&'o str> {
        self.untyped().scheme()
    }
}

impl<'i, 'o, T: Text<'i, 'o>, F: SchemePresence> Ri<T, Unicode, F> {
    /// Whether the text holds one of the seven bidi formatting characters unescaped. The grammar allows them, and
    /// RFC 3987 section 4.1 forbids them. Normalization escapes them.
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
