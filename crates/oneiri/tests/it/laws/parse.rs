//! Parsing: the grammar accepts what the ABNF accepts, and the components are those of appendix B.

use super::generate::{any_text, arbitrary, valid};
use super::run::{NINE, Outcome, for_all, for_every};
use super::{letters, parts};
use crate::oracle::abnf::{Rule, matches};
use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::split::{five, recompose, seven};
use oneiri::{Alphabet, Component, Error, Ri, SchemePresence, Split, split};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq};

/// Accepted exactly if the ABNF accepts, with the components of the oracle's split; refused with a fault that lies
/// in the text.
pub(super) fn parses_as_the_oracle<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let rule = if F::SCHEME { Rule::Uri } else { Rule::UriReference };
    let grammatical = matches(letters::<A>(), rule, text);
    match Ri::<&str, A, F>::parse(text) {
        Ok(value) => {
            prop_assert!(grammatical, "{text:?} accepted as {value:?}");
            let expected = seven(text);
            prop_assert_eq!(value.parts(), parts(&expected), "{:?}", text);
            prop_assert_eq!(value.authority().map(String::from), expected.authority());
            prop_assert_eq!(value.has_scheme(), expected.scheme.is_some());
            prop_assert_eq!(value.is_absolute_without_fragment(), matches(letters::<A>(), Rule::AbsoluteUri, text));
            getters_agree(&value)?;
        }
        Err(error) => {
            prop_assert!(!grammatical, "{text:?} refused as {:?}: {error}", Ri::<&str, A, F>::parse(text));
            points_into(&error, text)?;
        }
    }
    let owned = Ri::<String, A, F>::parse_owned(text.to_string());
    prop_assert_eq!(Ri::<String, A, F>::parse(text).is_ok(), owned.is_ok());
    prop_assert_eq!(owned.is_ok(), grammatical);
    match owned {
        Ok(value) => prop_assert_eq!(value.into_string(), text),
        Err(refused) => prop_assert_eq!(refused.into_string(), text),
    }
    Ok(grammatical)
}

/// Each getter gives what `parts` gives; the segments, joined, are the path.
fn getters_agree<A: Alphabet, F: SchemePresence>(value: &Ri<&str, A, F>) -> Result<(), TestCaseError> {
    let parts = value.parts();
    prop_assert_eq!(value.const_parts(), parts);
    prop_assert_eq!(value.userinfo().map(|it| it.as_str()), parts.userinfo);
    prop_assert_eq!(value.host().map(|it| it.as_str()), parts.host);
    if let Some(authority) = value.authority() {
        prop_assert_eq!(authority.userinfo(), value.userinfo());
        prop_assert_eq!(Some(authority.host()), value.host());
        prop_assert_eq!(authority.port(), value.port());
        prop_assert_eq!(authority.port_number().is_ok(), value.port_number().is_ok());
    }
    for (component, part) in [
        (Component::Scheme, parts.scheme),
        (Component::Userinfo, parts.userinfo),
        (Component::Host, parts.host),
        (Component::Port, parts.port),
        (Component::Path, Some(parts.path)),
        (Component::Query, parts.query),
        (Component::Fragment, parts.fragment),
    ] {
        prop_assert_eq!(value.range(component).map(|range| &value.as_str()[range]), part);
    }
    prop_assert_eq!(value.port(), parts.port);
    prop_assert_eq!(value.path(), parts.path);
    prop_assert_eq!(value.query().map(|it| it.as_str()), parts.query);
    prop_assert_eq!(value.fragment().map(|it| it.as_str()), parts.fragment);
    let segments: Vec<&str> = value.path().segments().map(|it| it.as_str()).collect();
    prop_assert_eq!(segments.join("/"), parts.path.strip_prefix('/').unwrap_or(parts.path));
    prop_assert_eq!(segments.is_empty(), parts.path.is_empty());
    let mut backwards: Vec<&str> = value.path().segments().rev().map(|it| it.as_str()).collect();
    backwards.reverse();
    prop_assert_eq!(segments, backwards);
    Ok(())
}

/// The fault lies in the text, on boundaries of characters, and is told in words.
pub(super) fn points_into(error: &Error, text: &str) -> Result<(), TestCaseError> {
    let (start, end) = (error.start(), error.end());
    prop_assert!(text.get(start..end).is_some(), "{text:?}: fault at {start}..{end}: {error}");
    if let Some(found) = error.found() {
        prop_assert!(text[start..].contains(found), "{text:?}: {found:?} is not after {start}: {error}");
    }
    for wording in
        [error.expected(), error.section(), error.component().map_or("text", Component::name), &error.to_string()]
    {
        prop_assert!(!wording.is_empty());
    }
    Ok(())
}

#[test]
fn parse_agrees_with_the_abnf_on_generated_texts() {
    for_all("parse", any_text(), |text| of_all_types!(parses_as_the_oracle, text));
}

#[test]
fn parse_agrees_with_the_abnf_on_all_short_strings() {
    for_every("parse", "", &NINE, 6, |text| of_all_types!(parses_as_the_oracle, text));
}

#[test]
fn parse_agrees_with_the_abnf_on_all_short_authorities() {
    let symbols = ["a", ":", "@", "[", "]", "0", ".", "v", "%41", "é"];
    for_every("parse", "s://", &symbols, 5, |text| of_all_types!(parses_as_the_oracle, text));
    for_every("parse", "//[", &[":", "::", "1", "1.2.3.4", "]"], 7, |text| of_all_types!(parses_as_the_oracle, text));
    for_every("parse", "//[::", &["1:", "F0ab:", "::", "1.2.3.4", "256.0.0.1", "2]"], 6, |text| {
        of_all_types!(parses_as_the_oracle, text)
    });
    for_every("parse", "//1.2.3.", &["0", "1", "2", "5", "6", "."], 4, |text| {
        of_all_types!(parses_as_the_oracle, text)
    });
}

/// The characters at every edge of a range, and one in 61 between, in each component.
#[test]
fn every_character_is_accepted_where_the_abnf_has_it() {
    let at_edge = |c: char| matches!(u32::from(c) & 0xFF, 0 | 1 | 0x9F..=0xA0 | 0xCF..=0xD0 | 0xEF..=0xF0 | 0xFC..);
    let law = |text: &str| -> Outcome { of_all_types!(parses_as_the_oracle, text) };
    let mut counted = 0;
    for c in ('\0'..=char::MAX).filter(|&c| at_edge(c) || u32::from(c) % 61 == 0) {
        for head in ["s:", "s://", "s:?", "s:#"] {
            let outcome = law(&format!("{head}{c}"));
            assert!(outcome.is_ok(), "{outcome:?}");
            counted += 1;
        }
    }
    println!("characters: {counted} texts");
    assert!(counted > 100_000);
}

/// `//h` is an IPv4 address exactly if the ABNF says so, and an IP literal exactly if it is bracketed.
#[test]
fn the_kind_of_a_host_is_the_first_alternative_that_matches() {
    use oneiri::UriRef;
    use oneiri::component::HostKind as Host;
    let kind_of = |text: &str| -> Outcome {
        let Ok(value) = UriRef::parse(text) else { return Ok(false) };
        let host = value.host().unwrap();
        let is = |rule| matches(Letters::Uri, rule, &host);
        match host.kind() {
            Host::Ipv4(address) => {
                prop_assert!(is(Rule::Ipv4Address));
                prop_assert_eq!(address.to_string(), host);
                prop_assert_eq!(host.legacy_ipv4(), Some(address));
            }
            Host::Ipv6(address) => {
                prop_assert!(is(Rule::IpLiteral));
                prop_assert_eq!(host.trim_matches(['[', ']']).parse(), Ok(address));
            }
            Host::IpvFuture { version, address } => {
                prop_assert!(is(Rule::IpLiteral));
                prop_assert!(host.starts_with("[v") || host.starts_with("[V"));
                prop_assert_eq!(format!("{version}.{address}]"), &host[2..]);
            }
            Host::RegName(name) => {
                prop_assert!(!is(Rule::IpLiteral) && !is(Rule::Ipv4Address));
                prop_assert_eq!(name, host);
            }
            other => prop_assert!(false, "{other:?}"),
        }
        Ok(true)
    };
    for_every("host", "//", &["0", "1", "25", "6", ".", "a"], 7, kind_of);
    for_every("host", "//[", &["::", "1:", "a", "v", "V", ".", "]"], 6, kind_of);
    for_every("host", "//[1:2:", &["3:4", ":", "::", "1.2.3.4", "]"], 6, kind_of);
}

/// Each component of what is accepted is an instance of its own rule.
pub(super) fn components_match_their_rules<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let parts = value.parts();
    for (rule, component) in [
        (Rule::Scheme, parts.scheme),
        (Rule::Userinfo, parts.userinfo),
        (Rule::Host, parts.host),
        (Rule::Port, parts.port),
        (Rule::Path, Some(parts.path)),
        (Rule::Query, parts.query),
        (Rule::Fragment, parts.fragment),
    ] {
        let fits = component.is_none_or(|component| matches(letters::<A>(), rule, component));
        prop_assert!(fits, "{text:?}: {component:?} is no {rule:?}");
    }
    Ok(true)
}

#[test]
fn components_match_their_own_rules() {
    for_all("components", any_text(), |text| of_all_types!(components_match_their_rules, text));
    for_every("components", "", &NINE, 5, |text| of_all_types!(components_match_their_rules, text));
}

/// Splitting never fails, and the pieces put together again are the text.
pub(super) fn splits_as_appendix_b(text: &str) -> Outcome {
    let (got, expected) = (split(text), five(text));
    let ranges = Component::ALL.map(|component| Split::of(text).range(component));
    let pieces = ranges.map(|range| range.map(|range| &text[range]));
    prop_assert_eq!(pieces, [got.scheme, got.userinfo, got.host, got.port, Some(got.path), got.query, got.fragment]);
    prop_assert_eq!(got.scheme, expected.scheme);
    prop_assert_eq!((got.path, got.query, got.fragment), (expected.path, expected.query, expected.fragment));
    let authority = got.host.map(|host| {
        let userinfo = got.userinfo.map_or(String::new(), |it| format!("{it}@"));
        let port = got.port.map_or(String::new(), |it| format!(":{it}"));
        format!("{userinfo}{host}{port}")
    });
    prop_assert_eq!(authority.as_deref(), expected.authority);
    prop_assert_eq!(got.host.is_some(), authority.is_some());
    prop_assert_eq!(recompose(got.scheme, authority.as_deref(), got.path, got.query, got.fragment), text);
    if matches(Letters::Iri, Rule::UriReference, text) {
        let expected = seven(text);
        prop_assert_eq!(got, parts(&expected));
    }
    Ok(true)
}

#[test]
fn split_never_fails_and_loses_nothing() {
    for_all("split", any_text(), |text| splits_as_appendix_b(text));
    for_all("split", arbitrary(), |text| splits_as_appendix_b(text));
    for_every("split", "", &NINE, 6, splits_as_appendix_b);
    for_every("split", "//", &["a", ":", "@", "[", "]", "/"], 6, splits_as_appendix_b);
}

/// Where one character is foreign to an otherwise grammatical text, it is the one the error points at.
#[test]
fn the_fault_is_the_foreign_character() {
    for_all("fault", valid(Letters::Iri, false), |text| {
        let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let broken_escape = |at: usize| (1..=2).any(|back| at >= back && text.as_bytes()[at - back] == b'%');
        for at in places.filter(|&at| !broken_escape(at)) {
            let (before, after) = text.split_at(at);
            let spoilt = format!("{before} {after}");
            let error = oneiri::IriRef::parse(&spoilt).unwrap_err();
            let whole = [Component::Host, Component::Scheme, Component::Userinfo, Component::Port];
            if error.component().is_none_or(|it| !whole.contains(&it)) {
                prop_assert_eq!((error.start(), error.end(), error.found()), (at, at + 1, Some(' ')), "{}", spoilt);
            }
            points_into(&error, &spoilt)?;
        }
        Ok(true)
    });
}
