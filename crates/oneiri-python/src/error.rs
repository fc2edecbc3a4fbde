//! Turns errors of the library into `oneiri.Error`. Its parameters have no names here, so their order is that of
//! `_error.py`. The library counts bytes and Python counts characters, so each offset passes `Unit::Char` or a
//! `Counter`.

use std::ops::Range;

use oneiri::Unit;
use oneiri_arrow::Refusal;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Counts the characters before bytes of a text. Each call goes on from the byte of the last one, so that many places, from
/// left to right, take linear time.
pub(crate) struct Counter<'a> {
    text: &'a str,
    byte: usize,
    count: usize,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, byte: 0, count: 0 }
    }

    pub(crate) fn range(&mut self, range: &Range<usize>) -> (usize, usize) {
        (self.at(range.start), self.at(range.end))
    }

    fn at(&mut self, byte: usize) -> usize {
        let counted = if self.byte <= byte {
            self.text.get(self.byte..byte).map(|more| self.count + more.chars().count())
        } else {
            self.text.get(byte..self.byte).map(|less| self.count - less.chars().count())
        };
        (self.byte, self.count) = (byte, counted.unwrap_or_else(|| Unit::Char.offset(self.text, byte)));
        self.count
    }
}

/// Makes the Python exception. `text` is the text that the offsets of the error refer to.
pub(crate) fn raise(py: Python<'_>, error: oneiri::Error, text: &str) -> PyErr {
    raise_at(py, error, text, None)
}

/// Like [`raise`], for a row of a column.
pub(crate) fn raise_at(py: Python<'_>, error: oneiri::Error, text: &str, row: Option<usize>) -> PyErr {
    raise_in(py, error, text, error.display_in(Unit::Char, text).to_string(), row)
}

/// Like [`raise`], for a row of one of two columns.
pub(crate) fn raise_refusal(py: Python<'_>, refusal: &Refusal) -> PyErr {
    raise_in(py, refusal.error, &refusal.text, refusal.to_string(), Some(refusal.row))
}

/// What the exception says of an error that is not the engine's.
pub(crate) struct Fault<'a> {
    pub(crate) message: String,
    pub(crate) component: &'a str,
    pub(crate) expected: &'a str,
    pub(crate) rule: &'a str,
}

/// Makes the exception for an error in a range of bytes of a text.
pub(crate) fn raise_fault(py: Python<'_>, text: &str, range: Range<usize>, fault: Fault<'_>) -> PyErr {
    let [start, end] = [range.start, range.end].map(|byte| Unit::Char.offset(text, byte));
    let found = text.get(range.start..).and_then(|rest| rest.chars().next());
    let Fault { message, component, expected, rule } = fault;
    let what = (message, start, end, component, expected, found, rule);
    match class(py).and_then(|class| class.call1(what)) {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

fn raise_in(py: Python<'_>, error: oneiri::Error, text: &str, message: String, row: Option<usize>) -> PyErr {
    let [start, end] = [error.start(), error.end()].map(|byte| Unit::Char.offset(text, byte));
    let what = (
        message,
        start,
        end,
        error.component().map_or("text", oneiri::Component::name),
        error.expected(),
        error.found(),
        error.section(),
        row,
    );
    match class(py).and_then(|class| class.call1(what)) {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// Makes the exception for a `str` with half a surrogate pair, which UTF-8 cannot hold. The exception is an
/// `oneiri.Error`, so that one `except` clause catches every error of a text.
pub(crate) fn no_unicode(text: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = text.py();
    let make = || {
        let start: usize = error.value(py).getattr("start")?.extract()?;
        let found = text.get_item(start)?;
        let code: u32 = py.import("builtins")?.getattr("ord")?.call1((&found,))?.extract()?;
        let (expected, rule) = ("characters of Unicode", "RFC 3987 section 2.2, ucschar");
        let message = format!(
            "invalid text, character {start}: expected {expected}, found half of a surrogate pair, \
             U+{code:04X} ({rule})"
        );
        let none = None::<usize>;
        class(py)?.call1((message, start, start + 1, "text", expected, found, rule, none))
    };
    make().map_or(error, PyErr::from_value)
}

/// The class `oneiri.Error`. It is written in Python, because before Python 3.12 a class made through the stable
/// ABI cannot be an exception.
fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "oneiri._error", "Error")
}

/// The error for an attribute that somebody sets or deletes.
pub(crate) fn unchangeable(value: &Bound<'_, crate::classes::Identifier>, name: &str) -> PyErr {
    match value.get_type().name() {
        Ok(class) => {
            pyo3::exceptions::PyAttributeError::new_err(format!("{class} is immutable: {name:?} cannot be set"))
        }
        Err(error) => error,
    }
}
