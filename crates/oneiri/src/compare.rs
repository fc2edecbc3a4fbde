//! The comparison ladder (RFC 3986 section 6.2, RFC 3987 section 5.3): equal normal forms, without
//! making them.

use core::ops::Range;

use crate::normalize::{Change, Plan, Rewrite};
use crate::spans::Untyped;

/// Whether two identifiers of one alphabet have the same normal form at the syntax rung.
pub(crate) fn equivalent(a: Untyped<'_>, b: Untyped<'_>, unicode: bool) -> bool {
    let plan = Plan::full(unicode);
    // Nothing that is normalized here ever makes an absent component present, or the reverse.
    a.text == b.text
        || same(a.scheme(), b.scheme(), plan.scheme())
            && same(a.userinfo(), b.userinfo(), plan.text())
            && same(a.host(), b.host(), plan.host())
            && plan.port(a.port()) == plan.port(b.port())
            && same(a.query(), b.query(), plan.query())
            && same(a.fragment(), b.fragment(), plan.text())
            && same_path(a, b, plan)
}

/// Whether two components are both absent, or rewritten alike.
fn same(a: Option<&str>, b: Option<&str>, how: Rewrite) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b || Rewritten::new(a, how).eq(Rewritten::new(b, how)),
        (None, None) => true,
        _ => false,
    }
}

/// Whether two paths are alike once rewritten and rid of their dot segments.
fn same_path(a: Untyped<'_>, b: Untyped<'_>, plan: Plan) -> bool {
    let how = plan.text();
    if a.path() == b.path() {
        return true;
    }
    if !plan.removes_dots(a) {
        return same(Some(a.path()), Some(b.path()), how);
    }
    // The guard of a normal form follows from whether the path is rooted and from its units.
    if a.path().starts_with('/') != b.path().starts_with('/') {
        return false;
    }
    let units = |path| Units::new(path, how);
    let (mut ours, mut theirs) = (units(a.path()), units(b.path()));
    loop {
        match (ours.next(), theirs.next()) {
            (None, None) => return true,
            (Some((a, a_slash)), Some((b, b_slash))) => {
                if a_slash != b_slash || !same(Some(a), Some(b), how) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// The units of a path that are left when its dot segments are gone, from the last to the first:
/// read backwards, `..` is a debt that the next unit pays.
struct Units<'a> {
    rest: Option<&'a str>,
    slash: bool,
    how: Rewrite,
    debt: usize,
}

impl<'a> Units<'a> {
    fn new(path: &'a str, how: Rewrite) -> Self {
        Self { rest: Some(path.strip_prefix('/').unwrap_or(path)), slash: false, how, debt: 0 }
    }
}

impl<'a> Iterator for Units<'a> {
    /// A segment, and whether a slash stands behind it.
    type Item = (&'a str, bool);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.rest?;
            let slash = core::mem::replace(&mut self.slash, true);
            let segment = match rest.rsplit_once('/') {
                Some((before, segment)) => {
                    self.rest = Some(before);
                    segment
                }
                None => {
                    self.rest = None;
                    rest
                }
            };
            let is = |dots: &str| {
                segment == dots
                    || segment.starts_with(['.', '%'])
                        && segment.len() <= 6
                        && Rewritten::new(segment, self.how).eq(dots.bytes())
            };
            if is(".") || segment.is_empty() && !slash {
                continue;
            }
            if is("..") {
                self.debt += 1;
            } else if self.debt > 0 {
                self.debt -= 1;
            } else {
                return Some((segment, slash));
            }
        }
    }
}

/// The bytes of a text as it would be rewritten.
struct Rewritten<'a> {
    text: &'a str,
    how: Rewrite,
    at: usize,
    next: Option<Change>,
    /// What a change puts in: at most the four escapes of one character.
    spelled: [u8; 12],
    pending: Range<usize>,
}

impl<'a> Rewritten<'a> {
    fn new(text: &'a str, how: Rewrite) -> Self {
        let next = how.first_change(text, 0);
        Self { text, how, at: 0, next, spelled: [0; 12], pending: 0..0 }
    }
}

impl Iterator for Rewritten<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if let Some(index) = self.pending.next() {
            return Some(self.spelled[index]);
        }
        if let Some(change) = self.next.take_if(|change| change.at == self.at) {
            self.pending = 0..change.to.spell(&mut self.spelled);
            self.at += change.length;
            self.next = self.how.first_change(self.text, self.at);
            return self.next();
        }
        let byte = *self.text.as_bytes().get(self.at)?;
        self.at += 1;
        Some(byte)
    }
}
