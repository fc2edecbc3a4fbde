//! Comparison: each rung an equivalence, and each as the oracle reads D-23.

use super::generate::{any_valid, mutated, respelled, valid};
use super::run::{Outcome, for_all, strings};
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

#[test]
fn all_short_pairs_compare_as_the_oracle_does() {
    for (head, symbols, most) in [
        ("", &["a", "A", "%41", ":", "/", ".", "?", "#"][..], 3),
        ("s:", &["a", "/", ".", "..", "%2E"], 4),
        ("//", &["A", "a", "@", ":", "0", "%41"], 4),
    ] {
        let all = strings(head, symbols, most, |text| IriRef::parse(text).is_ok());
        let forms: Vec<String> = all.iter().map(|text| normalize(Letters::Iri, text)).collect();
        let mut joined = 0;
        for (one, one_form) in all.iter().zip(&forms) {
            let a = IriRef::parse(one).unwrap();
            for (other, other_form) in all.iter().zip(&forms) {
                let equivalent = a.equivalent_at(&IriRef::parse(other).unwrap(), Rung::Path);
                assert_eq!(equivalent, one_form == other_form, "{one} and {other}");
                joined += usize::from(equivalent);
            }
        }
        println!("compare: {} pairs after {head:?}, {joined} of them equivalent", all.len() * all.len());
        assert!(joined > all.len());
    }
}

/// A respelling is equivalent to what it respells, and to every other one.
#[test]
fn equivalence_is_an_equivalence_on_respellings() {
    let choices = || vec(any::<bool>(), 1..20);
    for letters in [Letters::Uri, Letters::Iri] {
        for_all("respellings", (valid(letters, false), choices(), choices()), |(text, one, other)| {
            let spellings = [text.clone(), respelled(letters, text, one), respelled(letters, text, other)];
            for a in &spellings {
                for b in &spellings {
                    let equivalent = match letters {
                        Letters::Uri => UriRef::parse(a).unwrap().equivalent_at(&UriRef::parse(b).unwrap(), Rung::Path),
                        Letters::Iri => IriRef::parse(a).unwrap().equivalent_at(&IriRef::parse(b).unwrap(), Rung::Path),
                    };
                    prop_assert!(equivalent, "{a} and {b}");
                }
            }
            Ok(true)
        });
    }
}

/// Reflexive, symmetric, transitive, on any three.
#[test]
fn equivalence_is_an_equivalence_on_any_three() {
    let near = || (valid(Letters::Iri, false), vec(any::<bool>(), 2)).prop_map(|(text, choices)| (text, choices));
    let three = (near(), near(), "[ab./]{0,3}").prop_map(|((text, one), (_, other), more)| {
        [text.clone(), respelled(Letters::Iri, &text, &one) + &more, respelled(Letters::Iri, &text, &other)]
    });
    for_all("any three", three, |three| {
        let parsed: Vec<_> = three.iter().filter_map(|text| IriRef::parse(text).ok()).collect();
        for a in &parsed {
            prop_assert!(a.equivalent_at(a, Rung::Path) && a.srfi() == a.srfi() && a == a);
            for b in &parsed {
                prop_assert_eq!(a.equivalent_at(b, Rung::Path), b.equivalent_at(a, Rung::Path));
                prop_assert_eq!(a.srfi() == b.srfi(), b.srfi() == a.srfi());
                for c in &parsed {
                    prop_assert!(
                        !(a.equivalent_at(b, Rung::Path) && b.equivalent_at(c, Rung::Path))
                            || a.equivalent_at(c, Rung::Path),
                        "{a}, {b}, {c}"
                    );
                    prop_assert!(
                        !(a.srfi() == b.srfi() && b.srfi() == c.srfi()) || a.srfi() == c.srfi(),
                        "{a}, {b}, {c}"
                    );
                }
            }
        }
        Ok(parsed.len() == 3)
    });
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
