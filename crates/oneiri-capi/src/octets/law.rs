//! The language M may pass any octets, so `octets` has its own steps for texts that the library refuses. These tests hold
//! both together: on a URI reference, the steps must give the library's answer. On every text, splitting and joining gives
//! the text back, a normal form stays as it is when normalized again, and decoding undoes encoding (by characters, if the
//! text is UTF-8). `extracted` copies what `bindings/m/STDURL.m` does, so the two change together. The counts in two tests
//! make sure that enough texts of each tested sort were among the inputs.

use core::str;

use oneiri::{Rung, Uri, UriRef, percent};

use super::escapes::{Characters, decode, encode};
use super::pieces::{Pieces, has_port};
use super::{list, normalize, normalize_pieces, resolve, resolve_pieces};

/// All texts of up to `length` octets of the alphabet.
fn all(alphabet: &[u8], length: u32, mut each: impl FnMut(&[u8])) {
    let mut text = Vec::new();
    let base = alphabet.len();
    for length in 0..=length {
        for number in 0..base.pow(length) {
            text.clear();
            text.extend((0..length).map(|at| alphabet[number / base.pow(at) % base]));
            each(&text);
        }
    }
}

/// Texts of words of the syntax, valid and not, always the same ones.
fn random(count: usize, mut each: impl FnMut(&[u8])) {
    const WORDS: &[&[u8]] = &[
        b"http:", b"HTTP:", b"foo:", b"//", b"/", b"/", b"..", b".", b"../", b"./", b"a", b"B", b"b:c", b"?", b"#",
        b"@", b":", b":080", b":00", b"h.example", b"EX.org", b"[::1]", b"[", b"]", b"[V1.Ab]", b"%41", b"%7e", b"%2E",
        b"%2f", b"%c3%A9", b"%", b"%4", b"%34", b"%61", b"\xC3\xA9", b"\xFF", b"\0", b" ", b"x=1&y=2", b"u:p@", b";p",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).expect("31 bits") % limit
    };
    for _ in 0..count {
        let words = below(9);
        each(&(0..words).map(|_| WORDS[below(WORDS.len())]).collect::<Vec<_>>().concat());
    }
}

fn reference(text: &[u8]) -> Option<UriRef<'_>> {
    UriRef::parse(str::from_utf8(text).ok()?).ok()
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// What `bindings/m/STDURL.m` makes of the places.
fn extracted<'a>(text: &'a [u8], pieces: &Pieces<'_>) -> [&'a [u8]; 7] {
    let places = pieces.places();
    let cut = |start: usize, end: usize| text.get(start..end).unwrap_or_default();
    [
        cut(0, places.scheme_end),
        cut(places.userinfo, places.host.saturating_sub(1)),
        cut(places.host, places.port - 1),
        cut(places.port, places.path),
        cut(places.path, places.query - 1),
        cut(places.query, places.fragment - 1),
        cut(places.fragment, text.len()),
    ]
}

/// Checks one text, and says whether it is a URI reference.
fn check(text: &[u8]) -> bool {
    let split = Pieces::split(text);
    assert_eq!(split.join(), text, "{}", shown(text));
    let seven = [split.scheme, split.userinfo, split.host, split.port, Some(split.path), split.query, split.fragment];
    assert_eq!(extracted(text, &split), seven.map(Option::unwrap_or_default), "{}", shown(text));

    let listed = list(text);
    assert_eq!(listed.is_none(), text.contains(&0), "{}", shown(text));
    let expected = seven.map(Option::unwrap_or_default).join(&0);
    assert!(listed.is_none_or(|listed| listed == expected), "{}", shown(text));

    let normal = normalize_pieces(split);
    assert_eq!(shown(&normalize_pieces(Pieces::split(&normal))), shown(&normal), "{}", shown(text));
    // Only an empty port may go: no other piece appears or vanishes.
    let again = Pieces::split(&normal);
    assert_eq!(
        [again.scheme, again.userinfo, again.host, again.query, again.fragment].map(|piece| piece.is_some()),
        [split.scheme, split.userinfo, split.host, split.query, split.fragment].map(|piece| piece.is_some()),
        "{}",
        shown(text)
    );
    let Some(reference) = reference(text) else { return false };
    assert_eq!(split, Pieces::from(reference.parts()), "{}", shown(text));
    assert_eq!(shown(&normal), reference.normalize_at(Rung::Path).as_str(), "{}", shown(text));
    true
}

#[test]
fn octets_are_split_and_normalized_as_texts_are() {
    let (mut valid, mut count) = (0, 0);
    let mut each = |text: &[u8]| {
        valid += usize::from(check(text));
        count += 1;
    };
    all(b"a:/.@#", 7, &mut each);
    all(b"aA:/.?%42e[]0@\xE9", 4, &mut each);
    random(300_000, &mut each);
    assert!(valid > 100_000 && count - valid > 100_000, "{valid} of {count}");
}

#[test]
fn octets_are_resolved_as_texts_are() {
    let mut texts = Vec::new();
    random(2_000, |text| texts.push(text.to_vec()));
    all(b"a:/.?", 3, |text| texts.push(text.to_vec()));
    let mut valid = 0;
    for base in &texts {
        for reference in &texts {
            let resolved = resolve_pieces(Pieces::split(base), Pieces::split(reference));
            let parsed = |octets| str::from_utf8(octets).ok();
            let both = (
                parsed(base).and_then(|base| Uri::parse(base).ok()),
                parsed(reference).and_then(|text| UriRef::parse(text).ok()),
            );
            if let (Some(base), Some(reference)) = both {
                let expected = base.resolve(&reference);
                assert_eq!(shown(&resolved), expected.as_str(), "{base} + {reference}");
                valid += 1;
            }
            // RFC 3986 section 5.2.2: what has a scheme afterwards.
            let has_scheme = Pieces::split(&resolved).scheme.is_some();
            let either = [base, reference].map(|octets| Pieces::split(octets).scheme.is_some());
            assert_eq!(has_scheme, either.contains(&true), "{} + {}", shown(base), shown(reference));
        }
    }
    assert!(valid > 100_000, "{valid}");
}

#[test]
fn a_base_without_a_scheme() {
    for (base, reference, expected) in [
        ("b/c", "g", "b/g"),
        ("b/c", "../g", "g"),
        ("b/c", "../../g", "g"),
        ("", "g", "g"),
        ("a", "./b:c", "./b:c"),
        ("a/b", "..//c", ".//c"),
        ("//h", "g", "//h/g"),
        ("//h/a/b", "../../c?x#y", "//h/c?x#y"),
        ("a?b#c", "", "a?b"),
        ("a?b#c", "#d", "a?b#d"),
        ("a b/c", "d e", "a b/d e"),
        ("http://h/[", "]", "http://h/]"),
    ] {
        let resolved = resolve(base.as_bytes(), reference.as_bytes());
        assert_eq!(shown(&resolved), expected, "{base} + {reference}");
    }
}

#[test]
fn what_is_no_identifier_is_normalized_by_the_same_steps() {
    for (text, expected) in [
        ("HTTP://EX.com/a b/%7e/../%2f", "http://ex.com/a b/%2F"),
        ("HTTP://A_[B/%", "http://a_[b/%"),
        ("http://h/%%341", "http://h/%%341"),
        ("http://h/%4%31", "http://h/%4%31"),
        ("http://h/%%7e", "http://h/%~"),
        ("x://a:1:", "x://a:1:"),
        ("x://A:%38", "x://a:%38"),
        ("x://a::080", "x://a::80"),
        ("1A:./é", "1a:é"),
        ("a b/../c", "a b/../c"),
    ] {
        assert_eq!(shown(&normalize(text.as_bytes())), expected, "{text}");
    }
    assert_eq!(normalize(b"HTTP://\xC9X\xFF/%c3\xA9/."), b"http://\xC9x\xFF/%C3\xA9/");
    assert!(has_port(b"a:") && has_port(b"[:1") && !has_port(b"a:b") && !has_port(b"1"));
}

#[test]
fn octets_and_characters_are_encoded_and_decoded() {
    use Characters::{Octets, Utf8};

    let every: Vec<u8> = (0..=255).collect();
    assert_eq!(decode(&encode(&every, b"", Octets), Octets), every);
    random(50_000, |text| {
        for safe in [b"".as_slice(), b"/:", b"\xC3\xFF", "é/".as_bytes()] {
            assert_eq!(decode(&encode(text, safe, Octets), Octets), text, "{}", shown(text));
            if str::from_utf8(text).is_ok() {
                assert_eq!(decode(&encode(text, safe, Utf8), Utf8), text, "{}", shown(text));
            }
        }
        if let Ok(text) = str::from_utf8(text) {
            assert_eq!(decode(text.as_bytes(), Octets), &*percent::decode(text), "{text}");
            assert!(String::from_utf8(decode(text.as_bytes(), Utf8)).is_ok(), "{text}");
        }
    });
    // Neither argument makes it slow.
    let long = [0xFF; 1 << 20];
    for characters in [Octets, Utf8] {
        let kept = if characters == Octets { 1 } else { 3 };
        assert_eq!(encode(&long, &long, characters).len(), kept * long.len());
    }
    let e_acute = "é".as_bytes();
    assert_eq!(&*encode(e_acute, b"", Octets), b"%C3%A9");
    assert_eq!(&*encode(e_acute, b"", Utf8), b"%C3%A9");
    assert_eq!(&*encode(e_acute, b"\xA9", Octets), b"%C3\xA9");
    assert_eq!(&*encode(e_acute, b"\xA9", Utf8), b"%C3%A9");
    assert_eq!(&*encode("éè /".as_bytes(), "/é".as_bytes(), Utf8), "é%C3%A8%20/".as_bytes());
    assert_eq!(decode(b"%C3%A9%ff+%C3%28", Octets), b"\xC3\xA9\xFF+\xC3(");
    assert_eq!(decode(b"%C3%A9%ff+%C3%28", Utf8), "é%ff+%C3(".as_bytes());
    assert_eq!(decode(b"\xC3%A9", Utf8), b"\xC3%A9");
    assert_eq!(decode(b"%2541%", Utf8), b"%41%");
}
