//! The result of a comparison.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::evidence::Link;
use super::explain::{self, Difference, Question, Rule, Side, Step};
use super::ladder::Ladder;
use super::rung::Rung;
use crate::ri::{Alphabet, Redacted, Ri, SchemePresence};
use crate::syntax::error::Component;
use crate::syntax::spans::{Spanned, Untyped};

impl Ladder<'_> {
    /// Compares two identifiers. The verdict has the lowest rung at which they are equal, and explains
    /// on demand why they are equal or different. Allocates only where
    /// [`equivalent`](Self::equivalent) does.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let ladder = Ladder::new().ignore_fragment(true);
    /// let (a, b) = (Uri::parse("http://h/#a")?, Uri::parse("http://h/#b")?);
    /// assert_eq!(ladder.compare(&a, &b).rung(), Some(Rung::String));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn compare<'a, T: AsRef<str>, U: AsRef<str>, A: Alphabet, F: SchemePresence>(
        &'a self,
        a: &'a Ri<T, A, F>,
        b: &'a Ri<U, A, F>,
    ) -> Verdict<'a> {
        let (a, b) = (a.as_borrowed(), b.as_borrowed());
        Verdict::new(a.untyped(), b.untyped(), *self, A::UNICODE)
    }
}

/// The result of a comparison: the lowest rung at which two identifiers are equal, if there is one.
/// The explanations are computed on demand.
#[derive(Clone, Copy)]
pub struct Verdict<'a> {
    a: Spanned<'a>,
    b: Spanned<'a>,
    ladder: Ladder<'a>,
    unicode: bool,
    rung: Option<Rung>,
}

impl<'a> Verdict<'a> {
    pub(super) fn new(a: Untyped<'a, '_>, b: Untyped<'a, '_>, ladder: Ladder<'a>, unicode: bool) -> Self {
        let (a, b) = (ladder.subject(a), ladder.subject(b));
        let rung = ladder.lowest(a, b, unicode);
        Self { a: Spanned::new(a), b: Spanned::new(b), ladder, unicode, rung }
    }

    /// The lowest rung at which the identifiers are equal; `None` if they differ at every rung.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let (a, b) = (Uri::parse("http://h/%7E")?, Uri::parse("http://h/~")?);
    /// assert_eq!(a.compare(&b).rung(), Some(oneiri::Rung::Escape));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn rung(&self) -> Option<Rung> {
        self.rung
    }

    /// The places where two equal identifiers are spelled differently, from left to right, each with
    /// the rule that makes the spellings equal. Empty if the texts are identical, or if the identifiers
    /// differ at every rung.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let (a, b) = (Uri::parse("http://h/%7E")?, Uri::parse("http://h/~")?);
    /// let steps = a.compare(&b).steps();
    /// assert_eq!((steps[0].a.clone(), steps[0].b.clone()), (9..12, 9..10));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn steps(&self) -> Vec<Step> {
        let Some(rung) = self.rung else { return Vec::new() };
        let (a, b) = (self.a.untyped(), self.b.untyped());
        if rung == Rung::Protocol {
            let (a, b, rule) = (0..a.query_end(), 0..b.query_end(), Rule::Evidence);
            return Vec::from([Step { component: None, a, b, rule, source: rule.section() }]);
        }
        match self.ladder.plan(rung, self.unicode, &[a, b]) {
            Some(plan) => explain::steps(&Side::new(a, &plan), &Side::new(b, &plan), &plan),
            None => Vec::new(),
        }
    }

    /// At the protocol rung, the evidence for the verdict: the links from the first identifier to the
    /// first resource that both lead to, then the links from the second identifier to this resource.
    /// Empty at every other rung.
    pub fn chain(&self) -> Vec<&'a Link> {
        match (self.rung, self.ladder.observed_resources()) {
            (Some(Rung::Protocol), Some(evidence)) => {
                match [self.a, self.b].map(|side| self.ladder.settings().key(side.untyped())) {
                    [Some(a), Some(b)] => evidence.chain(&a, &b),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// The first difference that no rung ignores; `None` if the identifiers are equal at some rung.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let (a, b) = (Uri::parse("http://h/%7E")?, Uri::parse("http://h/x")?);
    /// assert_eq!(a.compare(&b).difference().map(|difference| difference.b), Some(9..10));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn difference(&self) -> Option<Difference> {
        self.first_differences(1).pop()
    }

    /// The first difference of each component that no rung ignores, from left to right:
    /// [`difference`](Self::difference) and those after it. Empty if the identifiers are equal at some rung.
    ///
    /// ```
    /// use oneiri::{Component, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h/a?x")?, Uri::parse("https://h/a/?x")?);
    /// let differences = a.compare(&b).differences();
    /// let components: Vec<_> = differences.iter().map(|difference| difference.component).collect();
    /// assert_eq!(components, [Component::Scheme, Component::Path]);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn differences(&self) -> Vec<Difference> {
        self.first_differences(Component::ALL.len())
    }

    /// The question that people often ask about a difference, if the difference is one of these. Then
    /// [`Question::describe`] says more than the reason of the difference does.
    ///
    /// ```
    /// use oneiri::{Uri, compare::Question};
    ///
    /// let (a, b) = (Uri::parse("http://h/a")?, Uri::parse("https://h/a/")?);
    /// let verdict = a.compare(&b);
    /// let questions: Vec<_> = verdict.differences().iter().map(|it| verdict.question(it)).collect();
    /// assert_eq!(questions, [Some(Question::Https), Some(Question::TrailingSlash)]);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn question(&self, difference: &Difference) -> Option<Question> {
        Question::about(self.a.untyped(), self.b.untyped(), difference.component)
    }

    /// The bytes of both identifiers from a difference to where the rest of the component is the same, to show the whole of it
    /// to a reader.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let (a, b) = (Uri::parse("http://h/?a=1&b=2&c=3")?, Uri::parse("http://h/?b=2&a=1&c=3")?);
    /// let verdict = a.compare(&b);
    /// let difference = verdict.difference().unwrap();
    /// assert_eq!(difference.a.start, 10);
    /// assert_eq!(verdict.extent(&difference), [10..17, 10..17]);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn extent(&self, difference: &Difference) -> [Range<usize>; 2] {
        explain::extent(self.a.untyped(), self.b.untyped(), difference)
    }

    /// So many of the differences, from left to right.
    fn first_differences(&self, most: usize) -> Vec<Difference> {
        let (a, b) = (self.a.untyped(), self.b.untyped());
        let plan = self.ladder.plan(Rung::Scheme, self.unicode, &[a, b]);
        let (None, Some(plan)) = (self.rung, plan) else { return Vec::new() };
        let sides = [a, b].map(|side| Side::new(side, &plan));
        let differences = explain::differences(&sides[0], &sides[1], &plan).take(most);
        #[cfg(feature = "nfc")]
        if let Some(reason) = explain::unicode_reason(&plan.text_of(a), &plan.text_of(b)) {
            return differences.map(|it| Difference { reason, ..it }).collect();
        }
        differences.collect()
    }
}

/// Shows the compared part of both identifiers, without passwords, and the rung.
impl fmt::Debug for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verdict")
            .field("a", &Redacted::of(self.a))
            .field("b", &Redacted::of(self.b))
            .field("rung", &self.rung)
            .finish_non_exhaustive()
    }
}
