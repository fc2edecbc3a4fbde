//! The forward machine: removes dot segments while it walks the units of a path from the first to the last.

use core::ops::Range;

use super::segment::{Escapes, dot_segment};
use crate::syntax::scan::{DottedSegments, first_of};

/// An instruction of the machine.
pub(crate) enum Move {
    /// Keep these bytes. They are whole units; only the last unit of the path may lack its slash.
    Keep(Range<usize>),
    /// Remove the last kept unit, if there is one.
    Up,
}

/// Walks the units of a path (the path without its root), and calls `each` with an instruction for them. Stops
/// with `None` as soon as `each` returns `None`.
#[inline(always)]
pub(crate) fn forward(
    units: &str,
    escapes: Escapes,
    each: impl FnMut(Move) -> Option<()>,
) -> Option<()> {
    let bytes = units.as_bytes();
    match escapes {
        Escapes::AsTheyStand => walk(bytes, DottedSegments::new(bytes), escapes, each),
        Escapes::Decoded => walk(bytes, segments(bytes), escapes, each),
    }
}

/// The machine. `starts` are the positions of the segments that may be dot segments.
#[inline(always)]
fn walk(
    units: &[u8],
    starts: impl Iterator<Item = usize>,
    escapes: Escapes,
    mut each: impl FnMut(Move) -> Option<()>,
) -> Option<()> {
    let mut at = 0;
    for start in starts {
        let Some(dots) = dot_segment(&units[start..], escapes) else { continue };
        if at < start {
            each(Move::Keep(at..start))?;
        }
        if dots.up {
            each(Move::Up)?;
        }
        at = start + dots.length;
    }
    if at < units.len() { each(Move::Keep(at..units.len())) } else { Some(()) }
}

/// Whether any segment of a path is a dot segment.
pub(crate) fn has_dots(path: &str, escapes: Escapes) -> bool {
    let path = path.as_bytes();
    let is_dots = |start: usize| dot_segment(&path[start..], escapes).is_some();
    match escapes {
        Escapes::AsTheyStand => DottedSegments::new(path).any(is_dots),
        Escapes::Decoded => segments(path).any(is_dots),
    }
}

/// The positions of the segments that begin with a dot or an escape.
fn segments(units: &[u8]) -> impl Iterator<Item = usize> {
    let mut next = Some(0);
    core::iter::from_fn(move || {
        while let Some(start) = next {
            next = first_of(b'/', units, start).map(|slash| slash + 1);
            if let Some(b'.' | b'%') = units.get(start) {
                return Some(start);
            }
        }
        None
    })
}
