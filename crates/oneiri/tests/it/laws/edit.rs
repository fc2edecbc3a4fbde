//! Editing: what is set is what is got, nothing else moves, what is refused changes nothing, and the value is
//! what a parse of its text gives (D-19, D-21, D-22).

mod change;
mod exhaustive;
mod files;
mod model;
mod pairs;
mod segments;
mod sequences;

use super::generate::{any_valid, arbitrary, mutated, symbols};
use super::run::{Outcome, for_all};
use super::{letters, parts};
use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::split::seven;
pub(super) use change::{Change, POLICIES};
use oneiri::{Alphabet, Ascii, Edit, HasScheme, MaybeScheme, OnInvalid, Parts, Ri, Rung, SchemePresence, Unicode};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq};
pub(super) use sequences::sequence;

/// Holds a law about a text and something else to the four types.
macro_rules! of_four {
    ($law:ident, $($argument:expr),+) => {
        $law::<Ascii, HasScheme>($($argument),+)?
            | $law::<Ascii, MaybeScheme>($($argument),+)?
            | $law::<Unicode, HasScheme>($($argument),+)?
            | $law::<Unicode, MaybeScheme>($($argument),+)?
    };
}
use of_four;

/// Where a part lies in its text. A part that is not of the text lies nowhere that a parse would put it.
fn place(text: &str, part: &str) -> (usize, usize) {
    ((part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize), part.len())
}

/// All that can be asked of a value, where each of its parts lies, and what becomes of it, is as with a fresh
/// parse of its text.
fn is_as_parsed<A: Alphabet, F: SchemePresence>(value: &Ri<String, A, F>) -> Result<(), TestCaseError> {
    let text = value.as_str();
    let fresh = match Ri::<&str, A, F>::parse(text) {
        Ok(fresh) => fresh,
        Err(error) => return Err(TestCaseError::fail(format!("{text:?} does not parse: {error}"))),
    };
    let places = |parts: Parts<'_>| {
        let Parts { scheme, userinfo, host, port, path, query, fragment } = parts;
        [scheme, userinfo, host, port, Some(path), query, fragment]
            .map(|part| part.map(|part| (place(text, part), part.to_string())))
    };
    prop_assert_eq!(places(value.parts()), places(fresh.parts()), "{}", text);
    prop_assert_eq!(
        value.authority().map(|it| place(text, it.as_str())),
        fresh.authority().map(|it| place(text, it.as_str()))
    );
    prop_assert_eq!(value.authority(), fresh.authority());
    prop_assert_eq!(value.userinfo(), fresh.userinfo());
    prop_assert_eq!(value.host(), fresh.host());
    prop_assert_eq!(value.host().map(|it| it.kind()), fresh.host().map(|it| it.kind()));
    prop_assert_eq!(value.port(), fresh.port());
    prop_assert_eq!(value.port_number(), fresh.port_number());
    prop_assert_eq!(value.path(), fresh.path());
    prop_assert!(value.path().segments().eq(fresh.path().segments()), "{}", text);
    prop_assert_eq!(value.query(), fresh.query());
    prop_assert_eq!(value.fragment(), fresh.fragment());
    prop_assert_eq!(value.srfi(), fresh.srfi());
    prop_assert_eq!(value.has_scheme(), fresh.has_scheme());
    prop_assert_eq!(value.is_absolute_without_fragment(), fresh.is_absolute_without_fragment());
    prop_assert_eq!(value.normalize_at(Rung::Path), fresh.normalize_at(Rung::Path));
    Ok(())
}

/// A change does what the model says, in place as on a copy, and by name as by `Edit`; or it is refused and
/// nothing changes. What is set is got back, and every other component is what the model left it.
pub(super) fn changes_as_the_model<A: Alphabet, F: SchemePresence>(
    text: &str,
    change: Change<'_>,
    policy: OnInvalid,
) -> Outcome {
    let Ok(before) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let expected = model::changed(letters::<A>(), text, change, policy);
    let pure = change.pure(&before, policy);
    let mut after = before.into_owned();
    let in_place = change.in_place(&mut after, policy);
    let mut named = before.into_owned();
    match change.by_name(&mut named) {
        Some(result) if policy == OnInvalid::Refuse => {
            prop_assert_eq!(&result, &pure);
            prop_assert_eq!(&named, &after);
            is_as_parsed(&named)?;
        }
        _ => {}
    }
    if policy == OnInvalid::Repair {
        if let Ok(unrepaired) = change.pure(&before, OnInvalid::Refuse) {
            prop_assert_eq!(&after, &unrepaired, "repaired what fits");
        }
        if !may_be_beyond_repair(change) {
            prop_assert_eq!(in_place, Ok(()), "not repaired");
        }
    }
    let Some(expected) = expected else {
        prop_assert!(pure.is_err(), "not refused: {pure:?}");
        prop_assert_eq!(in_place.err(), pure.err());
        prop_assert_eq!(after.as_str(), text, "refused, and changed");
        is_as_parsed(&after)?;
        return Ok(true);
    };
    match pure {
        Ok(pure) => prop_assert_eq!(&pure, &after),
        Err(error) => prop_assert!(false, "refused: {error}; the model: {expected:?}"),
    }
    prop_assert_eq!(in_place, Ok(()));
    prop_assert_eq!(after.as_str(), &expected);
    let components = seven(&expected);
    prop_assert_eq!(after.parts(), parts(&components));
    is_as_parsed(&after)?;
    is_got_back(&after, change, policy)?;
    Ok(true)
}

/// A scheme, a port or a whole authority may be refused even where values are repaired.
fn may_be_beyond_repair(change: Change<'_>) -> bool {
    matches!(
        change,
        Change::One(Edit::Scheme(_) | Edit::Port(Some(_)) | Edit::Authority(Some(_))) | Change::Parts { .. }
    )
}

/// What was set and needed no repair is what is there; but an authority may stay that lost its host (D-21).
fn is_got_back<A: Alphabet, F: SchemePresence>(
    after: &Ri<String, A, F>,
    change: Change<'_>,
    policy: OnInvalid,
) -> Result<(), TestCaseError> {
    if policy == OnInvalid::Repair {
        return Ok(());
    }
    match change {
        Change::One(Edit::Scheme(it)) => prop_assert_eq!(after.parts().scheme, Some(it)),
        Change::One(Edit::Userinfo(it)) => {
            prop_assert_eq!(after.userinfo().map(|it| it.as_str()), it)
        }
        Change::One(Edit::Host(it)) => {
            prop_assert_eq!(after.host().unwrap_or_default(), it.unwrap_or_default())
        }
        Change::One(Edit::Port(it)) => prop_assert_eq!(after.port(), it),
        Change::One(Edit::Authority(it)) => {
            prop_assert_eq!(after.authority().map(|it| it.as_str()), it)
        }
        Change::One(Edit::Path(it)) => prop_assert_eq!(after.path(), it),
        Change::One(Edit::Query(it)) => prop_assert_eq!(after.query().map(|it| it.as_str()), it),
        Change::One(Edit::Fragment(it)) => {
            prop_assert_eq!(after.fragment().map(|it| it.as_str()), it)
        }
        Change::Parts { userinfo, host, port } => {
            prop_assert_eq!(after.userinfo().map(|it| it.as_str()), userinfo);
            prop_assert_eq!(after.host().unwrap_or_default(), host.unwrap_or_default());
            prop_assert_eq!(after.port(), port);
        }
        _ => prop_assert!(false, "an edit that the law does not know"),
    }
    Ok(())
}

/// Values for components: of others, whole or hit by a blow, and of no component at all.
fn values() -> BoxedStrategy<Option<String>> {
    let fixed = [
        "", "h", "[::1]", "::1", "[::1", "[v1.a]", "v1.a:b", "1.2.3.4", "a@b", "a:b", "a:80", "80", "080", "-1", "//",
        "//a", "/", ".", "..", "/a", "a/b", "b:c", "./b:c", "100%", "%zz", "%4", "%41", "a b", "é", "\u{E000}",
        "\u{202E}", "x?y", "x#y", "u@h:80", "@", ":", "@:", "https", "X+", "1x", "[]",
    ];
    prop_oneof![
        4 => select(fixed.to_vec()).prop_map(|it| Some(it.to_string())),
        2 => symbols().prop_map(Some),
        1 => arbitrary().prop_map(Some),
        1 => Just(None),
    ]
    .boxed()
}

#[test]
fn edits_equal_the_model() {
    let given = (any_valid(), 0..8_usize, values());
    for_all("edits", given, |(text, index, value)| {
        let change = Change::each(value.as_deref())[*index];
        let mut spoke = false;
        for policy in POLICIES {
            spoke |= of_four!(changes_as_the_model, text, change, policy);
        }
        Ok(spoke)
    });
}

#[test]
fn edits_with_components_of_others_equal_the_model() {
    let other = prop_oneof![3 => any_valid(), 1 => mutated(Letters::Iri), 1 => mutated(Letters::Uri)];
    for_all("edits with others' components", (any_valid(), other, 0..8_usize), |(text, other, index)| {
        let other = seven(other);
        let authority = other.authority();
        let mut spoke = false;
        for policy in POLICIES {
            let change = Change::of_component(*index, &other, authority.as_deref());
            spoke |= of_four!(changes_as_the_model, text, change, policy);
        }
        Ok(spoke)
    });
}

#[test]
fn authorities_set_by_their_parts_equal_the_model() {
    let given = (any_valid(), values(), values(), prop_oneof![any_valid().prop_map(|it| seven(&it).port), values()]);
    for_all("authorities by their parts", given, |(text, userinfo, host, port)| {
        let change = Change::Parts { userinfo: userinfo.as_deref(), host: host.as_deref(), port: port.as_deref() };
        Ok(of_four!(changes_as_the_model, text, change, OnInvalid::Refuse))
    });
}

/// To set what is there is to do nothing, under either policy: a component that stands needs no repair.
fn what_is_there_stays<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(before) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let it = seven(text);
    let authority = it.authority();
    let Parts { userinfo, host, port, .. } = before.parts();
    let parts = Change::Parts { userinfo, host, port };
    let each = (0..8).map(|index| Change::of_component(index, &it, authority.as_deref()));
    for change in each.chain([parts]) {
        if matches!(change, Change::One(Edit::Scheme(_))) && !before.has_scheme() {
            continue;
        }
        for policy in POLICIES {
            let mut after = before.into_owned();
            prop_assert_eq!(change.in_place(&mut after, policy), Ok(()), "{:?}", change);
            prop_assert_eq!(after.as_str(), text, "{:?}", change);
            is_as_parsed(&after)?;
        }
    }
    if let Ok(port) = before.port_number() {
        // The number says less than the digits: it drops zeros, and takes an empty port for none.
        let after = before.with_port(port).unwrap();
        prop_assert_eq!(after.port_number(), Ok(port));
        let back = after.with_port_digits(before.port()).unwrap();
        prop_assert_eq!(back.as_str(), text);
    }
    Ok(true)
}

#[test]
fn setting_what_is_there_changes_nothing() {
    for_all("what is there", any_valid(), |text| Ok(of_four!(what_is_there_stays, text)));
}
