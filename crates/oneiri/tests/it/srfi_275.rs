//! The examples of `docs/srfi-275.md`: each procedure of SRFI 275, called in Rust. The comments show the call in Scheme.

#![allow(clippy::unwrap_used, reason = "tests")]

#[test]
fn making_printing_asking() {
    use oneiri::{Iri, IriRef, IriRefBuf, UriRef, iri, uri};

    // (string->iri "http://example.org:80/ex#IRI"); (iri->string example-IRI)
    let example = IriRef::parse("http://example.org:80/ex#IRI").unwrap();
    assert_eq!(example.as_str(), "http://example.org:80/ex#IRI");
    // (iri? example-IRI) holds of every value of this type. (non-relative-iri? example-IRI), (relative-iri? example-IRI)
    assert!(example.has_scheme());
    let relative = IriRef::parse("/ex#IRI").unwrap();
    assert!(!relative.has_scheme());

    // The record types (iri) and (relative-iri): the first is known to have a scheme, and can always be seen as the second.
    let absolute: Iri<'_> = Iri::try_from(example).unwrap();
    assert_eq!(IriRef::from(absolute), example);
    assert!(Iri::try_from(relative).is_err());

    // (iri->string example-A), (iri->string example-B)
    assert_eq!(iri!("http://example.org/some/where/place").to_string(), "http://example.org/some/where/place");
    assert_eq!(iri!("urn:/some/where/place").to_string(), "urn:/some/where/place");

    // (string->uri str), (uri->string ident): as above, in fewer characters. What no URI holds is an error.
    assert_eq!(uri!("http://example.org/%C2%A3").as_str(), "http://example.org/%C2%A3");
    let error = UriRef::parse("http://example.org/£").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid URI reference: path, byte 19: expected a letter, digit, \"%\" escape or one of \
         \"-._~!$&'()*+,;=:@/\", found U+00A3 (RFC 3986 section 3.3)"
    );
    // The record types (uri) and (relative-uri), (uri? ident), (non-relative-uri? ident), (relative-uri? ident)
    let reference = UriRef::parse("//h").unwrap();
    assert!(!reference.has_scheme());

    // `parse_owned` gives an invalid text back.
    assert_eq!(IriRefBuf::parse_owned("a b".into()).unwrap_err().into_string(), "a b");
}

#[test]
fn getters() {
    use oneiri::{ErrorKind, iri, iri_ref, uri, uri_ref};

    let example = iri!("http://example.org:80/ex#IRI");
    // (iri-scheme example-IRI), (iri-user example-IRI), (iri-host example-IRI), (iri-port example-IRI)
    assert_eq!(example.scheme(), "http");
    assert_eq!(example.userinfo(), None);
    assert_eq!(example.host().as_deref(), Some("example.org"));
    assert_eq!(example.port_number(), Ok(Some(80)));
    // (iri-path example-IRI), (iri-query example-IRI), (iri-fragment example-IRI)
    assert_eq!(example.path(), "/ex");
    assert_eq!(example.query(), None);
    assert_eq!(example.fragment().as_deref(), Some("IRI"));
    // (iri-authority example-IRI) is three values
    assert_eq!(example.srfi().authority(), Some((None, Some("example.org"), Some("80"))));
    assert_eq!(example.authority().as_deref(), Some("example.org:80"));

    // The second example of the SRFI is relative: (iri-scheme example-IRI) raises an error there.
    let example = iri_ref!("/ex#IRI");
    assert_eq!(example.scheme(), None);
    assert_eq!((example.userinfo(), example.host(), example.port()), (None, None, None));
    assert_eq!(example.srfi().authority(), None);
    assert_eq!((example.path().as_str(), example.query(), example.fragment().as_deref()), ("/ex", None, Some("IRI")));

    // (uri-scheme ident), (uri-user ident), (uri-host ident), (uri-port ident), (uri-authority ident)
    let example = uri!("http://user@:000080");
    assert_eq!((example.scheme(), example.userinfo().as_deref()), ("http", Some("user")));
    assert_eq!((example.host().as_deref(), example.srfi().host), (Some(""), None));
    assert_eq!((example.port(), example.port_number()), (Some("000080"), Ok(Some(80))));
    assert_eq!(example.srfi().authority(), Some((Some("user"), None, Some("80"))));
    assert_eq!(uri!("http://h:65536").port_number().unwrap_err().kind(), ErrorKind::PortRange);
    // (uri-path ident), (uri-query ident), (uri-fragment ident): absent and empty differ
    assert_eq!((example.path().as_str(), example.srfi().path), ("", None));
    assert_eq!((uri_ref!("?").query().as_deref(), uri_ref!("").query()), (Some(""), None));
    assert_eq!((uri_ref!("#").fragment().as_deref(), uri_ref!("").fragment()), (Some(""), None));
}

#[test]
fn updaters() {
    use oneiri::{Component, Edit, ErrorKind, OnInvalid, iri, iri_ref, uri, uri_ref};

    let ident = iri!("http://example.org:80/ex#IRI");
    // (update-iri-scheme ident "https")
    assert_eq!(ident.with_scheme("https").unwrap(), "https://example.org:80/ex#IRI");
    assert_eq!(ident.with_scheme("1x").unwrap_err().component(), Some(Component::Scheme));
    // (update-iri-user ident "me"), (update-iri-user ident #f)
    assert_eq!(ident.with_userinfo("me").unwrap(), "http://me@example.org:80/ex#IRI");
    assert_eq!(ident.with_userinfo(None).unwrap(), ident);
    // (update-iri-host ident "Ῥόδος.example"), (update-iri-host ident "a/b")
    assert_eq!(ident.with_host("Ῥόδος.example").unwrap(), "http://Ῥόδος.example:80/ex#IRI");
    assert_eq!(ident.with_host("a/b").unwrap_err().found(), Some('/'));
    // (update-iri-port ident 8080), (update-iri-port ident #f)
    assert_eq!(ident.with_port(8080).unwrap(), "http://example.org:8080/ex#IRI");
    assert_eq!(ident.with_port(None).unwrap(), "http://example.org/ex#IRI");
    assert_eq!(ident.with_port_digits("99999").unwrap(), "http://example.org:99999/ex#IRI");
    // (update-iri-path ident "/a/b"), (update-iri-path ident #f), (update-iri-path ident "a")
    assert_eq!(ident.with_path("/a/b").unwrap(), "http://example.org:80/a/b#IRI");
    assert_eq!(ident.with_path("").unwrap(), "http://example.org:80#IRI");
    assert_eq!(ident.with_path("a").unwrap_err().kind(), ErrorKind::PathRootless);
    // (update-iri-query ident "q"), (update-iri-query ident "")
    assert_eq!(ident.with_query("q").unwrap(), "http://example.org:80/ex?q#IRI");
    assert_eq!(ident.with_query("").unwrap(), "http://example.org:80/ex?#IRI");
    // (update-iri-fragment ident #f), (update-iri-fragment ident "a#b")
    assert_eq!(ident.with_fragment(None).unwrap(), "http://example.org:80/ex");
    assert!(ident.with_fragment("a#b").is_err());
    // (update-iri-authority ident "me" "h" 1), (update-iri-authority ident #f #f #f)
    assert_eq!(ident.with_authority_parts(Some("me"), Some("h"), Some("1")).unwrap(), "http://me@h:1/ex#IRI");
    assert_eq!(ident.with_authority_parts(None, None, None).unwrap(), "http:/ex#IRI");
    // The argument of every one of them is as it was.
    assert_eq!(ident, "http://example.org:80/ex#IRI");

    // (update-uri-scheme ident str), (update-uri-user ident str), (update-uri-port ident 80)
    let ident = uri!("foo:/a");
    assert_eq!(ident.with_scheme("X+").unwrap(), "X+:/a");
    assert_eq!(ident.with_userinfo("u").unwrap(), "foo://u@/a");
    assert_eq!(ident.with_port(80).unwrap(), "foo://:80/a");
    // (update-uri-host ident str): what an IRI takes a URI may not
    assert_eq!(
        ident.with_host("é").unwrap_err().to_string(),
        "invalid URI: host, byte 0: expected a letter, digit, \"%\" escape or one of \
         \"-._~!$&'()*+,;=\", found 'é' (U+00E9) (RFC 3986 section 3.2.2)"
    );
    assert_eq!(uri!("http://u@h:80/x").with_host(None).unwrap(), "http://u@:80/x");
    assert_eq!(uri!("http://h/x").with_host(None).unwrap(), "http:/x");
    // (update-uri-path ident str): nothing is inserted to make a path fit, unless that is asked for
    assert_eq!(uri!("foo:a").with_path("//b").unwrap_err().kind(), ErrorKind::PathDoubleSlash);
    assert_eq!(uri!("foo:a").edited(Edit::Path("//b"), OnInvalid::Repair).unwrap(), "foo:/.//b");
    assert_eq!(uri_ref!("a").with_path("b:c").unwrap_err().kind(), ErrorKind::PathColon);
    // (update-uri-query ident str), (update-uri-fragment ident str), (update-uri-authority ident #f "h" #f)
    assert_eq!(ident.with_query("x?y").unwrap(), "foo:/a?x?y");
    assert_eq!(ident.with_fragment("top").unwrap(), "foo:/a#top");
    assert_eq!(ident.with_authority_parts(None, Some("h"), None).unwrap(), "foo://h/a");
    assert!(uri!("foo:a/b").with_authority_parts(None, Some("h"), None).is_err());

    // On a relative reference (update-iri-scheme ident str) is an error, also by the way that every type has.
    let relative = iri_ref!("a/b").edited(Edit::Scheme("foo"), OnInvalid::Refuse);
    assert_eq!(relative.unwrap_err().kind(), ErrorKind::SchemeMissing);
}

#[test]
fn equality() {
    use oneiri::{iri, iri_ref, uri};

    // (iri-equal? A B): a port is a number, everything else is text
    assert!(iri!("http://h:080/").srfi() == iri!("http://h:80/").srfi());
    assert!(iri!("http://h:080/") != iri!("http://h:80/"));
    assert!(iri!("http://h/%aa").srfi() != iri!("http://h/%AA").srfi());
    // One that is relative equals none that is not.
    assert!(iri_ref!("//h").srfi() != iri_ref!("s://h").srfi());
    // (uri-equal? A B)
    assert!(uri!("http://h:/").srfi() == uri!("http://h/").srfi());
}

#[test]
fn setters() {
    use oneiri::{IriBuf, UriBuf, UriRefBuf};

    let mut ident = IriBuf::parse("http://example.org/").unwrap();
    // (set-iri-scheme! ident "https"), (set-iri-user! ident "me"), (set-iri-host! ident "é.example")
    ident.set_scheme("https").unwrap();
    ident.set_userinfo("me").unwrap();
    ident.set_host("é.example").unwrap();
    assert_eq!(ident, "https://me@é.example/");
    // (set-iri-port! ident 8080), (set-iri-path! ident "/a"), (set-iri-query! ident "q"), (set-iri-fragment! ident "f")
    ident.set_port(8080).unwrap();
    ident.set_path("/a").unwrap();
    ident.set_query("q").unwrap();
    ident.set_fragment("f").unwrap();
    assert_eq!(ident, "https://me@é.example:8080/a?q#f");
    // (set-iri-authority! ident #f "h" #f)
    ident.set_authority_parts(None, Some("h"), None).unwrap();
    assert_eq!(ident, "https://h/a?q#f");
    // A refused value changes nothing.
    assert!(ident.set_path("a").is_err() && ident.set_query("a b").is_err());
    assert_eq!(ident, "https://h/a?q#f");

    let mut ident = UriBuf::parse("foo:a").unwrap();
    // (set-uri-scheme! ident "X+"), (set-uri-path! ident "/a"), (set-uri-user! ident "u"), (set-uri-user! ident #f)
    ident.set_scheme("X+").unwrap();
    ident.set_path("/a").unwrap();
    ident.set_userinfo("u").unwrap();
    ident.set_userinfo(None).unwrap();
    assert_eq!(ident, "X+:///a");
    // (set-uri-host! ident #f): without a user and a port, the authority goes with its host
    ident.set_host(None).unwrap();
    assert_eq!(ident, "X+:/a");
    // (set-uri-authority! ident "u" "h" 80), (set-uri-port! ident #f)
    ident.set_authority_parts(Some("u"), Some("h"), Some("80")).unwrap();
    ident.set_port(None).unwrap();
    assert_eq!(ident, "X+://u@h/a");

    let mut reference = UriRefBuf::parse("?q").unwrap();
    // (set-uri-host! ident "h"), (set-uri-query! ident #f), (set-uri-fragment! ident "f")
    reference.set_host("h").unwrap();
    reference.set_query(None).unwrap();
    reference.set_fragment("f").unwrap();
    assert_eq!(reference, "//h#f");
}

#[test]
fn resolution() {
    use oneiri::{iri, iri_ref, uri, uri_ref};

    // (resolve-iri-reference base ref), with the bases and the references of the SRFI
    let references = [iri_ref!("g:h"), iri_ref!("g"), iri_ref!("./g"), iri_ref!("g/"), iri_ref!("/g"), iri_ref!("//g")];
    let base01 = iri!("http://a/bb/ccc/d;p?q");
    assert_eq!(
        references.map(|reference| base01.resolve(&reference).into_string()),
        ["g:h", "http://a/bb/ccc/g", "http://a/bb/ccc/g", "http://a/bb/ccc/g/", "http://a/g", "http://g"]
    );
    let base02 = iri!("http://a/bb/ccc/d/");
    assert_eq!(
        references.map(|reference| base02.resolve(&reference).into_string()),
        ["g:h", "http://a/bb/ccc/d/g", "http://a/bb/ccc/d/g", "http://a/bb/ccc/d/g/", "http://a/g", "http://g"]
    );
    let base07 = iri!("file:///a/bb/ccc/d;p?q");
    assert_eq!(
        references.map(|reference| base07.resolve(&reference).into_string()),
        ["g:h", "file:///a/bb/ccc/g", "file:///a/bb/ccc/g", "file:///a/bb/ccc/g/", "file:///g", "file://g"]
    );

    // (resolve-uri-reference base ref): what comes out always has a scheme, and is read as it was meant
    assert_eq!(uri!("foo:/a/b").resolve(&uri_ref!("..//c")), "foo:/.//c");
    assert_eq!(uri!("http://a/b").resolve(&uri!("foo:c")), "foo:c");
}

#[test]
fn normalization() {
    use oneiri::{Normalization, Uri, iri, uri, uri_ref};

    // (normalise-iri-case ident), (normalise-uri-case ident)
    assert_eq!(
        iri!("HTTP://CRÊPES.example.org/%c3").normalize_steps(Normalization::CASE),
        "http://crÊpes.example.org/%C3"
    );
    assert_eq!(
        uri!("HttP://Example.ORG/Examp#%ff").normalize_steps(Normalization::CASE),
        "http://example.org/Examp#%FF"
    );
    // (normalise-iri-escape ident)
    let rhodes = iri!("https://en.wiktionary.org/wiki/%E1%BF%AC%CF%8C%CE%B4%CE%BF%CF%82");
    assert_eq!(rhodes.normalize_steps(Normalization::ESCAPE), "https://en.wiktionary.org/wiki/Ῥόδος");
    // (normalise-uri-escape ident)
    assert_eq!(
        uri!("http://my%40name@example%2Eorg/").normalize_steps(Normalization::ESCAPE),
        "http://my%40name@example.org/"
    );
    let dosh = Uri::parse_lenient("http://dosh£@crepes.example.org").unwrap();
    assert_eq!(dosh.normalize_steps(Normalization::ESCAPE), "http://dosh%C2%A3@crepes.example.org");
    // (normalise-iri-path-segments ident), (normalise-uri-path-segments ident)
    assert_eq!(iri!("http://example.com////../..").normalize_steps(Normalization::PATH), "http://example.com//");
    assert_eq!(uri!("foo:a/b/../.././../../e").normalize_steps(Normalization::PATH), "foo:e");
    assert_eq!(uri_ref!("../../abc/./def").normalize_steps(Normalization::PATH), "../../abc/./def");
    // (normalise-iri ident), (normalise-uri ident)
    assert_eq!(iri!("HTTP://h:080/a/%2E%2E/ros%C3%A9").normalize_at(oneiri::Rung::Path), "http://h:80/rosé");
    assert_eq!(uri!("foo:/a/..//b").normalize_at(oneiri::Rung::Path), "foo:/.//b");
}

#[test]
fn equivalence() {
    use oneiri::{iri, uri};

    // (iri-eqv? A B)
    assert!(
        iri!("http://example.org/~ros%C3%A9")
            .equivalent_at(&iri!("HTTP://example.org/x/../%7Erosé"), oneiri::Rung::Path)
    );
    // (uri-eqv? A B)
    assert!(uri!("http://h:/%aa").equivalent_at(&uri!("http://h/%AA"), oneiri::Rung::Path));
    assert!(!uri!("http://h/?").equivalent_at(&uri!("http://h/"), oneiri::Rung::Path));
}

#[test]
fn conversion() {
    use oneiri::{Iri, iri, uri};

    // (iri->uri ident)
    let rhodes = iri!("https://en.wiktionary.org/wiki/Ῥόδος");
    assert_eq!(rhodes.to_uri(), "https://en.wiktionary.org/wiki/%E1%BF%AC%CF%8C%CE%B4%CE%BF%CF%82");
    // (uri->iri ident)
    let music = uri!("https://example.org/ceol/%C3%89irigh'sCuirOrtDoChuid%C3%89adaigh");
    assert_eq!(music.to_iri(), "https://example.org/ceol/Éirigh'sCuirOrtDoChuidÉadaigh");
    assert_eq!(Iri::from(music).as_str(), music.as_str());
}

#[test]
fn normalization_in_place() {
    use oneiri::{IriBuf, Normalization, UriBuf};

    let mut ident = IriBuf::parse("HTTP://h:080/a/%2E%2E/ros%C3%A9").unwrap();
    // (normalise-iri-path-segments! ident): an escaped dot is none yet
    ident.normalize_steps_in_place(Normalization::PATH);
    assert_eq!(ident, "HTTP://h:080/a/%2E%2E/ros%C3%A9");
    // (normalise-iri-escape! ident), (normalise-iri-case! ident)
    ident.normalize_steps_in_place(Normalization::ESCAPE);
    ident.normalize_steps_in_place(Normalization::CASE);
    assert_eq!(ident, "http://h:080/a/../rosé");
    // (normalise-iri! ident)
    ident.normalize_at_in_place(oneiri::Rung::Path);
    assert_eq!(ident, "http://h:80/rosé");

    let mut ident = UriBuf::parse("HTTP://h:080/a/%2E%2E/ros%c3%a9").unwrap();
    // (normalise-uri-case! ident), (normalise-uri-escape! ident), (normalise-uri-path-segments! ident)
    ident.normalize_steps_in_place(Normalization::CASE);
    ident.normalize_steps_in_place(Normalization::ESCAPE);
    ident.normalize_steps_in_place(Normalization::PATH);
    assert_eq!(ident, "http://h:080/ros%C3%A9");
    // (normalise-uri! ident)
    ident.normalize_at_in_place(oneiri::Rung::Path);
    assert_eq!(ident, "http://h:80/ros%C3%A9");
}
