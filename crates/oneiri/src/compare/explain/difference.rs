//! Why two identifiers are different: the first difference that no rung ignores.

use core::fmt;
use core::ops::Range;

use super::groups::{Group, Groups};
use super::side::{Side, Traced};
use crate::normalize::{Plan, Rewritable};
use crate::syntax::error::Component;
use crate::syntax::grammar::{RESERVED, escape_at};
use crate::syntax::spans::Untyped;

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
    /// The name of the reason in lower case, for JSON and for other languages. It never changes.
    ///
    /// ```
    /// assert_eq!(oneiri::compare::Reason::UnicodeCase.name(), "unicode-case");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Presence => "presence",
            Self::Reserved => "reserved",
            Self::LetterCase => "letter-case",
            Self::UnicodeCase => "unicode-case",
            Self::Nfc => "nfc",
            Self::Nfkc => "nfkc",
            Self::Text => "text",
        }
    }

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
pub struct Difference {
    /// The component with the difference.
    pub component: Component,
    /// The byte range in the first identifier. It is empty if the first identifier lacks the text.
    pub a: Range<usize>,
    /// The byte range in the second identifier, empty likewise.
    pub b: Range<usize>,
    /// Why the difference matters.
    pub reason: Reason,
}

/// The first difference of each component between two identifiers whose normal forms are not equal, from left to
/// right. There is at least one. A component is examined only when its difference is asked for.
pub(in crate::compare) fn differences<'s>(
    a: &'s Side<'_>,
    b: &'s Side<'_>,
    plan: &'s Plan,
) -> impl Iterator<Item = Difference> + 's {
    let mut found = Component::ALL.into_iter().filter_map(|it| in_component(a, b, plan, it)).peekable();
    // If all components are equal, the difference comes from a scheme rule that applied to only one host. Example:
    // `file://localhost/x` beside `file://h/x`.
    let by_rule = found.peek().is_none().then(|| {
        let [a, b] = [a, b].map(|side| side.source.range(Component::Host));
        Difference { component: Component::Host, a, b, reason: Reason::Text }
    });
    found.chain(by_rule)
}

/// The reason if NFC or NFKC would make two normal forms equal (RFC 3987 section 5.3.2.2).
#[cfg(feature = "nfc")]
pub(in crate::compare) fn unicode_reason(a: &str, b: &str) -> Option<Reason> {
    use icu_normalizer::ComposingNormalizerBorrowed;

    // Neither form changes ASCII.
    if a.is_ascii() && b.is_ascii() {
        return None;
    }
    let (nfc, nfkc) = (ComposingNormalizerBorrowed::new_nfc(), ComposingNormalizerBorrowed::new_nfkc());
    if nfc.normalize(a) == nfc.normalize(b) {
        Some(Reason::Nfc)
    } else {
        (nfkc.normalize(a) == nfkc.normalize(b)).then_some(Reason::Nfkc)
    }
}

/// A difference, widened to where the rest of both components is the same.
pub(in crate::compare) fn extent(a: Untyped<'_, '_>, b: Untyped<'_, '_>, difference: &Difference) -> [Range<usize>; 2] {
    let Difference { component, a: ours, b: theirs, reason } = difference.clone();
    let left = a.text.get(ours.start..a.range(component).end).unwrap_or_default();
    let right = b.text.get(theirs.start..b.range(component).end).unwrap_or_default();
    if reason == Reason::Presence || left.is_empty() && right.is_empty() {
        return [ours, theirs];
    }
    let same = left.chars().rev().zip(right.chars().rev()).take_while(|(x, y)| x == y);
    let mut shared: usize = same.map(|(x, _)| x.len_utf8()).sum();
    // The rest must not begin within an escape.
    let cuts = |text: &str, length: usize| {
        let head = &text.as_bytes()[..text.len() - length];
        head.iter().rev().take(2).any(|&byte| byte == b'%')
    };
    while shared > 0 && (cuts(left, shared) || cuts(right, shared)) {
        shared -= left[left.len() - shared..].chars().next().map_or(shared, char::len_utf8);
    }
    [ours.start..ours.start + left.len() - shared, theirs.start..theirs.start + right.len() - shared]
}

fn in_component<'a>(a: &Side<'a>, b: &Side<'a>, plan: &Plan, component: Component) -> Option<Difference> {
    let (ours, theirs) = (a.shape.parts(), b.shape.parts());
    let text = |left: Option<&str>, right: Option<&str>| match (left, right) {
        // Two equal texts may be rewritten differently because of another component. They are not the difference.
        (Some(left), Some(right)) if left == right => None,
        (Some(left), Some(right)) => {
            let traced = |side: &Side<'a>, text| side.traced(plan.rewritable(text, component), component);
            in_text(a, b, plan, [traced(a, left), traced(b, right)], component)
        }
        (None, None) => None,
        _ => {
            let ranges = [a, b].map(|side| side.source.delimited_range(component));
            let [a, b] = ranges;
            match (a.is_empty(), b.is_empty()) {
                // The plan added the component to one side, and neither text has it. The texts differ elsewhere.
                (true, true) => None,
                // The plan removed the component from one side, and both texts have it. Example: a default port.
                (false, false) => Some(Difference { component, a, b, reason: Reason::Text }),
                _ => Some(Difference { component, a, b, reason: Reason::Presence }),
            }
        }
    };
    let one_authority = a.source.host().is_some() != b.source.host().is_some();
    let has_userinfo = ours.userinfo.or(theirs.userinfo).is_some();
    match component {
        Component::Scheme => text(ours.scheme, theirs.scheme),
        // If only one text has an authority, one difference represents it: the userinfo, or else the host, or else the port.
        Component::Host if one_authority && has_userinfo => None,
        Component::Port if one_authority && (has_userinfo || ours.host != theirs.host) => None,
        Component::Userinfo => text(ours.userinfo, theirs.userinfo),
        // The plan may have replaced a host because of another component. If the hosts of the texts are equal, the
        // difference lies in that component.
        Component::Host => {
            let difference = text(ours.host, theirs.host)?;
            match (a.source.host(), b.source.host()) {
                (Some(left), Some(right)) => text(Some(left), Some(right)),
                _ => Some(difference),
            }
        }
        Component::Port => text(ours.port, theirs.port),
        Component::Path => in_path(a, b, plan),
        Component::Query => text(ours.query, theirs.query),
        Component::Fragment => text(ours.fragment, theirs.fragment),
    }
}

fn in_text(
    a: &Side<'_>,
    b: &Side<'_>,
    plan: &Plan,
    [left, right]: [Traced<'_>; 2],
    component: Component,
) -> Option<Difference> {
    // Text that is the same by syntax may be rewritten differently, if the rest of the identifier decides how. Example:
    // `sip:a@%43?q` beside `sip:a@C?q@h`, whose path is no address. Such a group is not the difference.
    let how = plan.rewrite(component);
    let differences = Groups::new(&left, &right).filter(|group| !group.equal);
    let mut texts = differences.map(|Group { a, b, .. }| {
        let [ours, theirs] =
            [&left.text[a.clone()], &right.text[b.clone()]].map(|stretch| Rewritable::plain(stretch, how).written());
        (ours, theirs, [a, b])
    });
    let (ours, theirs, ranges) = texts.find(|(ours, theirs, _)| ours != theirs)?;
    let reason = reason(&ours, &theirs);
    // If the plan wrote a text, its places are unknown, and the whole component is shown.
    let whole = || [a, b].map(|side| side.source.range(component));
    let [a, b] = Traced::places([&left, &right], ranges).unwrap_or_else(whole);
    Some(Difference { component, a, b, reason })
}

fn in_path<'a>(a: &Side<'a>, b: &Side<'a>, plan: &Plan) -> Option<Difference> {
    let component = Component::Path;
    // Two equal paths may be rewritten differently because of another component. They are not the difference.
    if a.source.path() == b.source.path() {
        return None;
    }
    let sides = [a, b];
    if sides.iter().all(|side| !side.shape.may_have_dots()) {
        let texts = sides.map(|side| side.traced(plan.rewritable_path(&side.shape), component));
        return in_text(a, b, plan, texts, component);
    }
    let mut texts = sides.map(|side| side.units(plan));
    let rooted = sides.map(|side| side.shape.path.starts_with('/'));
    if rooted[0] == rooted[1] {
        return in_text(a, b, plan, texts, component);
    }
    // The root of one path is next to the first unit of the other.
    let root = usize::from(rooted[1]);
    let slash_first = texts[1 - root].begins_with_slash();
    texts[root] = sides[root].root();
    let difference = if slash_first { None } else { in_text(a, b, plan, texts, component) };
    let [a, b] = sides.map(|side| side.source.range(component));
    difference.or(Some(Difference { component, a, b, reason: Reason::Text }))
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
    let folded = |text: &str| text.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase));
    if folded(a) { Reason::UnicodeCase } else { Reason::Text }
}
