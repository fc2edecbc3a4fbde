//! The four types among each other, and among the types of others: nothing touches the text, and
//! what is narrower is checked.

use std::borrow::Cow;
use std::error::Error as _;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use oneiri::batch::UriRefBatch;
use oneiri::component::HostKind as Host;
use oneiri::registry::{Registry, SchemeRules};
use oneiri::{
    Ascii, Error, ErrorKind, HasScheme, Iri, IriBuf, IriRef, IriRefBuf, Ladder, Normal, Ri, Rung, Uri, UriBuf, UriCow,
    UriRef, UriRefBuf,
};

type Either<'a, A, F> = Ri<Cow<'a, str>, A, F>;

#[test]
fn every_uri_is_an_iri_and_a_reference() -> Result<(), Error> {
    let uri = Uri::parse("s:a")?;
    assert_eq!((Iri::from(uri).as_str(), UriRef::from(uri).as_str()), ("s:a", "s:a"));
    assert_eq!(IriRef::from(uri), IriRef::from(Iri::from(uri)));
    assert_eq!(IriRef::from(UriRef::from(uri)).scheme(), Some("s"));
    assert_eq!(IriBuf::from(uri.into_owned()).into_string(), "s:a");
    Ok(())
}

#[test]
fn the_ways_back_are_checked() -> Result<(), Error> {
    fn kind<T>(narrow: Result<T, Error>) -> Option<ErrorKind> {
        narrow.err().map(|error| error.kind())
    }
    let (iri, beyond) = (Iri::parse("s:a")?, Iri::parse("s:é")?);
    assert_eq!(Uri::try_from(iri)?.path(), "a");
    assert_eq!(kind(Uri::try_from(beyond)), Some(ErrorKind::Character));
    let (reference, relative) = (UriRef::parse("s:a")?, UriRef::parse("a")?);
    assert_eq!(Uri::try_from(reference)?.scheme(), "s");
    assert_eq!(kind(Uri::try_from(relative)), Some(ErrorKind::SchemeMissing));
    assert_eq!(Uri::try_from(IriRef::from(reference))?.as_str(), "s:a");
    for (wide, expected) in [("é", ErrorKind::SchemeMissing), ("s:é", ErrorKind::Character)] {
        assert_eq!(kind(Uri::try_from(IriRef::parse(wide)?)), Some(expected));
    }
    // One error, whatever way a text takes.
    let text = || String::from("a");
    let error = UriBuf::parse("a").expect_err("it has no scheme");
    assert_eq!(UriBuf::try_from(text()), Err(error));
    assert_eq!("a".parse::<UriBuf>(), Err(error));
    assert_eq!(Uri::try_from("a"), Err(error));
    // The text comes back where that is asked for.
    assert!(UriBuf::parse_owned(text()).is_err_and(|refused| refused.as_str() == "a"));
    Ok(())
}

#[test]
fn texts_become_values_and_come_back() -> Result<(), Error> {
    assert_eq!(IriRef::try_from("é")?, *"é");
    assert!(UriRef::try_from("é").is_err());
    let borrowed = Uri::parse("s:a")?;
    let either = Either::from(borrowed);
    assert_eq!(either.as_str().as_ptr(), borrowed.as_str().as_ptr());
    assert_eq!(UriBuf::from(either.clone()), UriBuf::from(borrowed));
    assert_eq!(String::from(either), String::from(borrowed));
    // The empty text is a relative reference.
    assert_eq!((UriRef::default().as_str(), IriRefBuf::default().as_str()), ("", ""));
    Ok(())
}

#[test]
fn a_refused_text_tells_why_and_is_given_back() {
    let refused = UriRefBuf::parse_owned("//u:secret@h/a b".into()).expect_err("it has a space");
    assert_eq!(refused.to_string(), refused.error().to_string());
    assert!(!format!("{refused:?}").contains("secret"));
    // A chain of errors shows the reason once.
    assert!(refused.source().is_none());
    assert_eq!(Error::from(refused.clone()), refused.error());
    assert_eq!(refused.into_string(), "//u:secret@h/a b");
}

#[test]
fn constants_are_parsed_by_the_compiler_and_by_the_program() {
    const HOME: Uri<'_> = Uri::from_static("https://example.org/");
    assert_eq!(Uri::from_static("https://example.org/"), HOME);
    assert!(std::panic::catch_unwind(|| Uri::from_static("a")).is_err());
}

/// As the expression of RFC 3986 appendix B does.
#[test]
fn what_splits_off_as_a_scheme_is_not_empty() {
    assert_eq!((oneiri::split(":a").scheme, oneiri::split(":a").path), (None, ":a"));
    assert_eq!((oneiri::split("b:a").scheme, oneiri::split("b:a").path), (Some("b"), "a"));
}

#[test]
fn a_scheme_has_no_escapes_good_or_bad() -> Result<(), Error> {
    let uri = Uri::parse("s:a")?;
    for scheme in ["a%41", "a%zz", "a%"] {
        let kind = uri.with_scheme(scheme).err().map(|error| error.kind());
        assert_eq!(kind, Some(ErrorKind::Character), "{scheme}");
    }
    Ok(())
}

#[test]
fn a_scheme_is_replaced() -> Result<(), Error> {
    let uri = Uri::parse("http://u@h:1/p?q#f")?;
    assert_eq!(uri.with_scheme("https")?, *"https://u@h:1/p?q#f");
    assert!(uri.with_scheme("1a").is_err());
    let mut uri = uri.into_owned();
    uri.set_scheme("s")?;
    assert_eq!(uri, *"s://u@h:1/p?q#f");
    Ok(())
}

#[test]
fn hosts_and_ports_are_of_their_kinds() -> Result<(), Error> {
    let host = |text| Uri::parse(text).map(|uri| uri.host().map(|host| host.kind()));
    assert_eq!(host("s://[v1F.a:b]")?, Some(Host::IpvFuture { version: "1F", address: "a:b" }));
    assert_eq!(host("s://[::1]")?, Some(Host::Ipv6(std::net::Ipv6Addr::LOCALHOST)));
    assert_eq!(host("s://127.0.0.1")?, Some(Host::Ipv4(std::net::Ipv4Addr::LOCALHOST)));
    assert_eq!(host("s://127.0.0.01")?, Some(Host::RegName("127.0.0.01".into())));
    assert_eq!(host("s:a")?, None);
    let error = Uri::parse("s://h:65536")?.port_number().expect_err("it is too large");
    let sentence = "invalid port, byte 6: expected a port of at most 65535, found a larger number \
                    (RFC 3986 section 3.2.3)";
    assert_eq!(error.to_string(), sentence);
    Ok(())
}

#[test]
fn the_fields_of_the_srfi_have_an_authority_or_none() -> Result<(), Error> {
    let authority = |text| UriRef::parse(text).map(|it| it.srfi().authority());
    assert_eq!(authority("//u@h:80")?, Some((Some("u"), Some("h"), Some("80"))));
    assert_eq!(authority("/h")?, None);
    Ok(())
}

#[test]
fn normal_forms_are_values_of_their_own() -> Result<(), Error> {
    let (a, b) = (Uri::parse("HTTP://h")?, Uri::parse("http://i")?);
    let (one, other) = (a.normal_at(Rung::Case), b.normal_at(Rung::Case));
    #[expect(clippy::clone_on_copy, reason = "it is asked for")]
    let copy = one.clone();
    assert_eq!((copy, copy.identifier()), (one, a));
    assert!(one < other && one.partial_cmp(&copy).is_some_and(std::cmp::Ordering::is_eq));
    assert_eq!(one.to_string(), "http://h");
    assert_eq!(format!("{one:?}"), format!("Normal {{ identifier: {a:?}, rung: Case }}"));
    assert_eq!(format!("[{one:>10}]"), "[  http://h]");
    let buf = one.to_buf();
    assert_eq!((buf.form().as_str(), buf.rung(), buf.to_string()), ("http://h", Rung::Case, one.to_string()));
    assert_eq!(format!("{buf:?}"), "NormalBuf { form: Uri(\"http://h\"), rung: Case }");
    assert!(buf == buf.clone() && buf < other.to_buf());
    assert_eq!(buf.into_form(), "http://h");
    Ok(())
}

/// The two pairs that the review found: `a == b` and `b == a` differed when rungs were mixed.
#[test]
fn keys_of_different_rungs_and_ladders_are_compared_by_their_own_normal_forms() -> Result<(), Error> {
    let (a, b) = (Uri::parse("http://h/%7e")?, Uri::parse("http://h/~")?);
    let (one, other) = (a.normal_at(Rung::Case), b.normal_at(Rung::Path));
    assert_ne!(one, other);
    assert_ne!(other, one);
    assert!(one.cmp(&other).is_lt() && other.cmp(&one).is_gt());
    let a = Uri::parse("http://h")?;
    assert!(a.normal_at(Rung::String) != a.normal_at(Rung::Scheme));
    assert!(a.normal_at(Rung::String).cmp(&a.normal_at(Rung::Scheme)).is_lt());

    // Two ladders with different rules of one scheme, in one set.
    let own = [("x", SchemeRules::GENERIC.default_port(1)), ("y", SchemeRules::GENERIC.default_port(2))];
    let ladders = [Ladder::new(), Ladder::new().registry(Registry::new(&own))];
    let uris = ["x://h:1", "x://h", "X://h:2", "y://h:2", "http://h", "http://h:80/"]
        .map(|text| Uri::parse(text).expect("a URI"));
    let keys: Vec<_> =
        ladders.iter().flat_map(|ladder| uris.iter().map(|uri| ladder.normal(uri, Rung::Scheme))).collect();
    let hash = |key: &Normal<'_, Ascii, HasScheme>| BuildHasherDefault::<DefaultHasher>::default().hash_one(key);
    for x in &keys {
        for y in &keys {
            assert_eq!(x == y, x.to_string() == y.to_string());
            assert_eq!((x == y, x.cmp(y)), (y == x, y.cmp(x).reverse()));
            assert!(x != y || hash(x) == hash(y));
        }
    }
    Ok(())
}

#[test]
fn a_batch_is_empty_until_it_is_filled() {
    let mut batch = UriRefBatch::default();
    let parsed = batch.parse("", []);
    assert_eq!((parsed.len(), parsed.is_empty(), parsed.iter().len()), (0, true, 0));
}

#[cfg(feature = "serde")]
#[test]
fn they_are_strings_to_serde() -> Result<(), serde_json::Error> {
    use oneiri::{Alphabet, HasScheme, MaybeScheme, SchemePresence, Unicode};

    fn back<'a, A: Alphabet, F: SchemePresence>(json: &'a str, expected: Option<&str>) {
        fn text<T: AsRef<str>, A, F>(parsed: Result<Ri<T, A, F>, serde_json::Error>) -> Option<String> {
            parsed.ok().map(|value| value.to_string())
        }
        let owned = serde_json::from_str::<Ri<String, A, F>>(json);
        assert_eq!(text(owned).as_deref(), expected, "{json}");
        let either = serde_json::from_str::<Either<'a, A, F>>(json);
        // It borrows where the text stands as it is.
        let borrows = |value: &Either<'a, A, F>| json.as_bytes().as_ptr_range().contains(&value.as_str().as_ptr());
        assert_eq!(either.as_ref().is_ok_and(borrows), expected.is_some() && !json.contains('\\'));
        assert_eq!(text(either).as_deref(), expected, "{json}");
        let borrowed = serde_json::from_str::<Ri<&'a str, A, F>>(json);
        assert_eq!(text(borrowed).as_deref(), expected.filter(|_| !json.contains('\\')), "{json}");
    }
    back::<Ascii, HasScheme>(r#""s:a""#, Some("s:a"));
    back::<Ascii, HasScheme>(r#""\u0073:a""#, Some("s:a"));
    back::<Unicode, MaybeScheme>(r#""é""#, Some("é"));
    for bad in [r#""a""#, r#""s:é""#, r#""s:\u0020""#, "1", "null"] {
        back::<Ascii, HasScheme>(bad, None);
    }
    assert_eq!(serde_json::to_string(&Iri::from_static("s:é"))?, r#""s:é""#);
    let told = serde_json::from_str::<Either<'_, Ascii, HasScheme>>("1").err();
    assert!(told.is_some_and(|error| error.to_string().contains("expected a string")));
    let told = serde_json::from_str::<UriBuf>(r#""s:a b""#).err();
    assert!(told.is_some_and(|error| error.to_string().starts_with("invalid URI: path, byte 3")));
    Ok(())
}

#[test]
fn texts_are_compared_across_types_and_on_either_side() -> Result<(), Error> {
    let (uri, iri) = (Uri::parse("s:a")?, IriRefBuf::parse("s:a")?);
    let text = String::from("s:a");
    let (path, letter) = (uri.path(), String::from("a"));
    let all = [
        uri == iri,
        iri == uri,
        uri <= iri,
        uri == text,
        text == uri,
        "s:a" == uri,
        *"s:a" == uri,
        uri == *"s:a",
        path == "a",
        "a" == path,
        path == letter,
        letter == path,
        *"a" == path,
        path == *"a",
    ];
    assert!(all.iter().all(|&equal| equal), "{all:?}");
    Ok(())
}

#[test]
fn values_are_borrowed_as_every_type_that_they_are() -> Result<(), Error> {
    let uri = UriBuf::parse("s:a")?;
    let (same, iri) = (Uri::from(&uri), Iri::from(&uri));
    let (reference, wide) = (UriRef::from(&uri), IriRef::from(&uri));
    assert!(same == iri && reference == wide && same == wide);
    assert_eq!(iri.resolve(&UriRefBuf::parse("b")?), "s:b");
    Ok(())
}

#[test]
fn a_guard_that_is_forgotten_leaves_a_value() -> Result<(), Error> {
    let mut uri = UriBuf::parse("s://h/a/b?x=1&y#f")?;
    let mut path = uri.path_mut();
    path.push("c")?.replace(0, "z")?;
    std::mem::forget(path);
    assert_eq!(Uri::parse(uri.as_str())?.parts(), uri.parts());
    let mut uri = UriBuf::parse("s://h/a/b?x=1&y#f")?;
    let mut query = uri.query_mut();
    query.set("x", "2").set("y", "3");
    std::mem::forget(query);
    assert_eq!(Uri::parse(uri.as_str())?.parts(), uri.parts());
    Ok(())
}

/// A password does not end in a log because a value was debugged.
#[test]
fn debugging_shows_no_password() -> Result<(), Error> {
    let text = "ftp://me:secret@h/?q";
    let uri = Uri::parse(text)?;
    assert_eq!(format!("{uri:?}"), "Uri(\"ftp://me:***@h/?q\")");
    assert_eq!(format!("{:?}", UriBuf::parse(text)?), "Uri(\"ftp://me:***@h/?q\")");
    let shown = [
        format!("{:?}", uri.normal()),
        format!("{:?}", uri.normal().to_buf()),
        format!("{:?}", uri.compare(&uri)),
        format!("{:#?}", Some(uri)),
    ];
    for shown in shown {
        assert!(shown.contains("me:***@h") && !shown.contains("secret"), "{shown}");
    }
    Ok(())
}

#[test]
fn origins_are_the_same_or_not() -> Result<(), Error> {
    let same = |a, b| Ok::<_, Error>(Iri::parse(a)?.same_origin(&Iri::parse(b)?));
    for (a, b) in [
        ("http://h/", "HTTP://H:80/a?b"),
        ("https://h:8443/", "https://u@h:08443"),
        ("http://[::1]/", "http://[0:0::1]:80/"),
        ("http://[::FFFF:1.2.3.4]/", "http://[::ffff:102:304]/"),
        ("ftp://%41/", "ftp://a/"),
    ] {
        assert!(same(a, b)? && same(b, a)?, "{a} and {b}");
    }
    for (a, b) in [
        ("http://h/", "https://h/"),
        ("http://h/", "http://h:8080/"),
        ("file:///a", "file:///a"),
        ("data:,x", "data:,x"),
        ("file:///etc/passwd", "data:,x"),
        ("http:/a", "http:/a"),
        ("http://h:65536/", "http://h:65536/"),
        ("http://xn--9ca.x/", "http://é.x/"),
    ] {
        assert!(!same(a, b)? && !same(b, a)?, "{a} and {b}");
    }
    Ok(())
}

#[test]
fn every_holder_of_a_text_converts() -> Result<(), Error> {
    let owned = UriBuf::parse("urn:x")?;
    let cow: UriCow<'_> = owned.clone().into();
    assert_eq!((&cow, UriCow::try_from(String::from("urn:x"))?), (&owned.clone().into(), cow.clone()));
    assert_eq!("urn:x".parse::<UriCow<'static>>()?, owned);
    assert!(UriCow::try_from(String::from("x")).is_err() && "x".parse::<UriCow<'_>>().is_err());
    let (shared, boxed): (Arc<str>, Box<str>) = (owned.clone().into(), cow.into());
    assert_eq!((&*shared, &*boxed), ("urn:x", "urn:x"));
    let error = Uri::parse("urn:x y").expect_err("a space");
    assert_eq!(error.range(), error.start()..error.end());
    Ok(())
}
