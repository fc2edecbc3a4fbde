//! The states of the path.

use alloc::string::String;

use super::validation::Sink;
use super::{Parser, State};
use crate::error::ErrorKind;
use crate::percent::{self, PercentEncodeSet};
use crate::scheme::{is_drive_letter, is_normalized_drive_letter};
use crate::stays::is_normal_path;

impl<S: Sink> Parser<'_, '_, S> {
    /// Path start state.
    pub(super) fn path_start(&mut self) -> State {
        match self.c() {
            Some(b'?' | b'#') | None if !self.special => self.behind_path(),
            _ => {
                if self.at_slash() {
                    self.report_backslash();
                    self.pointer += 1;
                }
                State::Path
            }
        }
    }

    /// Path state, after the slash that begins the path. So many bytes are in the buffer already, where no state looks for
    /// validation errors.
    pub(super) fn path(&mut self, buffered: usize) -> State {
        let rest = self.rest();
        let path = path_of(rest);
        let backslash = if self.special { ErrorKind::InvalidReverseSolidus } else { ErrorKind::InvalidUrlUnit };
        self.pointer += buffered;
        self.report_units(&path[buffered..], backslash);
        self.path_writer().write(path);
        self.pointer += path.len() - buffered;
        self.behind_path()
    }

    /// Opaque path state.
    pub(super) fn opaque_path(&mut self) -> State {
        let rest = self.rest();
        let path = path_of(rest);
        self.report_units(path, ErrorKind::InvalidUrlUnit);
        let spaced = path.strip_suffix(' ').filter(|_| path.len() < rest.len());
        percent::encode(&mut self.url.href, spaced.unwrap_or(path), PercentEncodeSet::C0_CONTROL);
        if spaced.is_some() {
            self.url.href.push_str("%20");
        }
        self.pointer += path.len();
        self.behind_path()
    }

    pub(super) fn path_writer(&mut self) -> PathWriter<'_> {
        let start = self.url.offsets.path_start;
        PathWriter { out: &mut self.url.href, start, special: self.special, file: self.file }
    }

    /// Ends the path, and begins the query or the fragment.
    pub(super) fn behind_path(&mut self) -> State {
        self.url.end_path();
        match self.c() {
            Some(b'?') => {
                self.pointer += 1;
                self.url.href.push('?');
                State::Query
            }
            Some(_) => State::Fragment,
            None => State::End,
        }
    }
}

/// A text up to its query or its fragment.
fn path_of(text: &str) -> &str {
    let end = text.bytes().position(|byte| matches!(byte, b'?' | b'#'));
    &text[..end.unwrap_or(text.len())]
}

/// Appends the segments of a path.
pub(crate) struct PathWriter<'u> {
    pub(crate) out: &'u mut String,
    /// Where the path begins in `out`.
    pub(crate) start: usize,
    pub(crate) special: bool,
    pub(crate) file: bool,
}

impl PathWriter<'_> {
    /// Path state for a path without its first slash. `?` and `#` are encoded.
    pub(crate) fn write(&mut self, path: &str) {
        if is_normal_path(path) {
            self.out.push('/');
            self.out.push_str(path);
            return;
        }
        let mut rest = path;
        loop {
            let is_slash = |byte| byte == b'/' || (self.special && byte == b'\\');
            let slash = rest.bytes().position(is_slash);
            let segment = &rest[..slash.unwrap_or(rest.len())];
            self.segment(segment, slash.is_none());
            let Some(slash) = slash else { return };
            rest = &rest[slash + 1..];
        }
    }

    /// Appends a segment, or removes one.
    fn segment(&mut self, segment: &str, last: bool) {
        let dots = dots(segment.as_bytes());
        if dots == 2 {
            self.shorten();
        }
        if dots > 0 {
            if last {
                self.out.push('/');
            }
            return;
        }
        let first = self.out.len() == self.start;
        self.out.push('/');
        if self.file && first && is_drive_letter(segment) {
            self.out.push_str(&segment[..1]);
            self.out.push(':');
        } else {
            percent::encode(self.out, segment, PercentEncodeSet::PATH);
        }
    }

    /// Shortens the path: removes its last segment, unless it is the drive letter of a file.
    pub(crate) fn shorten(&mut self) {
        let path = &self.out[self.start..];
        if self.file && is_normalized_drive_letter(path.strip_prefix('/').unwrap_or_default()) {
            return;
        }
        let end = path.rfind('/').unwrap_or_default();
        self.out.truncate(self.start + end);
    }
}

/// How many dots a dot segment has, `%2e` counting as one. 0 for other segments.
pub(crate) fn dots(segment: &[u8]) -> usize {
    let mut rest = segment;
    for count in 0..3 {
        rest = match rest {
            [] => return count,
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return 0,
        };
    }
    0
}
