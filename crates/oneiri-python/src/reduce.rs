//! Pickles: how a result names its parts. `restore` makes it again. Pickles that exist name `oneiri._oneiri.restore`,
//! and each kind has an arm in `restore.rs`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What `__reduce__` returns for a result: the function `restore`, and its arguments.
pub(crate) fn reduced<'py>(py: Python<'py>, kind: &str, parts: Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let function = py.import("oneiri._oneiri")?.getattr("restore")?;
    (function, (kind, parts)).into_pyobject(py).map(|pair| pair.into_any())
}
