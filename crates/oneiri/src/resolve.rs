//! Reference resolution (RFC 3986 section 5.2), by the pseudo-code of the RFC.

use alloc::string::String;

use crate::dots::{CleanPath, Escapes, Move, forward, remove_dot_segments_rfc3986};
use crate::syntax::spans::{Hints, Spans, Untyped};

/// The options of [`resolve_with`](crate::Ri::resolve_with). With the default it gives the same result
/// as [`resolve`](crate::Ri::resolve).
///
/// ```
/// use oneiri::{Resolution, Uri, UriRef};
///
/// let base = Uri::parse("http://a/b")?;
/// let loophole = Resolution::new().loophole(true);
/// assert_eq!(base.resolve_with(&UriRef::parse("http:g")?, loophole)?, "http://a/g");
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Resolution {
    loophole: bool,
    verbatim: bool,
}

impl Resolution {
    /// The default: no option is set.
    pub const fn new() -> Self {
        Self { loophole: false, verbatim: false }
    }

    /// Opens the loophole of RFC 2396: a reference with the same scheme as the base is resolved as a
    /// relative reference. Example: `http:g` against `http://a/b` becomes `http://a/g`. RFC 3986 section
    /// 5.2.2 permits it only for backward compatibility.
    #[must_use]
    pub const fn loophole(self, loophole: bool) -> Self {
        Self { loophole, ..self }
    }

    /// Removes dot segments by the routine of RFC 3986 section 5.2.4 to the letter; see
    /// [`remove_dot_segments_rfc3986`](crate::component::remove_dot_segments_rfc3986). It may add a root to a
    /// rootless path, and its result may begin with `//`. The resolved text is parsed again, so it may
    /// have other components or be rejected. Example: `..//c` against `foo:/a/b` becomes `foo://c`,
    /// which has a host.
    #[must_use]
    pub const fn verbatim(self, verbatim: bool) -> Self {
        Self { verbatim, ..self }
    }

    pub(crate) const fn is_verbatim(self) -> bool {
        self.verbatim
    }
}

/// Resolves a reference against a base that has a scheme, into `out`.
///
/// The fragment of the base is ignored (section 5.1). With [`Resolution::verbatim`] the spans may be
/// wrong, so the caller must parse the text.
#[inline]
pub(crate) fn resolve(
    base: Untyped<'_, '_>,
    reference: Untyped<'_, '_>,
    options: Resolution,
    out: &mut String,
) -> Spans {
    if options == Resolution::default() {
        if let Some((head, tail, spans)) = joint(base, reference) {
            out.clear();
            out.reserve(head.len() + tail.len());
            out.push_str(head);
            out.push_str(tail);
            return spans;
        }
    }
    resolve_by_parts(base, reference, options, out)
}

/// Whether a reference resolves against a base to exactly `target`.
pub(crate) fn resolves_to(base: Untyped<'_, '_>, reference: Untyped<'_, '_>, target: &str) -> bool {
    if let Some((head, tail, _)) = joint(base, reference) {
        return target.strip_prefix(head) == Some(tail);
    }
    let mut resolved = String::new();
    resolve_by_parts(base, reference, Resolution::default(), &mut resolved);
    resolved == target
}

/// Most results are a start of the base, or of the reference, followed by an end of the reference. Returns these
/// two, and the spans of the result. `None` if the result has another form.
#[inline]
fn joint<'a>(base: Untyped<'a, '_>, reference: Untyped<'a, '_>) -> Option<(&'a str, &'a str, Spans)> {
    let (ours, theirs) = (base.spans, reference.spans);
    let dots = theirs.hints.has(Hints::DOTS);
    let hints = ours.hints.or(theirs.hints);
    if theirs.has_scheme() {
        if !dots {
            return Some(("", reference.text, *theirs));
        }
        // With an authority, the path needs no guard.
        if !theirs.has_authority() {
            return None;
        }
        let (_, start) = climb("", reference.path())?;
        let Spans { path_start, path_end, query_end, .. } = *theirs;
        let spans = Spans { path_end: path_end - start, query_end: query_end - start, ..*theirs };
        let (head, tail) = reference.text.split_at(path_start);
        return Some((head, &tail[start..], spans));
    }
    if theirs.has_authority() {
        let head = ours.scheme_end + 1;
        let spans = Spans {
            scheme_end: ours.scheme_end,
            host_start: theirs.host_start + head,
            host_end: theirs.host_end + head,
            path_start: theirs.path_start + head,
            path_end: theirs.path_end + head,
            query_end: theirs.query_end + head,
            hints,
        };
        return (!dots).then_some((&base.text[..head], reference.text, spans));
    }
    // The end of the part of the base, and the start of the part of the reference.
    let (head, tail) = if theirs.path_end == 0 {
        if theirs.query_end == 0 {
            // The reference is empty, or has only a fragment.
            let spans = Spans { hints, ..*ours };
            return Some((&base.text[..ours.query_end], reference.text, spans));
        }
        (ours.path_end, 0)
    } else {
        let rooted = reference.text.starts_with('/');
        if !rooted && (ours.hints.has(Hints::DOTS) || ours.path_start == ours.path_end) {
            return None;
        }
        let (mut directory, mut tail) = (if rooted { "" } else { directory(base) }, 0);
        if dots {
            if !ours.has_authority() {
                return None;
            }
            (directory, tail) = climb(directory, reference.path())?;
        }
        (ours.path_start + directory.len(), tail)
    };
    let path_end = head + (theirs.path_end - tail);
    let query_end = path_end + (theirs.query_end - theirs.path_end);
    let spans = Spans { path_end, query_end, hints, ..*ours };
    Some((&base.text[..head], &reference.text[tail..], spans))
}

/// Merges `path` with an absolute directory without dot segments, which is empty if `path` has a root, and removes
/// the dot segments. Returns the start of the directory that is left, and the position where the rest of the path
/// begins. `None` if two pieces of the path are left. Examples: `/a/b/` and `../c/../d` give `/a/` and 8, and
/// `/a/../b` gives 5.
#[inline]
fn climb<'a>(directory: &'a str, path: &str) -> Option<(&'a str, usize)> {
    let root = usize::from(path.starts_with('/'));
    let units = &path[root..];
    // The length of the directory that is left, and the only piece of the units that is left so far.
    let (mut left, mut kept) = (directory.len(), 0..0);
    let length_without_last = |units: &[u8]| match units {
        [before @ .., _] => before.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1),
        [] => 0,
    };
    forward(units, Escapes::AsTheyStand, |next| match next {
        Move::Up if kept.is_empty() => {
            left = length_without_last(&directory.as_bytes()[..left]);
            Some(())
        }
        Move::Up => {
            kept.end = kept.start + length_without_last(&units.as_bytes()[kept.clone()]);
            Some(())
        }
        Move::Keep(piece) => kept.is_empty().then(|| kept = piece),
    })?;
    let start = if kept.is_empty() { units.len() } else { kept.start };
    if !kept.is_empty() && kept.end < units.len() {
        return None;
    }
    if root == 0 {
        return Some((if left == 0 { "/" } else { &directory[..left] }, start));
    }
    // The slash before the rest is the root.
    (path.as_bytes()[start] == b'/').then_some(("", start))
}

#[inline(never)]
fn resolve_by_parts(base: Untyped<'_, '_>, reference: Untyped<'_, '_>, options: Resolution, out: &mut String) -> Spans {
    out.clear();
    out.reserve(base.text.len() + reference.text.len());
    let (ours, theirs) = (base.spans, reference.spans);
    let hints = ours.hints.or(theirs.hints);
    let same_scheme = || match (base.scheme(), reference.scheme()) {
        (Some(ours), Some(theirs)) => ours.eq_ignore_ascii_case(theirs),
        _ => false,
    };
    let passed_over = options.loophole && same_scheme();
    let own_scheme = theirs.has_scheme() && !passed_over;

    let mut spans;
    let mut directory = "";
    let mut tail = theirs.path_end;
    if own_scheme || theirs.has_authority() {
        // Scheme and authority come from the reference. If it has no scheme, the scheme comes from the base.
        let scheme = if own_scheme { "" } else { &base.text[..=ours.scheme_end] };
        let from = if passed_over { theirs.scheme_end + 1 } else { 0 };
        out.push_str(scheme);
        out.push_str(&reference.text[from..theirs.path_start]);
        let moved = |at: usize| if at == 0 { 0 } else { at - from + scheme.len() };
        spans = Spans {
            scheme_end: if own_scheme { theirs.scheme_end } else { ours.scheme_end },
            host_start: moved(theirs.host_start),
            host_end: moved(theirs.host_end),
            ..*ours
        };
    } else if reference.path().is_empty() {
        // The path of the base stays unchanged, and so does its query if the reference has no query.
        let end = if reference.query().is_some() { ours.path_end } else { ours.query_end };
        out.push_str(&base.text[..end]);
        spans = *ours;
        if reference.query().is_some() {
            spans.query_end = ours.path_end + (theirs.query_end - theirs.path_end);
        } else {
            tail = theirs.query_end;
        }
        out.push_str(&reference.text[tail..]);
        return Spans { hints, ..spans };
    } else {
        out.push_str(&base.text[..ours.path_start]);
        spans = *ours;
        if !reference.path().starts_with('/') {
            directory = self::directory(base);
        }
    }
    spans.path_start = out.len();
    let path = reference.path();
    if options.verbatim {
        out.push_str(&remove_dot_segments_rfc3986(&[directory, path].concat()));
    } else if hints.has(Hints::DOTS) {
        remove_dots(directory, path, spans.has_authority(), out);
    } else {
        // No segment begins with a dot, so no dot segment is removed and no guard is needed.
        out.push_str(directory);
        out.push_str(path);
    }
    spans.path_end = out.len();
    spans.query_end = spans.path_end + (theirs.query_end - theirs.path_end);
    out.push_str(&reference.text[tail..]);
    Spans { hints, ..spans }
}

/// The directory of the base, which precedes a relative path in the merged path (section 5.2.3): the path
/// of the base up to its last slash, or `/` if the base has an authority and an empty path.
pub(crate) fn directory<'a>(base: Untyped<'a, '_>) -> &'a str {
    let path = base.path();
    if path.is_empty() && base.spans.has_authority() {
        return "/";
    }
    through_last_slash(path)
}

fn through_last_slash(path: &str) -> &str {
    let slash = path.bytes().rposition(|byte| byte == b'/');
    &path[..slash.map_or(0, |slash| slash + 1)]
}

/// Writes a directory (which is empty, or ends with a slash) followed by a path, without their dot
/// segments.
fn remove_dots(directory: &str, path: &str, has_authority: bool, out: &mut String) {
    let (rooted, head, tail) = match (directory.strip_prefix('/'), path.strip_prefix('/')) {
        (Some(rest), _) => (true, rest, path),
        (None, Some(rest)) if directory.is_empty() => (true, "", rest),
        _ => (false, directory, path),
    };
    let mut clean = CleanPath::new(out, rooted, has_authority);
    clean.feed_as_is(head);
    clean.feed_as_is(tail);
    clean.finish();
}
