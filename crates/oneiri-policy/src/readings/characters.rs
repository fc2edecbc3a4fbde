//! What programs do to characters: they map them, fold their case, and ignore some.

use alloc::string::String;
use alloc::vec::Vec;

use icu_properties::{CodePointSetData, CodePointSetDataBorrowed, props};
use unicode_normalization::UnicodeNormalization as _;

/// The text in NFKC, with the slashes that the best fit of Windows maps.
pub(crate) fn nfkc(text: &str) -> String {
    let fit = |c: char| match c {
        '∕' | '⁄' => '/',
        '∖' => '\\',
        c => c,
    };
    text.nfkc().map(fit).collect()
}

/// Whether the best fit of Windows maps a character to a slash.
pub(super) fn fits_slash(c: char) -> bool {
    matches!(c, '∕' | '⁄' | '∖')
}

/// The text without a difference between capital and small letters. Each letter is written as the small letter of its
/// capital letter, because programs compare one or the other: `ſ` is `s`, `K` is `k`, and `ı` and `İ` are `i`.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let small = |c: char| match c {
        'İ' => 'i'.to_lowercase(),
        c => c.to_lowercase(),
    };
    text.chars().flat_map(char::to_uppercase).flat_map(small).collect()
}

/// The same for octets that may not be UTF-8.
pub(crate) fn folded_octets(octets: &[u8]) -> Vec<u8> {
    match core::str::from_utf8(octets) {
        Ok(text) => folded(text).into_bytes(),
        Err(_) => octets.to_ascii_lowercase(),
    }
}

/// Whether programs may ignore a character at the end of a name.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Whether a character has no width, so that programs may ignore it.
pub(crate) fn is_ignored(c: char) -> bool {
    !c.is_ascii() && IGNORED.contains(c)
}

/// The characters that are not shown where a program does not know them: `Default_Ignorable_Code_Point` of UAX 44.
const IGNORED: CodePointSetDataBorrowed<'static> =
    CodePointSetData::new::<props::DefaultIgnorableCodePoint>();
