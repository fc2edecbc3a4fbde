//! Why two identifiers are different: the first difference that no rung ignores.

use alloc::borrow::Cow;
use core::fmt;
use core::ops::Range;

use super::groups::{Group, Groups};
use super::side::{Cursor, Side};
use crate::dots::Unit;
use crate::normalize::{Coded, Plan};
use crate::syntax::error::Component;
use crate::syntax::grammar::{RESERVED, escape_at};

/// The kind of a difference that keeps two identifiers apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// Only one identifier has the component. An empty component counts as present.
    Presence,
    /// A reserved character in one identifier, and its escape in the other. The character may be a
    /// delimiter, and the escape is data.
    Reserved,
    /// The case of a letter, in a part where case matters.
    LetterCase,
    /// The case of a letter outside ASCII, which no rung ignores.
    UnicodeCase,
    /// NFC would make the texts equal, but no comparison applies NFC (only with the feature `nfc`).
    Nfc,
    /// NFKC would make the texts equal, but no comparison applies NFKC (only with the feature `nfc`).
    Nfkc,
    /// Different text.
    Text,
}

impl Reason {
    /// The section that keeps the identifiers apart.
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

    /// The reason as a phrase.
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

/// The first difference that keeps two identifiers apart at the highest rung of the comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Wall {
    /// The component with the difference.
    pub component: Component,
    /// The byte range in the first identifier. It is empty if the first identifier lacks the text.
    pub a: Range<usize>,
    /// The byte range in the second identifier, empty likewise.
    pub b: Range<usize>,
    /// Why the difference matters.
    pub reason: Reason,
}

/// The components, in the order in which their differences are told.
const COMPONENTS: [Component; 7] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// The first difference of each component between two identifiers whose normal forms are not equal, from left to
/// right. There is at least one.
pub(in crate::compare) fn walls<'a>(
    a: &Side<'a>,
    b: &Side<'a>,
    plan: &Plan,
) -> impl Iterator<Item = Wall> {
    let mut found = COMPONENTS
        .into_iter()
        .filter_map(|component| in_component(a, b, plan, component))
        .peekable();
    // If all components are equal, the difference comes from a scheme rule that applied to only one host. Example:
    // `file://localhost/x` beside `file://h/x`.
    let whole = found.peek().is_none().then(|| {
        let [a, b] = [a, b].map(|side| side.source.range(Component::Host));
        Wall { component: Component::Host, a, b, reason: Reason::Text }
    });
    found.chain(whole)
}

fn in_component<'a>(a: &Side<'a>, b: &Side<'a>, plan: &Plan, component: Component) -> Option<Wall> {
    let (ours, theirs) = (a.shape.parts(), b.shape.parts());
    let text = |left: Option<&str>, right: Option<&str>| match (left, right) {
        (Some(left), Some(right)) => {
            in_text(a, b, plan.coded(left, component), plan.coded(right, component), component)
        }
        (None, None) => None,
        _ => {
            let ranges = [a, b].map(|side| side.source.delimited_range(component));
            let [a, b] = ranges;
            match (a.is_empty(), b.is_empty()) {
                // The plan added the component to one side, and neither text has it. The texts differ elsewhere.
                (true, true) => None,
                // The plan removed the component from one side, and both texts have it. Example: a default port.
                (false, false) => Some(Wall { component, a, b, reason: Reason::Text }),
                _ => Some(Wall { component, a, b, reason: Reason::Presence }),
            }
        }
    };
    let one_authority = a.source.host().is_some() != b.source.host().is_some();
    let has_userinfo = ours.userinfo.or(theirs.userinfo).is_some();
    match component {
        Component::Scheme => text(ours.scheme, theirs.scheme),
        // If only one text has an authority, one wall stands for it: the userinfo, or else the host, or else the port.
        Component::Host if one_authority && has_userinfo => None,
        Component::Port if one_authority && (has_userinfo || ours.host != theirs.host) => None,
        Component::Userinfo => text(ours.userinfo, theirs.userinfo),
        // The plan may have replaced a host because of another component. If the hosts of the texts are equal, the
        // difference lies in that component.
        Component::Host => {
            let wall = text(ours.host, theirs.host)?;
            match (a.source.host(), b.source.host()) {
                (Some(left), Some(right)) => text(Some(left), Some(right)),
                _ => Some(wall),
            }
        }
        Component::Port => text(ours.port, theirs.port),
        Component::Path => in_path(a, b, plan),
        Component::Query => text(ours.query, theirs.query),
        Component::Fragment => text(ours.fragment, theirs.fragment),
        _ => None,
    }
}

fn in_text(
    a: &Side<'_>,
    b: &Side<'_>,
    left: Coded<'_>,
    right: Coded<'_>,
    component: Component,
) -> Option<Wall> {
    // Text that is the same by syntax may be rewritten differently, if the rest of the identifier decides how. Example:
    // `sip:a@%43?q` beside `sip:a@C?q@h`, whose path is no address. Such a group is not the difference.
    let texts = |group: &Group| (written(left, group.a.clone()), written(right, group.b.clone()));
    let differs = |group: &Group| {
        let (ours, theirs) = texts(group);
        ours != theirs
    };
    let group = Groups::new(left, right).find(|group| !group.equal && differs(group))?;
    let (ours, theirs) = texts(&group);
    let reason = reason(&ours, &theirs);
    let shift = |range: Range<usize>, by: usize| range.start + by..range.end + by;
    let (a, b) = match (a.find(left.text, component), b.find(right.text, component)) {
        (Some(ours), Some(theirs)) => (shift(group.a, ours.start), shift(group.b, theirs.start)),
        // The plan wrote these texts, so their places are unknown. The whole component is shown.
        _ => (a.source.range(component), b.source.range(component)),
    };
    Some(Wall { component, a, b, reason })
}

fn in_path<'a>(a: &Side<'a>, b: &Side<'a>, plan: &Plan) -> Option<Wall> {
    let component = Component::Path;
    // Two equal paths may be rewritten differently because of another component. They are not the difference.
    if a.source.path() == b.source.path() {
        return None;
    }
    if !a.shape.may_have_dots() && !b.shape.may_have_dots() {
        let (left, right) = (plan.coded_path(&a.shape), plan.coded_path(&b.shape));
        return in_text(a, b, left, right, component);
    }
    let how = plan.rewrite(component);
    if a.shape.path.starts_with('/') != b.shape.path.starts_with('/') {
        let head = |side: &Side<'a>, cursor: &mut Cursor<'_, 'a>| {
            let root = side.source.path().get(..1).filter(|&head| head == "/");
            root.unwrap_or_else(|| with_slash(side, cursor.next().0))
        };
        let (x, y) = (head(a, &mut Cursor::new(a, how)), head(b, &mut Cursor::new(b, how)));
        let whole = || Wall {
            component,
            a: a.source.range(component),
            b: b.source.range(component),
            reason: Reason::Text,
        };
        let wall = in_text(a, b, Coded::plain(x, how), Coded::plain(y, how), component);
        return Some(wall.unwrap_or_else(whole));
    }
    let [mut left, mut right] =
        match a.source.path().starts_with('/') == b.source.path().starts_with('/') {
            true => Cursor::of_both([a, b], how),
            false => [Cursor::new(a, how), Cursor::new(b, how)],
        };
    loop {
        let (x, y) = (left.next().0, right.next().0);
        if x.is_none() && y.is_none() {
            return None;
        }
        let (x, y) = (with_slash(a, x), with_slash(b, y));
        if x == y {
            continue;
        }
        let wall = in_text(a, b, Coded::plain(x, how), Coded::plain(y, how), component);
        if wall.is_some() {
            return wall;
        }
    }
}

/// A segment with its slash. The slash distinguishes `a/` from `a`, and `a/b` from `a%2Fb`. Without a unit, this is the
/// empty text at the end of the path.
fn with_slash<'a>(side: &Side<'a>, unit: Option<Unit<'_>>) -> &'a str {
    let end = side.source.range(Component::Path).end;
    let range = unit.map_or(end..end, |unit| {
        let Range { start, end } = side.range(unit.segment, Component::Path);
        start..end + usize::from(unit.slash)
    });
    side.source.text.get(range).unwrap_or_default()
}

/// A stretch of a text, rewritten. Example: `%41` becomes `A`.
fn written(coded: Coded<'_>, range: Range<usize>) -> Cow<'_, str> {
    Coded::plain(&coded.text[range], coded.how).written()
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
