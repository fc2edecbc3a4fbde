//! Character normalization: RFC 3987 section 5.3.2.2. For creators alone; no rung ever applies it.

use icu_normalizer::DecomposingNormalizerBorrowed;
use oneiri::compare::Reason;
use oneiri::percent::decode;
use oneiri::{Iri, IriRef, Rung};
use proptest::prop_assert;

use crate::laws::generate::any_valid;
use crate::laws::run::{Outcome, for_all, is_tried};
use crate::oracle::alphabet::{iprivate, reserved, ucschar};

const COMPOSED: &str = "http://www.example.org/r\u{E9}sum\u{E9}.html";
const DECOMPOSED: &str = "http://www.example.org/re\u{301}sume\u{301}.html";

/// The pair of RFC 3987 section 5.3.2.2.
#[test]
fn composed_and_decomposed_are_never_the_same() {
    let (a, b) = (Iri::parse(COMPOSED).unwrap(), Iri::parse(DECOMPOSED).unwrap());
    for rung in Rung::ALL {
        assert!(!a.equivalent_at(&b, rung), "{a} and {b} at {rung}");
        let (ours, theirs) = (a.normalize_at(rung), b.normalize_at(rung));
        assert_eq!((ours.as_str(), theirs.as_str()), (COMPOSED, DECOMPOSED), "at {rung}");
    }
    assert_eq!(b.to_nfc(), COMPOSED);
    assert_eq!(b.to_uri(), "http://www.example.org/re%CC%81sume%CC%81.html");
}

/// The difference says so where nothing but NFC or NFKC would join the two.
#[test]
fn the_wall_says_when_nfc_is_all_there_is() {
    let (nfc, nfkc) = (Reason::Nfc, Reason::Nfkc);
    for (one, other, expected) in [
        (COMPOSED, DECOMPOSED, nfc),
        ("http://h/r%C3%A9", "http://h/re%CC%81", nfc),
        ("http://h/\u{212B}", "http://h/\u{C5}", nfc),
        ("http://h/?\u{2126}", "HTTP://h:80/?\u{3A9}", nfc),
        ("http://h/#e\u{323}\u{301}", "http://h/#e\u{301}\u{323}", nfc),
        ("http://h/\u{37E}", "http://h/;", nfc),
        ("http://h/\u{FB01}", "http://h/fi", nfkc),
        ("http://h/\u{2460}", "http://h/1", nfkc),
        ("http://h/\u{FF41}\u{E9}", "http://h/ae\u{301}", nfkc),
    ] {
        for (one, other) in [(one, other), (other, one)] {
            let (a, b) = (Iri::parse(one).unwrap(), Iri::parse(other).unwrap());
            let verdict = a.compare(&b);
            let got = verdict.difference().map(|difference| difference.reason);
            assert_eq!((verdict.rung(), got), (None, Some(expected)), "{one:?} and {other:?}");
        }
    }
    for (one, other) in [
        (COMPOSED, "http://www.example.org/resume.html"),
        ("http://h/\u{E9}/a", "http://h/e\u{301}/b"),
        ("http://h/\u{E9}", "http://h/E\u{301}"),
        ("http://h/\u{E9}#", "http://h/e\u{301}"),
        ("http://h/\u{FB01}", "http://h/FI"),
    ] {
        let (a, b) = (Iri::parse(one).unwrap(), Iri::parse(other).unwrap());
        let reason = a.compare(&b).difference().map(|difference| difference.reason);
        assert!(reason.is_some_and(|it| it != nfc && it != nfkc), "{one:?} and {other:?}: {reason:?}");
    }
}

#[test]
fn what_nfc_makes() {
    for (text, expected) in [
        ("", ""),
        ("http://h/a%CC%81", "http://h/a%CC%81"),
        (DECOMPOSED, COMPOSED),
        ("http://e\u{301}@e\u{301}:80/e\u{301}?e\u{301}#e\u{301}", "http://\u{E9}@\u{E9}:80/\u{E9}?\u{E9}#\u{E9}"),
        ("//\u{1100}\u{1161}", "//\u{AC00}"),
        ("\u{212B}\u{2126}", "\u{C5}\u{3A9}"),
        // Marks in another order, and one at the head of a component.
        ("e\u{301}\u{323}", "\u{1EB9}\u{301}"),
        ("http://h/\u{301}", "http://h/\u{301}"),
        // NFC replaces U+037E by a semicolon, which would be a delimiter, and U+1FEF by a grave accent, which an IRI
        // cannot hold.
        ("a\u{37E}", "a%3B"),
        ("?a=1\u{37E}\u{307}b", "?a=1%3B%CC%87b"),
        ("http://h/\u{1FEF}#\u{1FEF}", "http://h/%60#%60"),
        // U+2260 is in NFC. An equals sign and U+0338 would become U+2260, and the value would become part of the name.
        ("?a\u{2260}b", "?a\u{2260}b"),
        ("?a=\u{338}b", "?a=%CC%B8b"),
        ("?a=\u{301}\u{338}b", "?a=%CC%B8%CC%81b"),
        ("?a=\u{301}e\u{301}", "?a=\u{301}\u{E9}"),
        ("//u=\u{338}@h=\u{338}/=\u{338}#=\u{338}", "//u=%CC%B8@h=%CC%B8/=%CC%B8#=%CC%B8"),
        // U+0F73 is a starter, and its decomposition begins with a mark.
        ("urn:%8e\u{F73}\u{323}", "urn:%8e%E0%BD%B1%E0%BD%B2%CC%A3"),
        ("urn:%20\u{F73}", "urn:%20\u{F71}\u{F72}"),
        // A mark after an escape belongs to none of its digits.
        ("/%8e\u{301}", "/%8e%CC%81"),
        ("/%8A\u{30A}\u{323}e\u{301}", "/%8A%CC%A3%CC%8A\u{E9}"),
        ("/%20\u{301}e\u{301}%41", "/%20\u{301}\u{E9}%41"),
    ] {
        let iri = IriRef::parse(text).unwrap();
        assert_eq!(iri.to_nfc(), expected, "{text:?}");
        assert_eq!(iri.is_nfc(), text == expected, "{text:?}");
    }
}

/// The result decodes to the same text as the given identifier, up to canonical equivalence, between each two delimiters.
fn spells_the_same(text: &str) -> Outcome {
    let Ok(iri) = IriRef::parse(text) else { return Ok(false) };
    let nfc = iri.to_nfc();
    let (given, made) = (nfd(text), nfd(nfc.as_str()));
    prop_assert!(given == made, "{text:?} became {:?}", nfc.as_str());
    let again = IriRef::parse(nfc.as_str());
    prop_assert!(again.is_ok_and(|again| again.parts() == nfc.as_borrowed().parts()), "{text:?}");
    prop_assert!(nfc.is_nfc(), "{text:?} became {:?}", nfc.as_str());
    prop_assert!(iri.is_nfc() == (nfc == iri.as_str()), "{text:?}");
    Ok(true)
}

/// The decoded pieces between the reserved characters, in Normalization Form D.
fn nfd(text: &str) -> Vec<String> {
    let nfd = DecomposingNormalizerBorrowed::new_nfd();
    let decoded = text.split_inclusive(reserved).map(decode);
    decoded.map(|octets| nfd.normalize(&String::from_utf8_lossy(&octets)).into_owned()).collect()
}

#[test]
fn nfc_is_an_identifier_in_nfc() {
    for_all("NFC", any_valid(), |text| spells_the_same(text));
}

/// Every character that an IRI may hold, in every component, at both ends of it, and before and after a delimiter and
/// an escape. Of those beyond the BMP, the ones that `is_tried` names.
#[test]
fn every_character_keeps_the_structure() {
    let mut tried = 0;
    for c in '\u{80}'..=char::MAX {
        if c > '\u{FFFF}' && !is_tried(c.into()) {
            continue;
        }
        let stretch = format!("{c}={c}%8e{c}:{c}%41{c}e{c}");
        let path = format!("{c}/{c}%dD{c}/{c}={c}%3d{c};{c}");
        // Normalization changes no character of planes 3 to 13, so one text is enough for each.
        let inert = ('\u{30000}'..'\u{E0000}').contains(&c);
        let texts = if inert && ucschar(c) {
            vec![format!("//{c}/e{c}?a={c}%8e{c}#{c}")]
        } else if ucschar(c) {
            vec![
                format!("s://{stretch}@{c}={c}%CC{c}/{path}?{stretch}&{c}/{c}?{c}#{c}%9B{stretch}"),
                format!("{c}{path}"),
                format!("urn:{path}"),
            ]
        } else if iprivate(c) {
            vec![format!("?{stretch}&{c}/{c}?{c}")]
        } else {
            continue;
        };
        for text in texts {
            tried += 1;
            assert!(spells_the_same(&text).unwrap(), "{text:?} is not an IRI");
        }
    }
    println!("NFC: {tried} texts");
}

/// Every mark of the blocks whose marks join others, after every ASCII character and after every last digit of an
/// escape, alone and together with a second mark.
#[test]
fn every_mark_keeps_the_structure() {
    let marks = ['\u{300}'..='\u{36F}', '\u{F71}'..='\u{F84}', '\u{3099}'..='\u{309A}'];
    let marks: Vec<char> = marks.into_iter().flatten().collect();
    let ascii = ('!'..='~').map(String::from);
    let escapes = "0123456789abcdefABCDEF".chars().map(|digit| format!("%8{digit}"));
    let others = ["", "\u{323}", "\u{338}", "\u{F73}", "\u{301}"];
    let mut held = 0;
    for before in ascii.chain(escapes) {
        for (mark, other) in marks.iter().flat_map(|mark| others.map(|other| (mark, other))) {
            for head in ["", "//", "/", "?", "#"] {
                let text = format!("{head}{before}{mark}{other}");
                held += usize::from(spells_the_same(&text).unwrap());
            }
        }
    }
    assert!(held > 200_000, "{held} texts");
}
