//! No input costs more than linear time, panics or exhausts the stack: a megabyte of the worst there is.
//!
//! A megabyte takes any linear operation some milliseconds, and any quadratic one many seconds, so the bound
//! between them need not be sharp.

use oneiri::{Iri, IriRef, Rung, percent, split};
use std::hint::black_box;
use std::time::{Duration, Instant};

const MEGABYTE: usize = 1 << 20;

/// Far above what a slow machine needs for a linear pass, far below a quadratic one.
const BOUND: Duration = Duration::from_millis(1500);

fn repeated(head: &str, unit: &str, tail: &str) -> String {
    format!("{head}{}{tail}", unit.repeat(MEGABYTE / unit.len()))
}

/// Texts that are bad for somebody: deep paths and the ways out of them, runs of escapes, long components,
/// delimiters that never end, and faults at the very end.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        ("s:", "/a", ""),
        ("s:", "/..", ""),
        ("s:", "/.", ""),
        ("s:", "a/../", ""),
        ("s:", "a/..//", ""),
        ("s:", "/%2e%2E", ""),
        ("s://h", "/", ""),
        ("s:", "%C3", "%A9"),
        ("s:", "%F0%90%80", ""),
        ("s:?", "%EE%80%80", ""),
        ("s:", "%41", ""),
        ("s:", "é", ""),
        ("s:", "\u{202E}", ""),
        ("s://", "A", "/"),
        ("s://", "a:", "@h"),
        ("s://", "a:", "h"),
        ("s://", "@", ""),
        ("s://h:", "0", "80"),
        ("s://[", "1:", "]"),
        ("s://[", ":", ""),
        ("s://[v1.", ":", "]"),
        ("", "a", ":b"),
        ("", "a", ""),
        ("s:#", "?", " "),
        (" #", "?", ""),
        ("s:?", "/?", ""),
        ("s:", "%", ""),
        ("", " ", ""),
        ("mailto:", "a@B,", ""),
        ("tel:", "-", ""),
        ("file://localhost", "/.", ""),
        ("http://h:80", "", "?"),
    ]
    .into_iter()
    .map(
        |(head, unit, tail)| {
            if unit.is_empty() { format!("{head}{tail}") } else { repeated(head, unit, tail) }
        },
    )
    .collect();
    // Climbing out of a deep path, and a fragment full of what begins a query, behind something foreign.
    texts.push(repeated("s:", "/a", &repeated("", "/..", "")));
    texts.push(repeated("s:", "/a", &repeated("", "/%2E.", "")));
    texts.push(repeated(" ", "a", &repeated("#", "?", "")));
    texts
}

/// Runs an operation and holds it to the bound.
fn timed<R>(operation: &str, text: &str, run: impl FnOnce() -> R) -> R {
    let begun = Instant::now();
    let result = black_box(run());
    let time = begun.elapsed();
    let (bytes, head) = (text.len(), text.chars().take(12).collect::<String>());
    assert!(time < BOUND, "{operation} took {time:?} for {bytes} bytes beginning with {head:?}");
    result
}

#[test]
fn nothing_on_one_text_is_worse_than_linear() {
    let mut accepted = 0;
    for text in texts() {
        timed("split", &text, || split(&text));
        timed("encode", &text, || percent::encode(&text, "/").len());
        timed("decode", &text, || percent::decode(&text).len());
        timed("decode_strict", &text, || percent::decode_strict(&text).is_ok());
        timed("parse", &text, || Iri::parse(&text).is_ok());
        let lenient = timed("parse_lenient", &text, || IriRef::parse_lenient(&text));
        let Ok(value) = lenient else { continue };
        accepted += 1;
        timed("segments", &text, || value.segments().count());
        timed("host_kind", &text, || value.host_kind().is_some());
        let mut owned = timed("normalize", &text, || value.normalize().into_owned());
        timed("normalize_in_place", &text, || owned.normalize_in_place());
        let uri = timed("to_uri", &text, || value.to_uri().into_owned());
        timed("to_iri", &text, || uri.to_iri().as_str().len());
        for rung in Rung::ALL {
            timed("normalize_at", &text, || value.normalize_at(rung).as_str().len());
            timed("equivalent_at", &text, || value.equivalent_at(&owned, rung));
        }
        let verdict = timed("compare", &text, || value.compare(&owned));
        timed("steps", &text, || verdict.steps().len());
        timed("wall", &text, || verdict.wall().is_some());
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
            timed("resolve_into", base, || parsed.resolve_into(&other, &mut buffer).as_str().len());
            timed("relativize", base, || parsed.relativize(&other).as_str().len());
            timed("equivalent", base, || parsed.equivalent(&other));
            timed("compare", base, || parsed.compare(&other).wall().is_some());
        }
        for reference in
            [repeated("", "../", ""), repeated("", "a/../", ""), repeated("", "./", "")]
        {
            let reference = IriRef::parse(&reference).unwrap();
            timed("resolve_into", base, || {
                parsed.resolve_into(&reference, &mut buffer).as_str().len()
            });
        }
    }
    // Deep paths that share nothing, or nearly everything, on the way from one to the other.
    for (base, target) in [("/a", "/b"), ("/a", "/a"), ("/a/", "/"), ("/", "/a")] {
        let (base, target) = (repeated("s:/x", base, ""), repeated("s:/x", target, "/y"));
        let (from, to) = (Iri::parse(&base).unwrap(), Iri::parse(&target).unwrap());
        let reference = timed("relativize", &base, || from.relativize(&to));
        timed("resolve", &base, || from.resolve(&reference));
    }
    println!("cost: {} bases of a megabyte", texts.len());
    assert!(texts.len() > 15);
}
