//! Why two identifiers are equal: the places where they are spelled differently, each with the rule
//! that makes the two spellings equal.

use alloc::vec::Vec;
use core::ops::Range;

use super::groups::{Group, Groups};
use super::rule::Rule;
use super::side::{Cursor, Side};
use crate::compare::rung::Rung;
use crate::normalize::{Coded, Plan, To, significant};
use crate::syntax::error::Component;
use crate::syntax::grammar::escape_at;

/// One step from a spelling to the other: a place where they differ, and the rule that makes them equal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The component with the difference.
    pub component: Component,
    /// The byte range in the first identifier. It is empty if the first identifier lacks the text.
    pub a: Range<usize>,
    /// The byte range in the second identifier, empty likewise.
    pub b: Range<usize>,
    /// The rule that makes the two spellings equal.
    pub rule: Rule,
    /// The source of the rule: the specification of the scheme if it is known, otherwise
    /// [`Rule::section`].
    pub source: &'static str,
}

/// All steps between two identifiers whose normal forms are equal.
pub(in crate::compare) fn steps(a: &Side<'_>, b: &Side<'_>, plan: &Plan) -> Vec<Step> {
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
        // Adjoining places with the same rule make one step. Example: all letters of `HTTP` beside `http`.
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
                    // The plan wrote these texts, so their places are unknown. The whole component is shown.
                    _ => {
                        let (x, y) = whole();
                        self.add_whole(component, x, y, rule);
                    }
                }
            }
        }
    }

    /// Adds one step for a whole component. If there is one already, the rule with the higher rung stays.
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
        // The plan may have written both paths to the same text. Their sources then differ in escapes or dot
        // segments, which the units show.
        let (ours, theirs) = (self.plan.coded_path(a), self.plan.coded_path(b));
        let written = self.a.find(ours.text, component).is_none()
            || self.b.find(theirs.text, component).is_none();
        let by_units = a.path == b.path || a.may_have_dots() || b.may_have_dots();
        if by_units || written && !has_scheme_rule(ours, theirs) {
            self.units();
        } else {
            self.coded(ours, theirs, component);
        }
    }

    /// Pairs the units that are left of both paths. The text between the units was removed with the dot segments.
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

/// Whether two paths are equal only by a rule of the scheme.
fn has_scheme_rule(a: Coded<'_>, b: Coded<'_>) -> bool {
    Groups::new(a, b).any(|group| {
        let (left, right) = (&a.text[group.a.clone()], &b.text[group.b.clone()]);
        left != right && group.rule(left, right, Component::Path).rung() == Rung::Scheme
    })
}

impl Group {
    /// The rule that makes the two stretches equal. If several rules are needed, this is the rule with the highest
    /// rung.
    fn rule(&self, a: &str, b: &str, component: Component) -> Rule {
        if a.starts_with('%') && b.starts_with('%') && a.eq_ignore_ascii_case(b) {
            return Rule::HexDigits;
        }
        let case = match component {
            Component::Scheme | Component::Host => Rule::LetterCase,
            _ => Rule::SchemeCase,
        };
        // Different octets need case folding too. Example: `%41` beside `a`.
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

/// The octet of an ASCII character or of an escape.
fn ascii(text: &str) -> Option<u8> {
    match *text.as_bytes() {
        [byte] => Some(byte),
        [b'%', _, _] => escape_at(text.as_bytes(), 0),
        _ => None,
    }
}
