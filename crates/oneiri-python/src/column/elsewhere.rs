//! What becomes of output columns: negated masks, and columns of other libraries by name. `to_polars` and `to_pandas`
//! call the functions of these names in `_series.py`. Both classes have the same methods here, and `test_inputs.py`
//! calls them.

use arrow_array::cast::AsArray;
use arrow_array::{Array as _, ArrayRef, BooleanArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;

use super::output::{Array, ChunkedArray};

/// The name of the module that makes columns of other libraries.
const SERIES: &str = "oneiri._series";

#[pymethods]
impl Array {
    /// A mask with the opposite of each row; null stays null.
    ///
    /// >>> (~oneiri.arrow.is_valid(["x:", "[", None])).to_pylist()
    /// [False, True, None]
    fn __invert__(&self) -> PyResult<Self> {
        Ok(Self { array: inverted(&self.array)? })
    }

    /// The column as a `pyarrow.Array`, without a copy.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("array", (slf,))
    }

    /// The column as a `polars.Series`, with this name.
    #[pyo3(signature = (name = ""))]
    fn to_polars<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import(SERIES)?.call_method1("to_polars", (slf, name))
    }

    /// The column as a `pandas.Series`, with this index and this name. Texts are of the type "str", everything else
    /// is in Arrow's types.
    #[pyo3(signature = (index = None, name = None))]
    fn to_pandas<'py>(
        slf: &Bound<'py, Self>,
        index: Option<Bound<'py, PyAny>>,
        name: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import(SERIES)?.call_method1("to_pandas", (slf, index, name))
    }

    /// The rows as a NumPy array of Python objects, or of booleans if the column is a mask without nulls.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0("__array__")
    }
}

#[pymethods]
impl ChunkedArray {
    /// A mask with the opposite of each row; null stays null.
    fn __invert__(&self) -> PyResult<Self> {
        let chunks = self.chunks.iter().map(inverted).collect::<PyResult<_>>()?;
        Ok(Self { chunks, data_type: self.data_type.clone() })
    }

    /// The column as a `pyarrow.ChunkedArray`, without a copy.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("chunked_array", (slf,))
    }

    /// The column as a `polars.Series`, with this name.
    #[pyo3(signature = (name = ""))]
    fn to_polars<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import(SERIES)?.call_method1("to_polars", (slf, name))
    }

    /// The column as a `pandas.Series`, with this index and this name. Texts are of the type "str", everything else
    /// is in Arrow's types.
    #[pyo3(signature = (index = None, name = None))]
    fn to_pandas<'py>(
        slf: &Bound<'py, Self>,
        index: Option<Bound<'py, PyAny>>,
        name: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import(SERIES)?.call_method1("to_pandas", (slf, index, name))
    }

    /// The rows as a NumPy array of Python objects, or of booleans if the column is a mask without nulls.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0("__array__")
    }
}

fn inverted(array: &ArrayRef) -> PyResult<ArrayRef> {
    let Some(mask) = array.as_boolean_opt() else {
        let found = array.data_type();
        return Err(PyTypeError::new_err(format!("expected a column of Boolean, found {found}")));
    };
    Ok(Arc::new(BooleanArray::new(!mask.values(), mask.nulls().cloned())))
}
