//! The witness of a verdict: steps that account for every difference, or the difference that is at the first of them.

use super::letters;
use super::respell::{choices, form, respell};
use super::run::{Outcome, for_all, strings};
use super::rungs::{blown, texts};
use crate::oracle::alphabet::{Alphabet as Letters, bidi_formatting, reserved, unreserved};
use crate::oracle::percent::{decode, escape};
use crate::oracle::split::{Seven, seven};
use oneiri::compare::{Difference, Reason, Rule, Step};
use oneiri::{Alphabet, Ascii, Component, IriRef, MaybeScheme, Ri, Rung, SchemePresence, Unicode};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq};
use std::ops::Range;
use std::time::Instant;

/// Where the components lie with their delimiters; the slashes are the host's if there is no userinfo.
fn extents(text: &str) -> [Range<usize>; 7] {
    let it = seven(text);
    let mut end = 0;
    let mut next = |part: Option<&str>, delimiter: usize| {
        let start = end;
        end += part.map_or(0, |part| part.len() + delimiter);
        start..end
    };
    let scheme = next(it.scheme.as_deref(), 1);
    let slashes = next(it.host.as_ref().map(|_| ""), 2);
    let userinfo = next(it.userinfo.as_deref(), 1);
    let host = next(it.host.as_deref(), 0);
    let host = if it.userinfo.is_some() { host } else { slashes.start..host.end };
    let port = next(it.port.as_deref(), 1);
    let (path, query) = (next(Some(&it.path), 0), next(it.query.as_deref(), 1));
    [scheme, userinfo, host, port, path, query, next(it.fragment.as_deref(), 1)]
}

fn part(it: &Seven, component: Component) -> Option<&str> {
    match component {
        Component::Scheme => it.scheme.as_deref(),
        Component::Userinfo => it.userinfo.as_deref(),
        Component::Host => it.host.as_deref(),
        Component::Port => it.port.as_deref(),
        Component::Path => Some(&it.path),
        Component::Query => it.query.as_deref(),
        _ => it.fragment.as_deref(),
    }
}

fn place(component: Component) -> usize {
    Component::ALL.iter().position(|&it| it == component).unwrap()
}

fn within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// What IDNA makes of the hosts in these laws: it drops soft hyphens and maps letters to lower case.
fn mapped(host: &str) -> String {
    host.replace('\u{AD}', "").to_ascii_lowercase()
}

/// What a rule claims of two texts, as far as the two alone can tell.
fn holds(rule: Rule, component: Component, x: &str, y: &str) -> bool {
    let [a, b] = [x, y].map(|text| String::from_utf8_lossy(&decode(text)).into_owned());
    let all = |test: fn(char) -> bool| a.chars().chain(b.chars()).all(test);
    let either = |one: &str, other: &str| (x, y) == (one, other) || (x, y) == (other, one);
    let number = |port: &str| match port.trim_start_matches(':') {
        "" => None,
        digits => Some(digits.trim_start_matches('0').to_string()),
    };
    let host = component == Component::Host;
    match rule {
        Rule::LetterCase => {
            let here = matches!(component, Component::Scheme | Component::Host);
            here && x.eq_ignore_ascii_case(y) && x.chars().all(|c| c.is_ascii_alphabetic())
        }
        Rule::HexDigits => x.starts_with('%') && x.eq_ignore_ascii_case(y) && a == b,
        Rule::Unreserved if host => a.eq_ignore_ascii_case(&b) && all(unreserved),
        Rule::Unreserved => a == b && all(unreserved),
        Rule::Ucschar => a == b && all(|c| !c.is_ascii() && !bidi_formatting(c)),
        Rule::BidiControl => a == b && all(bidi_formatting),
        Rule::DotSegments => component == Component::Path && a.contains('.') | b.contains('.'),
        Rule::PortSpelling => component == Component::Port && number(x) == number(y),
        Rule::DefaultPort => component == Component::Port && (number(x) != number(y)),
        Rule::EmptyPath => component == Component::Path && either("", "/"),
        Rule::EmptyQuery => component == Component::Query && either("", "?"),
        Rule::LocalHost => [a, b].iter().all(|host| {
            let host = mapped(host);
            ["", "//", "//localhost"].contains(&host.as_str())
        }),
        Rule::DomainName => host && mapped(&a) == mapped(&b),
        Rule::SchemeCase => a.eq_ignore_ascii_case(&b),
        Rule::Separators => {
            let [a, b] = [a, b].map(|text| text.replace(['-', '.', '(', ')'], ""));
            a.eq_ignore_ascii_case(&b)
        }
        _ => false,
    }
}

/// Skipping the steps, the texts are the same; within them they are not, and the rule of each says why it does not
/// matter.
pub(crate) fn steps_account_for_all(one: &str, other: &str, rung: Rung, steps: &[Step]) -> Outcome {
    let (ours, theirs) = (extents(one), extents(other));
    let (mut a, mut b, mut component) = (0, 0, 0);
    for step in steps {
        let told = format!("{one} and {other}: {step:?} of {steps:?}");
        let (Some(x), Some(y)) = (one.get(step.a.clone()), other.get(step.b.clone())) else {
            return Err(TestCaseError::fail(told + ", out of the text"));
        };
        prop_assert!(a <= step.a.start && b <= step.b.start, "{told}, not in order");
        prop_assert_eq!(&one[a..step.a.start], &other[b..step.b.start], "{}, too late", told);
        let place = step.component.map_or(0, place);
        prop_assert!(component <= place, "{told}, not in order");
        prop_assert!(within(&step.a, &ours[place]), "{told}, beyond the component");
        prop_assert!(within(&step.b, &theirs[place]), "{told}, beyond the component");
        prop_assert!(x != y, "{told}, not needed");
        let both_rules = step.component == Some(Component::Path) && has_both_rules(one, step);
        prop_assert!(both_rules || holds(step.rule, Component::ALL[place], x, y), "{told}, wrong rule");
        prop_assert!(!step.source.is_empty() && !step.rule.describe().is_empty());
        (a, b, component) = (step.a.end, step.b.end, place);
    }
    prop_assert_eq!(&one[a..], &other[b..], "{} and {}: after {:?}", one, other, steps);
    let highest = steps.iter().map(|step| step.rule.rung()).max();
    prop_assert_eq!(highest.unwrap_or(Rung::String), rung, "{} and {}: {:?}", one, other, steps);
    Ok(true)
}

/// A path that both dot segments and the scheme's rule have changed is one step.
fn has_both_rules(text: &str, step: &Step) -> bool {
    let whole = step.a == extents(text)[4] && step.rule.rung() == Rung::Scheme;
    whole && is_ruled(&seven(text))
}

/// Whether the scheme says something of paths.
fn is_ruled(it: &Seven) -> bool {
    let scheme = it.scheme.as_ref().map(|scheme| scheme.to_ascii_lowercase());
    matches!(scheme.as_deref(), Some("mailto" | "tel" | "urn" | "sip" | "sips"))
}

/// The characters and escapes of a text that is normal.
fn pieces(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = Vec::new();
    for (at, _) in text.char_indices() {
        let inside = starts.last().is_some_and(|&last| text[last..].starts_with('%') && at < last + 3);
        if !inside {
            starts.push(at);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

/// Why two components of normal forms differ: by their first characters that do.
fn reason(one: &str, other: &str) -> Reason {
    let (ours, theirs) = (pieces(one), pieces(other));
    let at = ours.iter().zip(&theirs).take_while(|(x, y)| x == y).count();
    let (Some(x), Some(y)) = (ours.get(at), theirs.get(at)) else { return Reason::Text };
    let escapes = |x: &str, y: &str| x.chars().next().is_some_and(|c| reserved(c) && x.len() == 1 && y == escape(c));
    let lower = |text: &str| text.to_lowercase();
    match () {
        () if escapes(x, y) || escapes(y, x) => Reason::Reserved,
        () if x.eq_ignore_ascii_case(y) => Reason::LetterCase,
        () if lower(x) == lower(y) => Reason::UnicodeCase,
        () => Reason::Text,
    }
}

fn rooted(it: &Seven) -> bool {
    it.path.starts_with('/')
}

/// The path without its root, and without the dot segment that keeps it from being read as something else (D-13,
/// D-14), which represents no character of the text.
fn unguarded(it: &Seven) -> &str {
    let path = it.path.strip_prefix('/').unwrap_or(&it.path);
    let guarded = it.scheme.is_some() && it.host.is_none();
    match path.strip_prefix("./") {
        Some(rest) if guarded && rest.starts_with('/') => rest,
        _ => path,
    }
}

/// The difference is in the first component whose normal forms differ, at the first difference, for its reason.
fn difference_stands(letters: Letters, one: &str, other: &str, difference: &Difference) -> Outcome {
    let told = format!("{one} and {other}: {difference:?}");
    let (ours, theirs) = (seven(one), seven(other));
    let forms = |rung| [one, other].map(|text| seven(&form(letters, rung, text)));
    let ([x, y], [by_syntax, other_by_syntax]) = (forms(Rung::Scheme), forms(Rung::Path));
    // What is alike by syntax, and a rule changes in one of them because of another component, is no place to stop.
    let differs = |&it: &Component| part(&x, it) != part(&y, it) && part(&by_syntax, it) != part(&other_by_syntax, it);
    let first = Component::ALL.into_iter().find(differs).unwrap();
    prop_assert_eq!(difference.component, first, "{}", told);
    let there = |a: &Seven, b: &Seven| part(a, first).is_some() != part(b, first).is_some();
    let expected = |[x, y]: [Seven; 2]| match (part(&x, first), part(&y, first)) {
        _ if there(&x, &y) && there(&ours, &theirs) => Reason::Presence,
        (Some(_), Some(_)) if first == Component::Path && rooted(&x) == rooted(&y) => {
            reason(unguarded(&x), unguarded(&y))
        }
        (Some(x), Some(y)) => reason(x, y),
        _ => Reason::Text,
    };
    let mut reasons = vec![expected([x, y])];
    if is_ruled(&ours) && matches!(first, Component::Path | Component::Query) {
        // Where the end of a text says what its beginning is, the difference may be in the end; and where a rule has
        // made a path anew, all that is told is that it differs.
        let there = |text: &str, difference: &Range<usize>| {
            let slice = text.get(difference.clone()).unwrap_or_default();
            form(letters, Rung::Escape, &format!("s:?{slice}")).split_off(3)
        };
        reasons.push(reason(&there(one, &difference.a), &there(other, &difference.b)));
        if difference.a == extents(one)[4] {
            reasons.push(difference.reason);
        }
    }
    let composed = matches!(difference.reason, Reason::Nfc | Reason::Nfkc) && !one.is_ascii();
    prop_assert!(reasons.contains(&difference.reason) || composed, "{told}: {reasons:?}");
    let [in_one, in_other] = [one, other].map(|text| {
        let all = extents(text);
        match (first, difference.reason) {
            // What has no host has no authority.
            (Component::Host, Reason::Presence) => all[2].start..all[3].end,
            _ => all[place(first)].clone(),
        }
    });
    let (Some(a), Some(b)) = (one.get(difference.a.clone()), other.get(difference.b.clone())) else {
        return Err(TestCaseError::fail(told + ", out of the text"));
    };
    prop_assert!(within(&difference.a, &in_one) && within(&difference.b, &in_other), "{told}, elsewhere");
    prop_assert!(a != b, "{told}: no difference");
    // Before the first difference there is none.
    if matches!(first, Component::Query | Component::Fragment) && difference.reason != Reason::Presence {
        let head = |text: &str, extent: &Range<usize>, difference: &Range<usize>| {
            form(letters, Rung::Path, &format!("s:{}", &text[extent.start..difference.start]))
        };
        let (before_a, before_b) = (head(one, &in_one, &difference.a), head(other, &in_other, &difference.b));
        let names = ours.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto"));
        prop_assert!(names || before_a == before_b, "{told}: not the first");
    }
    Ok(true)
}

fn witnessed<A: Alphabet, F: SchemePresence>(one: &str, other: &str) -> Outcome {
    let (Ok(a), Ok(b)) = (Ri::<&str, A, F>::parse(one), Ri::<&str, A, F>::parse(other)) else {
        return Ok(false);
    };
    let (verdict, turned) = (a.compare(&b), b.compare(&a));
    let (steps, difference) = (verdict.steps(), verdict.difference());
    let mut mirrored: Vec<Step> = turned.steps();
    for step in &mut mirrored {
        std::mem::swap(&mut step.a, &mut step.b);
    }
    prop_assert_eq!(&mirrored, &steps, "{} and {}, turned", one, other);
    let mut mirrored: Option<Difference> = turned.difference();
    if let Some(difference) = &mut mirrored {
        std::mem::swap(&mut difference.a, &mut difference.b);
    }
    prop_assert_eq!(&mirrored, &difference, "{} and {}, turned", one, other);
    // One for each component, from left to right, each within the texts.
    let differences = verdict.differences();
    prop_assert_eq!(differences.first(), difference.as_ref(), "{} and {}", one, other);
    let ordered = |two: &[Difference]| two[0].a.end <= two[1].a.start && two[0].b.end <= two[1].b.start;
    prop_assert!(differences.windows(2).all(ordered), "{one} and {other}: {differences:?}");
    for Difference { a, b, .. } in &differences {
        prop_assert!(one.get(a.clone()).is_some() && other.get(b.clone()).is_some());
    }
    match (verdict.rung(), difference) {
        (Some(rung), None) => steps_account_for_all(one, other, rung, &steps),
        (None, Some(difference)) if steps.is_empty() => difference_stands(letters::<A>(), one, other, &difference),
        (rung, difference) => {
            let told = format!("{one} and {other}: {rung:?}, {steps:?}, {difference:?}");
            Err(TestCaseError::fail(told))
        }
    }
}

pub(super) fn witnessed_in(letters: Letters, one: &str, other: &str) -> Outcome {
    match letters {
        Letters::Uri => witnessed::<Ascii, MaybeScheme>(one, other),
        Letters::Iri => witnessed::<Unicode, MaybeScheme>(one, other),
    }
}

#[test]
fn steps_account_for_every_difference_of_respellings() {
    let rungs = select(&[Rung::Case, Rung::Escape, Rung::Path, Rung::Path, Rung::Scheme][..]);
    for_all("steps", (texts(), rungs, choices(), choices()), |((letters, text), rung, one, other)| {
        let [one, other] = [one, other].map(|choices| respell(*letters, *rung, text, choices));
        witnessed_in(*letters, &one, &other)
    });
}

/// Pairs that broke the law once.
#[test]
fn special_pairs_have_their_witness() {
    for (one, other) in [
        // The scheme has a rule for the path, which the plan writes anew; and the difference lies in dot segments and escapes.
        ("mailto:Jo\u{202E}am.com?S", "mAILtO:x/%2e./J%6f%e2%80%aE%61m.c%6Fm?%73"),
        ("mailto:Jo\u{202E}am.com", "mailto:x/%2e./J%6f%e2%80%aE%61m.c%6Fm"),
        ("mailto:a@B", "mailto:x/../%61@B"),
        ("mailto:a@B", "mailto:x/../%61@b"),
        ("tel:+1", "tel:x/../%2B1"),
        ("urn:a:b", "urn:a:x/../b"),
        ("sip:a@h", "sip:x/../%61@h"),
        // Only one text has an authority, and by the scheme its host is the empty one of the other: the port is the wall.
        ("file:/1/:00080//../+1-(2).3", "file://:80/+1-(2).3"),
        ("file:/a", "file://:80/b"),
        ("file:/a", "file://localhost:80/a"),
        ("file:/a", "file://u@localhost:80/a"),
        ("s:/a", "s://:80/a"),
        ("s:/a", "s://h:80/a"),
        // The path of only one of two SIP addresses is an address, and by syntax the paths are equal, so it is no wall.
        ("sip:A@b@%43?a#@%62/a", "sip:A@b@C?a@b/a"),
        ("sip:a@%43?q", "sip:a@C?q@h"),
        ("sip:a@%2B%43?q", "sip:a@%2bC?q@h"),
        ("sip:%61@C?q", "sip:a@C?q@h"),
    ] {
        for letters in [Letters::Uri, Letters::Iri] {
            witnessed_in(letters, one, other).unwrap();
        }
    }
}

#[test]
fn a_difference_stands_at_the_first_difference() {
    let blow = (any::<prop::sample::Index>(), "[aA1:/.?#%@;,é-]|%2F|%C3", any::<bool>());
    let two = (texts(), choices(), blow, choices());
    for_all("differences", two, |((letters, text), one, (place, symbol, replace), other)| {
        let one = respell(*letters, Rung::Scheme, text, one);
        let one = blown(&one, *place, symbol, *replace);
        witnessed_in(*letters, &one, &respell(*letters, Rung::Path, text, other))
    });
    for_all("differences of any two", (texts(), texts()), |((letters, one), (_, other))| {
        witnessed_in(*letters, one, other)
    });
}

#[test]
fn all_short_pairs_have_their_witness() {
    for (head, symbols, most) in [
        ("", &["a", "A", ":", "/", ".", "?", "#", "%2f", "%2F", "%41"][..], 2),
        ("s:", &["a", "/", ".", "..", "%2E", "A", "%61"], 3),
        ("http://h", &[":", "80", "0", "/", ".", "?", "/..", "#"], 3),
        ("http:", &["//", "h", "H", "%68", "%48", "/", ":080", "@"], 3),
        ("file:", &["//", "/", "localhost", "LOCAL", ".", ":", "@"], 3),
        ("mailto:a", &["A", "@", ",", "%41", "/..", "?", "="], 3),
        ("tel:", &["1", "-", "(", "%2d", ";", "A", "/.."], 3),
        ("urn:a", &["b", "B", ":", "%62", "/..", "%3a"], 3),
        ("s:?", &["é", "É", "%c3", "%A9", "\u{202E}", "%e2%80%ae"], 3),
    ] {
        let begun = Instant::now();
        let all = strings(head, symbols, most, |text| IriRef::parse(text).is_ok());
        let parsed: Vec<_> = all.iter().map(|text| IriRef::parse(text).unwrap()).collect();
        let (mut equal, mut different) = (0, 0);
        for (i, a) in parsed.iter().enumerate() {
            for (j, b) in parsed.iter().enumerate() {
                // Differences are many and much alike: one in eleven will do.
                let joined = a.compare(b).rung().is_some();
                if !joined && (i + j) % 11 > 0 {
                    continue;
                }
                let (one, other) = (a.as_str(), b.as_str());
                if let Err(reason) = witnessed::<Unicode, MaybeScheme>(one, other) {
                    panic!("witness: broken by {one:?} and {other:?}: {reason}");
                }
                equal += usize::from(joined);
                different += usize::from(!joined);
            }
        }
        let time = begun.elapsed();
        println!("witness: {equal} equal and {different} different pairs after {head:?}, in {time:.1?}");
    }
}
