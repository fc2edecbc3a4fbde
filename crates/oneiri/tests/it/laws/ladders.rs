//! The laws of the rungs on ladders set up otherwise: whatever rules a caller states, and whatever is left out.

use super::reparses;
use super::respell::of_known_schemes;
use super::run::{Outcome, for_all, for_every_pair, strings};
use super::witness::steps_account_for_all;
use crate::oracle::alphabet::Alphabet as Letters;
use oneiri::registry::{PathRule, QueryRule, Registry, SchemeRules};
use oneiri::{Alphabet, Ascii, HasScheme, Iri, Ladder, Ri, Rung, SchemePresence, Unicode};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Every rule at once.
const ALL: SchemeRules = SchemeRules::GENERIC
    .default_port(80)
    .empty_path_is_root()
    .empty_query_is_absent()
    .local_host()
    .dns_host()
    .query(QueryRule::FoldNames)
    .source("ours");

const OWN: [(&str, SchemeRules); 6] = [
    ("tel", ALL.path(PathRule::Telephone)),
    ("SIP", ALL.path(PathRule::Sip)),
    ("mailto", ALL.path(PathRule::Mailto).default_port(0)),
    ("urn", ALL.path(PathRule::Urn)),
    ("sips", ALL.path(PathRule::FoldAll)),
    ("http", SchemeRules::GENERIC),
];

/// The rules above, on everything or on as little as possible, and with IDNA where the feature is on.
fn ladders() -> Vec<Ladder<'static>> {
    let all = Ladder::new().registry(Registry::new(&OWN));
    let ladders = vec![all, all.ignore_fragment(true).urn_names(true)];
    #[cfg(feature = "idna")]
    let ladders = [ladders, vec![all.idna(true)]].concat();
    ladders
}

/// Spellings of the local host. Only IDNA takes the last three for it.
const LOCAL_HOSTS: [&str; 4] = ["localhost", "local\u{AD}host", "LOCAL%C2%ADHOST", "%EF%BD%8Cocalhost"];

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Normal forms parse again, are their own, and miss nothing that is lost one rung below.
fn normal_forms<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    for ladder in ladders() {
        let mut below = Rung::String;
        for rung in Rung::ALL {
            let told = format!("{text} at {rung}, {ladder:?}");
            let normal = ladder.normalize(&value, rung);
            reparses(&normal)?;
            prop_assert_eq!(&ladder.normalize(&normal, rung), &normal, "{}", &told);
            prop_assert_eq!(&normal.normalize_at(below.min(Rung::Path)), &normal, "{}", &told);
            let by_steps = ladder.normalize(&value, below);
            prop_assert_eq!(&ladder.normalize(&by_steps, rung), &normal, "{}", &told);
            prop_assert_eq!(ladder.normal(&value, rung).to_string(), normal.as_str(), "{}", &told);
            below = rung;
        }
    }
    Ok(true)
}

/// G5.
fn squares_commute(text: &str) -> Outcome {
    let Ok(iri) = Iri::parse(text) else { return Ok(false) };
    for ladder in ladders() {
        for rung in Rung::ALL {
            let (below, right) = (iri.to_uri(), ladder.normalize(&iri, rung));
            let (below, right) = (ladder.normalize(&below, rung), right.to_uri());
            prop_assert_eq!(below, right, "{} at {}, {:?}", text, rung, ladder);
        }
    }
    Ok(true)
}

/// Equality is that of the normal forms, goes up only, and has its witness.
fn any_two<A: Alphabet, F: SchemePresence>(one: &str, other: &str) -> Outcome {
    let (Ok(a), Ok(b)) = (Ri::<&str, A, F>::parse(one), Ri::<&str, A, F>::parse(other)) else {
        return Ok(false);
    };
    for ladder in ladders() {
        let verdict = ladder.compare(&a, &b);
        let mut below = false;
        for rung in Rung::ALL {
            let (ours, theirs) = (ladder.normalize(&a, rung), ladder.normalize(&b, rung));
            let (x, y) = (ladder.normal(&a, rung), ladder.normal(&b, rung));
            let equal = ours == theirs;
            let told = format!("{one} and {other} at {rung}, {ladder:?}");
            prop_assert!(equal || !below, "{told}: not upwards");
            prop_assert_eq!(ladder.equivalent(&a, &b, rung), equal, "{}", &told);
            prop_assert_eq!(x == y, equal, "{}, keys", &told);
            prop_assert_eq!(hash(&x) == hash(&y), equal, "{}, hashes", &told);
            prop_assert_eq!(x.cmp(&y), ours.cmp(&theirs), "{}, order", &told);
            let by_verdict = verdict.rung().is_some_and(|lowest| lowest <= rung);
            prop_assert_eq!(by_verdict, equal, "{}, the verdict", &told);
            below = equal;
        }
        let steps = verdict.steps();
        prop_assert_eq!(verdict.difference().is_some(), verdict.rung().is_none(), "{} {}", one, other);
        if let Some(rung) = verdict.rung() {
            // What is left out is no difference.
            let counts = |value: &Ri<&str, A, F>| {
                let length = ladder.normalize(value, Rung::String).as_str().len();
                value.as_str()[..length].to_string()
            };
            steps_account_for_all(&counts(&a), &counts(&b), rung, &steps)?;
        }
    }
    Ok(true)
}

/// Texts of the schemes above.
fn texts(letters: Letters) -> impl Strategy<Value = String> {
    let scheme = select(&["tel", "Sip", "mailto", "urn", "sips", "http"][..]);
    (scheme, select(&LOCAL_HOSTS[..]), of_known_schemes(letters)).prop_map(|(scheme, local, text)| {
        let behind = text.split_once(':').map_or("", |(_, behind)| behind);
        format!("{scheme}:{}", behind.replace("%6cocalhost", local))
    })
}

#[test]
fn whatever_a_caller_states_normal_forms_are_normal() {
    for_all("own rules", texts(Letters::Iri), |text| {
        let spoke = normal_forms::<Unicode, HasScheme>(text)?;
        Ok(normal_forms::<Ascii, HasScheme>(text)? | spoke)
    });
    for_all("own rules, squares", texts(Letters::Iri), |text| squares_commute(text));
}

#[test]
fn whatever_a_caller_states_equality_is_that_of_normal_forms() {
    for (head, symbols) in [
        ("tel:", &["//", "localhost", "local%C2%ADhost", ":0080", "/", "1", "-", "?", ".."][..]),
        ("urn:", &["ab:", "AB:", "//", "/", "localhost", "?", "#"]),
        ("sips:", &["//", "/", "%41", "a", ":80", "?", "A="]),
        ("mailto:", &["//h", ":00", "/", "?", "A@B", "a@b", "#"]),
    ] {
        let all = strings(head, symbols, 3, |text| Iri::parse(text).is_ok());
        let some: Vec<String> = all.iter().step_by(11).cloned().collect();
        for_every_pair("own rules", &all, &some, any_two::<Unicode, HasScheme>);
    }
}
