//! Changing one component of a value, as another value.

use oneiri::{Component, Edit, Error, Policy};
use pyo3::prelude::*;

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
}
