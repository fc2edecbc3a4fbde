//! The methods of identifiers for comparison. All of them use the default [`Ladder`].

use alloc::borrow::Cow;

use super::equal::equal;
use super::ladder::Ladder;
use super::normal::Normal;
use super::rung::Rung;
use super::verdict::Verdict;
use crate::normalize::Plan;
use crate::ri::{Alphabet, Ri, SchemePresence, Text};

/// Comparison by the default [`Ladder`]: RFC 3986 section 6, RFC 3987 section 5. `==` is the lowest
/// rung, identical text.
impl<T: AsRef<str>, A: Alphabet, F: SchemePresence> Ri<T, A, F> {
    /// Compares two identifiers. The verdict has the lowest rung at which they are equal, and explains
    /// on demand why they are equal or different. Allocates only where
    /// [`Ladder::equivalent`] does.
    ///
    /// ```
    /// use oneiri::compare::{Reason, Rule};
    /// use oneiri::{Rung, Uri};
    ///
    /// let a = Uri::parse("http://example.com")?;
    /// let b = Uri::parse("HTTP://example.com:80/")?;
    /// let verdict = a.compare(&b);
    /// assert_eq!(verdict.rung(), Some(Rung::Scheme));
    /// let rules: Vec<_> = verdict.steps().iter().map(|step| step.rule).collect();
    /// assert_eq!(rules, [Rule::LetterCase, Rule::DefaultPort, Rule::EmptyPath]);
    ///
    /// let difference = Uri::parse("http://h/a%2Fb")?.compare(&Uri::parse("http://h/a/b")?).difference();
    /// assert_eq!(difference.map(|difference| (difference.a, difference.reason)), Some((10..13, Reason::Reserved)));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn compare<'a, U: AsRef<str>>(&'a self, other: &'a Ri<U, A, F>) -> Verdict<'a> {
        let (a, b) = (self.as_borrowed(), other.as_borrowed());
        Verdict::new(a.untyped(), b.untyped(), Ladder::default(), A::UNICODE)
    }

    /// Whether the normal forms at the path rung are equal. SRFI 275: `iri-eqv?`, `uri-eqv?`.
    /// Allocates only where [`Ladder::equivalent`] does.
    ///
    /// ```
    /// use oneiri::Iri;
    ///
    /// let a = Iri::parse("http://example.org/~ros%C3%A9")?;
    /// let b = Iri::parse("HTTP://example.org/x/../%7Erosé")?;
    /// assert!(a.equivalent(&b));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn equivalent<U: AsRef<str>>(&self, other: &Ri<U, A, F>) -> bool {
        equal(self.source(), other.source(), const { &Plan::full(A::UNICODE) })
    }

    /// Whether two identifiers are equal at a rung. Allocates only where [`Ladder::equivalent`]
    /// does.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h:80")?, Uri::parse("http://h/")?);
    /// assert!(a.equivalent_at(&b, Rung::Scheme) && !a.equivalent_at(&b, Rung::SYNTAX));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn equivalent_at<U: AsRef<str>>(&self, other: &Ri<U, A, F>, rung: Rung) -> bool {
        Ladder::default().equivalent(self, other, rung)
    }

    /// This identifier as a key for sets and maps: it is compared, ordered and hashed by its normal
    /// form at a rung, and keeps its own spelling.
    ///
    /// Allocates only where [`Ladder::equivalent`] does.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use oneiri::{Rung, Uri};
    ///
    /// let spellings = ["http://h/%7Ex", "http://h/~x", "HTTP://H/~x", "http://h/~X"];
    /// let uris = spellings.map(|text| Uri::parse(text).expect("a URI"));
    /// let set: HashSet<_> = uris.iter().map(|uri| uri.normal(Rung::SYNTAX)).collect();
    /// assert_eq!(set.len(), 2);
    /// ```
    pub fn normal(&self, rung: Rung) -> Normal<'_, A, F> {
        Ladder::default().normal(self, rung)
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A: Alphabet, F: SchemePresence> Ri<T, A, F> {
    /// The normal form at a rung: two identifiers are equal at a rung if and only if their normal
    /// forms have the same text.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let uri = Uri::parse("http://EXAMPLE.com:80")?;
    /// assert_eq!(uri.normalize_at(Rung::Case), "http://example.com:80");
    /// assert_eq!(uri.normalize_at(Rung::Scheme), "http://example.com/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn normalize_at(&'i self, rung: Rung) -> Ri<Cow<'o, str>, A, F> {
        Ladder::default().normalize(self, rung)
    }
}
