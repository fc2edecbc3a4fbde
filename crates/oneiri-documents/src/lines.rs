//! The rules of lines, in all formats.

use memchr::memchr;

pub(crate) fn first_line(bytes: &[u8]) -> usize {
    memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1)
}

/// The complete lines at the beginning of these bytes, up to the first byte that is not UTF-8.
pub(crate) fn whole_lines(read: &[u8]) -> &str {
    let text = std::str::from_utf8(read).or_else(|error| {
        // `valid_up_to` is the length of the part that is UTF-8, so this cannot fail.
        std::str::from_utf8(&read[..error.valid_up_to()])
    });
    let text = text.unwrap_or_default();
    &text[..text.rfind('\n').map_or(0, |at| at + 1)]
}

/// Splits a line into its text and its terminator: LF, or CR and LF. Nothing else is trimmed.
///
/// ```
/// assert_eq!(oneiri_documents::split_terminator(b"a\r\n"), (&b"a"[..], &b"\r\n"[..]));
/// ```
#[must_use]
#[inline]
pub fn split_terminator(line: &[u8]) -> (&[u8], &[u8]) {
    let end = match line {
        [.., b'\r', b'\n'] => line.len() - 2,
        [.., b'\n'] => line.len() - 1,
        _ => line.len(),
    };
    line.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cr_before_the_lf_is_the_terminator() {
        assert_eq!(split_terminator(b"a\r\n"), (&b"a"[..], &b"\r\n"[..]));
        assert_eq!(split_terminator(b"a\r\r\n"), (&b"a\r"[..], &b"\r\n"[..]));
        assert_eq!(split_terminator(b"a\r"), (&b"a\r"[..], &b""[..]));
        assert_eq!(split_terminator(b"\n"), (&b""[..], &b"\n"[..]));
    }
}
