//! Output columns in pickles, as streams of Arrow's IPC format, and in notebooks, as tables of HTML.

use std::io::Cursor;
use std::slice;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::output::{self, Array, ChunkedArray, value};
use crate::reduce::reduced;

/// How many rows a notebook shows.
const MOST: usize = 10;

#[pymethods]
impl Array {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        pickled(py, slice::from_ref(&self.array), self.array.data_type(), false)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        table(slf.as_any(), slice::from_ref(&slf.get().array))
    }
}

#[pymethods]
impl ChunkedArray {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        pickled(py, &self.chunks, &self.data_type, true)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        table(slf.as_any(), &slf.get().chunks)
    }
}

fn pickled<'py>(
    py: Python<'py>,
    chunks: &[ArrayRef],
    data_type: &DataType,
    is_chunked: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let schema = Arc::new(Schema::new(vec![Field::new("", data_type.clone(), true)]));
    let stream = || {
        let mut writer = StreamWriter::try_new(Vec::new(), &schema)?;
        for chunk in chunks {
            writer.write(&RecordBatch::try_new(Arc::clone(&schema), vec![Arc::clone(chunk)])?)?;
        }
        writer.into_inner()
    };
    let stream: Result<Vec<u8>, ArrowError> = py.detach(stream);
    let parts = (is_chunked, PyBytes::new(py, &stream.map_err(failed)?)).into_pyobject(py)?;
    reduced(py, "Array", parts)
}

/// Makes a column again.
pub(crate) fn restored<'py>(py: Python<'py>, parts: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let (is_chunked, stream): (bool, Vec<u8>) = parts.extract()?;
    let reader = StreamReader::try_new(Cursor::new(stream), None).map_err(failed)?;
    let data_type = reader.schema().fields().first().map(|field| field.data_type().clone());
    let data_type = data_type.ok_or_else(|| PyValueError::new_err("expected a column"))?;
    let chunks: Result<Vec<ArrayRef>, ArrowError> =
        reader.map(|batch| batch.map(|batch| Arc::clone(batch.column(0)))).collect();
    output::column(py, chunks.map_err(failed)?, is_chunked, &data_type)
}

fn failed(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A table with the first rows. What the rows hold becomes no markup.
fn table(column: &Bound<'_, PyAny>, chunks: &[ArrayRef]) -> PyResult<String> {
    let py = column.py();
    let escape = py.import("html")?.getattr("escape")?;
    let escaped = |text: String| escape.call1((text,))?.extract::<String>();
    let shown = column.repr()?.to_string();
    let title = shown.trim_start_matches('<').split(": [").next().unwrap_or_default().to_owned();
    let mut html = format!("<table><caption>{}</caption>", escaped(title)?);
    let places = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(move |row| (chunk, row)));
    for (nth, (chunk, row)) in places.enumerate().take(MOST + 1) {
        let text = if nth == MOST { "...".to_owned() } else { value(py, chunk, row)?.str()?.to_string() };
        html.push_str(&format!("<tr><th>{nth}</th><td>{}</td></tr>", escaped(text)?));
    }
    html.push_str("</table>");
    Ok(html)
}
