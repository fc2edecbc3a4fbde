//! Keys for sets and maps: identifiers that are compared, ordered and hashed by their normal form.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::equal::equal;
use super::ladder::Ladder;
use super::rung::Rung;
#[cfg(any(feature = "fingerprint", feature = "blake3"))]
use crate::fingerprint::Fingerprint;
use crate::normalize::Plan;
use crate::ri::{Alphabet, Ri, SchemePresence};
use crate::syntax::spans::Untyped;

impl Ladder<'_> {
    /// An identifier that is compared, ordered and hashed by its normal form at a rung. It ignores
    /// evidence, so at the protocol rung use the result of [`normalize`](Self::normalize) as a key
    /// instead.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h/%7E")?, Uri::parse("http://h/~")?);
    /// let ladder = Ladder::default();
    /// assert!(ladder.normal(&a, Rung::SYNTAX) == ladder.normal(&b, Rung::SYNTAX));
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
        Normal { identifier: Ri::new(source.text, source.own_spans()), plan }
    }
}

/// An identifier that is compared, ordered and hashed by its normal form; see [`Ri::normal`].
///
/// Compare only values that were made by the same ladder at the same rung.
pub struct Normal<'a, A, F> {
    identifier: Ri<&'a str, A, F>,
    plan: Option<Plan>,
}

impl<'a, A: Alphabet, F: SchemePresence> Normal<'a, A, F> {
    /// The identifier, spelled as it was given.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let uri = Uri::parse("HTTP://h")?;
    /// assert_eq!(uri.normal(Rung::Case).identifier(), uri);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn identifier(&self) -> Ri<&'a str, A, F> {
        self.identifier
    }

    /// The [`Fingerprint`] of the normal form, by XXH3-128. Allocates only where
    /// [`Ladder::equivalent`] does.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h")?, Uri::parse("HTTP://h:80/")?);
    /// let at = |rung| (a.normal(rung).fingerprint(), b.normal(rung).fingerprint());
    /// let (ours, theirs) = at(Rung::Scheme);
    /// assert_eq!(ours, theirs);
    /// let (ours, theirs) = at(Rung::SYNTAX);
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
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h")?, Uri::parse("HTTP://h:80/")?);
    /// let [ours, theirs] = [a, b].map(|uri| uri.normal(Rung::Scheme).fingerprint_blake3());
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
        match (&self.plan, &other.plan) {
            // Each plan has the rules of its scheme only if they may apply to its identifier.
            (Some(ours), Some(theirs)) => {
                let plan = if theirs.is_ruled() { theirs } else { ours };
                equal(self.source(), other.source(), plan)
            }
            _ => self.identifier == other.identifier,
        }
    }
}

impl<A: Alphabet, F: SchemePresence> Eq for Normal<'_, A, F> {}

impl<A: Alphabet, F: SchemePresence> Ord for Normal<'_, A, F> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.with_bytes(|ours| other.with_bytes(|theirs| ours.cmp(theirs)))
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
        state.write_u8(0xFF);
    }
}

/// Shows the normal form.
impl<A: Alphabet, F: SchemePresence> fmt::Display for Normal<'_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = self.source();
        match &self.plan {
            Some(plan) => f.write_str(&plan.text_of(source)),
            None => f.write_str(source.text),
        }
    }
}

impl<A: Alphabet, F: SchemePresence> fmt::Debug for Normal<'_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Normal").field(&self.identifier).finish()
    }
}
