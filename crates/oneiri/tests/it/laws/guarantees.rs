//! The guarantees G1 to G7 of `docs/decisions.md`, section 0, each a test of its number.

use super::generate::{any_text, any_valid, mutated, respelled, valid};
use super::run::{NINE, Outcome, SIX, for_all, for_every, for_every_pair, strings};
use super::{letters, reparses};
use crate::oracle::alphabet::Alphabet as Letters;
use oneiri::{
    Alphabet, Ascii, HasScheme, Iri, IriRef, Ladder, MaybeScheme, Normalization, Parts, Resolution, Ri, Rung,
    SchemePresence, Unicode,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::{prop_assert, prop_assert_eq};
use std::str::FromStr;

/// G1: `to_string(parse(x)) == x`, code point for code point.
pub(super) fn prints_what_was_parsed<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    prop_assert_eq!(value.to_string(), text);
    prop_assert_eq!(value.as_str(), text);
    prop_assert_eq!(Ri::<String, A, F>::from_str(text).unwrap().into_string(), text);
    prop_assert_eq!(Ri::<String, A, F>::build(&value.parts()).unwrap().into_string(), text);
    Ok(true)
}

#[test]
fn g1_printing_gives_back_what_was_parsed() {
    for_all("G1", any_text(), |text| of_all_types!(prints_what_was_parsed, text));
    for_every("G1", "", &NINE, 6, |text| of_all_types!(prints_what_was_parsed, text));
}

/// G2 for the operations on one value.
pub(super) fn stays_grammatical<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    if let Ok(lenient) = Ri::<&str, A, F>::parse_lenient(text) {
        reparses(&lenient)?;
    }
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    reparses(&value)?;
    reparses(&value.normalize_at(Rung::Path))?;
    reparses(&value.normalize_steps(Normalization::CASE))?;
    reparses(&value.normalize_steps(Normalization::ESCAPE))?;
    reparses(&value.normalize_steps(Normalization::PATH))?;
    reparses(&Ri::<String, A, F>::build(&value.parts()).unwrap())?;
    Ok(true)
}

pub(super) fn converts_grammatically<F: SchemePresence>(text: &str) -> Outcome {
    if let Ok(uri) = Ri::<&str, Ascii, F>::parse(text) {
        reparses(&uri.to_iri())?;
        reparses(&Ri::<&str, Unicode, F>::from(uri))?;
    }
    let Ok(iri) = Ri::<&str, Unicode, F>::parse(text) else { return Ok(false) };
    reparses(&iri.to_uri())?;
    reparses(&iri.to_uri().to_iri())?;
    if let Ok(uri) = Ri::<&str, Ascii, F>::try_from(iri) {
        reparses(&uri)?;
    }
    Ok(true)
}

/// G2 for the operations on two.
pub(super) fn resolves_grammatically(base: &str, other: &str) -> Outcome {
    let (Ok(base), Ok(reference)) = (Iri::parse(base), IriRef::parse(other)) else {
        return Ok(false);
    };
    reparses(&base.resolve(&reference))?;
    for (loophole, verbatim) in [(false, true), (true, false), (true, true)] {
        if let Ok(resolved) = base.resolve_with(&reference, Resolution::new().loophole(loophole).verbatim(verbatim)) {
            reparses(&resolved)?;
        }
    }
    if let Ok(target) = Iri::parse(other) {
        reparses(&base.relativize(&target))?;
    }
    Ok(true)
}

#[test]
fn g2_whatever_comes_back_parses_to_the_very_same_components() {
    let converts = |text: &str| -> Outcome {
        Ok(converts_grammatically::<HasScheme>(text)? | converts_grammatically::<MaybeScheme>(text)?)
    };
    for_all("G2", any_text(), |text| of_all_types!(stays_grammatical, text));
    for_all("G2, converted", any_text(), |text| converts(text));
    for_every("G2", "", &NINE, 6, |text| of_all_types!(stays_grammatical, text));
    for_every("G2, converted", "", &NINE, 6, converts);
    let others = || prop_oneof![2 => any_valid(), 1 => mutated(Letters::Iri)];
    for_all("G2, resolved", (valid(Letters::Iri, true), others()), |(a, b)| resolves_grammatically(a, b));
}

/// G3: case, escape, path-segments and normalize are each idempotent.
pub(super) fn is_idempotent<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let case = value.normalize_steps(Normalization::CASE);
    prop_assert_eq!(&case.normalize_steps(Normalization::CASE), &case);
    let escape = value.normalize_steps(Normalization::ESCAPE);
    prop_assert_eq!(&escape.normalize_steps(Normalization::ESCAPE), &escape);
    let path = value.normalize_steps(Normalization::PATH);
    prop_assert_eq!(&path.normalize_steps(Normalization::PATH), &path);
    let normal = value.normalize_at(Rung::Path);
    prop_assert_eq!(&normal.normalize_at(Rung::Path), &normal);
    // The normal form is a fixed point of each step besides.
    prop_assert_eq!(&normal.normalize_steps(Normalization::CASE), &normal);
    prop_assert_eq!(&normal.normalize_steps(Normalization::ESCAPE), &normal);
    prop_assert_eq!(&normal.normalize_steps(Normalization::PATH), &normal);
    Ok(true)
}

#[test]
fn g3_normalizations_are_idempotent() {
    for_all("G3", any_text(), |text| of_all_types!(is_idempotent, text));
    for_every("G3", "", &NINE, 6, |text| of_all_types!(is_idempotent, text));
    for_every("G3", "s:", &["a", ".", "/", "%2E", ":"], 6, |text| of_all_types!(is_idempotent, text));
}

/// What G4 lets an operation change besides the text of the components.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Licence {
    Nothing,
    /// A rootless path may become empty (D-15).
    Path,
    /// That, and an empty port may go (D-20).
    PathAndPort,
}

fn keeps_structure(before: Parts<'_>, after: Parts<'_>, licence: Licence) -> Result<(), TestCaseError> {
    let defined =
        |it: &Parts<'_>| [it.scheme, it.userinfo, it.host, it.query, it.fragment].map(|component| component.is_some());
    prop_assert_eq!(defined(&before), defined(&after), "{:?} to {:?}", before, after);
    prop_assert_eq!(before.host.map(str::is_empty), after.host.map(str::is_empty), "{:?} to {:?}", before, after);
    let gone = licence == Licence::PathAndPort && before.port == Some("");
    prop_assert_eq!(after.port.is_some(), before.port.is_some() && !gone, "{:?} to {:?}", before, after);
    let kind = |path: &str| {
        if path.is_empty() {
            "empty"
        } else if path.starts_with('/') {
            "absolute"
        } else {
            "rootless"
        }
    };
    let emptied = licence != Licence::Nothing && (kind(before.path), kind(after.path)) == ("rootless", "empty");
    prop_assert!(emptied || kind(before.path) == kind(after.path), "{before:?} to {after:?}");
    Ok(())
}

pub(super) fn structure_is_kept<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let before = value.parts();
    keeps_structure(before, value.normalize_steps(Normalization::CASE).parts(), Licence::Nothing)?;
    keeps_structure(before, value.normalize_steps(Normalization::ESCAPE).parts(), Licence::Nothing)?;
    keeps_structure(before, value.normalize_steps(Normalization::PATH).parts(), Licence::Path)?;
    keeps_structure(before, value.normalize_at(Rung::Path).parts(), Licence::PathAndPort)?;
    let iri = Ri::<&str, Unicode, F>::parse(text).unwrap();
    keeps_structure(before, iri.to_uri().parts(), Licence::Nothing)?;
    if let Ok(uri) = Ri::<&str, Ascii, F>::parse(text) {
        keeps_structure(before, uri.to_iri().parts(), Licence::Nothing)?;
    }
    Ok(true)
}

#[test]
fn g4_structure_is_kept() {
    for_all("G4", any_text(), |text| of_all_types!(structure_is_kept, text));
    for_every("G4", "", &NINE, 6, |text| of_all_types!(structure_is_kept, text));
    for_every("G4", "s:", &["a", ".", "/", "%2E", ":"], 6, |text| of_all_types!(structure_is_kept, text));
}

/// G5: the three squares commute.
pub(super) fn squares_commute<F: SchemePresence>(text: &str) -> Outcome {
    let Ok(iri) = Ri::<&str, Unicode, F>::parse(text) else { return Ok(false) };
    let (uri, normal) = (iri.to_uri(), iri.normalize_at(Rung::Path));
    prop_assert_eq!(uri.normalize_at(Rung::Path), normal.to_uri());
    prop_assert_eq!(uri.to_iri(), iri.normalize_steps(Normalization::ESCAPE));
    if let Ok(uri) = Ri::<&str, Ascii, F>::parse(text) {
        let iri = uri.to_iri();
        prop_assert_eq!(iri.to_uri(), uri.normalize_steps(Normalization::ESCAPE));
    }
    Ok(true)
}

#[test]
fn g5_conversion_and_normalization_commute() {
    let law =
        |text: &str| -> Outcome { Ok(squares_commute::<HasScheme>(text)? | squares_commute::<MaybeScheme>(text)?) };
    for_all("G5", any_text(), |text| law(text));
    for_all("G5, IRIs", valid(Letters::Iri, false), |text| law(text));
    for_every("G5", "", &NINE, 6, law);
    let octets = ["%41", "%2e", "%80", "%A9", "%AE", "%C3", "%E2", "%EE", "%F0", "é", "\u{202E}", "\u{E000}", "?"];
    for_every("G5", "s:", &octets, 4, law);
}

/// G6: `resolve(b, resolve(b, r)) == normalise_path_segments(resolve(b, r))`.
pub(super) fn resolving_again_only_removes_dots(base: &str, reference: &str) -> Outcome {
    let (Ok(base), Ok(reference)) = (Iri::parse(base), IriRef::parse(reference)) else {
        return Ok(false);
    };
    let once = base.resolve(&reference);
    let twice = base.resolve(&once);
    let (twice, expected) = (twice.as_str(), once.normalize_steps(Normalization::PATH));
    prop_assert_eq!(twice, expected.as_str(), "{} + {} = {}", base, reference, once);
    Ok(true)
}

#[test]
fn g6_resolving_twice_is_resolving_once_without_dots() {
    for_all("G6", (valid(Letters::Iri, true), valid(Letters::Iri, false)), |(base, reference)| {
        resolving_again_only_removes_dots(base, reference)
    });
    let references = strings("", &SIX, 4, |text| IriRef::parse(text).is_ok());
    for head in ["s:", "s://h"] {
        let bases = strings(head, &["a", "/", ".", "?"], 4, |text| Iri::parse(text).is_ok());
        for_every_pair("G6", &bases, &references, resolving_again_only_removes_dots);
    }
}

/// Methods without a rung use the scheme rung, and a key is equal to another exactly if both have the same rung and the
/// same normal form.
fn defaults_are_the_scheme_rung<A: Alphabet, F: SchemePresence>(
    a: &Ri<&str, A, F>,
    b: &Ri<&str, A, F>,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.normalize(), a.normalize_at(Rung::Scheme));
    prop_assert_eq!(a.equivalent(b), a.equivalent_at(b, Rung::Scheme));
    prop_assert_eq!(a.equivalent(b), a.compare(b).rung().is_some());
    prop_assert_eq!(a.equivalent(b), a.normal() == b.normal());
    prop_assert_eq!(a.normal(), a.normal_at(Rung::Scheme));
    for one in Rung::ALL {
        for other in Rung::ALL {
            let same = one.min(Rung::Scheme) == other.min(Rung::Scheme) && a.normalize_at(one) == b.normalize_at(other);
            let (x, y) = (a.normal_at(one), b.normal_at(other));
            prop_assert_eq!([x == y, y == x, x.to_buf() == y.to_buf()], [same; 3], "{} {}", a, b);
            prop_assert_eq!(x.cmp(&y).is_eq(), same);
            prop_assert_eq!(x.cmp(&y), x.to_buf().cmp(&y.to_buf()));
        }
    }
    Ok(())
}

/// G7: equal at a rung, equal at every higher one; `==` is the text, and `equivalent` is equal normal forms.
fn the_ladder_only_goes_up<A: Alphabet, F: SchemePresence>(one: &str, other: &str) -> Outcome {
    let (Ok(a), Ok(b)) = (Ri::<&str, A, F>::parse(one), Ri::<&str, A, F>::parse(other)) else {
        return Ok(false);
    };
    let rungs = Rung::ALL.map(|rung| a.equivalent_at(&b, rung));
    prop_assert!(rungs.is_sorted(), "{one} and {other}: {rungs:?}");
    let fields = [
        a == b,
        a.srfi() == b.srfi(),
        a.equivalent_at(&b, Rung::Path),
        Ladder::new().ignore_fragment(true).equivalent(&a, &b, Rung::Path),
    ];
    prop_assert!(fields.is_sorted(), "{one} and {other}: {fields:?}");
    prop_assert_eq!(a == b, one == other);
    prop_assert_eq!(a == b, a.equivalent_at(&b, Rung::String));
    defaults_are_the_scheme_rung(&a, &b)?;
    prop_assert_eq!(
        a.equivalent_at(&b, Rung::Path),
        a.normalize_at(Rung::Path) == b.normalize_at(Rung::Path),
        "{} and {}",
        one,
        other
    );
    Ok(true)
}

#[test]
fn g7_the_ladder_is_monotone() {
    let respellings = |letters: Letters| {
        (valid(letters, false), vec(any::<bool>(), 1..20), vec(any::<bool>(), 1..20))
            .prop_map(move |(text, one, other)| (respelled(letters, &text, &one), respelled(letters, &text, &other)))
    };
    for_all("G7, URIs", respellings(letters::<Ascii>()), |(a, b)| the_ladder_only_goes_up::<Ascii, MaybeScheme>(a, b));
    for_all("G7, IRIs", respellings(letters::<Unicode>()), |(a, b)| {
        the_ladder_only_goes_up::<Unicode, MaybeScheme>(a, b)
    });
    let near =
        (any_valid(), any_valid(), any::<bool>()).prop_map(|(a, b, same)| if same { (a.clone(), a) } else { (a, b) });
    for_all("G7, pairs", near, |(a, b)| the_ladder_only_goes_up::<Unicode, MaybeScheme>(a, b));
    let all = strings("", &["a", "A", "%61", ":", "/", ".", "0", "#", "?"], 3, |text| IriRef::parse(text).is_ok());
    for_every_pair("G7", &all, &all, the_ladder_only_goes_up::<Unicode, MaybeScheme>);
}
