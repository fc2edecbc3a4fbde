//! The parser of machines without vectors: the walk over bytes.
//!
//! It has the two answers of [`walk`](super::walk), and may be wrong only where it returns `None`. It
//! looks up the class of each byte in a table and collects the classes, without a branch that depends on
//! a byte. Only one delimiter is looked for on the way, the slash after the host, eight bytes at a time.
//! What the text has is known at the end: if it has a question mark, for example, the parser then looks
//! for its place.

use super::authority;
use super::input::Input;
use super::walk::look_at;
use crate::syntax::error::Grammar;
use crate::syntax::grammar::{QUERY, escape_at, mask};
use crate::syntax::scan::{EACH, HIGH, first_of, run_plain};
use crate::syntax::spans::{Hints, Spans};

/// `/`, `?` and `#`, which end an authority.
const ENDS_HOST: u8 = 1;
/// `?` and `#`, which end a path.
const ENDS_PATH: u8 = 2;
/// `:`, `@` and upper-case letters: an authority without them is a host alone, and needs no folding.
const UNUSUAL: u8 = 4;
/// `%`
const ESCAPE: u8 = 8;
/// Every byte of a character beyond ASCII.
const BEYOND: u8 = 16;
/// The bytes that may begin a character that IRIs do not admit, or that normalization changes.
const LOOK: u8 = 32;
/// ASCII characters that only an IP literal admits, and those that nothing admits.
const ODD: u8 = 64;

/// The classes of each byte. A character that every component but the scheme admits, and that means
/// nothing to the parser, is in none.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'/' => ENDS_HOST,
            b'?' | b'#' => ENDS_HOST | ENDS_PATH,
            b':' | b'@' | b'A'..=b'Z' => UNUSUAL,
            b'%' => ESCAPE,
            0xC2 | 0xE2 | 0xEE.. => BEYOND | LOOK,
            0x80.. => BEYOND,
            ascii if QUERY.has(ascii) => 0,
            _ => ODD,
        };
        byte += 1;
    }
    classes
};

#[inline(always)]
fn class(byte: u8) -> u8 {
    CLASSES[usize::from(byte)]
}

/// The components of a plainly valid text of any length. `None` says nothing: the text may be valid or
/// not.
#[inline(always)]
pub(super) fn walk_bytes(bytes: &[u8], grammar: Grammar) -> Option<Spans> {
    let (mut scheme_end, mut hints) = (common_scheme(bytes), Hints::NONE);
    // The offset after the scheme and, if there is an authority, after its two slashes.
    let mut start = scheme_end + 3;
    let mut host_start = start;
    if scheme_end == 0 {
        (scheme_end, start, hints) = scheme(bytes, grammar)?;
        host_start = 0;
        if bytes[start..].starts_with(b"//") {
            start += 2;
            host_start = start;
        } else {
            hints = hints.or(Hints::DOTS.when(bytes.get(start) == Some(&b'.')));
        }
    }

    let mut seen = Seen { even: 0, odd: 0, dotted: 0 };
    let (mut host_end, mut path_start, mut swept) = (0, start, start);
    if host_start != 0 {
        (path_start, swept) = seen.host(bytes, start);
        host_end = path_start;
        // The classes are those of a few bytes after the host, too.
        let is_unusual = |&byte: &u8| class(byte) & UNUSUAL != 0;
        if seen.classes() & UNUSUAL != 0 && bytes[start..path_start].iter().any(is_unusual) {
            let case;
            (host_start, host_end, case) = authority(bytes, start, path_start, grammar)?;
            hints = hints.or(case);
        }
    }
    seen.rest(bytes, swept);

    let classes = seen.classes();
    if classes & (if grammar.unicode { ODD } else { ODD | BEYOND }) != 0 {
        return None;
    }
    let dotted = Hints::DOTS.when(seen.dotted & HIGH != 0);
    hints = hints.or(dotted).or(Hints::NON_ASCII.when(classes & BEYOND != 0));
    if classes & (ESCAPE | LOOK) != 0 {
        hints = hints.or(look(bytes, classes)?);
    }
    let (mut path_end, mut query_end) = (bytes.len(), bytes.len());
    if classes & ENDS_PATH != 0 {
        (path_end, query_end) = ends(bytes, start)?;
        // A question mark or a hash may be before the first slash.
        if path_end < path_start {
            (host_end, path_start) = (path_end, path_end);
        }
    }
    Some(Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints })
}

/// What the parser has seen so far.
struct Seen {
    /// The classes of the bytes. Two places for them let the processor work on two bytes at a time.
    even: u8,
    odd: u8,
    /// Has the highest bit of a byte set if a dot after a slash was seen.
    dotted: u64,
}

impl Seen {
    #[inline(always)]
    fn classes(&self) -> u8 {
        self.even | self.odd
    }

    /// Adds the classes of the first eight bytes, and whether a dot comes after a slash in all nine.
    /// Returns a word whose lowest bit is in the byte of the first slash among the eight; zero if there
    /// is none.
    #[inline(always)]
    fn add(&mut self, nine: &[u8; 9]) -> u64 {
        for place in [0, 2, 4, 6] {
            self.even |= class(nine[place]);
            self.odd |= class(nine[place + 1]);
        }
        let word = |eight: Option<&[u8; 8]>| eight.map_or(0, |eight| u64::from_le_bytes(*eight));
        let no_slash = word(nine.first_chunk()) ^ (u64::from(b'/') * EACH);
        let no_dot = word(nine.last_chunk()) ^ (u64::from(b'.') * EACH);
        self.dotted |= zeros(no_slash | no_dot);
        zeros(no_slash) & HIGH
    }

    /// Finds the first slash at `start` or after it, for the end of the host that begins there, and
    /// sweeps what it reads. Returns the offset of the slash, and the offset of the first byte that is
    /// still to be swept.
    ///
    /// Where the end of the text is near, it reads byte by byte, and stops at a question mark or a hash,
    /// too.
    #[inline(always)]
    fn host(&mut self, bytes: &[u8], start: usize) -> (usize, usize) {
        let mut at = start;
        while let Some(nine) = bytes[at..].first_chunk() {
            let slashes = self.add(nine);
            if slashes != 0 {
                return (at + (slashes.trailing_zeros() / 8) as usize, at + 8);
            }
            at += 8;
        }
        let mut end = at;
        for &byte in &bytes[at..] {
            let class = class(byte);
            if class & ENDS_HOST != 0 {
                break;
            }
            self.odd |= class;
            end += 1;
        }
        (end, at)
    }

    /// Sweeps the text from `start` to its end. The last bytes may be swept twice, and so may bytes
    /// before `start`: those are characters that a path admits, too.
    #[inline(always)]
    fn rest(&mut self, bytes: &[u8], start: usize) {
        let Some(last) = bytes.last_chunk::<9>() else {
            self.odd = bytes[start..].iter().fold(self.odd, |seen, &byte| seen | class(byte));
            let is_dotted = bytes.windows(2).any(|pair| pair == b"/.");
            self.dotted |= if is_dotted { HIGH } else { 0 };
            return;
        };
        let mut rest = &bytes[start..];
        while rest.len() > 9 {
            let Some(nine) = rest.first_chunk() else { break };
            self.add(nine);
            rest = &rest[8..];
        }
        self.add(last);
        self.odd |= class(last[8]);
    }
}

/// Sets the highest bit of the first byte that is zero, if there is one, and perhaps of bytes after it.
/// The other bits mean nothing.
#[inline(always)]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(EACH) & !word
}

/// The end of the scheme of a text that begins with `http://`, `https://` or `file://`; 0 for any other
/// text.
#[inline(always)]
fn common_scheme(bytes: &[u8]) -> usize {
    const PLAIN: u64 = u64::from_le_bytes(*b"http://\0");
    const SECURE: u64 = u64::from_le_bytes(*b"https://");
    const FILE: u64 = u64::from_le_bytes(*b"file://\0");
    let first = bytes.first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk));
    let secure = first == SECURE;
    let common = secure | (first << 8 == PLAIN << 8) | (first << 8 == FILE << 8);
    if common { 4 + usize::from(secure) } else { 0 }
}

/// The end of any scheme, the offset after its colon, and [`Hints::CASE`] if it has upper-case letters;
/// zeros if the text has no scheme and is valid up to its first delimiter all the same.
#[inline(never)]
fn scheme(bytes: &[u8], grammar: Grammar) -> Option<(usize, usize, Hints)> {
    let head = run_plain(bytes, 0, mask::SCHEME);
    if bytes.get(head) != Some(&b':') {
        Input { bytes, grammar }.no_scheme(head).ok()?;
        return Some((0, 0, Hints::NONE));
    }
    let case = Hints::CASE.when(bytes[..head].iter().any(u8::is_ascii_uppercase));
    bytes[0].is_ascii_alphabetic().then_some((head, head + 1, case))
}

/// The start and the end of the host of the authority that begins at `start`, by the parser, and
/// [`Hints::CASE`] if there are upper-case letters. `None` if the authority is invalid, or does not end
/// at `end`.
#[inline(never)]
fn authority(bytes: &[u8], start: usize, end: usize, grammar: Grammar) -> Option<(usize, usize, Hints)> {
    let (host, found) = authority::parse(&Input { bytes, grammar }, start).ok()?;
    let case = Hints::CASE.when(bytes[start..end].iter().any(u8::is_ascii_uppercase));
    (found == end).then_some((host.start, host.end, case))
}

/// The ends of the path and of the query, from `start` on. `None` if the text has a second hash.
#[inline(never)]
fn ends(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let hash = first_of(b'#', bytes, start);
    let query_end = hash.unwrap_or(bytes.len());
    if hash.is_some() && first_of(b'#', bytes, query_end + 1).is_some() {
        return None;
    }
    Some((first_of(b'?', &bytes[..query_end], start).unwrap_or(query_end), query_end))
}

/// Looks at the escapes, and at the characters that the class [`LOOK`] represents, if the text has these
/// classes. Returns their hints, or `None` if one of them is not plainly valid.
#[inline(never)]
fn look(bytes: &[u8], classes: u8) -> Option<Hints> {
    let mut hints = Hints::ESCAPES.when(classes & ESCAPE != 0);
    if classes & ESCAPE != 0 {
        let mut at = 0;
        while let Some(place) = first_of(b'%', bytes, at) {
            escape_at(bytes, place)?;
            at = place + 3;
        }
    }
    if classes & LOOK != 0 {
        for (place, &byte) in bytes.iter().enumerate() {
            if class(byte) & LOOK != 0 {
                hints = hints.or(look_at(bytes, place)?);
            }
        }
    }
    Some(hints)
}
