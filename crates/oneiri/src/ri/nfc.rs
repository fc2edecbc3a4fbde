//! Character normalization (RFC 3987 section 5.3.2.2), for those who create identifiers. Nothing in
//! this library ever applies it on its own, above all not when comparing.

use alloc::borrow::Cow;
use alloc::string::String;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::{Form, Ri, Text, Unicode};
use crate::compose::recompose;
use crate::error::Component;
use crate::parts::Parts;
use crate::percent::push_escaped;

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
    /// U+1FEF, which NFC makes a grave accent, becomes the escape of that, since no IRI holds one.
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
                _ => nfc.normalize(part).chars().for_each(|character| match character {
                    '`' => push_escaped(character, out),
                    _ => out.push(character),
                }),
            });
        Ri::new(Cow::Owned(text), spans)
    }
}
