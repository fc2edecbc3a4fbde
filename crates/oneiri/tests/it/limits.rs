//! Long inputs: they need no more stack than short ones, and their offsets do not overflow.

#![allow(clippy::unwrap_used, reason = "tests")]

use oneiri::compare::{ObservationKind, Observations};
use oneiri::{Iri, IriRef, Ladder, Rung, percent, split};
use std::hint::black_box;
use std::thread;

const MEGABYTE: usize = 1 << 20;
/// A small stack: frames of the standard library in a debug build fit into it, and a recursion for each character
/// or segment does not.
const STACK: usize = 64 << 10;

/// Runs every operation on long and deep texts. An operation that recursed for each character or segment would
/// overflow the stack and end the process.
#[test]
fn the_stack_does_not_grow_with_the_input() {
    let texts = ["/a", "/..", "%41", "é", "%C3%A9", ",", "/a/../%2E%2E", "?", "&a=b", "@", "1:"]
        .map(|unit| format!("http://h/?{}", unit.repeat(MEGABYTE / unit.len())))
        .into_iter()
        .flat_map(|text| [text.replacen('?', "", 1), text.replacen("/?", "", 1), text]);
    let mut ran = 0;
    for text in texts {
        let run = move || {
            split(&text);
            black_box(percent::decode(&percent::encode(&text, percent::SafeSet::UNRESERVED)));
            let Ok(value) = IriRef::parse_lenient(&text) else { return 0 };
            let normal = value.normalize().into_owned();
            let uri = value.to_uri().into_owned();
            let back = uri.to_iri().into_string();
            let base = Iri::parse("http://h/a/b/c").unwrap();
            let target = base.resolve(&value.as_borrowed());
            black_box(base.relativize(&target));
            let other = IriRef::parse(&back).unwrap();
            for rung in Rung::ALL {
                black_box(value.equivalent_at(&other, rung));
                black_box(value.normal_at(rung).cmp(&other.normal_at(rung)));
            }
            value.compare(&normal).steps().len();
            let mut edited = normal;
            edited.path_mut().push("x").unwrap();
            edited.set_query(None).unwrap();
            edited.as_str().len() + value.path().segments().rev().count()
        };
        let length = thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
        ran += usize::from(length > 0);
    }
    assert!(ran > 20, "{ran} texts");
}

/// A chain of 20,000 redirects is settled on a small stack too.
#[test]
fn long_chains_of_evidence_need_no_stack() {
    let run = || {
        let name = |nth: usize| format!("http://h/{nth}");
        let mut observations = Observations::default();
        for nth in 0..20_000 {
            let (from, to) = (name(nth), name(nth + 1));
            let (from, to) = (Iri::parse(&from).unwrap(), Iri::parse(&to).unwrap());
            observations.observe(ObservationKind::Redirect, &from, &to, "").unwrap();
        }
        let (evidence, problems) = observations.settle();
        let ladder = Ladder::new().evidence(&evidence);
        let (first, last) = (name(0), name(20_000));
        let (first, last) = (Iri::parse(&first).unwrap(), Iri::parse(&last).unwrap());
        (problems.len(), ladder.compare(&first, &last).chain().len())
    };
    let ran = thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
    assert_eq!(ran, (0, 20_000));
}

/// Offsets are as wide as pointers, so a text of more than 4 GiB is parsed like any other. On a machine of 32
/// bits no text is that long.
#[cfg(target_pointer_width = "64")]
#[test]
#[ignore = "takes 10 GiB of memory"]
fn nothing_happens_at_four_gibibytes() {
    const BEYOND: usize = (4 << 30) + 5;
    let path = "/%7Eab".repeat(BEYOND / 6 + 1);
    let text = format!("http://h:080{path}?q#f");
    drop(path);
    assert!(text.len() > BEYOND);
    let value = Iri::parse(&text).unwrap();
    let end = text.len() - "?q#f".len();
    assert_eq!((value.host().as_deref(), value.port()), (Some("h"), Some("080")));
    assert_eq!((value.path().len(), value.query().as_deref()), (end - 12, Some("q")));
    assert_eq!(value.fragment().as_deref(), Some("f"));
    assert_eq!(value.path().as_bytes()[value.path().len() - 6..], *b"/%7Eab");
    // Two lengths that are equal in their lower 32 bits only (CVE-2026-42371).
    let cut = Iri::parse(&text[..12 + (end - 12) % (1 << 32)]);
    assert!(cut.is_err() || !value.equivalent(&cut.unwrap()));
    let error = Iri::parse(&text[..=end]).map(|_| ()).and_then(|()| {
        let broken = [&text[..end], "|"].concat();
        Iri::parse(&broken).map(|_| ())
    });
    assert_eq!(error.unwrap_err().start(), end);
    let normal = value.normalize();
    assert_eq!(normal.path().len(), (end - 12) / 6 * 4);
    assert_eq!((normal.port(), normal.fragment().as_deref()), (Some("80"), Some("f")));
}
