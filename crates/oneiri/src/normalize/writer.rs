//! Writes a text with changes, from left to right and in one pass. What stays is copied in long runs, and nothing is
//! written before the first change.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use super::out::Out;
use super::pieces::Coded;
use super::rewrite::{Change, Rewrite, To, is_separator};
use crate::dots::{dot_segment, has_dots, head, unguarded};
use crate::syntax::scan::Stops;

/// A writer on its way through a text.
pub(super) struct Writer<'t, 'o, O> {
    source: &'t str,
    out: &'o mut O,
    /// The length of the source that was written, replaced or dropped. Nothing changed as long as this is 0 and
    /// nothing is written.
    done: usize,
}

impl<'t, 'o, O: Out> Writer<'t, 'o, O> {
    /// `out` is empty.
    pub(super) const fn new(source: &'t str, out: &'o mut O) -> Self {
        Self { source, out, done: 0 }
    }

    /// The place in the output of a place in the source that is not behind the last change.
    #[inline]
    pub(super) fn place(&self, at: usize) -> usize {
        self.out.written().len() + at - self.done
    }

    /// Replaces a range of the source, which lies behind all changes so far, by a text.
    pub(super) fn replace(&mut self, range: Range<usize>, text: &str) {
        self.keep(range.start);
        self.out.push(text);
        self.done = range.end;
    }

    /// Copies the rest of the source. Returns whether anything changed; if nothing did, nothing is written.
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
        while let Some(Change { at: place, length, to }) =
            how.first_change(self.source, at, range.end)
        {
            self.keep(place);
            at = if matches!(to, To::Folded(_) | To::Dropped) && bytes[place] != b'%' {
                // Everything up to the next byte that is treated in another way is folded at once.
                let others = Rewrite { fold: false, drop: false, ..*how };
                let stop = others.next_stop(bytes, place, range.end);
                if how.drop {
                    let kept = self.source[place..stop]
                        .chars()
                        .filter(|&it| !(it.is_ascii() && is_separator(it as u8)));
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
    pub(super) fn coded(&mut self, coded: Coded<'_>, start: usize) {
        let mut at = 0;
        loop {
            let (end, how) = coded.piece(at);
            self.text(&how, start + at..start + end);
            if end == coded.text.len() {
                break;
            }
            at = end;
        }
    }

    /// Rewrites the text up to `end` at the stops, which lie behind all changes so far. Nothing is folded.
    #[inline]
    pub(super) fn stops(&mut self, how: &Rewrite, stops: &mut Stops<'_>, end: usize) {
        let bytes = self.source.as_bytes();
        let mut at = 0;
        while let Some(stop) = stops.before(end) {
            if stop >= at && bytes[stop] != b'.' {
                at = self.change(how, stop);
            }
        }
    }

    /// Rewrites the character or the escapes at a place. Returns their end.
    #[inline(always)]
    fn change(&mut self, how: &Rewrite, at: usize) -> usize {
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
    pub(super) fn path(
        &mut self,
        how: &Rewrite,
        range: Range<usize>,
        stops: &mut Stops<'_>,
        has_authority: bool,
    ) {
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

impl<'a> Coded<'a> {
    /// The rewritten text.
    pub(crate) fn written(self) -> Cow<'a, str> {
        let mut out = String::new();
        let mut writer = Writer::new(self.text, &mut out);
        writer.coded(self, 0);
        if writer.finish() { Cow::Owned(out) } else { Cow::Borrowed(self.text) }
    }
}
