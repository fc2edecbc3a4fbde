//! Columns as they come: whatever speaks Arrow's C data interface, or a list of texts.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array as _, ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use pyo3_arrow::input::AnyArray;

/// A column of text: one array, or the chunks of a stream.
pub(crate) struct Column {
    pub(crate) chunks: Vec<ArrayRef>,
    pub(crate) is_chunked: bool,
    pub(crate) data_type: DataType,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Column {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            return Self::of_sequence(&object);
        }
        let speaks = |name: &Bound<'_, PyString>| object.hasattr(name);
        if !speaks(intern!(py, "__arrow_c_array__"))? && !speaks(intern!(py, "__arrow_c_stream__"))?
        {
            let found = object.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "expected a list, or an object with __arrow_c_array__ or __arrow_c_stream__, \
                 found {found}"
            )));
        }
        let (chunks, field, is_chunked): (Vec<ArrayRef>, FieldRef, bool) =
            match object.extract::<AnyArray>()? {
                AnyArray::Array(array) => {
                    let (array, field) = array.into_inner();
                    (vec![array], field, false)
                }
                stream @ AnyArray::Stream(_) => {
                    let (chunks, field) = stream.into_chunked_array()?.into_inner();
                    (chunks, field, true)
                }
            };
        Self::of_arrow(chunks, &field, is_chunked)
    }
}

impl Column {
    fn of_sequence(sequence: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut texts = StringBuilder::new();
        for (row, item) in sequence.try_iter()?.enumerate() {
            let item = item?;
            if item.is_none() {
                texts.append_null();
                continue;
            }
            let Ok(text) = item.cast::<PyString>() else {
                let found = item.get_type().qualname()?;
                let message = format!("row {row}: expected str or None, found {found}");
                return Err(PyTypeError::new_err(message));
            };
            let text = text.to_str()?;
            if i32::try_from(texts.values_slice().len() + text.len()).is_err() {
                return Err(PyValueError::new_err("more than 2 GiB of text in a list"));
            }
            texts.append_value(text);
        }
        let array: ArrayRef = Arc::new(texts.finish());
        Ok(Self { chunks: vec![array], is_chunked: false, data_type: DataType::Utf8 })
    }

    fn of_arrow(chunks: Vec<ArrayRef>, field: &Field, is_chunked: bool) -> PyResult<Self> {
        let (chunks, data_type) = match field.data_type() {
            // A table of one column, as a query gives it.
            DataType::Struct(fields) if fields.len() == 1 => {
                let chunks = chunks.iter().map(|chunk| only_column(chunk.as_struct()));
                let chunks = chunks.collect::<Result<_, ArrowError>>();
                let chunks = chunks.map_err(|error| PyValueError::new_err(error.to_string()))?;
                (chunks, fields[0].data_type().clone())
            }
            data_type => (chunks, data_type.clone()),
        };
        if !oneiri_arrow::is_text(&data_type) {
            let error = oneiri_arrow::Error::Type(data_type);
            return Err(PyTypeError::new_err(error.to_string()));
        }
        Ok(Self { chunks, is_chunked, data_type })
    }

    pub(crate) fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// All of it as one array; copied if it is in several chunks.
    pub(crate) fn into_one(mut self) -> PyResult<ArrayRef> {
        if self.chunks.len() == 1 {
            if let Some(only) = self.chunks.pop() {
                return Ok(only);
            }
        }
        if self.chunks.is_empty() {
            return Ok(arrow_array::new_empty_array(&self.data_type));
        }
        let chunks: Vec<_> = self.chunks.iter().map(AsRef::as_ref).collect();
        let one = arrow_select::concat::concat(&chunks);
        one.map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// The one column of a table, null where its row is.
fn only_column(table: &StructArray) -> Result<ArrayRef, ArrowError> {
    let column = table.column(0);
    if table.nulls().is_none() {
        return Ok(Arc::clone(column));
    }
    let nulls = NullBuffer::union(table.nulls(), column.nulls());
    let data = column.to_data().into_builder().nulls(nulls).build()?;
    Ok(arrow_array::make_array(data))
}
