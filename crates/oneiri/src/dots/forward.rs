//! The forward machine: removes dot segments while it walks the units of a path from the first to the last.

use core::ops::Range;

use super::segment::{Escapes, dot_segment};
use crate::syntax::scan::{Besides, DottedSegments, Stops};

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
    match escapes {
        Escapes::AsTheyStand => walk(units, escapes, DottedSegments::new(units.as_bytes()), each),
        Escapes::Decoded => walk(units, escapes, starts(units.as_bytes()), each),
    }
}

/// The walk, with the offsets of the segments that may be dot segments.
#[inline(always)]
fn walk(
    units: &str,
    escapes: Escapes,
    starts: impl Iterator<Item = usize>,
    mut each: impl FnMut(Move) -> Option<()>,
) -> Option<()> {
    let bytes = units.as_bytes();
    let mut at = 0;
    for start in starts {
        let Some(dots) = dot_segment(&bytes[start..], escapes) else { continue };
        if at < start {
            each(Move::Keep(at..start))?;
        }
        if dots.up {
            each(Move::Up)?;
        }
        at = start + dots.length;
    }
    if at < bytes.len() { each(Move::Keep(at..bytes.len())) } else { Some(()) }
}

/// Whether any segment of a path is a dot segment.
pub(crate) fn has_dots(path: &str, escapes: Escapes) -> bool {
    let path = path.as_bytes();
    let is_dots = |start: usize| dot_segment(&path[start..], escapes).is_some();
    match escapes {
        Escapes::AsTheyStand => DottedSegments::new(path).any(is_dots),
        Escapes::Decoded => starts(path).any(is_dots),
    }
}

/// The offsets of the segments that begin with a dot or its escape.
#[inline(always)]
fn starts(path: &[u8]) -> impl Iterator<Item = usize> {
    Stops::new(path, 0, Besides::Escapes).filter(|&at| at == 0 || path[at - 1] == b'/')
}
