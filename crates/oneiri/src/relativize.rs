//! The shortest reference that resolves against a base to a target. This is the reverse of resolution.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::dots::{CleanPath, GUARD, head, is_clean, unguarded};
use crate::resolve::{directory, resolves_to};
use crate::syntax::spans::{Hints, Spans, Untyped};

/// Writes into `out` the shortest reference that resolves against `base` to exactly `target`. This is the
/// target itself if no reference is shorter.
///
/// Both have a scheme. The candidates are tried in the order of their length, and the first that resolves to
/// `target` is the result.
pub(crate) fn relativize(base: Untyped<'_, '_>, target: Untyped<'_, '_>, out: &mut String) -> Spans {
    let mut candidates = candidates(base, target);
    loop {
        // Mostly the first one leads to the target, so sorting all of them would cost more.
        let length = |it: &Option<Candidate>| it.map_or(usize::MAX, |it| it.length(target));
        let shortest = candidates.iter_mut().min_by_key(|it| length(it));
        let candidate = shortest
            .and_then(Option::take)
            .filter(|it| it.length(target) <= target.text.len())
            .unwrap_or(Candidate::WHOLE);
        let spans = candidate.compose(target, out);
        if candidate == Candidate::WHOLE || resolves_to(base, Untyped { text: out, spans: &spans }, target.text) {
            return spans;
        }
    }
}

/// A reference (RFC 3986 section 4.2): some `../`, a text, and the end of the target. Every reference that may
/// be the shortest has this form. If there are `../` or a text, the end begins in the path or after it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Candidate {
    /// The number of `../`.
    ups: usize,
    lead: &'static str,
    /// The position in the target at which its end begins.
    from: usize,
}

impl Candidate {
    /// The target itself.
    const WHOLE: Self = Self::end_from(0);

    /// The end of the target alone.
    const fn end_from(from: usize) -> Self {
        Self { ups: 0, lead: "", from }
    }

    /// The length of the text before the end of the target.
    const fn added(&self) -> usize {
        3 * self.ups + self.lead.len()
    }

    fn length(&self, target: Untyped<'_, '_>) -> usize {
        self.added() + target.text.len() - self.from
    }

    fn compose(&self, target: Untyped<'_, '_>, out: &mut String) -> Spans {
        let end = target.slice(self.from..target.text.len());
        let added = self.added();
        out.clear();
        out.reserve(added + end.len());
        for _ in 0..self.ups {
            out.push_str("../");
        }
        out.push_str(self.lead);
        out.push_str(end);

        let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } = *target.spans;
        // The components before the end are absent, and the offsets of absent components are zero.
        let moved = |at: usize| at.saturating_sub(self.from);
        Spans {
            scheme_end: moved(scheme_end),
            host_start: moved(host_start),
            host_end: moved(host_end),
            path_start: moved(path_start),
            path_end: added + moved(path_end),
            query_end: added + moved(query_end),
            // What the end holds, the target holds. All that may come before it are slashes and dot segments.
            hints: hints.or(Hints::DOTS.when(added > 0)),
        }
    }
}

/// The candidates, at most one of each kind and each form of path: the shorter kinds come first. One is enough,
/// because more `..` than the nearest common directory needs only make a reference longer.
fn candidates(base: Untyped<'_, '_>, target: Untyped<'_, '_>) -> [Option<Candidate>; 5] {
    let spans = target.spans;
    let mut candidates = [None; 5];
    let [fragment, query, relative_path, absolute_path, authority] = &mut candidates;
    if base.scheme() != target.scheme() {
        return candidates;
    }
    let same_authority = base.authority() == target.authority();
    if same_authority && base.path() == target.path() {
        // The fragment alone: a same-document reference. Then the query, and the fragment.
        *fragment = (base.query() == target.query()).then(|| Candidate::end_from(spans.query_end));
        *query = target.query().map(|_| Candidate::end_from(spans.path_end));
    }
    // Resolution removes the dot segments of a reference that has a path, so its result has none but a guard.
    if spans.hints.has(Hints::DOTS) && !is_clean(target.path(), spans.has_authority()) {
        return candidates;
    }
    if same_authority {
        let path = unguarded(target.path(), spans.has_authority());
        if target.path().starts_with('/') == directory(base).starts_with('/') {
            *relative_path = Some(relative(base, target, path));
        }
        *absolute_path = path.strip_prefix('/').map(|units| Candidate {
            ups: 0,
            // The reference has no authority, so a path that begins with `//` needs the guard.
            lead: head(true, units.starts_with('/'), false),
            from: spans.path_end - units.len(),
        });
    }
    // All but the scheme: a network-path reference.
    *authority = spans.has_authority().then(|| Candidate::end_from(spans.scheme_end + 1));
    candidates
}

/// The reference with a relative path from the directory of the base to `path`, which is the path of the target
/// without its guard. Either both have a root, or neither has.
fn relative(base: Untyped<'_, '_>, target: Untyped<'_, '_>, path: &str) -> Candidate {
    let directory = clean_directory(base);
    let (ours, theirs) = (directory.as_bytes(), path.as_bytes());
    let same = ours.iter().zip(theirs).take_while(|(ours, theirs)| ours == theirs).count();
    // The directory ends with a slash, so the units that both have end after a slash too.
    let common = ours[..same].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    let ups = ours[common..].iter().filter(|&&byte| byte == b'/').count();
    let rest = &theirs[common..];

    let from = target.spans.path_end - rest.len();
    let colon_first = || rest.iter().take_while(|&&byte| byte != b'/').any(|&byte| byte == b':');
    match (ups, rest.first()) {
        // The target is a directory. `.` and `..` need no slash at their end to name it.
        (0, None) => Candidate { ups, lead: ".", from },
        (_, None) => Candidate { ups: ups - 1, lead: "..", from },
        // Without the guard, the start of the reference would be read as a root or as a scheme.
        (0, Some(&first)) if first == b'/' || colon_first() => Candidate { ups, lead: GUARD, from },
        (_, Some(_)) => Candidate { ups, lead: "", from },
    }
}

/// The [`directory`] of the base, without dot segments and guard.
fn clean_directory<'a>(base: Untyped<'a, '_>) -> Cow<'a, str> {
    let directory = directory(base);
    if !base.spans.hints.has(Hints::DOTS) || is_clean(directory, true) {
        return Cow::Borrowed(directory);
    }
    let mut clean = String::new();
    let root = directory.strip_prefix('/');
    // The path is written as if after an authority, so it gets no guard.
    let mut path = CleanPath::new(&mut clean, root.is_some(), true);
    path.feed_as_is(root.unwrap_or(directory));
    path.finish();
    Cow::Owned(clean)
}
