//! The rules for IRIs with right-to-left characters (RFC 3987 section 4). An IRI that breaks them may
//! look like a different IRI on a screen.

use alloc::vec::Vec;
use core::ops::Range;

use unicode_bidi::{BidiClass, bidi_class};

use super::{Ri, SchemePresence, Text, Unicode};
use crate::syntax::error::Component;
use crate::syntax::grammar::unicode::is_bidi_control;

/// A part of an IRI that breaks a rule of RFC 3987 section 4: a label of the host, a segment of the
/// path, a name or a value of the query, or the whole userinfo or fragment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BidiIssue {
    /// The component that holds the part.
    pub component: Component,
    /// The byte range of the part in the text of the IRI.
    pub range: Range<usize>,
    /// The rule that the part breaks.
    pub rule: BidiRule,
}

/// The rules of RFC 3987 section 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BidiRule {
    /// Section 4.1: a part contains no bidirectional formatting characters.
    NoControls,
    /// Section 4.2, rule 1: a part does not contain both right-to-left and left-to-right characters.
    OneDirection,
    /// Section 4.2, rule 2: a part with right-to-left characters begins and ends with such a character.
    RightToLeftEnds,
}

impl<'i, 'o, T: Text<'i, 'o>, F: SchemePresence> Ri<T, Unicode, F> {
    /// The parts that break the rules for bidirectional IRIs, in the order of the text, with at most one
    /// issue for each part.
    ///
    /// Section 4.2 proposes to apply the rules to parts of components. So they apply to each label of the
    /// host, each segment of the path, and each name and each value of the query. They apply to the userinfo and the fragment as a
    /// whole.
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
            let text = source.slice(source.range(component));
            for part in text.split(delimiters) {
                let range = start..start + part.len();
                start = range.end + 1;
                issues.extend(broken(part).map(|rule| BidiIssue { component, range, rule }));
            }
        }
        issues
    }
}

/// The first rule that the part breaks.
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
