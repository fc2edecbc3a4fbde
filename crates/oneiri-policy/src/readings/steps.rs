//! The steps by which servers read a path. A step must do what servers do, and never less, because a rule that denies
//! is asked about these readings alone. A new one needs its marks (`marks.rs`), false for its paths in `is_plain`
//! (`mod.rs`), and a model in `tests/it/servers.rs`. It also makes more readings, and a path with more than `MOST` is
//! denied.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use oneiri::percent::unescape;

use super::characters::{NFC, NFKC, is_blank, is_ignored, maps_beyond_icu, nfkc};
use super::marks::{
    BACKSLASH, BEYOND_ASCII, BLANK, DOT, HASH, LAST_SLASH, Marks, NULL, PERCENT, QUESTION, SEMICOLON, SESSION, SLASHES,
    STREAM,
};

/// What a server may do to a path.
pub(super) struct Step {
    /// What a path must have of, at least in part, so that the step may change it.
    pub(super) marks: Marks,
    /// `None` if the step changes nothing.
    pub(super) change: fn(&str) -> Option<String>,
}

const fn step(marks: Marks, change: fn(&str) -> Option<String>) -> Step {
    Step { marks, change }
}

pub(super) const STEPS: [Step; 20] = [
    step(PERCENT, decoded),
    step(PERCENT, decoded_leniently),
    step(PERCENT, decoded_as_octets),
    step(PERCENT, with_slashes_decoded),
    step(NULL, |path| until(path, '\0')),
    step(QUESTION, |path| until(path, '?')),
    step(HASH, |path| until(path, '#')),
    step(SEMICOLON, without_parameters),
    step(BACKSLASH, with_slashes),
    step(SLASHES, with_slashes_merged),
    step(DOT | PERCENT, without_dots),
    step(BEYOND_ASCII, mapped),
    step(BEYOND_ASCII, composed),
    step(BLANK | BEYOND_ASCII, without_blanks),
    step(DOT | BLANK | BEYOND_ASCII, trimmed),
    step(BEYOND_ASCII, without_ignored),
    step(LAST_SLASH, without_last_slash),
    step(SLASHES, without_authority),
    step(STREAM, without_streams),
    step(SESSION, without_sessions),
];

fn changed(path: &str, reading: String) -> Option<String> {
    (reading != path).then_some(reading)
}

/// The two bytes after each percent sign, or fewer at the end.
fn escapes(path: &str) -> impl Iterator<Item = &[u8]> {
    let bytes = path.as_bytes();
    let signs = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'%');
    signs.map(|(at, _)| &bytes[at + 1..bytes.len().min(at + 3)])
}

/// Decodes each escape once.
fn decoded(path: &str) -> Option<String> {
    changed(path, String::from_utf8_lossy(&oneiri::percent::decode(path)).into_owned())
}

/// The same, for programs that also take the form `%u0061` of Microsoft and overlong forms. To others, these are characters
/// without a meaning, beside which a segment has another name.
fn decoded_leniently(path: &str) -> Option<String> {
    if has_lenient_form(path) { changed(path, leniently(path)) } else { None }
}

/// Whether a path may have the form of Microsoft, or an escape that begins an overlong form. No character that is not
/// escaped begins one.
fn has_lenient_form(path: &str) -> bool {
    escapes(path).any(|digits| match digits {
        [b'u' | b'U', ..] => true,
        [b'c' | b'C', low] => matches!(low, b'0' | b'1'),
        [b'e' | b'E' | b'f' | b'F', low] => *low == b'0',
        _ => false,
    })
}

fn leniently(path: &str) -> String {
    let (bytes, mut at) = (path.as_bytes(), 0);
    let mut decoded = Vec::with_capacity(bytes.len());
    while let Some(byte) = bytes.get(at) {
        let digits = |start: usize, count: usize| {
            path.get(start..start + count).and_then(|digits| u32::from_str_radix(digits, 16).ok())
        };
        match byte {
            b'%' if matches!(bytes.get(at + 1), Some(b'u' | b'U')) => {
                if let Some(c) = digits(at + 2, 4).and_then(char::from_u32) {
                    decoded.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    at += 6;
                    continue;
                }
            }
            b'%' => {
                if let Some(octet) = unescape(bytes, at) {
                    decoded.push(octet);
                    at += 3;
                    continue;
                }
            }
            _ => {}
        }
        decoded.push(*byte);
        at += 1;
    }
    String::from_utf8_lossy(&with_overlong_forms(decoded)).into_owned()
}

/// Decodes escapes that are not UTF-8 as one character for each octet, which older servers do: ISO 8859-1.
fn decoded_as_octets(path: &str) -> Option<String> {
    let bytes = oneiri::percent::decode(path);
    if core::str::from_utf8(&bytes).is_ok() {
        return None;
    }
    Some(bytes.iter().map(|byte| char::from(*byte)).collect())
}

/// Replaces the overlong forms of ASCII characters, such as C0 AE for a dot, which some programs take.
fn with_overlong_forms(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.iter().any(|byte| matches!(byte, 0xC0 | 0xC1 | 0xE0 | 0xF0)) {
        return bytes;
    }
    let (mut plain, mut rest) = (Vec::with_capacity(bytes.len()), &*bytes);
    while let Some((first, after)) = rest.split_first() {
        let (octet, length) = match *rest {
            [0xC0, last @ 0x80..=0xBF, ..] => (last & 0x3F, 2),
            [0xC1, last @ 0x80..=0xBF, ..] => (last & 0x3F | 0x40, 2),
            [0xE0, high @ 0x80..=0x81, last @ 0x80..=0xBF, ..] => (high << 6 | last & 0x3F, 3),
            [0xF0, 0x80, high @ 0x80..=0x81, last @ 0x80..=0xBF, ..] => (high << 6 | last & 0x3F, 4),
            _ => (*first, 1),
        };
        plain.push(octet);
        rest = if length == 1 { after } else { rest.get(length..).unwrap_or_default() };
    }
    plain
}

/// Decodes the escapes of slashes alone, as proxies do that unescape nothing else.
fn with_slashes_decoded(path: &str) -> Option<String> {
    if !escapes(path).any(|digits| matches!(digits, [b'2', b'f' | b'F'] | [b'5', b'c' | b'C'])) {
        return None;
    }
    let reading = path.replace("%2F", "/").replace("%2f", "/");
    changed(path, reading.replace("%5C", "/").replace("%5c", "/"))
}

/// The path up to a character that ends one once it is decoded. Programs know one of them or several, so each is a step:
/// to some, the path `/\0admin?x` is `/`, to others `/\0admin`.
fn until(path: &str, delimiter: char) -> Option<String> {
    path.find(delimiter).map(|end| path[..end].to_owned())
}

/// Leaves the beginning of each segment.
fn each_segment(path: &str, change: impl Fn(&str) -> &str) -> Option<String> {
    if path.split('/').all(|segment| change(segment).len() == segment.len()) {
        return None;
    }
    let segments: Vec<&str> = path.split('/').map(change).collect();
    Some(segments.join("/"))
}

fn without_parameters(path: &str) -> Option<String> {
    each_segment(path, |segment| segment.split(';').next().unwrap_or_default())
}

fn with_slashes(path: &str) -> Option<String> {
    Some(path.replace('\\', "/"))
}

fn with_slashes_merged(path: &str) -> Option<String> {
    let mut reading = String::with_capacity(path.len());
    for c in path.chars() {
        if c != '/' || !reading.ends_with('/') {
            reading.push(c);
        }
    }
    Some(reading)
}

fn without_dots(path: &str) -> Option<String> {
    let is_dot = |digits: &[u8]| matches!(digits, [b'2', b'e' | b'E']);
    if !path.contains('.') && !escapes(path).any(is_dot) {
        return None;
    }
    let mut segments: Vec<&str> = Vec::new();
    let mut slash = false;
    for segment in path.split('/') {
        let name = match segment {
            "." | ".." | "" => segment,
            _ => match segment.len() {
                2..=6 if is_dots(segment, 1) => ".",
                2..=6 if is_dots(segment, 2) => "..",
                _ => segment,
            },
        };
        slash = matches!(name, "." | "..");
        match name {
            "." => {}
            // The empty segment before the first slash stays.
            ".." if segments.len() > 1 || segments.first().is_some_and(|first| !first.is_empty()) => {
                segments.pop();
            }
            ".." => {}
            name => segments.push(name),
        }
    }
    let mut reading = segments.join("/");
    if slash && (!reading.ends_with('/') || reading.is_empty()) {
        reading.push('/');
    }
    changed(path, reading)
}

/// Whether a segment is so many dots, some of them escaped.
fn is_dots(segment: &str, count: usize) -> bool {
    let mut rest = segment;
    for _ in 0..count {
        let dot = [".", "%2e", "%2E"].into_iter().find_map(|dot| rest.strip_prefix(dot));
        match dot {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}

/// Maps characters as NFKC does, and as the best fit of Windows does with those that look like slashes.
fn mapped(path: &str) -> Option<String> {
    if NFKC.is_normalized(path) && !path.contains(maps_beyond_icu) {
        return None;
    }
    changed(path, nfkc(path))
}

/// Maps characters as NFC does: U+037E is a semicolon.
fn composed(path: &str) -> Option<String> {
    changed(path, NFC.normalize(path).into_owned())
}

/// Removes spaces and controls from the end of each segment: `.. ` is a dot segment then.
fn without_blanks(path: &str) -> Option<String> {
    each_segment(path, |segment| segment.trim_end_matches(is_blank))
}

/// Removes dots, spaces and controls from the end of names, as Windows does. Dot segments stay, but three dots and more, or
/// dots before a space, are a name of which nothing is left.
fn trimmed(path: &str) -> Option<String> {
    each_segment(path, |segment| match segment {
        "." | ".." => segment,
        _ => segment.trim_end_matches(|c: char| c == '.' || is_blank(c)),
    })
}

/// Removes the characters that have no width, which UTS 46 and others ignore, and those that represent octets which are not
/// UTF-8, because some programs leave such octets out: to them, `/adm%80in` is `/admin`.
fn without_ignored(path: &str) -> Option<String> {
    let is_left_out = |c: char| c == char::REPLACEMENT_CHARACTER || is_ignored(c);
    let reading = || path.chars().filter(|c| !is_left_out(*c)).collect();
    path.contains(is_left_out).then(reading)
}

fn without_last_slash(path: &str) -> Option<String> {
    let reading = path.trim_end_matches('/');
    (reading.len() < path.len() && !reading.is_empty()).then(|| reading.to_owned())
}

/// Leaves out the streams of NTFS, which name the same file or folder: `/admin::$DATA`, `/admin:$I30:$INDEX_ALLOCATION`.
fn without_streams(path: &str) -> Option<String> {
    each_segment(path, |segment| match segment.find(':') {
        Some(colon) if segment.contains(":$") => &segment[..colon],
        _ => segment,
    })
}

/// Leaves out what ASP.NET writes into a path when it has no cookies, also within a word: `/(S(x))/ad(S(x))min`.
fn without_sessions(path: &str) -> Option<String> {
    let (mut reading, mut rest) = (String::with_capacity(path.len()), path);
    while let Some(start) = rest.find('(') {
        let (before, from) = rest.split_at(start);
        reading.push_str(before);
        rest = match session(from) {
            Some(after) => after,
            None => {
                reading.push('(');
                &from[1..]
            }
        };
    }
    reading.push_str(rest);
    changed(path, reading)
}

/// What comes after a parenthesis with letters that each have a value in parentheses: `(S(x)F(y))`.
fn session(text: &str) -> Option<&str> {
    let mut rest = text.strip_prefix('(')?;
    loop {
        let value = rest.strip_prefix(|c: char| c.is_ascii_alphabetic())?.strip_prefix('(')?;
        rest = &value[value.find([')', '/']).filter(|at| value[*at..].starts_with(')'))? + 1..];
        if let Some(after) = rest.strip_prefix(')') {
            return Some(after);
        }
    }
}

/// Leaves out the authority of a path that begins with two slashes. A program that resolves the path as a reference, such
/// as `new URL(request.url, base)` in Node, reads `//h/admin` as `/admin` of the host `h`.
fn without_authority(path: &str) -> Option<String> {
    let rest = path.strip_prefix("//")?.trim_start_matches('/');
    Some(rest.find('/').map_or("/", |at| &rest[at..]).to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use icu_normalizer::properties::CanonicalCombiningClassMap;
    use unicode_normalization::UnicodeNormalization as _;
    use unicode_normalization::char::canonical_combining_class;

    use super::*;
    use crate::readings::marks::marks;

    /// ICU with what it lacks is the newer Unicode of another crate, also where marks follow: only the order of marks that ICU does
    /// not know may be another one.
    #[test]
    fn normal_forms_are_those_of_unicode() {
        let class = CanonicalCombiningClassMap::new();
        let fit = |c: char| match c {
            '∕' | '⁄' => '/',
            '∖' | '¥' | '₩' => '\\',
            c => c,
        };
        for c in '\0'..=char::MAX {
            let is_new_mark = class.get_u8(c) != canonical_combining_class(c);
            for text in [String::from(c), alloc::format!("e\u{301}{c}\u{327}")] {
                if is_new_mark && text.len() > c.len_utf8() {
                    continue;
                }
                let composed: String = text.nfc().collect();
                assert_eq!(super::composed(&text).as_deref().unwrap_or(&text), composed, "{c:?}");
                let mapped: String = text.nfkc().map(fit).collect();
                let how = "run cargo run -p oneiri-policy --example lookalikes";
                assert_eq!(nfkc(&text), mapped, "{c:?}: {how}");
                assert_eq!(super::mapped(&text).as_deref().unwrap_or(&text), mapped, "{c:?}");
            }
        }
    }

    /// A step that is left out because of what a path has in it would change nothing.
    #[test]
    fn a_step_without_its_marks_changes_nothing() {
        #[rustfmt::skip]
        let pieces = [
            "", "a", "/", "//", ".", "..", "%", "%2e", "%2F", "%5c", "%u002e", "%c0", "%80", "\u{FFFD}",
            "\u{3164}", "%AE", "%E0%80%af", "%25", "%00", "\0", "?", "#", ";", "\\", " ", "\t", "\u{7F}", "é",
            "e\u{301}", "…", "∕", "\u{37E}", "\u{A0}", "\u{85}", "\u{200B}", "\u{FF0F}", "\u{F900}", "¥",
            ":$x", "(S(a))",
        ];
        for one in pieces {
            for two in pieces {
                for three in pieces {
                    let path = ["/", one, two, three].concat();
                    let marks = marks(&path);
                    for (nth, step) in STEPS.iter().enumerate() {
                        let reading = (step.change)(&path).filter(|reading| *reading != path);
                        assert!(step.marks & marks != 0 || reading.is_none(), "{path:?}: step {nth}");
                    }
                    let once = decoded(&path).unwrap_or_else(|| path.clone());
                    assert!(has_lenient_form(&path) || leniently(&path) == once, "{path:?}");
                    let composed: String = path.nfc().collect();
                    assert_eq!(super::composed(&path).unwrap_or_else(|| path.clone()), composed);
                    assert_eq!(mapped(&path).unwrap_or_else(|| path.clone()), nfkc(&path));
                }
            }
        }
    }
}
