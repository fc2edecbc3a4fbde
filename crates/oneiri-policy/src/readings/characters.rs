//! What programs do to characters: they map them, fold their case, and ignore some. Rules are mapped and folded when
//! they are compiled, and paths when they are checked, so a change here changes both. What `nfkc` maps beyond ICU is
//! also in `maps_beyond_icu`, because the step is left out otherwise. The tests in `steps.rs` compare both with another
//! crate for all of Unicode, and repeat the characters of Windows.

use alloc::string::String;
use alloc::vec::Vec;

use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};
use icu_properties::{CodePointSetData, CodePointSetDataBorrowed, props};

use super::newer::NEWER;

/// The tables of UAX 15 that IDNA uses, too.
pub(super) const NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizer::new_nfc();
pub(super) const NFKC: ComposingNormalizerBorrowed<'static> = ComposingNormalizer::new_nfkc();

/// The text in NFKC, with the slashes that the best fit of Windows maps. In the code pages for Japanese and Korean, the
/// signs of the currencies have the place of the backslash.
pub(crate) fn nfkc(text: &str) -> String {
    let fit = |c: char| match c {
        '∕' | '⁄' => '/',
        '∖' | '¥' | '₩' => '\\',
        c => c,
    };
    let newer: String;
    let text = if text.contains(|c| newer_form(c).is_some()) {
        let mut mapped = String::with_capacity(text.len());
        for c in text.chars() {
            match newer_form(c) {
                Some(form) => mapped.push_str(form),
                None => mapped.push(c),
            }
        }
        newer = mapped;
        &newer
    } else {
        text
    };
    NFKC.normalize(text).chars().map(fit).collect()
}

/// What NFKC of a newer Unicode than that of ICU maps a character to.
fn newer_form(c: char) -> Option<&'static str> {
    let at = NEWER.binary_search_by_key(&c, |(newer, _)| *newer).ok()?;
    NEWER.get(at).map(|(_, form)| *form)
}

/// Whether [`nfkc`] maps a character, but for what ICU maps.
pub(super) fn maps_beyond_icu(c: char) -> bool {
    matches!(c, '∕' | '⁄' | '∖' | '¥' | '₩') || newer_form(c).is_some()
}

/// The text without a difference between capital and small letters. Each letter is written as the small letter of the
/// capital letter of its small letter, because programs compare one or the other: `ſ` is `s`, `K` is `k`, `ẞ` is `ss`, and
/// `ı`, `İ` and its small letter of two characters are `i`.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let small = text.chars().flat_map(char::to_lowercase);
    let folded: String = small.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    folded.replace("i\u{307}", "i")
}

/// The same for octets that may not be UTF-8.
pub(crate) fn folded_octets(octets: &[u8]) -> Vec<u8> {
    match core::str::from_utf8(octets) {
        Ok(text) => folded(text).into_bytes(),
        Err(_) => octets.to_ascii_lowercase(),
    }
}

pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Whether a character has no width, so that programs may ignore it.
pub(crate) fn is_ignored(c: char) -> bool {
    !c.is_ascii() && IGNORED.contains(c)
}

/// The characters that are not shown where a program does not know them: `Default_Ignorable_Code_Point` of UAX 44.
const IGNORED: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<props::DefaultIgnorableCodePoint>();
