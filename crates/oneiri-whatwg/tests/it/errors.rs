//! The validation errors of `errors.toml`, and laws.

use std::collections::BTreeSet;

use oneiri_whatwg::{Error, ErrorKind, Url, domain_to_unicode};
use proptest::prelude::*;
use toml::Value;

use crate::laws::text;

/// All names of the table in section 1.1 of the Standard.
const NAMES: &str = "domain-percent-encoded domain-to-ASCII host-invalid-code-point \
    IPv4-non-ASCII-input IPv4-empty-part IPv4-too-many-parts IPv4-too-few-parts IPv4-non-numeric-part \
    IPv6-piece-leading-zero \
    IPv4-non-decimal-part IPv4-out-of-range-part IPv6-unclosed IPv6-invalid-compression \
    IPv6-too-many-pieces IPv6-multiple-compression IPv6-invalid-code-point IPv6-too-few-pieces \
    IPv4-in-IPv6-too-many-pieces IPv4-in-IPv6-invalid-code-point IPv4-in-IPv6-out-of-range-part \
    IPv4-in-IPv6-too-few-parts invalid-URL-unit special-scheme-missing-following-solidus \
    missing-scheme-non-relative-URL invalid-reverse-solidus invalid-credentials host-missing \
    port-out-of-range port-invalid file-invalid-Windows-drive-letter \
    file-invalid-Windows-drive-letter-host";

fn told(errors: &[Error]) -> Value {
    let told = |error: &Error| {
        let range = error.range();
        let name = Value::from(error.kind().name());
        Value::from(vec![name, Value::from(range.start as i64), Value::from(range.end as i64)])
    };
    Value::Array(errors.iter().map(told).collect())
}

#[test]
fn cases() {
    let data: Value = toml::from_str(include_str!("errors.toml")).unwrap();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for case in data["case"].as_array().unwrap() {
        let names = case["errors"].as_array().unwrap().iter();
        seen.extend(names.map(|error| error[0].as_str().unwrap().to_owned()));
        if case.get("needs").is_some() && cfg!(not(feature = "idna")) {
            continue;
        }
        let base = case.get("base").map(|base| Url::parse(base.as_str().unwrap()).unwrap());
        let input = case["input"].as_str().unwrap();
        let (url, errors) = Url::parse_with_errors(input, base.as_ref());
        assert_eq!(url.as_ref().ok().map(Url::href), case.get("href").and_then(Value::as_str));
        assert_eq!(told(&errors), case["errors"], "{case:?}");
    }
    let expected: BTreeSet<String> = NAMES.split_whitespace().map(str::to_owned).collect();
    assert_eq!(seen, expected, "each name has a case, and each case has a name of the Standard");
}

#[test]
#[cfg(feature = "idna")]
fn domain_to_unicode_has_an_error_of_its_own() {
    let (shown, result) = domain_to_unicode("a.xn--a", false);
    assert_eq!(shown.as_str().split('.').next(), Some("a"));
    let error = result.unwrap_err();
    assert_eq!((error.kind(), error.range()), (ErrorKind::DomainToAscii, 0..7));
    assert_eq!(domain_to_unicode("XN--Bcher-KVA.a_b", false), ("b\u{fc}cher.a_b".into(), Ok(())));
    assert!(domain_to_unicode("a_b", true).1.is_err());
}

#[test]
#[cfg(not(feature = "idna"))]
fn domain_to_unicode_names_the_feature() {
    assert_eq!(domain_to_unicode("a.b", false), ("a.b".into(), Ok(())));
    let (shown, result) = domain_to_unicode("xn--a", false);
    assert_eq!((shown.as_str(), result.unwrap_err().kind()), ("xn--a", ErrorKind::IdnaDisabled));
}

#[test]
fn ports_that_are_refused() {
    let mut url = Url::parse("http://h/").unwrap();
    for (value, range) in [("\u{e9}1", 0..2), ("\tx", 1..2), ("655\n36x", 0..6), ("\t", 1..1)] {
        assert_eq!(url.set_port(value).unwrap_err().range(), range, "{value:?}");
    }
}

/// Whether a text is a valid URL string, as far as RFC 3987 and the text tell: an oracle that has nothing
/// of the parser. The text is special, and its domain plain.
fn is_valid(text: &str) -> bool {
    let Ok(iri) = oneiri::Iri::parse(text) else { return false };
    let file = iri.scheme() == "file";
    let Some(host) = iri.host().map(|host| host.as_str().to_owned()) else { return false };
    let port = iri.port().is_none_or(|port| port.is_empty() || port.parse::<u16>().is_ok());
    let host = match host.as_str() {
        "" => file,
        _ => host.starts_with('[') || host.bytes().all(|byte| byte.is_ascii_alphabetic()),
    };
    host && port && iri.userinfo().is_none() && !(file && iri.port().is_some())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn without_errors_there_are_only_url_units(text in text()) {
        let (url, errors) = Url::parse_with_errors(&text, None);
        // The parser takes domains that are not valid, such as "`", without an error.
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let is_plain = |url: &Url| url.domain().is_none_or(|domain| domain.chars().all(is_letter));
        if errors.is_empty() && text.is_ascii() && url.as_ref().is_ok_and(is_plain) {
            let units = text.replace(['[', ']', '#'], "");
            let is_unit = |c: char| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c);
            prop_assert!(units.chars().all(is_unit), "{:?}", text);
        }
    }

    #[test]
    fn no_errors_is_valid(
        start in "(https|file|HTTP|ws):[/\\\\]{1,3}",
        host in "([a-zA-Z]{1,3}|u@h|\\[::1\\])(:[0-9]{0,6})?",
        rest in "([/?#][a-z0-9%20:@.!'\\\\ \"<|~\u{e9}\u{4e00}\u{85}\\[]{0,6}){0,3}",
    ) {
        let text = format!("{start}{host}{rest}");
        let (_, errors) = Url::parse_with_errors(&text, None);
        prop_assert_eq!(errors.is_empty(), is_valid(&text), "{:?}: {:?}", text, errors);
    }
}
