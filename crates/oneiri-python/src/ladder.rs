//! Comparison with options: by the names of URNs, without fragments, with domain names, with observations.

use oneiri::{Evidence, Iri, Ladder as Rungs, Observations, Observed};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::raise_at;
use crate::functions::{compare_in, equivalent_in, parse};
use crate::given::{Given, Text, rung as rung_of};
use crate::grammar::{grammar as grammar_of, in_grammar};
use crate::verdict::Verdict;

/// The options of a comparison. `ignore_fragment` ignores fragments. `urn_names` compares URNs by name alone,
/// without query and fragment (RFC 8141 section 3.1). `idna` makes a domain name and its Punycode equal from the
/// scheme rung on (RFC 3987 section 5.3.3). `observations` are the evidence for the protocol rung (RFC 3986
/// section 6.2.4).
///
/// An observation (kind, from, to, source) states that an access to one identifier led to another. The kind is
/// "redirect" (also "301", "308") or "canonical". The source is any text, and comes back in `Verdict.chain`.
/// Observations that contradict each other or form a loop are not used; `problems` lists them.
///
/// >>> ladder = Ladder(idna=True, observations=[("301", "http://h/a", "http://h/b", "log")])
/// >>> ladder.equivalent("http://bücher.example/", "http://xn--bcher-kva.example", "scheme")
/// True
/// >>> verdict = ladder.compare("http://h/a", "http://h:80/b")
/// >>> verdict.rung, verdict.chain
/// ('protocol', [('redirect', 'http://h/a', 'http://h/b', 'log')])
#[pyclass(frozen, module = "oneiri")]
pub(crate) struct Ladder {
    ignore_fragment: bool,
    urn_names: bool,
    idna: bool,
    evidence: Evidence,
    /// The observations that are not used, with reasons, in sentences.
    ///
    /// >>> way = [("301", "http://h/a", "http://h/b", ""), ("301", "http://h/b", "http://h/a", "")]
    /// >>> Ladder(observations=way).problems
    /// ['loop: http://h/a leads to http://h/b']
    #[pyo3(get)]
    problems: Vec<String>,
}

#[pymethods]
impl Ladder {
    #[new]
    #[pyo3(signature = (
        *, ignore_fragment = false, urn_names = false, idna = false, observations = None
    ))]
    fn new(
        py: Python<'_>,
        ignore_fragment: bool,
        urn_names: bool,
        idna: bool,
        observations: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (evidence, problems) = (Evidence::default(), Vec::new());
        let mut ladder = Self { ignore_fragment, urn_names, idna, evidence, problems };
        if let Some(observations) = observations {
            let settled = ladder.rungs();
            let mut known = Observations::for_ladder(&settled);
            for (row, observation) in observations.try_iter()?.enumerate() {
                observe(py, &mut known, row, &observation?)?;
            }
            let (evidence, problems) = known.settle();
            ladder.problems = problems.iter().map(ToString::to_string).collect();
            ladder.evidence = evidence;
        }
        Ok(ladder)
    }

    /// Compares two identifiers with these options; see `oneiri.compare`.
    ///
    /// >>> Ladder(ignore_fragment=True).compare("http://h/#a", "http://h/#b").rung
    /// 'string'
    #[pyo3(signature = (a, b, *, grammar = "iri-reference"))]
    fn compare(
        &self,
        py: Python<'_>,
        a: Given<'_, '_>,
        b: Given<'_, '_>,
        grammar: &str,
    ) -> PyResult<Verdict> {
        compare_in(py, &self.rungs(), [a.as_str(), b.as_str()], grammar_of(grammar)?)
    }

    /// Whether two identifiers are equal at a rung.
    ///
    /// >>> Ladder(urn_names=True).equivalent("urn:isbn:0?+x", "URN:ISBN:0#y", "scheme")
    /// True
    #[pyo3(signature = (a, b, rung, *, grammar = "iri-reference"))]
    fn equivalent(
        &self,
        py: Python<'_>,
        a: Given<'_, '_>,
        b: Given<'_, '_>,
        rung: &str,
        grammar: &str,
    ) -> PyResult<bool> {
        let texts = [a.as_str(), b.as_str()];
        equivalent_in(py, &self.rungs(), texts, rung_of(rung)?, grammar_of(grammar)?)
    }

    /// The normal form at a rung, as text. Two identifiers are equal at the rung if these texts are the same.
    ///
    /// >>> Ladder(idna=True).normalize("http://xn--bcher-kva.example", "scheme")
    /// 'http://bücher.example/'
    #[pyo3(signature = (text, rung, *, grammar = "iri-reference"))]
    fn normalize(
        &self,
        py: Python<'_>,
        text: Given<'_, '_>,
        rung: &str,
        grammar: &str,
    ) -> PyResult<String> {
        let (text, rung) = (text.as_str(), rung_of(rung)?);
        Ok(in_grammar!(grammar_of(grammar)?, A, F => {
            self.rungs().normalize(&parse::<A, F>(py, text)?, rung).into_string()
        }))
    }

    fn __repr__(&self) -> String {
        let Self { ignore_fragment, urn_names, idna, evidence, .. } = self;
        let options = [
            ("ignore_fragment=True", *ignore_fragment),
            ("urn_names=True", *urn_names),
            ("idna=True", *idna),
            ("observations=...", !evidence.is_empty()),
        ];
        let given: Vec<_> = options.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
        format!("Ladder({})", given.join(", "))
    }
}

impl Ladder {
    fn rungs(&self) -> Rungs<'_> {
        let Self { ignore_fragment, urn_names, idna, ref evidence, .. } = *self;
        let evidence = (!evidence.is_empty()).then_some(evidence);
        let ladder = Rungs::new().ignore_fragment(ignore_fragment).urn_names(urn_names).idna(idna);
        match evidence {
            Some(evidence) => ladder.evidence(evidence),
            None => ladder,
        }
    }
}

fn observe(
    py: Python<'_>,
    known: &mut Observations<'_>,
    row: usize,
    observation: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let wrong = |what: &str| PyValueError::new_err(format!("row {row}: {what}"));
    let parts = observation.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let [kind, from, to, source] = &parts[..] else {
        let found = parts.len();
        return Err(wrong(&format!("expected (kind, from, to, source), found {found} of them")));
    };
    let (kind, source): (Text<'_>, Text<'_>) = (kind.extract()?, source.extract()?);
    let kind = match &*kind {
        "redirect" | "301" | "308" => Observed::Redirect,
        "canonical" => Observed::Canonical,
        _ => return Err(wrong("expected redirect, 301, 308 or canonical")),
    };
    let (from, to): (Given<'_, '_>, Given<'_, '_>) = (from.extract()?, to.extract()?);
    let [from, to] = [from.as_str(), to.as_str()]
        .map(|text| Iri::parse(text).map_err(|error| raise_at(py, error, text, Some(row))));
    known.observe(kind, &from?, &to?, &source).map_err(|error| wrong(&error.to_string()))
}
