//! Verdicts in Python: the result of a comparison, with its reasons. `compare` and `explain` of `functions.rs` and the
//! methods of `ladder.rs` call `Verdict::of`, which asks `Ladder` of `oneiri` and copies the answer: names as text, and
//! ranges in characters, because Python counts these.
//!
//! Pickles that exist hold the parts of each class in the order of its `__reduce__`, and `restored` reads them in this
//! order, so do not move, add or remove a part. `test_values.py` writes and reads pickles of all three classes with one
//! version, so it does not notice if both functions change together. The fields are attributes in Python, and
//! `_oneiri.pyi` lists them. The sentences of the explanation may change, because they are for people: programs read
//! `steps`, `difference` and `chain`.

use std::borrow::Cow;
use std::fmt::Write;

use oneiri::{Alphabet, Ladder, Ri, SchemePresence};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::Counter;
use crate::reduce::reduced;

/// The result of a comparison: the lowest rung at which two identifiers are equal, with the reasons, or the first
/// difference that keeps them apart. It is true if they are equal at any rung.
///
/// >>> verdict = compare("http://h/%7E", "http://h/~")
/// >>> verdict.rung, verdict.steps[0].rule, verdict.steps[0].section
/// ('escape', 'unreserved', 'RFC 3986 section 6.2.2.2')
/// >>> compare("http://h/a%2Fb", "http://h/a/b").difference.reason
/// 'reserved'
#[pyclass(frozen, module = "oneiri")]
pub(crate) struct Verdict {
    /// The lowest rung at which they are equal; None if they are different.
    #[pyo3(get)]
    rung: Option<Cow<'static, str>>,
    /// The places where the spelling differs, with the reasons why this does not matter, from left to right.
    #[pyo3(get)]
    steps: Vec<Py<Step>>,
    /// The first difference that keeps them apart; None if they are equal.
    #[pyo3(get)]
    difference: Option<Py<Difference>>,
    /// At the protocol rung, the observations that led to the verdict, as given to `Ladder`.
    #[pyo3(get)]
    chain: Vec<Observed>,
    pub(crate) explanation: String,
}

/// A range of characters.
type Span = (usize, usize);

/// The kind of an observation, its two identifiers, and its source.
type Observed = (Cow<'static, str>, String, String, String);

/// A place where two equal identifiers are spelled differently.
///
/// >>> step = compare("http://h/%7E", "http://h/~").steps[0]
/// >>> step.component, step.a, step.b, step.description
/// ('path', '%7E', '~', 'an unreserved character needs no escape')
#[pyclass(frozen, get_all, module = "oneiri")]
pub(crate) struct Step {
    /// The name of the component.
    component: Cow<'static, str>,
    /// The text of the first identifier at this place.
    a: String,
    /// The text of the second identifier at this place.
    b: String,
    /// The range in the first identifier: (start, end), in characters.
    a_span: (usize, usize),
    /// The range in the second identifier.
    b_span: (usize, usize),
    /// The rule by which the difference does not matter, such as "default-port".
    rule: String,
    /// The rule as a phrase.
    description: Cow<'static, str>,
    /// The rung of the rule.
    rung: Cow<'static, str>,
    /// The section of the RFC, or of the specification of the scheme.
    section: Cow<'static, str>,
}

/// The first difference that keeps two identifiers apart.
///
/// >>> difference = compare("http://h/a", "http://h/b").difference
/// >>> difference.component, difference.a, difference.b, difference.reason
/// ('path', 'a', 'b', 'text')
#[pyclass(frozen, get_all, module = "oneiri")]
pub(crate) struct Difference {
    /// The name of the component.
    component: Cow<'static, str>,
    /// The text of the first identifier at this place; "" if it has no text there.
    a: String,
    /// The text of the second identifier at this place.
    b: String,
    /// The range in the first identifier: (start, end), in characters.
    a_span: (usize, usize),
    /// The range in the second identifier.
    b_span: (usize, usize),
    /// The kind of the difference, such as "reserved".
    reason: String,
    /// The reason as a phrase.
    description: Cow<'static, str>,
    /// The section of the RFC.
    section: Cow<'static, str>,
}

#[pymethods]
impl Verdict {
    /// Whether the identifiers are equal at any rung.
    fn __bool__(&self) -> bool {
        self.rung.is_some()
    }

    /// The explanation; see `oneiri.explain`.
    fn __str__(&self) -> &str {
        &self.explanation
    }

    fn __repr__(&self) -> String {
        match &self.rung {
            Some(rung) => format!("<Verdict: equal at the {rung} rung>"),
            None => "<Verdict: different>".to_owned(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self { rung, steps, difference, chain, explanation } = self;
        let steps: Vec<_> = steps.iter().map(|step| step.clone_ref(py)).collect();
        let difference = difference.as_ref().map(|difference| difference.clone_ref(py));
        let parts = (rung.as_deref(), steps, difference, chain.clone(), explanation);
        reduced(py, "Verdict", parts.into_pyobject(py)?)
    }
}

#[pymethods]
impl Step {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let [a, b] = [&self.a, &self.b].map(|text| PyString::new(py, text).repr());
        Ok(format!("<Step {}: {} is {}, {}>", self.component, a?, b?, self.rule))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self { component, a, b, a_span, b_span, rule, description, rung, section } = self;
        let parts = (component, a, b, *a_span, *b_span, rule, description, rung, section);
        reduced(py, "Step", parts.into_pyobject(py)?)
    }
}

#[pymethods]
impl Difference {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let [a, b] = [&self.a, &self.b].map(|text| PyString::new(py, text).repr());
        Ok(format!("<Difference {}: {} is not {}, {}>", self.component, a?, b?, self.reason))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self { component, a, b, a_span, b_span, reason, description, section } = self;
        let parts = (component, a, b, *a_span, *b_span, reason, description, section);
        reduced(py, "Difference", parts.into_pyobject(py)?)
    }
}

impl Step {
    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        type Parts = (String, String, String, Span, Span, String, String, String, String);
        let (component, a, b, a_span, b_span, rule, description, rung, section): Parts = parts.extract()?;
        let [component, description, rung, section] = [component, description, rung, section].map(Cow::Owned);
        Ok(Self { component, a, b, a_span, b_span, rule, description, rung, section })
    }
}

impl Difference {
    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        type Parts = (String, String, String, Span, Span, String, String, String);
        let (component, a, b, a_span, b_span, reason, description, section): Parts = parts.extract()?;
        let [component, description, section] = [component, description, section].map(Cow::Owned);
        Ok(Self { component, a, b, a_span, b_span, reason, description, section })
    }
}

impl Verdict {
    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        type Chain = Vec<(String, String, String, String)>;
        type Parts = (Option<String>, Vec<Py<Step>>, Option<Py<Difference>>, Chain, String);
        let (rung, steps, difference, chain, explanation): Parts = parts.extract()?;
        let chain = chain.into_iter().map(|(kind, from, to, by)| (kind.into(), from, to, by));
        let rung = rung.map(Cow::Owned);
        Ok(Self { rung, steps, difference, chain: chain.collect(), explanation })
    }

    pub(crate) fn of<A: Alphabet, F: SchemePresence>(
        py: Python<'_>,
        ladder: &Ladder<'_>,
        a: &Ri<&str, A, F>,
        b: &Ri<&str, A, F>,
    ) -> PyResult<Self> {
        let verdict = ladder.compare(a, b);
        let rung = verdict.rung().map(oneiri::Rung::name);
        let (mut steps, mut difference) = (Vec::new(), None);
        let mut explanation = String::new();
        // Writing to a String cannot fail.
        match rung {
            Some(rung) => _ = writeln!(explanation, "equal at the {rung} rung"),
            None => explanation.push_str("different\n"),
        }
        let [mut ours_at, mut theirs_at] = [a, b].map(|text| Counter::new(text.as_str()));
        for step in verdict.steps() {
            let (ours, theirs) = (slice(a, &step.a), slice(b, &step.b));
            let step = Step {
                component: step.component.map_or("text", oneiri::Component::name).into(),
                a_span: ours_at.range(&step.a),
                b_span: theirs_at.range(&step.b),
                rule: step.rule.name().into(),
                description: step.rule.describe().into(),
                rung: step.rule.rung().name().into(),
                section: step.source.into(),
                a: ours.to_owned(),
                b: theirs.to_owned(),
            };
            let Step { component, description, rung, section, .. } = &step;
            let _ = writeln!(explanation, "{rung:<8}  {component}: {ours:?} is {theirs:?}: {description} ({section})");
            steps.push(Py::new(py, step)?);
        }
        if let Some(found) = verdict.difference() {
            let (ours, theirs) = (slice(a, &found.a), slice(b, &found.b));
            let found = Difference {
                component: found.component.name().into(),
                a_span: ours_at.range(&found.a),
                b_span: theirs_at.range(&found.b),
                reason: found.reason.name().into(),
                description: found.reason.describe().into(),
                section: found.reason.section().into(),
                a: ours.to_owned(),
                b: theirs.to_owned(),
            };
            let Difference { component, description, section, .. } = &found;
            let _ = writeln!(explanation, "{component}: {ours:?} is not {theirs:?}: {description} ({section})");
            difference = Some(Py::new(py, found)?);
        }
        let observations = verdict.chain().into_iter().flat_map(|link| &link.observations);
        let chain: Vec<Observed> = observations
            .map(|seen| (seen.kind.name().into(), seen.from.clone(), seen.to.clone(), seen.source.clone()))
            .collect();
        for (kind, from, to, source) in &chain {
            let _ = writeln!(explanation, "{kind}: {from:?} leads to {to:?}, by {source:?}");
        }
        explanation.truncate(explanation.trim_end().len());
        Ok(Self { rung: rung.map(Cow::Borrowed), steps, difference, chain, explanation })
    }
}

fn slice<'a, A, F>(identifier: &Ri<&'a str, A, F>, range: &std::ops::Range<usize>) -> &'a str {
    identifier.as_str().get(range.clone()).unwrap_or_default()
}
