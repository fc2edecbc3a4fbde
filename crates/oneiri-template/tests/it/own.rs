//! A template matches its own expansions: names that repeat, and prefixes of values with escapes.

use oneiri_template::{Template, Value};

use crate::laws::Numbers;

/// A literal that is no template is a mistake in the program. It must not become another template.
#[test]
fn a_wrong_literal_panics_with_the_message_of_its_error() {
    let error = Template::parse("/users/{id").unwrap_err().to_string();
    let panic = std::panic::catch_unwind(|| Template::from_static("/users/{id")).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>(), Some(&error));
}

/// A template with repeated names that has a matcher matches its expansions.
#[test]
fn repeated_names_match_their_expansions() {
    let mut numbers = Numbers(5);
    let pieces = ["a", "%", "%25", "4", "1", "é", "/", ".", ",", "%c3%a9", " "];
    let (mut accepted, mut texts) = (0, 0);
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..2 + numbers.below(2) {
            text += numbers.pick(&["", "/", "-", "#"]);
            text += "{";
            text += numbers.pick(&["", "+", "#", ".", "/", ";", "?", "&"]);
            text += numbers.pick(&["x", "x", "x", "y", "x,y", "x,x"]);
            text += numbers.pick(&["", "", "*", ":1", ":3"]);
            text += "}";
        }
        let template = Template::parse(text).unwrap();
        let Ok(matcher) = template.matcher() else { continue };
        accepted += 1;
        for _ in 0..40 {
            let mut one = || -> String { (0..numbers.below(5)).map(|_| numbers.pick(&pieces)).collect() };
            let [a, mut b, c] = [one(), one(), one()];
            // `{.x*}` matches no map with dots.
            b = b.replace('.', "");
            let mut value = || match numbers.below(5) {
                0 => Value::from([a.clone(), b.clone()]),
                1 => Value::Map(vec![(b.clone().into(), c.replace('.', "").into())]),
                2 => Value::from(b.clone()),
                _ => Value::from(a.clone() + &c),
            };
            let values = [("x", value()), ("y", value())];
            let Ok(text) = template.expand(&values) else { continue };
            texts += 1;
            let found = matcher.matches(&text);
            let found = found.unwrap_or_else(|it| panic!("{template} {text} {values:?}: {it}"));
            assert_eq!(template.expand(&found).unwrap(), text, "{template}: {found}");
        }
    }
    assert!(accepted > 500 && texts > 10_000, "{accepted} {texts}");
}

/// A prefix of a value with escapes matches, and the prefixes of a value grow by one character each.
#[test]
fn prefixes_of_escapes() {
    let mut numbers = Numbers(21);
    let pieces = [
        "%80", "%c3", "%C3", "%a9", "%A9", "%e2%82", "%ac", "%F0%9f", "%98%80", "%ED%A0", "%41", "%25", "%2f", "%",
        "a", "é", "€",
    ];
    for _ in 0..2_000 {
        let value: String = (0..numbers.below(7)).map(|_| numbers.pick(&pieces)).collect();
        let values = [("x", Value::from(value.as_str()))];
        let mut before = String::from("/");
        for length in 1..10 {
            let template = Template::parse(format!("/{{+x:{length}}}")).unwrap();
            let text = template.expand(&values).unwrap();
            let matcher = template.matcher().unwrap();
            let found = matcher.matches(&text).unwrap_or_else(|it| panic!("{value} {text}: {it}"));
            assert_eq!(template.expand(&found).unwrap(), text, "{value}: {found}");
            let more = text.strip_prefix(&*before).unwrap();
            let octets: Vec<u8> = match more.contains('%') {
                true => more.split('%').skip(1).map(|it| u8::from_str_radix(it, 16).unwrap()).collect(),
                false => more.into(),
            };
            let is_character = core::str::from_utf8(&octets).is_ok_and(|it| it.chars().count() < 2);
            assert!(is_character || octets.len() == 1, "{value}: {more}");
            before = text;
        }
    }
}
