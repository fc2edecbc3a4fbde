//! Output columns in notebooks, as tables of HTML, and what pickles them. The texts of a column are those of strangers,
//! so each passes `html.escape`.

use std::slice;

use arrow_array::ArrayRef;
use pyo3::prelude::*;

use super::output::{Array, ChunkedArray, value};
use super::pickled::pickled;

/// How many rows a notebook shows.
const MOST: usize = 10;

#[pymethods]
impl Array {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        pickled(py, slice::from_ref(&self.array), self.array.data_type(), false)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        table(slf.py(), &slf.get().title(), slice::from_ref(&slf.get().array))
    }
}

#[pymethods]
impl ChunkedArray {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        pickled(py, &self.chunks, &self.data_type, true)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        table(slf.py(), &slf.get().title(), &slf.get().chunks)
    }
}

/// A table with the first rows. What the rows hold becomes no markup.
fn table(py: Python<'_>, title: &str, chunks: &[ArrayRef]) -> PyResult<String> {
    let escape = py.import("html")?.getattr("escape")?;
    let escaped = |text: &str| escape.call1((text,))?.extract::<String>();
    let mut html = format!("<table><caption>{}</caption>", escaped(title)?);
    let places = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(move |row| (chunk, row)));
    for (nth, (chunk, row)) in places.enumerate().take(MOST + 1) {
        let text = if nth == MOST { "...".to_owned() } else { value(py, chunk, row)?.str()?.to_string() };
        html.push_str(&format!("<tr><th>{nth}</th><td>{}</td></tr>", escaped(&text)?));
    }
    html.push_str("</table>");
    Ok(html)
}
