//! Why two identifiers are different: the first difference that no rung may remove.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use super::groups::{Group, Groups};
use super::side::{Cursor, Side};
use crate::dots::Unit;
use crate::normalize::{Coded, Plan};
use crate::syntax::error::Component;
use crate::syntax::grammar::{RESERVED, escape_at};

/// What kind of difference keeps two identifiers apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// One has the component, the other does not; an empty component is there.
    Presence,
    /// A reserved character on one side, its escape on the other: one may delimit, the other is
    /// data.
    Reserved,
    /// The case of a letter, where it matters.
    LetterCase,
    /// The case of a letter beyond ASCII, which no rung folds.
    UnicodeCase,
    /// Only NFC, which comparing never applies (known with the feature `nfc` alone).
    Nfc,
    /// Only NFKC, which comparing never applies (known with the feature `nfc` alone).
    Nfkc,
    /// Different text.
    Text,
}

impl Reason {
    /// The section by which it keeps them apart.
    pub const fn section(self) -> &'static str {
        match self {
            Self::Presence => "RFC 3986 section 6.2.3",
            Self::Reserved => "RFC 3986 section 2.2",
            Self::LetterCase => "RFC 3986 section 6.2.2.1",
            Self::UnicodeCase => "RFC 3987 section 5.3.2.1",
            Self::Nfc | Self::Nfkc => "RFC 3987 section 5.3.2.2",
            Self::Text => "RFC 3986 section 6.2.1",
        }
    }

    /// What it says, as a phrase.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Presence => "only one of them has it, and an empty one is not none",
            Self::Reserved => "a reserved character and its escape are not the same",
            Self::LetterCase => "letter case matters here",
            Self::UnicodeCase => "only ASCII letters are ever folded",
            Self::Nfc => "only NFC would make them the same, and comparing never applies it",
            Self::Nfkc => "only NFKC would make them the same, and comparing never applies it",
            Self::Text => "they differ",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.describe())
    }
}

/// The first difference that keeps two identifiers apart at the highest rung that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Wall {
    /// The component in which they differ.
    pub component: Component,
    /// The bytes of the first identifier; empty where it has nothing there.
    pub a: Range<usize>,
    /// The bytes of the second.
    pub b: Range<usize>,
    /// Why it matters.
    pub reason: Reason,
}

/// The first difference between two identifiers whose normal forms are not equal.
pub(in crate::compare) fn wall<'a>(a: &Side<'a>, b: &Side<'a>, plan: &Plan) -> Option<Wall> {
    let (ours, theirs) = (a.shape.parts(), b.shape.parts());
    let text = |left: Option<&str>, right: Option<&str>, component| match (left, right) {
        (Some(left), Some(right)) => {
            in_text(a, b, plan.coded(left, component), plan.coded(right, component), component)
        }
        (None, None) => None,
        _ => {
            let ranges = [a, b].map(|side| side.source.delimited_range(component));
            let [a, b] = ranges;
            match (a.is_empty(), b.is_empty()) {
                // The plan gave one of them what neither has: then they differ elsewhere.
                (true, true) => None,
                // Or took from one of them what both have, such as a default port.
                (false, false) => Some(Wall { component, a, b, reason: Reason::Text }),
                _ => Some(Wall { component, a, b, reason: Reason::Presence }),
            }
        }
    };
    text(ours.scheme, theirs.scheme, Component::Scheme)
        .or_else(|| text(ours.userinfo, theirs.userinfo, Component::Userinfo))
        // A host may have been replaced because of what is elsewhere: then the difference is there.
        .or_else(|| {
            let given = |side: &Side<'a>| side.source.host();
            let wall = text(ours.host, theirs.host, Component::Host)?;
            match (given(a), given(b)) {
                (Some(left), Some(right)) => text(Some(left), Some(right), Component::Host),
                _ => Some(wall),
            }
        })
        .or_else(|| text(ours.port, theirs.port, Component::Port))
        .or_else(|| in_path(a, b, plan))
        .or_else(|| text(ours.query, theirs.query, Component::Query))
        .or_else(|| text(ours.fragment, theirs.fragment, Component::Fragment))
        // What is left is what one of two hosts alone made a rule do.
        .or_else(|| {
            let [a, b] = [a, b].map(|side| side.source.range(Component::Host));
            Some(Wall { component: Component::Host, a, b, reason: Reason::Text })
        })
}

fn in_text(
    a: &Side<'_>,
    b: &Side<'_>,
    left: Coded<'_>,
    right: Coded<'_>,
    component: Component,
) -> Option<Wall> {
    // Where the end of a text says what its beginning is, the same may have come out differently.
    let differs = |group: &Group| left.text[group.a.clone()] != right.text[group.b.clone()];
    let group = Groups::new(left, right).find(|group| !group.equal && differs(group))?;
    let reason = reason(&written(left, group.a.clone()), &written(right, group.b.clone()));
    let shift = |range: Range<usize>, by: usize| range.start + by..range.end + by;
    let (a, b) = match (a.find(left.text, component), b.find(right.text, component)) {
        (Some(ours), Some(theirs)) => (shift(group.a, ours.start), shift(group.b, theirs.start)),
        // The texts were written anew: all that is known is which component it was.
        _ => (a.source.range(component), b.source.range(component)),
    };
    Some(Wall { component, a, b, reason })
}

fn in_path<'a>(a: &Side<'a>, b: &Side<'a>, plan: &Plan) -> Option<Wall> {
    let component = Component::Path;
    // What both spell alike may have come out differently because of what is elsewhere.
    if a.source.path() == b.source.path() {
        return None;
    }
    if !a.shape.may_have_dots() && !b.shape.may_have_dots() {
        let (left, right) = (plan.coded_path(&a.shape), plan.coded_path(&b.shape));
        return in_text(a, b, left, right, component);
    }
    let how = plan.rewrite(component);
    let (mut left, mut right) = (Cursor::new(a, how), Cursor::new(b, how));
    if a.shape.path.starts_with('/') != b.shape.path.starts_with('/') {
        let head = |side: &Side<'a>, cursor: &mut Cursor<'_, 'a>| {
            let root = side.source.path().get(..1).filter(|&head| head == "/");
            root.unwrap_or_else(|| with_slash(side, cursor.next().0))
        };
        let (x, y) = (head(a, &mut left), head(b, &mut right));
        let whole = || Wall {
            component,
            a: a.source.range(component),
            b: b.source.range(component),
            reason: Reason::Text,
        };
        let wall = in_text(a, b, Coded::plain(x, how), Coded::plain(y, how), component);
        return Some(wall.unwrap_or_else(whole));
    }
    loop {
        let (x, y) = (left.next().0, right.next().0);
        if x.is_none() && y.is_none() {
            return None;
        }
        let (x, y) = (with_slash(a, x), with_slash(b, y));
        let wall = in_text(a, b, Coded::plain(x, how), Coded::plain(y, how), component);
        if wall.is_some() {
            return wall;
        }
    }
}

/// A segment and its slash, which tells `a/` from `a` and `a/b` from `a%2Fb`; the end of the path for
/// none.
fn with_slash<'a>(side: &Side<'a>, unit: Option<Unit<'_>>) -> &'a str {
    let end = side.source.range(Component::Path).end;
    let range = unit.map_or(end..end, |unit| {
        let Range { start, end } = side.range(unit.segment, Component::Path);
        start..end + usize::from(unit.slash)
    });
    side.source.text.get(range).unwrap_or_default()
}

/// A stretch of a text as it would be rewritten: `%41` is a letter.
fn written(coded: Coded<'_>, range: Range<usize>) -> String {
    let mut out = String::new();
    Coded::plain(&coded.text[range], coded.how).write(&mut out);
    out
}

fn reason(a: &str, b: &str) -> Reason {
    let reserved = |escape: &str, character: &str| match escape_at(escape.as_bytes(), 0) {
        Some(octet) => RESERVED.has(octet) && character.as_bytes() == [octet],
        None => false,
    };
    if reserved(a, b) || reserved(b, a) {
        return Reason::Reserved;
    }
    if a.eq_ignore_ascii_case(b) {
        return Reason::LetterCase;
    }
    let folded = |text: &str| {
        text.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
    };
    if folded(a) { Reason::UnicodeCase } else { Reason::Text }
}
