//! Operations on whole identifiers: normalization and conversion.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Alphabet, Ascii, Ri, SchemePresence, Text, Unicode};
use crate::convert::to_uri;
use crate::normalize::{Normalization, Plan};
use crate::syntax::spans::{Hints, Spans, Untyped};

/// Normalization: RFC 3986 section 6.2, RFC 3987 section 5.3, SRFI 275. Each method is idempotent, returns a
/// grammatical identifier in which the same components are present, and borrows the text if nothing had to change.
impl<'i, 'o, T: Text<'i, 'o>, A: Alphabet, F: SchemePresence> Ri<T, A, F> {
    /// Applies only the steps that `steps` names. SRFI 275: `normalise-iri-case` is [`Normalization::CASE`],
    /// `normalise-iri-escape` is [`Normalization::ESCAPE`], `normalise-iri-path-segments` is [`Normalization::PATH`].
    ///
    /// ```
    /// use oneiri::{Normalization, Uri};
    ///
    /// let steps = Normalization::NONE.case(true).path(true);
    /// assert_eq!(Uri::parse("HTTP://h/a/../%7e")?.normalize_steps(steps), "http://h/%7E");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_steps(&'i self, steps: Normalization) -> Ri<Cow<'o, str>, A, F> {
        apply(self.untyped(), &Plan::new(steps, A::UNICODE))
    }
}

/// Applies a plan that has no rules of a scheme.
#[inline]
pub(crate) fn apply<'a, A, F>(source: Untyped<'a, '_>, plan: &Plan) -> Ri<Cow<'a, str>, A, F> {
    if plan.may_change(source) {
        return apply_changes(source.text, source.spans, plan);
    }
    Ri::new(Cow::Borrowed(source.text), *source.spans)
}

/// Text and spans come one by one, as in [`Plan::write_to`].
#[inline(never)]
fn apply_changes<'a, A, F>(text: &'a str, spans: &Spans, plan: &Plan) -> Ri<Cow<'a, str>, A, F> {
    let (mut out, mut new) = (String::new(), Spans::default());
    if plan.write_to(text, spans, &mut out, &mut new) {
        Ri::new(Cow::Owned(out), new)
    } else {
        Ri::new(Cow::Borrowed(text), *spans)
    }
}

/// Normalization in place. SRFI 275: `(srfi 275 normalise in-place)`.
impl<A: Alphabet, F: SchemePresence> Ri<String, A, F> {
    /// Like [`normalize_steps`](Ri::normalize_steps), in place.
    ///
    /// ```
    /// use oneiri::{Normalization, UriBuf};
    ///
    /// let mut uri = UriBuf::parse("HTTP://h/a/../%7e")?;
    /// uri.normalize_steps_in_place(Normalization::ESCAPE);
    /// assert_eq!(uri, "HTTP://h/a/../~");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_steps_in_place(&mut self, steps: Normalization) {
        self.apply_in_place(&Plan::new(steps, A::UNICODE));
    }

    /// Applies a plan to the text itself.
    pub(crate) fn apply_in_place(&mut self, plan: &Plan) {
        let mut text = String::new();
        if let Some(spans) = plan.write(self.untyped(), &mut text) {
            *self = Self::new(text, spans);
        }
    }
}

impl<'i, 'o, T: Text<'i, 'o>, F: SchemePresence> Ri<T, Unicode, F> {
    /// Converts an IRI to a URI: every character beyond ASCII becomes the escapes of its UTF-8 octets, and nothing
    /// else changes. RFC 3987 section 3.1; SRFI 275: `iri->uri`.
    ///
    /// The conversion applies neither IDNA nor NFC: `http://résumé.example.org` becomes
    /// `http://r%C3%A9sum%C3%A9.example.org`.
    ///
    /// # Panics
    ///
    /// With "capacity overflow" if the result would be longer than `isize::MAX` bytes, as every `String` does. An escape
    /// is three times as long as its octet, so on 32-bit machines a text of 716 million bytes can be too long.
    ///
    /// ```
    /// let iri = oneiri::Iri::parse("http://example.org/rosé")?;
    /// assert_eq!(iri.to_uri(), "http://example.org/ros%C3%A9");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn to_uri(&'i self) -> Ri<Cow<'o, str>, Ascii, F> {
        let source = self.untyped();
        if !source.spans.hints.has(Hints::NON_ASCII) || source.text.is_ascii() {
            return Ri::new(Cow::Borrowed(source.text), *source.spans);
        }
        let (text, spans) = to_uri(source);
        Ri::new(Cow::Owned(text), spans)
    }
}

impl<'i, 'o, T: Text<'i, 'o>, F: SchemePresence> Ri<T, Ascii, F> {
    /// Converts a URI to an IRI: escapes of UTF-8 become characters, as with [`Normalization::ESCAPE`], and nothing else
    /// changes. RFC 3987 section 3.2; SRFI 275: `uri->iri`. To use a URI as an IRI without changing its text, use
    /// `Iri::from`.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("HTTP://EX.org/a/../b%C3%A9")?;
    /// assert_eq!(uri.to_iri(), "HTTP://EX.org/a/../bé");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn to_iri(&'i self) -> Ri<Cow<'o, str>, Unicode, F> {
        apply(self.untyped(), &Plan::new(Normalization::ESCAPE, true))
    }
}
