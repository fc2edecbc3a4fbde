//! Special schemes (section 4.2 of the Standard) and Windows drive letters.

/// The schemes that the Standard calls special, with their default ports.
const SPECIAL: [(&str, Option<u16>); 6] = [
    ("https", Some(443)),
    ("http", Some(80)),
    ("file", None),
    ("ws", Some(80)),
    ("wss", Some(443)),
    ("ftp", Some(21)),
];

pub(crate) fn is_special(scheme: &str) -> bool {
    SPECIAL.iter().any(|(special, _)| *special == scheme)
}

/// The default port of a special scheme.
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    SPECIAL.iter().find(|(special, _)| *special == scheme).and_then(|(_, port)| *port)
}

/// A Windows drive letter: an ASCII letter, and `:` or `|`.
pub(crate) fn is_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// A normalized Windows drive letter: an ASCII letter and `:`.
pub(crate) fn is_normalized_drive_letter(text: &str) -> bool {
    is_drive_letter(text) && text.ends_with(':')
}

/// Whether a text starts with a Windows drive letter.
pub(crate) fn starts_with_drive_letter(text: &str) -> bool {
    text.get(..2).is_some_and(is_drive_letter)
        && matches!(text.as_bytes().get(2), None | Some(b'/' | b'\\' | b'?' | b'#'))
}
