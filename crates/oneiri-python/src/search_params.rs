//! The pairs of a query: the base of `oneiri.whatwg.SearchParams`. That class is in `whatwg.py`, because it is a
//! mapping of Python, whose iterators read `pairs`. `wrap` imports it by name.

use oneiri_whatwg::SearchParams as Pairs;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

use crate::given::Text;
use crate::query::{Pairs as Given, Query};

/// What the Standard says of `oneiri.whatwg.SearchParams`. The class itself is written in Python, because the
/// stable ABI cannot make a `MutableMapping`.
#[pyclass(subclass, mapping, name = "BaseSearchParams", module = "oneiri._oneiri")]
#[derive(Clone, PartialEq)]
pub(crate) struct SearchParams {
    pairs: Pairs,
}

#[pymethods]
impl SearchParams {
    #[new]
    #[pyo3(signature = (init = Query::Text(Text::default())), text_signature = "(init='')")]
    fn new(init: Query<'_>) -> Self {
        Self {
            pairs: match init {
                Query::Text(query) => Pairs::parse(&query),
                Query::Pairs(pairs) => pairs_of(pairs),
            },
        }
    }

    /// All values of a name.
    fn get_all(&self, name: Text<'_>) -> Vec<&str> {
        self.pairs.get_all(&name).collect()
    }

    /// Whether there is a pair with this name, and with this value if one is given.
    #[pyo3(signature = (name, value = None))]
    fn has(&self, name: Text<'_>, value: Option<Text<'_>>) -> bool {
        self.pairs.has(&name, value.as_deref())
    }

    /// Appends a pair.
    fn append(&mut self, name: Text<'_>, value: Text<'_>) {
        self.pairs.append(&name, &value);
    }

    /// Sets the value of the first pair with this name, and removes the others; appends a pair if there is none.
    fn set(&mut self, name: Text<'_>, value: Text<'_>) {
        self.pairs.set(&name, &value);
    }

    /// Removes all pairs with this name, or those of them with this value.
    #[pyo3(signature = (name, value = None))]
    fn delete(&mut self, name: Text<'_>, value: Option<Text<'_>>) {
        match value {
            Some(value) => self.pairs.delete_value(&name, &value),
            None => self.pairs.delete(&name),
        }
    }

    /// Sorts the pairs by their names, in the order of UTF-16. Pairs with the same name keep their order.
    fn sort(&mut self) {
        self.pairs.sort();
    }

    /// The pairs, in order.
    fn pairs(&self) -> Vec<(&str, &str)> {
        self.pairs.iter().collect()
    }

    fn __getitem__(&self, name: Text<'_>) -> PyResult<&str> {
        self.pairs.get(&name).ok_or_else(|| PyKeyError::new_err(name.to_string()))
    }

    fn __setitem__(&mut self, name: Text<'_>, value: Text<'_>) {
        self.pairs.set(&name, &value);
    }

    fn __delitem__(&mut self, name: Text<'_>) -> PyResult<()> {
        if !self.pairs.has(&name, None) {
            return Err(PyKeyError::new_err(name.to_string()));
        }
        self.pairs.delete(&name);
        Ok(())
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<Text<'_>>().is_ok_and(|name| self.pairs.has(&name, None))
    }

    fn __len__(&self) -> usize {
        self.pairs.len()
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        self.pairs == other.pairs
    }

    fn __str__(&self) -> String {
        self.pairs.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("SearchParams({})", PyString::new(py, &self.__str__()).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.borrow().__str__(),))
    }
}

impl SearchParams {
    /// The object of Python's class.
    pub(crate) fn wrap(py: Python<'_>, pairs: Pairs) -> PyResult<Bound<'_, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let object = CLASS.import(py, "oneiri.whatwg", "SearchParams")?.call0()?;
        object.cast::<Self>()?.borrow_mut().pairs = pairs;
        Ok(object)
    }
}

/// The pairs of an argument. A name without a value has the empty value, as in the Standard.
pub(crate) fn pairs_of(pairs: Vec<Given>) -> Pairs {
    let values = |Given { key, values }| values.into_iter().map(move |value| (key.clone(), value.unwrap_or_default()));
    pairs.into_iter().flat_map(values).collect()
}
