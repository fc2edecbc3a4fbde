//! Special schemes, and the authorities after them.

use core::ops::Range;

use oneiri::Masks;

use super::rest::bits;
use crate::{host, parser};

/// The start of a text: a special scheme, `://`, a host, and perhaps a port. Letters may be upper-case. If
/// the scheme is `file`, the host may be empty, there is no port, and no drive letter follows.
#[derive(Clone, Copy)]
pub(super) struct Authority<'t> {
    /// In lower case.
    pub(super) scheme: &'t str,
    /// Where the credentials begin, if there are any, and the `@` after them.
    pub(super) start: usize,
    pub(super) host: Host,
    pub(super) host_start: usize,
    pub(super) host_end: usize,
    /// The port as it is written in a URL. Empty if there is none.
    pub(super) port: &'t str,
    /// The offset of what comes after: nothing, a slash, `?` or `#`.
    pub(super) end: usize,
    /// Whether the parser surely leaves scheme, host and port as they are.
    pub(super) is_normal: bool,
}

/// What the host of a special URL is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Host {
    /// An ASCII domain in lower case that does not end in a number, an address in its normal form, or no
    /// host in a file.
    Normal,
    /// The same, perhaps with capitals.
    Ascii,
    /// An IPv4 address in another spelling.
    Ipv4(u32),
    /// An IPv6 address in another spelling.
    Ipv6,
    /// A domain beyond ASCII, or with escapes, which may be invalid, or left to the parser.
    Other,
}

impl<'t> Authority<'t> {
    /// The authority after a [`scheme`]. `None` if the text goes on in another way. `masks` are those of its
    /// first 64 bytes.
    #[inline(always)]
    pub(super) fn new(text: &'t str, (scheme, start): (&'static str, usize), masks: &Masks) -> Option<Self> {
        let mut authority = Self::behind(text, start, scheme, masks)?;
        // A scheme in lower case stands in the text as it stands in the list.
        authority.is_normal &= masks.upper & ((1 << start) - 1) == 0;
        Some(authority)
    }

    /// The authority of a text that begins at an offset below 64, after the two slashes.
    #[inline(always)]
    pub(super) fn behind(text: &'t str, start: usize, scheme: &'t str, masks: &Masks) -> Option<Self> {
        let ends = (masks.slash | masks.question | masks.hash) & (!0 << start);
        let end = if ends != 0 { ends.trailing_zeros() as usize } else { text.len() };
        // An authority that ends after the masks is left to the parser.
        if end >= 64 {
            return None;
        }
        let (bytes, within) = (text.as_bytes(), (!0 << start) & ((1 << end) - 1));
        let mut authority = Self {
            scheme,
            start,
            host: Host::Normal,
            host_start: start,
            host_end: end,
            port: "",
            end,
            is_normal: true,
        };
        if scheme == "file" {
            let host = &text[start..end];
            let plain = within & (masks.check | masks.colon_or_at) == 0;
            let is_host = host.is_empty() || (plain && !host.eq_ignore_ascii_case("localhost"));
            // A drive letter may follow.
            if !is_host || matches!(bytes.get(end + 2), Some(b':' | b'|')) {
                return None;
            }
            if host.is_empty() {
                return Some(authority);
            }
        }
        let delimiters = within & masks.colon_or_at;
        if delimiters != 0 {
            let (host_start, host_end) = match bytes[start] {
                b'[' => (start, bracket(bytes, start, end, delimiters, within & masks.check)?),
                _ => places(bytes, start, end, delimiters)?,
            };
            (authority.host_start, authority.host_end) = (host_start, host_end);
            authority.is_normal = host_start == start;
            if host_end < end {
                let (digits, is_written) = digits(&text[host_end + 1..end], scheme)?;
                authority.port = digits;
                authority.is_normal &= is_written;
            }
        }
        let Self { host_start, host_end, .. } = authority;
        let within = (!0 << host_start) & ((1 << host_end) - 1);
        let dots = within & masks.dot;
        // The last label begins after the last dot.
        let label = if dots == 0 { host_start } else { 64 - dots.leading_zeros() as usize };
        if within & masks.check != 0 {
            authority.host = unusual(text, host_start..host_end, masks.colon_or_at)?;
        } else if bytes[..host_end].get(label).is_none_or(u8::is_ascii_digit) {
            let is_normal = is_dotted_decimal(&bytes[..host_end], host_start, dots);
            authority.host = if is_normal { Host::Normal } else { numeric(&text[host_start..host_end])? };
        } else if within & masks.upper != 0 {
            authority.host = Host::Ascii;
        }
        authority.is_normal &= authority.host == Host::Normal;
        Some(authority)
    }
}

/// Whether an authority surely is the domain of `http` or `https`: not empty, and after its last dot is no digit.
#[inline(always)]
pub(super) fn is_plain(bytes: &[u8], start: usize, masks: &Masks) -> bool {
    let ends = (masks.slash | masks.question | masks.hash) & (!0 << start);
    let host = (ends & ends.wrapping_neg()).wrapping_sub(1) & (!0 << start);
    let label = 64 - (masks.dot & host).leading_zeros() as usize;
    let first = bytes.get(label.max(start)).copied().unwrap_or_default();
    // After an authority without an end nothing else is in the masks, and `first` may be a slash after a dot.
    ends != 0
        && host & (masks.check | masks.colon_or_at) == 0
        && bytes[0] | 0x20 == b'h'
        && !matches!(first, b'0'..=b'9' | b'/' | b'?' | b'#')
}

/// Where the host ends that begins with a bracket. `None` if it is left to the parser.
#[inline(never)]
fn bracket(bytes: &[u8], start: usize, end: usize, delimiters: u64, check: u64) -> Option<usize> {
    // The closing bracket is the next byte that needs a look.
    let close = (check & !(1 << start)).trailing_zeros() as usize;
    let behind = delimiters & (!0 << close.min(63));
    let is_port = behind & behind.wrapping_sub(1) == 0 && bytes.get(close + 1) == Some(&b':');
    let ends = if behind == 0 { end == close + 1 } else { is_port };
    (bytes.get(close) == Some(&b']') && ends).then_some(close + 1)
}

/// Where the host begins after the credentials, and where a colon or the authority ends it. `None` if the
/// credentials are left to the parser.
#[inline(never)]
fn places(bytes: &[u8], start: usize, end: usize, delimiters: u64) -> Option<(usize, usize)> {
    let (mut host_start, mut colon) = (start, None);
    for place in bits(delimiters) {
        if bytes[place] == b'@' {
            (host_start, colon) = (place + 1, None);
        } else {
            colon = colon.or(Some(place));
        }
    }
    // A tab, a newline or a backslash; and a bracket after credentials.
    let refused = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b'\\');
    if host_start > start && bytes[start..host_start].iter().any(refused) {
        return None;
    }
    (bytes.get(host_start) != Some(&b'[')).then_some((host_start, colon.unwrap_or(end)))
}

/// The digits of a port as they are written in a URL, and whether they are all that was given. `None` if
/// the port is invalid.
fn digits<'t>(digits: &'t str, scheme: &str) -> Option<(&'t str, bool)> {
    match parser::port(digits, scheme).ok()? {
        None => Some(("", false)),
        Some(0) => Some(("0", digits == "0")),
        Some(_) => Some((digits.trim_start_matches('0'), !digits.starts_with('0'))),
    }
}

/// What a host of plain ASCII is whose last label begins with a digit or is empty. `None` if it is empty or
/// invalid.
#[inline(never)]
fn numeric(text: &str) -> Option<Host> {
    match host::ipv4::parse(text, &mut ()) {
        Ok(address) => Some(Host::Ipv4(address)),
        Err(_) if text.is_empty() || host::ends_in_a_number(text) => None,
        Err(_) => Some(Host::Ascii),
    }
}

/// Whether an IPv4 address that ends a text is written as a URL has it: four decimal numbers without leading zeros.
/// `dots` are its dots. Without branches for its digits, because the processor foresees none of them.
fn is_dotted_decimal(text: &[u8], start: usize, dots: u64) -> bool {
    let (mut from, mut ends, mut is_valid) = (start, dots | 1 << text.len(), dots.count_ones() == 3);
    if !is_valid {
        return false;
    }
    for _ in 0..4 {
        let to = ends.trailing_zeros() as usize;
        let length = to - from;
        let (1..=3, Some(octet)) = (length, text[..to].last_chunk()) else { return false };
        let digits = (u32::from_be_bytes(*octet) ^ 0x3030_3030) & (u32::MAX >> (32 - 8 * length));
        let [_, hundreds, tens, ones] = digits.to_be_bytes().map(u32::from);
        let are_digits = (digits.wrapping_add(0x0606_0606) | digits) & 0xF0F0_F0F0 == 0;
        let has_leading_zero = (length > 1) & (digits >> (8 * length - 8) == 0);
        is_valid &= are_digits & !has_leading_zero & (100 * hundreds + 10 * tens + ones <= 255);
        (from, ends) = (to + 1, ends & (ends - 1));
    }
    is_valid
}

/// Whether the first bytes of a text, as many as `length`, surely are an IPv6 address as a URL has it. `colons` has the
/// bits of their colons. Without branches for its digits, as above.
fn is_normal_ipv6(text: &[u8], length: usize, colons: u64) -> bool {
    if !(2..=39).contains(&length) {
        return false;
    }
    let (mut zeros, mut valid) = (0, 0);
    for at in (0..length).step_by(8) {
        let word = match text[at..].first_chunk() {
            Some(word) => u64::from_le_bytes(*word),
            None => text[at..].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        // In each byte, the sum has its highest bit set if the byte is `first` or greater.
        let from = |first: u8| (word & !HIGH) + u64::from(0x80 - first) * EACH;
        let digits = from(b'0');
        let (zero, digit) = (digits ^ from(b'1'), digits ^ from(b':' + 1));
        zeros |= gather(zero & !word) << at;
        valid |= gather((digit | from(b'a') ^ from(b'f' + 1)) & !word) << at;
    }
    let all = !0 >> (64 - length);
    let (colons, pieces) = (colons & all, all & !colons);
    let (starts, ends) = (pieces & !(pieces << 1), pieces & !(pieces >> 1));
    let second = colons & colons << 1;
    let zero = zeros & starts & ends;
    let wrong = (all & !valid)
        // A leading zero, five digits, a colon alone at an end, zeros in a row, and zeros beside the two colons.
        | (zeros & starts & !ends)
        | (pieces & pieces << 1 & pieces << 2 & pieces << 3 & pieces << 4)
        | (colons & !(second | second >> 1) & (1 | 1 << (length - 1)))
        | (zero & zero << 2)
        | (second & (zero << 2 | zero >> 1));
    let count = starts.count_ones();
    let is_whole = match second.count_ones() {
        0 => count == 8,
        1 => count <= 6,
        _ => false,
    };
    wrong == 0 && is_whole
}

const EACH: u64 = u64::from_le_bytes([1; 8]);
const HIGH: u64 = EACH << 7;

/// The highest bit of each byte.
fn gather(word: u64) -> u64 {
    (word & HIGH).wrapping_mul(0x0002_0408_1020_4081) >> 56
}

/// Classifies a host that has more than plain ASCII, such as an address in brackets or a name in another script. `None` if it is an
/// invalid address.
#[inline(never)]
fn unusual(text: &str, host: Range<usize>, colons: u64) -> Option<Host> {
    let start = host.start + 1;
    if text.as_bytes()[host.start] == b'[' {
        let address = text[start..host.end].strip_suffix(']')?;
        if is_normal_ipv6(&text.as_bytes()[start..], address.len(), colons >> start) {
            return Some(Host::Normal);
        }
        let (written, end) = host::ipv6::written(host::ipv6::parse(address, &mut ()).ok()?);
        let is_normal = written[..end] == *address.as_bytes();
        return Some(if is_normal { Host::Normal } else { Host::Ipv6 });
    }
    Some(Host::Other)
}

/// The special scheme that a text begins with, in lower case, and where the `://` after it ends.
#[inline(always)]
pub(super) fn scheme(text: &str) -> Option<(&'static str, usize)> {
    const LETTERS: u64 = u64::from_le_bytes(*b"\x20\x20\x20\x20\x20\0\0\0");
    const HTTP: u64 = u64::from_le_bytes(*b"http://\0");
    const FILE: u64 = u64::from_le_bytes(*b"file://\0");
    const HTTPS: u64 = u64::from_le_bytes(*b"https://");
    let first = u64::from_le_bytes(*text.as_bytes().first_chunk()?);
    if first | LETTERS == HTTPS {
        Some(("https", 8))
    } else if (first | LETTERS >> 8) << 8 == HTTP << 8 {
        Some(("http", 7))
    } else if (first | LETTERS >> 8) << 8 == FILE << 8 {
        Some(("file", 7))
    } else {
        other_scheme(text)
    }
}

/// `ws`, `wss` and `ftp`.
#[inline(never)]
fn other_scheme(text: &str) -> Option<(&'static str, usize)> {
    let scheme = &text[..text.bytes().take(4).position(|byte| byte == b':')?];
    let is_scheme = |known: &&str| scheme.eq_ignore_ascii_case(known);
    let known = ["wss", "ws", "ftp"].into_iter().find(is_scheme)?;
    text[scheme.len()..].starts_with("://").then_some((known, scheme.len() + 3))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::{Host, is_dotted_decimal, is_normal_ipv6, unusual};
    use crate::host::{ipv4, ipv6};

    const PIECES: &[&str] =
        &["0", "0", "", "1", "9", "00", "ab", "f", "g", "A", "/", ":", "255", "256", "999", "1000", "12345", "@", "é"];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300_000, failure_persistence: None, ..<_>::default() })]

        #[test]
        fn normal_addresses_are_what_the_serializer_writes(
            pieces in prop::collection::vec(select(PIECES), 1..10),
            behind in select(&["", "]/path", "]:80"][..]),
        ) {
            let (six, four) = (pieces.join(":"), pieces.join("."));
            let mut written = String::new();
            let parsed = ipv6::parse(&six, &mut ()).map(|address| ipv6::serialize(&mut written, address));
            let colons = six.bytes().zip(0..64).fold(0, |all, (byte, at)| all | u64::from(byte == b':') << at);
            let is_normal = is_normal_ipv6(format!("{six}{behind}").as_bytes(), six.len(), colons);
            // Two runs of zeros are left to the serializer.
            prop_assert!(is_normal <= (parsed.is_ok() && written == six), "{}", six);
            prop_assert!(is_normal || parsed.is_err() || written != six || six.matches("0:0").count() > 0, "{}", six);

            let text = format!("http://{four}");
            let dots: Vec<_> = text.match_indices('.').map(|(at, _)| at).collect();
            let mask = dots.iter().fold(0, |all, at| all | 1 << at);
            let mut written = String::new();
            let parsed = ipv4::parse(&four, &mut ()).map(|address| ipv4::serialize(&mut written, address));
            let is_normal = parsed.is_ok() && written == four;
            prop_assert_eq!(is_dotted_decimal(text.as_bytes(), 7, mask), is_normal, "{}", four);
        }
    }

    #[test]
    fn common_addresses_are_normal() {
        for address in ["[::1]", "[::]", "[2001:db8::1]", "[1:2:3:4:5:6:7:8]", "[fe80::abcd:0:1]"] {
            let colons = address.match_indices(':').fold(0, |all, (at, _)| all | 1 << at);
            let end = address.len() - 1;
            assert!(is_normal_ipv6(&address.as_bytes()[1..], end - 1, colons >> 1), "{address}");
            assert!(unusual(address, 0..end + 1, colons) == Some(Host::Normal), "{address}");
        }
    }
}
