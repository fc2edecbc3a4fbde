//! Syntax-based normalization (RFC 3986 section 6.2.2, RFC 3987 section 5.3.2, SRFI 275): escapes,
//! then case, then path segments, in that order, which alone is idempotent.
//!
//! Nothing here applies NFC or NFKC, and nothing reserved is ever decoded.

mod rewrite;

use alloc::string::String;

pub(crate) use rewrite::{Change, Decode, Rewrite};

use crate::compose::recompose;
use crate::dots::{Dots, is_clean};
use crate::error::Component;
use crate::spans::{Spans, Untyped};

/// Some of the three steps of syntax-based normalization, applied in the order escape, case, path.
///
/// ```
/// use oneiri::{Steps, Uri};
///
/// let uri = Uri::parse("HTTP://h/a/%2E%2E/b")?;
/// let steps = Steps { escape: true, path: true, ..Steps::default() };
/// assert_eq!(uri.normalize_steps(steps), "HTTP://h/b");
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Steps {
    /// Scheme and host to lower case, hexadecimal digits of escapes to upper case.
    pub case: bool,
    /// Escapes that need not be are decoded, and what may not stand as it is is escaped.
    pub escape: bool,
    /// Dot segments are removed where there is a scheme.
    pub path: bool,
}

/// What to do to a text: some steps, for one alphabet, and perhaps the port rule.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    steps: Steps,
    unicode: bool,
    /// Empty ports go, and so do a port's leading zeros (RFC 3986 3.2.3: normalizers "should").
    port: bool,
}

impl Plan {
    pub(crate) const fn new(steps: Steps, unicode: bool) -> Self {
        Self { steps, unicode, port: false }
    }

    /// All there is: the syntax rung.
    pub(crate) const fn full(unicode: bool) -> Self {
        let steps = Steps { case: true, escape: true, path: true };
        Self { steps, unicode, port: true }
    }

    pub(crate) const fn scheme(&self) -> Rewrite {
        Rewrite { decode: Decode::Nothing, upper_hex: false, fold: self.steps.case }
    }

    /// What is done to userinfo, path and fragment.
    pub(crate) const fn text(&self) -> Rewrite {
        let decode = match (self.steps.escape, self.unicode) {
            (false, _) => Decode::Nothing,
            (true, false) => Decode::Unreserved,
            (true, true) => Decode::Iunreserved,
        };
        Rewrite { decode, upper_hex: self.steps.escape || self.steps.case, fold: false }
    }

    /// The query of an IRI may hold private-use characters.
    pub(crate) const fn query(&self) -> Rewrite {
        let text = self.text();
        match text.decode {
            Decode::Iunreserved => Rewrite { decode: Decode::IunreservedOrPrivate, ..text },
            _ => text,
        }
    }

    /// An IP literal holds no escapes, and its letters fold like any host's.
    pub(crate) const fn host(&self) -> Rewrite {
        Rewrite { fold: self.steps.case, ..self.text() }
    }

    pub(crate) fn port<'a>(&self, port: Option<&'a str>) -> Option<&'a str> {
        match port {
            Some(digits) if self.port => significant(digits),
            _ => port,
        }
    }

    /// Whether dot segments of this identifier go. Those of relative references never do.
    pub(crate) fn removes_dots(&self, source: Untyped<'_>) -> bool {
        self.steps.path && source.spans.has_scheme()
    }

    /// Whether the plan would leave the text as it is.
    pub(crate) fn is_done(&self, source: Untyped<'_>) -> bool {
        let clean = |text: Option<&str>, how: Rewrite| match text {
            Some(text) => how.first_change(text, 0).is_none(),
            None => true,
        };
        clean(source.scheme(), self.scheme())
            && clean(source.userinfo(), self.text())
            && clean(source.host(), self.host())
            && self.port(source.port()) == source.port()
            && clean(Some(source.path()), self.text())
            && clean(source.query(), self.query())
            && clean(source.fragment(), self.text())
            && (!self.removes_dots(source) || is_clean(source.path(), source.spans.has_authority()))
    }

    /// Writes what the plan makes of the text.
    pub(crate) fn write(&self, source: Untyped<'_>, out: &mut String) -> Spans {
        out.reserve(source.text.len());
        recompose(source, self.port(source.port()), out, |component, text, out| match component {
            Component::Scheme => self.scheme().write(text, out),
            Component::Host => self.host().write(text, out),
            Component::Path if self.removes_dots(source) => self.write_clean_path(source, out),
            Component::Query => self.query().write(text, out),
            _ => self.text().write(text, out),
        })
    }

    /// Rewrites segment by segment, so that `%2E` is a dot by the time dots are looked for.
    fn write_clean_path(&self, source: Untyped<'_>, out: &mut String) {
        let how = self.text();
        let (path, root) = (source.path(), source.path().strip_prefix('/'));
        let mut dots = Dots::new(out, root.is_some(), source.spans.has_authority());
        dots.feed(root.unwrap_or(path), |segment, out| how.write(segment, out));
        dots.finish();
    }
}

/// A port's digits without leading zeros; none if there are none.
pub(crate) fn significant(digits: &str) -> Option<&str> {
    match digits.trim_start_matches('0') {
        "" if digits.is_empty() => None,
        "" => Some("0"),
        significant => Some(significant),
    }
}
