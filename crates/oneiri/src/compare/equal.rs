//! Whether two normal forms are equal, without writing them.

use super::quick;
use crate::dots::UnitsBack;
use crate::normalize::{Plan, Shape};
use crate::syntax::error::Component;
use crate::syntax::spans::Untyped;

/// Whether two identifiers have the same normal form. Both have the same alphabet. The plan contains the
/// rules of the scheme of `a` if they may apply to `a` or `b`.
///
/// Allocates nothing, except for dot segments in the path of a scheme that has its own syntax of paths.
#[inline]
pub(super) fn equal(a: Untyped<'_, '_>, b: Untyped<'_, '_>, plan: &Plan) -> bool {
    a.text == b.text || {
        let told = if plan.is_ruled() { None } else { quick::equal(a, b, plan) };
        told.unwrap_or_else(|| equal_by_parts(a, b, plan))
    }
}

#[inline(never)]
fn equal_by_parts(a: Untyped<'_, '_>, b: Untyped<'_, '_>, plan: &Plan) -> bool {
    let same_scheme = same(a.scheme(), b.scheme(), Component::Scheme, plan);
    if !same_scheme || a.fragment().is_some() != b.fragment().is_some() {
        return false;
    }
    let (a, b) = (plan.shape(a), plan.shape(b));
    let (ours, theirs) = (a.parts(), b.parts());
    ours.port == theirs.port
        && same(ours.host, theirs.host, Component::Host, plan)
        && same(ours.userinfo, theirs.userinfo, Component::Userinfo, plan)
        && same(ours.query, theirs.query, Component::Query, plan)
        && same(ours.fragment, theirs.fragment, Component::Fragment, plan)
        && same_path(&a, &b, plan)
}

/// Whether two components are both absent, or are rewritten to the same text.
pub(super) fn same(a: Option<&str>, b: Option<&str>, component: Component, plan: &Plan) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => plan.coded(a, component).same(plan.coded(b, component)),
        (None, None) => true,
        _ => false,
    }
}

/// Whether two paths have the same text once their dot segments are removed and they are rewritten.
fn same_path(a: &Shape<'_>, b: &Shape<'_>, plan: &Plan) -> bool {
    if !a.may_have_dots() && !b.may_have_dots() {
        return plan.coded_path(a).same(plan.coded_path(b));
    }
    // The guard need not be compared: the root and the units decide whether a path needs a guard.
    let how = plan.rewrite(Component::Path);
    a.path.starts_with('/') == b.path.starts_with('/')
        && UnitsBack::new(&a.path, how.escaped_dots())
            .same(UnitsBack::new(&b.path, how.escaped_dots()), |a, b| how.same(a, b))
}
