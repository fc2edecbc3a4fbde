//! Why two identifiers are equal: the places where they are spelled differently, each with the rule
//! that makes the two spellings equal.

use alloc::vec::Vec;
use core::ops::Range;

use super::groups::{Group, Groups};
use super::rule::Rule;
use super::side::{Side, Traced};
use crate::compare::rung::Rung;
use crate::normalize::{Plan, Replacement, significant};
use crate::syntax::error::Component;
use crate::syntax::grammar::escape_at;

/// One step from a spelling to the other: a place where they differ, and the rule that makes them equal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The component with the difference; `None` for [`Rule::Evidence`], which is about whole identifiers.
    pub component: Option<Component>,
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
    let mut explanation = Explanation { a, b, plan, found: Vec::new() };
    let (ours, theirs) = (a.shape.parts(), b.shape.parts());
    explanation.text(ours.scheme, theirs.scheme, Component::Scheme);
    explanation.text(ours.userinfo, theirs.userinfo, Component::Userinfo);
    explanation.host();
    explanation.port();
    explanation.path();
    explanation.query();
    explanation.text(ours.fragment, theirs.fragment, Component::Fragment);
    explanation.found
}

struct Explanation<'w, 'a> {
    a: &'w Side<'a>,
    b: &'w Side<'a>,
    plan: &'w Plan,
    found: Vec<Step>,
}

impl Explanation<'_, '_> {
    fn add(&mut self, component: Component, a: Range<usize>, b: Range<usize>, rule: Rule) {
        if let Some(last) = self.found.last_mut().filter(|last| last.component == Some(component)) {
            // Adjoining places with the same rule make one step. Example: all letters of `HTTP` beside `http`.
            if last.a.end == a.start && last.b.end == b.start && last.rule == rule {
                (last.a.end, last.b.end) = (a.end, b.end);
                return;
            }
            // For one place, the rule with the highest rung is named.
            if (&last.a, &last.b) == (&a, &b) {
                if last.rule.rung() >= rule.rung() {
                    return;
                }
                self.found.pop();
            }
        }
        let scheme = self.plan.rules.source;
        let of_scheme = rule.rung() == Rung::Scheme && !scheme.is_empty();
        let source = if of_scheme { scheme } else { rule.section() };
        self.found.push(Step { component: Some(component), a, b, rule, source });
    }

    fn text(&mut self, a: Option<&str>, b: Option<&str>, component: Component) {
        if let (Some(a), Some(b)) = (a, b) {
            let (a, b) = (self.plan.rewritable(a, component), self.plan.rewritable(b, component));
            self.traced(&self.a.traced(a, component), &self.b.traced(b, component), component);
        }
    }

    fn traced(&mut self, a: &Traced<'_>, b: &Traced<'_>, component: Component) {
        for group in Groups::new(a, b) {
            if let Some(rule) = group.rule(a.text, b.text, component) {
                let whole = || [self.a, self.b].map(|side| side.source.range(component));
                // If the plan wrote a text, its places are unknown, and the whole component is shown.
                let [a, b] = Traced::places([a, b], [group.a, group.b]).unwrap_or_else(whole);
                self.add(component, a, b, rule);
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
                let (a, b) = (self.a.host_with_slashes(), self.b.host_with_slashes());
                self.add(component, a, b, Rule::LocalHost);
            } else {
                let (a, b) = (ours.range(component), theirs.range(component));
                self.add(component, a, b, Rule::DomainName);
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
            let rule = if ours == theirs { Rule::PortSpelling } else { Rule::DefaultPort };
            let [a, b] = [a, b].map(|side| side.delimited_range(Component::Port));
            self.add(Component::Port, a, b, rule);
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
        // segments.
        let sides = [self.a, self.b];
        let mut texts = sides.map(|side| side.traced(self.plan.rewritable_path(&side.shape), component));
        let written = Traced::places([&texts[0], &texts[1]], [0..0, 0..0]).is_none();
        let by_units = a.path == b.path || a.may_have_dots() || b.may_have_dots();
        if by_units || written && !has_scheme_rule(&texts[0], &texts[1]) {
            texts = sides.map(|side| side.units(self.plan));
        }
        self.traced(&texts[0], &texts[1], component);
    }
}

/// Whether two paths are equal only by a rule of the scheme.
fn has_scheme_rule(a: &Traced<'_>, b: &Traced<'_>) -> bool {
    let mut rules = Groups::new(a, b).filter_map(|it| it.rule(a.text, b.text, Component::Path));
    rules.any(|rule| rule.rung() == Rung::Scheme)
}

impl Group {
    /// The rule that makes the two stretches of these texts equal; `None` if they are spelled the same. If several
    /// rules are needed, this is the rule with the highest rung.
    fn rule(&self, a: &str, b: &str, component: Component) -> Option<Rule> {
        let (a, b) = (&a[self.a.clone()], &b[self.b.clone()]);
        if a == b {
            return None;
        }
        let removed = self.changes.iter().flatten().any(|to| matches!(to, Replacement::Removed));
        if !removed && a.starts_with('%') && b.starts_with('%') && a.eq_ignore_ascii_case(b) {
            return Some(Rule::HexDigits);
        }
        let case = match component {
            Component::Scheme | Component::Host => Rule::LetterCase,
            _ => Rule::SchemeCase,
        };
        // Different octets need case folding too. Example: `%41` beside `a`.
        let folds = matches!((ascii(a), ascii(b)), (Some(a), Some(b)) if a != b);
        let changes = self.changes.iter().flatten().map(|change| match change {
            Replacement::Dropped => Rule::Separators,
            Replacement::Removed => Rule::DotSegments,
            Replacement::Escaped(_) => Rule::BidiControl,
            Replacement::Escape(_) => Rule::HexDigits,
            Replacement::Decoded(character) if character.is_ascii() => Rule::Unreserved,
            Replacement::Decoded(_) => Rule::Ucschar,
            Replacement::Folded(_) => case,
        });
        let highest = |rule: Rule, other: Rule| if other.rung() > rule.rung() { other } else { rule };
        Some(changes.chain(folds.then_some(case)).reduce(highest).unwrap_or(case))
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
