//! The methods of identifiers for comparison. All of them use the default [`Ladder`].

use alloc::borrow::Cow;
use alloc::string::String;

use super::equal::equal;
use super::ladder::Ladder;
use super::normal::{Normal, NormalBuf};
use super::rung::Rung;
use super::verdict::Verdict;
use crate::normalize::Plan;
use crate::ri::{Alphabet, Ri, SchemePresence, Text, apply};

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

    /// Whether two identifiers are equal at the scheme rung: whether their [normal forms](Ri::normalize) have the same
    /// text. Allocates only where [`Ladder::equivalent`] does. What SRFI 275 calls `iri-eqv?` and `uri-eqv?` is
    /// [`equivalent_at`](Ri::equivalent_at) with [`Rung::Path`].
    ///
    /// ```
    /// use oneiri::Iri;
    ///
    /// let a = Iri::parse("http://example.org/~ros%C3%A9")?;
    /// let b = Iri::parse("HTTP://example.org:80/x/../%7Erosé")?;
    /// assert!(a.equivalent(&b));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn equivalent<U: AsRef<str>>(&self, other: &Ri<U, A, F>) -> bool {
        self.equivalent_at(other, Rung::Scheme)
    }

    /// Whether two identifiers are equal at a rung. Allocates only where [`Ladder::equivalent`]
    /// does.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h:80")?, Uri::parse("http://h/")?);
    /// assert!(a.equivalent_at(&b, Rung::Scheme) && !a.equivalent_at(&b, Rung::Path));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn equivalent_at<U: AsRef<str>>(&self, other: &Ri<U, A, F>, rung: Rung) -> bool {
        if rung == Rung::Path {
            return equal(self.source(), other.source(), const { &Plan::full(A::UNICODE) });
        }
        Ladder::default().equivalent(self, other, rung)
    }

    /// This identifier as a key for sets and maps: it is compared, ordered and hashed by its normal form at the scheme
    /// rung, and keeps its own spelling. For a map that lives longer than the identifier, take
    /// [`normal_buf`](Ri::normal_buf).
    ///
    /// Allocates only where [`Ladder::equivalent`] does.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use oneiri::Uri;
    ///
    /// let spellings = ["http://h/%7Ex", "http://h/~x", "HTTP://H:80/~x", "http://h/~X"];
    /// let uris = spellings.map(|text| Uri::parse(text).expect("a URI"));
    /// let set: HashSet<_> = uris.iter().map(|uri| uri.normal()).collect();
    /// assert_eq!(set.len(), 2);
    /// ```
    pub fn normal(&self) -> Normal<'_, A, F> {
        self.normal_at(Rung::Scheme)
    }

    /// A key that owns its text, for a map that lives longer than this identifier: the normal form at the scheme rung.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use oneiri::{Iri, NormalBuf};
    ///
    /// let mut visits: HashMap<NormalBuf, u32> = HashMap::new();
    /// for line in ["http://h/%7Ex", "HTTP://H:80/~x", "http://h/y"] {
    ///     *visits.entry(Iri::parse(line)?.normal_buf()).or_insert(0) += 1;
    /// }
    /// assert_eq!(visits[&Iri::parse("http://h/~x")?.normal_buf()], 2);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normal_buf(&self) -> NormalBuf<A, F> {
        Ladder::new().normal_buf(self, Rung::Scheme)
    }

    /// Like [`normal`](Ri::normal), at another rung.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h:80/")?, Uri::parse("HTTP://h/")?);
    /// assert!(a.normal() == b.normal());
    /// assert!(a.normal_at(Rung::Path) != b.normal_at(Rung::Path));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normal_at(&self, rung: Rung) -> Normal<'_, A, F> {
        Ladder::default().normal(self, rung)
    }
}

/// Normalization by the default [`Ladder`].
impl<'i, 'o, T: Text<'i, 'o>, A: Alphabet, F: SchemePresence> Ri<T, A, F> {
    /// The normal form at the scheme rung: normalizes escapes, then letter case, then path segments, and applies the
    /// rules of the scheme ([`Rung::Scheme`], RFC 3986 section 6.2.3). Two identifiers are
    /// [`equivalent`](Ri::equivalent) if and only if their normal forms have the same text.
    ///
    /// The rules of schemes have a version ([`SCHEME_RULES_VERSION`](crate::SCHEME_RULES_VERSION)), because a new rule
    /// changes normal forms that you stored. [`normalize_at`](Ri::normalize_at) with [`Rung::Path`] is syntax-based
    /// normalization alone (RFC 3986 section 6.2.2), whose result never changes. It is what SRFI 275 calls
    /// `normalise-iri` and `normalise-uri`.
    ///
    /// ```
    /// use oneiri::{Iri, Rung, Uri};
    ///
    /// let uri = Uri::parse("HTTP://a:80/./b/../b/%63/%7bfoo%7d/ros%C3%A9")?;
    /// assert_eq!(uri.normalize(), "http://a/b/c/%7Bfoo%7D/ros%C3%A9");
    /// assert_eq!(uri.normalize_at(Rung::Path), "http://a:80/b/c/%7Bfoo%7D/ros%C3%A9");
    /// let iri = Iri::parse(uri.as_str())?;
    /// assert_eq!(iri.normalize(), "http://a/b/c/%7Bfoo%7D/rosé");
    /// // What would change structure does not: this path cannot lose its dot.
    /// assert_eq!(Uri::parse("foo:/a/..//b")?.normalize(), "foo:/.//b");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn normalize(&'i self) -> Ri<Cow<'o, str>, A, F> {
        self.normalize_at(Rung::Scheme)
    }

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
        if rung == Rung::Path {
            return apply(self.untyped(), const { &Plan::full(A::UNICODE) });
        }
        Ladder::default().normalize(self, rung)
    }
}

/// Normalization in place, by the default [`Ladder`].
impl<A: Alphabet, F: SchemePresence> Ri<String, A, F> {
    /// Like [`normalize`](Ri::normalize), in place.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("HTTP://h:080/%7E")?;
    /// uri.normalize_in_place();
    /// assert_eq!(uri, "http://h/~");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_in_place(&mut self) {
        self.normalize_at_in_place(Rung::Scheme);
    }

    /// Like [`normalize_at`](Ri::normalize_at), in place.
    ///
    /// ```
    /// use oneiri::{Rung, UriBuf};
    ///
    /// let mut uri = UriBuf::parse("HTTP://h:080/%7E")?;
    /// uri.normalize_at_in_place(Rung::Path);
    /// assert_eq!(uri, "http://h:80/~");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_at_in_place(&mut self, rung: Rung) {
        if let Some(plan) = Ladder::new().plan(rung, A::UNICODE, &[self.untyped()]) {
            self.apply_in_place(&plan);
        }
    }
}
