//! The laws: what must hold of every value, tried on generated values and on all short ones.
//!
//! A law is a function of a text (or a pair of texts) that is generic over the type it is read as; `of_all_types!`
//! holds it to the four. What a law expects comes from the oracle or from the law itself, never from the library.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::split::Seven;
use oneiri::{Alphabet, Parts, Ri, SchemePresence};
use proptest::prop_assert_eq;
use proptest::test_runner::TestCaseError;

/// Holds a generic law to the four types; it speaks of a text if it does for one of them.
macro_rules! of_all_types {
    ($($law:ident)::+, $text:expr $(, $more:expr)*) => {{
        use oneiri::{Ascii, HasScheme, MaybeScheme, Unicode};
        let text: &str = $text;
        Ok($($law)::+::<Ascii, HasScheme>(text $(, $more)*)?
            | $($law)::+::<Ascii, MaybeScheme>(text $(, $more)*)?
            | $($law)::+::<Unicode, HasScheme>(text $(, $more)*)?
            | $($law)::+::<Unicode, MaybeScheme>(text $(, $more)*)?)
    }};
}

mod build;
mod compare;
mod cost;
mod edit;
mod expected;
pub(crate) mod generate;
mod guarantees;
mod hints;
mod ladders;
mod lenient;
#[cfg(feature = "nfc")]
mod nfc;
mod normalize;
mod parse;
mod percent;
mod relativize;
mod resolve;
mod respell;
pub(crate) mod run;
mod rungs;
pub(crate) mod targets;
mod witness;

/// The oracle's name for an alphabet of the library.
fn letters<A: Alphabet>() -> Letters {
    if A::UNICODE { Letters::Iri } else { Letters::Uri }
}

/// The oracle's components as the library's type for them.
fn parts(seven: &Seven) -> Parts<'_> {
    Parts {
        scheme: seven.scheme.as_deref(),
        userinfo: seven.userinfo.as_deref(),
        host: seven.host.as_deref(),
        port: seven.port.as_deref(),
        path: &seven.path,
        query: seven.query.as_deref(),
        fragment: seven.fragment.as_deref(),
    }
}

/// The value's text parses again, in the same type, to the very same components.
fn reparses<T: AsRef<str>, A: Alphabet, F: SchemePresence>(value: &Ri<T, A, F>) -> Result<(), TestCaseError> {
    let text = value.as_ref();
    match Ri::<&str, A, F>::parse(text) {
        Ok(again) => prop_assert_eq!(value.as_borrowed().parts(), again.parts(), "{}", text),
        Err(error) => {
            return Err(TestCaseError::fail(format!("{text} does not parse again: {error}")));
        }
    }
    Ok(())
}

/// Whether `output` is the very memory of `input`: nothing was copied.
fn is_borrowed(input: &str, output: &str) -> bool {
    std::ptr::eq(input.as_ptr(), output.as_ptr()) && input.len() == output.len()
}
