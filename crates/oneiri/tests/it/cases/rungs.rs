//! Pairs from rung to rung: those of RFC 3986 section 6 beside RFC 3987 section 5, those of every scheme that is built in, and the modes of
//! comparison.

use std::collections::{BTreeMap, BTreeSet};

use oneiri::compare::{ObservationKind, Observations};
use oneiri::{Iri, IriRef, Ladder, Ri, Rung};

use super::shared::{Case, Grammar, Report, load};

pub(super) const FILES: &[&str] =
    &["ladder/modes.toml", "ladder/pairs.toml", "ladder/preparations.toml", "ladder/schemes.toml"];

#[test]
fn rungs() {
    let mut report = Report::new("rungs", 287);
    let pairs = load("ladder/pairs.toml", KEYS);
    compare_all(&mut report, &pairs, [31, 30, 28, 28]);
    observed(&mut report, &pairs);
    let schemes = load("ladder/schemes.toml", KEYS);
    compare_all(&mut report, &schemes, [250, 250, 250, 0]);
    kinds(&mut report, &schemes);
    modes(&mut report);
    preparations(&mut report);
    report.finish();
}

const KEYS: &str = "id grammar a b rung? kind? rule? expect normal_form? strength? source derived? note?";

/// Whether two texts are the same, rung by rung; where nothing stands the texts say nothing. Without evidence, what is said
/// of the protocol rung must hold of it, or else of none.
fn expected(pair: &Case) -> [(Rung, Option<bool>); 4] {
    let expect = pair.within("expect", "string? syntax? scheme? protocol?").expect("rungs");
    let protocol = if needs_evidence(pair) { Some(false) } else { expect.read("protocol") };
    [
        (Rung::String, expect.read("string")),
        (Rung::Path, expect.read("syntax")),
        (Rung::Scheme, expect.read("scheme")),
        (Rung::Protocol, protocol),
    ]
}

fn needs_evidence(pair: &Case) -> bool {
    let expect: toml::Table = pair.read("expect").expect("rungs");
    expect.get("protocol").and_then(toml::Value::as_str).is_some_and(|it| it == "with evidence")
}

/// Every pair at every rung, as what it is and, since every URI is an IRI, as IRIs. How many rungs of each kind say
/// something is held, too.
fn compare_all(report: &mut Report, pairs: &[Case], telling: [usize; 4]) {
    let mut told = [0; 4];
    for pair in pairs {
        report.case(pair);
        for (slot, (_, expected)) in told.iter_mut().zip(expected(pair)) {
            *slot += usize::from(expected.is_some());
        }
        for grammar in [Grammar::Uri, Grammar::Iri].into_iter().skip(usize::from(pair.grammars() == [Grammar::Iri])) {
            on_grammar!(grammar, Reference, Absolute => {
                match (Reference::parse(pair.text("a")), Reference::parse(pair.text("b"))) {
                    (Ok(a), Ok(b)) => compare(report, pair, [grammar] == pair.grammars(), &a, &b),
                    (a, b) => report.check("valid", "both", &format!("{a:?}, {b:?}")),
                }
            });
        }
    }
    report.tally("rungs that say something, from the lowest up", telling, told);
    let [string, syntax, scheme, protocol] = told;
    println!(
        "rungs: {} pairs; {string} told at the string rung, {syntax} at syntax, {scheme} at scheme, \
         {protocol} at protocol",
        pairs.len()
    );
}

fn compare<A: oneiri::Alphabet, F: oneiri::SchemePresence>(
    report: &mut Report,
    pair: &Case,
    own_grammar: bool,
    a: &Ri<&str, A, F>,
    b: &Ri<&str, A, F>,
) {
    for (rung, expected) in expected(pair) {
        if let Some(expected) = expected {
            let what = |what: &str| format!("{rung} rung, {what}");
            report.check(&what("equivalent"), expected, a.equivalent_at(b, rung));
            report.check(&what("turned"), expected, b.equivalent_at(a, rung));
            let forms = a.normalize_at(rung) == b.normalize_at(rung);
            report.check(&what("normal forms"), expected, forms);
            report.check(&what("keys"), expected, a.normal_at(rung) == b.normal_at(rung));
        }
    }
    let verdict = a.compare(b);
    for rung in Rung::ALL {
        let by_verdict = verdict.rung().is_some_and(|lowest| lowest <= rung);
        report.check(&format!("verdict at {rung}"), a.equivalent_at(b, rung), by_verdict);
    }
    let by_protocol = a.equivalent_at(b, Rung::Protocol);
    report.check("protocol without evidence", a.equivalent_at(b, Rung::Scheme), by_protocol);
    report.check("a difference", verdict.rung().is_none(), verdict.difference().is_some());
    let steps = verdict.steps();
    let highest = steps.iter().map(|step| step.rule.rung()).max();
    report.check("steps up to the rung", verdict.rung(), highest.or((a == b).then_some(Rung::String)));
    report.check("operator", a == b, a.equivalent_at(b, Rung::String));
    if let (Some("syntax"), Some(form)) = (pair.get("rung"), pair.get("normal_form")) {
        for side in [a, b] {
            let got = side.normalize_at(Rung::Path);
            report.check("normal form by syntax", form, got.as_str());
        }
    }
    // As an IRI more is decoded than what a URI's normal form shows.
    if let (true, Some(form)) = (own_grammar, pair.get("normal_form")) {
        for side in [a, b] {
            let got = side.normalize_at(Rung::Scheme);
            report.check("normal form", form, got.as_str());
        }
    }
}

/// What is equal with evidence alone is equal once it was observed, and one rung below it still is not.
fn observed(report: &mut Report, pairs: &[Case]) {
    let open: Vec<_> = pairs.iter().filter(|pair| needs_evidence(pair)).collect();
    for pair in &open {
        let (a, b) = (Iri::parse(pair.text("a")).expect("an IRI"), Iri::parse(pair.text("b")).expect("an IRI"));
        let mut observations = Observations::default();
        let admitted = observations.observe(ObservationKind::Redirect, &a, &b, pair.text("source"));
        report.check("admitted", Ok(()), admitted);
        let (evidence, problems) = observations.settle();
        report.check("problems", 0, problems.len());
        let ladder = Ladder::new().evidence(&evidence);
        report.check("with evidence", Some(Rung::Protocol), ladder.compare(&a, &b).rung());
        report.check("turned", Some(Rung::Protocol), ladder.compare(&b, &a).rung());
        report.check("the chain", 1, ladder.compare(&a, &b).chain().len());
        report.check("below", false, ladder.equivalent(&a, &b, Rung::Scheme));
    }
    report.tally("pairs that need evidence", 1, open.len());
}

/// Of each scheme, what is equal, what is different, and what only a guess would join.
fn kinds(report: &mut Report, pairs: &[Case]) {
    let mut schemes: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for pair in pairs {
        let id = pair.text("id");
        report.current = format!("{id}: its kind");
        let scheme = id.trim_start_matches("SCHEME-").rsplit_once('-').map_or(id, |(scheme, _)| scheme);
        let kind = pair.get("kind").unwrap_or("trap");
        report.check("a kind", true, ["equal", "different", "trap"].contains(&kind));
        let same = expected(pair)[2].1;
        let (count, kinds) = schemes.entry(scheme).or_default();
        *count += 1;
        kinds.insert(kind);
        if kind != "trap" {
            report.check("told by the kind", same, Some(kind == "equal"));
        }
        if same == Some(true) {
            report.check("a normal form", true, pair.get("normal_form").is_some());
        }
    }
    for (scheme, (count, kinds)) in &schemes {
        report.current = format!("all pairs of {scheme}");
        report.check("at least three", true, *count >= 3);
        // Of what is not known nothing is equal that was not so one rung below.
        let expected = if *scheme == "unknown" { 2 } else { 3 };
        report.check("kinds", expected, kinds.len());
    }
    report.tally("schemes", 29, schemes.len());
    println!("rungs: {} schemes, {} pairs", schemes.len(), pairs.len());
}

/// For retrieval, without fragments; against a base, as what the references lead to; as identity tokens, as text.
fn modes(report: &mut Report) {
    let retrieval = Ladder::new().ignore_fragment(true);
    let mut told = [0; 4];
    let keys = "id source a b same_text? equivalent? ignoring_fragment? base? against_base? derived? note?";
    for case in load("ladder/modes.toml", keys) {
        report.case(&case);
        let says = ["same_text", "equivalent", "ignoring_fragment", "against_base"].map(|key| case.read::<bool>(key));
        let [same_text, equivalent, ignoring_fragment, against_base] = says;
        told.iter_mut().zip(says).for_each(|(told, says)| *told += usize::from(says.is_some()));
        for grammar in [Grammar::Uri, Grammar::Iri] {
            on_grammar!(grammar, Reference, Absolute => {
                let a = Reference::parse(case.text("a")).expect("a reference");
                let b = Reference::parse(case.text("b")).expect("a reference");
                let check = |report: &mut Report, what: &str, expected: Option<bool>, got: bool| {
                    expected.into_iter().for_each(|expected| report.check(what, expected, got));
                };
                check(report, "same text", same_text, a == b);
                for rung in Rung::ALL {
                    let at = |what: &str| format!("{grammar:?} at {rung}, {what}");
                    check(report, &at("equivalent"), equivalent, a.equivalent_at(&b, rung));
                    let got = retrieval.equivalent(&a, &b, rung);
                    check(report, &at("without fragments"), ignoring_fragment, got);
                    let keys = retrieval.normal(&a, rung) == retrieval.normal(&b, rung);
                    check(report, &at("keys without fragments"), ignoring_fragment, keys);
                    if let Some(base) = case.get("base") {
                        let base = Absolute::parse(base).expect("a base");
                        let got = base.resolve(&a).equivalent_at(&base.resolve(&b), rung);
                        check(report, &at("targets"), against_base, got);
                    }
                }
                let verdict = retrieval.compare(&a, &b).rung().is_some();
                check(report, "the verdict without fragments", ignoring_fragment, verdict);
            });
        }
    }
    report.tally("modes", [1, 2, 1, 1], told);
}

/// Whoever reads the carrier prepares: what is still raw equals nothing, at no rung.
fn preparations(report: &mut Report) {
    let cases = load("ladder/preparations.toml", "id source format raw iri note?");
    for case in &cases {
        report.case(case);
        let (raw, iri) = (IriRef::parse(case.text("raw")), IriRef::parse(case.text("iri")));
        let (Ok(raw), Ok(iri)) = (raw, iri) else { panic!("no references in {case:?}") };
        report.check("unprepared", None, raw.compare(&iri).rung());
        report.check("prepared", Some(Rung::String), iri.compare(&iri).rung());
        report.check("the same IRI as the first", cases[0].text("iri"), case.text("iri"));
    }
}
