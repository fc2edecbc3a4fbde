//! What goes beyond ASCII and beyond the grammar: NFC, right-to-left scripts, domain names.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[cfg(feature = "bidi")]
mod bidi;
#[cfg(feature = "idna")]
mod idna;
#[cfg(feature = "nfc")]
mod nfc;

use oneiri::{Iri, IriRef, Rung};

/// RFC 3987 section 4.1 names seven characters. Isolates and marks that came later are not among
/// them.
#[test]
fn the_bidi_controls_are_seven() {
    let seven = ['\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}'];
    for character in ('\u{80}'..='\u{2FFFF}').filter(|c| IriRef::parse(&format!("{c}")).is_ok()) {
        let expected = seven.contains(&character);
        for text in [
            format!("http://h/a{character}b"),
            format!("http://{character}/"),
            format!("http://{character}@h/"),
            format!("http://h/?{character}"),
            format!("http://h/#{character}"),
        ] {
            let iri = Iri::parse(&text).unwrap();
            assert_eq!(iri.has_bidi_controls(), expected, "{text:?}");
            let normal = iri.normalize_at(Rung::Path);
            assert!(!normal.has_bidi_controls(), "{text:?} became {:?}", normal.as_str());
        }
    }
    assert!(!Iri::parse("http://h/%E2%80%AE").unwrap().has_bidi_controls(), "an escape is none");
}
