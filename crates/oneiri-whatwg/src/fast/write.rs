//! Writes a URL in one pass over the text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::authority::Authority;
use crate::Url;
use crate::parser::dots;
use crate::percent::PercentEncodeSet;
use crate::url::Offsets;

/// Parses a text that begins with an [`Authority`] and has no controls and no spaces at its end. `None`
/// for every other text.
pub(super) fn url(text: &str) -> Option<Url> {
    let authority = Authority::new(text)?;
    let (scheme, host) = (authority.scheme, authority.host);
    let rest = &text.as_bytes()[authority.end..];
    let is_plain = rest.is_ascii() && is_plain(rest);
    let mut beyond_ascii = 0;
    if !is_plain {
        let mut controls = false;
        for byte in rest {
            controls |= *byte < b' ';
            beyond_ascii += usize::from(*byte >= 0x80);
        }
        if controls || rest.last() == Some(&b' ') {
            return None;
        }
    }
    let mut out = Vec::with_capacity(text.len() + 2 * beyond_ascii + 8);
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
    let path_start = out.len();
    let (query_start, fragment_start);
    if is_plain {
        if rest.first() != Some(&b'/') {
            out.push(b'/');
        }
        let start = out.len();
        out.extend_from_slice(rest);
        let query = rest.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(rest.len());
        let fragment = rest[query..].iter().position(|byte| *byte == b'#');
        query_start = start + query;
        fragment_start = fragment.map_or(out.len(), |fragment| query_start + fragment);
    } else {
        let mut at = path(&mut out, rest);
        query_start = out.len();
        if rest.get(at) == Some(&b'?') {
            out.push(b'?');
            at = encoded(&mut out, rest, at + 1, QUERY);
        }
        fragment_start = out.len();
        if at < rest.len() {
            out.push(b'#');
            encoded(&mut out, rest, at + 1, FRAGMENT);
        }
    }
    let offsets = Offsets {
        scheme_end: scheme.len(),
        username_end: host_start,
        host_start,
        host_end,
        path_start,
        query_start,
        fragment_start,
    };
    Some(Url { href: String::from_utf8(out).ok()?, offsets })
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

/// Appends the path at the start of a text: path start state and path state. Returns where it ends.
fn path(out: &mut Vec<u8>, rest: &[u8]) -> usize {
    let start = out.len();
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
