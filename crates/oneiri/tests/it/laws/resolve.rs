//! Resolution: RFC 3986 section 5.2, with D-13 to D-17 and D-34.

use super::generate::{mutated, valid};
use super::run::{Outcome, SIX, for_all, for_every, for_every_pair, strings};
use crate::oracle::abnf::matches_iri;
use crate::oracle::alphabet::Alphabet;
use crate::oracle::resolve::{guarded, remove_dot_segments_rfc3986 as literal, resolve as oracle, verbatim};
use oneiri::component::remove_dot_segments_rfc3986;
use oneiri::{Iri, IriRef, Resolution, Uri, UriRef};
use proptest::prelude::*;
use proptest::{prop_assert, prop_assert_eq};
use std::borrow::Cow;

/// Every way to resolve the reference gives what the pseudo-code gives.
pub(super) fn resolves_as_the_oracle(base: Iri<'_>, reference: IriRef<'_>, out: &mut String) -> Outcome {
    let expected = oracle(base.as_str(), reference.as_str(), true, guarded);
    let into = base.resolve_into(&reference, out);
    prop_assert_eq!(into.as_str(), &expected, "{} + {}", base, reference);
    prop_assert_eq!(into.parts(), Iri::parse(&expected).unwrap().parts(), "{} + {}", base, reference);
    Ok(true)
}

/// The other entrances: owned, with options, and the verbatim routine, whose result is its text parsed or refused.
pub(super) fn options_resolve_as_the_oracle(base: Iri<'_>, reference: IriRef<'_>) -> Outcome {
    let resolved = base.resolve(&reference);
    prop_assert_eq!(resolved.as_str(), oracle(base.as_str(), reference.as_str(), true, guarded));
    for loophole in [false, true] {
        let with = |verbatim| base.resolve_with(&reference, Resolution::new().loophole(loophole).verbatim(verbatim));
        let expected = oracle(base.as_str(), reference.as_str(), !loophole, guarded);
        let got = with(false).unwrap();
        prop_assert_eq!(got.as_str(), &expected, "{} + {}, loophole {}", base, reference, loophole);
        prop_assert_eq!(got.parts(), Iri::parse(&expected).unwrap().parts());

        let expected = oracle(base.as_str(), reference.as_str(), !loophole, verbatim);
        match with(true) {
            Ok(got) => {
                prop_assert_eq!(got.as_str(), &expected, "{} + {}, verbatim", base, reference);
                prop_assert_eq!(got.parts(), Iri::parse(&expected).unwrap().parts());
            }
            Err(_) => prop_assert!(!matches_iri(&expected), "{} + {}, verbatim", base, reference),
        }
    }
    Ok(true)
}

#[test]
fn resolve_equals_the_oracle_on_generated_pairs() {
    let references = || prop_oneof![4 => valid(Alphabet::Iri, false), 1 => mutated(Alphabet::Iri)];
    for_all("resolve", (valid(Alphabet::Iri, true), references()), |(base, reference)| {
        let (Ok(base), Ok(reference)) = (Iri::parse(base), IriRef::parse(reference)) else {
            return Ok(false);
        };
        resolves_as_the_oracle(base, reference, &mut String::new())?;
        options_resolve_as_the_oracle(base, reference)
    });
}

#[test]
fn uris_resolve_as_iris_do() {
    for_all("resolve URIs", (valid(Alphabet::Uri, true), valid(Alphabet::Uri, false)), |(base, reference)| {
        let (base, reference) = (Uri::parse(base).unwrap(), UriRef::parse(reference).unwrap());
        let resolved = base.resolve(&reference);
        prop_assert_eq!(resolved.as_str(), oracle(base.as_str(), reference.as_str(), true, guarded));
        prop_assert_eq!(resolved.parts(), Uri::parse(resolved.as_str()).unwrap().parts());
        Ok(true)
    });
}

#[test]
fn resolve_equals_the_oracle_on_all_short_pairs() {
    let without_fragment = &SIX[..5];
    let bases: Vec<String> = ["s:", "s://h"]
        .into_iter()
        .flat_map(|head| strings(head, without_fragment, 4, |text| Iri::parse(text).is_ok()))
        .collect();
    let references = strings("", &SIX, 4, |text| IriRef::parse(text).is_ok());
    let mut buffer = String::new();
    for_every_pair("resolve", &bases, &references, |base, reference| {
        let (base, reference) = (Iri::parse(base).unwrap(), IriRef::parse(reference).unwrap());
        resolves_as_the_oracle(base, reference, &mut buffer)
    });
}

#[test]
fn options_equal_the_oracle_on_all_short_pairs() {
    let bases: Vec<String> = ["s:", "s://h", "a:"]
        .into_iter()
        .flat_map(|head| strings(head, &["a", "/", "."], 3, |text| Iri::parse(text).is_ok()))
        .collect();
    let references = strings("", &["a", ":", "/", "."], 5, |text| IriRef::parse(text).is_ok());
    for_every_pair("resolve_with", &bases, &references, |base, reference| {
        let (base, reference) = (Iri::parse(base).unwrap(), IriRef::parse(reference).unwrap());
        options_resolve_as_the_oracle(base, reference)
    });
}

#[test]
fn the_verbatim_routine_equals_the_oracle() {
    let law = |path: &str| -> Outcome {
        let cleaned = remove_dot_segments_rfc3986(path);
        prop_assert_eq!(&*cleaned, literal(path));
        prop_assert_eq!(matches!(cleaned, Cow::Borrowed(_)), cleaned == path);
        Ok(cleaned != path)
    };
    for_every("verbatim routine", "", &["a", ".", "/"], 10, law);
    for_all("verbatim routine", "[a./]{0,30}", |path| law(path));
}
