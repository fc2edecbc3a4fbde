//! Queries by the pair: what is set is what is got, and the other pairs keep their order and their spelling.

use super::{is_as_parsed, of_four, values};
use crate::laws::generate::any_valid;
use crate::laws::run::{Outcome, for_all};
use crate::oracle::percent::decode;
use oneiri::component::{FormUrlencoded, Query, QueryMut};
use oneiri::{Alphabet, Ascii, HasScheme, IriRefBuf, MaybeScheme, Parts, Ri, SchemePresence, Unicode};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq};

/// How keys and values are spelled.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Coding {
    Percent,
    Form,
}

const CODINGS: [Coding; 2] = [Coding::Percent, Coding::Form];

/// A change of the pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Change {
    Set,
    Append,
    Remove,
    Clear,
}

fn apply(guard: &mut QueryMut<'_>, change: Change, key: &str, value: &str) {
    match change {
        Change::Set => guard.set(key, value),
        Change::Append => guard.append(key, value),
        Change::Remove => guard.remove(key),
        Change::Clear => guard.clear(),
    };
}

fn guard<A: Alphabet, F: SchemePresence>(value: &mut Ri<String, A, F>, coding: Coding) -> QueryMut<'_> {
    let mut guard = value.query_mut();
    if coding == Coding::Form {
        guard.form();
    }
    guard
}

/// A query after one change.
fn changed(text: &str, change: Change, key: &str, value: &str, coding: Coding) -> String {
    let mut iri = IriRefBuf::parse(format!("//h?{text}#f")).expect("a query");
    apply(&mut guard(&mut iri, coding), change, key, value);
    iri.query().unwrap_or_default().into()
}

fn get(text: &str, key: &str, coding: Coding) -> Option<String> {
    let query = Query::from(text);
    let value = if coding == Coding::Form { query.form().get(key) } else { query.get(key) };
    value.map(Into::into)
}

/// What a key or a value says; octets that are no UTF-8 say U+FFFD.
fn decoded(text: &str, coding: Coding) -> String {
    let text = if coding == Coding::Percent { text.to_string() } else { text.replace('+', " ") };
    String::from_utf8_lossy(&decode(&text)).into_owned()
}

/// The pieces between two `&` that are pairs, as they are.
fn pieces(query: &str) -> Vec<&str> {
    query.split('&').filter(|piece| !piece.is_empty()).collect()
}

fn key_of(piece: &str, coding: Coding) -> String {
    decoded(piece.split('=').next().unwrap_or_default(), coding)
}

/// What a piece says: a pair, if it has a `=`.
fn says(piece: &str, key: &str, value: &str, coding: Coding) -> bool {
    let pair = piece.split_once('=').map(|(key, value)| (decoded(key, coding), decoded(value, coding)));
    pair == Some((key.to_string(), value.to_string()))
}

fn pairs_behave(text: &str, key: &str, value: &str, coding: Coding) -> Result<(), TestCaseError> {
    let old = pieces(text);
    let has_key = |piece: &&&str| key_of(piece, coding) == key;
    let others: Vec<&str> = old.iter().filter(|piece| !has_key(piece)).copied().collect();
    let first = old.iter().position(|piece| has_key(&piece));

    let expected: Vec<(&str, Option<&str>)> = old
        .iter()
        .map(|piece| match piece.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (*piece, None),
        })
        .collect();
    let mut raw: Vec<_> =
        Query::from(text).pairs().map(|(key, value)| (key.as_str(), value.map(|it| it.as_str()))).collect();
    prop_assert_eq!(&raw, &expected);
    raw.reverse();
    prop_assert!(Query::from(text).pairs().rev().map(|it| it.0).eq(raw.iter().map(|it| it.0)));
    let all: Vec<_> = match coding {
        Coding::Percent => Query::from(text).decoded_pairs().collect(),
        Coding::Form => Query::from(text).form().pairs().collect(),
    };
    let says_all =
        expected.iter().map(|(key, value)| (decoded(key, coding), decoded(value.unwrap_or_default(), coding)));
    prop_assert!(all.iter().map(|(key, value)| (key.to_string(), value.to_string())).eq(says_all));

    let got = get(text, key, coding);
    let value_of = |at: usize| decoded(old[at].split_once('=').map_or("", |(_, it)| it), coding);
    prop_assert_eq!(got, first.map(value_of));

    let set = changed(text, Change::Set, key, value, coding);
    prop_assert_eq!(get(&set, key, coding), Some(value.into()));
    let new = pieces(&set);
    let at = first.unwrap_or(old.len());
    prop_assert!(says(new[at], key, value, coding), "{set:?}");
    // A reader of forms takes a plus sign for a space, so none is written that is one.
    prop_assert!(coding != Coding::Percent || !new[at].contains('+'), "{set:?}");
    prop_assert_eq!([&new[..at], &new[at + 1..]].concat(), others.clone(), "{:?}", &set);

    let appended = changed(text, Change::Append, key, value, coding);
    let new = pieces(&appended);
    prop_assert!(appended.starts_with(text), "{appended:?}");
    prop_assert_eq!(&new[..old.len()], &old[..]);
    prop_assert_eq!(new.len(), old.len() + 1);
    prop_assert!(says(new[old.len()], key, value, coding), "{appended:?}");

    let removed = changed(text, Change::Remove, key, "", coding);
    prop_assert_eq!(pieces(&removed), others, "{:?}", &removed);
    prop_assert_eq!(get(&removed, key, coding), None);
    if first.is_none() {
        prop_assert_eq!(removed.as_str(), text);
    }
    Ok(())
}

/// A change moves nothing but the query.
fn others_stay<A: Alphabet, F: SchemePresence>(text: &str, key: &str, value: &str, coding: Coding) -> Outcome {
    let Ok(before) = Ri::<String, A, F>::parse(text) else { return Ok(false) };
    let others = Parts { query: None, ..before.parts() };
    for change in [Change::Set, Change::Append, Change::Remove, Change::Clear] {
        let mut after = before.clone();
        apply(&mut guard(&mut after, coding), change, key, value);
        is_as_parsed(&after)?;
        prop_assert_eq!(Parts { query: None, ..after.parts() }, others);
        let query = before.query().unwrap_or_default();
        match change {
            Change::Clear => prop_assert_eq!(after.query(), None),
            // A query goes with the last of its pairs, but an empty one had none.
            Change::Remove if !query.is_empty() => {
                prop_assert!(after.query() != Some("".into()), "{:?}", after);
            }
            Change::Remove => prop_assert_eq!(after.query(), before.query()),
            Change::Set | Change::Append => prop_assert!(after.query().is_some()),
        }
    }
    Ok(true)
}

type Call<'a> = (Change, &'a str, &'a str);

/// Changes through one guard, which keeps an index of keys, are those through a guard for each.
fn one_guard_is_as_many<A: Alphabet, F: SchemePresence>(text: &str, calls: &[Call<'_>], coding: Coding) -> Outcome {
    let Ok(mut one) = Ri::<String, A, F>::parse(text) else { return Ok(false) };
    let mut many = one.clone();
    let mut kept = guard(&mut one, coding);
    for &(change, key, value) in calls {
        apply(&mut kept, change, key, value);
        apply(&mut guard(&mut many, coding), change, key, value);
    }
    drop(kept);
    prop_assert_eq!(&one, &many);
    is_as_parsed(&one)?;
    Ok(true)
}

/// Queries of pairs, mostly; keys and values that meet.
fn queries() -> BoxedStrategy<String> {
    let fixed = [
        "a", "%61", "b", "=", "=", "&", "&", "+", "%20", "%2B", "%26", "%3D", "%FF", "%C3%A9", "1", "é", "?",
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

fn texts() -> BoxedStrategy<String> {
    prop_oneof![
        1 => any_valid(),
        1 => queries().prop_map(|query| format!("//h/p?{query}#f")),
        1 => queries().prop_map(|query| format!("s:?{query}")),
    ]
    .boxed()
}

#[test]
fn pairs_of_an_identifier_are_those_of_its_query() {
    for_all("pairs of identifiers", (texts(), keys(), keys()), |(text, key, value)| {
        let mut spoke = false;
        for coding in CODINGS {
            spoke |= of_four!(others_stay, text, key, value, coding);
        }
        Ok(spoke)
    });
}

#[test]
fn many_changes_through_one_guard_are_one_after_the_other() {
    let change = select(vec![Change::Set, Change::Set, Change::Append, Change::Remove, Change::Remove, Change::Clear]);
    let calls = vec((change, keys(), keys()), 0..8);
    for_all("one guard", (texts(), calls), |(text, calls)| {
        let calls: Vec<Call<'_>> = calls.iter().map(|(change, key, value)| (*change, &**key, &**value)).collect();
        let mut spoke = false;
        for coding in CODINGS {
            spoke |= of_four!(one_guard_is_as_many, text, &calls, coding);
        }
        Ok(spoke)
    });
}

/// Large values, so that the guard drops text that is not used any more, several times.
#[test]
fn a_guard_that_lives_long_keeps_what_is_used() {
    let mut one = IriRefBuf::parse("//h/p?a=1&b&c=%20&b=2#f").expect("a reference");
    let mut many = one.clone();
    let mut kept = one.query_mut();
    let mut written = 0;
    for nth in 0..500 {
        let key = ["a", "b", "c", "d", "e f"][nth % 5];
        let value = format!("{nth}-{}", "x &".repeat(nth % 97));
        let change = [Change::Set, Change::Set, Change::Append, Change::Remove][nth / 5 % 4];
        apply(&mut kept, change, key, &value);
        apply(&mut many.query_mut(), change, key, &value);
        written += value.len();
    }
    drop(kept);
    assert_eq!(one, many);
    // Many times the length of the longest query in between.
    assert!(written > 50_000, "too little was written: {written}");
}

/// The crate of the browsers' authors reads and writes forms as this library does.
#[test]
fn forms_are_those_of_the_other_implementation() {
    for_all("forms", (queries(), keys(), keys()), |(text, key, value)| {
        let theirs: Vec<_> = form_urlencoded::parse(text.as_bytes()).collect();
        let ours: Vec<_> = FormUrlencoded::from(text.as_str()).pairs().collect();
        prop_assert_eq!(ours, theirs);
        let mut theirs = form_urlencoded::Serializer::new(String::new());
        theirs.append_pair(key, value).append_pair(value, key);
        let ours = FormUrlencoded::encode([(key, value), (value, key)]);
        prop_assert_eq!(ours, theirs.finish());
        Ok(true)
    });
}

#[test]
fn a_pair_is_appended_behind_an_ampersand_where_there_is_something_before() {
    for (text, expected) in [("", "a=1"), ("&", "&a=1"), ("b&", "b&a=1"), ("b", "b&a=1")] {
        assert_eq!(changed(text, Change::Append, "a", "1", Coding::Percent), expected);
    }
}
