//! The two alphabets, and the character ranges in which they differ.

/// US-ASCII (RFC 3986) or the characters of RFC 3987 besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alphabet {
    Uri,
    Iri,
}

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"`
pub(crate) fn unreserved(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~".contains(c)
}

/// `reserved = gen-delims / sub-delims`
pub(crate) fn reserved(c: char) -> bool {
    ":/?#[]@".contains(c) || sub_delims(c)
}

/// ```text
/// sub-delims = "!" / "$" / "&" / "'" / "(" / ")"
///            / "*" / "+" / "," / ";" / "="
/// ```
pub(crate) fn sub_delims(c: char) -> bool {
    "!$&'()*+,;=".contains(c)
}

/// ```text
/// ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
///         / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
///         / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
///         / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
///         / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
///         / %xD0000-DFFFD / %xE1000-EFFFD
/// ```
pub(crate) fn ucschar(c: char) -> bool {
    matches!(u32::from(c),
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF
        | 0x10000..=0x1FFFD | 0x20000..=0x2FFFD | 0x30000..=0x3FFFD
        | 0x40000..=0x4FFFD | 0x50000..=0x5FFFD | 0x60000..=0x6FFFD
        | 0x70000..=0x7FFFD | 0x80000..=0x8FFFD | 0x90000..=0x9FFFD
        | 0xA0000..=0xAFFFD | 0xB0000..=0xBFFFD | 0xC0000..=0xCFFFD
        | 0xD0000..=0xDFFFD | 0xE1000..=0xEFFFD)
}

/// `iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD`
pub(crate) fn iprivate(c: char) -> bool {
    matches!(u32::from(c), 0xE000..=0xF8FF | 0xF0000..=0xFFFFD | 0x100000..=0x10FFFD)
}

/// The seven formatting characters that RFC 3987 section 4.1 forbids: LRM, RLM, LRE, RLE, PDF, LRO, RLO.
pub(crate) fn bidi_formatting(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}' | '\u{202B}' | '\u{202C}' | '\u{202D}' | '\u{202E}')
}
