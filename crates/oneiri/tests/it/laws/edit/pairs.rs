//! Queries by the pair: what is set is what is got, and the other pairs keep their order and their spelling.

use super::{is_as_parsed, of_four, values};
use crate::laws::generate::any_valid;
use crate::laws::run::{Outcome, for_all};
use crate::oracle::percent::decode;
use oneiri::query::{self, Coding};
use oneiri::{Alphabet, Ascii, Form, HasScheme, MaybeScheme, Parts, Ri, Unicode};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq};

#[cfg(feature = "form")]
const CODINGS: [Coding; 2] = [Coding::Percent, Coding::Form];
#[cfg(not(feature = "form"))]
const CODINGS: [Coding; 1] = [Coding::Percent];

/// What a key or a value says; octets that are no UTF-8 say U+FFFD.
fn decoded(text: &str, coding: Coding) -> String {
    let text = if coding == Coding::Percent { text.to_string() } else { text.replace('+', " ") };
    String::from_utf8_lossy(&decode(&text)).into_owned()
}

/// The pieces between two `&` that are pairs, as they stand.
fn pieces(query: &str) -> Vec<&str> {
    query.split('&').filter(|piece| !piece.is_empty()).collect()
}

fn key_of(piece: &str, coding: Coding) -> String {
    decoded(piece.split('=').next().unwrap_or_default(), coding)
}

/// What a piece says: a pair, if it has a `=`.
fn says(piece: &str, key: &str, value: &str, coding: Coding) -> bool {
    let pair =
        piece.split_once('=').map(|(key, value)| (decoded(key, coding), decoded(value, coding)));
    pair == Some((key.to_string(), value.to_string()))
}

fn pairs_behave(text: &str, key: &str, value: &str, coding: Coding) -> Result<(), TestCaseError> {
    let old = pieces(text);
    let has_key = |piece: &&&str| key_of(piece, coding) == key;
    let others: Vec<&str> = old.iter().filter(|piece| !has_key(piece)).copied().collect();
    let first = old.iter().position(|piece| has_key(&piece));

    let raw: Vec<(&str, Option<&str>)> = query::pairs(text).collect();
    let expected = old.iter().map(|piece| match piece.split_once('=') {
        Some((key, value)) => (key, Some(value)),
        None => (*piece, None),
    });
    prop_assert_eq!(&raw, &expected.clone().collect::<Vec<_>>());
    prop_assert!(query::pairs(text).rev().eq(expected.rev()));

    let got = query::get(text, key, coding).map(|it| it.into_owned());
    let value_of = |at: usize| decoded(old[at].split_once('=').map_or("", |(_, it)| it), coding);
    prop_assert_eq!(got, first.map(value_of));

    let set = query::set(text, key, value, coding);
    prop_assert_eq!(query::get(&set, key, coding), Some(value.into()));
    let new = pieces(&set);
    let at = first.unwrap_or(old.len());
    prop_assert!(says(new[at], key, value, coding), "{set:?}");
    // A reader of forms takes a plus sign for a space, so none is written that is one.
    prop_assert!(coding != Coding::Percent || !new[at].contains('+'), "{set:?}");
    prop_assert_eq!([&new[..at], &new[at + 1..]].concat(), others.clone(), "{:?}", &set);

    let appended = query::append(text, key, value, coding);
    let new = pieces(&appended);
    prop_assert!(appended.starts_with(text), "{appended:?}");
    prop_assert_eq!(&new[..old.len()], &old[..]);
    prop_assert_eq!(new.len(), old.len() + 1);
    prop_assert!(says(new[old.len()], key, value, coding), "{appended:?}");

    let removed = query::remove(text, key, coding);
    prop_assert_eq!(pieces(&removed), others, "{:?}", &removed);
    prop_assert_eq!(query::get(&removed, key, coding), None);
    if first.is_none() {
        prop_assert_eq!(removed.as_str(), text);
    }
    Ok(())
}

/// The methods do to the query what the functions do to its text, and to nothing else anything.
fn methods_do_as_the_functions<A: Alphabet, F: Form>(
    text: &str,
    key: &str,
    value: &str,
    coding: Coding,
) -> Outcome {
    let Ok(before) = Ri::<String, A, F>::parse(text) else { return Ok(false) };
    let query = before.query().unwrap_or_default();
    let others = Parts { query: None, ..before.parts() };
    type Method<A, F> = fn(&mut Ri<String, A, F>, &str, &str, Coding);
    let set: Method<A, F> = |it, key, value, coding| it.set_query_pair(key, value, coding);
    let append: Method<A, F> = |it, key, value, coding| it.append_query_pair(key, value, coding);
    let remove: Method<A, F> = |it, key, _, coding| it.remove_query_pair(key, coding);
    let removed = query::remove(query, key, coding);
    // A query goes with the last of its pairs, but an empty one had none.
    let stays = removed == query && before.query().is_some() || !removed.is_empty();
    for (method, expected) in [
        (set, Some(query::set(query, key, value, coding))),
        (append, Some(query::append(query, key, value, coding))),
        (remove, stays.then_some(removed)),
    ] {
        let mut after = before.clone();
        method(&mut after, key, value, coding);
        is_as_parsed(&after)?;
        prop_assert_eq!(after.query(), expected.as_deref());
        prop_assert_eq!(Parts { query: None, ..after.parts() }, others);
    }
    Ok(true)
}

/// Queries of pairs, mostly; keys and values that meet.
fn queries() -> BoxedStrategy<String> {
    let fixed = [
        "a",
        "%61",
        "b",
        "=",
        "=",
        "&",
        "&",
        "+",
        "%20",
        "%2B",
        "%26",
        "%3D",
        "%FF",
        "%C3%A9",
        "1",
        "é",
        "?",
        "%EF%BF%BD",
    ];
    vec(select(fixed.to_vec()), 0..12).prop_map(|it| it.concat()).boxed()
}

fn keys() -> BoxedStrategy<String> {
    let fixed = ["a", "a", "b", "", " ", "+", "&", "=", "é", "a b", "\u{FFFD}", "1"];
    prop_oneof![
        4 => select(fixed.to_vec()).prop_map(String::from),
        1 => values().prop_map(Option::unwrap_or_default),
        1 => ".{0,4}",
    ]
    .boxed()
}

#[test]
fn pairs_are_set_and_got_and_leave_the_others_alone() {
    for_all("pairs", (queries(), keys(), keys()), |(query, key, value)| {
        for coding in CODINGS {
            pairs_behave(query, key, value, coding)?;
        }
        Ok(true)
    });
}

#[test]
fn pairs_of_an_identifier_are_those_of_its_query() {
    let text = prop_oneof![
        1 => any_valid(),
        1 => queries().prop_map(|query| format!("//h/p?{query}#f")),
        1 => queries().prop_map(|query| format!("s:?{query}")),
    ];
    for_all("pairs of identifiers", (text, keys(), keys()), |(text, key, value)| {
        let mut spoke = false;
        for coding in CODINGS {
            spoke |= of_four!(methods_do_as_the_functions, text, key, value, coding);
        }
        Ok(spoke)
    });
}

#[test]
fn a_pair_is_appended_behind_an_ampersand_where_there_is_something_before() {
    for (text, expected) in [("", "a=1"), ("&", "&a=1"), ("b&", "b&a=1"), ("b", "b&a=1")] {
        assert_eq!(query::append(text, "a", "1", Coding::Percent), expected);
    }
}
