//! What can be done to an identifier: normalize, convert, resolve, relativize.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Alphabet, Ascii, Form, Ri, Text, Unicode};
use crate::convert::to_uri;
use crate::normalize::{Plan, Steps};
use crate::syntax::spans::{Hints, Untyped};

const CASE: Steps = Steps { case: true, escape: false, path: false };
const ESCAPE: Steps = Steps { case: false, escape: true, path: false };
const PATH: Steps = Steps { case: false, escape: false, path: true };

/// Normalization: RFC 3986 section 6.2.2, RFC 3987 section 5.3.2, SRFI 275. Each is idempotent,
/// gives back a grammatical identifier with the same components present, and borrows its text where
/// nothing had to change.
impl<'i, 'o, T: Text<'i, 'o>, A: Alphabet, F: Form> Ri<T, A, F> {
    /// The normal form at the syntax rung: escapes, then case, then path segments; and an empty
    /// port's `:` and a port's leading zeros go (RFC 3986 section 3.2.3). SRFI 275:
    /// `normalise-iri`, `normalise-uri`.
    ///
    /// ```
    /// use oneiri::{Iri, Uri};
    ///
    /// let uri = Uri::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9")?;
    /// assert_eq!(uri.normalize(), "example://a/b/c/%7Bfoo%7D/ros%C3%A9");
    /// let iri = Iri::parse(uri.as_str())?;
    /// assert_eq!(iri.normalize(), "example://a/b/c/%7Bfoo%7D/rosé");
    /// // What would change structure does not: this path cannot lose its dot.
    /// assert_eq!(Uri::parse("foo:/a/..//b")?.normalize(), "foo:/.//b");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize(&'i self) -> Ri<Cow<'o, str>, A, F> {
        apply(self.untyped(), const { &Plan::full(A::UNICODE) })
    }

    /// Some of the three steps.
    ///
    /// ```
    /// use oneiri::{Steps, Uri};
    ///
    /// let steps = Steps { case: true, path: true, ..Steps::default() };
    /// assert_eq!(Uri::parse("HTTP://h/a/../%7e")?.normalize_steps(steps), "http://h/%7E");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_steps(&'i self, steps: Steps) -> Ri<Cow<'o, str>, A, F> {
        apply(self.untyped(), &Plan::new(steps, A::UNICODE))
    }

    /// Case alone: scheme and host to lower case (ASCII letters only), the hexadecimal digits of all
    /// escapes to upper case. SRFI 275: `normalise-iri-case`.
    ///
    /// ```
    /// use oneiri::Iri;
    ///
    /// assert_eq!(Iri::parse("HTTP://CRÊPES.org/%c3")?.normalize_case(), "http://crÊpes.org/%C3");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_case(&'i self) -> Ri<Cow<'o, str>, A, F> {
        self.normalize_steps(CASE)
    }

    /// Escapes alone: those of unreserved characters are decoded, in an IRI those of UTF-8 too,
    /// wherever the grammar admits the character and RFC 3987 section 4.1 does not forbid it. What
    /// stays is spelled in upper case. SRFI 275: `normalise-iri-escape`.
    ///
    /// ```
    /// use oneiri::{Iri, Uri};
    ///
    /// assert_eq!(Uri::parse("urn:%7e%2f%C3%A9")?.normalize_escape(), "urn:~%2F%C3%A9");
    /// assert_eq!(Iri::parse("urn:%7e%2f%C3%A9")?.normalize_escape(), "urn:~%2Fé");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_escape(&'i self) -> Ri<Cow<'o, str>, A, F> {
        self.normalize_steps(ESCAPE)
    }

    /// Path segments alone: `.` and `..` are removed where there is a scheme, and stay where they
    /// have a meaning yet to come, in relative references. SRFI 275: `normalise-iri-path-segments`.
    ///
    /// ```
    /// use oneiri::UriRef;
    ///
    /// let normal = |text| Ok::<_, oneiri::Error>(
    ///     UriRef::parse(text)?.normalize_path_segments().into_string());
    /// assert_eq!(normal("http://h/a/../b/.")?, "http://h/b/");
    /// assert_eq!(normal("foo:a/b/../.././../../e")?, "foo:e");
    /// assert_eq!(normal("../a/./b")?, "../a/./b");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_path_segments(&'i self) -> Ri<Cow<'o, str>, A, F> {
        self.normalize_steps(PATH)
    }
}

fn apply<'a, A, F>(source: Untyped<'a, '_>, plan: &Plan) -> Ri<Cow<'a, str>, A, F> {
    if plan.is_done(source) {
        return Ri::new(Cow::Borrowed(source.text), *source.spans);
    }
    let mut text = String::new();
    let spans = plan.write(source, &mut text);
    Ri::new(Cow::Owned(text), spans)
}

/// Normalization in place. SRFI 275: `(srfi 275 normalise in-place)`.
impl<A: Alphabet, F: Form> Ri<String, A, F> {
    /// [`normalize`](Ri::normalize), in place.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("HTTP://h:080/%7E")?;
    /// uri.normalize_in_place();
    /// assert_eq!(uri, "http://h:80/~");
    /// # Ok::<(), oneiri::Refused>(())
    /// ```
    pub fn normalize_in_place(&mut self) {
        self.apply_in_place(const { &Plan::full(A::UNICODE) });
    }

    /// [`normalize_steps`](Ri::normalize_steps), in place.
    ///
    /// ```
    /// use oneiri::{Steps, UriBuf};
    ///
    /// let mut uri = UriBuf::parse("HTTP://h/a/../%7e")?;
    /// uri.normalize_steps_in_place(Steps { escape: true, ..Steps::default() });
    /// assert_eq!(uri, "HTTP://h/a/../~");
    /// # Ok::<(), oneiri::Refused>(())
    /// ```
    pub fn normalize_steps_in_place(&mut self, steps: Steps) {
        self.apply_in_place(&Plan::new(steps, A::UNICODE));
    }

    /// [`normalize_case`](Ri::normalize_case), in place.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("HTTP://h/%7e")?;
    /// uri.normalize_case_in_place();
    /// assert_eq!(uri, "http://h/%7E");
    /// # Ok::<(), oneiri::Refused>(())
    /// ```
    pub fn normalize_case_in_place(&mut self) {
        self.normalize_steps_in_place(CASE);
    }

    /// [`normalize_escape`](Ri::normalize_escape), in place.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("HTTP://h/%7e")?;
    /// uri.normalize_escape_in_place();
    /// assert_eq!(uri, "HTTP://h/~");
    /// # Ok::<(), oneiri::Refused>(())
    /// ```
    pub fn normalize_escape_in_place(&mut self) {
        self.normalize_steps_in_place(ESCAPE);
    }

    /// [`normalize_path_segments`](Ri::normalize_path_segments), in place.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a/../b")?;
    /// uri.normalize_path_segments_in_place();
    /// assert_eq!(uri, "http://h/b");
    /// # Ok::<(), oneiri::Refused>(())
    /// ```
    pub fn normalize_path_segments_in_place(&mut self) {
        self.normalize_steps_in_place(PATH);
    }

    fn apply_in_place(&mut self, plan: &Plan) {
        let source = self.untyped();
        if !plan.is_done(source) {
            let mut text = String::new();
            let spans = plan.write(source, &mut text);
            *self = Self::new(text, spans);
        }
    }
}

impl<'i, 'o, T: Text<'i, 'o>, F: Form> Ri<T, Unicode, F> {
    /// The URI of an IRI: every character beyond ASCII becomes the escapes of its UTF-8, and nothing
    /// else changes. RFC 3987 section 3.1; SRFI 275: `iri->uri`.
    ///
    /// No IDNA, no NFC: `http://résumé.example.org` becomes `http://r%C3%A9sum%C3%A9.example.org`.
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

impl<'i, 'o, T: Text<'i, 'o>, F: Form> Ri<T, Ascii, F> {
    /// The IRI of a URI: the escapes of UTF-8 become characters as in
    /// [`normalize_escape`](Ri::normalize_escape), and nothing else changes. RFC 3987 section 3.2;
    /// SRFI 275: `uri->iri`. To see a URI as the IRI that it already is, use `Iri::from`.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("HTTP://EX.org/a/../b%C3%A9")?;
    /// assert_eq!(uri.to_iri(), "HTTP://EX.org/a/../bé");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn to_iri(&'i self) -> Ri<Cow<'o, str>, Unicode, F> {
        apply(self.untyped(), &Plan::new(ESCAPE, true))
    }
}
