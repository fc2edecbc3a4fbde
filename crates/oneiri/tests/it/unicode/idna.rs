//! Domain names and their Punycode: RFC 3987 section 5.3.3, on demand.

use oneiri::compare::Rule;
use oneiri::registry::{Registry, SchemeRules};
use oneiri::{Alphabet, Ascii, HasScheme, Iri, Ladder, Ri, Rung, Unicode, Uri};

const NAME: &str = "http://r\u{E9}sum\u{E9}.example.org";
const ACE: &str = "http://xn--rsum-bpad.example.org";

fn names() -> Ladder<'static> {
    Ladder::new().idna(true)
}

fn rung(ladder: &Ladder<'_>, one: &str, other: &str) -> Option<Rung> {
    let [a, b] = [one, other].map(|text| Iri::parse(text).unwrap_or_else(|e| panic!("{text:?}: {e}")));
    ladder.compare(&a, &b).rung()
}

/// The pair of RFC 3987 section 5.3.3.
#[test]
fn a_name_is_its_punycode_where_asked_for() {
    assert_eq!(rung(&Ladder::default(), NAME, ACE), None, "not by default");
    assert_eq!(rung(&names(), NAME, ACE), Some(Rung::Scheme));
    let (a, b) = (Iri::parse(NAME).unwrap(), Iri::parse(ACE).unwrap());
    for rung in [Rung::String, Rung::Case, Rung::Escape, Rung::Path] {
        assert!(!names().equivalent(&a, &b, rung), "{a} and {b} at {rung}");
    }
    let ladder = names();
    let verdict = ladder.compare(&a, &b);
    let steps = verdict.steps();
    let rules: Vec<_> = steps.iter().map(|step| step.rule).collect();
    assert_eq!(rules, [Rule::DomainName], "{steps:?}");
    assert_eq!((&NAME[steps[0].a.clone()], &ACE[steps[0].b.clone()]), (&NAME[7..], &ACE[7..]));
    for identifier in [a, b] {
        let normal = ladder.normalize(&identifier, Rung::Scheme);
        assert_eq!(normal, "http://r\u{E9}sum\u{E9}.example.org/", "{identifier}");
    }
    assert_eq!(Ladder::default().normalize(&b, Rung::Scheme), "http://xn--rsum-bpad.example.org/");
    // A URI cannot show the name but in escapes.
    let uri = Uri::parse(ACE).unwrap();
    let normal = ladder.normalize(&uri, Rung::Scheme);
    assert_eq!(normal, "http://r%C3%A9sum%C3%A9.example.org/");
}

#[test]
fn what_is_one_name() {
    for (one, other, lowest) in [
        ("http://R\u{C9}SUM\u{C9}.example.org/", ACE, Rung::Scheme),
        ("http://XN--RSUM-BPAD.EXAMPLE.ORG/", ACE, Rung::Scheme),
        ("http://XN--RSUM-BPAD.EXAMPLE.ORG", ACE, Rung::Case),
        ("http://re\u{301}sume\u{301}.example.org/", NAME, Rung::Scheme),
        ("http://r%C3%A9sum%C3%A9.example.org", NAME, Rung::Escape),
        ("http://r%c3%a9sum%C3%A9.example.org", ACE, Rung::Scheme),
        ("http://xn%2D-rsum-bpad.example.org", NAME, Rung::Scheme),
        ("http://%58n--rsum-bpad.example.org", NAME, Rung::Scheme),
        ("http://u@xn--rsum-bpad.example.org:80", "http://u@r\u{E9}sum\u{E9}.example.org", Rung::Scheme),
        ("https://\u{5D0}\u{5D1}.example/", "https://xn--4dbc.example/", Rung::Scheme),
        ("http://\u{4F8B}\u{3002}\u{4F8B}/", "http://\u{4F8B}.\u{4F8B}/", Rung::Scheme),
        ("http://\u{FF48}/", "http://h/", Rung::Scheme),
        ("http://a\u{AD}b/", "http://ab/", Rung::Scheme),
        ("ws://\u{E9}/", "ws://xn--9ca/", Rung::Scheme),
        ("ssh://\u{E9}/", "ssh://xn--9ca/", Rung::Scheme),
        ("http://\u{E9}./", "http://xn--9ca./", Rung::Scheme),
    ] {
        assert_eq!(rung(&names(), one, other), Some(lowest), "{one:?} and {other:?}");
        assert_eq!(rung(&names(), other, one), Some(lowest), "{other:?} and {one:?}");
    }
}

/// Where there is no valid name, or nothing is known of one, the host stays as syntax leaves it.
#[test]
fn what_is_no_name_is_left_alone() {
    for text in [
        // No Punycode, or such as nobody would encode.
        "http://xn--0.example.org/",
        "http://xn--.example.org/",
        "http://xn--a.example.org/",
        "http://xn--rsum-bpad.xn--0/",
        "http://xn--abc-.example.org/",
        // Schemes of which it is not known that their host is a name of the DNS.
        "unknown://xn--rsum-bpad.example.org/",
        "file://xn--rsum-bpad.example.org/",
        "s3://xn--rsum-bpad/",
        "mailto:a@xn--rsum-bpad.example.org",
        // IP literals and addresses.
        "http://[::1]/",
        "http://[v1.xn--rsum-bpad]/",
        "http://1.2.3.4/",
        // Plain names, even where they could be no label.
        "http://example.org/",
        "http://a_b.example/",
        "http://-a-.example/",
        "http://a..b/",
        // What a label may not hold stays, and so does all else of the name.
        "http://a_b.r\u{E9}sum\u{E9}/",
        "http://\u{E9}-/",
        "http://\u{E9},b/",
        "http://\u{E9}%2Cb/",
        "http://\u{E9}%20b/",
        "http://\u{E9}%00b/",
        "http://\u{E9}%C3/",
        "http://%5B%3A%3A1%5D/",
        "http://\u{E9}%2E%2F%40/",
        // Mapped, it would hold what a host may not, or what means something else there.
        "http://a\u{FF0F}b/",
        "http://a\u{FF1A}80/",
        "http://a\u{FF20}b/",
        "http://a\u{FF1F}b/",
        "http://a\u{FF03}b/",
        "http://\u{FF3B}\u{2236}\u{2236}1\u{FF3D}/",
        "http://a\u{2100}b/",
        "http://\u{2474}/",
        "http://\u{FF05}41/",
        "http://%2541\u{E9}/",
        "http://a\u{1FEF}/",
        // It would be empty.
        "http://\u{AD}/",
        // No name of IDNA's: what represents no character, and both directions.
        "http://%EF%BF%BD\u{E9}/",
        "http://\u{661}a\u{5D0}/",
    ] {
        let iri = Iri::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let expected = iri.normalize_at(Rung::Scheme);
        let got = names().normalize(&iri, Rung::Scheme);
        assert_eq!(got, expected, "{text:?}");
        let uri = iri.to_uri();
        let expected = uri.normalize_at(Rung::Scheme);
        let got = names().normalize(&uri, Rung::Scheme);
        assert_eq!(got, expected, "{text:?} as {uri}");
    }
}

/// A traps' list: none of these is another, whatever mapping or decoding makes of it.
#[test]
fn what_is_not_one_name() {
    for (one, other) in [
        ("http://a\u{FF0F}b/", "http://a/b/"),
        ("http://a\u{2100}b/", "http://aa/cb/"),
        ("http://\u{FF05}41/", "http://a/"),
        ("http://%2541\u{E9}/", "http://a\u{E9}/"),
        ("http://%2541\u{E9}/", "http://%41\u{E9}/"),
        ("http://\u{E9}%2Cb/", "http://\u{E9},b/"),
        ("http://%5B%3A%3A1%5D/", "http://[::1]/"),
        ("http://u\u{FF20}h/", "http://u@h/"),
        ("http://h\u{FF1A}80/", "http://h/"),
        ("http://xn--rsum-bpad@h/", "http://r\u{E9}sum\u{E9}@h/"),
        ("http://h/xn--rsum-bpad", "http://h/r\u{E9}sum\u{E9}"),
        ("http://xn--rsum-bpad.example.org./", "http://r\u{E9}sum\u{E9}.example.org/"),
        ("http://stra\u{DF}e/", "http://strasse/"),
        ("http://\u{3C2}/", "http://\u{3C3}/"),
        ("mailto:a@xn--9ca", "mailto:a@\u{E9}"),
        ("file://xn--9ca/", "file://\u{E9}/"),
    ] {
        assert_eq!(rung(&names(), one, other), None, "{one:?} and {other:?}");
        assert_eq!(rung(&names(), other, one), None, "{other:?} and {one:?}");
    }
}

/// The caller may say of a scheme that its host is a name.
#[test]
fn a_scheme_of_the_callers() {
    let own = [("own", SchemeRules::GENERIC.dns_host())];
    let ladder = names().registry(Registry::new(&own));
    let (one, other) = ("own://xn--9ca/x", "OWN://\u{C9}/x");
    assert_eq!(rung(&ladder, one, other), Some(Rung::Scheme), "{one} and {other}");
    assert_eq!(rung(&names(), one, other), None, "{one} and {other}");
}

/// IDNA can make the name of the local host, which the local-host rule then takes for no host.
#[test]
fn a_name_that_becomes_the_local_host_is_the_local_host() {
    let own = [("foo", SchemeRules::GENERIC.local_host().dns_host())];
    let ladder = names().registry(Registry::new(&own));
    for text in ["foo://local\u{AD}host/x", "foo://\u{FF4C}OCALHOST/x", "foo://local%C2%ADhost/x"] {
        let iri = Iri::parse(text).unwrap();
        let normal = ladder.normalize(&iri, Rung::Scheme);
        assert_eq!(normal, "foo:///x", "{text}");
        assert_eq!(ladder.normalize(&normal, Rung::Scheme), normal, "{text}");
        let verdict = ladder.compare(&iri, &normal);
        let rules: Vec<_> = verdict.steps().iter().map(|step| step.rule).collect();
        assert_eq!((verdict.rung(), &rules[..]), (Some(Rung::Scheme), &[Rule::LocalHost][..]));
    }
    // A userinfo or a port keeps the host.
    let iri = Iri::parse("foo://u@local\u{AD}host/x").unwrap();
    assert_eq!(ladder.normalize(&iri, Rung::Scheme), "foo://u@localhost/x");
}

const HOSTS: [&str; 34] = [
    "", "h", "H", "xn--9ca", "XN--9CA", "x%4E--9ca", "\u{E9}", "\u{C9}", "e\u{301}", "%C3%A9", "%c3%89", "\u{E9}.",
    "\u{E9}\u{3002}", "\u{FF48}", "%EF%BD%88", "a\u{FF0F}b", "a%2Fb", "a\u{FF05}41", "a%2541", "a%41\u{E9}",
    "%2541\u{E9}", "xn--0", "xn--9ca.xn--0", "\u{E9}.xn--0", "\u{E9},", "\u{E9}%2C", "stra\u{DF}e", "xn--strae-oqa",
    "STRA\u{1E9E}E", "\u{5D0}", "xn--4db", "[::1]", "\u{AD}", "\u{202E}\u{E9}",
];

/// Equality is that of the normal forms, which are their own; URIs and IRIs say the same.
#[test]
fn equality_is_that_of_the_normal_forms() {
    let texts: Vec<String> =
        HOSTS.iter().flat_map(|host| [format!("http://{host}/"), format!("HTTP://u@{host}:80?%61")]).collect();
    let iris: Vec<_> = texts.iter().map(|text| Iri::parse(text).unwrap()).collect();
    let uris: Vec<_> = iris.iter().map(|iri| iri.to_uri().into_string()).collect();
    let uris: Vec<_> = uris.iter().map(|text| Uri::parse(text).unwrap()).collect();
    let (of_iris, of_uris) = (matrix::<Unicode>(&iris), matrix::<Ascii>(&uris));
    for (x, rows) in of_iris.iter().zip(&of_uris).enumerate() {
        for y in 0..texts.len() {
            assert_eq!(rows.0[y], rows.1[y], "{:?} and {:?} as IRIs, as URIs", texts[x], texts[y]);
        }
    }
    // Without the names, less is the same, and nothing else is.
    for (x, row) in of_iris.iter().enumerate() {
        for y in 0..texts.len() {
            let plain = iris[x].equivalent_at(&iris[y], Rung::Scheme);
            assert!(row[y] || !plain, "{:?} and {:?}", texts[x], texts[y]);
        }
    }
}

fn matrix<A: Alphabet>(all: &[Ri<&str, A, HasScheme>]) -> Vec<Vec<bool>> {
    let ladder = names();
    let normal: Vec<_> = all.iter().map(|one| ladder.normalize(one, Rung::Scheme)).collect();
    for (one, form) in all.iter().zip(&normal) {
        assert_eq!(&ladder.normalize(form, Rung::Scheme), form, "{one}: not a fixed point");
        assert_eq!(&form.normalize_at(Rung::Path), form, "{one}: not in normal form by syntax");
        let again = Ri::<&str, A, HasScheme>::parse(form.as_str());
        let again = again.unwrap_or_else(|error| panic!("{one} became {form}: {error}"));
        assert_eq!(again.parts(), form.as_borrowed().parts(), "{one}");
        assert_eq!(ladder.normal(one, Rung::Scheme).to_string(), form.as_str(), "{one}");
        let host = form.as_borrowed().parts().host.unwrap_or_default().to_owned();
        let ace = host.starts_with("xn--") && !host.contains("xn--0");
        assert!(!ace, "{one}: an encoding in the normal form {form}");
    }
    let equal = |x: usize, y: usize| {
        let (a, b) = (&all[x], &all[y]);
        let equal = ladder.equivalent(a, b, Rung::Scheme);
        assert_eq!(equal, normal[x] == normal[y], "{a} is {}, {b} is {}", normal[x], normal[y]);
        let keys = (ladder.normal(a, Rung::Scheme), ladder.normal(b, Rung::Scheme));
        assert_eq!(keys.0 == keys.1, equal, "{a} and {b}: keys");
        assert_eq!(keys.0.cmp(&keys.1), normal[x].cmp(&normal[y]), "{a} and {b}: order");
        let verdict = ladder.compare(a, b);
        assert_eq!(verdict.rung().is_some(), equal, "{a} and {b}: verdict");
        assert_eq!(verdict.difference().is_some(), !equal, "{a} and {b}: difference");
        equal
    };
    (0..all.len()).map(|x| (0..all.len()).map(|y| equal(x, y)).collect()).collect()
}
