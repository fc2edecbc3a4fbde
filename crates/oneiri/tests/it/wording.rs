//! What errors say: every rule at least once, in whole sentences, so that no wording changes unseen.

use oneiri::{Component, Edit, Error, Iri, IriRef, OnInvalid, Parts, Uri, UriBuf, UriRef, UriRefBuf, percent};

/// Where a text is given, the text, and the sentence about its fault.
const SENTENCES: &str = r##"
Uri "x:a b": invalid URI: path, byte 3: expected a letter, digit, "%" escape or one of "-._~!$&'()*+,;=:@/", found ' ' (RFC 3986 section 3.3)
UriRef "a b": invalid URI reference: path, byte 1: expected a letter, digit, "%" escape or one of "-._~!$&'()*+,;=:@/", found ' ' (RFC 3986 section 3.3)
Iri "x:a b": invalid IRI: path, byte 3: expected a letter, digit, "%" escape or one of "-._~!$&'()*+,;=:@/", found ' ' (RFC 3987 section 2.2, ipath)
IriRef "a b": invalid IRI reference: path, byte 1: expected a letter, digit, "%" escape or one of "-._~!$&'()*+,;=:@/", found ' ' (RFC 3987 section 2.2, ipath)
Uri "": invalid URI: scheme, byte 0: expected a scheme and its colon, such as "https:", found the end (RFC 3986 section 3)
Uri "a": invalid URI: scheme, byte 0: expected a scheme and its colon, such as "https:", found 'a' (RFC 3986 section 3)
Uri "1a:b": invalid URI: scheme, byte 0: expected a scheme before the first colon (begin a relative path with "./"), found '1' (RFC 3986 sections 3.1 and 4.2)
Uri "x://a b@h": invalid URI: userinfo, byte 5: expected a letter, digit, "%" escape or one of "-._~!$&'()*+,;=:", up to one "@", found ' ' (RFC 3986 section 3.2.1)
Uri "x://a@b@c": invalid URI: host, byte 7: expected at most one "@" (write the others as %40), found '@' (RFC 3986 section 3.2.2)
Uri "x://a[b": invalid URI: host, byte 5: expected brackets only around a whole IP literal, found '[' (RFC 3986 section 3.2.2)
Uri "x://h^": invalid URI: host, byte 5: expected a letter, digit, "%" escape or one of "-._~!$&'()*+,;=", found '^' (RFC 3986 section 3.2.2)
Uri "x://a:b:c": invalid URI: port, byte 6: expected decimal digits after the host's colon (an IPv6 address needs brackets), found 'b' (RFC 3986 section 3.2.3)
Uri "x://[::1": invalid URI: host, byte 8: expected a closing "]", found the end (RFC 3986 section 3.2.2)
Uri "x://[::1]x": invalid URI: host, byte 9: expected the end of the host, or ":" and a port, found 'x' (RFC 3986 section 3.2.2)
Uri "x://[1::2::3]": invalid URI: host, byte 10: expected an IPv6 address: eight groups of one to four hexadecimal digits, or fewer and one "::", found ':' (RFC 3986 section 3.2.2)
Uri "x://[vG.a]": invalid URI: host, byte 6: expected "v", hexadecimal digits, "." and an address of letters, digits or "-._~!$&'()*+,;=:", found 'G' (RFC 3986 section 3.2.2)
Uri "x:?[": invalid URI: query, byte 3: expected a letter, digit, "%" escape or one of "-._~!$&'()*+,;=:@/?", found '[' (RFC 3986 section 3.4)
Uri "x:a#b#c": invalid URI: fragment, byte 5: expected at most one "#" (write the others as %23), found '#' (RFC 3986 section 3.5)
Uri "x:%4": invalid URI: path, byte 2: expected two hexadecimal digits after "%" (a percent sign is %25), found the end (RFC 3986 section 2.1)
decode_strict "a%4z": invalid percent-encoding, byte 1: expected two hexadecimal digits after "%" (a percent sign is %25), found 'z' (RFC 3986 section 2.1)
build "": invalid URI: scheme, byte 0: expected a scheme and its colon, such as "https:", found the end (RFC 3986 section 3)
build "scheme=1": invalid URI: scheme, byte 0: expected a letter, then letters, digits, "+", "-" or ".", found '1' (RFC 3986 section 3.1)
build "scheme=x port=8x": invalid URI: port, byte 1: expected decimal digits, found 'x' (RFC 3986 section 3.2.3)
build "scheme=x host=h path=p": invalid URI: path, byte 0: expected a path that is empty or begins with "/" after an authority, found 'p' (RFC 3986 section 3.3)
build "scheme=x path=//p": invalid URI: path, byte 1: expected no "//" at the head of a path without an authority, found '/' (RFC 3986 section 3.3)
build a reference "path=a:b": invalid URI reference: path, byte 1: expected no colon in the first segment of a relative path (begin it with "./"), found ':' (RFC 3986 section 4.2)
push "/a ..": invalid URI reference: path, byte 0: expected a segment other than "." and "..", found '.' (RFC 3986 section 3.3)
push " ": invalid URI reference: path, byte 0: expected a first segment that is not empty, found the end (RFC 3986 section 3.3)
decode_text "a%FF": invalid percent-encoding, byte 1: expected octets that are UTF-8, found others (RFC 3987 section 3.2)
"##;

fn error(of: &str, text: &str) -> Option<Error> {
    let part = |name| text.split(' ').find_map(|it| it.strip_prefix(name)?.strip_prefix('='));
    let path = part("path").unwrap_or_default();
    let parts = Parts { scheme: part("scheme"), host: part("host"), port: part("port"), path, ..Parts::default() };
    match of {
        "Uri" => Uri::parse(text).err(),
        "UriRef" => UriRef::parse(text).err(),
        "Iri" => Iri::parse(text).err(),
        "IriRef" => IriRef::parse(text).err(),
        "build" => UriBuf::build(&parts).err(),
        "build a reference" => UriRefBuf::build(&parts).err(),
        "decode_strict" => percent::decode_strict(text).err(),
        "decode_text" => percent::decode_text(text).err(),
        "push" => {
            let (path, segment) = text.split_once(' ')?;
            UriRefBuf::parse(path).ok()?.path_mut().push(segment).err()
        }
        _ => None,
    }
}

#[test]
fn a_sentence_names_what_the_text_was_meant_to_be() {
    let lines = SENTENCES.trim().lines();
    assert_eq!(lines.clone().count(), 29);
    for line in lines {
        let (of, rest) = line.split_once(" \"").expect("where a text is given");
        let (text, sentence) = rest.split_once("\": ").expect("a text and a sentence");
        assert_eq!(error(of, text).map(|error| error.to_string()).as_deref(), Some(sentence), "{of} {text:?}");
    }
}

/// In bytes of the text that was given, whatever it became on the way.
#[test]
fn faults_are_told_where_they_lie() {
    let lenient = |text| UriRef::parse_lenient(text).err();
    let authority = |text| {
        let change = Edit::Authority(Some(text));
        UriRefBuf::parse("//h").ok()?.edited(change, OnInvalid::Refuse).err()
    };
    let told = [
        (percent::decode_strict("a%2G").err(), (1..4, Some('G'))),
        (percent::decode_strict("%é").err(), (0..3, Some('é'))),
        (percent::decode_strict("ab%4").err(), (2..4, None)),
        (percent::decode_text("ab%FF%FF").err(), (2..5, None)),
        (percent::decode_text("ab%E2%82").err(), (2..8, None)),
        (percent::decode_text("%41é%4%E2%82x").err(), (7..13, None)),
        (UriRef::parse("a%3A:b").err(), (1..2, Some('%'))),
        (UriRef::parse("ab%zz").err(), (2..4, Some('z'))),
        (UriRef::parse("ab%4é").err(), (2..6, Some('é'))),
        (UriRef::parse("ab%").err(), (2..3, None)),
        (lenient("é[é"), (2..3, Some('['))),
        (lenient("é<%zz"), (3..5, Some('z'))),
        (lenient("é<%4é"), (3..7, Some('é'))),
        (lenient("é%"), (2..3, None)),
        (lenient("//é:8é"), (6..8, Some('é'))),
        (Uri::parse_lenient("é:b").err(), (0..2, Some('é'))),
        (Uri::parse_lenient("é").err(), (0..0, Some('é'))),
    ];
    for (error, place) in told {
        let found = error.map(|error| (error.start()..error.end(), error.found()));
        assert_eq!(found, Some(place));
    }
    for (text, component, start) in [("i/x", Component::Host, 1), ("i:1/x", Component::Port, 3)] {
        let found = authority(text).map(|error| (error.component(), error.start()));
        assert_eq!(found, Some((Some(component), start)));
    }
}

#[test]
fn a_found_character_is_shown_only_if_it_is_safe_to_look_at() {
    let found = |text| {
        let sentence = UriRef::parse(text).err().map(|error| error.to_string()).unwrap_or_default();
        sentence.split_once("found ").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
    };
    for (text, shown) in [
        ("\"", "'\"' ("),
        ("é", "'é' (U+00E9) ("),
        ("\u{7}", "U+0007 ("),
        ("\u{5D0}", "U+05D0 ("),
        ("\u{301}", "U+0301 ("),
        ("\u{202E}", "U+202E ("),
        ("\u{10FFFF}", "U+10FFFF ("),
    ] {
        assert!(found(text).starts_with(shown), "{text:?}: {}", found(text));
    }
}
