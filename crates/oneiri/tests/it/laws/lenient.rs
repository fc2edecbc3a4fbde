//! The lenient constructor: D-04 and D-05.

use super::generate::{any_text, arbitrary, mutated};
use super::parse::points_into;
use super::run::{NINE, Outcome, for_all, for_every};
use super::{is_borrowed, letters, reparses};
use crate::oracle::abnf::{Rule, matches};
use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::lenient::encode;
use oneiri::{Alphabet, Ri, SchemePresence};
use proptest::{prop_assert, prop_assert_eq};

/// What strict parsing accepts comes back as it is, in the same memory; what it refuses is accepted exactly if it
/// is grammatical with the characters of D-04 encoded, and is then that text.
pub(super) fn lenient_as_the_oracle<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let rule = if F::SCHEME { Rule::Uri } else { Rule::UriReference };
    let encoded = encode(letters::<A>(), text);
    let acceptable = matches(letters::<A>(), rule, &encoded);
    // Encoding makes nothing grammatical that held nothing to encode.
    let strict = acceptable && encoded == text;
    match Ri::<&str, A, F>::parse_lenient(text) {
        Ok(value) => {
            prop_assert!(acceptable, "{text:?} accepted as {value:?}");
            prop_assert_eq!(value.as_str(), &encoded);
            prop_assert_eq!(is_borrowed(text, value.as_str()), strict);
            reparses(&value)?;
        }
        Err(error) => {
            prop_assert!(!acceptable, "{text:?} refused, but {encoded:?} is grammatical: {error}");
            points_into(&error, text)?;
        }
    }
    Ok(acceptable && !strict)
}

#[test]
fn lenient_equals_strict_on_the_encoded_text() {
    for_all("lenient", mutated(Letters::Iri), |text| of_all_types!(lenient_as_the_oracle, text));
    for_all("lenient", any_text(), |text| of_all_types!(lenient_as_the_oracle, text));
    for_all("lenient", arbitrary(), |text| of_all_types!(lenient_as_the_oracle, text));
}

#[test]
fn lenient_equals_strict_on_all_short_strings() {
    for_every("lenient", "", &NINE, 6, |text| of_all_types!(lenient_as_the_oracle, text));
    let symbols = ["a", ":", "/", "?", "#", " ", "%", "4", "[", "\u{E000}", "\u{FFFF}"];
    for_every("lenient", "", &symbols, 5, |text| of_all_types!(lenient_as_the_oracle, text));
}
