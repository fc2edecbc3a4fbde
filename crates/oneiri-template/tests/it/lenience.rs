//! Queries in another order, with unknown and missing pairs; and texts that are equal at a rung.

use oneiri::{IriRef, Rung};
use oneiri_template::Template;

use crate::laws::{Numbers, assignments, template};

#[test]
fn lenient_queries() {
    for (template, text, found, unknown) in [
        ("/s{?q,page}", "/s?page=2&q=a", Ok(r#"{q="a", page="2"}"#), &[][..]),
        ("/s{?q,page}", "/s?page=2", Ok(r#"{page="2"}"#), &[]),
        ("/s{?q,page}", "/s", Ok("{}"), &[]),
        ("/s{?q,page}", "/s?", Ok("{}"), &[]),
        ("/s{?q,page}", "/s?utm=1&q=a&q2", Ok(r#"{q="a"}"#), &["utm=1", "q2"]),
        ("/s{?q,page}", "/s?q=a&x&&q=b", Err(10), &[]),
        ("/s{?q,page}", "/s?page=a b", Err(9), &[]),
        ("/s{?q,page}", "/x?page=1", Err(1), &[]),
        ("/s{?q}{&page}", "/s?page=1", Err(3), &[]),
        ("/s{?q}{&page}", "/s?page=1&q=2", Ok(r#"{q="2", page="1"}"#), &[]),
        ("/s?fixed=1{&q}", "/s?q=a&fixed=1", Ok(r#"{q="a"}"#), &[]),
        ("/s?fixed=1{&q}", "/s?q=a", Err(3), &[]),
        ("/s?fixed=1{&q}", "/s?q=a&fixed=2", Err(13), &[]),
        ("/s?q={q}&l={l}", "/s?l=fr&x=1&q=a", Ok(r#"{q="a", l="fr"}"#), &["x=1"]),
        ("/s{?q,l*}", "/s?l=a&q=b&l=c", Ok(r#"{q="b", l=["a", "c"]}"#), &[]),
        ("/s{?l*}", "/s?x=1&l=a&y", Ok(r#"{l={"x": "1", "l": "a"}}"#), &["y"]),
        ("/s{?q,m*}", "/s?x=1&q=a&y=2", Ok(r#"{q="a", m={"x": "1", "y": "2"}}"#), &[]),
        ("/s{?q}{#f}", "/s?x=1&q=a#b?q=c", Ok(r#"{q="a", f="b?q=c"}"#), &["x=1"]),
        ("/s{?q}#f?q", "/s?x=1&q=a#f?q", Ok(r#"{q="a"}"#), &["x=1"]),
        ("{/p*}", "/s?x=1", Err(2), &[]),
        ("/s{?q}", "/s?q", Ok(r#"{q=""}"#), &[]),
        ("/s{?q,m*}", "/s?z=1&q=2&y", Ok(r#"{q="2", m={"z": "1"}}"#), &["y"]),
    ] {
        let matcher = Template::parse(template).unwrap().matcher_shortest_first().unwrap();
        let matcher = matcher.lenient_query();
        match (matcher.matches(text), found) {
            (Ok(read), Ok(found)) => {
                assert_eq!(read.to_string(), found, "{template} {text}");
                assert_eq!(read.unknown(), unknown, "{template} {text}");
            }
            (Err(error), Err(at)) => assert_eq!(error.start(), at, "{template} {text}"),
            (read, _) => panic!("{template} {text}: {read:?}"),
        }
    }
}

/// Pairs are found in any order, and a text that matches strictly has the same reading.
#[test]
fn lenient_is_strict_in_another_order() {
    let mut numbers = Numbers(12);
    let mut turned = 0;
    for _ in 0..2000 {
        let template = template(&mut numbers);
        let Ok(matcher) = template.matcher() else { continue };
        let lenient = matcher.clone().lenient_query();
        for values in assignments(&template, &mut numbers).iter().take(50) {
            let text = template.expand(values).unwrap();
            let strict = matcher.matches(&text).unwrap();
            assert_eq!(lenient.matches(&text).unwrap(), strict, "{template} {text}");
        }
    }
    let template = Template::parse("/s{?p,k,a*}{#y}").unwrap();
    let lenient = template.matcher_shortest_first().unwrap().lenient_query();
    for values in assignments(&template, &mut numbers) {
        let text = template.expand(&values).unwrap();
        let (before, fragment) = text.split_once('#').unwrap_or((&text, ""));
        let Some((path, query)) = before.split_once('?') else { continue };
        // The pairs of `a` keep their order.
        let (of_a, mut others): (Vec<_>, Vec<_>) =
            query.split('&').partition(|pair| !pair.starts_with("p=") && !pair.starts_with("k="));
        others.reverse();
        let hash = if text.contains('#') { "#" } else { "" };
        let other = format!("{path}?{}{hash}{fragment}", [of_a, others].concat().join("&"));
        let strict = lenient.matches(&text).unwrap().into_owned();
        assert_eq!(lenient.matches(&other).unwrap(), strict, "{text} {other}");
        turned += usize::from(text != other);
    }
    assert!(turned > 100, "{turned}");
}

#[test]
fn rungs() {
    for (template, text, rung, found) in [
        ("http://h/{x}", "HTTP://H/a", Rung::String, None),
        ("http://h/{x}", "HTTP://H/a", Rung::Case, Some(r#"{x="a"}"#)),
        ("http://h/{x}", "http://h/%7ea", Rung::Case, None),
        ("http://h/{x}", "http://h/%7ea", Rung::Escape, Some(r#"{x="~a"}"#)),
        ("http://h/{x}", "http://h/%2fa", Rung::Escape, Some(r#"{x="/a"}"#)),
        ("http://h/{x}", "http://h/b/../a", Rung::Escape, None),
        ("http://h/{x}", "http://h/b/../a", Rung::Path, Some(r#"{x="a"}"#)),
        ("http://h/{x}", "http://h:80/a", Rung::Path, None),
        ("http://h/{x}", "http://h:80/a", Rung::Scheme, Some(r#"{x="a"}"#)),
        ("http://h/{x}", "http://h:81/a", Rung::Scheme, None),
        ("http://h/{x}", "http://h/y z", Rung::Scheme, None),
        ("http://h/{x}", "http://h/./z/../%78", Rung::Path, Some(r#"{x="x"}"#)),
        ("http://h/{a}/{b}{?q}", "http://h/é/y?q=%7E", Rung::Escape, Some(r#"{a="é", b="y", q="~"}"#)),
        ("HTTP://H:80/%7E/{x}", "http://h/~/a", Rung::Scheme, Some(r#"{x="a"}"#)),
        ("http://h{/x*}", "http://h/a/b", Rung::Scheme, Some(r#"{x=["a", "b"]}"#)),
        ("http://h{/x*}", "HTTP://h/a/b", Rung::Scheme, Some(r#"{x=["a", "b"]}"#)),
        ("/%7E{x}/%c3%a9", "/~a/%C3%A9", Rung::Escape, Some(r#"{x="a"}"#)),
        ("/%7E{x}/%c3%a9", "/~a/%C3%A9", Rung::Case, None),
        ("/{x}", "/[", Rung::Scheme, None),
        ("/{x}", "/é", Rung::Escape, Some(r#"{x="é"}"#)),
        ("/a/..{x}", "/..b", Rung::Scheme, None),
        ("/s{?q,l}", "/S?l=%7e", Rung::Scheme, None),
        ("/é/{x}", "/é/1", Rung::String, None),
        ("/é/{x}", "/é/1", Rung::Case, None),
        ("/é/{x}", "/é/1", Rung::Escape, Some(r#"{x="1"}"#)),
        ("/é/{x}", "/%C3%A9/1", Rung::String, Some(r#"{x="1"}"#)),
        ("http://h/{+p}", "http://h/../../etc", Rung::Escape, Some(r#"{p="../../etc"}"#)),
        ("http://h/{+p}", "http://h/../../etc", Rung::Scheme, Some(r#"{p="etc"}"#)),
        ("http://h/{+p}", "http://H/../../etc", Rung::Scheme, Some(r#"{p="etc"}"#)),
        ("http://h/a/../{+p}", "http://h/a/../b", Rung::Scheme, Some(r#"{p="b"}"#)),
    ] {
        let matcher = Template::parse(template).unwrap().matcher().unwrap().at(rung).unwrap();
        let read = matcher.matches(text).ok().map(|it| it.to_string());
        assert_eq!(read.as_deref(), found, "{template} {text} {rung}");
    }
    let matcher = Template::parse("/s{?q,l}").unwrap().matcher().unwrap();
    for matcher in
        [matcher.clone().lenient_query().at(Rung::Path).unwrap(), matcher.at(Rung::Path).unwrap().lenient_query()]
    {
        let read = matcher.matches("/s?l=%7e&x=1&q=a").unwrap();
        assert_eq!(read.to_string(), r#"{q="a", l="~"}"#);
        assert_eq!(read.unknown(), ["x=1"]);
    }
}

/// A mismatch at a rung is at a byte of the text that is one of its normal form, or at none.
#[test]
fn mismatches_at_rungs() {
    let matcher = Template::parse("http://h/{x}").unwrap().matcher().unwrap();
    let matcher = matcher.at(Rung::Scheme).unwrap();
    for (text, start, end, message) in [
        ("http://h/a/b", 10, 11, ": byte 10: found '/'"),
        ("HTTP://H/a/b", 10, 11, ": byte 10: found '/'"),
        ("http://h/a/b/../c", 10, 11, ": byte 10: found '/'"),
        ("http://i:80/a", 7, 8, ": byte 7: expected 'h', found 'i'"),
        ("http://h:80/a/b", 0, 15, " is equal to the text at the rung 'scheme'"),
        ("http://h/../a/b", 0, 15, " is equal to the text at the rung 'scheme'"),
        ("http://h/a b", 10, 11, ": byte 10: found ' '"),
    ] {
        let error = matcher.matches(text).unwrap_err();
        assert_eq!((error.start(), error.end()), (start, end), "{text}");
        assert_eq!(error.to_string(), format!("no expansion of the template{message}"), "{text}");
    }
}

/// What matches at a rung expands to a reference that is equal at the rung, and other capitals of the scheme
/// and the host give no other values.
#[test]
fn rungs_are_sound() {
    let mut numbers = Numbers(4);
    let pieces = ["a", "%61", "%2f", "%2F", "/", "..", ".", "?", "=", "%c3%a9", ";", "&", "x", "A", "é"];
    let heads = ["", "/", "HTTP://h/", "http://h/%61/", "http://h:80", "/a/../", "/é/"];
    let mut spelled = 0;
    for _ in 0..3000 {
        let template = format!("{}{}", numbers.pick(&heads), template(&mut numbers));
        let Ok(template) = Template::parse(template) else { continue };
        for rung in [Rung::String, Rung::Case, Rung::Escape, Rung::Path, Rung::Scheme] {
            let Ok(matcher) = template.matcher_shortest_first().unwrap().at(rung) else {
                continue;
            };
            for _ in 0..8 {
                let text: String = (0..numbers.below(6)).map(|_| numbers.pick(&pieces)).collect();
                let text = [numbers.pick(&heads), &text].concat();
                let found = matcher.matches(&text);
                if rung > Rung::String && IriRef::parse(text.as_str()).is_ok() {
                    let other = text.replace("http://h", "hTTp://H");
                    // This one has no expansion as it is.
                    if let Ok(other) = matcher.matches(&other) {
                        assert_eq!(found.as_ref(), Ok(&other), "{template} {text} at {rung}");
                    }
                }
                let Ok(found) = found else { continue };
                let expansion = template.expand(&found).unwrap();
                if expansion != text {
                    spelled += 1;
                    let [one, two] = [&expansion, &text].map(|it| IriRef::parse(it.as_str()).unwrap());
                    assert!(one.equivalent_at(&two, rung), "{template} {text} {expansion}");
                }
            }
        }
    }
    assert!(spelled > 500, "{spelled}");
}
