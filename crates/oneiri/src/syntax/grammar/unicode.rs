//! The characters beyond ASCII that RFC 3987 2.2 adds, and the characters that its section 4.1 forbids.

/// The characters beyond ASCII that a component may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repertoire {
    /// No characters: URIs, and the components of IRIs that stay ASCII.
    Ascii,
    /// `ucschar`: every component of an IRI that holds free text.
    Ucschar,
    /// `ucschar / iprivate`: the query of an IRI.
    UcscharOrPrivate,
}

impl Repertoire {
    /// The characters that a component other than the query may hold.
    pub(crate) const fn of(unicode: bool) -> Self {
        if unicode { Self::Ucschar } else { Self::Ascii }
    }

    /// The characters that a query may hold.
    pub(crate) const fn of_query(unicode: bool) -> Self {
        if unicode { Self::UcscharOrPrivate } else { Self::Ascii }
    }

    /// Whether the component may hold a character beyond ASCII.
    pub(crate) const fn has(self, character: char) -> bool {
        match self {
            Self::Ascii => false,
            Self::Ucschar => is_ucschar(character),
            Self::UcscharOrPrivate => is_ucschar(character) || is_iprivate(character),
        }
    }
}

/// Whether RFC 3987 section 2.2 allows the character in every component of an IRI that holds free text:
/// `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / ... / %xD0000-DFFFD /
/// %xE1000-EFFFD`. Of planes 1 to 14, these are all code points but the last two of each plane and the tags at the
/// beginning of plane 14.
///
/// ```
/// use oneiri::characters::is_ucschar;
///
/// assert!(is_ucschar('é') && is_ucschar('\u{1F600}'));
/// assert!(!is_ucschar('e') && !is_ucschar('\u{FFFD}'));
/// ```
pub const fn is_ucschar(character: char) -> bool {
    match character as u32 {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        0xE0000..=0xE0FFF => false,
        code @ 0x1_0000..=0xE_FFFF => code & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

/// Whether RFC 3987 section 2.2 allows the character in the query of an IRI alone, because its meaning is a private
/// agreement: `iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD`.
///
/// ```
/// assert!(oneiri::characters::is_iprivate('\u{E000}'));
/// ```
pub const fn is_iprivate(character: char) -> bool {
    matches!(character as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// Whether the character is one of the seven bidirectional formatting characters that an IRI "MUST NOT contain"
/// (RFC 3987 section 4.1): LRM, RLM, LRE, RLE, PDF, LRO and RLO. The grammar of RFC 3987 allows them nevertheless,
/// so parsing accepts them, and normalization escapes them.
///
/// ```
/// assert!(oneiri::characters::is_bidi_control('\u{202E}'));
/// ```
pub const fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
}

/// The character that begins at `at`, and its length in bytes.
///
/// `bytes` must be UTF-8 and `at` must be a character boundary. For other input the result is some character,
/// never a panic.
pub(crate) const fn char_at(bytes: &[u8], at: usize) -> (char, usize) {
    const fn tail(bytes: &[u8], at: usize) -> u32 {
        if at < bytes.len() { (bytes[at] & 0x3F) as u32 } else { 0 }
    }
    let first = bytes[at] as u32;
    let (code, length) = match bytes[at] {
        0..0x80 => (first, 1),
        0x80..0xE0 => ((first & 0x1F) << 6 | tail(bytes, at + 1), 2),
        0xE0..0xF0 => ((first & 0x0F) << 12 | tail(bytes, at + 1) << 6 | tail(bytes, at + 2), 3),
        0xF0.. => {
            let high = (first & 0x07) << 18 | tail(bytes, at + 1) << 12;
            (high | tail(bytes, at + 2) << 6 | tail(bytes, at + 3), 4)
        }
    };
    match char::from_u32(code) {
        Some(character) => (character, length),
        None => (char::REPLACEMENT_CHARACTER, length),
    }
}
