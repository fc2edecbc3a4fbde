//! A path as its segments, and what a segment may hold.

use alloc::string::String;
use core::ops::Range;

use super::pieces::Pieces;
use crate::edit::Draft;
use crate::percent::push_escaped;
use crate::syntax::error::{Component, Error, ErrorKind};
use crate::syntax::grammar::PCHAR;
use crate::syntax::grammar::unicode::Repertoire;

/// The place of an empty piece.
pub(super) const EMPTY: Range<usize> = 0..0;

/// A path divided into segments. An empty path has no segments, although [`Pieces::divide`] makes one empty piece
/// of it.
pub(super) struct Segmented {
    pub(super) rooted: bool,
    pub(super) segments: Pieces,
}

impl Segmented {
    /// Divides a path. An empty one after an authority is rooted.
    pub(super) fn divide(path: String, has_authority: bool) -> Self {
        let is_empty = path.is_empty();
        let rooted = path.starts_with('/') || is_empty && has_authority;
        let mut segments = Pieces::divide(path, usize::from(rooted && !is_empty), '/');
        if is_empty {
            segments.places().clear();
        }
        Self { rooted, segments }
    }

    /// Writes the path.
    pub(super) fn write(&self, out: &mut String) {
        if self.rooted && self.segments.len() > 0 {
            out.push('/');
        }
        self.segments.write('/', out);
    }

    /// Whether the last segment is empty, so that the next segment takes its place.
    pub(super) fn ends_with_slash(&self) -> bool {
        let count = self.segments.len();
        count > 0 && self.segments.get(count - 1).is_empty()
    }

    /// Removes the last segment, except the empty one of `/`.
    pub(super) fn pop(&mut self) -> bool {
        let (rooted, only_root) = (self.rooted, self.segments.len() == 1 && self.segments.get(0).is_empty());
        let places = self.segments.places();
        if rooted && only_root || places.pop().is_none() {
            return false;
        }
        if rooted && places.is_empty() {
            places.push(EMPTY);
        }
        true
    }
}

/// A segment cannot hold `.` or `..` as data: their escapes mean the same dots (RFC 3986 section 6.2.2.2).
pub(super) fn refuse_dots(draft: &Draft<'_>, segment: &str) -> Result<(), Error> {
    match segment {
        "." | ".." => Err(refuse(draft, segment, ErrorKind::SegmentDots)),
        _ => Ok(()),
    }
}

pub(super) fn refuse(draft: &Draft<'_>, segment: &str, kind: ErrorKind) -> Error {
    let (end, grammar) = (segment.len(), Some(draft.grammar));
    let found = segment.chars().next();
    Error { start: 0, end, kind, component: Some(Component::Path), grammar, found }
}

/// Percent-encodes a segment so that decoding returns the same data.
pub(super) fn push_encoded(segment: &str, unicode: bool, out: &mut String) {
    let repertoire = Repertoire::of(unicode);
    for character in segment.chars() {
        let plain = match u8::try_from(character) {
            Ok(byte) if byte < 0x80 => PCHAR.has(byte),
            _ => repertoire.has(character),
        };
        if plain {
            out.push(character);
        } else {
            push_escaped(character, out);
        }
    }
}
