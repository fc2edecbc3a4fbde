//! Dot segments (RFC 3986 section 5.2.4, SRFI 275), with the guard that keeps structure.
//!
//! A path is a row of units: a segment and the `/` behind it, which the last one lacks. `.` and `./`
//! vanish; `..` and `../` vanish and take the unit before them along. That is SRFI 275's routine; on
//! absolute paths it is also RFC 3986's, and on rootless ones it never makes a root.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::syntax::scan::dotted_segment;

/// Writes a path without its dot segments, piece by piece.
pub(crate) struct Dots<'o> {
    out: &'o mut String,
    /// Where the path begins in `out`, and where its first unit does.
    start: usize,
    root: usize,
    guarded: bool,
}

impl<'o> Dots<'o> {
    /// Begins a path at the end of `out`. The guard is for paths that no authority precedes.
    pub(crate) fn new(out: &'o mut String, absolute: bool, has_authority: bool) -> Self {
        let start = out.len();
        if absolute {
            out.push('/');
        }
        let root = out.len();
        Self { out, start, root, guarded: !has_authority }
    }

    /// Adds units: whole ones, but for the last unit of the last piece. `write` writes a segment.
    pub(crate) fn feed(&mut self, mut units: &str, mut write: impl FnMut(&str, &mut String)) {
        while !units.is_empty() {
            let (segment, rest, slash) = match units.split_once('/') {
                Some((segment, rest)) => (segment, rest, true),
                None => (units, "", false),
            };
            units = rest;
            let mark = self.out.len();
            write(segment, self.out);
            match &self.out[mark..] {
                "." => self.out.truncate(mark),
                ".." => {
                    self.out.truncate(mark);
                    self.pop();
                }
                _ if slash => self.out.push('/'),
                _ => {}
            }
        }
    }

    /// As [`feed`](Self::feed), for segments that are written as they stand: all up to the next that
    /// begins with a dot is copied at once.
    pub(crate) fn feed_as_is(&mut self, mut units: &str) {
        while !units.is_empty() {
            let dotted = dotted_segment(units.as_bytes());
            self.out.push_str(&units[..dotted]);
            units = &units[dotted..];
            let end = units.find('/').map_or(units.len(), |slash| slash + 1);
            self.feed(&units[..end], |segment, out| out.push_str(segment));
            units = &units[end..];
        }
    }

    /// Takes the last unit away. It ends with a slash, for another segment came behind it.
    fn pop(&mut self) {
        let units = &self.out[self.root..];
        let before = units.strip_suffix('/').unwrap_or(units);
        let length = before.rfind('/').map_or(0, |slash| slash + 1);
        self.out.truncate(self.root + length);
    }

    /// Ends the path. Where no authority precedes, a path that now begins with `//` would be read
    /// as one, and a rootless path that now begins with `/` as an absolute one: a dot segment goes
    /// before it.
    pub(crate) fn finish(self) {
        if self.guarded && self.out[self.root..].starts_with('/') {
            let guard = if self.root > self.start { "/." } else { "./" };
            self.out.insert_str(self.start, guard);
        }
    }
}

/// Whether removing dot segments would leave the path as it is.
pub(crate) fn is_clean(path: &str, has_authority: bool) -> bool {
    let unguarded = match path {
        _ if has_authority => path,
        // The guard's own segment stays, if it still guards something.
        _ if path.starts_with("/.//") => &path[2..],
        _ if path.starts_with(".//") => &path[2..],
        _ => path,
    };
    !unguarded.split('/').any(|segment| segment == "." || segment == "..")
}

/// The routine of RFC 3986 section 5.2.4, to the letter.
///
/// It differs from what [`Steps::PATH`](crate::Steps::PATH) and
/// [`resolve`](crate::Ri::resolve) do on rootless paths only, where `..` takes the first segment
/// along (`a/../b` is `/b`), and it does not guard structure: what comes back may begin with `//`,
/// and then begins with an authority once it stands behind a scheme. For those who must match the
/// text of the RFC.
///
/// ```
/// use oneiri::remove_dot_segments_rfc3986;
///
/// assert_eq!(remove_dot_segments_rfc3986("/a/b/c/./../../g"), "/a/g");
/// assert_eq!(remove_dot_segments_rfc3986("a/../b"), "/b");
/// assert_eq!(remove_dot_segments_rfc3986("/a/..//b"), "//b");
/// ```
pub fn remove_dot_segments_rfc3986(path: &str) -> Cow<'_, str> {
    if !path.split('/').any(|segment| segment == "." || segment == "..") {
        return Cow::Borrowed(path);
    }
    // The RFC's units are the other way round: a slash, and the segment behind it. Before the first
    // slash, and so before any output, dot segments vanish with the slash behind them.
    let mut input = path;
    while let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
        input = rest;
    }
    let mut out = String::with_capacity(input.len());
    if input == "." || input == ".." {
        return Cow::Owned(out);
    }
    let first = input.find('/').unwrap_or(input.len());
    out.push_str(&input[..first]);
    input = &input[first..];
    while let Some(rest) = input.strip_prefix('/') {
        let end = rest.find('/').unwrap_or(rest.len());
        let (segment, last) = (&rest[..end], end == rest.len());
        input = &rest[end..];
        match segment {
            "." => {}
            ".." => out.truncate(out.rfind('/').unwrap_or(0)),
            _ => {
                out.push('/');
                out.push_str(segment);
                continue;
            }
        }
        if last {
            out.push('/');
        }
    }
    Cow::Owned(out)
}
