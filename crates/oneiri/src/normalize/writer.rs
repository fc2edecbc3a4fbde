//! Writes a text with changes, from left to right and in one pass. What stays is copied in long runs, and nothing is
//! written before the first change.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use super::out::{FixedBuffer, Output};
use super::pieces::Rewritable;
use super::rewrite::{Change, Replacement, Rewrite, is_separator};
use crate::dots::{dot_segment, has_dots, head, unguarded};
use crate::syntax::grammar::{UNRESERVED, escape_at};
use crate::syntax::scan::{StopAt, Stops, but_lowest, next_stops};
use crate::syntax::spans::Spans;

/// A writer on its way through a text.
pub(super) struct Writer<'t, 'o, O> {
    source: &'t str,
    out: &'o mut O,
    /// The length of the source that was written, replaced or dropped. Nothing changed as long as this is 0 and
    /// nothing is written.
    done: usize,
}

impl<'t, 'o, O: Output> Writer<'t, 'o, O> {
    /// `out` is empty.
    pub(super) const fn new(source: &'t str, out: &'o mut O) -> Self {
        Self { source, out, done: 0 }
    }

    /// The place in the output of a place in the source that is not after the last change.
    #[inline]
    pub(super) fn place(&self, at: usize) -> usize {
        self.out.written().len() + at - self.done
    }

    /// Replaces a range of the source, which lies after all changes so far, by a text.
    pub(super) fn replace(&mut self, range: Range<usize>, text: &str) {
        self.keep(range.start);
        self.out.push(text);
        self.done = range.end;
    }

    /// Copies the rest of the source. Returns whether anything changed; if nothing did, nothing is written.
    #[inline(always)]
    pub(super) fn finish(&mut self) -> bool {
        let changed = self.done > 0 || !self.out.written().is_empty();
        if changed {
            self.keep(self.source.len());
        }
        changed
    }

    /// Copies the source up to `at`, where a change begins.
    #[inline(always)]
    fn keep(&mut self, at: usize) {
        if self.out.written().is_empty() {
            // A guard, a root or the slashes of an authority may be added; only direction controls need more.
            self.out.reserve(self.source.len() + 8);
        }
        if self.done < at {
            self.out.push(&self.source[self.done..at]);
            self.done = at;
        }
    }

    /// Changes the ASCII letters of a range to lower case.
    #[inline]
    pub(super) fn fold(&mut self, range: Range<usize>) {
        let text = &self.source[range.clone()];
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.keep(range.start);
            self.out.push_folded(text);
            self.done = range.end;
        }
    }

    /// Rewrites a range.
    pub(super) fn text(&mut self, how: &Rewrite, range: Range<usize>) {
        let mut at = range.start;
        let bytes = self.source.as_bytes();
        while let Some(Change { at: place, length, to }) = how.first_change(self.source, at, range.end) {
            self.keep(place);
            at = if matches!(to, Replacement::Folded(_) | Replacement::Dropped) && bytes[place] != b'%' {
                // Everything up to the next byte that is treated in another way is folded at once.
                let others = Rewrite { fold: false, drop: false, ..*how };
                let stop = others.next_stop(bytes, place, range.end);
                if how.drop {
                    let kept =
                        self.source[place..stop].chars().filter(|&it| !(it.is_ascii() && is_separator(it as u8)));
                    kept.for_each(|it| self.out.push_char(it.to_ascii_lowercase()));
                } else {
                    self.out.push_folded(&self.source[place..stop]);
                }
                stop
            } else {
                to.push(self.out);
                place + length
            };
            self.done = at;
        }
    }

    /// Rewrites a component, piece by piece. It begins at `start` of the source.
    pub(super) fn pieces(&mut self, rewritable: Rewritable<'_>, start: usize) {
        let mut at = 0;
        while at < rewritable.text.len() {
            let (end, how) = rewritable.piece(at);
            self.text(&how, start + at..start + end);
            at = end;
        }
    }

    /// Rewrites path, query and fragment, and removes the dot segments of the path if `dots`. The path begins at the
    /// start of the range and in the first 64 bytes, whose stops are given. There are no stops before it, and no changes
    /// after the range. `new` has the ends of path and query in the source, and gets those in the output. There is an
    /// authority if `dots`.
    #[inline(always)]
    pub(super) fn behind_head(
        &mut self,
        how: &Rewrite,
        query: &Rewrite,
        range: Range<usize>,
        dots: bool,
        mut stops: u64,
        new: &mut Spans,
    ) {
        let (path_end, query_end) = (new.path_end, new.query_end);
        let bytes = self.source.as_bytes();
        let root = self.place(range.start + 1);
        let (escapes, besides) = (how.escaped_dots(), StopAt::Escapes);
        // How far the ends of path and query have moved.
        let (mut path_moved, mut query_moved) = (self.moved(), self.moved());
        let (mut block, mut at) = (0, range.start);
        loop {
            while stops != 0 {
                let stop = block + stops.trailing_zeros() as usize;
                stops = but_lowest(stops);
                if stop < at {
                    continue;
                }
                if stop >= range.end {
                    break;
                }
                let begins = dots && stop < path_end && bytes[stop - 1] == b'/';
                let segment = &bytes[stop..path_end.max(stop)];
                if let Some(dots) = begins.then(|| dot_segment(segment, escapes)).flatten() {
                    self.keep(stop);
                    if dots.up {
                        self.remove_unit(root);
                    }
                    at = stop + dots.length;
                    self.done = at;
                } else if bytes[stop] == b'%' {
                    let in_query = stop > path_end && stop < query_end;
                    at = self.change(if in_query { query } else { how }, stop);
                }
                if stop < path_end {
                    path_moved = self.moved();
                }
                if stop < query_end {
                    query_moved = self.moved();
                }
            }
            block += 64;
            if block >= range.end {
                break;
            }
            stops = next_stops(bytes, block, besides);
        }
        new.path_end = path_end.wrapping_add(path_moved);
        new.query_end = query_end.wrapping_add(query_moved);
    }

    /// How far a place after the last change has moved, modulo 2^n.
    #[inline(always)]
    fn moved(&self) -> usize {
        self.out.written().len().wrapping_sub(self.done)
    }

    /// Rewrites the character or the escapes at a place. Returns their end.
    #[inline(always)]
    fn change(&mut self, how: &Rewrite, at: usize) -> usize {
        let bytes = self.source.as_bytes();
        match escape_at(bytes, at) {
            // Most escapes are of ASCII characters.
            Some(octet @ 0..0x80) if how.decodes_and_no_more() => {
                if UNRESERVED.has(octet) {
                    self.keep(at);
                    self.out.push_char(char::from(octet));
                    self.done = at + 3;
                } else if bytes[at + 1] >= b'a' || bytes[at + 2] >= b'a' {
                    self.keep(at);
                    self.out.push_escape(octet);
                    self.done = at + 3;
                }
                at + 3
            }
            _ => self.other_change(how, at),
        }
    }

    #[inline(never)]
    fn other_change(&mut self, how: &Rewrite, at: usize) -> usize {
        let (length, to) = how.change_at(self.source.as_bytes(), at);
        if let Some(to) = to {
            self.keep(at);
            to.push(self.out);
            self.done = at + length;
        }
        at + length
    }

    /// Rewrites a path and removes its dot segments.
    #[inline]
    pub(super) fn path(&mut self, how: &Rewrite, range: Range<usize>, stops: &mut Stops<'_>, has_authority: bool) {
        let Range { start, end } = range;
        let (bytes, path) = (&self.source.as_bytes()[..end], &self.source[start..end]);
        let escapes = how.escaped_dots();
        let rooted = path.starts_with('/');
        let first = start + usize::from(rooted);
        let root = self.place(first);
        let mut at = start;
        if !has_authority {
            let units = unguarded(path, has_authority);
            // A guard stays if it is the only dot segment.
            let guard = path.len() - units.len();
            if guard > 0 && !has_dots(units, escapes) {
                at = first + guard;
            }
        }
        let mut removed = false;
        while let Some(stop) = stops.before(end) {
            if stop < at {
                continue;
            }
            if stop == first || bytes[stop - 1] == b'/' {
                if let Some(dots) = dot_segment(&bytes[stop..], escapes) {
                    self.keep(stop);
                    if dots.up {
                        self.remove_unit(root);
                    }
                    at = stop + dots.length;
                    self.done = at;
                    removed = true;
                    continue;
                }
            }
            if bytes[stop] != b'.' {
                at = self.change(how, stop);
            }
        }
        if removed && !has_authority {
            let next = self.out.written().get(root).or(bytes.get(self.done));
            let head = head(rooted, next == Some(&b'/'), has_authority);
            let guard = &head[usize::from(rooted)..];
            if !guard.is_empty() {
                self.out.insert(root, guard);
            }
        }
    }

    /// Removes the last unit of a path whose first unit is at `root`. The unit ends with a slash.
    fn remove_unit(&mut self, root: usize) {
        let units = &self.out.written()[root..];
        let Some((_, before)) = units.split_last() else { return };
        let length = before.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        self.out.cut(root + length);
    }
}

impl<'a> Rewritable<'a> {
    /// The rewritten text.
    pub(crate) fn written(self) -> Cow<'a, str> {
        let mut out = String::new();
        if self.write(&mut out) { Cow::Owned(out) } else { Cow::Borrowed(self.text) }
    }

    /// Passes the bytes of the rewritten text to `take`. Those of a short text are on the stack.
    pub(super) fn with_bytes<R>(self, take: impl FnOnce(&[u8]) -> R) -> R {
        let room = &mut [0; 128];
        let mut out = FixedBuffer::new(room);
        match (self.write(&mut out), out.bytes()) {
            (false, _) => take(self.text.as_bytes()),
            (true, Some(bytes)) => take(bytes),
            (true, None) => take(self.written().as_bytes()),
        }
    }

    /// Writes the rewritten text, unless it is the text itself. Returns whether it is another one.
    fn write(self, out: &mut impl Output) -> bool {
        let mut writer = Writer::new(self.text, out);
        writer.pieces(self, 0);
        writer.finish()
    }
}
