//! Time is linear in the text, also for hostile templates and texts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use oneiri::Rung;
use oneiri_template::{Matcher, Overlaps, Router, Template, Value, covers, overlap};

/// The length of the longer text, in bytes.
const LENGTH: usize = 1 << 19;

/// Fails if a text of this length takes far longer than eight texts of an eighth of it. Other programs
/// disturb single measurements, so the shortest of up to ten rounds counts, and half a second is left for the
/// pages of memory that the longer text alone makes the system map. Quadratic time is minutes.
fn check(what: &str, length: usize, mut run: impl FnMut(usize)) {
    let mut time = |length: usize| {
        let start = Instant::now();
        run(length);
        start.elapsed()
    };
    let (mut eighth, mut whole) = (Duration::MAX, Duration::MAX);
    for _ in 0..10 {
        (eighth, whole) = (eighth.min(time(length / 8)), whole.min(time(length)));
        if whole < 24 * eighth + Duration::from_millis(500) {
            println!("{what}: {eighth:?} for {} bytes, {whole:?} for {length}", length / 8);
            return;
        }
    }
    panic!("{what}: {eighth:?} for {} bytes, {whole:?} for {length}", length / 8);
}

fn matcher(template: &str) -> Matcher {
    Template::parse(template).unwrap().matcher_shortest_first().unwrap()
}

#[test]
fn matching() {
    let chain: String = (0..8).map(|n| format!("{{a{n}}}{{+b{n}}}{{c{n}*}}")).collect();
    for (template, pieces, length) in [
        ("{a}{+b}{c*}", ["a/", "a%20", ",", "a=", "é"], LENGTH),
        ("{+a}/{+b}/{+c}/{+d}x", ["a/", "/", "%2F", "x", "%"], LENGTH),
        ("{?a,b*}{&c*}", ["?a=", "&a=b", "&", "a", "&a"], LENGTH),
        ("{a:50}{b:50}{c}", ["a%C3%A9", "a", "%c3", ",", "b"], LENGTH / 16),
        ("{+a:99}{b}", ["%2F", "a", "/", ",", "%"], LENGTH / 16),
        ("{/a*}{/b*}", ["/a", "/a=b", "/", "//a", "="], LENGTH),
        (&chain, ["a/", "a,", "=", "%20", "."], LENGTH / 32),
    ] {
        let matcher = matcher(template);
        let lenient = matcher.clone().lenient_query();
        let rung = matcher.clone().at(Rung::Scheme).unwrap();
        for piece in pieces {
            let text = |length: usize| piece.repeat(length / piece.len());
            let what = format!("{template} with {piece}");
            check(&what, length, |it| drop(black_box(matcher.matches(&text(it)))));
            check(&format!("{what}, lenient"), length, |it| drop(black_box(lenient.matches(&text(it)))));
            check(&format!("{what}, at a rung"), length, |it| drop(black_box(rung.matches(&text(it)))));
        }
    }
}

/// Pairs in any order, most of them unknown.
#[test]
fn lenient_queries() {
    let matcher = matcher("/a{?x,y*}{&z}").lenient_query();
    for pair in ["&k=v", "&y=v", "&", "&z", "&x=1"] {
        let text = |length: usize| format!("/a?{}&x=2", pair.repeat(length / pair.len()));
        check(pair, LENGTH, |it| drop(black_box(matcher.matches(&text(it)))));
    }
}

#[test]
fn routers() {
    let texts = ["/{a}/{b}", "{/a*}{?q}", "/{+a}", "{a}{b}{c}", "/a/b/{c}/d{?x*}", "/%20{a}"];
    let routes = texts.map(|text| (Template::parse(text).unwrap(), text));
    let router = Router::new(routes, Overlaps::Ranked).unwrap();
    for piece in ["/a", "a", "/a/b", "%20", "?", "?a=b&", ","] {
        let text = |length: usize| format!("/{}", piece.repeat(length / piece.len()));
        check(piece, LENGTH, |it| drop(black_box(router.find(&text(it)))));
    }
}

#[test]
fn expansion() {
    let template = Template::parse("{a}{+a}{#a*}{/a*}{;a}{?a}{&a*}{a:9}").unwrap();
    for piece in ["a", "%", "%20", "é", "/", "\0"] {
        let text = |length: usize| Value::from(piece.repeat(length / piece.len()));
        check(piece, LENGTH, |it| drop(black_box(template.expand(&[("a", text(it))]))));
    }
    let template = Template::parse("{a}{+a}{#a*}{/a*}{;a}{?a}{&a*}").unwrap();
    let list = |length: usize| Value::from(vec!["b"; length / 2]);
    check("a list", LENGTH, |it| drop(black_box(template.expand(&[("a", list(it))]))));
}

/// Templates of half a megabyte are parsed in linear time, and decided or given up.
#[test]
fn hostile_templates() {
    let long = ["{a}{+b}{c*}", "a", "{a}/", "{", "{a,", "{?a*,b:3}", "%41", "é", "{a.a.a"];
    for piece in long {
        let text = |length: usize| piece.repeat(length / piece.len());
        check(piece, LENGTH, |it| drop(black_box(Template::parse(text(it)))));
        let Ok(template) = Template::parse(text(LENGTH)) else { continue };
        let start = Instant::now();
        drop(template.matcher());
        drop(template.matcher_shortest_first());
        drop(overlap(&template, &template));
        drop(covers(&template, &template));
        black_box(template.is_always_reference());
        assert!(start.elapsed().as_secs() < 30, "{piece}: {:?}", start.elapsed());
    }
    let many = |separator: &str| {
        let names: Vec<_> = (0..10_000).map(|n| format!("v{n}")).collect();
        format!("{{?{}}}", names.join(separator))
    };
    for text in [
        "{a:9999}{+b:9999}",
        "{+a:9999}{+b:9999}{c*}",
        "{a*}{b*}{c*}{d*}{e*}{f*}{g*}{h*}",
        &many(","),
        &many("}/{"),
        &many("}{+"),
        &many("*}{&"),
    ] {
        let start = Instant::now();
        let template = Template::parse(text).unwrap();
        drop((template.matcher(), overlap(&template, &template), covers(&template, &template)));
        assert!(start.elapsed().as_secs() < 30, "{text:.40}: {:?}", start.elapsed());
    }
}
