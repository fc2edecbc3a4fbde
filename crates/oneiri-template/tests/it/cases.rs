//! Cases of our own: errors with their places, and expansions that RFC 6570 has no example of.

use oneiri_template::{ErrorKind, ExpandError, MatcherError, Operator, Part, Template, Value};

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
        ("{ }", Name, 1, Some(' ')),
        ("{a b}", AfterName, 2, Some(' ')),
        ("{x:}", Length, 3, Some('}')),
        ("{x:03}", Length, 3, Some('0')),
        ("{x:10000}", Length, 7, Some('0')),
        ("{x*:3}", AfterModifier, 3, Some(':')),
        ("{x**}", AfterModifier, 3, Some('*')),
        ("{.}", Name, 2, Some('}')),
        ("{x..y}", Name, 3, Some('.')),
        ("{x,}", Name, 3, Some('}')),
        ("{+x,+y}", Name, 4, Some('+')),
        ("{%zz}", Escape, 2, Some('z')),
        ("{é}", Name, 1, Some('é')),
        ("}", Literal, 0, Some('}')),
        ("{", Name, 1, None),
        ("{x, y}", Name, 3, Some(' ')),
        ("a%2", Escape, 3, None),
        ("{%4g}", Escape, 3, Some('g')),
        ("a b", Literal, 1, Some(' ')),
        ("\u{E000}\u{FFFF}", Literal, 3, Some('\u{FFFF}')),
    ] {
        let error = Template::parse(text).unwrap_err();
        assert_eq!((error.kind(), error.start(), error.found()), (kind, start, found), "{text}");
    }
    let error = Template::parse("{=x}").unwrap_err().to_string();
    let ending = "found '=', which is reserved for extensions (RFC 6570 section 2.2)";
    assert!(error.ends_with(ending), "{error}");
}

#[test]
fn parts() {
    let template = Template::parse("é{?x,y*,z:12}'").unwrap();
    let [Part::Literal(first), Part::Expression(expression), Part::Literal(last)] = template.parts() else {
        panic!("{:?}", template.parts());
    };
    assert_eq!((first.as_str(), last.as_str()), ("%C3%A9", "'"));
    assert_eq!((expression.operator(), expression.range()), (Operator::Query, 2..14));
    let ranges: Vec<_> = expression.variables().iter().map(|it| &template.as_str()[it.range()]).collect();
    assert_eq!(ranges, ["x", "y*", "z:12"]);
    assert_eq!(template.to_string(), "é{?x,y*,z:12}'");
}

#[test]
fn expansions() {
    let values = [
        ("word", Value::from("drücken")),
        ("42", Value::from("é")),
        ("escapes", Value::from("%41%C3%A9%c3%a9%FF%z")),
        ("octets", Value::from("%80%80%e2%82%AC%c3%e2%82abc")),
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
        // Section 3.2.1: each code point counts as one character, and no escape is split.
        ("{+escapes:1}", "%41"),
        ("{+escapes:2}", "%41%C3%A9"),
        ("{+escapes:3}", "%41%C3%A9%c3%a9"),
        ("{#escapes:4}", "#%41%C3%A9%c3%a9%FF"),
        ("{+escapes:5}", "%41%C3%A9%c3%a9%FF%25"),
        ("{+escapes:6}", "%41%C3%A9%c3%a9%FF%25z"),
        ("{+octets:1}", "%80"),
        ("{+octets:3}", "%80%80%e2%82%AC"),
        ("{#octets:6}", "#%80%80%e2%82%AC%c3%e2%82"),
        ("{escapes:2}", "%254"),
        ("{+word:3}", "dr%C3%BC"),
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
    let long = "n.".repeat(9_999) + "n";
    let keys = |pairs: &[(&'static str, &'static str)]| {
        Value::Map(pairs.iter().map(|&(name, value)| (name.into(), value.into())).collect())
    };
    let values = [
        ("a.b.c", Value::from("dots")),
        ("%41", Value::from("escaped")),
        ("A", Value::from("letter")),
        (&long, Value::from("long")),
        ("n", Value::from(1234)),
        ("face", Value::from("\u{1F600}x")),
        ("none", keys(&[])),
        ("keys", keys(&[("/?", "#[]"), ("%2F", "%"), ("é", "a b")])),
        ("list", Value::from(["", "a", ""])),
    ];
    for (text, expected) in [
        ("{a.b.c}{?a.b.c}", "dots?a.b.c=dots"),
        ("{%41},{A}{?%41}", "escaped,letter?%41=escaped"),
        ("{n,n}{n:2}{;n:9999}", "1234,123412;n=1234"),
        ("{face:1}{+face:1}", "%F0%9F%98%80%F0%9F%98%80"),
        ("{?none*}{none}{#none}{;none,n}", ";n=1234"),
        ("{+keys*}", "/?=#[],%2F=%25,%C3%A9=a%20b"),
        ("{#keys}", "#/?,#[],%2F,%25,%C3%A9,a%20b"),
        ("{?keys*}", "?%2F%3F=%23%5B%5D&%252F=%25&%C3%A9=a%20b"),
        ("{list}{/list*}{;list*}{?list*}", ",a,//a/;list;list=a;list?list=&list=a&list="),
        ("{N}{?N,unknown*}", ""),
    ] {
        assert_eq!(Template::parse(text).unwrap().expand(&values[..]).unwrap(), expected, "{text}");
    }
    let template = Template::parse(format!("{{?{long}}}")).unwrap();
    assert_eq!(template.expand(&values[..]).unwrap(), format!("?{long}=long"));
    let error = Template::parse("/{n}/{+keys:1}").unwrap().expand(&values[..]).unwrap_err();
    assert_eq!(error, ExpandError::Prefix { range: 7..13, name: "keys".into() });
    assert!(error.to_string().contains("2.4.1"), "{error}");
}

/// A name that occurs twice has one value, of which a prefix is a part.
#[test]
fn repeated_names() {
    let found = |template: &str, text: &str| {
        let matcher = Template::parse(template).unwrap().matcher_shortest_first().unwrap();
        matcher.matches(text).map(|found| found.to_string()).ok()
    };
    for (template, text, expected) in [
        ("/{dir:1}/{dir}", "/a/abc", Some(r#"{dir="abc"}"#)),
        ("/{dir}/{dir:1}", "/abc/a", Some(r#"{dir="abc"}"#)),
        ("/{dir:1}/{dir}", "/b/abc", None),
        ("/{dir:2}/{dir}", "/a/abc", None),
        ("/{dir:2}/{dir}", "/a/a", Some(r#"{dir="a"}"#)),
        ("/{x}{?x}", "/a?x=a", Some(r#"{x="a"}"#)),
        ("/{x}{?x}", "/a?x=b", None),
        ("/{x}{?x}", "/a", None),
        ("/{x}{?x*}", "/a,b?x=a&x=b", Some(r#"{x=["a", "b"]}"#)),
        ("/{x}/{+x}", "/a%2Fb/a/b", Some(r#"{x="a/b"}"#)),
        ("/{x}/{+x}", "/%20/%20", Some(r#"{x=" "}"#)),
        ("{/x}{#x}", "/%25#%25", Some(r#"{x="%"}"#)),
        ("{/k}{#k}", "/50%25#50%25", Some(r#"{k="50%"}"#)),
        ("{/k}#{/k*}", "/a,b#/a=b", Some(r#"{k={"a": "b"}}"#)),
        ("{/k}{#k}", "/a,b#a,b", Some(r#"{k=["a", "b"]}"#)),
        ("{/k}{#k*}", "/a,b#a=b", Some(r#"{k={"a": "b"}}"#)),
        ("{.k*}{#k}", ".a.b.c#a.b,c", Some(r#"{k=["a.b", "c"]}"#)),
        ("{.k*}#{+k}", "..%2525.4%25#.%25,4%25", Some(r#"{k=[".%25", "4%"]}"#)),
        ("{/x:2}{#x}", "/%25x#%25xyz", Some(r#"{x="%xyz"}"#)),
        ("{/x:3}{#x:2}", "/%25%254#%25%41", Some(r#"{x="%%41"}"#)),
    ] {
        assert_eq!(found(template, text).as_deref(), expected, "{template} {text}");
    }
    let mismatch = |template: &str, text: &str| {
        Template::parse(template).unwrap().matcher().unwrap().matches(text).unwrap_err().to_string()
    };
    let expected = "no expansion of the template: byte 5: expected one value for a name that repeats";
    assert_eq!(mismatch("/{x}{?x}", "/a?x=b"), expected);
    assert_eq!(mismatch("/{x}{?x}", "/aaaa"), expected);
    let matcher = Template::parse("/{dir:1}/{dir}").unwrap().matcher().unwrap();
    assert!(matcher.matches("/a/abc").is_ok(), "the readings of this template are one");
}

/// A mismatch names what is expected if that is one character, or the end.
#[test]
fn mismatches() {
    for (template, text, message) in [
        ("/users", "/usurs", "byte 3: expected 'e', found 'u'"),
        ("/users", "/use", "byte 4: expected 'r', found the end"),
        ("/users", "/users/", "byte 6: expected the end, found '/'"),
        ("/{x}/a", "b", "byte 0: expected '/', found 'b'"),
        ("/{x}/a", "/b/c", "byte 3: expected 'a', found 'c'"),
        ("/{x}/a", "/b", "byte 2: found the end"),
        ("/{x}", "/a/b", "byte 2: found '/'"),
        ("/a{?x}", "/a/b", "byte 2: found '/'"),
        ("/a{?x*}", "/b?x", "byte 1: expected 'a', found 'b'"),
        ("/{+x}", "/aé", "byte 2: found U+00E9"),
        ("/%20", "/a", "byte 1: found 'a'"),
        ("", "a", "byte 0: expected the end, found 'a'"),
        ("{/x}{?y}/a", "/1?y=2/b", "byte 7: expected 'a', found 'b'"),
    ] {
        let matcher = Template::parse(template).unwrap().matcher().unwrap();
        let error = matcher.matches(text);
        let expected = format!("no expansion of the template: {message}");
        assert_eq!(error.unwrap_err().to_string(), expected, "{template} {text}");
    }
}

/// A query of 400 variables has a matcher, and 2,000 are too many; whether 400 are ambiguous is not decided.
#[test]
fn large_templates() {
    let template = |count: usize| {
        let names: Vec<_> = (0..count).map(|n| format!("v{n}")).collect();
        Template::parse(format!("{{?{}}}", names.join(","))).unwrap()
    };
    let matcher = template(400).matcher_shortest_first().unwrap();
    let found = matcher.matches("?v0=a&v7=&v399=b").unwrap();
    assert_eq!(found.to_string(), r#"{v0="a", v7="", v399="b"}"#);
    let error = |result: Result<_, MatcherError>| result.unwrap_err().to_string();
    let large = error(template(2_000).matcher_shortest_first());
    assert!(large.ends_with("more than 65532 places or 262128 ways"), "{large}");
    let undecided = error(template(400).matcher());
    assert!(undecided.ends_with("more than four million steps"), "{undecided}");
    assert!(template(100).matcher().is_ok());
}

/// Hazards are those of a value whose escapes are all decoded.
#[test]
fn hazards() {
    let double = "%2525252e".repeat(2) + "%255C";
    for (template, text, value, hazards) in [
        ("f:/{+path}", "f:/a%20b", "a b", ""),
        ("f:/{+path}", "f:/a/b", "a/b", "slash"),
        ("f:/{+path}", "f:/%2e%2e/etc", "%2e%2e/etc", "slash dot-segment"),
        ("f:/{+path}", "f:/%2E%2E%2Fetc", "%2E%2E%2Fetc", "slash dot-segment"),
        ("f:/{+path}", "f:/..%2f..%2fetc", "..%2f..%2fetc", "slash dot-segment"),
        ("f:/{+path}", "f:/..%5C..%5Cetc", "..\\..\\etc", "slash dot-segment"),
        ("f:/{+path}", "f:/a%2500", "a%2500", "nul"),
        ("f:/{+path}", "f:/a%25%32%66", "a%25%32%66", "slash"),
        ("f:/{+path}", &["f:/", &double].concat(), &double, "slash dot-segment"),
        ("{#path}", "#%2e", "%2e", "dot-segment"),
        ("/{path}", "/%252e%252E", "%2e%2E", "dot-segment"),
        ("/{path}", "/a%5Cb", "a\\b", "slash"),
    ] {
        let matcher = Template::parse(template).unwrap().matcher().unwrap();
        let found = matcher.matches(text).unwrap();
        assert_eq!(found.get("path"), Some(&Value::from(value)), "{text}");
        let names: Vec<_> = found.captures()[0].hazards.names().collect();
        assert_eq!(names.join(" "), hazards, "{text}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn values_from_json() {
    let value = |json: &str| serde_json::from_str::<Value<'static>>(json);
    for (json, expected) in [
        ("7", Value::from(7)),
        ("-1.5", Value::from(-1.5)),
        ("true", Value::from(true)),
        ("null", Value::List(Vec::new())),
        (r#"["a",null,1,false]"#, Value::from(["a", "1", "false"])),
        (r#"{"b":1,"a":null,"c":""}"#, Value::Map(vec![("b".into(), "1".into()), ("c".into(), "".into())])),
        (r#"["a",[]]"#, Value::from(["a"].to_vec())),
    ] {
        assert_eq!(value(json).unwrap(), expected, "{json}");
    }
    for json in [r#"[["a"]]"#, r#"{"a":{"b":"c"}}"#, r#"[{"a":"b"}]"#] {
        let error = value(json).unwrap_err().to_string();
        assert!(error.starts_with("a member of a list or map is a list or map itself"), "{error}");
    }
}
