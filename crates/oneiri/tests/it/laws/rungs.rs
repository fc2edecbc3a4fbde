//! Every rung an equivalence, each within the next: on respellings, on near misses and on all short strings.

use super::generate::{any_valid, valid};
use super::respell::{choices, form, of_known_schemes, respell};
use super::run::{Outcome, for_all, for_every, is_tried, strings};
use super::{is_borrowed, letters, reparses};
use crate::oracle::alphabet::{Alphabet as Letters, reserved};
use crate::oracle::percent::{escape, first_escape};
use oneiri::{Alphabet, Ascii, HasScheme, Iri, IriRef, MaybeScheme, Ri, Rung, SchemePresence, Unicode, Uri, UriRef};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

/// A hasher that minds where one write ends and the next begins.
#[derive(Default)]
struct Borders(u64);

impl Hasher for Borders {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = self.0.rotate_left(7) ^ (bytes.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn hashes(value: &impl Hash) -> (u64, u64) {
    let (mut sip, mut borders) = (DefaultHasher::new(), Borders::default());
    value.hash(&mut sip);
    value.hash(&mut borders);
    (sip.finish(), borders.finish())
}

/// What holds of one: its normal forms are the oracle's, and every rung keeps what the one below it makes.
pub(super) fn normal_forms<A: Alphabet, F: SchemePresence>(text: &str) -> Outcome {
    let Ok(value) = Ri::<&str, A, F>::parse(text) else { return Ok(false) };
    let mut below = Rung::String;
    for rung in Rung::ALL {
        let normal = value.normalize_at(rung);
        let expected = form(letters::<A>(), rung, text);
        prop_assert_eq!(normal.as_str(), &expected, "{} at {}", text, rung);
        prop_assert!(normal.as_str() != text || is_borrowed(text, normal.as_str()), "{text}: copied");
        reparses(&normal)?;
        prop_assert_eq!(value.normal_at(rung).to_string(), normal.as_str(), "{} at {}", text, rung);
        // Its own normal form, there and one rung below; and what is lost below is not missed above.
        prop_assert_eq!(&normal.normalize_at(rung), &normal, "{} at {}", text, rung);
        prop_assert_eq!(&normal.normalize_at(below), &normal, "{} at {}", text, below);
        let by_steps = value.normalize_at(below);
        prop_assert_eq!(&by_steps.normalize_at(rung), &normal, "{} at {}", text, rung);
        below = rung;
    }
    Ok(true)
}

/// G5 at every rung.
fn squares_commute<F: SchemePresence>(text: &str) -> Outcome {
    let Ok(iri) = Ri::<&str, Unicode, F>::parse(text) else { return Ok(false) };
    for rung in Rung::ALL {
        let (below, right) = (iri.to_uri(), iri.normalize_at(rung));
        prop_assert_eq!(below.normalize_at(rung), right.to_uri(), "{} at {}", text, rung);
    }
    Ok(true)
}

/// A text and its normal forms, as the oracle has them, from the lowest rung up.
pub(super) type Forms<'t> = (&'t str, [String; 6]);

pub(super) fn forms(letters: Letters, text: &str) -> Forms<'_> {
    (text, Rung::ALL.map(|rung| form(letters, rung, text)))
}

/// What holds of two: they are equal where their normal forms are, and so are their keys, hashes and verdict.
fn any_two<A: Alphabet>((one, ones): &Forms<'_>, (other, others): &Forms<'_>) -> Outcome {
    let parse = Ri::<&str, A, MaybeScheme>::parse;
    let (Ok(a), Ok(b)) = (parse(one), parse(other)) else { return Ok(false) };
    let (lowest, mut below) = (a.compare(&b).rung(), false);
    for (index, rung) in Rung::ALL.into_iter().enumerate() {
        let (ours, theirs) = (&ones[index], &others[index]);
        let equal = ours == theirs;
        let told = |got: bool, what: &str| {
            let claim = if got { "equal" } else { "different" };
            let message = || format!("{one} and {other}: {what} says {claim} at {rung}");
            if got == equal { Ok(()) } else { Err(TestCaseError::fail(message())) }
        };
        told(a.equivalent_at(&b, rung), "equivalent_at")?;
        told(lowest.is_some_and(|lowest| lowest <= rung), "compare")?;
        told(equal || below, "the rung below")?;
        let (x, y) = (a.normal_at(rung), b.normal_at(rung));
        told(x == y, "Normal")?;
        told(hashes(&x) == hashes(&y), "the hash")?;
        prop_assert_eq!(x.cmp(&y), ours.cmp(theirs), "{} and {} at {}", one, other, rung);
        below = equal;
    }
    Ok(true)
}

/// What holds of any two holds of all these, both ways round and of each with itself: as equality of normal forms is
/// an equivalence, so is that of each rung.
pub(super) fn each_two(letters: Letters, all: &[Forms<'_>]) -> Outcome {
    let mut spoke = true;
    for one in all {
        for other in all {
            spoke &= match letters {
                Letters::Uri => any_two::<Ascii>(one, other)?,
                Letters::Iri => any_two::<Unicode>(one, other)?,
            };
        }
    }
    Ok(spoke)
}

/// Fingerprints are equal where normal forms are, by either hash.
pub(super) fn fingerprints_agree(all: &[Forms<'_>]) -> Outcome {
    #[cfg(all(feature = "fingerprint", feature = "blake3"))]
    for (one, ones) in all {
        for (other, others) in all {
            let (Ok(a), Ok(b)) = (IriRef::parse(one), IriRef::parse(other)) else { continue };
            for (index, rung) in Rung::ALL.into_iter().enumerate() {
                // The forms are those of an alphabet; where they agree in one, they do in the other.
                let equal = a.normalize_at(rung) == b.normalize_at(rung);
                prop_assert!(equal || ones[index] != others[index], "{one} and {other} at {rung}");
                let fast = a.normal_at(rung).fingerprint() == b.normal_at(rung).fingerprint();
                let strong = a.normal_at(rung).fingerprint_blake3() == b.normal_at(rung).fingerprint_blake3();
                prop_assert_eq!((fast, strong), (equal, equal), "{} and {} at {}", one, other, rung);
            }
        }
    }
    Ok(!all.is_empty())
}

/// A grammatical text and its alphabet, of schemes that are known half the time.
pub(crate) fn texts() -> impl Strategy<Value = (Letters, String)> {
    let of = |letters| {
        let known = of_known_schemes(letters).prop_filter("grammatical", move |text| match letters {
            Letters::Uri => Uri::parse(text).is_ok(),
            Letters::Iri => Iri::parse(text).is_ok(),
        });
        prop_oneof![valid(letters, false), known].prop_map(move |text| (letters, text))
    };
    prop_oneof![of(Letters::Uri), of(Letters::Iri)]
}

/// The text with a character too much, too few, or replaced.
pub(crate) fn blown(text: &str, place: prop::sample::Index, symbol: &str, replace: bool) -> String {
    let mut blown: Vec<char> = text.chars().collect();
    let at = place.index(blown.len() + 1);
    let end = blown.len().min(at + usize::from(replace));
    blown.splice(at..end, symbol.chars());
    blown.into_iter().collect()
}

#[test]
fn every_rung_keeps_what_the_rung_below_it_makes() {
    for_all("normal forms", any_valid(), |text| of_all_types!(normal_forms, text));
    for_all("normal forms, known schemes", texts(), |(_, text)| of_all_types!(normal_forms, text));
    let law = |text: &str| -> Outcome {
        let spoke = normal_forms::<Unicode, MaybeScheme>(text)?;
        Ok(normal_forms::<Ascii, MaybeScheme>(text)? | spoke)
    };
    for head in ["", "http:", "file:", "mailto:", "urn:", "tel:", "http://h"] {
        let symbols = ["a", "A", ":", "/", ".", "?", "#", "%", "2", "f"];
        for_every("normal forms", head, &symbols, 4, law);
    }
    let uuid = "UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6";
    for (head, symbols) in [
        ("mailto:", &["A", "@", ",", "%40", "%41", "/", "..", "?", "=", "&"][..]),
        ("tel:", &["1", "A", "-", "(", "+", ";", "ext=", "%2D", "%23", "/", "."]),
        ("urn:", &["Ex", "A", ":", "-", "/", "%2E", "%3A", uuid]),
        ("sip:", &["A", "@", ";", "user=", "X=", "?", ":", "%75ser", "/"]),
        ("file:", &["/", "//", "localhost", "%6C", "A", ".", ":", "@", "80"]),
        ("ldap:", &["//", "h", ":389", "/", "?", "#", ".."]),
    ] {
        for_every("normal forms", head, symbols, 4, law);
    }
}

#[test]
fn conversion_and_every_rung_commute() {
    let law =
        |text: &str| -> Outcome { Ok(squares_commute::<HasScheme>(text)? | squares_commute::<MaybeScheme>(text)?) };
    for_all("squares", texts(), |(_, text)| law(text));
    for head in ["tel:1", "mailto:a@", "urn:ab:", "file://localhost", "s:?"] {
        let symbols = ["A", "%41", "%C3", "%a9", "é", "\u{202E}", "\u{E000}", "/", ".", "-"];
        for_every("squares", head, &symbols, 3, law);
    }
}

/// Three spellings by the rules of one rung: one there and above, and an equivalence below.
#[test]
fn respellings_are_one_at_their_rung_and_above() {
    let rungs = select(&[Rung::Case, Rung::Escape, Rung::Path, Rung::Scheme, Rung::Scheme][..]);
    let three = (texts(), rungs, choices(), choices());
    for_all("respellings", three, |((letters, text), rung, one, other)| {
        let spelled = |choices| respell(*letters, *rung, text, choices);
        let spellings = [text.clone(), spelled(one), spelled(other)];
        let all = [0, 1, 2].map(|index| forms(*letters, &spellings[index]));
        let at = Rung::ALL.into_iter().position(|it| it == *rung).unwrap();
        for (spelling, forms) in &all {
            prop_assert_eq!(&forms[at], &all[0].1[at], "{} for {} at {}", spelling, text, rung);
        }
        each_two(*letters, &all)
    });
}

#[test]
fn near_misses_are_told_apart_as_their_normal_forms_are() {
    let blow = (any::<prop::sample::Index>(), "[aA1:/.?#%@;,-]?", any::<bool>());
    let near = (texts(), choices(), blow, choices());
    for_all("near misses", near, |((letters, text), one, (place, symbol, replace), other)| {
        let near = respell(*letters, Rung::Scheme, text, one);
        let far = respell(*letters, Rung::Path, text, other);
        let near = blown(&near, *place, symbol, *replace);
        each_two(*letters, &[forms(*letters, &far), forms(*letters, &near)])
    });
}

/// The text with one reserved character escaped, or one escape of such a character literal.
fn toggled(text: &str, which: prop::sample::Index) -> Option<String> {
    let toggle = |at: usize| {
        let rest = &text[at..];
        let c = rest.chars().next().filter(|&c| reserved(c));
        let octet = first_escape(rest).map(char::from).filter(|&c| reserved(c));
        let literal = c.map(|c| format!("{}{}{}", &text[..at], escape(c), &rest[1..]));
        literal.or_else(|| octet.map(|c| format!("{}{c}{}", &text[..at], &rest[3..])))
    };
    let places = (0..text.len()).filter(|&at| text.is_char_boundary(at));
    let all: Vec<String> = places.filter_map(toggle).collect();
    (!all.is_empty()).then(|| which.get(&all).clone())
}

/// RFC 3986 section 2.2: "URIs that differ in the replacement of a reserved character with its corresponding
/// percent-encoded octet are not equivalent." What dot segments take along is gone before that is asked.
#[test]
fn nothing_joins_a_reserved_character_and_its_escape() {
    let pairs = (texts(), any::<prop::sample::Index>(), choices(), choices());
    for_all("reserved", pairs, |((letters, text), which, one, other)| {
        let normal = form(*letters, Rung::Path, text);
        let Some(toggled) = toggled(&normal, *which) else { return Ok(false) };
        if IriRef::parse(&toggled).is_err() {
            return Ok(false);
        }
        let one = respell(*letters, Rung::Scheme, &normal, one);
        let other = respell(*letters, Rung::Scheme, &toggled, other);
        for (one, other) in [(&normal, &toggled), (&one, &other)] {
            let (a, b) = (IriRef::parse(one).unwrap(), IriRef::parse(other).unwrap());
            prop_assert_eq!(a.compare(&b).rung(), None, "{} and {}", one, other);
            for rung in Rung::ALL {
                prop_assert!(!a.equivalent_at(&b, rung), "{one} and {other} at {rung}");
                prop_assert!(a.normal_at(rung) != b.normal_at(rung), "{one} and {other} at {rung}");
            }
        }
        Ok(true)
    });
}

/// All strings of up to `most` symbols after `head` that are URI references, and which of them the oracle calls equal.
fn all_pairs(head: &str, symbols: &[&str], most: usize) {
    let begun = Instant::now();
    let all = strings(head, symbols, most, |text| UriRef::parse(text).is_ok());
    let parsed: Vec<_> = all.iter().map(|text| UriRef::parse(text).unwrap()).collect();
    let classes = Rung::ALL.map(|rung| {
        let mut numbers = BTreeMap::new();
        let number = |text: &String| {
            let next = numbers.len();
            *numbers.entry(form(Letters::Uri, rung, text)).or_insert(next)
        };
        all.iter().map(number).collect::<Vec<usize>>()
    });
    let (mut pairs, mut joined) = (0, 0);
    for (i, a) in parsed.iter().enumerate() {
        for (j, b) in parsed.iter().enumerate() {
            pairs += 1;
            if i != j && !is_tried(pairs) {
                continue;
            }
            let lowest = a.compare(b).rung();
            joined += usize::from(lowest.is_some());
            for (rung, class) in Rung::ALL.into_iter().zip(&classes) {
                let equal = class[i] == class[j];
                assert_eq!(a.equivalent_at(b, rung), equal, "{a} and {b} at {rung}");
                let by_verdict = lowest.is_some_and(|lowest| lowest <= rung);
                assert_eq!(by_verdict, equal, "the verdict on {a} and {b}: {lowest:?}");
            }
        }
    }
    let time = begun.elapsed();
    println!("rungs: {pairs} pairs after {head:?}, {joined} joined at some rung, in {time:.1?}");
    assert!(joined > all.len());
}

#[test]
fn all_short_pairs_are_equal_where_their_normal_forms_are() {
    let symbols = ["a", "A", ":", "/", ".", "?", "#", "%", "2", "f"];
    for head in ["", "s:", "mailto:", "urn:", "tel:"] {
        all_pairs(head, &symbols, 3);
    }
    all_pairs("", &["a", "A", "%41", ":", "/", ".", "?", "#"], 3);
    all_pairs("s:", &["a", "/", ".", "..", "%2E"], 4);
    all_pairs("//", &["A", "a", "@", ":", "0", "%41"], 4);
    all_pairs("http:", &["//", "/", "h", "H", ":80", ":", "?", "%2F"], 3);
    all_pairs("file:", &["//", "/", "localhost", ".", "A", ":", "@"], 3);
    all_pairs("mailto:", &["a", "A", "@", ",", "%40", "/.."], 3);
    all_pairs("urn:", &["ab", "AB", ":", "c", "C", "/", "%3a"], 3);
    all_pairs("tel:", &["1", "-", "(", "%2D", ";", "A", "/.."], 3);
}
