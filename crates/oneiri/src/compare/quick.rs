//! A fast comparison of normal forms, for plans without rules of a scheme. It skips checks that the hints
//! make unnecessary, and does not rewrite text that is spelled the same on both sides.

use crate::dots::{Escapes, Move, forward};
use crate::normalize::{Plan, significant};
use crate::syntax::error::Component;
use crate::syntax::spans::{Hints, Untyped};

/// Whether two identifiers have the same normal form; `None` if this function cannot tell.
pub(super) fn equal(a: Untyped<'_, '_>, b: Untyped<'_, '_>, plan: &Plan) -> Option<bool> {
    let (head, tail) = a.text.as_bytes().split_at(a.spans.path_start);
    let (other_head, other_tail) = b.text.as_bytes().split_at(b.spans.path_start);
    let hints = a.spans.hints.or(b.spans.hints);
    if tail != other_tail {
        if !hints.has(Hints::ESCAPES.or(Hints::BIDI).or(Hints::DOTS)) {
            return Some(false);
        }
        match same_tail(a, b, hints, plan) {
            Some(true) => {}
            told => return told,
        }
    }
    // Texts that differ only in the case of ASCII letters are rewritten to the same text, escapes included. A
    // userinfo is the exception: its letters are not folded.
    let bare = |side: Untyped<'_, '_>| side.spans.host_start <= side.spans.authority_start();
    let folded = || plan.steps.case && bare(a) && bare(b) && head.eq_ignore_ascii_case(other_head);
    Some(head == other_head || folded() || same_head(a, b, hints, plan))
}

/// Whether scheme and authority are rewritten to the same text.
#[inline(never)]
fn same_head(a: Untyped<'_, '_>, b: Untyped<'_, '_>, hints: Hints, plan: &Plan) -> bool {
    let coded = hints.has(Hints::ESCAPES.or(Hints::BIDI));
    let same = |a: Option<&str>, b: Option<&str>, component| {
        a == b || (coded || component == Component::Host) && rewritten_alike(a, b, component, plan)
    };
    rewritten_alike(a.scheme(), b.scheme(), Component::Scheme, plan)
        && same(a.host(), b.host(), Component::Host)
        && same(a.userinfo(), b.userinfo(), Component::Userinfo)
        && port(a, plan) == port(b, plan)
}

/// Whether two components are both absent, or are rewritten to the same text. No rules of a scheme apply.
fn rewritten_alike(a: Option<&str>, b: Option<&str>, component: Component, plan: &Plan) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => plan.rewrite(component).same(a, b),
        (None, None) => true,
        _ => false,
    }
}

fn port<'a>(source: Untyped<'a, '_>, plan: &Plan) -> Option<&'a str> {
    match source.port() {
        Some(port) if plan.port => significant(port),
        port => port,
    }
}

/// Whether path, query and fragment are rewritten to the same text; `None` if this function cannot tell. They are
/// not spelled the same on both sides.
fn same_tail(a: Untyped<'_, '_>, b: Untyped<'_, '_>, hints: Hints, plan: &Plan) -> Option<bool> {
    let coded = hints.has(Hints::ESCAPES.or(Hints::BIDI));
    let same = |a: Option<&str>, b: Option<&str>, component| {
        a == b || coded && rewritten_alike(a, b, component, plan)
    };
    if !same(a.fragment(), b.fragment(), Component::Fragment)
        || !same(a.query(), b.query(), Component::Query)
    {
        return Some(false);
    }
    let (ours, theirs) = (a.path(), b.path());
    if same(Some(ours), Some(theirs), Component::Path) {
        return Some(true);
    }
    let dots = plan.steps.path && a.spans.has_scheme();
    if !dots || !coded && !hints.has(Hints::DOTS) {
        return Some(false);
    }
    if coded {
        return None;
    }
    // The guard need not be compared: the root and the units decide whether a path needs a guard.
    let rooted = ours.starts_with('/') == theirs.starts_with('/');
    let (mut kept, mut other) = (Kept::NOTHING, Kept::NOTHING);
    kept.take(ours, a.spans.hints)?;
    other.take(theirs, b.spans.hints)?;
    Some(rooted && kept.is_same_as(&other))
}

/// The maximal number of pieces that [`Kept`] holds.
const MOST: usize = 4;

/// A path without its dot segments, as pieces of the original path in their order.
struct Kept<'a> {
    pieces: [&'a [u8]; MOST],
    count: usize,
}

impl<'a> Kept<'a> {
    const NOTHING: Self = Self { pieces: [&[]; MOST], count: 0 };

    /// Takes the pieces of a path without escapes; `None` if there are more than [`MOST`].
    #[inline]
    fn take(&mut self, path: &'a str, hints: Hints) -> Option<()> {
        let units = path.strip_prefix('/').unwrap_or(path);
        if !hints.has(Hints::DOTS) {
            return self.push(units.as_bytes());
        }
        forward(units, Escapes::AsTheyStand, |next| match next {
            Move::Keep(kept) => self.push(&units.as_bytes()[kept]),
            Move::Up => {
                self.pop();
                Some(())
            }
        })
    }

    fn push(&mut self, piece: &'a [u8]) -> Option<()> {
        if !piece.is_empty() {
            *self.pieces.get_mut(self.count)? = piece;
            self.count += 1;
        }
        Some(())
    }

    /// Removes the last unit. It ends with a slash, because a dot segment follows it.
    fn pop(&mut self) {
        let Some(last) = self.count.checked_sub(1) else { return };
        let Some((_, before)) = self.pieces[last].split_last() else { return };
        let left = before.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        self.pieces[last] = &before[..left];
        if left == 0 {
            self.count = last;
        }
    }

    /// Whether the pieces of both make the same text. The boundaries between pieces do not matter.
    fn is_same_as(&self, other: &Self) -> bool {
        let mut ours = self.pieces[..self.count].iter().copied();
        let mut theirs = other.pieces[..other.count].iter().copied();
        let (mut a, mut b): (&[u8], &[u8]) = (&[], &[]);
        loop {
            if a.is_empty() {
                a = ours.next().unwrap_or_default();
            }
            if b.is_empty() {
                b = theirs.next().unwrap_or_default();
            }
            let both = a.len().min(b.len());
            if both == 0 {
                return a.is_empty() && b.is_empty();
            }
            if a[..both] != b[..both] {
                return false;
            }
            (a, b) = (&a[both..], &b[both..]);
        }
    }
}
