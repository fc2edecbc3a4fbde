//! Syntax-based normalization (RFC 3986 section 6.2.2, RFC 3987 section 5.3.2, SRFI 275): escapes,
//! then case, then path segments. Only this order is idempotent. The rules of the scheme (RFC 3986
//! section 6.2.3) follow.
//!
//! Nothing here applies NFC or NFKC, and the escape of a reserved character is never decoded.

#[cfg(feature = "idna")]
mod idn;
mod out;
mod pieces;
mod rewrite;
mod scheme;
mod write;
mod writer;

use alloc::borrow::Cow;

pub(crate) use pieces::{Division, Rewritable};
pub(crate) use rewrite::{Change, Decode, Replacement, Rewrite};

use crate::dots::{Escapes, has_dots};
use crate::registry::{PathRule, SchemeRules};
use crate::syntax::error::Component;
#[cfg(feature = "idna")]
use crate::syntax::error::Grammar;
use crate::syntax::parts::Parts;
use crate::syntax::spans::{Hints, Untyped};

/// Which of the three steps of syntax-based normalization are applied, in the order escape, case,
/// path.
///
/// ```
/// use oneiri::{Normalization, Uri};
///
/// let uri = Uri::parse("HTTP://h/a/%2E%2E/b")?;
/// assert_eq!(uri.normalize_steps(Normalization::CASE), "http://h/a/%2E%2E/b");
/// let steps = Normalization::NONE.escape(true).path(true);
/// assert_eq!(uri.normalize_steps(steps), "HTTP://h/b");
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Normalization {
    /// Changes scheme and host to lower case, and hexadecimal digits of escapes to upper case.
    pub case: bool,
    /// Decodes escapes that are not needed, and escapes characters that the grammar admits and
    /// RFC 3987 section 4.1 forbids.
    pub escape: bool,
    /// Removes dot segments if there is a scheme.
    pub path: bool,
}

impl Normalization {
    /// No step. This is the default, to which [`case`](Self::case), [`escape`](Self::escape) and [`path`](Self::path) add.
    pub const NONE: Self = Self { case: false, escape: false, path: false };

    /// Case alone: changes scheme and host to lower case (ASCII letters only), and the hexadecimal
    /// digits of all escapes to upper case. SRFI 275: `normalise-iri-case`.
    ///
    /// ```
    /// use oneiri::{Iri, Normalization};
    ///
    /// let iri = Iri::parse("HTTP://CRÊPES.org/%c3")?;
    /// assert_eq!(iri.normalize_steps(Normalization::CASE), "http://crÊpes.org/%C3");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub const CASE: Self = Self { case: true, escape: false, path: false };

    /// Escapes alone: decodes the escapes of unreserved characters, and in an IRI those of UTF-8,
    /// wherever the grammar admits the character and RFC 3987 section 4.1 does not forbid it. The
    /// other escapes are spelled in upper case. SRFI 275: `normalise-iri-escape`.
    ///
    /// ```
    /// use oneiri::{Iri, Normalization, Uri};
    ///
    /// let uri = Uri::parse("urn:%7e%2f%C3%A9")?;
    /// assert_eq!(uri.normalize_steps(Normalization::ESCAPE), "urn:~%2F%C3%A9");
    /// assert_eq!(Iri::from(uri).normalize_steps(Normalization::ESCAPE), "urn:~%2Fé");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub const ESCAPE: Self = Self { case: false, escape: true, path: false };

    /// Path segments alone: removes `.` and `..` if there is a scheme. A relative reference keeps
    /// them, because they refer to a base. SRFI 275: `normalise-iri-path-segments`.
    ///
    /// ```
    /// use oneiri::{Normalization, UriRef};
    ///
    /// let normal = |text| {
    ///     Ok::<_, oneiri::Error>(UriRef::parse(text)?.normalize_steps(Normalization::PATH).into_string())
    /// };
    /// assert_eq!(normal("http://h/a/../b/.")?, "http://h/b/");
    /// assert_eq!(normal("foo:a/b/../.././../../e")?, "foo:e");
    /// assert_eq!(normal("../a/./b")?, "../a/./b");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub const PATH: Self = Self { case: false, escape: false, path: true };

    /// All three steps.
    pub const ALL: Self = Self { case: true, escape: true, path: true };

    /// The same steps, with or without that of case.
    #[must_use]
    pub const fn case(self, case: bool) -> Self {
        Self { case, ..self }
    }

    /// The same steps, with or without that of escapes.
    #[must_use]
    pub const fn escape(self, escape: bool) -> Self {
        Self { escape, ..self }
    }

    /// The same steps, with or without that of path segments.
    #[must_use]
    pub const fn path(self, path: bool) -> Self {
        Self { path, ..self }
    }
}

/// A plan of normalization: the steps, the alphabet, and the rules of the scheme if they apply.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) steps: Normalization,
    unicode: bool,
    /// Removes empty ports, and leading zeros of ports (RFC 3986 section 3.2.3: normalizers "should").
    pub(crate) port: bool,
    pub(crate) rules: SchemeRules,
    /// Whether a domain name and its Punycode have the same normal form. Only the feature `idna` sets this.
    #[cfg_attr(not(feature = "idna"), allow(dead_code, reason = "only the feature `idna` reads it"))]
    idna: bool,
    /// The hints of texts that the steps may change.
    seen: Hints,
    /// Whether the rules may change the text.
    ruled: bool,
}

/// The components after the plan removed, added or replaced whole components, and before any
/// component is rewritten.
pub(crate) struct Shape<'a> {
    parts: Parts<'a>,
    /// The host that replaces the host of `parts`.
    #[cfg_attr(not(feature = "idna"), allow(dead_code, reason = "only the feature `idna` replaces hosts"))]
    host: Option<Cow<'a, str>>,
    pub(crate) path: Cow<'a, str>,
    path_rule: PathRule,
    /// Whether the path may contain dot segments that are to be removed.
    pub(crate) dots: bool,
}

impl Shape<'_> {
    pub(crate) fn parts(&self) -> Parts<'_> {
        let host = self.host.as_deref().or(self.parts.host);
        Parts { host, path: &self.path, ..self.parts }
    }

    /// The host in its normal form, if the plan replaced or added it.
    fn replaced_host(&self, source: Untyped<'_, '_>, plan: &Plan) -> Option<Cow<'_, str>> {
        let host = self.host.as_deref().or(self.parts.host)?;
        (source.host() != Some(host)).then(|| plan.rewritable(host, Component::Host).written())
    }

    /// Whether a segment of the path is a dot segment, once its escapes are decoded.
    pub(crate) fn may_have_dots(&self) -> bool {
        self.dots && has_dots(&self.path, Escapes::Decoded)
    }
}

impl Plan {
    pub(crate) const fn new(steps: Normalization, unicode: bool) -> Self {
        let seen = Hints::CASE
            .when(steps.case)
            .or(Hints::ESCAPES.when(steps.case || steps.escape))
            .or(Hints::BIDI.when(steps.escape && unicode))
            .or(Hints::DOTS.when(steps.path));
        Self { steps, unicode, port: false, rules: SchemeRules::GENERIC, idna: false, seen, ruled: false }
    }

    /// All three steps and the port rule: the path rung.
    pub(crate) const fn full(unicode: bool) -> Self {
        Self { port: true, ..Self::new(Normalization::ALL, unicode) }
    }

    /// Whether rules of a scheme may change the text.
    pub(crate) const fn is_ruled(&self) -> bool {
        self.ruled
    }

    /// Whether another plan of the same rung applies the same rules of schemes.
    pub(crate) fn has_rules_of(&self, other: &Self) -> bool {
        self.ruled == other.ruled && (!self.ruled || self.idna == other.idna && self.rules == other.rules)
    }

    #[cfg(feature = "idna")]
    const fn grammar(&self) -> Grammar {
        Grammar { unicode: self.unicode, scheme: false }
    }

    /// The rewrite of userinfo, path and fragment.
    const fn text(&self) -> Rewrite {
        let decode = match (self.steps.escape, self.unicode) {
            (false, _) => Decode::Nothing,
            (true, false) => Decode::Unreserved,
            (true, true) => Decode::Iunreserved,
        };
        let upper_hex = self.steps.escape || self.steps.case;
        Rewrite { decode, upper_hex, ..Rewrite::NOTHING }
    }

    /// The rewrite of a component.
    pub(crate) const fn rewrite(&self, component: Component) -> Rewrite {
        let text = self.text();
        match component {
            Component::Scheme => Rewrite { fold: self.steps.case, ..Rewrite::NOTHING },
            // An IP literal has no escapes, and its letters are folded like the letters of other hosts.
            Component::Host => Rewrite { fold: self.steps.case, ..text },
            // Private-use characters are allowed in the query of an IRI.
            Component::Query if matches!(text.decode, Decode::Iunreserved) => {
                Rewrite { decode: Decode::IunreservedOrPrivate, ..text }
            }
            _ => text,
        }
    }

    pub(crate) const fn rewritable<'a>(&self, text: &'a str, component: Component) -> Rewritable<'a> {
        let division = match component {
            Component::Query => Division::of_query(self.rules.query),
            _ => Division::Whole,
        };
        Rewritable { text, how: self.rewrite(component), division }
    }

    /// The path with its rewrite. Dot segments stay.
    pub(crate) fn rewritable_path<'a>(&self, shape: &'a Shape<'_>) -> Rewritable<'a> {
        let division = Division::of_path(shape.path_rule);
        Rewritable { text: &shape.path, how: self.rewrite(Component::Path), division }
    }

    /// Removes, adds and replaces components as the plan says, and rewrites none of them.
    pub(crate) fn shape<'a>(&self, source: Untyped<'a, '_>) -> Shape<'a> {
        let mut parts = Parts::from(source);
        if self.port {
            parts.port = parts.port.and_then(significant);
        }
        let dots = self.steps.path && source.spans.has_scheme();
        let path = Cow::Borrowed(parts.path);
        let mut shape = Shape { parts, host: None, path, path_rule: PathRule::Plain, dots };
        if self.ruled {
            self.apply_rules(&mut shape);
        }
        shape
    }
}

/// The digits of a port without leading zeros; `None` if there are no digits. Example: `080` becomes `80`, and `00`
/// becomes `0`.
pub(crate) fn significant(digits: &str) -> Option<&str> {
    match digits.trim_start_matches('0') {
        "" if digits.is_empty() => None,
        "" => Some("0"),
        significant => Some(significant),
    }
}
