//! Comparison: each rung an equivalence, and each as the oracle reads D-23.

use super::generate::{any_valid, mutated, respelled, valid};
use super::run::{Outcome, for_all};
use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::normalize::normalize;
use crate::oracle::resolve::{guarded, resolve};
use crate::oracle::split::{Seven, seven};
use oneiri::{Iri, IriRef, IriRefBuf, Ladder, Rung, UriRef};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::{prop_assert, prop_assert_eq};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// D-01, D-02, D-03, D-23: the fields as the getters of SRFI 275 give them.
fn fields(text: &str) -> Seven {
    let it = seven(text);
    let host = it.host.filter(|host| !host.is_empty() || it.userinfo.is_none());
    let port = it.port.filter(|port| !port.is_empty()).map(|port| {
        let significant = port.trim_start_matches('0');
        String::from(if significant.is_empty() { "0" } else { significant })
    });
    Seven { host, port, ..it }
}

fn without_fragment(text: &str) -> &str {
    text.split_once('#').map_or(text, |(before, _)| before)
}

pub(super) fn pair_as_the_oracle(one: &str, other: &str) -> Outcome {
    let (Ok(a), Ok(b)) = (IriRef::parse(one), IriRef::parse(other)) else { return Ok(false) };
    let same = |letters| normalize(letters, one) == normalize(letters, other);
    prop_assert_eq!(a.equivalent_at(&b, Rung::Path), same(Letters::Iri), "{} and {}", one, other);
    prop_assert_eq!(a.srfi() == b.srfi(), fields(one) == fields(other), "{} and {}", one, other);
    let (short_one, short_other) = (without_fragment(one), without_fragment(other));
    let same_action = normalize(Letters::Iri, short_one) == normalize(Letters::Iri, short_other);
    prop_assert_eq!(
        Ladder::new().ignore_fragment(true).equivalent(&a, &b, Rung::Path),
        same_action,
        "{} and {}",
        one,
        other
    );
    if let (Ok(a), Ok(b)) = (UriRef::parse(one), UriRef::parse(other)) {
        prop_assert_eq!(a.equivalent_at(&b, Rung::Path), same(Letters::Uri), "{} and {} as URIs", one, other);
        prop_assert_eq!(a.srfi() == b.srfi(), fields(one) == fields(other));
    }
    Ok(true)
}

#[test]
fn pairs_compare_as_the_oracle_does() {
    let choices = || vec(any::<bool>(), 1..20);
    let respelling = (any_valid(), choices()).prop_map(|(text, choices)| {
        let other = respelled(Letters::Uri, &text, &choices);
        (text, other)
    });
    let spoilt = (valid(Letters::Iri, false), choices(), any::<prop::sample::Index>(), "[a-cA:/.%]").prop_map(
        |(text, choices, place, symbol)| {
            let mut other: Vec<char> = respelled(Letters::Iri, &text, &choices).chars().collect();
            let at = place.index(other.len() + 1);
            other.splice(at..at, symbol.chars());
            (text, String::from_iter(other))
        },
    );
    for_all("compare respellings", respelling, |(a, b)| pair_as_the_oracle(a, b));
    for_all("compare near misses", spoilt, |(a, b)| pair_as_the_oracle(a, b));
    for_all("compare", (any_valid(), mutated(Letters::Iri)), |(a, b)| pair_as_the_oracle(a, b));
}

/// D-43: with a base, references are compared as what they lead to.
#[test]
fn equivalence_against_a_base_is_that_of_the_targets() {
    let references = || prop_oneof![2 => valid(Letters::Iri, false), 1 => "(\\.\\.?/|[ab%]2E/|g/?){0,4}"];
    for_all("against a base", (valid(Letters::Iri, true), references(), references()), |(base, one, other)| {
        let (Ok(a), Ok(b)) = (IriRef::parse(one), IriRef::parse(other)) else {
            return Ok(false);
        };
        let target = |reference| normalize(Letters::Iri, &resolve(base, reference, true, guarded));
        let base = Iri::parse(base).unwrap();
        prop_assert_eq!(
            base.resolve(&a).equivalent_at(&base.resolve(&b), Rung::Path),
            target(one) == target(other),
            "{} and {}",
            a,
            b
        );
        Ok(true)
    });
}

/// `==`, `Ord` and `Hash` are those of the text, whatever holds it.
#[test]
fn equality_order_and_hash_are_those_of_the_text() {
    for_all("text", (any_valid(), any_valid(), any::<bool>()), |(one, other, same)| {
        let other = if *same { one } else { other };
        let (Ok(a), Ok(b)) = (IriRef::parse(one), IriRefBuf::parse(other.as_str())) else {
            return Ok(false);
        };
        prop_assert_eq!(a == b, one == other);
        prop_assert_eq!(a == other.as_str(), one == other);
        prop_assert_eq!(a.partial_cmp(&b), Some(one.as_str().cmp(other)));
        prop_assert_eq!(a.into_owned().cmp(&b), one.as_str().cmp(other));
        prop_assert_eq!(hash(&a), hash(one.as_str()));
        prop_assert_eq!(hash(&a) == hash(&b), hash(one) == hash(other));
        // Borrow<str> promises that a set can be asked by text.
        prop_assert!(HashSet::from([b]).contains(other.as_str()));
        Ok(true)
    });
}
