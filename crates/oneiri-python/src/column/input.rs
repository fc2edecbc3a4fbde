//! Input columns: any object that speaks Arrow's C data interface, or a list of texts.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array as _, ArrayRef, StructArray, new_empty_array, new_null_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use pyo3_arrow::input::AnyArray;

use crate::classes::Identifier;

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
            match object.extract::<AnyArray>().map_err(unread)? {
                AnyArray::Array(array) => {
                    let (array, field) = array.into_inner();
                    (vec![array], field, false)
                }
                AnyArray::Stream(stream) => {
                    let field = stream.field_ref()?;
                    let read = stream.into_chunked_array();
                    // Some libraries export columns of nulls without a type in a form that the import rejects.
                    if let (Err(_), true, Ok(rows)) =
                        (&read, is_of_nulls(field.data_type()), object.len())
                    {
                        return Ok(Self::of_nulls([rows], true));
                    }
                    let (chunks, field) = read.map_err(unread)?.into_inner();
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
            let whole;
            let text = if let Ok(text) = item.cast::<PyString>() {
                match text.to_str() {
                    Ok(text) => text,
                    Err(_) => {
                        whole = without_halves(text)?;
                        &whole
                    }
                }
            } else if let Ok(identifier) = item.cast::<Identifier>() {
                identifier.get().text()
            } else {
                let found = item.get_type().qualname()?;
                let message =
                    format!("row {row}: expected str, an identifier or None, found {found}");
                return Err(PyTypeError::new_err(message));
            };
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
            // A table of one column, such as the result of a query.
            DataType::Struct(fields) if fields.len() == 1 => {
                let chunks = chunks.iter().map(|chunk| only_column(chunk.as_struct()));
                let chunks = chunks.collect::<Result<_, ArrowError>>();
                let chunks = chunks.map_err(|error| PyValueError::new_err(error.to_string()))?;
                (chunks, fields[0].data_type().clone())
            }
            data_type => (chunks, data_type.clone()),
        };
        if is_of_nulls(&data_type) {
            return Ok(Self::of_nulls(chunks.iter().map(|chunk| chunk.len()), is_chunked));
        }
        if !oneiri_arrow::is_text(&data_type) {
            let error = oneiri_arrow::Error::Type(data_type);
            return Err(PyTypeError::new_err(error.to_string()));
        }
        Ok(Self { chunks, is_chunked, data_type })
    }

    fn of_nulls(rows: impl IntoIterator<Item = usize>, is_chunked: bool) -> Self {
        let data_type = DataType::Utf8;
        let chunks = rows.into_iter().map(|rows| new_null_array(&data_type, rows)).collect();
        Self { chunks, is_chunked, data_type }
    }

    pub(crate) fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// The whole column as one array; copied if there are several chunks. Each chunk may have its own dictionary,
    /// and the joined dictionaries may have too many texts for the keys, so dictionaries become plain texts.
    pub(crate) fn into_one(mut self) -> Result<ArrayRef, oneiri_arrow::Error> {
        if self.chunks.len() == 1 {
            if let Some(only) = self.chunks.pop() {
                return Ok(only);
            }
        }
        if self.chunks.is_empty() {
            return Ok(new_empty_array(&self.data_type));
        }
        let chunks = self.chunks.iter().map(oneiri_arrow::spread).collect::<Result<Vec<_>, _>>()?;
        let chunks: Vec<_> = chunks.iter().map(AsRef::as_ref).collect();
        arrow_select::concat::concat(&chunks).map_err(|_| oneiri_arrow::Error::TooLong)
    }
}

/// A copy of the text with U+FFFD in place of every half of a surrogate pair. No column can hold such a half, and
/// no grammar allows U+FFFD.
fn without_halves(text: &Bound<'_, PyString>) -> PyResult<String> {
    let encoded = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?;
    let encoded: &[u8] = encoded.extract()?;
    let characters = encoded.chunks_exact(4).map(|code| {
        let code = code.iter().rev().fold(0, |code, &byte| code << 8 | u32::from(byte));
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
    });
    Ok(characters.collect())
}

/// Whether a column has the type Null, and so holds nothing but nulls. A table of one such column counts too.
fn is_of_nulls(data_type: &DataType) -> bool {
    match data_type {
        DataType::Struct(fields) if fields.len() == 1 => *fields[0].data_type() == DataType::Null,
        DataType::Dictionary(_, values) => **values == DataType::Null,
        data_type => *data_type == DataType::Null,
    }
}

/// The Python exception for a column that cannot be read.
fn unread(error: impl Into<PyErr>) -> PyErr {
    let error = error.into();
    Python::attach(|py| match error.get_type(py).is(py.get_type::<PyException>()) {
        true => PyValueError::new_err(error.value(py).to_string()),
        false => error,
    })
}

/// The only column of a table. It is also null where the row of the table is null.
fn only_column(table: &StructArray) -> Result<ArrayRef, ArrowError> {
    let column = table.column(0);
    if table.nulls().is_none() {
        return Ok(Arc::clone(column));
    }
    let nulls = NullBuffer::union(table.nulls(), column.nulls());
    let data = column.to_data().into_builder().nulls(nulls).build()?;
    Ok(arrow_array::make_array(data))
}
