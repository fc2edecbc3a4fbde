//! Building from parts: D-30. What is built has exactly the parts it was built from, or is refused.

use super::generate::{mutated, piece, valid};
use super::run::{Outcome, for_all};
use super::{letters, parts, reparses};
use crate::oracle::abnf::{Rule, matches};
use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::split::{Seven, seven};
use oneiri::{Alphabet, Ri, SchemePresence};
use proptest::option;
use proptest::prelude::*;
use proptest::{prop_assert, prop_assert_eq};

/// Parts are buildable exactly if their recomposition is grammatical and splits into these very parts. A userinfo
/// or a port makes an authority, whose host is then empty (D-21).
fn builds_as_the_oracle<A: Alphabet, F: SchemePresence>(given: &Seven) -> Outcome {
    let has_authority = given.userinfo.is_some() || given.host.is_some() || given.port.is_some();
    let host = has_authority.then(|| given.host.clone().unwrap_or_default());
    let expected = Seven { host, ..given.clone() };
    let text = expected.recompose();
    let rule = if F::SCHEME { Rule::Uri } else { Rule::UriReference };
    let buildable = matches(letters::<A>(), rule, &text) && seven(&text) == expected;
    match Ri::<String, A, F>::build(&parts(given)) {
        Ok(built) => {
            prop_assert!(buildable, "{given:?} was built: {built}");
            prop_assert_eq!(built.as_str(), &text);
            prop_assert_eq!(built.parts(), parts(&expected));
            reparses(&built)?;
        }
        Err(error) => prop_assert!(!buildable, "{given:?} was refused: {error}"),
    }
    Ok(buildable)
}

pub(super) fn builds_in_all_types(given: &Seven) -> Outcome {
    use oneiri::{Ascii, HasScheme, MaybeScheme, Unicode};
    Ok(builds_as_the_oracle::<Ascii, HasScheme>(given)?
        | builds_as_the_oracle::<Ascii, MaybeScheme>(given)?
        | builds_as_the_oracle::<Unicode, HasScheme>(given)?
        | builds_as_the_oracle::<Unicode, MaybeScheme>(given)?)
}

/// The parts of two texts shuffled together: each is grammatical where it comes from, or nearly.
#[test]
fn build_equals_the_oracle_on_shuffled_parts() {
    let text = || prop_oneof![3 => valid(Letters::Iri, false), 1 => mutated(Letters::Iri)];
    for_all("build", (text(), text(), any::<[bool; 7]>()), |(one, other, choice)| {
        let (one, other) = (seven(one), seven(other));
        let pick = |index: usize, a: &Option<String>, b: &Option<String>| if choice[index] { a } else { b }.clone();
        builds_in_all_types(&Seven {
            scheme: pick(0, &one.scheme, &other.scheme),
            userinfo: pick(1, &one.userinfo, &other.userinfo),
            host: pick(2, &one.host, &other.host),
            port: pick(3, &one.port, &other.port),
            path: if choice[4] { one.path } else { other.path },
            query: pick(5, &one.query, &other.query),
            fragment: pick(6, &one.fragment, &other.fragment),
        })
    });
}

/// The parts of nothing in particular, delimiters in the wrong places among them.
#[test]
fn build_equals_the_oracle_on_any_parts() {
    let given = (
        option::weighted(0.6, piece::scheme()),
        option::weighted(0.3, piece::userinfo()),
        option::weighted(0.5, piece::host()),
        option::weighted(0.3, piece::port()),
        piece::path(),
        option::weighted(0.3, piece::query()),
        option::weighted(0.3, piece::fragment()),
    );
    for_all("build", given, |(scheme, userinfo, host, port, path, query, fragment)| {
        builds_in_all_types(&Seven {
            scheme: scheme.clone(),
            userinfo: userinfo.clone(),
            host: host.clone(),
            port: port.clone(),
            path: path.clone(),
            query: query.clone(),
            fragment: fragment.clone(),
        })
    });
}
