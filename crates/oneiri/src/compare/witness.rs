//! Why two identifiers are equal: the places where they are spelled differently, each with the rule
//! that says it does not matter.

use alloc::vec::Vec;
use core::ops::Range;

use super::path::{Unit, Units, may_have_dots};
use super::rung::Rung;
use crate::error::Component;
use crate::normalize::{Change, Changes, Coded, Plan, Shape, To};
use crate::spans::Untyped;

/// A rule by which two spellings are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// The case of ASCII letters in a scheme or a host.
    LetterCase,
    /// The case of the hexadecimal digits of an escape.
    HexDigits,
    /// An escape of an unreserved character.
    Unreserved,
    /// Escapes of the UTF-8 of a character that IRIs may hold.
    Ucschar,
    /// A bidi formatting character, which IRIs may not hold, and its escapes.
    BidiControl,
    /// Dot segments, and what they take along.
    DotSegments,
    /// An empty port, or leading zeros of one.
    PortSpelling,
    /// The port that the scheme has by default.
    DefaultPort,
    /// An empty path where the scheme takes it for `/`.
    EmptyPath,
    /// An empty query where the scheme takes it for none.
    EmptyQuery,
    /// The host that the scheme has by default.
    LocalHost,
    /// A domain name, and its Punycode or another spelling of it.
    DomainName,
    /// The case of ASCII letters where the scheme says that it does not matter.
    SchemeCase,
    /// Characters that the scheme says are there for the eye.
    Separators,
    /// What was observed of the resources.
    Evidence,
}

impl Rule {
    /// The rung that the rule belongs to.
    pub const fn rung(self) -> Rung {
        match self {
            Self::LetterCase | Self::HexDigits => Rung::Case,
            Self::Unreserved | Self::Ucschar | Self::BidiControl => Rung::Escape,
            Self::DotSegments | Self::PortSpelling => Rung::Path,
            Self::DefaultPort
            | Self::EmptyPath
            | Self::EmptyQuery
            | Self::LocalHost
            | Self::DomainName
            | Self::SchemeCase
            | Self::Separators => Rung::Scheme,
            Self::Evidence => Rung::Protocol,
        }
    }

    /// The section that states it.
    pub const fn section(self) -> &'static str {
        match self {
            Self::LetterCase | Self::HexDigits => "RFC 3986 section 6.2.2.1",
            Self::Unreserved => "RFC 3986 section 6.2.2.2",
            Self::Ucschar => "RFC 3987 section 5.3.2.3",
            Self::BidiControl => "RFC 3987 section 4.1",
            Self::DotSegments => "RFC 3986 section 6.2.2.3",
            Self::PortSpelling => "RFC 3986 section 3.2.3",
            Self::DefaultPort
            | Self::EmptyPath
            | Self::EmptyQuery
            | Self::LocalHost
            | Self::SchemeCase
            | Self::Separators => "RFC 3986 section 6.2.3",
            Self::DomainName => "RFC 3987 section 5.3.3",
            Self::Evidence => "RFC 3986 section 6.2.4",
        }
    }

    /// What it says, as a phrase.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::LetterCase => "letter case does not matter here",
            Self::HexDigits => "the case of hexadecimal digits does not matter",
            Self::Unreserved => "an unreserved character needs no escape",
            Self::Ucschar => "escapes of UTF-8 are the character that they spell",
            Self::BidiControl => "a bidi control is the same as its escapes",
            Self::DotSegments => "dot segments are removed",
            Self::PortSpelling => "an empty port is none, and leading zeros do not count",
            Self::DefaultPort => "this is the scheme's default port",
            Self::EmptyPath => "to this scheme an empty path is \"/\"",
            Self::EmptyQuery => "to this scheme an empty query is none",
            Self::LocalHost => "to this scheme no host is the local host",
            Self::DomainName => "a domain name and its Punycode are the same",
            Self::SchemeCase => "to this scheme letter case does not matter here",
            Self::Separators => "to this scheme these only separate visually",
            Self::Evidence => "observed to be the same resource",
        }
    }
}

/// One step from a spelling to the other: where they differ, and why it does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The component in which they differ.
    pub component: Component,
    /// The bytes of the first identifier; empty where it has nothing there.
    pub a: Range<usize>,
    /// The bytes of the second.
    pub b: Range<usize>,
    /// The rule that joins them.
    pub rule: Rule,
    /// Who says so: the scheme's own specification where it is known, or else the section of the
    /// rule.
    pub source: &'static str,
}

/// A side of a comparison: a text, and its components as the plan leaves them.
pub(super) struct Side<'a> {
    pub(super) source: Untyped<'a>,
    pub(super) shape: Shape<'a>,
}

impl<'a> Side<'a> {
    pub(super) fn new(source: Untyped<'a>, plan: &Plan) -> Self {
        Self { source, shape: plan.shape(source) }
    }

    /// Where a piece of the shape lies in the text. Pieces that the plan put there lie nowhere: at
    /// their component's end.
    pub(super) fn range(&self, piece: &str, component: Component) -> Range<usize> {
        let text = self.source.text;
        let start = (piece.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        if start <= text.len() && start + piece.len() <= text.len() {
            return start..start + piece.len();
        }
        let end = self.source.range(component).end;
        end..end
    }
}

/// All steps between two identifiers whose normal forms are equal.
pub(super) fn steps(a: &Side<'_>, b: &Side<'_>, plan: &Plan) -> Vec<Step> {
    let mut found = Vec::new();
    let mut witness = Witness { a, b, plan, found: &mut found };
    let (ours, theirs) = (a.shape.parts(), b.shape.parts());
    witness.text(ours.scheme, theirs.scheme, Component::Scheme);
    witness.text(ours.userinfo, theirs.userinfo, Component::Userinfo);
    witness.host();
    witness.port();
    witness.path();
    witness.query();
    witness.text(ours.fragment, theirs.fragment, Component::Fragment);
    found
}

struct Witness<'w, 'a> {
    a: &'w Side<'a>,
    b: &'w Side<'a>,
    plan: &'w Plan,
    found: &'w mut Vec<Step>,
}

impl Witness<'_, '_> {
    fn add(&mut self, component: Component, a: Range<usize>, b: Range<usize>, rule: Rule) {
        // Letters of one word, or segments of one stretch, are one step.
        if let Some(last) = self.found.last_mut() {
            let adjoins = last.a.end == a.start && last.b.end == b.start;
            if adjoins && last.rule == rule && last.component == component {
                last.a.end = a.end;
                last.b.end = b.end;
                return;
            }
        }
        let scheme = self.plan.rules.source;
        let of_scheme = rule.rung() == Rung::Scheme && !scheme.is_empty();
        let source = if of_scheme { scheme } else { rule.section() };
        self.found.push(Step { component, a, b, rule, source });
    }

    fn text(&mut self, a: Option<&str>, b: Option<&str>, component: Component) {
        if let (Some(a), Some(b)) = (a, b) {
            let (a, b) = (self.plan.coded(a, component), self.plan.coded(b, component));
            self.coded(a, b, component);
        }
    }

    fn coded(&mut self, a: Coded<'_>, b: Coded<'_>, component: Component) {
        let ours = self.a.range(a.text, component).start;
        let theirs = self.b.range(b.text, component).start;
        for group in Groups::new(a, b) {
            let (left, right) = (&a.text[group.a.clone()], &b.text[group.b.clone()]);
            if left != right {
                let rule = group.rule(left, right, component);
                let shift = |range: Range<usize>, by| range.start + by..range.end + by;
                self.add(component, shift(group.a, ours), shift(group.b, theirs), rule);
            }
        }
    }

    fn host(&mut self) {
        let component = Component::Host;
        let (a, b) = (self.a.shape.parts().host, self.b.shape.parts().host);
        let (ours, theirs) = (self.a.source, self.b.source);
        if ours.host() == a && theirs.host() == b {
            self.text(a, b, component);
        } else if ours.host() != theirs.host() {
            if a == Some("") && b == Some("") {
                let (a, b) = (ours.delimited_range(component), theirs.delimited_range(component));
                self.add(component, a, b, Rule::LocalHost);
            } else {
                self.add(
                    component,
                    ours.range(component),
                    theirs.range(component),
                    Rule::DomainName,
                );
            }
        }
    }

    fn query(&mut self) {
        let component = Component::Query;
        let (a, b) = (self.a.source, self.b.source);
        if a.query().is_some() != b.query().is_some() {
            let (a, b) = (a.delimited_range(component), b.delimited_range(component));
            self.add(component, a, b, Rule::EmptyQuery);
        } else {
            self.text(a.query(), b.query(), component);
        }
    }

    fn port(&mut self) {
        let (a, b) = (self.a.source, self.b.source);
        if a.port() != b.port() {
            let is_default = |side: &Side<'_>| {
                side.shape.parts().port.is_none()
                    && side.source.port().is_some_and(|port| port.contains(|c| c != '0'))
            };
            let default = is_default(self.a) || is_default(self.b);
            let rule = if default { Rule::DefaultPort } else { Rule::PortSpelling };
            self.add(
                Component::Port,
                a.delimited_range(Component::Port),
                b.delimited_range(Component::Port),
                rule,
            );
        }
    }

    fn path(&mut self) {
        let (a, b) = (&self.a.shape, &self.b.shape);
        let component = Component::Path;
        if a.path == "/" && b.path == "/" {
            if self.a.source.path() != self.b.source.path() {
                let (ours, theirs) =
                    (self.a.source.range(component), self.b.source.range(component));
                let empty = ours.is_empty() || theirs.is_empty();
                let rule = if empty { Rule::EmptyPath } else { Rule::DotSegments };
                self.add(component, ours, theirs, rule);
            }
        } else if may_have_dots(a) || may_have_dots(b) {
            self.units();
        } else {
            self.coded(self.plan.coded_path(a), self.plan.coded_path(b), component);
        }
    }

    /// Pairs the units that are left; what stands between them on either side went with the dots.
    fn units(&mut self) {
        let component = Component::Path;
        let how = self.plan.rewrite(component);
        let mut left = Cursor::new(self.a, how);
        let mut right = Cursor::new(self.b, how);
        loop {
            let (unit_a, gone_a) = left.next();
            let (unit_b, gone_b) = right.next();
            let text = |side: &Side<'_>, range: &Range<usize>| {
                side.source.text.get(range.clone()).unwrap_or_default().len()
            };
            if text(self.a, &gone_a) + text(self.b, &gone_b) > 0 {
                let same = self.a.source.text.get(gone_a.clone())
                    == self.b.source.text.get(gone_b.clone());
                if !same {
                    self.add(component, gone_a, gone_b, Rule::DotSegments);
                }
            }
            let (Some(a), Some(b)) = (unit_a, unit_b) else { return };
            self.coded(Coded::plain(a.segment, how), Coded::plain(b.segment, how), component);
        }
    }
}

/// Walks the units of a path that are left, and knows what is gone before each.
pub(super) struct Cursor<'w, 'a> {
    side: &'w Side<'a>,
    units: Units<'w>,
    at: usize,
}

impl<'w, 'a> Cursor<'w, 'a> {
    pub(super) fn new(side: &'w Side<'a>, how: crate::normalize::Rewrite) -> Self {
        let path: &'w str = &side.shape.path;
        let start = side.range(path, Component::Path).start;
        let at = start + usize::from(path.starts_with('/'));
        Self { side, units: Units::new(path, how), at }
    }

    pub(super) fn next(&mut self) -> (Option<Unit<'w>>, Range<usize>) {
        let from = self.at;
        match self.units.next() {
            Some(unit) => {
                let range = self.side.range(unit.segment, Component::Path);
                self.at = range.end + usize::from(unit.slash);
                (Some(unit), from..range.start)
            }
            None => (None, from..self.side.range(&self.side.shape.path, Component::Path).end),
        }
    }
}

/// A stretch of both texts that is rewritten to the same.
pub(super) struct Group {
    pub(super) a: Range<usize>,
    pub(super) b: Range<usize>,
    changes: [Option<To>; 2],
    /// Whether it is so far rewritten to the same.
    pub(super) equal: bool,
}

impl Group {
    fn rule(&self, a: &str, b: &str, component: Component) -> Rule {
        let change = self.changes[0].or(self.changes[1]);
        if a.starts_with('%') && b.starts_with('%') && a.eq_ignore_ascii_case(b) {
            return Rule::HexDigits;
        }
        match change {
            Some(To::Dropped) => Rule::Separators,
            Some(To::Escaped(_)) => Rule::BidiControl,
            Some(To::Escape(_)) => Rule::HexDigits,
            Some(To::Decoded(character)) if character.is_ascii() => Rule::Unreserved,
            Some(To::Decoded(_)) => Rule::Ucschar,
            _ if matches!(component, Component::Scheme | Component::Host) => Rule::LetterCase,
            _ => Rule::SchemeCase,
        }
    }
}

/// Walks two texts side by side, in stretches that are rewritten to the same length.
pub(super) struct Groups<'a> {
    sides: [Tokens<'a>; 2],
}

impl<'a> Groups<'a> {
    pub(super) fn new(a: Coded<'a>, b: Coded<'a>) -> Self {
        Self { sides: [Tokens::new(a), Tokens::new(b)] }
    }
}

impl Iterator for Groups<'_> {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        let [left, right] = &mut self.sides;
        let (a, b) = (left.at, right.at);
        let mut changes = [None, None];
        let (mut ours, mut theirs) = (Written::default(), Written::default());
        loop {
            let first = ours.length <= theirs.length;
            let (side, written, change) = if first {
                (&mut *left, &mut ours, &mut changes[0])
            } else {
                (&mut *right, &mut theirs, &mut changes[1])
            };
            let moved = side.step(written, change);
            // A character that is dropped writes nothing: look at the other side before the end.
            let ended = !moved && {
                let (other, written, change) = if first {
                    (&mut *right, &mut theirs, &mut changes[1])
                } else {
                    (&mut *left, &mut ours, &mut changes[0])
                };
                !other.step(written, change)
            };
            let balanced = ours.length == theirs.length;
            if ended
                || ours.conflicts(&theirs)
                || balanced && (ours.length > 0 || changes.iter().any(Option::is_some))
            {
                let (a, b) = (a..left.at, b..right.at);
                let equal = ours.same(&theirs);
                let some = !a.is_empty() || !b.is_empty();
                return some.then_some(Group { a, b, changes, equal });
            }
        }
    }
}

/// What a group's side has been rewritten to; beyond four characters' escapes, only its length.
#[derive(Default)]
struct Written {
    bytes: [u8; 16],
    length: usize,
}

impl Written {
    fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if let Some(slot) = self.bytes.get_mut(self.length) {
                *slot = byte;
            }
            self.length += 1;
        }
    }

    /// Whether no more could make them the same.
    fn conflicts(&self, other: &Self) -> bool {
        let known = self.length.min(other.length).min(self.bytes.len());
        self.bytes[..known] != other.bytes[..known]
    }

    fn same(&self, other: &Self) -> bool {
        self.length == other.length && self.bytes == other.bytes
    }
}

/// A text, character by character or change by change.
struct Tokens<'a> {
    text: &'a str,
    changes: Changes<'a>,
    next: Option<Change>,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn new(coded: Coded<'a>) -> Self {
        let mut changes = coded.changes();
        let next = changes.next();
        Self { text: coded.text, changes, next, at: 0 }
    }

    /// Takes one more; says whether there was one.
    fn step(&mut self, written: &mut Written, change: &mut Option<To>) -> bool {
        if let Some(next) = self.next.take_if(|next| next.at == self.at) {
            let mut spelled = [0; 12];
            let length = next.to.spell(&mut spelled);
            written.push(&spelled[..length]);
            change.get_or_insert(next.to);
            self.at += next.length;
            self.next = self.changes.next();
            return true;
        }
        let Some(character) = self.text[self.at..].chars().next() else { return false };
        // An escape that stays is one token, so that it is shown whole.
        let rest = &self.text[self.at..];
        let length = if character == '%' { 3 } else { character.len_utf8() };
        written.push(&rest.as_bytes()[..length]);
        self.at += length;
        true
    }
}
