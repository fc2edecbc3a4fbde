//! What `net/url` decodes and encodes.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use oneiri::percent;

/// The components whose characters differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    User,
    Host,
    Zone,
    Path,
    Fragment,
}

/// Whether a byte is written as an escape.
fn is_escaped(byte: u8, mode: Mode) -> bool {
    match byte {
        b'-' | b'_' | b'.' | b'~' => false,
        _ if byte.is_ascii_alphanumeric() => false,
        b'[' | b']' | b'<' | b'>' | b'"' => !matches!(mode, Mode::Host | Mode::Zone),
        b'!' | b'(' | b')' | b'*' => matches!(mode, Mode::User | Mode::Path),
        b'\'' => !matches!(mode, Mode::Host | Mode::Zone),
        b':' => mode == Mode::User,
        b'$' | b'&' | b'+' | b',' | b';' | b'=' => false,
        b'/' | b'@' => matches!(mode, Mode::User | Mode::Host | Mode::Zone),
        b'?' => mode != Mode::Fragment,
        _ => true,
    }
}

/// The bytes that a text stands for. An error is the offset of what is not allowed.
pub(super) fn unescape(text: &str, mode: Mode) -> Result<Vec<u8>, usize> {
    let in_host = matches!(mode, Mode::Host | Mode::Zone);
    let (bytes, mut found, mut at) = (text.as_bytes(), Vec::with_capacity(text.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        if byte != b'%' {
            if in_host && byte.is_ascii() && is_escaped(byte, mode) {
                return Err(at);
            }
            found.push(byte);
            at += 1;
            continue;
        }
        let Some(value) = percent::unescape(bytes, at) else { return Err(at) };
        let refused = match mode {
            _ if value == b'%' => false,
            Mode::Host => value.is_ascii(),
            Mode::Zone => value != b' ' && is_escaped(value, Mode::Host),
            _ => false,
        };
        if refused {
            return Err(at);
        }
        found.push(value);
        at += 3;
    }
    Ok(found)
}

pub(super) fn escape(bytes: &[u8], mode: Mode) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if is_escaped(byte, mode) {
            text.push('%');
            text.push(char::from(DIGITS[usize::from(byte >> 4)]));
            text.push(char::from(DIGITS[usize::from(byte & 15)]));
        } else {
            text.push(char::from(byte));
        }
    }
    text
}

/// A path or a fragment as it is sent: as it stands if all its characters may stand there, and otherwise
/// decoded and encoded.
pub(super) fn encoded(text: &str, mode: Mode) -> Result<Cow<'_, str>, usize> {
    let bytes = unescape(text, mode)?;
    let fits = |byte| matches!(byte, b'!' | b'\'' | b'(' | b')' | b'*' | b'[' | b']' | b'%');
    Ok(if mode == Mode::Path && text == "%2A" {
        Cow::Borrowed("*")
    } else if text.bytes().all(|byte| fits(byte) || !is_escaped(byte, mode)) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(escape(&bytes, mode))
    })
}
