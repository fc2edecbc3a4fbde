//! The hooks by which pydantic asks a type for its schemas. They call `core_schema` and `json_schema` of `_pydantic.py`
//! by name, and that module is imported only then, because pydantic need not be installed. `test_frameworks.py` calls
//! both.

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::classes::{Identifier, Url};

#[pymethods]
impl Identifier {
    /// How pydantic validates and serializes this type; see `oneiri._pydantic`.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        class: &Bound<'py, PyType>,
        _source: &Bound<'py, PyAny>,
        _handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        schema(class, "core_schema")
    }

    /// The JSON schema of this type for pydantic: a string with a format.
    #[classmethod]
    fn __get_pydantic_json_schema__<'py>(
        class: &Bound<'py, PyType>,
        _schema: &Bound<'py, PyAny>,
        _handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        schema(class, "json_schema")
    }
}

#[pymethods]
impl Url {
    /// How pydantic validates and serializes this type; see `oneiri._pydantic`.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        class: &Bound<'py, PyType>,
        _source: &Bound<'py, PyAny>,
        _handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        schema(class, "core_schema")
    }

    /// The JSON schema of this type for pydantic: a string with a format.
    #[classmethod]
    fn __get_pydantic_json_schema__<'py>(
        class: &Bound<'py, PyType>,
        _schema: &Bound<'py, PyAny>,
        _handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        schema(class, "json_schema")
    }
}

fn schema<'py>(class: &Bound<'py, PyType>, function: &str) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("oneiri._pydantic")?.call_method1(function, (class,))
}
