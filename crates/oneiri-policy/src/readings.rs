//! The paths that servers may read a path as.
//!
//! Servers decode escapes, remove parameters, merge slashes, remove dot segments and map characters, each in an order of
//! its own. So the readings of a path are a set that is closed under all of these steps: whatever the order, the path
//! that a server reads is in it.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use icu_properties::{CodePointSetData, CodePointSetDataBorrowed, props};
use unicode_normalization::UnicodeNormalization as _;

use crate::pattern::escape;

/// The greatest number of readings. A path with more of them is denied where a rule looks at it.
const MOST: usize = 200;

/// What a server may do to a path. `None` if it changes nothing.
type Step = fn(&str) -> Option<String>;

const STEPS: [Step; 18] = [
    decoded,
    decoded_leniently,
    decoded_as_octets,
    with_slashes_decoded,
    |path| until(path, '\0'),
    |path| until(path, '?'),
    |path| until(path, '#'),
    without_parameters,
    with_slashes,
    with_slashes_merged,
    without_dots,
    mapped,
    composed,
    without_blanks,
    trimmed,
    without_ignored,
    without_last_slash,
    without_authority,
];

/// Whether programs surely read a path as it is.
pub(crate) fn is_plain(path: &str) -> bool {
    let bytes = path.as_bytes();
    let mut before = 0;
    for byte in bytes {
        let plain = match byte {
            b'%' | b'\\' | b';' | b'?' | b'#' => false,
            b'/' => !matches!(before, b'/' | b'.'),
            byte => *byte > b' ' && *byte < 0x7F,
        };
        if !plain {
            return false;
        }
        before = *byte;
    }
    before != b'.' && (before != b'/' || bytes.len() == 1)
}

/// All readings of some paths, and these paths. `None` if there are more than [`MOST`].
pub(crate) fn readings<'a>(paths: impl Iterator<Item = &'a str>) -> Option<BTreeSet<String>> {
    let mut found: BTreeSet<String> = paths.map(ToOwned::to_owned).collect();
    let mut new: Vec<String> = found.iter().cloned().collect();
    while let Some(path) = new.pop() {
        for step in STEPS {
            let Some(reading) = step(&path) else { continue };
            if !found.contains(&reading) {
                if found.len() >= MOST {
                    return None;
                }
                found.insert(reading.clone());
                new.push(reading);
            }
        }
    }
    Some(found)
}

fn changed(path: &str, reading: String) -> Option<String> {
    (reading != path).then_some(reading)
}

/// Decodes each escape once.
fn decoded(path: &str) -> Option<String> {
    if !path.contains('%') {
        return None;
    }
    changed(path, String::from_utf8_lossy(&oneiri::percent::decode(path)).into_owned())
}

/// The same, for programs that also take the form `%u0061` of Microsoft and overlong forms. To others, these are characters
/// without a meaning, beside which a segment has another name.
fn decoded_leniently(path: &str) -> Option<String> {
    if !path.contains('%') {
        return None;
    }
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
                if let Some(octet) = escape(bytes, at) {
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
    changed(path, String::from_utf8_lossy(&with_overlong_forms(decoded)).into_owned())
}

/// Decodes escapes that are not UTF-8 as one character for each octet, which older servers do: ISO 8859-1.
fn decoded_as_octets(path: &str) -> Option<String> {
    if !path.contains('%') {
        return None;
    }
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
            [0xF0, 0x80, high @ 0x80..=0x81, last @ 0x80..=0xBF, ..] => {
                (high << 6 | last & 0x3F, 4)
            }
            _ => (*first, 1),
        };
        plain.push(octet);
        rest = if length == 1 { after } else { rest.get(length..).unwrap_or_default() };
    }
    plain
}

/// Decodes the escapes of slashes alone, as proxies do that unescape nothing else.
fn with_slashes_decoded(path: &str) -> Option<String> {
    if !path.contains("%2") && !path.contains("%5") {
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

fn each_segment(path: &str, change: impl Fn(&str) -> &str) -> Option<String> {
    let segments: Vec<&str> = path.split('/').map(change).collect();
    changed(path, segments.join("/"))
}

fn without_parameters(path: &str) -> Option<String> {
    if !path.contains(';') {
        return None;
    }
    each_segment(path, |segment| segment.split(';').next().unwrap_or_default())
}

fn with_slashes(path: &str) -> Option<String> {
    path.contains('\\').then(|| path.replace('\\', "/"))
}

fn with_slashes_merged(path: &str) -> Option<String> {
    if !path.contains("//") {
        return None;
    }
    let mut reading = String::with_capacity(path.len());
    for c in path.chars() {
        if c != '/' || !reading.ends_with('/') {
            reading.push(c);
        }
    }
    Some(reading)
}

fn without_dots(path: &str) -> Option<String> {
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
            ".." if segments.len() > 1
                || segments.first().is_some_and(|first| !first.is_empty()) =>
            {
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
    if path.is_ascii() {
        return None;
    }
    changed(path, nfkc(path))
}

/// The text in NFKC, with the slashes that the best fit of Windows maps.
pub(crate) fn nfkc(text: &str) -> String {
    let fit = |c: char| match c {
        '∕' | '⁄' => '/',
        '∖' => '\\',
        c => c,
    };
    text.nfkc().map(fit).collect()
}

/// The text without a difference between capital and small letters. Each letter is written as the small letter of its
/// capital letter, because programs compare one or the other: `ſ` is `s`, `K` is `k`, and `ı` and `İ` are `i`.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let small = |c: char| match c {
        'İ' => 'i'.to_lowercase(),
        c => c.to_lowercase(),
    };
    text.chars().flat_map(char::to_uppercase).flat_map(small).collect()
}

/// The same for octets that may not be UTF-8.
pub(crate) fn folded_octets(octets: &[u8]) -> Vec<u8> {
    match core::str::from_utf8(octets) {
        Ok(text) => folded(text).into_bytes(),
        Err(_) => octets.to_ascii_lowercase(),
    }
}

/// Maps characters as NFC does: U+037E is a semicolon.
fn composed(path: &str) -> Option<String> {
    if path.is_ascii() {
        return None;
    }
    changed(path, path.nfc().collect())
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

/// Whether programs may ignore a character at the end of a name.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Removes the characters that have no width, which UTS 46 and others ignore, and those that stand for octets which are not
/// UTF-8, because some programs leave such octets out: to them, `/adm%80in` is `/admin`.
fn without_ignored(path: &str) -> Option<String> {
    if path.is_ascii() {
        return None;
    }
    let is_kept = |c: &char| *c != char::REPLACEMENT_CHARACTER && !is_ignored(*c);
    changed(path, path.chars().filter(is_kept).collect())
}

/// The characters that are not shown where a program does not know them: `Default_Ignorable_Code_Point` of UAX 44.
const IGNORED: CodePointSetDataBorrowed<'static> =
    CodePointSetData::new::<props::DefaultIgnorableCodePoint>();

/// Whether a character has no width, so that programs may ignore it.
pub(crate) fn is_ignored(c: char) -> bool {
    !c.is_ascii() && IGNORED.contains(c)
}

fn without_last_slash(path: &str) -> Option<String> {
    let reading = path.trim_end_matches('/');
    (reading.len() < path.len() && !reading.is_empty()).then(|| reading.to_owned())
}

/// Leaves out the authority of a path that begins with two slashes. A program that resolves the path as a reference, such
/// as `new URL(request.url, base)` in Node, reads `//h/admin` as `/admin` of the host `h`.
fn without_authority(path: &str) -> Option<String> {
    let rest = path.strip_prefix("//")?.trim_start_matches('/');
    Some(rest.find('/').map_or("/", |at| &rest[at..]).to_owned())
}

/// Says that there are too many readings.
pub(crate) fn too_many() -> String {
    format!("servers may read the path in more than {MOST} ways, and a rule looks at it")
}
