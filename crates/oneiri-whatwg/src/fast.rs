//! Recognizes texts that the parser would not change, in one pass and without writing anything.
//!
//! This is an optimization and no part of the Standard. The law `fast_path_is_the_state_machine` holds
//! it to [`crate::parser`]: what it recognizes, the state machine leaves as it is, with these offsets.

use crate::parser::dots;
use crate::percent::PercentEncodeSet;
use crate::scheme::default_port;
use crate::url::Offsets;

/// Bytes that end a host or that a host in its normal form does not have.
const HOST: u8 = 1;
/// Bytes that end a path, or that the parser would change in one.
const PATH: u8 = 1 << 1;
/// Bytes that end a query, or that the parser would change in one.
const QUERY: u8 = 1 << 2;
/// Bytes that the parser would change in a fragment.
const FRAGMENT: u8 = 1 << 3;
/// A slash.
const SLASH: u8 = 1 << 4;
/// Bytes that dot segments begin with: one bit above a slash.
const DOT: u8 = SLASH << 1;

/// At which bytes each component stops, and what may begin a dot segment.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        let host = !matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_');
        // `|` may stand behind a drive letter.
        let path = PercentEncodeSet::PATH.contains(byte) || matches!(byte, b'\\' | b'|');
        let query = PercentEncodeSet::SPECIAL_QUERY.contains(byte);
        let fragment = PercentEncodeSet::FRAGMENT.contains(byte);
        classes[index] = host as u8 * HOST
            | path as u8 * PATH
            | query as u8 * QUERY
            | fragment as u8 * FRAGMENT
            | (byte == b'/') as u8 * SLASH
            | matches!(byte, b'.' | b'%') as u8 * DOT;
        index += 1;
    }
    classes
};

/// The first offset from `start` on at which a component stops, or the length.
#[inline]
fn stop(bytes: &[u8], start: usize, component: u8) -> usize {
    let mut index = start;
    while let Some(&byte) = bytes.get(index) {
        if CLASSES[usize::from(byte)] & component != 0 {
            break;
        }
        index += 1;
    }
    index
}

/// The offsets of a text with a special scheme that is in its normal form. `None` if it is not, or if
/// finding out takes more than this pass: credentials and IP addresses are left to the parser.
pub(crate) fn normal_form(text: &str) -> Option<Offsets> {
    let bytes = text.as_bytes();
    let scheme_end = match bytes {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => 5,
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => 4,
        [b'f', b'i', b'l', b'e', b':', b'/', b'/', ..] => 4,
        [b'f', b't', b'p', b':', b'/', b'/', ..] => 3,
        [b'w', b's', b's', b':', b'/', b'/', ..] => 3,
        [b'w', b's', b':', b'/', b'/', ..] => 2,
        _ => return None,
    };
    let host_start = scheme_end + 3;
    let host_end = stop(bytes, host_start, HOST);
    let host = &bytes[host_start..host_end];
    let file = bytes.starts_with(b"file");
    let refused = if file { host == b"localhost" } else { host.is_empty() };
    if refused || (!host.is_empty() && may_end_in_a_number(host)) {
        return None;
    }
    let path_start = match bytes.get(host_end)? {
        b'/' => host_end,
        b':' if !file => port(text, scheme_end, host_end)?,
        _ => return None,
    };
    let mut end = path(bytes, path_start)?;
    let query_start = end;
    if bytes.get(end) == Some(&b'?') {
        end = stop(bytes, end + 1, QUERY);
    }
    let fragment_start = end;
    if bytes.get(end) == Some(&b'#') {
        end = stop(bytes, end + 1, FRAGMENT);
    }
    let username_end = host_start;
    (end == bytes.len()).then_some(Offsets {
        scheme_end,
        username_end,
        host_start,
        host_end,
        path_start,
        query_start,
        fragment_start,
    })
}

/// Whether the parser leaves a path, given without its first slash, as it is.
pub(crate) fn is_normal_path(path: &str) -> bool {
    let bytes = path.as_bytes();
    let begins = matches!(bytes.first(), Some(b'.' | b'%'));
    self::path(bytes, 0) == Some(bytes.len())
        && !(begins && dots(bytes.split(|byte| *byte == b'/').next().unwrap_or_default()) > 0)
}

/// Whether a text is a domain in its normal form.
pub(crate) fn is_normal_domain(host: &str) -> bool {
    stop(host.as_bytes(), 0, HOST) == host.len() && !may_end_in_a_number(host.as_bytes())
}

/// The end of the path. `None` if it has dot segments.
#[inline]
fn path(bytes: &[u8], start: usize) -> Option<usize> {
    // One loop for all segments, because each end of a loop is a branch that is predicted wrongly.
    let (mut end, mut before, mut dotted) = (start, 0, 0);
    while let Some(&byte) = bytes.get(end) {
        let class = CLASSES[usize::from(byte)];
        if class & PATH != 0 {
            break;
        }
        dotted |= (before << 1) & class & DOT;
        before = class;
        end += 1;
    }
    let has_dots = || bytes[start..end].split(|byte| *byte == b'/').any(|it| dots(it) > 0);
    (dotted == 0 || !has_dots()).then_some(end)
}

/// Whether the last label begins with a digit, as every number does, or is empty.
fn may_end_in_a_number(host: &[u8]) -> bool {
    let label = host.iter().rposition(|byte| *byte == b'.').map_or(0, |dot| dot + 1);
    host.get(label).is_none_or(u8::is_ascii_digit)
}

/// The end of the port that begins with the colon at `colon`, if it is written as the parser writes it.
fn port(text: &str, scheme_end: usize, colon: usize) -> Option<usize> {
    let rest = &text[colon + 1..];
    let digits = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
    let port: u16 = digits.parse().ok()?;
    let zeros = digits.len() > 1 && digits.starts_with('0');
    let default = default_port(&text[..scheme_end]) == Some(port);
    let end = colon + 1 + digits.len();
    (!zeros && !default && text.as_bytes().get(end) == Some(&b'/')).then_some(end)
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::normal_form;
    use crate::parser;

    const PIECES: &[&str] = &[
        "a",
        "b",
        "Z",
        "0",
        "9",
        "1x",
        "/",
        "/",
        "/",
        ".",
        "..",
        "/.",
        "/..",
        "%2e",
        "%2E",
        "%41",
        "%",
        "?",
        "#",
        "'",
        "`",
        "^",
        "|",
        "c|",
        "c:",
        "{",
        "\\",
        " ",
        "\t",
        "@",
        ":",
        ":80",
        ":443",
        ":8080",
        ":0",
        ":08",
        ":65536",
        "localhost",
        "xn--a",
        "-",
        "_",
        "~",
        "!",
        "[::1]",
        "127.0.0.1",
        "0x7f",
        "é",
        "\"",
        "<",
        "\u{7F}",
        "=",
        "&",
        "+",
    ];
    const STARTS: &[&str] = &[
        "http://",
        "https://",
        "ws://",
        "wss://",
        "ftp://",
        "file://",
        "file:///",
        "http://h",
        "http://h/",
        "https://a.b/c/",
        "file:///c:/",
        "http:",
        "HTTP://",
        "foo://",
        "https://h/?",
        "https://h/#",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100_000))]

        #[test]
        fn fast_path_is_the_state_machine(
            start in select(STARTS),
            pieces in prop::collection::vec(select(PIECES), 0..8),
        ) {
            let text = String::from(start) + &pieces.concat();
            let url = parser::parse(&text, None);
            if let Some(offsets) = normal_form(&text) {
                let url = url.unwrap();
                prop_assert_eq!((&text, offsets), (&url.href, url.offsets));
            } else if let Ok(url) = url {
                // What is plain in any case is recognized, so that the law above says something.
                let plain = url.href == text
                    && url.is_special()
                    && matches!(url.host_kind(), Some(crate::Host::Domain(_) | crate::Host::Empty))
                    && !url.includes_credentials()
                    && !text.contains(['|', '!', '~', '=', '&', '+', '\'', '"', '`', '{', '%'])
                    && !url.hostname().rsplit('.').next().is_some_and(|label| label.is_empty() || label.starts_with(|c: char| c.is_ascii_digit()));
                prop_assert!(!plain || url.hostname().is_empty(), "{} is not recognized", text);
            }
        }
    }

    #[test]
    fn common_urls_are_recognized() {
        let texts =
            ["https://example.com/", "http://h:8080/a/.b/c..?d='e#f", "file:///usr/lib/x.so"];
        let recognized: Vec<_> = texts.iter().map(|text| normal_form(text).is_some()).collect();
        assert_eq!(recognized, [true, false, true]);
    }
}
