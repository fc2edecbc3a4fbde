//! The forward machine: removes dot segments while it walks the units of a path from the first to the last.

use alloc::vec::Vec;
use core::ops::Range;

use super::segment::{Escapes, dot_segment};
use crate::syntax::scan::{StopAt, Stops};

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
pub(crate) fn forward(units: &str, escapes: Escapes, mut each: impl FnMut(Move) -> Option<()>) -> Option<()> {
    let bytes = units.as_bytes();
    let mut at = 0;
    for start in starts(bytes) {
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

/// The ranges of the units that are left without the dot segments, and without the units that these remove.
pub(crate) fn kept(units: &str, escapes: Escapes) -> Vec<Range<usize>> {
    let mut kept: Vec<Range<usize>> = Vec::new();
    forward(units, escapes, |next| {
        match (next, kept.last_mut()) {
            (Move::Keep(range), _) => kept.push(range),
            (Move::Up, None) => {}
            // The last unit ends with a slash, because a dot segment follows it.
            (Move::Up, Some(last)) => {
                let before = &units.as_bytes()[last.start..last.end - 1];
                match before.iter().rposition(|&byte| byte == b'/') {
                    Some(slash) => last.end = last.start + slash + 1,
                    None => drop(kept.pop()),
                }
            }
        }
        Some(())
    });
    kept
}

/// Whether any segment of a path is a dot segment.
pub(crate) fn has_dots(path: &str, escapes: Escapes) -> bool {
    let path = path.as_bytes();
    starts(path).any(|start| dot_segment(&path[start..], escapes).is_some())
}

/// The offsets of the segments that begin with a dot or a `%`.
#[inline(always)]
fn starts(path: &[u8]) -> Stops<'_> {
    Stops::of_path(path, StopAt::Nothing)
}
