//! The standard traits. Equality, order and hash depend on the text alone.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::{Alphabet, MaybeScheme, Ri, SchemePresence};
use crate::syntax::error::Error;
use crate::syntax::spans::Spans;

impl<T: Clone, A, F> Clone for Ri<T, A, F> {
    fn clone(&self) -> Self {
        Self::new(self.text.clone(), self.spans)
    }
}

impl<T: Copy, A, F> Copy for Ri<T, A, F> {}

/// The empty text is a valid relative reference (RFC 3986 section 4.4). It is not a valid URI or IRI, so only
/// references have a default.
impl<T: Default, A> Default for Ri<T, A, MaybeScheme> {
    fn default() -> Self {
        Self::new(T::default(), Spans::default())
    }
}

/// Shows `***` in place of the password, like [`Ri::redacted`], because what is debugged often ends in a log.
impl<T: AsRef<str>, A: Alphabet, F: SchemePresence> fmt::Debug for Ri<T, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match (A::UNICODE, F::SCHEME) {
            (false, true) => "Uri",
            (false, false) => "UriRef",
            (true, true) => "Iri",
            (true, false) => "IriRef",
        };
        f.debug_tuple(name).field(&self.as_borrowed().redacted()).finish()
    }
}

impl<T: AsRef<str>, A, F> fmt::Display for Ri<T, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text.as_ref())
    }
}

impl<T: AsRef<str>, A, F> AsRef<str> for Ri<T, A, F> {
    fn as_ref(&self) -> &str {
        self.text.as_ref()
    }
}

impl<T: AsRef<str>, A, F> Borrow<str> for Ri<T, A, F> {
    fn borrow(&self) -> &str {
        self.text.as_ref()
    }
}

impl<T: AsRef<str>, A, F> Ord for Ri<T, A, F> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.as_ref().cmp(other.text.as_ref())
    }
}

impl<T: AsRef<str>, A, F> Hash for Ri<T, A, F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.as_ref().hash(state);
    }
}

impl<A: Alphabet, F: SchemePresence> FromStr for Ri<Cow<'_, str>, A, F> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        text.parse::<Ri<String, A, F>>().map(Self::from)
    }
}

impl<A: Alphabet, F: SchemePresence> FromStr for Ri<String, A, F> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let borrowed = Ri::<&str, A, F>::parse(text)?;
        Ok(Self::new(text.to_owned(), borrowed.spans))
    }
}
