//! Writes paths without their dot segments.

use alloc::string::String;

use super::forward::{Move, forward};
use super::guard::head;
use super::segment::Escapes;

/// Writes a path without its dot segments, piece by piece.
pub(crate) struct CleanPath<'o> {
    out: &'o mut String,
    /// The position of the path in `out`, and the position of its first unit.
    start: usize,
    root: usize,
    has_authority: bool,
}

impl<'o> CleanPath<'o> {
    /// Begins a path at the end of `out`.
    pub(crate) fn new(out: &'o mut String, rooted: bool, has_authority: bool) -> Self {
        let start = out.len();
        if rooted {
            out.push('/');
        }
        let root = out.len();
        Self { out, start, root, has_authority }
    }

    /// Adds units. Only the last unit of the last call may lack its slash.
    #[inline]
    pub(crate) fn feed_as_is(&mut self, units: &str) {
        forward(units, Escapes::AsTheyStand, |next| {
            match next {
                Move::Keep(kept) => self.out.push_str(&units[kept]),
                Move::Up => self.pop(),
            }
            Some(())
        });
    }

    /// Removes the last unit. It ends with a slash, because another segment follows it.
    fn pop(&mut self) {
        let Some((_, before)) = self.out.as_bytes()[self.root..].split_last() else { return };
        // Most units are short.
        let length = before.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        self.out.truncate(self.root + length);
    }

    /// Ends the path, and inserts the guard if the path needs one.
    pub(crate) fn finish(self) {
        let rooted = self.root > self.start;
        let head = head(rooted, self.out[self.root..].starts_with('/'), self.has_authority);
        let guard = &head[self.root - self.start..];
        if !guard.is_empty() {
            self.out.insert_str(self.root, guard);
        }
    }
}
