//! Pairs from rung to rung: those of RFC 3986 section 6 beside RFC 3987 section 5, those of every scheme that is built in, and the modes of
//! comparison.

use std::collections::{BTreeMap, BTreeSet};

use oneiri::compare::{ObservationKind, Observations};
use oneiri::{Iri, IriRef, Ladder, Ri, Rung};
use serde::Deserialize;

use super::shared::{Grammar, Report, load};

pub(super) const FILES: &[&str] =
    &["ladder/modes.toml", "ladder/pairs.toml", "ladder/preparations.toml", "ladder/schemes.toml"];

#[test]
fn rungs() {
    let mut report = Report::new("rungs", 287);
    let pairs = load::<Pair>("ladder/pairs.toml");
    compare_all(&mut report, &pairs, [31, 30, 28, 28]);
    observed(&mut report, &pairs);
    let schemes = load::<Pair>("ladder/schemes.toml");
    compare_all(&mut report, &schemes, [250, 250, 250, 0]);
    kinds(&mut report, &schemes);
    modes(&mut report);
    preparations(&mut report);
    report.finish();
}

/// Whether two texts are the same, rung by rung; where nothing stands the texts say nothing.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rungs {
    string: Option<bool>,
    syntax: Option<bool>,
    scheme: Option<bool>,
    protocol: Option<Protocol>,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(untagged)]
enum Protocol {
    Known(bool),
    Open(Evidence),
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
enum Evidence {
    #[serde(rename = "with evidence")]
    WithEvidence,
}

impl Rungs {
    /// Without evidence, what is told of the protocol rung must hold of it, or else of none.
    fn without_evidence(self) -> [(Rung, Option<bool>); 4] {
        let protocol = self.protocol.map(|protocol| protocol == Protocol::Known(true));
        [
            (Rung::String, self.string),
            (Rung::Path, self.syntax),
            (Rung::Scheme, self.scheme),
            (Rung::Protocol, protocol),
        ]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Equal,
    Different,
    Trap,
}

/// A pair of `pairs.toml` or of `schemes.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "sources and notes are for the people who read the files")]
struct Pair {
    id: String,
    grammar: Grammar,
    a: String,
    b: String,
    rung: Option<String>,
    kind: Option<Kind>,
    rule: Option<String>,
    expect: Rungs,
    normal_form: Option<String>,
    strength: Option<String>,
    source: String,
    #[serde(default)]
    derived: bool,
    note: Option<String>,
}

/// Every pair at every rung, as what it is and, since every URI is an IRI, as IRIs. How many rungs of each kind say
/// something is held, too.
fn compare_all(report: &mut Report, pairs: &[Pair], telling: [usize; 4]) {
    let mut told = [0; 4];
    for pair in pairs {
        report.case(&pair.id, [&pair.a, &pair.b]);
        for (slot, (_, expected)) in told.iter_mut().zip(pair.expect.without_evidence()) {
            *slot += usize::from(expected.is_some());
        }
        let grammars = match pair.grammar {
            Grammar::Uri => &[Grammar::Uri, Grammar::Iri][..],
            Grammar::Iri => &[Grammar::Iri],
        };
        for &grammar in grammars {
            on_grammar!(grammar, Reference, Absolute => {
                match (Reference::parse(&pair.a), Reference::parse(&pair.b)) {
                    (Ok(a), Ok(b)) => compare(report, pair, grammar == pair.grammar, &a, &b),
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
    pair: &Pair,
    own_grammar: bool,
    a: &Ri<&str, A, F>,
    b: &Ri<&str, A, F>,
) {
    for (rung, expected) in pair.expect.without_evidence() {
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
    if let (Some("syntax"), Some(form)) = (pair.rung.as_deref(), &pair.normal_form) {
        for side in [a, b] {
            let got = side.normalize_at(Rung::Path);
            report.check("normal form by syntax", form.as_str(), got.as_str());
        }
    }
    // As an IRI more is decoded than what a URI's normal form shows.
    if let (true, Some(form)) = (own_grammar, &pair.normal_form) {
        for side in [a, b] {
            let got = side.normalize_at(Rung::Scheme);
            report.check("normal form", form.as_str(), got.as_str());
        }
    }
}

/// What is equal with evidence alone is equal once it was observed, and one rung below it still is not.
fn observed(report: &mut Report, pairs: &[Pair]) {
    let open = Some(Protocol::Open(Evidence::WithEvidence));
    let open: Vec<_> = pairs.iter().filter(|pair| pair.expect.protocol == open).collect();
    for pair in &open {
        let (a, b) = (Iri::parse(&pair.a).expect("an IRI"), Iri::parse(&pair.b).expect("an IRI"));
        let mut observations = Observations::default();
        let admitted = observations.observe(ObservationKind::Redirect, &a, &b, &pair.source);
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
fn kinds(report: &mut Report, pairs: &[Pair]) {
    let mut schemes: BTreeMap<&str, (usize, BTreeSet<Kind>)> = BTreeMap::new();
    for pair in pairs {
        report.current = format!("{}: its kind", pair.id);
        let scheme = pair.id.trim_start_matches("SCHEME-").rsplit_once('-');
        let scheme = scheme.map_or(pair.id.as_str(), |(scheme, _)| scheme);
        let kind = pair.kind.unwrap_or(Kind::Trap);
        let (count, kinds) = schemes.entry(scheme).or_default();
        *count += 1;
        kinds.insert(kind);
        if kind != Kind::Trap {
            report.check("told by the kind", pair.expect.scheme, Some(kind == Kind::Equal));
        }
        if pair.expect.scheme == Some(true) {
            report.check("a normal form", true, pair.normal_form.is_some());
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "sources and notes are for the people who read the files")]
struct Mode {
    id: String,
    source: String,
    a: String,
    b: String,
    same_text: Option<bool>,
    equivalent: Option<bool>,
    ignoring_fragment: Option<bool>,
    base: Option<String>,
    against_base: Option<bool>,
    #[serde(default)]
    derived: bool,
    note: Option<String>,
}

/// For retrieval, without fragments; against a base, as what the references lead to; as identity tokens, as text.
fn modes(report: &mut Report) {
    let retrieval = Ladder::new().ignore_fragment(true);
    let mut told = [0; 4];
    for case in load::<Mode>("ladder/modes.toml") {
        report.case(&case.id, [&case.a, &case.b]);
        let says = [case.same_text, case.equivalent, case.ignoring_fragment, case.against_base];
        told.iter_mut().zip(says).for_each(|(told, says)| *told += usize::from(says.is_some()));
        for grammar in [Grammar::Uri, Grammar::Iri] {
            on_grammar!(grammar, Reference, Absolute => {
                let a = Reference::parse(&case.a).expect("a reference");
                let b = Reference::parse(&case.b).expect("a reference");
                let check = |report: &mut Report, what: &str, expected: Option<bool>, got: bool| {
                    expected.into_iter().for_each(|expected| report.check(what, expected, got));
                };
                check(report, "same text", case.same_text, a == b);
                for rung in Rung::ALL {
                    let at = |what: &str| format!("{grammar:?} at {rung}, {what}");
                    check(report, &at("equivalent"), case.equivalent, a.equivalent_at(&b, rung));
                    let got = retrieval.equivalent(&a, &b, rung);
                    check(report, &at("without fragments"), case.ignoring_fragment, got);
                    let keys = retrieval.normal(&a, rung) == retrieval.normal(&b, rung);
                    check(report, &at("keys without fragments"), case.ignoring_fragment, keys);
                    if let Some(base) = &case.base {
                        let base = Absolute::parse(base).expect("a base");
                        let got = base.resolve(&a).equivalent_at(&base.resolve(&b), rung);
                        check(report, &at("targets"), case.against_base, got);
                    }
                }
                let verdict = retrieval.compare(&a, &b).rung().is_some();
                check(report, "the verdict without fragments", case.ignoring_fragment, verdict);
            });
        }
    }
    report.tally("modes", [1, 2, 1, 1], told);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "sources and notes are for the people who read the files")]
struct Preparation {
    id: String,
    source: String,
    format: String,
    raw: String,
    iri: String,
    note: Option<String>,
}

/// Whoever reads the carrier prepares: what is still raw equals nothing, at no rung.
fn preparations(report: &mut Report) {
    let cases = load::<Preparation>("ladder/preparations.toml");
    for case in &cases {
        report.case(&case.id, &case.raw);
        let (raw, iri) = (IriRef::parse(&case.raw), IriRef::parse(&case.iri));
        let (Ok(raw), Ok(iri)) = (raw, iri) else { panic!("{}: no references", case.id) };
        report.check("unprepared", None, raw.compare(&iri).rung());
        report.check("prepared", Some(Rung::String), iri.compare(&iri).rung());
        report.check("the same IRI as the first", &cases[0].iri, &case.iri);
    }
}
