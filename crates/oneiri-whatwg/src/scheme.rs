//! Special schemes (section 4.2 of the Standard) and Windows drive letters.

/// Whether the Standard calls a scheme special.
pub(crate) fn is_special(scheme: &str) -> bool {
    scheme == "file" || default_port(scheme).is_some()
}

/// The default port of a special scheme in lower case, for example 443 of `https`. `None` for `file` and for a scheme
/// that is not special ([section 4.2](https://url.spec.whatwg.org/#special-scheme)).
///
/// ```
/// use oneiri_whatwg::default_port;
///
/// assert_eq!((default_port("wss"), default_port("file"), default_port("ssh")), (Some(443), None, None));
/// ```
#[must_use]
#[inline]
pub fn default_port(scheme: &str) -> Option<u16> {
    SCHEMES.iter().find(|known| known.0 == scheme).map(|known| known.1)
}

/// The special schemes with a default port. Most texts have the first or the second.
const SCHEMES: [(&str, u16); 5] = [("https", 443), ("http", 80), ("ws", 80), ("wss", 443), ("ftp", 21)];

/// A special scheme in lower case with its default port, for a scheme in any case.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn scheme_and_port(scheme: &str) -> Option<(&'static str, u16)> {
    SCHEMES.iter().find(|known| scheme.eq_ignore_ascii_case(known.0)).copied()
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
