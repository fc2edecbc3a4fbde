//! The protocol rung: what was observed of resources, case by case. Its laws are in `graphs`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod graphs;

use oneiri::compare::{Evidence, ObservationError, ObservationKind, Observations, Problem, Rule};
use oneiri::registry::{Registry, SchemeRules};
use oneiri::{Alphabet, Ascii, HasScheme, Ladder, Ri, Rung, Unicode, Uri};

fn ri<A: Alphabet>(text: &str) -> Ri<&str, A, HasScheme> {
    Ri::<&str, A, HasScheme>::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn observe<A: Alphabet>(observations: &mut Observations<'_>, from: &str, to: &str) -> Result<(), ObservationError> {
    observations.observe(ObservationKind::Redirect, &ri::<A>(from), &ri::<A>(to), "test")
}

/// What redirects come to.
fn settled(redirects: &[(&str, &str)]) -> (Evidence<'static>, Vec<String>) {
    let mut observations = Observations::default();
    for (from, to) in redirects {
        observe::<Unicode>(&mut observations, from, to)
            .unwrap_or_else(|problem| panic!("{from:?} to {to:?}: {problem}"));
    }
    let (evidence, problems) = observations.settle();
    (evidence, problems.iter().map(Problem::to_string).collect())
}

/// The lowest rung, which must be the same on both sides and agree with `equivalent` and with the
/// normal forms.
fn rung<A: Alphabet>(ladder: &Ladder<'_>, one: &str, other: &str) -> Option<Rung> {
    let (a, b) = (ri::<A>(one), ri::<A>(other));
    let found = ladder.compare(&a, &b).rung();
    assert_eq!(ladder.compare(&b, &a).rung(), found, "{other:?} and {one:?}");
    let equal = found.is_some();
    assert_eq!(ladder.equivalent(&a, &b, Rung::Protocol), equal, "{one:?} and {other:?}");
    let (ours, theirs) = (ladder.normalize(&a, Rung::Protocol), ladder.normalize(&b, Rung::Protocol));
    assert_eq!(ours == theirs, equal, "{one:?} is {ours}, {other:?} is {theirs}");
    found
}

fn by<'e>(evidence: &'e Evidence<'static>) -> Ladder<'e> {
    Ladder::new().evidence(evidence)
}

/// The example of RFC 3986 section 6.2.4.
#[test]
fn a_redirect_to_a_trailing_slash() {
    let (a, b) = ("http://example.com/data", "http://example.com/data/");
    let (evidence, problems) = settled(&[(a, b)]);
    assert_eq!(problems, [""; 0]);
    assert_eq!(rung::<Unicode>(&Ladder::default(), a, b), None, "without evidence");
    let ladder = by(&evidence);
    for (one, other) in [(a, b), (b, a), ("HTTP://example.com:80/x/../data", b)] {
        assert_eq!(rung::<Unicode>(&ladder, one, other), Some(Rung::Protocol), "{one}, {other}");
        assert_eq!(rung::<Ascii>(&ladder, one, other), Some(Rung::Protocol), "{one}, {other}");
    }
    // What lower rungs know, they still know.
    assert_eq!(rung::<Unicode>(&ladder, a, "http://example.com:80/data"), Some(Rung::Scheme));
    assert_eq!(rung::<Unicode>(&ladder, a, "http://EXAMPLE.com/data"), Some(Rung::Case));

    let (a, b) = (ri::<Unicode>(a), ri::<Unicode>(b));
    assert_eq!(ladder.normalize(&a, Rung::Protocol), "http://example.com/data/");
    assert_eq!(ladder.normalize(&a, Rung::Scheme), "http://example.com/data");
    let verdict = ladder.compare(&a, &b);
    let steps = verdict.steps();
    assert_eq!(steps.len(), 1);
    assert_eq!((steps[0].rule, steps[0].a.clone(), steps[0].b.clone()), (Rule::Evidence, 0..23, 0..24));
    assert_eq!(verdict.difference(), None);
}

/// One resource and no other: neither those beside it, nor its host.
#[test]
fn evidence_speaks_of_one_resource() {
    let (a, b) = ("http://h/a", "http://i/b");
    let (evidence, _) = settled(&[(a, b)]);
    let ladder = by(&evidence);
    assert_eq!(rung::<Unicode>(&ladder, a, b), Some(Rung::Protocol));
    let others = [
        "http://h/", "http://h/b", "http://h/a/", "http://h/a?", "http://h/A", "http://h/a/b", "http://h/a%2F",
        "https://h/a", "http://h:8080/a", "http://u@h/a", "http://h./a", "http://i/a", "http://i/", "http://i/b/",
        "https://i/b", "ftp://h/a",
    ];
    for other in others {
        for known in [a, b] {
            assert_eq!(rung::<Unicode>(&ladder, known, other), None, "{known} and {other}");
        }
        for another in others {
            let without = rung::<Unicode>(&Ladder::default(), other, another);
            assert_eq!(rung::<Unicode>(&ladder, other, another), without, "{other} and {another}");
        }
    }
}

/// Several observations of one thing are all kept, once each, as they were spelled.
#[test]
fn all_observations_are_kept_as_they_were_given() {
    let mut observations = Observations::default();
    let (a, b) = (ri::<Ascii>("http://h/a"), ri::<Ascii>("http://h/b"));
    let spelled = ri::<Ascii>("HTTP://h:80/%61");
    for (kind, from, source) in [
        (ObservationKind::Redirect, a, "Tuesday"),
        (ObservationKind::Canonical, a, "Monday"),
        (ObservationKind::Redirect, a, "Tuesday"),
        (ObservationKind::Redirect, spelled, "Monday"),
    ] {
        observations.observe(kind, &from, &b, source).unwrap();
    }
    let (evidence, problems) = observations.settle();
    assert_eq!((evidence.len(), problems), (1, Vec::new()));
    let ladder = by(&evidence);
    let verdict = ladder.compare(&a, &b);
    let chain = verdict.chain();
    let seen: Vec<_> = chain[0]
        .observations
        .iter()
        .map(|seen| (seen.kind.name(), seen.from.as_str(), seen.to.as_str(), seen.source.as_str()))
        .collect();
    let expected = [
        ("redirect", "HTTP://h:80/%61", "http://h/b", "Monday"),
        ("redirect", "http://h/a", "http://h/b", "Tuesday"),
        ("canonical", "http://h/a", "http://h/b", "Monday"),
    ];
    assert_eq!(seen, expected);
}

/// What is the same at the scheme rung needs no evidence, and gives none.
#[test]
fn evidence_of_itself_is_needless() {
    let (evidence, problems) =
        settled(&[("http://h/a", "http://h/a"), ("http://h", "HTTP://H:80/"), ("http://h/%7Ea", "http://h/x/../~a")]);
    assert!(evidence.is_empty() && problems.is_empty(), "{evidence:?}, {problems:?}");
}

#[test]
fn fragments_and_schemes_without_conventions_are_refused() {
    let a = "http://h/a";
    for (other, expected) in [
        ("http://h/b#", ObservationError::Fragment),
        ("http://h/b#x", ObservationError::Fragment),
        ("http://h/a#x", ObservationError::Fragment),
        ("mailto:a@h", ObservationError::Scheme),
        ("urn:example:a", ObservationError::Scheme),
        ("file:///a", ObservationError::Scheme),
        ("ftp://h/a", ObservationError::Scheme),
        ("unknown://h/a", ObservationError::Scheme),
        ("unknown://h/a#x", ObservationError::Scheme),
        ("tel:+1", ObservationError::Scheme),
    ] {
        let mut observations = Observations::default();
        for (from, to) in [(a, other), (other, a), (other, other)] {
            let refused = observe::<Unicode>(&mut observations, from, to);
            assert_eq!(refused, Err(expected), "{from} to {to}");
            assert_eq!(observe::<Ascii>(&mut observations, from, to), refused, "{from} to {to}");
        }
        assert!(observations.settle().0.is_empty(), "{other}: refused, and yet it counts");
    }
    let mut observations = Observations::default();
    assert_eq!(observe::<Ascii>(&mut observations, "HTTP://h/", "HTTPS://h/"), Ok(()));
}

/// The caller's rules say which schemes have the conventions, and how their ports go.
#[test]
fn a_registry_of_the_callers() {
    let gemini = SchemeRules::GENERIC.default_port(1965).empty_path_is_root().observable();
    let rules = [("gemini", gemini), ("http", SchemeRules::GENERIC)];
    let registry = Registry::new(&rules);
    let mut observations = Observations::new(Ladder::new().registry(registry));
    let refused = observe::<Ascii>(&mut observations, "http://h/a", "http://h/b");
    assert_eq!(refused, Err(ObservationError::Scheme), "http, of which the caller says nothing");
    observe::<Ascii>(&mut observations, "gemini://h:1965", "gemini://h/b").unwrap();
    let (evidence, _) = observations.settle();
    // A ladder asks with the rules by which the evidence was settled, and with no others.
    let ladder = Ladder::new().evidence(&evidence);
    for one in ["gemini://h", "gemini://h/", "GEMINI://H:1965/"] {
        assert_eq!(rung::<Ascii>(&ladder, one, "gemini://h/b"), Some(Rung::Protocol), "{one}");
    }
    // No order of the calls drops the evidence, or its rules.
    for other in [
        ladder.registry(Registry::default()),
        Ladder::new().registry(Registry::default()).evidence(&evidence),
        #[cfg(feature = "idna")]
        ladder.idna(true),
        #[cfg(feature = "idna")]
        Ladder::new().idna(true).evidence(&evidence),
    ] {
        assert_eq!(other, ladder);
    }
}

/// A URI is kept as the IRI that it is, so either may be looked up by the other's evidence.
#[test]
fn uris_and_iris_agree() {
    let (iri, uri, target) = ("http://h/caf\u{E9}?\u{E000}", "http://h/caf%C3%A9?%EE%80%80", "http://h/t");
    let [mut of_iris, mut of_uris] = [(); 2].map(|()| Observations::default());
    observe::<Unicode>(&mut of_iris, iri, target).unwrap();
    observe::<Ascii>(&mut of_uris, uri, target).unwrap();
    for evidence in [of_iris.settle().0, of_uris.settle().0] {
        let ladder = by(&evidence);
        assert_eq!(rung::<Unicode>(&ladder, iri, target), Some(Rung::Protocol), "{iri}");
        assert_eq!(rung::<Unicode>(&ladder, uri, target), Some(Rung::Protocol), "{uri} as an IRI");
        assert_eq!(rung::<Ascii>(&ladder, uri, target), Some(Rung::Protocol), "{uri}");
    }
    // The normal form is an IRI among IRIs, and a URI among URIs.
    let (evidence, _) = settled(&[(target, iri)]);
    let ladder = by(&evidence);
    assert_eq!(ladder.normalize(&ri::<Unicode>(target), Rung::Protocol), iri);
    assert_eq!(ladder.normalize(&ri::<Ascii>(target), Rung::Protocol), uri);
    assert_eq!(rung::<Ascii>(&ladder, uri, target), Some(Rung::Protocol), "{uri}");
    assert_eq!(rung::<Unicode>(&ladder, uri, target), Some(Rung::Protocol), "{uri} as an IRI");
}

/// A fragment is no part of what was observed, so that of either side counts as ever.
#[test]
fn fragments_still_count() {
    let (evidence, _) = settled(&[("http://h/a", "http://h/b")]);
    let (ladder, blind) = (by(&evidence), by(&evidence).ignore_fragment(true));
    for (one, other, expected) in [
        ("http://h/a#x", "http://h/b#x", Some(Rung::Protocol)),
        ("http://h/a#%78", "http://h/b#x", Some(Rung::Protocol)),
        ("http://h/a#", "http://h/b#", Some(Rung::Protocol)),
        ("http://h/a#x", "http://h/b#y", None),
        ("http://h/a#X", "http://h/b#x", None),
        ("http://h/a#", "http://h/b", None),
        ("http://h/a", "http://h/b#", None),
    ] {
        assert_eq!(rung::<Unicode>(&ladder, one, other), expected, "{one} and {other}");
        let found = rung::<Unicode>(&blind, one, other);
        assert_eq!(found, Some(Rung::Protocol), "{one} and {other} without fragments");
    }
    let normal = ladder.normalize(&Uri::parse("http://h/a#%78%c3").unwrap(), Rung::Protocol).into_owned();
    assert_eq!(normal, "http://h/b#x%C3");
    assert_eq!(normal.fragment().as_deref(), Some("x%C3"));
    // What the parser saw of the resource says nothing of the fragment.
    let normal = ladder.normalize(&ri::<Unicode>("http://h/a#\u{E9}"), Rung::Protocol).into_owned();
    assert_eq!(normal.to_uri(), "http://h/b#%C3%A9");
}
