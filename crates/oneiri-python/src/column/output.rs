//! Output columns: objects that speak Arrow's C data interface. `value` makes the Python object of a row and takes
//! every type without an arm for a struct, so a task of `oneiri-arrow` or a job of `mapped` with a new type of result
//! needs an arm, or it panics.

use std::slice;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array as _, ArrayRef, downcast_dictionary_array};
use arrow_schema::DataType;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyIterator, PyList, PySlice, PyString, PyTuple};

use super::export;
use super::slice::sliced;

/// How many rows become Python objects before somebody may interrupt.
const OFTEN: usize = 1 << 12;

/// A column in one piece. Every reader of Arrow's C data interface, such as `pyarrow.array` and `polars.Series`,
/// takes it without a copy.
///
/// >>> column = oneiri.arrow.normalize(["HTTP://h/%7E", None])
/// >>> len(column), column.type, column.null_count, column.to_pylist()
/// (2, 'Utf8', 1, ['http://h/~', None])
#[pyclass(frozen, sequence, module = "oneiri.arrow")]
pub(crate) struct Array {
    pub(super) array: ArrayRef,
}

/// A column in chunks, the same chunks as those of the input column.
///
/// >>> import pyarrow
/// >>> column = oneiri.arrow.normalize(pyarrow.chunked_array([["x:a"], ["X:b", "x:c"]]))
/// >>> len(column), column.num_chunks, column.to_pylist()
/// (3, 2, ['x:a', 'x:b', 'x:c'])
#[pyclass(frozen, sequence, module = "oneiri.arrow")]
pub(crate) struct ChunkedArray {
    pub(super) chunks: Vec<ArrayRef>,
    pub(super) data_type: DataType,
}

/// Makes the Python object of a column.
pub(crate) fn column<'py>(
    py: Python<'py>,
    chunks: Vec<ArrayRef>,
    is_chunked: bool,
    data_type: &DataType,
) -> PyResult<Bound<'py, PyAny>> {
    match chunks.first() {
        Some(array) if !is_chunked => Ok(Bound::new(py, Array { array: Arc::clone(array) })?.into_any()),
        first => {
            let data_type = first.map_or(data_type, |array| array.data_type()).clone();
            Ok(Bound::new(py, ChunkedArray { chunks, data_type })?.into_any())
        }
    }
}

#[pymethods]
impl Array {
    /// The name of the type in Arrow.
    #[getter]
    fn r#type(&self) -> String {
        self.array.data_type().to_string()
    }

    /// The number of null rows.
    #[getter]
    fn null_count(&self) -> usize {
        self.array.null_count()
    }

    /// The rows as Python objects.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        rows(py, slice::from_ref(&self.array))
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (rows, data_type) = (slice::from_ref(&self.array), self.array.data_type());
        match row.cast::<PySlice>() {
            Ok(some) => column(py, sliced(rows, data_type, some)?, false, data_type),
            Err(_) => item(py, rows, row.extract()?),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_pylist(py)?.try_iter()
    }

    /// The rows as Python objects, for NumPy and for columns of pandas data frames.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        objects(py, slice::from_ref(&self.array), self.array.data_type(), dtype, copy)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<{}: {}>", self.title(), shown(py, slice::from_ref(&self.array))?))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export::schema(py, self.array.data_type())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        export::array(py, &self.array, requested_schema.as_ref())
    }
}

#[pymethods]
impl ChunkedArray {
    /// The name of the type in Arrow.
    #[getter]
    fn r#type(&self) -> String {
        self.data_type.to_string()
    }

    /// The number of null rows.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.null_count()).sum()
    }

    /// The number of chunks.
    #[getter]
    fn num_chunks(&self) -> usize {
        self.chunks.len()
    }

    /// The rows as Python objects.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        rows(py, &self.chunks)
    }

    /// For `pyarrow.array`, which would otherwise read the rows one by one and guess their type.
    #[pyo3(signature = (r#type = None))]
    fn __arrow_array__<'py>(slf: &Bound<'py, Self>, r#type: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("chunked_array", (slf, r#type))
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match row.cast::<PySlice>() {
            Ok(some) => column(py, sliced(&self.chunks, &self.data_type, some)?, true, &self.data_type),
            Err(_) => item(py, &self.chunks, row.extract()?),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_pylist(py)?.try_iter()
    }

    /// The rows as Python objects, for NumPy and for columns of pandas data frames.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        objects(py, &self.chunks, &self.data_type, dtype, copy)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<{}: {}>", self.title(), shown(py, &self.chunks)?))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export::schema(py, &self.data_type)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        export::stream(py, &self.chunks, &self.data_type, requested_schema.as_ref())
    }
}

impl Array {
    /// What the column is, without its rows.
    pub(super) fn title(&self) -> String {
        format!("oneiri.arrow.Array of {} {}", self.array.len(), self.array.data_type())
    }
}

impl ChunkedArray {
    /// What the column is, without its rows.
    pub(super) fn title(&self) -> String {
        format!("oneiri.arrow.ChunkedArray of {} {} in {}", self.__len__(), self.data_type, self.chunks.len())
    }
}

/// The row at an index. A negative index counts from the end, like in a list.
fn item<'py>(py: Python<'py>, chunks: &[ArrayRef], index: isize) -> PyResult<Bound<'py, PyAny>> {
    let rows: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    let row = if index < 0 { rows.checked_add_signed(index) } else { index.try_into().ok() };
    let mut below = row.unwrap_or(rows);
    for chunk in chunks {
        match below.checked_sub(chunk.len()) {
            Some(further) => below = further,
            None => return value(py, chunk, below),
        }
    }
    Err(PyIndexError::new_err(format!("no row {index} in a column of {rows}")))
}

/// The first rows, as a list that shows whether there are more.
fn shown(py: Python<'_>, chunks: &[ArrayRef]) -> PyResult<String> {
    const MOST: usize = 5;
    let places = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(move |row| (chunk, row)));
    let first = places.take(MOST + 1).map(|(chunk, row)| value(py, chunk, row)?.repr());
    let mut first = first.map(|text| Ok(text?.to_string())).collect::<PyResult<Vec<_>>>()?;
    if first.len() > MOST {
        first[MOST] = "...".to_owned();
    }
    Ok(format!("[{}]", first.join(", ")))
}

/// A NumPy array of Python objects, or of booleans if the column is a mask. It always needs a copy.
fn objects<'py>(
    py: Python<'py>,
    chunks: &[ArrayRef],
    data_type: &DataType,
    dtype: Option<Bound<'py, PyAny>>,
    copy: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    if copy == Some(false) {
        return Err(PyValueError::new_err("expected a copy to be allowed: rows become objects"));
    }
    let rows = rows(py, chunks)?;
    let made = py.import("numpy")?.call_method1("empty", (rows.len(), "object"))?;
    // Assigns the rows to an empty array of objects, because NumPy would split rows that are structs or bytes if
    // it made the array from them.
    made.set_item(PySlice::full(py), rows)?;
    let is_mask = *data_type == DataType::Boolean && chunks.iter().all(|chunk| chunk.null_count() == 0);
    match dtype {
        Some(dtype) => made.call_method1("astype", (dtype,)),
        None if is_mask => made.call_method1("astype", ("bool",)),
        None => Ok(made),
    }
}

/// The rows as Python objects.
fn rows<'py>(py: Python<'py>, chunks: &[ArrayRef]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for chunk in chunks {
        for row in 0..chunk.len() {
            if row % OFTEN == 0 {
                py.check_signals()?;
            }
            list.append(value(py, chunk, row)?)?;
        }
    }
    Ok(list)
}

/// The value of a row, for each type that a task returns.
pub(super) fn value<'py>(py: Python<'py>, array: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    let text = |text: &str| PyString::new(py, text).into_any();
    Ok(match array.data_type() {
        DataType::Utf8 => text(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => text(array.as_string::<i64>().value(row)),
        DataType::Utf8View => text(array.as_string_view().value(row)),
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::FixedSizeBinary(_) => PyBytes::new(py, array.as_fixed_size_binary().value(row)).into_any(),
        DataType::Dictionary(..) => downcast_dictionary_array!(
            array => match array.key(row) {
                Some(key) => value(py, array.values(), key)?,
                None => py.None().into_bound(py),
            },
            _ => py.None().into_bound(py),
        ),
        DataType::Map(..) => {
            let pairs = array.as_map().value(row);
            let map = PyDict::new(py);
            let (names, values) = (pairs.column(0), pairs.column(1));
            for pair in 0..pairs.len() {
                map.set_item(value(py, names, pair)?, value(py, values, pair)?)?;
            }
            map.into_any()
        }
        _ => {
            let table = array.as_struct();
            let record = PyDict::new(py);
            for (field, column) in table.fields().iter().zip(table.columns()) {
                record.set_item(field.name(), value(py, column, row)?)?;
            }
            record.into_any()
        }
    })
}
