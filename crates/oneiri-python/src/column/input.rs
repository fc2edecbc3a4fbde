//! Input columns: any object that speaks Arrow's C data interface, or a list of texts. Every array of another library
//! must pass `kinds::text`, because that copies what decides which memory is read, and another thread may write into
//! the rest. A row with octets that are not UTF-8 is noted in `not_utf8` or found later, so `mod.rs` asks for both. The
//! module's text in `arrow.py` lists what is read here, so the two change together.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array as _, ArrayRef, StringViewArray, UInt64Array, new_empty_array, new_null_array};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyList, PyMapping, PyString, PyTuple};

use super::import;
use super::join::joined;
use super::kinds::{hidden, lossy, malformed, text};
use crate::classes::{Identifier, Url};

/// How many rows are read before somebody may interrupt.
const OFTEN: usize = 1 << 12;

/// A column of text: one array, or the chunks of a stream.
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) chunks: Vec<ArrayRef>,
    pub(crate) is_chunked: bool,
    pub(crate) data_type: DataType,
    /// The first row that holds octets which are not UTF-8, if the chunks have U+FFFD in their place.
    pub(crate) not_utf8: Option<usize>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Column {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Self::of_object(&object, true)
    }
}

impl Column {
    /// `converts` says whether `__arrow_array__` is asked for another object. What it returns is not asked again, as it
    /// may return itself.
    fn of_object<'py>(object: &Bound<'py, PyAny>, converts: bool) -> PyResult<Self> {
        let py = object.py();
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            return Self::of_sequence(object);
        }
        let export = |name: &Bound<'py, PyString>| match object.getattr_opt(name)? {
            Some(method) => method.call0().map(Some),
            None => Ok(None),
        };
        if let Some(pair) = export(intern!(py, "__arrow_c_array__"))? {
            let (array, data_type) = import::array(&pair)?;
            return Self::of_arrow(vec![array], data_type, false);
        }
        if let Some(stream) = export(intern!(py, "__arrow_c_stream__"))? {
            let (chunks, data_type) = import::stream(&stream)?;
            return Self::of_arrow(chunks, data_type, true);
        }
        // The protocol of PyArrow, which the arrays of pandas speak.
        if converts {
            if let Some(array) = export(intern!(py, "__arrow_array__"))? {
                return Self::of_object(&array, false);
            }
        }
        let is_one = object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyBytes>()
            || object.is_instance_of::<PyMapping>()
            || object.is_instance_of::<Identifier>();
        if is_one || object.getattr_opt(intern!(py, "__iter__"))?.is_none() {
            let found = object.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "expected a list, or an object with __arrow_c_array__ or __arrow_c_stream__ or rows to \
                 iterate over, found {found}"
            )));
        }
        Self::of_sequence(object)
    }

    fn of_sequence(sequence: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (mut texts, mut not_utf8) = (StringBuilder::new(), None);
        for (row, item) in sequence.try_iter()?.enumerate() {
            if row % OFTEN == 0 {
                sequence.py().check_signals()?;
            }
            let item = item?;
            let whole;
            let text = if let Ok(text) = item.cast::<PyString>() {
                match text.to_str() {
                    Ok(text) => text,
                    Err(_) => {
                        not_utf8 = not_utf8.or(Some(row));
                        whole = without_halves(text)?;
                        &whole
                    }
                }
            } else if let Ok(identifier) = item.cast::<Identifier>() {
                identifier.get().text()
            } else if let Ok(url) = item.cast::<Url>() {
                url.get().url.href()
            } else if is_missing(&item)? {
                texts.append_null();
                continue;
            } else if let Ok(bytes) = item.cast::<PyBytes>() {
                let text = String::from_utf8_lossy(bytes.as_bytes());
                if matches!(text, Cow::Owned(_)) {
                    not_utf8 = not_utf8.or(Some(row));
                }
                whole = text.into_owned();
                &whole
            } else {
                let found = item.get_type().qualname()?;
                let message = format!("row {row}: expected str, an identifier or None, found {found}");
                return Err(PyTypeError::new_err(message));
            };
            if i32::try_from(texts.values_slice().len() + text.len()).is_err() {
                return Err(PyValueError::new_err("more than 2 GiB of text in a list"));
            }
            texts.append_value(text);
        }
        let array: ArrayRef = Arc::new(texts.finish());
        Ok(Self { chunks: vec![array], is_chunked: false, data_type: DataType::Utf8, not_utf8 })
    }

    fn of_arrow(chunks: Vec<ArrayRef>, data_type: DataType, is_chunked: bool) -> PyResult<Self> {
        if is_of_nulls(&data_type) {
            return Self::of_nulls(chunks.iter().map(|chunk| chunk.len()), is_chunked);
        }
        let (mut texts, mut rows, mut not_utf8) = (Vec::new(), 0, None);
        let mut add = |array: &ArrayRef, nulls: Option<&NullBuffer>| -> PyResult<()> {
            let (array, bad) = text(array)?;
            let array = hidden(&array, nulls);
            let first = bad.into_iter().find(|row| array.is_valid(*row));
            not_utf8 = not_utf8.or(first.map(|row| rows + row));
            rows += array.len();
            texts.push(array);
            Ok(())
        };
        let data_type = match data_type {
            // A table of one column, such as the result of a query. A row is also null where the table is.
            DataType::Struct(fields) if fields.len() == 1 => {
                for table in chunks.iter().map(|chunk| chunk.as_struct()) {
                    add(table.column(0), table.nulls())?;
                }
                fields[0].data_type().clone()
            }
            data_type => {
                chunks.iter().try_for_each(|chunk| add(chunk, None))?;
                data_type
            }
        };
        let chunks = texts;
        let read = chunks.first().map(|chunk| chunk.data_type().clone());
        let is_text = oneiri_arrow::is_text(&data_type);
        let data_type = read.unwrap_or(if is_text { data_type } else { DataType::LargeUtf8 });
        Ok(Self { chunks, is_chunked, data_type, not_utf8 })
    }

    fn of_nulls(rows: impl IntoIterator<Item = usize>, is_chunked: bool) -> PyResult<Self> {
        let data_type = DataType::Utf8;
        let nulls = |rows| match i32::try_from(rows) {
            Ok(_) => Ok(new_null_array(&data_type, rows)),
            // Such a column takes no memory where it comes from, and would take much here.
            Err(_) => Err(PyOverflowError::new_err("more than 2,147,483,647 rows of nothing but nulls")),
        };
        let chunks = rows.into_iter().map(nulls).collect::<PyResult<_>>()?;
        Ok(Self { chunks, is_chunked, data_type, not_utf8: None })
    }

    /// The same column, with U+FFFD in place of octets in strings that are not UTF-8. Nobody has checked them before. Only
    /// chunks with such octets are copied.
    pub(crate) fn lossy(&self) -> PyResult<Self> {
        let read = |rows: ArrayRef| Ok(lossy(&rows, rows.data_type())?.0);
        let chunks = self.rows()?.into_iter().map(read).collect::<PyResult<_>>()?;
        Ok(Self { chunks, ..self.clone() })
    }

    /// The chunks, with a text instead of a key in each row. Nobody has checked before that their texts lie in their buffers.
    pub(crate) fn rows(&self) -> PyResult<Vec<ArrayRef>> {
        let spread = |chunk| oneiri_arrow::spread(chunk).map_err(|error| malformed(&error.to_string()));
        self.chunks.iter().map(spread).collect()
    }

    /// A column with one text in all of its rows.
    pub(crate) fn repeated(text: &str, rows: usize) -> PyResult<Self> {
        let one = StringViewArray::from(vec![text]);
        let places = UInt64Array::from(vec![0; rows]);
        let all = arrow_select::take::take(&one, &places, None);
        let all = all.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let data_type = all.data_type().clone();
        Ok(Self { chunks: vec![all], is_chunked: false, data_type, not_utf8: None })
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
        joined(&chunks).map_err(|_| oneiri_arrow::Error::TooLong)
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

/// Whether an item of a list stands for a missing text: None, NaN, or the missing values of pandas, NA and NaT.
fn is_missing(item: &Bound<'_, PyAny>) -> PyResult<bool> {
    if let Ok(number) = item.cast::<PyFloat>() {
        return Ok(number.value().is_nan());
    }
    let name = item.get_type().name()?;
    Ok(item.is_none() || name == "NAType" || name == "NaTType")
}
