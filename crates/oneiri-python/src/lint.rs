//! Lints in Python. `lints` reads the arguments `profile` and `only`, for values (`functions.rs`, `identifier.rs`) and
//! for columns (`mapped/`). `check` runs the lints of `oneiri-lint` on a value and makes a `Finding` of each problem,
//! with offsets in characters, because Python counts these.
//!
//! Pickles that exist hold the parts of a `Finding` in the order of `__reduce__`, and `restored` reads them in this
//! order, so do not move, add or remove a part: `test_values.py` reads only what the same version wrote. `oneiri-lint`
//! decides which profiles and codes there are, and `Profile` in `_types.py` repeats the names of the profiles for type
//! checkers, so a new profile also belongs there. The fields of a `Finding` are attributes in Python, and `_oneiri.pyi`
//! lists them.

use std::borrow::Cow;

use oneiri::{Alphabet, Ri, SchemePresence};
use oneiri_lint::{Code, Level, Lints, Profile, UnknownCode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::Counter;
use crate::reduce::reduced;

/// A problem that a lint found.
///
/// >>> finding = lint("http://h:80/")[0]
/// >>> finding.id, finding.name, finding.component, finding.start, finding.end, finding.fix
/// ('L203', 'default-port', 'port', 8, 11, '')
#[pyclass(frozen, get_all, eq, hash, module = "oneiri")]
#[derive(PartialEq, Hash)]
pub(crate) struct Finding {
    /// The stable code, such as "L201".
    id: Cow<'static, str>,
    /// The name, such as "password".
    name: Cow<'static, str>,
    /// "warn" or "deny".
    level: Cow<'static, str>,
    /// The name of the component that has the problem.
    component: Cow<'static, str>,
    /// The offset of the first character.
    start: usize,
    /// The offset after the last character.
    end: usize,
    /// The text to write in place of the range; None if there is no fix.
    fix: Option<String>,
    /// The problem in one sentence.
    message: String,
}

#[pymethods]
impl Finding {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let message = PyString::new(py, &self.message).repr()?;
        Ok(format!("<Finding {} {}: {message}>", self.id, self.name))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self { id, name, level, component, start, end, fix, message } = self;
        let parts = (id, name, level, component, *start, *end, fix, message);
        reduced(py, "Finding", parts.into_pyobject(py)?)
    }
}

impl Finding {
    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        type Parts = (String, String, String, String, usize, usize, Option<String>, String);
        let (id, name, level, component, start, end, fix, message): Parts = parts.extract()?;
        let [id, name, level, component] = [id, name, level, component].map(Cow::Owned);
        Ok(Self { id, name, level, component, start, end, fix, message })
    }
}

/// The codes of lints as an argument: a list or a tuple.
pub(crate) struct Codes(Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Codes {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object
            .extract()
            .map(Self)
            .map_err(|_| PyTypeError::new_err(format!("only: expected a list or a tuple of codes, found {object:?}")))
    }
}

/// The lints to run: all lints of a profile, or only the lints with these codes.
pub(crate) fn lints(profile: &str, only: Option<Codes>) -> PyResult<Lints> {
    let Some(profile) = Profile::ALL.into_iter().find(|known| known.name() == profile) else {
        let names = Profile::ALL.map(Profile::name).join(", ");
        return Err(PyValueError::new_err(format!("unknown profile {profile:?}: expected {names}")));
    };
    let mut lints = Lints::new(profile);
    if let Some(Codes(only)) = only {
        Code::all().for_each(|code| lints.set(code, Level::Allow));
        for name in only {
            let code: Code = name.parse().map_err(|_: UnknownCode| {
                let known = Code::all().map(Code::name).collect::<Vec<_>>().join(", ");
                PyValueError::new_err(format!("unknown code {name:?}: expected one of {known}"))
            })?;
            let level = code.level(profile).max(Level::Warn);
            lints.set(code, level);
        }
    }
    Ok(lints)
}

pub(crate) fn check<T: AsRef<str>, A: Alphabet, F: SchemePresence>(
    identifier: &Ri<T, A, F>,
    lints: &Lints,
) -> Vec<Finding> {
    let text = identifier.as_ref();
    let mut counter = Counter::new(text);
    let findings = lints.check(identifier).into_iter().map(|finding| {
        let (start, end) = counter.range(&finding.range);
        Finding {
            id: finding.code.id().into(),
            name: finding.code.name().into(),
            level: finding.level.name().into(),
            component: finding.component.map_or("text", oneiri::Component::name).into(),
            start,
            end,
            message: finding.to_string(),
            fix: finding.fix.map(|fix| fix.text),
        }
    });
    findings.collect()
}
