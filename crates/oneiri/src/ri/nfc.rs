//! Character normalization (RFC 3987 section 5.3.2.2), for those who create identifiers. Nothing in
//! this library ever applies it on its own, above all not when comparing.

use alloc::borrow::Cow;
use alloc::string::String;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::{Form, Ri, Text, Unicode};
use crate::percent::push_escaped;
use crate::syntax::compose::recompose;
use crate::syntax::error::Component;
use crate::syntax::parts::Parts;

impl<'i, 'o, T: Text<'i, 'o>, F: Form> Ri<T, Unicode, F> {
    /// Whether the text is in Normalization Form C, as IRIs should be created (RFC 3987 section
    /// 5.3.2.2). What escapes spell is not looked at: decode them first if they are yours.
    ///
    /// ```
    /// use oneiri::Iri;
    ///
    /// assert!(Iri::parse("http://h/r\u{E9}sum\u{E9}")?.is_nfc());
    /// assert!(!Iri::parse("http://h/re\u{301}sume\u{301}")?.is_nfc());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn is_nfc(&'i self) -> bool {
        ComposingNormalizerBorrowed::new_nfc().is_normalized(self.as_str())
    }

    /// The same in Normalization Form C: another identifier, for whoever creates it. It is never
    /// equal to this one at any rung, unless this one is in NFC already.
    ///
    /// U+1FEF, which NFC makes a grave accent, becomes the escape of that, since no IRI holds one; and
    /// so do marks that NFC would join to the last digit of an escape.
    ///
    /// ```
    /// use oneiri::Iri;
    ///
    /// let iri = Iri::parse("http://h/re\u{301}sume\u{301}")?;
    /// assert_eq!(iri.to_nfc(), "http://h/r\u{E9}sum\u{E9}");
    /// assert_eq!(iri.compare(&iri.to_nfc().as_borrowed()).rung(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn to_nfc(&'i self) -> Ri<Cow<'o, str>, Unicode, F> {
        let nfc = ComposingNormalizerBorrowed::new_nfc();
        let source = self.untyped();
        if nfc.is_normalized(source.text) {
            return Ri::new(Cow::Borrowed(source.text), *source.spans);
        }
        let mut text = String::new();
        // By component, so that no mark at the head of one meets the delimiter before it.
        let spans =
            recompose(&Parts::from(source), &mut text, |component, part, out| match component {
                Component::Scheme | Component::Port => out.push_str(part),
                _ => write(part, out),
            });
        Ri::new(Cow::Owned(text), spans)
    }
}

/// Writes a component in NFC, stretch by stretch between its escapes.
fn write(part: &str, out: &mut String) {
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    let (head, escapes) = part.split_at(part.find('%').unwrap_or(part.len()));
    push(&nfc.normalize(head), out);
    for escape in escapes.split('%').skip(1) {
        out.push('%');
        let (digits, stretch) = escape.split_at(2);
        let joined = nfc.normalize(escape);
        if joined.starts_with(digits) {
            push(&joined, out);
            continue;
        }
        // "%8e" and an acute accent would be "%8é".
        let class = CanonicalCombiningClassMapBorrowed::new();
        let is_mark = |character| class.get_u8(character) != 0;
        let (marks, stretch) =
            stretch.split_at(stretch.find(|c| !is_mark(c)).unwrap_or(stretch.len()));
        out.push_str(digits);
        nfc.normalize(marks).chars().for_each(|mark| push_escaped(mark, out));
        push(&nfc.normalize(stretch), out);
    }
}

/// Writes what NFC made; no IRI holds a grave accent.
fn push(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '`' => push_escaped(character, out),
            _ => out.push(character),
        }
    }
}
