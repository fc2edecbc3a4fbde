//! Normalization and conversion: D-06 to D-18 and D-20, as the oracle reads them.

use super::generate::{any_text, any_valid, valid};
use super::run::{NINE, Outcome, for_all, for_every};
use super::{is_borrowed, letters, reparses};
use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::normalize as oracle;
use oneiri::{Alphabet, Ascii, HasScheme, MaybeScheme, Normalization, Ri, Rung, SchemePresence, Unicode};
use proptest::prop_assert_eq;
use proptest::test_runner::TestCaseError;
use std::borrow::Cow;

type Normalized<'a, A, F> = Ri<Cow<'a, str>, A, F>;

/// All choices of steps.
const STEPS: [Normalization; 8] = {
    let mut all = [Normalization::NONE; 8];
    let mut index = 0;
    while index < 8 {
        all[index] = Normalization::NONE.case(index & 1 != 0).escape(index & 2 != 0).path(index & 4 != 0);
        index += 1;
    }
    all
};

/// D-06: whichever steps there are, in the order escape, case, path.
fn oracle_steps(letters: Letters, steps: Normalization, text: &str) -> String {
    let text = if steps.escape { oracle::normalize_escape(letters, text) } else { text.to_string() };
    let text = if steps.case { oracle::normalize_case(&text) } else { text };
    if steps.path { oracle::normalize_path_segments(&text) } else { text }
}

/// The result is the expected text and its components, and borrowed exactly if nothing changed.
fn is_right<A: Alphabet, F: SchemePresence>(
    from: &str,
    got: &Normalized<'_, A, F>,
    to: &str,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(got.as_str(), to, "from {:?}", from);
    prop_assert_eq!(is_borrowed(from, got.as_str()), from == to, "borrowed, from {:?} to {:?}", from, to);
    reparses(got)
}

pub(super) fn normalizes_as_the_oracle<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let normal = oracle::normalize(letters::<A>(), text);
    is_right(text, &value.normalize_at(Rung::Path), &normal)?;
    is_right(text, &value.normalize_steps(Normalization::CASE), &oracle::normalize_case(text))?;
    is_right(text, &value.normalize_steps(Normalization::ESCAPE), &oracle::normalize_escape(letters::<A>(), text))?;
    is_right(text, &value.normalize_steps(Normalization::PATH), &oracle::normalize_path_segments(text))?;
    Ok(normal != text)
}

pub(super) fn steps_as_the_oracle<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    for steps in STEPS {
        is_right(text, &value.normalize_steps(steps), &oracle_steps(letters::<A>(), steps, text))?;
    }
    Ok(true)
}

/// What works in place gives what the pure gives, and the components with it.
pub(super) fn in_place_as_pure<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let same = |change: fn(&mut Ri<String, A, F>), pure: Normalized<'_, A, F>| -> Result<(), TestCaseError> {
        let mut changed = value.into_owned();
        change(&mut changed);
        prop_assert_eq!(changed.as_str(), pure.as_str());
        prop_assert_eq!(changed.parts(), pure.parts());
        Ok(())
    };
    same(Ri::normalize_in_place, value.normalize())?;
    for rung in Rung::ALL {
        let mut changed = value.into_owned();
        changed.normalize_at_in_place(rung);
        let pure = value.normalize_at(rung);
        prop_assert_eq!((changed.as_str(), changed.parts()), (pure.as_str(), pure.parts()));
    }
    for steps in STEPS {
        let mut changed = value.into_owned();
        changed.normalize_steps_in_place(steps);
        let pure = value.normalize_steps(steps);
        prop_assert_eq!((changed.as_str(), changed.parts()), (pure.as_str(), pure.parts()));
    }
    Ok(true)
}

pub(super) fn converts_as_the_oracle<F: SchemePresence>(text: &str) -> Outcome {
    let Ok(iri) = Ri::<&str, Unicode, F>::parse(text) else { return Ok(false) };
    is_right(text, &iri.to_uri(), &oracle::iri_to_uri(text))?;
    if let Ok(uri) = Ri::<&str, Ascii, F>::parse(text) {
        is_right(text, &uri.to_iri(), &oracle::uri_to_iri(text))?;
        let retyped = Ri::<&str, Unicode, F>::from(uri);
        prop_assert_eq!((retyped.as_str(), retyped.parts()), (text, uri.parts()));
    }
    prop_assert_eq!(Ri::<&str, Ascii, F>::try_from(iri).is_ok(), text.is_ascii());
    Ok(true)
}

#[test]
fn normalize_equals_the_oracle() {
    for_all("normalize", any_text(), |text| of_all_types!(normalizes_as_the_oracle, text));
    for_all("normalize valid", any_valid(), |text| of_all_types!(normalizes_as_the_oracle, text));
}

#[test]
fn normalize_equals_the_oracle_on_all_short_strings() {
    for_every("normalize", "", &NINE, 6, |text| {
        let spoke = normalizes_as_the_oracle::<Unicode, MaybeScheme>(text)?;
        Ok(normalizes_as_the_oracle::<Ascii, MaybeScheme>(text)? | spoke)
    });
    for_every("normalize", "a:", &NINE, 5, |text| {
        let spoke = normalizes_as_the_oracle::<Unicode, HasScheme>(text)?;
        Ok(normalizes_as_the_oracle::<Ascii, HasScheme>(text)? | spoke)
    });
}

/// Paths after a scheme, with and without an authority, deeper than nine symbols allow.
#[test]
fn normalize_equals_the_oracle_on_all_short_paths() {
    for head in ["s:", "s://h", "s://", ""] {
        for_every("normalize", head, &["a", ".", "/", "%2E", ":"], 7, |text| {
            normalizes_as_the_oracle::<Unicode, MaybeScheme>(text)
        });
    }
}

/// Runs of escapes of all kinds of octets, with literal characters between.
#[test]
fn normalize_equals_the_oracle_on_all_short_runs_of_escapes() {
    let octets = [
        "%41", "%2f", "%80", "%8E", "%9f", "%A0", "%a9", "%AE", "%BF", "%C0", "%C3", "%E2", "%ED", "%EE", "%EF", "%F0",
        "%F4", "é", "\u{202E}", "\u{E000}",
    ];
    for head in ["s:", "s:?", "//"] {
        for_every("normalize", head, &octets, 4, |text| {
            let spoke = normalizes_as_the_oracle::<Unicode, MaybeScheme>(text)?;
            Ok(normalizes_as_the_oracle::<Ascii, MaybeScheme>(text)? | spoke)
        });
    }
}

#[test]
fn normalize_equals_the_oracle_on_all_short_authorities() {
    let symbols = ["A", "%61", "@", ":", "0", "8", "/", "[::A]", "É", "%c3%a9"];
    for head in ["//", "S://"] {
        for_every("normalize", head, &symbols, 4, |text| of_all_types!(normalizes_as_the_oracle, text));
    }
}

#[test]
fn steps_equal_the_oracle() {
    for_all("steps", any_valid(), |text| of_all_types!(steps_as_the_oracle, text));
    for_every("steps", "", &NINE, 5, |text| of_all_types!(steps_as_the_oracle, text));
}

#[test]
fn in_place_equals_pure() {
    for_all("in place", any_valid(), |text| of_all_types!(in_place_as_pure, text));
    for_every("in place", "", &NINE, 5, |text| of_all_types!(in_place_as_pure, text));
}

#[test]
fn conversions_equal_the_oracle() {
    let law =
        |text: &str| Ok(converts_as_the_oracle::<HasScheme>(text)? | converts_as_the_oracle::<MaybeScheme>(text)?);
    for_all("convert", any_valid(), |text| law(text));
    for_all("convert URIs", valid(Letters::Uri, false), |text| law(text));
    for_every("convert", "", &NINE, 6, law);
}
