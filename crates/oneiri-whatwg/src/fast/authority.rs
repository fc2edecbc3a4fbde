//! Special schemes, and the authorities behind them.

use core::net::Ipv4Addr;

use oneiri::Masks;

use crate::parser;

/// The start of a text: a special scheme, `://`, a host, and perhaps a port. Letters may be upper-case. If
/// the scheme is `file`, the host may be empty, there is no port, and no drive letter follows.
pub(super) struct Authority<'t> {
    /// In lower case.
    pub(super) scheme: &'t str,
    pub(super) host: Host<'t>,
    /// `None` if it is the default port of the scheme.
    pub(super) port: Option<u16>,
    /// The offset of what stands behind: nothing, a slash, `?` or `#`.
    pub(super) end: usize,
    /// Whether the parser surely leaves scheme, host and port as they are.
    pub(super) is_normal: bool,
}

/// The host of a special URL, or none in a file.
pub(super) enum Host<'t> {
    /// A domain in ASCII that does not end in a number, an IPv4 address in its normal form, or none.
    Ascii(&'t str),
    /// What only the host parser knows.
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
        let within = (!0 << start) & ((1 << end) - 1);
        let host = &text[start..end];
        if scheme == "file" {
            let plain = within & (masks.check | masks.colon_or_at) == 0;
            let is_host = host.is_empty() || (plain && !host.eq_ignore_ascii_case("localhost"));
            // A drive letter may follow.
            if !is_host || matches!(text.as_bytes().get(end + 2), Some(b':' | b'|')) {
                return None;
            }
            if host.is_empty() {
                let host = Host::Ascii("");
                return Some(Self { scheme, host, port: None, end, is_normal: true });
            }
        }
        if within & (masks.check | masks.colon_or_at) == 0 {
            let is_normal = within & masks.upper == 0;
            let dots = within & masks.dot;
            // The last label begins behind the last dot.
            let label = if dots == 0 { start } else { 64 - dots.leading_zeros() as usize };
            let behind = text.as_bytes()[..end].get(label)?;
            let is_address = behind.is_ascii_digit();
            if is_address && host.parse::<Ipv4Addr>().is_err() {
                return Some(Self::other(scheme, host, None, end));
            }
            return Some(Self { scheme, host: Host::Ascii(host), port: None, end, is_normal });
        }
        Self::with_port(scheme, host, end)
    }

    /// Host state and port state, for a host that is not plain, or for a port.
    #[inline(never)]
    fn with_port(scheme: &'t str, text: &'t str, end: usize) -> Option<Self> {
        let refused = |byte: u8| byte <= b' ' || matches!(byte, b'@' | b'\\');
        if text.bytes().any(refused) {
            return None;
        }
        let parser::Authority { host, port } = parser::Authority::new(text);
        let port = parser::port(port.unwrap_or_default(), scheme).ok()?;
        (!host.is_empty()).then(|| Self::other(scheme, host, port, end))
    }

    fn other(scheme: &'t str, host: &'t str, port: Option<u16>, end: usize) -> Self {
        let host = Host::Other(host);
        Self { scheme, host, port, end, is_normal: false }
    }
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
