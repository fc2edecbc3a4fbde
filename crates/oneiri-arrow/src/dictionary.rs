//! Columns that hold each text once, and keys that lead to it.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;

use crate::refusal::Error;

/// Does something to a column of text or to a dictionary of texts. Each text of a dictionary is done
/// once, if `once` allows and there are not more of them than rows.
pub(crate) fn run(
    array: &ArrayRef,
    once: bool,
    run: impl Fn(&ArrayRef) -> Result<ArrayRef, Error>,
) -> Result<ArrayRef, Error> {
    let Some(dictionary) = array.as_any_dictionary_opt() else { return run(array) };
    if !once || dictionary.values().len() > dictionary.len() {
        return run(&spread(array)?);
    }
    let done = run(dictionary.values())?;
    take(&done, dictionary.keys(), None).map_err(too_long)
}

/// A column with each row's text in its row.
pub(crate) fn spread(array: &ArrayRef) -> Result<ArrayRef, Error> {
    match array.as_any_dictionary_opt() {
        Some(dictionary) => take(dictionary.values(), dictionary.keys(), None).map_err(too_long),
        None => Ok(ArrayRef::clone(array)),
    }
}

/// Whether a column of this type is one of texts: strings, large strings, string views, or a dictionary
/// of one of these.
///
/// ```
/// use arrow_schema::DataType;
///
/// assert!(oneiri_arrow::is_text(&DataType::Utf8View));
/// assert!(!oneiri_arrow::is_text(&DataType::Binary));
/// ```
#[must_use]
pub fn is_text(data_type: &DataType) -> bool {
    let texts = match data_type {
        DataType::Dictionary(_, values) => values,
        data_type => data_type,
    };
    matches!(texts, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// The one thing that can go wrong where the keys are those of the values.
fn too_long(_: ArrowError) -> Error {
    Error::TooLong
}
