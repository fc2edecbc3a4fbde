//! The positions of the components in the text, and the untyped value that every algorithm works on.

use core::ops::Range;

use crate::syntax::error::Component;

/// Six offsets give the position of every component, and tell which components are absent.
///
/// ```text
///   foo://user@example.com:8042/over/there?name=ferret#nose
///      |       |          |    |          |           |
///      |       host_start |    path_start path_end    query_end
///      scheme_end         host_end
/// ```
///
/// * no scheme: `scheme_end == 0` (a scheme is never empty);
/// * no authority: `host_start == 0` (with one, two slashes are before it), and `host_end == 0`;
/// * userinfo: the text between the slashes and `host_start`, without its `@`; absent if there is no `@`;
/// * port: the text between `host_end` and `path_start`, without its `:`; absent if there is no `:`;
/// * query and fragment: likewise, between `path_end` and `query_end`, and between `query_end` and the end of the
///   text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Spans {
    pub(crate) scheme_end: usize,
    pub(crate) host_start: usize,
    pub(crate) host_end: usize,
    pub(crate) path_start: usize,
    pub(crate) path_end: usize,
    pub(crate) query_end: usize,
    /// The kinds of text that normalization may have to change here.
    pub(crate) hints: Hints,
}

/// Flags for what a text may hold that normalization would change. If a flag is not set, the text is sure to hold
/// nothing of that sort. If a flag is set, the text may or may not hold it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hints(u8);

impl Hints {
    pub(crate) const NONE: Self = Self(0);
    /// All flags, for a text that nobody has examined.
    pub(crate) const ALL: Self = Self(31);
    /// An escape, anywhere.
    pub(crate) const ESCAPES: Self = Self(1);
    /// A segment that begins with a dot.
    pub(crate) const DOTS: Self = Self(2);
    /// An upper-case letter in scheme or authority.
    pub(crate) const CASE: Self = Self(4);
    /// A bidi control.
    pub(crate) const BIDI: Self = Self(8);
    /// A character beyond ASCII.
    pub(crate) const NON_ASCII: Self = Self(16);

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The flags that are set in both.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns these flags if `seen`, and no flags otherwise.
    pub(crate) const fn when(self, seen: bool) -> Self {
        Self(self.0 * seen as u8)
    }

    pub(crate) const fn has(self, hint: Self) -> bool {
        self.0 & hint.0 != 0
    }
}

impl Default for Hints {
    fn default() -> Self {
        Self::ALL
    }
}

/// The spans of a text of at most [`LONGEST`](Self::LONGEST) bytes, packed into one word: nine bits for each
/// offset, and the hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub(crate) struct Packed(u64);

impl Packed {
    pub(crate) const LONGEST: usize = 511;
    /// The lowest bit of each field. The end of the scheme has the lowest bits of the word.
    pub(crate) const HOST_START: u32 = 9;
    pub(crate) const HOST_END: u32 = 18;
    pub(crate) const PATH_START: u32 = 27;
    pub(crate) const PATH_END: u32 = 36;
    pub(crate) const QUERY_END: u32 = 45;
    const HINTS: u32 = 54;

    #[inline(always)]
    pub(crate) const fn new(spans: &Spans) -> Self {
        let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } = *spans;
        Self(
            scheme_end as u64
                | (host_start as u64) << Self::HOST_START
                | (host_end as u64) << Self::HOST_END
                | (path_start as u64) << Self::PATH_START
                | (path_end as u64) << Self::PATH_END
                | (query_end as u64) << Self::QUERY_END
                | Self::hint(hints),
        )
    }

    /// The bits that a hint has in the word.
    #[inline(always)]
    pub(crate) const fn hint(hints: Hints) -> u64 {
        (hints.0 as u64) << Self::HINTS
    }

    #[inline(always)]
    pub(crate) const fn spans(self) -> Spans {
        const fn offset(from: u64) -> usize {
            from as usize & Packed::LONGEST
        }
        Spans {
            scheme_end: offset(self.0),
            host_start: offset(self.0 >> Self::HOST_START),
            host_end: offset(self.0 >> Self::HOST_END),
            path_start: offset(self.0 >> Self::PATH_START),
            path_end: offset(self.0 >> Self::PATH_END),
            query_end: offset(self.0 >> Self::QUERY_END),
            hints: Hints((self.0 >> Self::HINTS) as u8),
        }
    }
}

impl Spans {
    /// The start of the authority if there is one: after the colon of the scheme and two slashes.
    pub(crate) const fn authority_start(&self) -> usize {
        if self.scheme_end == 0 { 2 } else { self.scheme_end + 3 }
    }

    pub(crate) const fn has_scheme(&self) -> bool {
        self.scheme_end != 0
    }

    pub(crate) const fn has_authority(&self) -> bool {
        self.host_start != 0
    }
}

/// A grammatical text and its spans, without the type parameters of [`Ri`](crate::Ri). The algorithms take this
/// type. It borrows the spans, because copying them would cost more than most algorithms do.
///
/// The text may be a prefix of the text that the spans describe: without the fragment, or without query and
/// fragment.
#[derive(Clone, Copy)]
pub(crate) struct Untyped<'a, 's> {
    pub(crate) text: &'a str,
    pub(crate) spans: &'s Spans,
}

impl<'a, 's> Untyped<'a, 's> {
    /// The text in a range that the spans give.
    ///
    /// The ends of the range lie within the text and on character boundaries. If they do not, the spans
    /// do not belong to the text, which is an error of this library: a debug build panics, as do tests
    /// and fuzzing. A release build returns the empty text, because the library promises not to panic on
    /// any input.
    #[inline]
    pub(crate) fn slice(&self, range: Range<usize>) -> &'a str {
        let part = self.text.get(range);
        debug_assert!(part.is_some(), "spans that do not fit their text: {:?}", self.spans);
        part.unwrap_or_default()
    }

    /// The text of a component that follows a delimiter of one byte at `from`; `None` if the delimiter is missing.
    #[inline]
    fn after_delimiter(&self, from: usize, to: usize) -> Option<&'a str> {
        (from < to).then(|| self.slice(from + 1..to))
    }

    #[inline]
    pub(crate) fn scheme(&self) -> Option<&'a str> {
        self.spans.has_scheme().then(|| self.slice(0..self.spans.scheme_end))
    }

    #[inline]
    pub(crate) fn authority(&self) -> Option<&'a str> {
        let start = self.spans.authority_start();
        self.spans.has_authority().then(|| self.slice(start..self.spans.path_start))
    }

    #[inline]
    pub(crate) fn userinfo(&self) -> Option<&'a str> {
        let start = self.spans.authority_start();
        (start < self.spans.host_start).then(|| self.slice(start..self.spans.host_start - 1))
    }

    #[inline]
    pub(crate) fn host(&self) -> Option<&'a str> {
        let Spans { host_start, host_end, .. } = *self.spans;
        self.spans.has_authority().then(|| self.slice(host_start..host_end))
    }

    #[inline]
    pub(crate) fn port(&self) -> Option<&'a str> {
        let Spans { host_end, path_start, .. } = *self.spans;
        if self.spans.has_authority() { self.after_delimiter(host_end, path_start) } else { None }
    }

    /// Whether it is certain that no normalization changes the text but for rules of its scheme.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        let changed = Hints::CASE.or(Hints::ESCAPES).or(Hints::DOTS).or(Hints::BIDI);
        !self.spans.hints.has(changed) && !self.has_port()
    }

    #[inline]
    pub(crate) fn has_port(&self) -> bool {
        self.spans.has_authority() && self.spans.host_end < self.spans.path_start
    }

    #[inline]
    pub(crate) fn path(&self) -> &'a str {
        self.slice(self.spans.path_start..self.spans.path_end)
    }

    #[inline]
    pub(crate) fn query(&self) -> Option<&'a str> {
        self.after_delimiter(self.spans.path_end, self.query_end())
    }

    #[inline]
    pub(crate) fn fragment(&self) -> Option<&'a str> {
        self.after_delimiter(self.query_end(), self.text.len())
    }

    /// Whether the component is present. The path always is.
    #[inline]
    pub(crate) fn has(&self, component: Component) -> bool {
        let Spans { host_start, host_end, path_start, path_end, .. } = *self.spans;
        match component {
            Component::Scheme => self.spans.has_scheme(),
            Component::Userinfo => self.spans.authority_start() < host_start,
            Component::Host => self.spans.has_authority(),
            Component::Port => self.spans.has_authority() && host_end < path_start,
            Component::Query => path_end < self.query_end(),
            Component::Fragment => self.query_end() < self.text.len(),
            Component::Path => true,
        }
    }

    /// The range of a component, without its delimiters. For an absent component, the empty range at the position
    /// where it would be.
    #[inline]
    pub(crate) fn range(&self, component: Component) -> Range<usize> {
        let Spans { scheme_end, host_start, host_end, path_start, path_end, .. } = *self.spans;
        let query_end = self.query_end();
        let within = |start: usize, end: usize| start.min(end)..end;
        match component {
            Component::Scheme => 0..scheme_end,
            _ if !self.spans.has_authority() && component.is_authority() => path_start..path_start,
            Component::Userinfo => {
                let start = self.spans.authority_start();
                start..host_start.saturating_sub(1).max(start)
            }
            Component::Host => host_start..host_end,
            Component::Port => within(host_end + 1, path_start),
            Component::Path => path_start..path_end,
            Component::Query => within(path_end + 1, query_end),
            Component::Fragment => within(query_end + 1, self.text.len()),
        }
    }

    /// Like [`range`](Self::range), but includes the delimiter that makes the component present.
    pub(crate) fn delimited_range(&self, component: Component) -> Range<usize> {
        let Spans { scheme_end, host_start, host_end, path_start, path_end, .. } = *self.spans;
        let query_end = self.query_end();
        match component {
            Component::Scheme if self.spans.has_scheme() => 0..scheme_end + 1,
            Component::Userinfo if self.spans.has_authority() => self.spans.authority_start()..host_start,
            Component::Host if self.spans.has_authority() => self.spans.authority_start() - 2..path_start,
            Component::Port if self.spans.has_authority() => host_end..path_start,
            Component::Query => path_end..query_end,
            Component::Fragment => query_end..self.text.len(),
            _ => self.range(component),
        }
    }

    /// The end of the query; if there is no query, the end of the path.
    #[inline]
    pub(crate) fn query_end(&self) -> usize {
        self.spans.query_end.min(self.text.len())
    }

    /// The spans of the text, shortened to the end of the text.
    #[inline]
    pub(crate) fn own_spans(&self) -> Spans {
        Spans { query_end: self.query_end(), ..*self.spans }
    }

    /// The same value without its fragment.
    pub(crate) fn without_fragment(&self) -> Untyped<'a, 's> {
        Untyped { text: self.slice(0..self.query_end()), spans: self.spans }
    }

    /// The same value without its query and its fragment.
    pub(crate) fn without_query(&self) -> Untyped<'a, 's> {
        Untyped { text: self.slice(0..self.spans.path_end), spans: self.spans }
    }
}

/// Like [`Untyped`], but owns its spans, so it can outlive the value it was taken from.
#[derive(Clone, Copy)]
pub(crate) struct Spanned<'a> {
    text: &'a str,
    spans: Spans,
}

impl<'a> Spanned<'a> {
    pub(crate) fn new(source: Untyped<'a, '_>) -> Self {
        Self { text: source.text, spans: source.own_spans() }
    }

    pub(crate) fn untyped(&self) -> Untyped<'a, '_> {
        Untyped { text: self.text, spans: &self.spans }
    }
}

#[cfg(test)]
#[cfg(debug_assertions)]
mod tests {
    use super::{Spans, Untyped};

    #[test]
    #[should_panic(expected = "spans that do not fit their text")]
    fn a_range_within_a_character_is_noticed() {
        Untyped { text: "/\u{E9}", spans: &Spans { path_end: 2, ..Spans::default() } }.path();
    }
}
