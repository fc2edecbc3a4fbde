//! Validation errors and domains of the URL Standard: `oneiri.whatwg`. `restored` reads the parts of an error in the
//! order of `__reduce__`; `test_whatwg.py` pickles one.

use std::borrow::Cow;

use oneiri_whatwg::{Error, Url as Parsed};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::Counter;
use crate::given::{Given, Text};
use crate::reduce::reduced;
use crate::unlocked::unlocked;
use crate::whatwg::{base_or_raise, raise};

/// A validation error of the URL Standard. Most of them do not keep a text from being a URL.
///
/// >>> error, = validation_errors("http://h/a b")
/// >>> error.code, error.start, error.end
/// ('invalid-URL-unit', 10, 11)
#[pyclass(frozen, get_all, eq, hash, module = "oneiri.whatwg")]
#[derive(PartialEq, Hash)]
pub(crate) struct ValidationError {
    /// The name of the error in the Standard, such as "invalid-URL-unit".
    code: Cow<'static, str>,
    /// The offset of the first character.
    start: usize,
    /// The offset after the last character.
    end: usize,
    /// The problem in one sentence.
    message: Cow<'static, str>,
}

#[pymethods]
impl ValidationError {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        format!("<ValidationError {} at {}..{}>", self.code, self.start, self.end)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parts = (&self.code, self.start, self.end, &self.message);
        reduced(py, "ValidationError", parts.into_pyobject(py)?)
    }
}

impl ValidationError {
    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (code, start, end, message): (String, usize, usize, String) = parts.extract()?;
        Ok(Self { code: code.into(), start, end, message: message.into() })
    }
}

/// All validation errors of a text, in the order in which the parser of the Standard finds them. If the text is
/// not a URL, the last of them says why.
///
/// >>> [error.code for error in validation_errors("https:h\\a")]
/// ['special-scheme-missing-following-solidus', 'invalid-reverse-solidus']
/// >>> validation_errors("/a", "http://h/")
/// []
#[pyfunction]
#[pyo3(signature = (text, base = None))]
pub(crate) fn validation_errors(
    py: Python<'_>,
    text: Given<'_, '_>,
    base: Option<Given<'_, '_>>,
) -> PyResult<Vec<ValidationError>> {
    let (text, base) = (text.as_str(), base_or_raise(py, base.as_ref())?);
    let (_, errors) = unlocked(py, text, || Parsed::parse_with_errors(text, base.as_deref()));
    let mut counter = Counter::new(text);
    let error = |error: Error| {
        let (start, end) = counter.range(&error.range());
        let (code, message) = (error.kind().name().into(), error.kind().message().into());
        ValidationError { code, start, end, message }
    };
    Ok(errors.into_iter().map(error).collect())
}

/// The domain in lower case, with labels beyond ASCII in Punycode (section 3.3 of the Standard). A strict domain has
/// labels of at most 63 letters, digits and hyphens; hosts of URLs are not strict.
///
/// >>> domain_to_ascii("Bücher.example")
/// 'xn--bcher-kva.example'
#[pyfunction]
#[pyo3(signature = (domain, *, strict = false))]
pub(crate) fn domain_to_ascii(py: Python<'_>, domain: Text<'_>, strict: bool) -> PyResult<String> {
    let ascii = oneiri_whatwg::domain_to_ascii(&domain, strict);
    ascii.map_err(|error| raise(py, &error, &domain, "domain"))
}

/// The domain as it is shown: labels in Punycode become Unicode (section 3.3 of the Standard). A label that UTS 46
/// refuses stays in Punycode.
///
/// >>> domain_to_unicode("xn--bcher-kva.example")
/// 'bücher.example'
#[pyfunction]
#[pyo3(signature = (domain, *, strict = false))]
pub(crate) fn domain_to_unicode(domain: Text<'_>, strict: bool) -> String {
    oneiri_whatwg::domain_to_unicode(&domain, strict).0
}
