//! ASCII letters in lower case.
#![allow(unsafe_code)]

use alloc::string::String;

use super::word::lower;

/// Appends a text with its ASCII letters in lower case.
#[inline]
pub(crate) fn push_lower(text: &str, out: &mut String) {
    let start = out.len();
    out.push_str(text);
    // SAFETY: only ASCII letters change, each to an ASCII letter, so the text stays UTF-8.
    lower(unsafe { &mut out.as_bytes_mut()[start..] });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ascii_letters_change() {
        let text = "@AZ[`az{\u{C1}\u{E1}\u{2160}\u{10400}Host.EXAMPLE-0123456789";
        for start in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
            for end in (start..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let (part, mut out) = (&text[start..end], String::from("ABC\u{C9}"));
                push_lower(part, &mut out);
                assert_eq!(out.strip_prefix("ABC\u{C9}"), Some(&*part.to_ascii_lowercase()));
            }
        }
    }
}
