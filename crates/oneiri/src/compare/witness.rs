//! Why two identifiers are equal: the places where they are spelled differently, each with the rule
//! that says it does not matter.

use alloc::vec::Vec;
use core::ops::Range;

use super::groups::{Group, Groups};
use super::path::{Unit, Units, may_have_dots};
use super::rung::Rung;
use crate::normalize::{Coded, Plan, Shape, To, significant};
use crate::syntax::error::Component;
use crate::syntax::grammar::escape_at;
use crate::syntax::spans::Untyped;

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
    pub(super) source: Untyped<'a, 'a>,
    pub(super) shape: Shape<'a>,
}

impl<'a> Side<'a> {
    pub(super) fn new(source: Untyped<'a, 'a>, plan: &Plan) -> Self {
        Self { source, shape: plan.shape(source) }
    }

    /// Where a piece of a component lies in the text; `None` if the plan put it there.
    pub(super) fn find(&self, piece: &str, component: Component) -> Option<Range<usize>> {
        let text = self.source.text;
        let start = (piece.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        // An empty host may be the plan's, and nothing tells where such a text lies.
        let placed = !piece.is_empty() || component != Component::Host;
        (placed && start <= text.len() && start + piece.len() <= text.len())
            .then_some(start..start + piece.len())
    }

    /// The same; where it cannot be found, all of the component.
    pub(super) fn range(&self, piece: &str, component: Component) -> Range<usize> {
        self.find(piece, component).unwrap_or_else(|| self.source.range(component))
    }

    /// Whether the path is empty, and the scheme takes it for the root.
    fn is_root_by_scheme(&self) -> bool {
        self.source.path().is_empty() && self.shape.path == "/"
    }

    /// From the slashes of the authority to the end of the host.
    fn host_with_slashes(&self) -> Range<usize> {
        let component = Component::Host;
        self.source.delimited_range(component).start..self.source.range(component).end
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
        let places = (self.a.find(a.text, component), self.b.find(b.text, component));
        let whole = || (self.a.source.range(component), self.b.source.range(component));
        for group in Groups::new(a, b) {
            let (left, right) = (&a.text[group.a.clone()], &b.text[group.b.clone()]);
            if left != right {
                let rule = group.rule(left, right, component);
                let shift = |range: Range<usize>, by: &Range<usize>| {
                    range.start + by.start..range.end + by.start
                };
                match &places {
                    (Some(x), Some(y)) => {
                        self.add(component, shift(group.a, x), shift(group.b, y), rule);
                    }
                    // The texts were written anew: all that is known is which component it was.
                    _ => {
                        let (x, y) = whole();
                        self.add_whole(component, x, y, rule);
                    }
                }
            }
        }
    }

    /// One step for all of a component, by the highest of the rules that it takes.
    fn add_whole(&mut self, component: Component, a: Range<usize>, b: Range<usize>, rule: Rule) {
        match self.found.last_mut() {
            Some(last) if last.component == component && last.a == a && last.b == b => {
                if last.rule.rung() < rule.rung() {
                    self.found.pop();
                    self.add(component, a, b, rule);
                }
            }
            _ => self.add(component, a, b, rule),
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
                let (a, b) = (self.a.host_with_slashes(), self.b.host_with_slashes());
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
            let [ours, theirs] = [a, b].map(|side| side.port().and_then(significant));
            let default = ours != theirs;
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
        if self.a.is_root_by_scheme() != self.b.is_root_by_scheme() {
            let root = |side: &Side<'_>| {
                let start = side.source.range(component).start;
                start..start + usize::from(!side.is_root_by_scheme())
            };
            self.add(component, root(self.a), root(self.b), Rule::EmptyPath);
        }
        // What was written anew to the same differs where it came from, in escapes and dots.
        if a.path == b.path || may_have_dots(a) || may_have_dots(b) {
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
    units: Units<'a>,
    at: usize,
}

impl<'w, 'a> Cursor<'w, 'a> {
    pub(super) fn new(side: &'w Side<'a>, how: crate::normalize::Rewrite) -> Self {
        let path = side.source.path();
        let start = side.source.range(Component::Path).start;
        let at = start + usize::from(path.starts_with('/'));
        Self { side, units: Units::new(path, how), at }
    }

    pub(super) fn next(&mut self) -> (Option<Unit<'a>>, Range<usize>) {
        let from = self.at;
        match self.units.next() {
            Some(unit) => {
                let range = self.side.range(unit.segment, Component::Path);
                self.at = range.end + usize::from(unit.slash);
                (Some(unit), from..range.start)
            }
            None => (None, from..self.side.source.range(Component::Path).end),
        }
    }
}

impl Group {
    /// The rule that it takes; of several, the one that takes the highest rung.
    fn rule(&self, a: &str, b: &str, component: Component) -> Rule {
        if a.starts_with('%') && b.starts_with('%') && a.eq_ignore_ascii_case(b) {
            return Rule::HexDigits;
        }
        let case = match component {
            Component::Scheme | Component::Host => Rule::LetterCase,
            _ => Rule::SchemeCase,
        };
        // A letter that is decoded may have to fold as well.
        let folds = matches!((ascii(a), ascii(b)), (Some(a), Some(b)) if a != b);
        let changes = self.changes.iter().flatten().map(|change| match change {
            To::Dropped => Rule::Separators,
            To::Escaped(_) => Rule::BidiControl,
            To::Escape(_) => Rule::HexDigits,
            To::Decoded(character) if character.is_ascii() => Rule::Unreserved,
            To::Decoded(_) => Rule::Ucschar,
            To::Folded(_) => case,
        });
        let highest =
            |rule: Rule, other: Rule| if other.rung() > rule.rung() { other } else { rule };
        changes.chain(folds.then_some(case)).reduce(highest).unwrap_or(case)
    }
}

/// The octet that an ASCII character or an escape stands for.
fn ascii(text: &str) -> Option<u8> {
    match *text.as_bytes() {
        [byte] => Some(byte),
        [b'%', _, _] => escape_at(text.as_bytes(), 0),
        _ => None,
    }
}
