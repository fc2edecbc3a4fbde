//! Cases of our own: errors with their places, and expansions that RFC 6570 has no example of.

use oneiri_template::{ErrorKind, ExpandError, Operator, Part, Template, Value};

#[test]
fn invalid_texts() {
    use ErrorKind::*;
    for (text, kind, start, found) in [
        ("{/id*", Unclosed, 5, None),
        ("/id*}", Literal, 4, Some('}')),
        ("{/?id}", Name, 2, Some('?')),
        ("{var:prefix}", Length, 5, Some('p')),
        ("{var:0}", Length, 5, Some('0')),
        ("{var:12345}", Length, 9, Some('5')),
        ("{hello:2*}", AfterModifier, 8, Some('*')),
        ("{??hello}", Name, 2, Some('?')),
        ("{!hello}", ReservedOperator, 1, Some('!')),
        ("{=path}", ReservedOperator, 1, Some('=')),
        ("{$var}", Name, 1, Some('$')),
        ("{*keys?}", Name, 1, Some('*')),
        ("{?empty=default,var}", AfterName, 7, Some('=')),
        ("{a.}", Name, 3, Some('}')),
        ("{a{b}", Unclosed, 2, Some('{')),
        ("{}", Name, 1, Some('}')),
        ("{x, y}", Name, 3, Some(' ')),
        ("a%2", Escape, 3, None),
        ("{%4g}", Escape, 3, Some('g')),
        ("a b", Literal, 1, Some(' ')),
        ("\u{E000}\u{FFFF}", Literal, 3, Some('\u{FFFF}')),
    ] {
        let error = Template::parse(text).unwrap_err();
        assert_eq!((error.kind(), error.start(), error.found()), (kind, start, found), "{text}");
    }
}

#[test]
fn parts() {
    let template = Template::parse("é{?x,y*,z:12}'").unwrap();
    let [Part::Literal(first), Part::Expression(expression), Part::Literal(last)] =
        template.parts()
    else {
        panic!("{:?}", template.parts());
    };
    assert_eq!((first.as_str(), last.as_str()), ("%C3%A9", "'"));
    assert_eq!((expression.operator(), expression.range()), (Operator::Query, 2..14));
    let ranges: Vec<_> =
        expression.variables().iter().map(|it| &template.as_str()[it.range()]).collect();
    assert_eq!(ranges, ["x", "y*", "z:12"]);
    assert_eq!(template.to_string(), "é{?x,y*,z:12}'");
}

#[test]
fn expansions() {
    let values = [
        ("word", Value::from("drücken")),
        ("42", Value::from("é")),
        ("id", Value::from("admin%2F")),
        ("not_pct", Value::from("%foo")),
        ("list", Value::from(["red%25", "%2Fgreen", "blue "])),
        ("none", Value::List(Vec::new())),
        ("one_empty", Value::from([""])),
        ("map", Value::Map(vec![("k".into(), "".into()), ("é=".into(), "v".into())])),
    ];
    for (text, expected) in [
        ("{word:3}", "dr%C3%BC"),
        ("{42}", "%C3%A9"),
        ("{+id}{#not_pct}", "admin%2F#%25foo"),
        ("{id}", "admin%252F"),
        ("{+list}", "red%25,%2Fgreen,blue%20"),
        ("{list}", "red%2525,%252Fgreen,blue%20"),
        ("{/none*}{?none}", ""),
        ("{;one_empty}{?one_empty*}", ";one_empty?one_empty="),
        ("{;map*}{?map*}{map}", ";k;%C3%A9%3D=v?k=&%C3%A9%3D=vk,,%C3%A9%3D,v"),
        ("é%c3%A9'", "%C3%A9%c3%A9'"),
    ] {
        assert_eq!(Template::parse(text).unwrap().expand(&values).unwrap(), expected, "{text}");
    }
    let error = Template::parse("/{id}/{+map:1}").unwrap().expand(&values).unwrap_err();
    assert_eq!(error, ExpandError::Prefix { range: 8..13, name: "map".into() });
}
