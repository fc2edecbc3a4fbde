//! Arrow columns made of texts that were not in Arrow: the rows of a list, or texts in which octets were replaced.
//!
//! The limit of 2 GiB is checked before Arrow builds the column, because Arrow panics where 32-bit offsets do not
//! suffice. A type without an arm becomes string views, so a new type of text needs an arm here.

use std::sync::Arc;

use arrow_array::{ArrayRef, LargeStringArray, StringArray, StringViewArray};
use arrow_schema::DataType;
use pyo3::PyResult;
use pyo3::exceptions::PyOverflowError;

/// A column of these texts, of this type: strings, large strings or, for all other types, string views.
///
/// # Errors
///
/// More than 2 GiB of text for a column of strings.
pub(crate) fn texts<'a>(
    rows: impl Iterator<Item = Option<&'a str>> + Clone,
    data_type: &DataType,
) -> PyResult<ArrayRef> {
    Ok(match data_type {
        DataType::Utf8 => {
            let bytes: usize = rows.clone().flatten().map(str::len).sum();
            if i32::try_from(bytes).is_err() {
                return Err(PyOverflowError::new_err("more than 2 GiB of text for one array of strings"));
            }
            Arc::new(rows.collect::<StringArray>())
        }
        DataType::LargeUtf8 => Arc::new(rows.collect::<LargeStringArray>()),
        _ => Arc::new(rows.collect::<StringViewArray>()),
    })
}
