//! Recognizes texts that the parser would not change, by the parser of RFC 3986, without writing anything.

use oneiri::{Parts, Uri};

use crate::parser::dots;
use crate::scheme::{default_port, is_special};
use crate::url::value::Offsets;

/// The offsets of a text that is in its normal form. `None` if it is not, or if finding out takes more
/// than a look at its components: credentials and IP addresses are left to the parser.
///
/// RFC 3986 has no byte in a component that the Standard would encode there, but for `'` in a query. What
/// the parser of RFC 3986 calls plain has no dot segments and no upper-case letters in its host.
pub(super) fn offsets(text: &str) -> Option<Offsets> {
    let uri = Uri::parse(text).ok()?;
    let Parts { scheme: Some(scheme), userinfo: None, host, port, path, query, fragment: _ } = uri.parts() else {
        return None;
    };
    let special = is_special(scheme);
    let (authority, host) = (host.is_some(), host.unwrap_or_default());
    let ip = host.starts_with('[') || (special && may_end_in_a_number(host));
    if ip || (special && !(authority && path.starts_with('/'))) {
        return None;
    }
    let file = scheme == "file";
    let no_host = host.is_empty() && (port.is_some() || (special && !file));
    if no_host || (file && (port.is_some() || host == "localhost")) {
        return None;
    }
    // The only character of a query by RFC 3986 that the Standard encodes.
    if special && query.is_some_and(|query| query.contains('\'')) {
        return None;
    }
    let normal = uri.is_plain() || (authority && is_normal(scheme, host, port, path));
    if !normal {
        return None;
    }
    let scheme_end = scheme.len();
    let host_start = scheme_end + if authority { 3 } else { 1 };
    let host_end = host_start + host.len();
    let path_start = host_end + port.map_or(0, |port| port.len() + 1);
    let query_start = path_start + path.len();
    let fragment_start = query_start + query.map_or(0, |query| query.len() + 1);
    let username_end = host_start;
    Some(Offsets { scheme_end, username_end, host_start, host_end, path_start, query_start, fragment_start })
}

/// Whether the parser leaves what is not plain as it is: an escape, a port, or an upper-case letter.
fn is_normal(scheme: &str, host: &str, port: Option<&str>, path: &str) -> bool {
    scheme.bytes().all(|byte| !byte.is_ascii_uppercase())
        && host.bytes().all(is_domain)
        && port.is_none_or(|port| is_normal_port(scheme, port))
        && !has_dots(path)
}

/// Whether a path has dot segments.
fn has_dots(path: &str) -> bool {
    let mut before = 0;
    let may_begin = path.bytes().any(|byte| {
        let slash = core::mem::replace(&mut before, byte) == b'/';
        slash && matches!(byte, b'.' | b'%')
    });
    may_begin && path.split('/').any(|segment| dots(segment.as_bytes()) > 0)
}

/// The bytes that every domain in its normal form has.
fn is_domain(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_')
}

/// Whether the last label begins with a digit, as every number does, or is empty.
fn may_end_in_a_number(host: &str) -> bool {
    let host = host.as_bytes();
    let label = host.iter().rposition(|byte| *byte == b'.').map_or(0, |dot| dot + 1);
    !host.is_empty() && host.get(label).is_none_or(u8::is_ascii_digit)
}

/// Whether a port is written as the parser writes it.
fn is_normal_port(scheme: &str, port: &str) -> bool {
    let zeros = port.len() > 1 && port.starts_with('0');
    let number: Result<u16, _> = port.parse();
    !zeros && number.is_ok_and(|number| default_port(scheme) != Some(number))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::{is_domain, may_end_in_a_number, offsets};
    use crate::fast::{is_url, opaque};
    use crate::{Error, Url, parser};
    use oneiri::Uri;

    const PIECES: &[&str] = &[
        "a", "b", "Z", "0", "9", "1x", "/", "/", "/", ".", "..", "/.", "/..", "%2e", "%2E", "%41", "%", "?", "#", "'",
        "`", "^", "|", "c|", "c:", "{", "\\", " ", "\t", "@", ":", ":80", ":443", ":8080", ":0", ":08", ":65536",
        "localhost", "xn--a", "-", "_", "~", "!", "[::1]", "127.0.0.1", "0x7f", "0300.1", "4294967296",
        "[::ffff:1.2.3.4]", "[1:0:0:A0b::]:81", "b\u{FC}", "Ü", "ш。", "ａ", "ا", "क्", "[1:2:3:4:5:6:7:8]",
        "10.255.0.1", "%C3%BC", "é", "\"", "<", "\u{7F}", "=", "&", "+", "bcdefghijklmnopqrstuvwxyz",
    ];
    const STARTS: &[&str] = &[
        "http://", "https://", "ws://", "wss://", "ftp://", "file://", "file:///", "FILE://H/", "file://locaLhost",
        "file:///./", "http://h", "http://h/", "https://a.b/c/", "file:///c:/", "http:", "HTTP://", "hTTp://H/",
        "https://xn--a.b:", "foo://", "foo:", "fOo:/", "http://u:p@h", "http://@", "https://:é@", "https://h/?",
        "https://h/#",
    ];

    fn same(fast: Result<Url, Error>, slow: &Result<Url, Error>) -> Result<(), TestCaseError> {
        let [fast, slow] = [fast.as_ref(), slow.as_ref()].map(|result| result.map(|url| (&url.href, url.offsets)));
        prop_assert_eq!(fast, slow);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300_000, failure_persistence: None, ..<_>::default() })]

        #[test]
        fn fast_path_is_the_state_machine(
            start in select(STARTS),
            pieces in prop_oneof![
                prop::collection::vec(select(PIECES), 0..8),
                prop::collection::vec(select(PIECES), 20..60),
            ],
        ) {
            let rest = pieces.concat();
            let text = String::from(start) + &rest;
            let url = parser::parse(&text, None);
            if let Some(offsets) = offsets(&text) {
                let url = url.as_ref().unwrap();
                prop_assert_eq!((&text, offsets), (&url.href, url.offsets));
            } else if let Ok(url) = &url {
                // What is surely in its normal form is recognized, so that the law above says something.
                let plain = url.href == text
                    && url.is_special()
                    && !url.includes_credentials()
                    && matches!(url.host_kind(), Some(crate::Host::Domain(_) | crate::Host::Empty))
                    && !may_end_in_a_number(url.hostname())
                    && url.hostname().bytes().all(is_domain)
                    && !text.contains(['%', '\''])
                    && Uri::parse(&text).is_ok();
                prop_assert!(!plain, "{} is not recognized", text);
            }
            if let Some(offsets) = opaque::offsets(&text) {
                let url = url.as_ref().unwrap();
                prop_assert_eq!((&text, offsets), (&url.href, url.offsets));
            }
            same(Url::parse(&text), &url)?;
            prop_assert_eq!(Url::can_parse(&text, None), url.is_ok());
            prop_assert!(!is_url(&text) || url.is_ok());
            let spaced = [" \t", &text].concat();
            prop_assert_eq!(Url::can_parse(&spaced, None), parser::parse(&spaced, None).is_ok());
            let bases = ["https://u:p@h:8/a/b/c?q#f", "http://h/", "file:///C:/a", "foo:/a/b"];
            for (base, text) in bases.iter().flat_map(|base| [(base, &text), (base, &rest)]) {
                let base = parser::parse(base, None).unwrap();
                let joined = parser::parse(text, Some(&base));
                same(Url::parse_with_base(text, &base), &joined)?;
                prop_assert_eq!(Url::can_parse(text, Some(base.href())), joined.is_ok());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100_000, failure_persistence: None, ..<_>::default() })]

        /// A tab is removed from a value, and no shorter way takes a value with a tab.
        #[test]
        fn setters_are_the_state_machine(
            start in select(STARTS),
            pieces in prop::collection::vec(select(PIECES), 0..4),
            value in prop::collection::vec(select(PIECES), 0..6),
        ) {
            let Ok(url) = parser::parse(&(String::from(start) + &pieces.concat()), None) else { return Ok(()) };
            let value = value.concat();
            let with_tab = value.clone() + "\t";
            for set in [Url::set_host, Url::set_hostname, Url::set_pathname] {
                let (mut fast, mut slow) = (url.clone(), url.clone());
                prop_assert_eq!(set(&mut fast, &value).is_ok(), set(&mut slow, &with_tab).is_ok());
                prop_assert_eq!((&fast.href, fast.offsets), (&slow.href, slow.offsets));
            }
        }
    }

    #[test]
    fn common_urls_are_recognized() {
        let texts = ["https://example.com/", "http://h:8080/a/.b/c..?d='e#f", "file:///usr/lib/x.so"];
        let recognized: Vec<_> = texts.iter().map(|text| offsets(text).is_some()).collect();
        assert_eq!(recognized, [true, false, true]);
    }
}
