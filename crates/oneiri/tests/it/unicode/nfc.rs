//! Character normalization: RFC 3987 section 5.3.2.2. For creators alone; no rung ever applies it.

use oneiri::{Iri, IriRef, Reason, Rung};
use proptest::prop_assert;

use crate::laws::generate::any_valid;
use crate::laws::run::for_all;

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

/// The wall says so where nothing but NFC or NFKC would join the two.
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
            let got = verdict.wall().map(|wall| wall.reason);
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
        let reason = a.compare(&b).wall().map(|wall| wall.reason);
        assert!(
            reason.is_some_and(|it| it != nfc && it != nfkc),
            "{one:?} and {other:?}: {reason:?}"
        );
    }
}

#[test]
fn what_nfc_makes() {
    for (text, expected) in [
        ("", ""),
        ("http://h/a%CC%81", "http://h/a%CC%81"),
        (DECOMPOSED, COMPOSED),
        (
            "http://e\u{301}@e\u{301}:80/e\u{301}?e\u{301}#e\u{301}",
            "http://\u{E9}@\u{E9}:80/\u{E9}?\u{E9}#\u{E9}",
        ),
        ("//\u{1100}\u{1161}", "//\u{AC00}"),
        ("\u{212B}\u{2126}", "\u{C5}\u{3A9}"),
        // Marks in another order, and one at the head of a component.
        ("e\u{301}\u{323}", "\u{1EB9}\u{301}"),
        ("http://h/\u{301}", "http://h/\u{301}"),
        // A Greek question mark is a semicolon. A Greek grave accent is one, which no IRI holds.
        ("a\u{37E}", "a;"),
        ("http://h/\u{1FEF}#\u{1FEF}", "http://h/%60#%60"),
        // A mark behind an escape belongs to none of its digits.
        ("/%8e\u{301}", "/%8e%CC%81"),
        ("/%8A\u{30A}\u{323}e\u{301}", "/%8A%CC%A3%CC%8A\u{E9}"),
        ("/%20\u{301}e\u{301}%41", "/%20\u{301}\u{E9}%41"),
    ] {
        let iri = IriRef::parse(text).unwrap();
        assert_eq!(iri.to_nfc(), expected, "{text:?}");
        assert_eq!(iri.is_nfc(), text == expected, "{text:?}");
    }
}

/// Of any identifier it makes one again, with the same components; once is enough.
#[test]
fn nfc_is_an_identifier_in_nfc() {
    for_all("NFC", any_valid(), |text| {
        let Ok(iri) = IriRef::parse(text) else { return Ok(false) };
        let nfc = iri.to_nfc();
        let again = IriRef::parse(nfc.as_str());
        prop_assert!(again.is_ok(), "{text:?} became {:?}", nfc.as_str());
        prop_assert!(again.unwrap().parts() == nfc.as_borrowed().parts(), "{text:?}");
        prop_assert!(nfc.is_nfc() && nfc.to_nfc() == nfc, "{text:?} became {:?}", nfc.as_str());
        prop_assert!(iri.is_nfc() == (nfc == iri.as_str()), "{text:?}");
        Ok(true)
    });
    // Every character that an IRI may hold, alone and behind a letter.
    for c in ('\u{A0}'..='\u{3FFFF}').filter(|c| IriRef::parse(&format!("/{c}")).is_ok()) {
        let behind = [format!("/{c}"), format!("//e{c}"), format!("?a={c}"), format!("#{c}")];
        let escapes = ["%8e", "%8A", "%dD"].map(|escape| format!("{escape}{c}"));
        for text in behind.into_iter().chain(escapes) {
            let nfc = IriRef::parse(&text).unwrap().to_nfc().into_string();
            let again = IriRef::parse(&nfc).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert!(again.is_nfc(), "{text:?} became {nfc:?}");
        }
    }
}
