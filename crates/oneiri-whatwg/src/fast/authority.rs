//! Special schemes, and the authorities after them.

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
    /// A domain beyond ASCII, or with escapes, which may be invalid.
    Other,
}

impl<'t> Authority<'t> {
    /// The authority after a [`scheme`]. `None` if the text goes on in another way. `masks` are those of its
    /// first 64 bytes.
    #[inline(always)]
    pub(super) fn new(
        text: &'t str,
        (scheme, start): (&'static str, usize),
        masks: &Masks,
    ) -> Option<Self> {
        let mut authority = Self::behind(text, start, scheme, masks)?;
        // A scheme in lower case stands in the text as it stands in the list.
        authority.is_normal &= masks.upper & ((1 << start) - 1) == 0;
        Some(authority)
    }

    /// The authority of a text that begins at an offset below 64, after the two slashes.
    #[inline(always)]
    pub(super) fn behind(
        text: &'t str,
        start: usize,
        scheme: &'t str,
        masks: &Masks,
    ) -> Option<Self> {
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
            authority.host = unusual(&text[host_start..host_end])?;
        } else if bytes[..host_end].get(label).is_none_or(u8::is_ascii_digit) {
            authority.host = numeric(&text[host_start..host_end])?;
        } else if within & masks.upper != 0 {
            authority.host = Host::Ascii;
        }
        authority.is_normal &= authority.host == Host::Normal;
        Some(authority)
    }
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
    if is_dotted_decimal(text.as_bytes()) {
        return Some(Host::Normal);
    }
    match host::ipv4::parse(text, &mut ()) {
        Ok(address) => Some(Host::Ipv4(address)),
        Err(_) if text.is_empty() || host::ends_in_a_number(text) => None,
        Err(_) => Some(Host::Ascii),
    }
}

/// Whether a text is an IPv4 address as a URL has it: four decimal numbers without leading zeros. The parser of the
/// standard library is slower.
fn is_dotted_decimal(text: &[u8]) -> bool {
    let (mut dots, mut number, mut digits) = (0, 0_u32, 0);
    for byte in text {
        if *byte == b'.' {
            if digits == 0 {
                return false;
            }
            (dots, number, digits) = (dots + 1, 0, 0);
        } else {
            let has_leading_zero = digits > 0 && number == 0;
            (number, digits) = (number * 10 + u32::from(byte.wrapping_sub(b'0')), digits + 1);
            if !byte.is_ascii_digit() || number > 255 || has_leading_zero {
                return false;
            }
        }
    }
    dots == 3 && digits > 0
}

/// What a host is that is more than plain ASCII. `None` if it is an invalid address, or left to the parser.
#[inline(never)]
fn unusual(text: &str) -> Option<Host> {
    if let Some(address) = text.strip_prefix('[') {
        let address = address.strip_suffix(']')?;
        let (written, end) = host::ipv6::written(host::ipv6::parse(address, &mut ()).ok()?);
        let is_normal = written[..end] == *address.as_bytes();
        return Some(if is_normal { Host::Normal } else { Host::Ipv6 });
    }
    // A tab, a newline or a backslash.
    let refused = |byte: u8| byte <= b' ' || byte == b'\\';
    (!text.bytes().any(refused)).then_some(Host::Other)
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
