//! No input costs more than linear time, panics or exhausts the stack: a megabyte of the worst there is.
//!
//! A megabyte takes any linear operation some milliseconds, and any quadratic one hours.

use oneiri::{Iri, IriRef, Rung, percent, split};
use std::hint::black_box;

const MEGABYTE: usize = 1 << 20;

fn repeated(head: &str, unit: &str, tail: &str) -> String {
    format!("{head}{}{tail}", unit.repeat(MEGABYTE / unit.len()))
}

/// What is before a repeated unit, the unit, and what is after it.
#[rustfmt::skip]
const BAD: [(&str, &str, &str); 32] = [
    ("s:", "/a", ""), ("s:", "/..", ""), ("s:", "/.", ""), ("s:", "a/../", ""), ("s:", "a/..//", ""),
    ("s:", "/%2e%2E", ""), ("s://h", "/", ""), ("s:", "%C3", "%A9"), ("s:", "%F0%90%80", ""), ("s:?", "%EE%80%80", ""),
    ("s:", "%41", ""), ("s:", "é", ""), ("s:", "\u{202E}", ""), ("s://", "A", "/"), ("s://", "a:", "@h"),
    ("s://", "a:", "h"), ("s://", "@", ""), ("s://h:", "0", "80"), ("s://[", "1:", "]"), ("s://[", ":", ""),
    ("s://[v1.", ":", "]"), ("", "a", ":b"), ("", "a", ""), ("s:#", "?", " "), (" #", "?", ""),
    ("s:?", "/?", ""), ("s:", "%", ""), ("", " ", ""), ("mailto:", "a@B,", ""), ("tel:", "-", ""),
    ("file://localhost", "/.", ""), ("http://h:80", "", "?"),
];

/// Texts that are bad for somebody: deep paths and the ways out of them, runs of escapes, long components,
/// delimiters that never end, and faults at the very end.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = BAD
        .into_iter()
        .map(|(head, unit, tail)| if unit.is_empty() { format!("{head}{tail}") } else { repeated(head, unit, tail) })
        .collect();
    // Climbing out of a deep path, and a fragment full of what begins a query, after something foreign.
    texts.push(repeated("s:", "/a", &repeated("", "/..", "")));
    texts.push(repeated("s:", "/a", &repeated("", "/%2E.", "")));
    texts.push(repeated(" ", "a", &repeated("#", "?", "")));
    texts
}

/// Runs an operation. Nothing is timed: a quadratic one would not come back before the machine's time
/// is up, and the runner names the test that hangs.
fn ends<R>(run: impl FnOnce() -> R) -> R {
    black_box(run())
}

#[test]
fn nothing_on_one_text_is_worse_than_linear() {
    let mut accepted = 0;
    for text in texts() {
        ends(|| split(&text));
        ends(|| percent::encode(&text, const { &percent::SafeSet::new("/") }).len());
        ends(|| percent::decode(&text).len());
        ends(|| percent::decode_strict(&text).is_ok());
        ends(|| Iri::parse(&text).is_ok());
        let lenient = ends(|| IriRef::parse_lenient(&text));
        let Ok(value) = lenient else { continue };
        accepted += 1;
        ends(|| value.path().segments().count());
        ends(|| value.host().is_some_and(|host| host.ip().is_some()));
        let mut owned = ends(|| value.normalize().into_owned());
        ends(|| owned.normalize_in_place());
        let uri = ends(|| value.to_uri().into_owned());
        ends(|| uri.to_iri().as_str().len());
        for rung in Rung::ALL {
            ends(|| value.normalize_at(rung).as_str().len());
            ends(|| value.equivalent_at(&owned, rung));
        }
        let verdict = ends(|| value.compare(&owned));
        ends(|| verdict.steps().len());
        ends(|| verdict.difference().is_some());
    }
    println!("cost: {accepted} texts of a megabyte");
    assert!(accepted > 20);
}

#[test]
fn nothing_on_two_texts_is_worse_than_linear() {
    let texts: Vec<String> = texts().into_iter().filter(|text| Iri::parse(text).is_ok()).collect();
    let mut buffer = String::new();
    for (index, base) in texts.iter().enumerate() {
        let parsed = Iri::parse(base).unwrap();
        for target in [base, &texts[(index + 1) % texts.len()], &texts[(index + 5) % texts.len()]] {
            let other = Iri::parse(target).unwrap();
            ends(|| parsed.resolve_into(&other, &mut buffer).as_str().len());
            ends(|| parsed.relativize(&other).as_str().len());
            ends(|| parsed.equivalent(&other));
            ends(|| parsed.compare(&other).difference().is_some());
        }
        for reference in [repeated("", "../", ""), repeated("", "a/../", ""), repeated("", "./", "")] {
            let reference = IriRef::parse(&reference).unwrap();
            ends(|| parsed.resolve_into(&reference, &mut buffer).as_str().len());
        }
    }
    // Deep paths that share nothing, or nearly everything, on the way from one to the other.
    for (base, target) in [("/a", "/b"), ("/a", "/a"), ("/a/", "/"), ("/", "/a")] {
        let (base, target) = (repeated("s:/x", base, ""), repeated("s:/x", target, "/y"));
        let (from, to) = (Iri::parse(&base).unwrap(), Iri::parse(&target).unwrap());
        let reference = ends(|| from.relativize(&to));
        ends(|| from.resolve(&reference));
    }
    println!("cost: {} bases of a megabyte", texts.len());
    assert!(texts.len() > 15);
}
