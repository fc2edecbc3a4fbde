//! Character normalization (RFC 3987 section 5.3.2.2), for programs that create identifiers. The
//! library never applies it on its own, and no comparison uses it.

use alloc::borrow::Cow;
use alloc::string::String;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::{Ri, SchemePresence, Text, Unicode};
use crate::percent::push_escaped;
use crate::syntax::compose::recompose;
use crate::syntax::error::Component;
use crate::syntax::grammar::UNRESERVED;
use crate::syntax::parts::Parts;

impl<'i, 'o, T: Text<'i, 'o>, F: SchemePresence> Ri<T, Unicode, F> {
    /// Whether the text is in Normalization Form C, in which IRIs should be created (RFC 3987
    /// section 5.3.2.2). Escapes are not decoded for this check: `e%CC%81` is in NFC.
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

    /// This identifier in Normalization Form C, for the program that creates it.
    ///
    /// The result always satisfies [`is_nfc`](Self::is_nfc). It has the same components as this
    /// identifier, and the same delimiters and escapes in the same places. Unless the two texts are
    /// equal, the result is a different identifier: no rung makes the two equal.
    ///
    /// Three things are percent-encoded, because NFC would otherwise change the structure:
    ///
    /// * U+037E and U+1FEF, which NFC replaces by `;` and by a grave accent. The first would become a
    ///   delimiter, and the second is not allowed in an IRI. They become `%3B` and `%60`.
    /// * Marks after a delimiter that NFC would join to the delimiter: `=` and U+0338 become
    ///   `=%CC%B8`, not U+2260.
    /// * Marks after an escape that NFC would join to the last digit of the escape: `%8e` and U+0301
    ///   become `%8e%CC%81`.
    ///
    /// ```
    /// use oneiri::Iri;
    ///
    /// let iri = Iri::parse("http://h/re\u{301}sume\u{301}")?;
    /// assert_eq!(iri.to_nfc(), "http://h/r\u{E9}sum\u{E9}");
    /// assert_eq!(iri.compare(&iri.to_nfc().as_borrowed()).rung(), None);
    ///
    /// let iri = Iri::parse("http://h/?a=\u{338}b;c\u{37E}d")?;
    /// assert_eq!(iri.to_nfc(), "http://h/?a=%CC%B8b;c%3Bd");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn to_nfc(&'i self) -> Ri<Cow<'o, str>, Unicode, F> {
        let nfc = ComposingNormalizerBorrowed::new_nfc();
        let source = self.untyped();
        if nfc.is_normalized(source.text) {
            return Ri::new(Cow::Borrowed(source.text), *source.spans);
        }
        let mut text = String::new();
        let spans = recompose(&Parts::from(source), &mut text, |component, part, out| match component {
            Component::Scheme | Component::Port => out.push_str(part),
            _ => write(part, out),
        });
        Ri::new(Cow::Owned(text), spans)
    }
}

/// Appends a component in NFC. `out` ends with the delimiter that introduces the component.
///
/// Delimiters and escapes are copied, and each stretch between them is normalized on its own. The result
/// is in NFC as a whole, because NFC joins a stretch to its neighbours in only one case: the first marks
/// of a stretch may join the ASCII character before them. [`push`] prevents this. An ASCII character
/// after a stretch never joins the character before it.
fn write(part: &str, out: &mut String) {
    let mut rest = part;
    while let Some(at) = rest.find(is_fixed) {
        let (stretch, fixed) = rest.split_at(at);
        // An escape is three bytes long, and every delimiter one.
        let length = if fixed.starts_with('%') { 3 } else { 1 };
        let (fixed, behind) = fixed.split_at(length);
        write_stretch(stretch, out);
        out.push_str(fixed);
        rest = behind;
    }
    write_stretch(rest, out);
}

/// Whether normalization must not touch the character: the ASCII characters that are not unreserved. These
/// are the delimiters and the `%` of escapes.
fn is_fixed(character: char) -> bool {
    u8::try_from(character).is_ok_and(|byte| byte.is_ascii() && !UNRESERVED.has(byte))
}

/// Appends a stretch without delimiters and escapes. If NFC replaces a character by `;` or by a grave
/// accent, the replacement is written as an escape.
fn write_stretch(stretch: &str, out: &mut String) {
    let normal = ComposingNormalizerBorrowed::new_nfc().normalize(stretch);
    let mut rest = &*normal;
    while let Some(at) = rest.find(is_fixed) {
        let (piece, made) = rest.split_at(at);
        let (made, behind) = made.split_at(1);
        push(piece, out);
        made.chars().for_each(|character| push_escaped(character, out));
        rest = behind;
    }
    push(rest, out);
}

/// Appends a piece that is in NFC itself. If a mark at its start joins the ASCII character at the end of
/// `out`, all marks at its start are percent-encoded.
///
/// Encoding only the mark that joins is not enough: the next mark could join the last digit of its escape.
fn push(piece: &str, out: &mut String) {
    let class = CanonicalCombiningClassMapBorrowed::new();
    let end = piece.find(|c| class.get_u8(c) == 0).unwrap_or(piece.len());
    let (marks, rest) = piece.split_at(end);
    if joins(out.chars().next_back(), marks) {
        marks.chars().for_each(|mark| push_escaped(mark, out));
    } else {
        out.push_str(marks);
    }
    out.push_str(rest);
}

/// Whether NFC joins a mark to the character before the marks.
fn joins(before: Option<char>, marks: &str) -> bool {
    if marks.is_empty() {
        return false;
    }
    let together: String = before.into_iter().chain(marks.chars()).collect();
    !ComposingNormalizerBorrowed::new_nfc().is_normalized(&together)
}
