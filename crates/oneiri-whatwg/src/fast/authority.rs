//! Special schemes, and the authorities behind them.

use oneiri::Masks;

use super::rest::bits;
use crate::{host, parser};

/// The start of a text: a special scheme, `://`, a host, and perhaps a port. Letters may be upper-case. If
/// the scheme is `file`, the host may be empty, there is no port, and no drive letter follows.
pub(super) struct Authority<'t> {
    /// In lower case.
    pub(super) scheme: &'t str,
    /// What stands before the `@`. Empty if there is none.
    pub(super) credentials: &'t str,
    pub(super) host: Host<'t>,
    pub(super) host_end: usize,
    /// The port as it is written in a URL. Empty if there is none.
    pub(super) port: &'t str,
    /// The offset of what stands behind: nothing, a slash, `?` or `#`.
    pub(super) end: usize,
    /// Whether the parser surely leaves scheme, host and port as they are.
    pub(super) is_normal: bool,
}

/// The host of a special URL, or none in a file.
pub(super) enum Host<'t> {
    /// A domain in ASCII that does not end in a number, an IPv4 address in its normal form, or none.
    Ascii(&'t str),
    Ipv4(u32),
    Ipv6([u16; 8]),
    /// A domain beyond ASCII, or with escapes, which may be invalid.
    Other(&'t str),
}

impl<'t> Authority<'t> {
    /// `None` if the text begins in another way. `masks` are those of its first 64 bytes.
    #[inline(always)]
    pub(super) fn new(text: &'t str, masks: &Masks) -> Option<Self> {
        let (scheme, start) = scheme(text)?;
        let mut authority = Self::behind(text, start, scheme, masks)?;
        // A scheme in lower case stands in the text as it stands in the list.
        authority.is_normal &= masks.upper & ((1 << start) - 1) == 0;
        Some(authority)
    }

    /// The authority of a text that begins at an offset below 64, behind the two slashes.
    #[inline(always)]
    pub(super) fn behind(
        text: &'t str,
        start: usize,
        scheme: &'t str,
        masks: &Masks,
    ) -> Option<Self> {
        let ends = (masks.slash | masks.question | masks.hash) & (!0 << start);
        let end = if ends != 0 { ends.trailing_zeros() as usize } else { text.len() };
        // An authority that ends behind the masks is left to the parser.
        if end >= 64 {
            return None;
        }
        let (bytes, within) = (text.as_bytes(), (!0 << start) & ((1 << end) - 1));
        if scheme == "file" {
            let host = &text[start..end];
            let plain = within & (masks.check | masks.colon_or_at) == 0;
            let is_host = host.is_empty() || (plain && !host.eq_ignore_ascii_case("localhost"));
            // A drive letter may follow.
            if !is_host || matches!(bytes.get(end + 2), Some(b':' | b'|')) {
                return None;
            }
            if host.is_empty() {
                let (host, is_normal) = (Host::Ascii(host), true);
                let (credentials, port, host_end) = ("", "", end);
                return Some(Self { scheme, credentials, host, host_end, port, end, is_normal });
            }
        }
        let (mut host_start, mut host_end, mut port, mut is_normal) = (start, end, "", true);
        if within & masks.colon_or_at != 0 {
            let places = places(bytes, start, end, within & masks.colon_or_at)?;
            (host_start, host_end) = places;
            is_normal = host_start == start;
            if host_end < end {
                let (digits, is_written) = digits(&text[host_end + 1..end], scheme)?;
                (port, is_normal) = (digits, is_normal && is_written);
            }
        }
        let credentials = &text[start..host_start.saturating_sub(1).max(start)];
        let within = (!0 << host_start) & ((1 << host_end) - 1);
        let text = &text[host_start..host_end];
        let (host, host_is_normal) = if within & masks.check == 0 {
            let dots = within & masks.dot;
            // The last label begins behind the last dot.
            let label = if dots == 0 { host_start } else { 64 - dots.leading_zeros() as usize };
            match bytes[..host_end].get(label) {
                Some(byte) if !byte.is_ascii_digit() => {
                    (Host::Ascii(text), within & masks.upper == 0)
                }
                _ => numeric(text)?,
            }
        } else {
            (unusual(text)?, false)
        };
        let is_normal = is_normal && host_is_normal;
        Some(Self { scheme, credentials, host, host_end, port, end, is_normal })
    }
}

/// Where the host begins behind the credentials, and where a colon or the authority ends it. `None` if the
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
    // A tab, a newline or a backslash.
    let refused = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b'\\');
    if host_start > start && bytes[start..host_start].iter().any(refused) {
        return None;
    }
    if bytes.get(host_start) == Some(&b'[') {
        let close = host_start + bytes[host_start..end].iter().position(|byte| *byte == b']')?;
        return match bytes[close + 1..end] {
            [] | [b':', ..] => Some((host_start, close + 1)),
            _ => None,
        };
    }
    Some((host_start, colon.unwrap_or(end)))
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

/// An IPv4 address, or a domain whose last label begins with a digit or is empty; and whether it is in its
/// normal form.
#[inline(never)]
fn numeric(text: &str) -> Option<(Host<'_>, bool)> {
    if text.is_empty() {
        None
    } else if is_dotted_decimal(text.as_bytes()) {
        Some((Host::Ascii(text), true))
    } else if host::ends_in_a_number(text) {
        Some((Host::Ipv4(host::ipv4::parse(text, &mut ()).ok()?), false))
    } else {
        Some((Host::Ascii(text), !text.bytes().any(|byte| byte.is_ascii_uppercase())))
    }
}

/// Whether a text is an IPv4 address as a URL has it: four decimal numbers without leading zeros.
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

/// An IPv6 address, or a domain of more than plain ASCII.
#[inline(never)]
fn unusual(text: &str) -> Option<Host<'_>> {
    if let Some(address) = text.strip_prefix('[') {
        return Some(Host::Ipv6(host::ipv6::parse(address.strip_suffix(']')?).ok()?));
    }
    // A tab, a newline or a backslash.
    let refused = |byte: u8| byte <= b' ' || byte == b'\\';
    (!text.bytes().any(refused)).then_some(Host::Other(text))
}

/// The special scheme that a text begins with, in lower case, and where the `://` behind it ends.
#[inline(always)]
fn scheme(text: &str) -> Option<(&'static str, usize)> {
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

/// Whether a text of at most 63 bytes is a domain in its normal form. `false` for longer texts.
pub(crate) fn is_normal_domain(host: &str) -> bool {
    let bytes = host.as_bytes();
    if bytes.is_empty() || bytes.len() > 63 {
        return false;
    }
    let masks = oneiri::masks(bytes, 0);
    let delimiters = masks.slash | masks.question | masks.hash | masks.colon_or_at;
    let label = 64 - masks.dot.leading_zeros() as usize;
    delimiters | masks.upper | masks.check == 0
        && bytes.get(label).is_some_and(|byte| !byte.is_ascii_digit())
}
