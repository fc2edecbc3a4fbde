//! The shortest reference that resolves against a base to a target. This is the reverse of resolution.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::dots::{CleanPath, GUARD, head, is_clean, unguarded};
use crate::resolve::{Resolution, directory, resolve};
use crate::syntax::compose::recompose;
use crate::syntax::parts::Parts;
use crate::syntax::spans::{Spans, Untyped};

/// Writes into `out` the shortest reference that resolves against `base` to exactly `target`. This is the
/// target itself if no reference is shorter.
///
/// Both have a scheme. One candidate of each kind is enough, because more `..` than the nearest common
/// directory needs only make a reference longer. The candidates are tried in the order of their length,
/// and the first that resolves to `target` is the result.
pub(crate) fn relativize(
    base: Untyped<'_, '_>,
    target: Untyped<'_, '_>,
    out: &mut String,
) -> Spans {
    let mut candidates = candidates(base, target);
    candidates.sort_by_key(|candidate| candidate.length(target));
    let mut resolved = String::new();
    for candidate in candidates {
        let spans = candidate.compose(target, out);
        if candidate.kind == Kind::Whole {
            return spans;
        }
        resolve(base, Untyped { text: out, spans: &spans }, Resolution::default(), &mut resolved);
        if resolved == target.text {
            return spans;
        }
    }
    Candidate { kind: Kind::Whole, path: Cow::Borrowed(target.path()) }.compose(target, out)
}

/// The kinds of references (RFC 3986 section 4.2): which components of the target a reference contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The fragment alone: a same-document reference.
    Fragment,
    /// The query, and the fragment.
    Query,
    /// A relative or an absolute path, the query and the fragment.
    Path,
    /// A network-path reference: all but the scheme.
    Authority,
    /// The target itself.
    Whole,
}

struct Candidate<'a> {
    kind: Kind,
    path: Cow<'a, str>,
}

impl Candidate<'_> {
    /// The length of the reference without its fragment. All candidates have the same fragment.
    fn length(&self, target: Untyped<'_, '_>) -> usize {
        let query = target.query().map_or(0, |query| query.len() + 1);
        let authority = target.authority().map_or(0, |authority| authority.len() + 2);
        match self.kind {
            Kind::Fragment => 0,
            Kind::Query => query,
            Kind::Path => self.path.len() + query,
            Kind::Authority => authority + self.path.len() + query,
            Kind::Whole => target.spans.query_end,
        }
    }

    fn compose(&self, target: Untyped<'_, '_>, out: &mut String) -> Spans {
        let parts = match self.kind {
            Kind::Whole => Parts::from(target),
            Kind::Authority => Parts { scheme: None, ..Parts::from(target) },
            Kind::Path | Kind::Query => {
                Parts { query: target.query(), fragment: target.fragment(), ..Parts::default() }
            }
            Kind::Fragment => Parts { fragment: target.fragment(), ..Parts::default() },
        };
        recompose(&Parts { path: &self.path, ..parts }, out, |_, text, out| out.push_str(text))
    }
}

/// The candidates: at most one of each kind and each form of path. The shorter kinds come first.
fn candidates<'a>(base: Untyped<'a, '_>, target: Untyped<'a, '_>) -> Vec<Candidate<'a>> {
    let mut found = Vec::with_capacity(6);
    let mut add = |kind, path| found.push(Candidate { kind, path });
    if base.scheme() == target.scheme() {
        if base.authority() == target.authority() {
            if base.path() == target.path() {
                if base.query() == target.query() {
                    add(Kind::Fragment, Cow::Borrowed(""));
                }
                if target.query().is_some() {
                    add(Kind::Query, Cow::Borrowed(""));
                }
            }
            let path = unguarded(target.path(), target.spans.has_authority());
            let rooted = target.path().starts_with('/');
            if rooted == directory(base).starts_with('/') {
                add(Kind::Path, Cow::Owned(relative_path(base, path)));
            }
            if let Some(units) = path.strip_prefix('/') {
                // The reference has no authority, so a path that begins with `//` needs the guard.
                let path = match head(true, units.starts_with('/'), false) {
                    "/" => Cow::Borrowed(path),
                    head => Cow::Owned([head, units].concat()),
                };
                add(Kind::Path, path);
            }
        }
        if target.spans.has_authority() {
            add(Kind::Authority, Cow::Borrowed(target.path()));
        }
    }
    add(Kind::Whole, Cow::Borrowed(target.path()));
    found
}

/// The relative path from the directory of the base to a path. Either both have a root, or neither has.
fn relative_path(base: Untyped<'_, '_>, path: &str) -> String {
    // Without the root, both texts are sequences of units.
    let root = usize::from(directory(base).starts_with('/'));
    let directory = clean_directory(base);
    let (from, to) = (&directory[root..], &path[root..]);
    let common = from
        .split_inclusive('/')
        .zip(to.split_inclusive('/'))
        .take_while(|(ours, theirs)| ours == theirs)
        .map(|(unit, _)| unit.len())
        .sum::<usize>();
    let ups = from[common..].split_inclusive('/').count();
    let rest = &to[common..];

    let mut relative = "../".repeat(ups);
    let colon_first = rest.bytes().take_while(|&byte| byte != b'/').any(|byte| byte == b':');
    if rest.is_empty() {
        // The target is a directory. `.` and `..` need no slash at their end to name it.
        match relative.pop() {
            Some(_) => {}
            None => relative.push('.'),
        }
    } else if ups == 0 && (colon_first || rest.starts_with('/')) {
        // Without the guard, the start of the reference would be read as a scheme or as a root.
        relative.push_str(GUARD);
    }
    relative.push_str(rest);
    relative
}

/// The [`directory`] of the base, without dot segments and guard.
fn clean_directory<'a>(base: Untyped<'a, '_>) -> Cow<'a, str> {
    let directory = directory(base);
    if is_clean(directory, true) {
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
