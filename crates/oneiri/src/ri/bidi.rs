//! The structure of bidirectional IRIs (RFC 3987 section 4): what a reader could take for something
//! else on a screen.

use alloc::vec::Vec;
use core::ops::Range;

use unicode_bidi::{BidiClass, bidi_class};

use super::{Form, Ri, Text, Unicode};
use crate::syntax::error::Component;
use crate::syntax::grammar::unicode::is_bidi_control;

/// A stretch of an IRI that breaks a rule of RFC 3987 section 4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BidiIssue {
    /// The component in which it lies.
    pub component: Component,
    /// Its bytes.
    pub range: Range<usize>,
    /// The rule that it breaks.
    pub rule: BidiRule,
}

/// The rules of RFC 3987 section 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BidiRule {
    /// Section 4.1: no bidi formatting characters.
    NoControls,
    /// Section 4.2, 1: not both right-to-left and left-to-right characters.
    OneDirection,
    /// Section 4.2, 2: with right-to-left characters, begins and ends with one.
    RightToLeftEnds,
}

impl<'i, 'o, T: Text<'i, 'o>, F: Form> Ri<T, Unicode, F> {
    /// What breaks the rules for bidirectional IRIs, from left to right: one issue for each stretch
    /// at the most. The rules are held against the labels of the host, the segments of the path, and
    /// the names and values of the query, as section 4.2 proposes.
    ///
    /// ```
    /// use oneiri::{BidiRule, Iri};
    ///
    /// let rules = |text| Ok::<_, oneiri::Error>(
    ///     Iri::parse(text)?.bidi_issues().iter().map(|issue| issue.rule).collect::<Vec<_>>());
    /// assert_eq!(rules("http://example.org/\u{5D0}\u{5D1}/x")?, []);
    /// assert_eq!(rules("http://example.org/\u{5D0}x")?, [BidiRule::OneDirection]);
    /// assert_eq!(rules("http://example.org/\u{5D0}1")?, [BidiRule::RightToLeftEnds]);
    /// assert_eq!(rules("http://example.org/\u{202E}x")?, [BidiRule::NoControls]);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn bidi_issues(&'i self) -> Vec<BidiIssue> {
        let divided: [(Component, &[char]); 5] = [
            (Component::Userinfo, &[]),
            (Component::Host, &['.']),
            (Component::Path, &['/']),
            (Component::Query, &['&', '=']),
            (Component::Fragment, &[]),
        ];
        let source = self.untyped();
        let mut issues = Vec::new();
        for (component, delimiters) in divided {
            let mut start = source.range(component).start;
            let text = source.text.get(source.range(component)).unwrap_or_default();
            for part in text.split(delimiters) {
                let range = start..start + part.len();
                start = range.end + 1;
                issues.extend(broken(part).map(|rule| BidiIssue { component, range, rule }));
            }
        }
        issues
    }
}

fn broken(part: &str) -> Option<BidiRule> {
    let right = |c: char| matches!(bidi_class(c), BidiClass::R | BidiClass::AL);
    if part.contains(is_bidi_control) {
        Some(BidiRule::NoControls)
    } else if !part.contains(right) {
        None
    } else if part.contains(|c| bidi_class(c) == BidiClass::L) {
        Some(BidiRule::OneDirection)
    } else if part.starts_with(right) && part.ends_with(right) {
        None
    } else {
        Some(BidiRule::RightToLeftEnds)
    }
}
