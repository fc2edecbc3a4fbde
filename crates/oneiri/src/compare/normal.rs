//! Keys for sets and maps: identifiers that are compared, ordered and hashed by their normal form.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::equal::equal;
use super::ladder::Ladder;
use super::rung::Rung;
#[cfg(any(feature = "fingerprint", feature = "blake3"))]
use crate::fingerprint::Fingerprint;
use crate::normalize::Plan;
use crate::ri::{Alphabet, HasScheme, Ri, SchemePresence, Unicode};
use crate::syntax::spans::Untyped;

impl Ladder<'_> {
    /// An identifier that is compared, ordered and hashed by its normal form at a rung. It ignores evidence, so the
    /// protocol rung counts as the scheme rung here. [`normal_buf`](Self::normal_buf) uses evidence.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h/%7E")?, Uri::parse("http://h/~")?);
    /// let ladder = Ladder::default();
    /// assert!(ladder.normal(&a, Rung::Path) == ladder.normal(&b, Rung::Path));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normal<'a, T: AsRef<str>, A: Alphabet, F: SchemePresence>(
        &self,
        identifier: &'a Ri<T, A, F>,
        rung: Rung,
    ) -> Normal<'a, A, F> {
        let identifier = identifier.as_borrowed();
        let source = self.subject(identifier.untyped());
        let plan = self.plan(rung, A::UNICODE, &[source]);
        let identifier = Ri::new(source.text, source.own_spans());
        Normal { identifier, plan, rung: rung.min(Rung::Scheme) }
    }

    /// The normal form at a rung as a key that owns its text, for a map that lives longer than the identifier. Unlike
    /// [`normal`](Self::normal), it uses the evidence of the ladder at the protocol rung.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let ladder = Ladder::new().ignore_fragment(true);
    /// let mut visits = HashMap::new();
    /// for line in ["http://h/#top", "HTTP://h:80", "http://h/a"] {
    ///     let uri = Uri::parse(line)?;
    ///     *visits.entry(ladder.normal_buf(&uri, Rung::Scheme)).or_insert(0) += 1;
    /// }
    /// assert_eq!(visits.len(), 2);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normal_buf<T: AsRef<str>, A: Alphabet, F: SchemePresence>(
        &self,
        identifier: &Ri<T, A, F>,
        rung: Rung,
    ) -> NormalBuf<A, F> {
        let form = self.normalize(&identifier.as_borrowed(), rung).into_owned();
        NormalBuf { form, rung: if self.observed_resources().is_some() { rung } else { rung.min(Rung::Scheme) } }
    }
}

/// An identifier that is compared, ordered and hashed by its normal form; see [`Ri::normal`].
///
/// The rung counts first: values of different rungs are never equal. The values that one set or map contains may come
/// from different ladders, because the text of each value's own normal form is compared.
pub struct Normal<'a, A, F> {
    identifier: Ri<&'a str, A, F>,
    plan: Option<Plan>,
    rung: Rung,
}

impl<'a, A: Alphabet, F: SchemePresence> Normal<'a, A, F> {
    /// The identifier, spelled as it was given.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let uri = Uri::parse("HTTP://h")?;
    /// assert_eq!(uri.normal_at(Rung::Case).identifier(), uri);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn identifier(&self) -> Ri<&'a str, A, F> {
        self.identifier
    }

    /// The rung of the normal form. It is at most [`Rung::Scheme`].
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// assert_eq!(Uri::parse("http://h/")?.normal().rung(), Rung::Scheme);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn rung(&self) -> Rung {
        self.rung
    }

    /// The same key, which owns the text of the normal form. Use it in maps that live longer than the identifier.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use oneiri::Uri;
    ///
    /// let mut seen = HashSet::new();
    /// for line in [String::from("http://h"), String::from("HTTP://h:80/")] {
    ///     seen.insert(Uri::parse(&line)?.normal().to_buf());
    /// }
    /// assert_eq!(seen.len(), 1);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn to_buf(&self) -> NormalBuf<A, F> {
        let source = self.source();
        let mut text = String::new();
        let form = match self.plan.as_ref().and_then(|plan| plan.write(source, &mut text)) {
            Some(spans) => Ri::new(text, spans),
            None => Ri::new(String::from(source.text), source.own_spans()),
        };
        NormalBuf { form, rung: self.rung }
    }

    /// The [`Fingerprint`] of the normal form, by XXH3-128. Allocates only where
    /// [`Ladder::equivalent`] does.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h")?, Uri::parse("HTTP://h:80/")?);
    /// let at = |rung| (a.normal_at(rung).fingerprint(), b.normal_at(rung).fingerprint());
    /// let (ours, theirs) = at(Rung::Scheme);
    /// assert_eq!(ours, theirs);
    /// let (ours, theirs) = at(Rung::Path);
    /// assert_ne!(ours, theirs);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[cfg(feature = "fingerprint")]
    pub fn fingerprint(&self) -> Fingerprint {
        self.with_bytes(crate::fingerprint::xxh3)
    }

    /// The [`Fingerprint`] of the normal form, by BLAKE3. It is slower than XXH3-128, but safe against identifiers
    /// that someone chose to have the same fingerprint.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let (a, b) = (Uri::parse("http://h")?, Uri::parse("HTTP://h:80/")?);
    /// let [ours, theirs] = [a, b].map(|uri| uri.normal().fingerprint_blake3());
    /// assert_eq!(ours, theirs);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[cfg(feature = "blake3")]
    pub fn fingerprint_blake3(&self) -> Fingerprint {
        self.with_bytes(crate::fingerprint::blake3)
    }

    fn source(&self) -> Untyped<'a, '_> {
        self.identifier.untyped()
    }

    /// Passes the bytes of the normal form to `take`.
    #[inline]
    fn with_bytes<R>(&self, take: impl FnOnce(&[u8]) -> R) -> R {
        match &self.plan {
            Some(plan) => plan.with_bytes(self.source(), take),
            None => take(self.source().text.as_bytes()),
        }
    }
}

impl<A, F> Clone for Normal<'_, A, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, F> Copy for Normal<'_, A, F> {}

impl<A: Alphabet, F: SchemePresence> PartialEq for Normal<'_, A, F> {
    fn eq(&self, other: &Self) -> bool {
        if self.rung != other.rung {
            return false;
        }
        match (&self.plan, &other.plan) {
            (Some(ours), Some(theirs)) if ours.has_rules_of(theirs) => equal(self.source(), other.source(), ours),
            // Each plan has the rules of its scheme only if they may apply to its identifier, and the ladders may differ.
            _ => self.with_bytes(|ours| other.with_bytes(|theirs| ours == theirs)),
        }
    }
}

impl<A: Alphabet, F: SchemePresence> Eq for Normal<'_, A, F> {}

impl<A: Alphabet, F: SchemePresence> Ord for Normal<'_, A, F> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_text = || self.with_bytes(|ours| other.with_bytes(|theirs| ours.cmp(theirs)));
        self.rung.cmp(&other.rung).then_with(by_text)
    }
}

impl<A: Alphabet, F: SchemePresence> PartialOrd for Normal<'_, A, F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A: Alphabet, F: SchemePresence> Hash for Normal<'_, A, F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.with_bytes(|bytes| state.write(bytes));
        // No UTF-8 contains these bytes, so none of them is a part of the text.
        state.write_u8(0xF8 | self.rung as u8);
    }
}

/// Shows the normal form.
impl<A: Alphabet, F: SchemePresence> fmt::Display for Normal<'_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = self.source();
        match &self.plan {
            Some(plan) => f.pad(&plan.text_of(source)),
            None => f.pad(source.text),
        }
    }
}

impl<A: Alphabet, F: SchemePresence> fmt::Debug for Normal<'_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Normal").field("identifier", &self.identifier).field("rung", &self.rung).finish()
    }
}

/// A normal form with its rung: a key that owns its text, for sets and maps. Values of different rungs are never equal.
///
/// Make it with [`Ri::normal_buf`], [`Normal::to_buf`] or [`Ladder::normal_buf`]. `NormalBuf` without parameters is that of
/// an [`Iri`](crate::Iri).
pub struct NormalBuf<A = Unicode, F = HasScheme> {
    form: Ri<String, A, F>,
    rung: Rung,
}

impl<A: Alphabet, F: SchemePresence> NormalBuf<A, F> {
    /// The normal form.
    ///
    /// ```
    /// let key = oneiri::Uri::parse("HTTP://h:80")?.normal().to_buf();
    /// assert_eq!(key.form(), "http://h/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn form(&self) -> &Ri<String, A, F> {
        &self.form
    }

    /// The normal form, without the rung.
    ///
    /// ```
    /// let key = oneiri::Uri::parse("HTTP://h:80")?.normal().to_buf();
    /// let uri: oneiri::UriBuf = key.into_form();
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn into_form(self) -> Ri<String, A, F> {
        self.form
    }

    /// The rung of the normal form.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// assert_eq!(Uri::parse("http://h/")?.normal_at(Rung::Path).to_buf().rung(), Rung::Path);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn rung(&self) -> Rung {
        self.rung
    }
}

impl<A: Alphabet, F: SchemePresence> From<Normal<'_, A, F>> for NormalBuf<A, F> {
    fn from(normal: Normal<'_, A, F>) -> Self {
        normal.to_buf()
    }
}

impl<A, F> Clone for NormalBuf<A, F> {
    fn clone(&self) -> Self {
        Self { form: self.form.clone(), rung: self.rung }
    }
}

impl<A, F> PartialEq for NormalBuf<A, F> {
    fn eq(&self, other: &Self) -> bool {
        self.rung == other.rung && self.form == other.form
    }
}

impl<A, F> Eq for NormalBuf<A, F> {}

impl<A, F> Ord for NormalBuf<A, F> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rung.cmp(&other.rung).then_with(|| self.form.cmp(&other.form))
    }
}

impl<A, F> PartialOrd for NormalBuf<A, F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A, F> Hash for NormalBuf<A, F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.form.hash(state);
        self.rung.hash(state);
    }
}

/// Shows the normal form.
impl<A, F> fmt::Display for NormalBuf<A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.form, f)
    }
}

impl<A: Alphabet, F: SchemePresence> fmt::Debug for NormalBuf<A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NormalBuf").field("form", &self.form).field("rung", &self.rung).finish()
    }
}
