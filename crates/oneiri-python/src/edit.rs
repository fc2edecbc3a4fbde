//! Changing one part of a value, as another value; and the hash of values.

use std::hash::{DefaultHasher, Hash, Hasher};

use oneiri::query::Coding;
use oneiri::{Component, Edit, Error, Policy};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::any::{Any, each};
use crate::error::raise;
use crate::identifier::Identifier;

impl Identifier {
    pub(crate) fn edited(
        &self,
        py: Python<'_>,
        edit: Edit<'_>,
        repair: bool,
    ) -> PyResult<Py<Self>> {
        let policy = if repair { Policy::Repair } else { Policy::Refuse };
        let edited = each!(&self.any, it => it.edited(edit, policy).map(Any::from));
        match edited {
            Ok(any) => any.wrap(py),
            Err(error) => Err(raise(py, error, self.edited_text(edit, error))),
        }
    }

    /// What the offsets of an edit's error count in: the value, or the path that no longer fits.
    fn edited_text<'a>(&'a self, edit: Edit<'a>, error: Error) -> &'a str {
        match edit {
            Edit::Path(value) | Edit::Scheme(value) => value,
            _ if error.component() == Component::Path => self.any.view().path(),
            Edit::Userinfo(value)
            | Edit::Host(value)
            | Edit::Port(value)
            | Edit::Authority(value)
            | Edit::Query(value)
            | Edit::Fragment(value) => value.unwrap_or_default(),
            _ => "",
        }
    }

    pub(crate) fn with_parts_of_authority(
        &self,
        py: Python<'_>,
        userinfo: Option<&str>,
        host: Option<&str>,
        port: Option<&str>,
    ) -> PyResult<Py<Self>> {
        let edited = each!(&self.any, it => {
            it.with_authority_parts(userinfo, host, port).map(Any::from)
        });
        match edited {
            Ok(any) => any.wrap(py),
            Err(error) => {
                let text = match error.component() {
                    Component::Userinfo => userinfo.unwrap_or_default(),
                    Component::Path => self.any.view().path(),
                    _ => host.unwrap_or_default(),
                };
                Err(raise(py, error, text))
            }
        }
    }

    /// One pair of a key in the query, or none.
    pub(crate) fn with_pair(
        &self,
        py: Python<'_>,
        key: &str,
        value: Option<&str>,
    ) -> PyResult<Py<Self>> {
        let mut any = self.any.clone();
        each!(&mut any, it => match value {
            Some(value) => it.set_query_pair(key, value, Coding::Percent),
            None => it.remove_query_pair(key, Coding::Percent),
        });
        any.wrap(py)
    }

    pub(crate) fn with_more_pairs(
        &self,
        py: Python<'_>,
        key: &str,
        value: &str,
    ) -> PyResult<Py<Self>> {
        let mut any = self.any.clone();
        each!(&mut any, it => it.append_query_pair(key, value, Coding::Percent));
        any.wrap(py)
    }

    pub(crate) fn with_more_segments(
        &self,
        py: Python<'_>,
        segments: &[String],
    ) -> PyResult<Py<Self>> {
        let texts = segments.iter().map(String::as_str);
        match each!(&self.any, it => it.join_segments(texts).map(Any::from)) {
            Ok(any) => any.wrap(py),
            Err(error) => Err(raise(py, error, self.any.view().path())),
        }
    }

    pub(crate) fn with_segment_at(
        &self,
        py: Python<'_>,
        index: isize,
        segment: &str,
    ) -> PyResult<Py<Self>> {
        let count = self.any.view().segments().count();
        let from_start =
            if index < 0 { count.checked_add_signed(index) } else { index.try_into().ok() };
        let mut any = self.any.clone();
        let replaced = match from_start {
            Some(index) => each!(&mut any, it => it.replace_segment(index, segment)),
            None => Ok(false),
        };
        match replaced {
            Ok(true) => any.wrap(py),
            Ok(false) => {
                let message = format!("no segment {index} in a path of {count}");
                Err(PyIndexError::new_err(message))
            }
            Err(error) => {
                // What is wrong with the path and not with the segment counts in the path.
                let is_of_segment = error.end() <= segment.len();
                let text = if is_of_segment { segment } else { self.any.view().path() };
                Err(raise(py, error, text))
            }
        }
    }

    /// The hash of the text. Its seed is Python's own, so that nobody can choose texts that collide,
    /// and processes that share PYTHONHASHSEED, such as the workers of Spark, share the hashes.
    pub(crate) fn seeded_hash(&self, py: Python<'_>) -> PyResult<u64> {
        static SEED: PyOnceLock<isize> = PyOnceLock::new();
        let seed = SEED.get_or_try_init(py, || PyString::new(py, "oneiri").hash())?;
        let mut hasher = DefaultHasher::new();
        (seed, self.text()).hash(&mut hasher);
        Ok(hasher.finish())
    }
}
