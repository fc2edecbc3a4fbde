//! The rungs of the ladder one by one: the normal form of each, and what is equal by it.

use super::generate::{any_valid, respelled, valid};
use super::run::{Outcome, for_all, for_every_pair, strings};
use super::{letters, reparses};
use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::normalize::{normalize, normalize_case, normalize_escape};
use crate::oracle::scheme::normalize_scheme;
use oneiri::compare::Difference;
use oneiri::{Alphabet, Ascii, HasScheme, MaybeScheme, Ri, Rung, SchemePresence, Unicode};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::{prop_assert, prop_assert_eq};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The normal form at a rung; `None` where the decisions leave it open. Without evidence, the
/// protocol rung is the scheme rung.
fn oracle(letters: Letters, rung: Rung, text: &str) -> Option<String> {
    match rung {
        Rung::String => Some(text.to_string()),
        Rung::Case => Some(normalize_case(text)),
        Rung::Escape => Some(normalize_case(&normalize_escape(letters, text))),
        Rung::Path => Some(normalize(letters, text)),
        _ => normalize_scheme(letters, text),
    }
}

/// Each rung has the normal form of the oracle, which parses again and is its own normal form.
fn normal_forms_as_the_oracle<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    for rung in Rung::ALL {
        let normal = value.normalize_at(rung);
        if let Some(expected) = oracle(letters::<A>(), rung, text) {
            prop_assert_eq!(normal.as_str(), expected, "{} at {}", text, rung);
        }
        reparses(&normal)?;
        prop_assert_eq!(&normal.normalize_at(rung), &normal, "{} at {}", text, rung);
        prop_assert_eq!(value.normal_at(rung).to_string(), normal.as_str(), "{} at {}", text, rung);
    }
    Ok(true)
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Equality at a rung is that of the normal forms, and so are the order and the hash of the keys;
/// the verdict names the lowest rung, and its reasons are there exactly where it needs them.
fn pair_by_normal_forms<A: Alphabet, F: SchemePresence>(one: &str, other: &str) -> Outcome {
    let (Ok(a), Ok(b)) = (Ri::<&str, A, F>::parse(one), Ri::<&str, A, F>::parse(other)) else {
        return Ok(false);
    };
    let mut lowest = None;
    for rung in Rung::ALL {
        let (ours, theirs) = (a.normalize_at(rung), b.normalize_at(rung));
        let equal = ours == theirs;
        lowest = lowest.or(equal.then_some(rung));
        prop_assert_eq!(a.equivalent_at(&b, rung), equal, "{} and {} at {}", one, other, rung);
        let keys = (a.normal_at(rung), b.normal_at(rung));
        prop_assert_eq!(keys.0 == keys.1, equal, "{} and {} at {}", one, other, rung);
        prop_assert_eq!(
            keys.0.cmp(&keys.1),
            ours.cmp(&theirs),
            "{} and {} at {}",
            one,
            other,
            rung
        );
        prop_assert_eq!(hash(&keys.0) == hash(&keys.1), equal, "{} and {} at {}", one, other, rung);
    }
    let verdict = a.compare(&b);
    prop_assert_eq!(verdict.rung(), lowest, "{} and {}", one, other);
    prop_assert_eq!(
        verdict.difference().is_some(),
        lowest.is_none(),
        "{} and {}: {:?}",
        one,
        other,
        verdict.difference()
    );
    prop_assert_eq!(
        verdict.steps().is_empty(),
        lowest.is_none() || one == other,
        "{} and {}: {:?}",
        one,
        other,
        verdict.steps()
    );
    let differences = verdict.differences();
    let first = verdict.difference();
    prop_assert_eq!(differences.first(), first.as_ref(), "{} and {}", one, other);
    for difference in &differences {
        prop_assert!(
            one.get(difference.a.clone()).is_some() && other.get(difference.b.clone()).is_some()
        );
    }
    // One for each component, from left to right.
    let behind =
        |two: &[Difference]| two[0].a.end <= two[1].a.start && two[0].b.end <= two[1].b.start;
    prop_assert!(differences.windows(2).all(behind), "{} and {}: {:?}", one, other, differences);
    Ok(true)
}

/// Identifiers of the schemes that say something of themselves.
fn known_schemes() -> impl Strategy<Value = String> {
    let known = &["http", "HTTPS", "ws", "wss", "ftp", "file", "mailto", "urn", "tel", "s"];
    let host = prop::sample::select(
        &["", "h", "localhost", "LocalHost", "h:80", "h:443", "h:21", "h:0080", "h:", "@h"][..],
    );
    let path = prop::sample::select(
        &[
            "",
            "/",
            "/x",
            "/./x",
            "/.//x",
            "a",
            "a@B",
            "A@b,C@d",
            "a/../b",
            "isbn:0",
            "+1-2;X=Y",
            "a@B%C3%9f",
        ][..],
    );
    (prop::sample::select(&known[..]), any::<bool>(), host, path, "(\\?[aB]?)?(#[aB]?)?").prop_map(
        |(scheme, with_authority, host, path, tail)| {
            if with_authority {
                let root = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
                format!("{scheme}://{host}{root}{path}{tail}")
            } else {
                format!("{scheme}:{path}{tail}")
            }
        },
    )
}

#[test]
fn normal_forms_equal_the_oracle() {
    for_all("rungs", any_valid(), |text| of_all_types!(normal_forms_as_the_oracle, text));
    for_all("rungs, known schemes", known_schemes(), |text| {
        of_all_types!(normal_forms_as_the_oracle, text)
    });
}

#[test]
fn equality_at_a_rung_is_that_of_its_normal_forms() {
    let respelling =
        (valid(Letters::Iri, false), vec(any::<bool>(), 1..20)).prop_map(|(text, choices)| {
            let other = respelled(Letters::Iri, &text, &choices);
            (text, other)
        });
    for_all("rungs, respelled", respelling, |(a, b)| {
        pair_by_normal_forms::<Unicode, MaybeScheme>(a, b)
    });
    for_all("rungs, pairs", (any_valid(), any_valid()), |(a, b)| {
        pair_by_normal_forms::<Unicode, MaybeScheme>(a, b)
    });
    for_all("rungs, known schemes", (known_schemes(), known_schemes()), |(a, b)| {
        pair_by_normal_forms::<Ascii, HasScheme>(a, b)
    });
}

#[test]
fn equality_at_a_rung_is_that_of_its_normal_forms_on_all_short_pairs() {
    for (head, symbols, most) in [
        ("http:", &["a", "/", ":", "80"][..], 4),
        ("file:", &["/", "localhost", ".", "a"], 4),
        ("s:", &["a", "A", "/", "..", "%2E"], 3),
    ] {
        let all =
            strings(head, symbols, most, |text| Ri::<&str, Ascii, HasScheme>::parse(text).is_ok());
        for_every_pair("rungs", &all, &all, pair_by_normal_forms::<Ascii, HasScheme>);
    }
}
