//! Fingerprints: the published vectors, and the law that they are hashes of the normal form's text.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

pub(crate) const FILES: &[&str] = &["fingerprints.toml"];

#[cfg(all(feature = "fingerprint", feature = "blake3"))]
mod with_both {
    use oneiri::{Fingerprint, Iri, IriRef, Rung, UriRef};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::prop_assert_eq;

    use crate::cases::shared::{Case, folder, load};
    use crate::laws::generate::{any_valid, respelled, valid};
    use crate::laws::run::for_all;
    use crate::oracle::alphabet::Alphabet as Letters;

    fn vectors() -> Vec<Case> {
        load("fingerprints.toml", "id input rung normal_form xxh3_128 blake3 note?")
    }

    /// What anyone would compute, knowing the text alone.
    fn of_text(text: &str) -> [Fingerprint; 2] {
        let xxh3 = twox_hash::XxHash3_128::oneshot(text.as_bytes());
        let mut blake3 = [0; 16];
        blake3.copy_from_slice(&::blake3::hash(text.as_bytes()).as_bytes()[..16]);
        [xxh3.to_be_bytes(), blake3].map(Fingerprint::from_bytes)
    }

    fn of(value: &IriRef<'_>, rung: Rung) -> [Fingerprint; 2] {
        [value.normal_at(rung).fingerprint(), value.normal_at(rung).fingerprint_blake3()]
    }

    #[test]
    fn published_vectors() {
        let cases = vectors();
        assert_eq!(cases.len(), 19, "vectors were added or lost");
        for case in cases {
            let at: Rung = case.text("rung").parse().unwrap();
            let iri = IriRef::parse(case.text("input")).unwrap_or_else(|error| panic!("{error} in {case:?}"));
            assert_eq!(iri.normalize_at(at), case.text("normal_form"), "{case:?}");
            let got = of(&iri, at).map(|fingerprint| fingerprint.to_string());
            assert_eq!(got.each_ref(), [case.text("xxh3_128"), case.text("blake3")], "{case:?}");
            if let Ok(uri) = UriRef::parse(case.text("normal_form")) {
                let again = [uri.normal_at(at).fingerprint(), uri.normal_at(at).fingerprint_blake3()];
                assert_eq!(again.map(|it| it.to_string()), got, "the normal form as a URI: {case:?}");
            }
        }
    }

    /// The table of `docs/fingerprint.md` shows vectors as they are.
    #[test]
    fn the_documentation_shows_the_vectors() {
        let document = std::fs::read_to_string(folder().join("../docs/fingerprint.md")).unwrap();
        let cases = vectors();
        let (_, vectors) = document.split_once("## Vectors").unwrap();
        let mut rows = 0;
        for line in vectors.lines().filter(|line| line.starts_with("| `")) {
            let known = cases.iter().any(|case| {
                let [input, rung, xxh3, blake3] = ["input", "rung", "xxh3_128", "blake3"].map(|key| case.text(key));
                line == format!("| `{input}` | {rung} | `{xxh3}` | `{blake3}` |")
            });
            assert!(known, "docs/fingerprint.md: no vector is {line}");
            rows += 1;
        }
        assert!(rows >= 10, "docs/fingerprint.md shows {rows} vectors");
    }

    /// Whatever the normal form is made of, and wherever it would be cut into blocks.
    #[test]
    fn a_fingerprint_is_the_hash_of_the_normal_form() {
        for_all("fingerprints", any_valid(), |text| {
            let Ok(iri) = IriRef::parse(text) else { return Ok(false) };
            for rung in Rung::ALL {
                let normal = iri.normalize_at(rung);
                prop_assert_eq!(of(&iri, rung), of_text(normal.as_str()), "{} at {}", text, rung);
            }
            Ok(true)
        });
        for length in
            [1, 15, 16, 17, 55, 62, 63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 200, 240, 241, 1023, 1024, 1025, 5000]
        {
            for head in ["HTTP://H:80/%7e", "http://h/a/../", "http://h/", "mailto:A@B,", "urn:", "./../"] {
                for fill in ["x", "\u{E9}", "%41", "a/../", "%c3%a9"] {
                    let text = head.to_owned() + &fill.repeat(length);
                    let iri = IriRef::parse(&text).unwrap();
                    for rung in Rung::ALL {
                        let normal = iri.normalize_at(rung);
                        assert_eq!(of(&iri, rung), of_text(normal.as_str()), "{text} at {rung}");
                    }
                }
            }
        }
    }

    #[test]
    fn fingerprints_are_equal_as_normal_forms_are() {
        let pairs = (valid(Letters::Iri, false), vec(any::<bool>(), 1..20), any_valid(), any::<bool>()).prop_map(
            |(text, choices, other, same)| {
                let other = if same { respelled(Letters::Iri, &text, &choices) } else { other };
                (text, other)
            },
        );
        for_all("fingerprints of pairs", pairs, |(one, other)| {
            let (Ok(a), Ok(b)) = (IriRef::parse(one), IriRef::parse(other)) else {
                return Ok(false);
            };
            for rung in Rung::ALL {
                let equal = a.normalize_at(rung) == b.normalize_at(rung);
                let [x, y] = [of(&a, rung), of(&b, rung)];
                prop_assert_eq!(x[0] == y[0], equal, "{} and {} at {}", one, other, rung);
                prop_assert_eq!(x[1] == y[1], equal, "{} and {} at {}", one, other, rung);
            }
            Ok(true)
        });
    }

    #[test]
    fn bytes_numbers_and_digits_say_the_same() {
        let fingerprint = Iri::parse("http://h/").unwrap().normal_at(Rung::Scheme).fingerprint();
        let bytes = fingerprint.to_bytes();
        assert_eq!(Fingerprint::from_bytes(bytes), fingerprint);
        assert_eq!(u128::from(fingerprint), u128::from_be_bytes(bytes));
        assert_eq!(fingerprint.to_string(), format!("{:032x}", u128::from(fingerprint)));
        assert_eq!(format!("{fingerprint:?}"), format!("Fingerprint({fingerprint})"));
        let small = Fingerprint::from_bytes([0; 16]);
        assert!(small < fingerprint && small.to_string() == "0".repeat(32));
    }
}
