//! Writes a URL in one pass over the text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::SPARE;
use super::authority::Authority;
use crate::Url;
use crate::parser::{dots, scheme};
use crate::percent::PercentEncodeSet;
use crate::url::Offsets;

/// Parses a text that begins with an [`Authority`] and has no controls and no spaces at its end. `None`
/// for every other text.
pub(super) fn url(text: &str) -> Option<Url> {
    let authority = Authority::new(text)?;
    let (scheme, host) = (authority.scheme, authority.host);
    let rest = Rest::new(&text.as_bytes()[authority.end..])?;
    let mut out = rest.room(text.len());
    out.extend_from_slice(scheme.as_bytes());
    out.extend_from_slice(b"://");
    let host_start = out.len();
    out.extend_from_slice(host.as_bytes());
    let host_end = out.len();
    out[host_start..].make_ascii_lowercase();
    if let Some(port) = authority.port {
        let mut digits = String::new();
        // Writing to a `String` cannot fail.
        let _ = write!(digits, ":{port}");
        out.extend_from_slice(digits.as_bytes());
    }
    let mut offsets = Offsets::all(out.len());
    offsets.scheme_end = scheme.len();
    offsets.username_end = host_start;
    offsets.host_start = host_start;
    offsets.host_end = host_end;
    rest.append(out, offsets, true)
}

/// Parses a text without a scheme and an authority relative to a base that is special and no file
/// (relative state and relative slash state). `None` for every other text.
pub(super) fn relative(text: &str, base: &Url) -> Option<Url> {
    let other = matches!(text.as_bytes(), [b'/' | b'\\', b'/' | b'\\', ..] | [b' ', ..]);
    if other || !base.is_special() || base.scheme() == "file" || scheme(text).is_some() {
        return None;
    }
    let rest = Rest::new(text.as_bytes())?;
    let Offsets { path_start, query_start, fragment_start, .. } = base.offsets;
    let (stays, is_path) = match text.as_bytes().first() {
        Some(b'/' | b'\\') => (path_start, true),
        Some(b'?') => (query_start, false),
        Some(b'#') | None => (fragment_start, false),
        // The path shortened, without its last slash.
        _ => (path_start + base.pathname().rfind('/')?, true),
    };
    let mut out = rest.room(stays + text.len());
    out.extend_from_slice(&base.href.as_bytes()[..stays]);
    rest.append(out, base.offsets, is_path)
}

/// What stands behind an authority, without controls and without a space at its end.
struct Rest<'t> {
    bytes: &'t [u8],
    /// Whether it is surely written as it stands, if it is a path behind an authority.
    is_plain: bool,
    beyond_ascii: usize,
}

impl<'t> Rest<'t> {
    fn new(bytes: &'t [u8]) -> Option<Self> {
        if bytes.is_ascii() && is_plain(bytes) {
            return Some(Self { bytes, is_plain: true, beyond_ascii: 0 });
        }
        let (mut controls, mut beyond_ascii) = (false, 0);
        for byte in bytes {
            controls |= *byte < b' ';
            beyond_ascii += usize::from(*byte >= 0x80);
        }
        let refused = controls || bytes.last() == Some(&b' ');
        (!refused).then_some(Self { bytes, is_plain: false, beyond_ascii })
    }

    /// An empty text with room for so many bytes and those of the escapes.
    fn room(&self, length: usize) -> Vec<u8> {
        Vec::with_capacity(length + 2 * self.beyond_ascii + SPARE)
    }

    /// Appends the path, unless there is none, then query and fragment.
    fn append(self, mut out: Vec<u8>, mut offsets: Offsets, is_path: bool) -> Option<Url> {
        let Self { bytes, is_plain, .. } = self;
        let dot = matches!(bytes.first(), Some(b'.' | b'%'));
        if is_path && is_plain && !dot && out.len() == offsets.path_start {
            if bytes.first() != Some(&b'/') {
                out.push(b'/');
            }
            let start = out.len();
            out.extend_from_slice(bytes);
            let is_end = |byte: &u8| matches!(byte, b'?' | b'#');
            let query = bytes.iter().position(is_end).unwrap_or(bytes.len());
            let fragment = bytes[query..].iter().position(|byte| *byte == b'#');
            offsets.query_start = start + query;
            offsets.fragment_start =
                fragment.map_or(out.len(), |fragment| start + query + fragment);
        } else {
            let mut at = 0;
            if is_path {
                at = path(&mut out, offsets.path_start, bytes);
                offsets.query_start = out.len();
            }
            if bytes.get(at) == Some(&b'?') {
                out.push(b'?');
                at = encoded(&mut out, bytes, at + 1, QUERY);
            }
            offsets.fragment_start = out.len();
            if at < bytes.len() {
                out.push(b'#');
                encoded(&mut out, bytes, at + 1, FRAGMENT);
            }
        }
        Some(Url { href: String::from_utf8(out).ok()?, offsets })
    }
}

/// Whether what stands behind an authority is surely written as it stands: no byte is encoded, and no
/// segment begins with a dot or an escape. Without an early end, the loops run over vectors.
fn is_plain(rest: &[u8]) -> bool {
    let changed = rest.iter().fold(false, |changed, &byte| {
        changed
            | (byte <= b' ')
            | (byte == b'"')
            | (byte == b'\'')
            | (byte == b'<')
            | (byte == b'>')
            | (byte == b'\\')
            | (byte == b'^')
            | (byte == b'`')
            | (byte == b'{')
            | (byte == b'}')
            | (byte >= 0x7F)
    });
    let pairs = rest.iter().zip(rest.get(1..).unwrap_or_default());
    let dots = pairs.fold(false, |dots, (slash, behind)| {
        dots | ((*slash == b'/') & ((*behind == b'.') | (*behind == b'%')))
    });
    !changed & !dots
}

/// Appends the path at the start of a text: path start state and path state. The path begins at `start`
/// in `out`. Returns where it ends in the text.
fn path(out: &mut Vec<u8>, start: usize, rest: &[u8]) -> usize {
    let mut at = usize::from(is_slash(rest.first()));
    loop {
        if matches!(rest.get(at), Some(b'.' | b'%')) {
            let segment = segment(&rest[at..]);
            let dots = dots(segment);
            if dots > 0 {
                at += segment.len();
                if dots == 2 {
                    let slash = out[start..].iter().rposition(|byte| *byte == b'/');
                    out.truncate(start + slash.unwrap_or_default());
                }
                if is_slash(rest.get(at)) {
                    at += 1;
                    continue;
                }
                out.push(b'/');
                return at;
            }
        }
        out.push(b'/');
        at = encoded(out, rest, at, PATH);
        if !is_slash(rest.get(at)) {
            return at;
        }
        at += 1;
    }
}

fn is_slash(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'/' | b'\\'))
}

/// The segment at the start of a text, if it may be a dot segment, which has at most six bytes.
fn segment(text: &[u8]) -> &[u8] {
    let ends = |byte: &u8| matches!(byte, b'/' | b'\\' | b'?' | b'#');
    let end = text.iter().take(7).position(ends).unwrap_or(text.len());
    &text[..end]
}

/// What ends a component, and what it is encoded with, as bits in [`BYTES`].
#[derive(Clone, Copy)]
struct Component {
    ends: u8,
    encodes: u8,
}

/// A segment of a path.
const PATH: Component = Component { ends: 1, encodes: 2 };
/// The query of a special scheme.
const QUERY: Component = Component { ends: 4, encodes: 8 };
const FRAGMENT: Component = Component { ends: 0, encodes: 16 };

const BYTES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        let is_end = matches!(c, b'/' | b'\\' | b'?' | b'#');
        let all = [
            is_end,
            !is_end && PercentEncodeSet::PATH.contains(c),
            c == b'#',
            c != b'#' && PercentEncodeSet::SPECIAL_QUERY.contains(c),
            PercentEncodeSet::FRAGMENT.contains(c),
        ];
        let mut bit = 0;
        while bit < all.len() {
            bytes[byte] |= (all[bit] as u8) << bit;
            bit += 1;
        }
        byte += 1;
    }
    bytes
};

/// Appends a component that begins at an offset, and returns where it ends.
fn encoded(out: &mut Vec<u8>, text: &[u8], from: usize, component: Component) -> usize {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let Component { ends, encodes } = component;
    let (mut start, mut at) = (from, from);
    while let Some(byte) = text.get(at) {
        let bits = BYTES[usize::from(*byte)];
        if bits & (ends | encodes) == 0 {
            at += 1;
            continue;
        }
        if bits & ends != 0 {
            break;
        }
        out.extend_from_slice(&text[start..at]);
        out.extend_from_slice(&[b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        at += 1;
        start = at;
    }
    out.extend_from_slice(&text[start..at]);
    at
}
