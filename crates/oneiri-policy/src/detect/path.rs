//! The violations of a path. Each is something that servers read in their own ways, and `readings/` says what they may
//! read. A character that NFKC maps to a delimiter belongs in `maps_to_delimiter`, and perhaps in `maps_to_slash`:
//! `characters_that_are_mapped_to_delimiters` in `tests/it/bypasses.rs` tries all of Unicode. Dot segments and overlong
//! forms are also known in `steps.rs`. `has_nothing_special` must be false for every path in which something below is
//! found.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Found, escapes, once};
use crate::readings::{is_blank, is_ignored, nfkc};
use crate::violation::Violation as V;

/// `start` says where the path begins in the text. `is_relative` says that there is no scheme, so the path has segments
/// without a slash before them, too.
pub(super) fn in_path(text: &str, path: &str, start: &dyn Fn() -> usize, is_relative: bool, found: &mut Found) {
    if has_nothing_special(path) {
        return;
    }
    let start = start();
    let (mut is_ascii, mut is_mapped) = (true, false);
    for (at, octet) in escapes(path, start) {
        is_ascii &= octet.is_ascii();
        let violation = match octet {
            b'/' => V::EncodedSlash,
            b'\\' => V::EncodedBackslash,
            b';' => V::Semicolon,
            b'%' if !may_begin_escape(&text[at + 3..start + path.len()]) => continue,
            b'%' => V::DoubleEncoding,
            b'?' | b'#' => V::EncodedDelimiter,
            octet if octet.is_ascii_control() => V::ControlCharacter,
            _ => continue,
        };
        once(found, violation, at..at + 3);
    }
    if !is_ascii || !path.is_ascii() {
        match core::str::from_utf8(&oneiri::percent::decode(path)) {
            Err(_) => {
                // Some programs take an overlong form, such as C0 AE for a dot.
                is_mapped = true;
                found.push((V::InvalidUtf8, start..start + path.len()));
            }
            Ok(decoded) => {
                let place = start..start + path.len();
                let beyond = || decoded.chars().filter(|c| !c.is_ascii());
                if beyond().any(char::is_control) {
                    once(found, V::ControlCharacter, place.clone());
                }
                is_mapped = beyond().any(maps_to_delimiter);
                if is_mapped {
                    if beyond().any(maps_to_slash) || hides_name(decoded) {
                        found.push((V::MappedDelimiter, place.clone()));
                    }
                    if beyond().any(|c| maps_to_delimiter(c) && !maps_to_slash(c)) {
                        found.push((V::MappedPunctuation, place));
                    }
                }
            }
        }
    }
    if hides_authority(path) {
        found.push((V::HiddenAuthority, start..start + path.len()));
    }
    if let Some(at) = path.bytes().position(|byte| byte == b';') {
        once(found, V::Semicolon, start + at..start + at + 1);
    }
    let is_rooted = path.starts_with('/');
    if !is_rooted && !is_relative {
        return;
    }
    let mut next = 0;
    for (nth, segment) in path.as_bytes().split(|byte| *byte == b'/').enumerate() {
        let place = next..next + segment.len();
        next = place.end + 1;
        let is_special = segment.is_empty() || segment.iter().any(|byte| is_special(*byte));
        let Some(segment) = path.get(place.clone()).filter(|_| is_special) else { continue };
        let is_last = place.end == path.len();
        let place = start + place.start..start + place.end;
        let name = segment.bytes().position(|byte| byte == b';');
        let name = name.map_or(segment, |end| &segment[..end]);
        let parameter = name.len() < segment.len();
        let violation = match dots(name) {
            _ if nth == 0 && is_rooted => continue,
            Some(_) if parameter => {
                once(found, V::EncodedDotSegment, place.clone());
                V::PathParameter
            }
            None if parameter && name.is_empty() => V::PathParameter,
            Some(true) => V::EncodedDotSegment,
            Some(false) => V::DotSegment,
            None if hides_dots(segment, is_mapped) => V::EncodedDotSegment,
            None if name.is_empty() && !is_last => V::EmptySegment,
            None => continue,
        };
        once(found, violation, place);
    }
}

/// Whether a path has neither an escape, a parameter, a dot segment, an empty segment but the last, nor a character that
/// programs may map.
fn has_nothing_special(path: &str) -> bool {
    // A slash before the path, unless it begins with one: its first segment may be of dots.
    let (mut before, mut special) = (if path.starts_with('/') { 0 } else { b'/' }, false);
    for &byte in path.as_bytes() {
        special |= match byte {
            b'/' | b'.' => before == b'/',
            byte => is_special(byte),
        };
        before = byte;
    }
    !special
}

/// Whether a segment may be read in another way because of a byte.
fn is_special(byte: u8) -> bool {
    matches!(byte, b'%' | b';' | b'\\' | b'.') || !byte.is_ascii()
}

/// Whether an escaped percent sign begins an escape for a program that decodes twice: two digits come after it, or
/// characters that are read as digits once they are decoded or mapped, or the `u` of Microsoft's form `%u0061`.
fn may_begin_escape(after: &str) -> bool {
    let mut after = after.bytes();
    for nth in 0..2 {
        match after.next() {
            Some(b'%' | 0x80..) => return true,
            Some(b'u' | b'U') if nth == 0 => return true,
            Some(byte) if byte.is_ascii_hexdigit() => {}
            _ => return false,
        }
    }
    true
}

/// Whether a path begins with two slashes for a program that decodes it, maps it and ignores what has no width.
fn hides_authority(path: &str) -> bool {
    if !path.starts_with('/') || path.as_bytes().get(1).is_some_and(u8::is_ascii_alphanumeric) {
        return false;
    }
    let decoded = fully_decoded(path).unwrap_or_else(|| path.into());
    let decoded = if decoded.is_ascii() { decoded } else { nfkc(&decoded) };
    let mut shown = decoded.chars().filter(|c| !is_blank(*c) && !is_ignored(*c));
    let mut is_slash = || matches!(shown.next(), Some('/' | '\\'));
    is_slash() && is_slash()
}

/// Whether a segment has dot segments for a program that decodes its escapes, that maps characters, or that ignores
/// spaces and control characters after dots. `is_mapped` says whether the path has a character that may be mapped to a dot.
fn hides_dots(segment: &str, is_mapped: bool) -> bool {
    let bytes = segment.as_bytes();
    let has_dot = |bytes: &[u8]| bytes.contains(&b'.') || bytes.windows(2).any(|two| matches!(two, b"2e" | b"2E"));
    if !is_mapped && !has_dot(bytes) {
        return false;
    }
    let Some(decoded) = fully_decoded(segment) else { return false };
    let decoded = if decoded.is_ascii() { decoded } else { nfkc(&decoded).replace('\\', "/") };
    decoded.split('/').any(|piece| {
        // A parameter, a query or a fragment may begin there once the path is decoded, and a NUL ends it.
        let name = piece.split([';', '?', '#', '\0']).next().unwrap_or_default();
        let mut shown = name.chars().filter(|c| !is_blank(*c) && !is_ignored(*c));
        let dots = [shown.next(), shown.next(), shown.next()];
        matches!(dots, [Some('.'), None | Some('.'), None])
    })
}

/// The octet of the escape whose percent sign is at `at`. Other than `oneiri::percent::unescape`, this does not look at the
/// percent sign, because it may be one that an escape of an escape represents: the `5` of `%252e`.
fn escape(text: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| char::from(*text.get(at)?).to_digit(16);
    Some((digit(at + 1)? << 4 | digit(at + 2)?) as u8)
}

/// The path as a program sees it that decodes escapes as long as there are any, and reads a backslash as a slash.
/// `None` if the path has neither.
fn fully_decoded(path: &str) -> Option<String> {
    if path.is_ascii() && !path.contains(['%', '\\']) {
        return None;
    }
    let (bytes, mut at) = (path.as_bytes(), 0);
    let mut decoded = Vec::with_capacity(bytes.len());
    while let Some(byte) = bytes.get(at) {
        // `%252e` is an escape of an escape: "25" after a percent sign represents that sign.
        let mut end = at;
        while *byte == b'%' && bytes.get(end + 1..end + 3) == Some(b"25") {
            end += 2;
        }
        let octet = (*byte == b'%').then(|| escape(bytes, end)).flatten();
        at = if octet.is_some() { end + 3 } else { at + 1 };
        // Some programs take the overlong forms of a dot and of the slashes.
        let octet = match (decoded.last(), octet.unwrap_or(*byte)) {
            (Some(0xC0), 0xAE) => b'.',
            (Some(0xC0), 0xAF) | (Some(0xC1), 0x9C) => b'/',
            (_, octet) => {
                decoded.push(if octet == b'\\' { b'/' } else { octet });
                continue;
            }
        };
        decoded.pop();
        decoded.push(octet);
    }
    Some(String::from_utf8_lossy(&decoded).into_owned())
}

/// Whether NFKC, or the best fit of Windows, maps a character to a delimiter of paths.
#[rustfmt::skip]
pub(crate) fn maps_to_delimiter(c: char) -> bool {
    // U+037E is the Greek question mark, which looks like a semicolon and is mapped to one.
    matches!(c, '\u{37E}' | '․' | '‥' | '…' | '⁇' | '⁈' | '⁉' | '℀' | '℁' | '℅' | '℆' | '⒈'..='⒛' | '㏂' | '㏇' | '㏘' | '︔' | '︖'
        | '︙' | '︰' | '﹒' | '﹔' | '﹖' | '﹟' | '﹨' | '﹪' | '＃' | '％' | '．' | '／' | '；' | '？' | '＼' | '\u{1F100}' | '∕' | '⁄' | '∖')
}

/// Whether a character is mapped to a slash, a backslash or a percent sign, which divide a path or begin an escape.
fn maps_to_slash(c: char) -> bool {
    matches!(c, '℀' | '℁' | '℅' | '℆' | '﹨' | '﹪' | '％' | '／' | '＼' | '∕' | '⁄' | '∖')
}

/// Whether a segment is mapped to one without a name: nothing but dots comes before what may end it. Windows ignores dots at
/// the end of a name, and a program that removes parameters finds an empty segment in `/；/`.
fn hides_name(decoded: &str) -> bool {
    decoded.split('/').filter(|segment| !segment.is_ascii()).any(|segment| {
        let mapped = nfkc(segment);
        let name = mapped.split([';', '?', '#']).next().unwrap_or_default();
        mapped.contains(['.', ';', '?', '#']) && name.chars().all(|c| c == '.' || is_blank(c) || is_ignored(c))
    })
}

/// Whether a segment is `.` or `..`, and if so, whether it has an escape.
fn dots(segment: &str) -> Option<bool> {
    // Two dots take six bytes at most.
    if segment.len() > 6 || !segment.starts_with(['.', '%']) {
        return None;
    }
    let dot = |text: &mut &str| {
        let rest = [".", "%2e", "%2E"].iter().find_map(|dot| text.strip_prefix(*dot))?;
        *text = rest;
        Some(())
    };
    let mut rest = segment;
    dot(&mut rest)?;
    let _ = dot(&mut rest);
    rest.is_empty().then_some(segment.contains('%'))
}
