//! Comparison with options: by the names of URNs, without fragments, with domain names, with observations. A new option
//! belongs in `rules` for columns and in `rungs` for texts, which must agree, in `given`, because equality and hash
//! compare it, in `__reduce__`, because a pickled ladder would lose it, and in `_oneiri.pyi`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use oneiri::compare::{Evidence, ObservationKind, Observations};
use oneiri::{Iri, Ladder as Rungs, Rung};
use oneiri_arrow::Rules;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::error::raise_at;
use crate::functions::{compare_in, equivalent_in, parse};
use crate::given::{Given, Text, hash as hash_of, rung as rung_of};
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
    evidence: Arc<Evidence<'static>>,
    /// The observations as they were given: kind, from, to, source.
    observations: Vec<[String; 4]>,
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
        let mut ladder = Self {
            ignore_fragment,
            urn_names,
            idna,
            evidence: Arc::default(),
            observations: Vec::new(),
            problems: Vec::new(),
        };
        if let Some(observations) = observations {
            let mut given = Vec::new();
            let mut known = Observations::new(Rungs::new().idna(idna));
            for (row, observation) in observations.try_iter()?.enumerate() {
                if row % 4096 == 0 {
                    py.check_signals()?;
                }
                given.push(observe(py, &mut known, row, &observation?)?);
            }
            let (evidence, problems) = known.settle();
            ladder.observations = given;
            ladder.problems = problems.iter().map(ToString::to_string).collect();
            ladder.evidence = Arc::new(evidence);
        }
        Ok(ladder)
    }

    /// Compares two identifiers with these options; see `oneiri.compare`.
    ///
    /// >>> Ladder(ignore_fragment=True).compare("http://h/#a", "http://h/#b").rung
    /// 'string'
    #[pyo3(signature = (a, b, *, grammar = "iri-reference"))]
    fn compare(&self, py: Python<'_>, a: Given<'_, '_>, b: Given<'_, '_>, grammar: &str) -> PyResult<Verdict> {
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
    fn normalize(&self, py: Python<'_>, text: Given<'_, '_>, rung: &str, grammar: &str) -> PyResult<String> {
        let (text, rung) = (text.as_str(), rung_of(rung)?);
        Ok(in_grammar!(grammar_of(grammar)?, A, F => {
            self.rungs().normalize(&parse::<A, F>(py, text)?, rung).into_string()
        }))
    }

    /// The fingerprint of the normal form at a rung; see `oneiri.fingerprint`.
    ///
    /// >>> ladder = Ladder(ignore_fragment=True)
    /// >>> ladder.fingerprint("HTTP://h/#a", "path") == fingerprint("http://h/")
    /// True
    #[pyo3(signature = (text, rung, *, hash = "xxh3", grammar = "iri-reference"))]
    fn fingerprint<'py>(
        &self,
        py: Python<'py>,
        text: Given<'_, '_>,
        rung: &str,
        hash: &str,
        grammar: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (text, rung, hash) = (text.as_str(), rung_of(rung)?, hash_of(hash)?);
        let fingerprint = in_grammar!(grammar_of(grammar)?, A, F => {
            hash.of(&self.rungs().normalize(&parse::<A, F>(py, text)?, rung), Rung::String)
        });
        Ok(PyBytes::new(py, &fingerprint))
    }

    /// Ladders are equal if they were made with the same options and the same observations, in the same order.
    fn __eq__(&self, other: &Self) -> bool {
        self.given() == other.given()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.given().hash(&mut hasher);
        hasher.finish()
    }

    /// A ladder is pickled as the call that makes it again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, ())> {
        let (py, ladder) = (slf.py(), slf.get());
        let options = PyDict::new(py);
        options.set_item("ignore_fragment", ladder.ignore_fragment)?;
        options.set_item("urn_names", ladder.urn_names)?;
        options.set_item("idna", ladder.idna)?;
        let given = ladder.observations.iter();
        let given: Vec<_> = given.map(|[kind, from, to, by]| (kind, from, to, by)).collect();
        options.set_item("observations", given)?;
        let partial = py.import("functools")?.getattr("partial")?;
        Ok((partial.call((slf.get_type(),), Some(&options))?, ()))
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
    fn given(&self) -> (bool, bool, bool, &[[String; 4]]) {
        (self.ignore_fragment, self.urn_names, self.idna, &self.observations)
    }

    /// The options, for a column.
    pub(crate) fn rules(&self) -> Rules {
        let Self { ignore_fragment, urn_names, idna, evidence, .. } = self;
        let evidence = (!evidence.is_empty()).then(|| Arc::clone(evidence));
        Rules { ignore_fragment: *ignore_fragment, urn_names: *urn_names, idna: *idna, evidence }
    }

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
) -> PyResult<[String; 4]> {
    let wrong = |what: &str| PyValueError::new_err(format!("row {row}: {what}"));
    let parts = observation.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let [kind, from, to, source] = &parts[..] else {
        let found = parts.len();
        return Err(wrong(&format!("expected (kind, from, to, source), found {found} of them")));
    };
    let (kind, source): (Text<'_>, Text<'_>) = (kind.extract()?, source.extract()?);
    let observed = match &*kind {
        "redirect" | "301" | "308" => ObservationKind::Redirect,
        "canonical" => ObservationKind::Canonical,
        _ => return Err(wrong("expected redirect, 301, 308 or canonical")),
    };
    let (from, to): (Given<'_, '_>, Given<'_, '_>) = (from.extract()?, to.extract()?);
    let [parsed_from, parsed_to] =
        [from.as_str(), to.as_str()].map(|text| Iri::parse(text).map_err(|error| raise_at(py, error, text, Some(row))));
    known.observe(observed, &parsed_from?, &parsed_to?, &source).map_err(|error| wrong(&error.to_string()))?;
    Ok([&*kind, from.as_str(), to.as_str(), &*source].map(str::to_owned))
}
