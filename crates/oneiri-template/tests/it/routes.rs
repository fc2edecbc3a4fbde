//! Routers, against a search through all templates.

use oneiri::UriRef;
use oneiri_template::{MatcherError, Overlaps, Router, RouterError, Template, Value, overlap};

use crate::laws::{Numbers, assignments, cases, template};

fn parse<T: AsRef<str>>(texts: &[T]) -> Vec<Template> {
    texts.iter().map(|text| Template::parse(text.as_ref()).unwrap()).collect()
}

/// A router whose values are the indexes of the templates.
fn router(templates: Vec<Template>, overlaps: Overlaps) -> Result<Router<usize>, RouterError> {
    Router::new(templates.into_iter().zip(0..), overlaps)
}

#[test]
fn ranks() {
    let texts = ["/{+all}", "/a/{x}", "/a/b", "/a{?q}", "/{x}/b", "/a"];
    let router = router(parse(&texts), Overlaps::Ranked).unwrap();
    assert!(router.len() == 6 && !router.is_empty());
    assert!(router.templates().map(Template::as_str).eq(texts));
    for (text, index) in [
        ("/a/b", Some(2)),
        ("/a/c", Some(1)),
        ("/x/b", Some(4)),
        ("/a", Some(5)),
        ("/a?q=1", Some(3)),
        ("/a/b/c", Some(0)),
        ("/", Some(0)),
        ("a", None),
        ("/a/%zz", None),
        ("/é", None),
    ] {
        assert_eq!(router.find(text).map(|(index, _)| *index), index, "{text}");
    }
    let found = router.find("/a/%2E%2e").map(|(index, _)| *index);
    assert_eq!(found, Some(0), "the plain variable has no lower-case escapes");
    let (_, found) = router.find("/a/x,%2Fy").unwrap();
    assert_eq!(found.get("x"), Some(&Value::from(["x", "/y"])));
    assert!(found.captures()[0].hazards.slash);
}

/// The path leads to the template, and the pairs of the query may be in any order.
#[test]
fn lenient_queries_of_routers() {
    let texts = ["/{+all}", "/search{?q,page}", "/search{?q,lang}{#f}", "/a?fixed=1{&x}", "/a"];
    let router = router(parse(&texts), Overlaps::Ranked).unwrap().lenient_query().unwrap();
    for (text, index) in [
        ("/search?utm=1&page=2&q=tea", 1),
        ("/search?q=tea&lang=en#top", 2),
        ("/a?x=2&fixed=1", 3),
        // A template without a query takes none, as a matcher does.
        ("/a?y=2", 0),
        ("/b?y=2", 0),
    ] {
        assert_eq!(router.find(text).map(|(index, _)| *index), Some(index), "{text}");
    }
}

#[test]
fn overlaps() {
    for (texts, templates, text) in [
        (vec!["/x/{a}", "/y", "{/x*}"], [1, 2], "/y"),
        (vec!["/{a}", "/{b}"], [0, 1], "/"),
        (vec!["/a{?x}", "/a{?y}"], [0, 1], "/a"),
        (vec!["{x}", "b", "{;y}"], [0, 2], ""),
        (vec!["/a/{x}/c", "/{y}/b/c"], [0, 1], "/a/b/c"),
    ] {
        let error = router(parse(&texts), Overlaps::Refused).unwrap_err();
        let template_texts = templates.map(|index: usize| texts[index].to_owned());
        let expected = RouterError::Overlap { templates, template_texts, text: text.into() };
        assert_eq!(error, expected, "{texts:?}");
    }
    let error = router(parse(&["/x", "/{a}{b}"]), Overlaps::Refused).unwrap_err();
    assert!(error.to_string().starts_with("template 1, '/{a}{b}': the template is ambiguous"));
    assert!(matches!(error, RouterError::Matcher { template: 1, error: MatcherError::Ambiguous(_), .. }));
    let apart = parse(&["/x{?q}", "/x/{a}", "/y{#f}", "{#f}x"]);
    assert!(router(apart, Overlaps::default()).is_ok());
}

#[test]
fn ten_thousand() {
    for shape in ["/r{}/{id}", "/{id}/r{}", "/r{}{?id*}", "{+id}/r{}", "/{id:3}/r{}/x"] {
        let texts: Vec<_> = (0..10_000).map(|n| shape.replace("{}", &n.to_string())).collect();
        let router = router(parse(&texts), Overlaps::Refused).unwrap_or_else(|error| panic!("{shape}: {error}"));
        for n in [0, 7, 77, 9999] {
            let values = [("id", Value::from("x"))];
            let text = Template::parse(texts[n].as_str()).unwrap().expand(&values).unwrap();
            let (index, found) = router.find(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((*index, found.get("id")), (n, Some(&Value::from("x"))), "{text}");
        }
        assert!(router.find("/r10000/x/y").is_none());
    }
}

/// The router finds what the first of all templates that match does, and rejects what overlaps.
#[test]
fn routers_hold_against_brute_force() {
    let mut numbers = Numbers(0x5EED);
    let (mut found, mut refused) = (0, 0);
    for _ in 0..cases(1500) {
        let count = 2 + numbers.below(4);
        let templates: Vec<_> = (0..count).map(|_| template(&mut numbers)).collect();
        let ranked = router(templates.clone(), Overlaps::Ranked).unwrap();
        let matchers: Vec<_> = templates.iter().map(|it| it.matcher_shortest_first().unwrap()).collect();
        let strict = router(templates.clone(), Overlaps::Refused);
        for one in &templates {
            for values in assignments(one, &mut numbers).iter().take(40) {
                let text = one.expand(values).unwrap();
                let (&index, read) = ranked.find(&text).unwrap_or_else(|| panic!("{templates:?} {text}"));
                assert_eq!(read, matchers[index].matches(&text).unwrap(), "{templates:?} {text}");
                let all: Vec<_> = (0..count).filter(|&it| matchers[it].matches(&text).is_ok()).collect();
                assert!(all.contains(&index));
                if let Ok(strict) = &strict {
                    assert_eq!(all, [index], "{templates:?} {text}");
                    assert_eq!(strict.find(&text).map(|it| *it.0), Some(index));
                }
                found += 1;
            }
        }
        if let Err(RouterError::Overlap { templates: [a, b], text, .. }) = strict {
            refused += 1;
            let read = [a, b].map(|it| matchers[it].matches(&text).is_ok());
            assert_eq!(read, [true, true], "{templates:?} {text}");
            assert!(overlap(&templates[a], &templates[b]).unwrap().is_some());
        }
    }
    assert!(found > cases(10_000) && refused > cases(50), "{found} {refused}");
}

#[test]
fn paths_of_other_types() {
    let texts = ["/users/{id}", "/groups/{id}/{/more*}"];
    let router = Router::new(parse(&texts).into_iter().zip(texts), Overlaps::Refused).unwrap();
    let uri: http::Uri = "http://h/users/ada?q=1".parse().unwrap();
    assert_eq!(router.find(uri.path()).map(|it| *it.0), Some(texts[0]));
    let uri = UriRef::parse("http://h/users/ada?q=1").unwrap();
    assert_eq!(router.find(&uri.path()).map(|it| *it.0), Some(texts[0]));
}
