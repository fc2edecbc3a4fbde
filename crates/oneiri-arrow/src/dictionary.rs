//! A dictionary column stores each text once, and in each row a key that selects a text, so a task can handle each text
//! once and copy the results to the rows. Columns come from other programs, and nobody has checked them. So strings must
//! pass `check_places` before rows are copied, because Arrow copies them without a check; and keys must be checked too,
//! because a wrong one would end in a panic. An error names a row of the column, never a place in the dictionary.

use arrow_array::cast::AsArray;
use arrow_array::{AnyDictionaryArray, Array, ArrayRef, downcast_integer_array};
use arrow_buffer::ArrowNativeType;
use arrow_select::take::take;

use crate::refusal::Error;
use crate::texts::{NotUtf8, check_places};

/// What a task reads of a dictionary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Each {
    /// Each text once. An error then says nothing about a row.
    Text,
    /// The text of each row.
    Row,
}

/// Applies `run` to the texts of a dictionary. A dictionary that has more texts than rows is read row by row, whatever
/// `each` says, because a slice of a column has the whole dictionary.
pub(crate) fn run(
    array: &ArrayRef,
    dictionary: &dyn AnyDictionaryArray,
    each: Each,
    run: impl Fn(&ArrayRef) -> Result<ArrayRef, Error>,
) -> Result<ArrayRef, Error> {
    if each == Each::Row || dictionary.values().len() > dictionary.len() {
        return run(&spread(array)?);
    }
    // The output of `run` is always sound, even if the input is not. `spread` checks its input before it copies.
    match run(dictionary.values()) {
        Ok(done) => take_rows(&done, dictionary.keys()),
        // The row in the error is a position in the dictionary, and perhaps no key selects it. So run again on the
        // rows.
        Err(Error::NotUtf8 { .. }) => run(&spread(array)?),
        Err(error) => Err(error),
    }
}

/// Copies the text of each row of a dictionary into a plain column. Other columns of text are returned unchanged.
///
/// # Errors
///
/// A key beyond the dictionary, a string outside its buffers, or more than 2 GiB of text in a column of (small)
/// strings.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, DictionaryArray, StringArray, types::Int8Type};
///
/// let links: ArrayRef = Arc::new(DictionaryArray::<Int8Type>::from_iter(["x:a", "x:b", "x:a"]));
/// let texts: ArrayRef = Arc::new(StringArray::from(vec!["x:a", "x:b", "x:a"]));
/// assert_eq!(&oneiri_arrow::spread(&links)?, &texts);
/// # Ok::<(), oneiri_arrow::Error>(())
/// ```
pub fn spread(array: &ArrayRef) -> Result<ArrayRef, Error> {
    let Some(dictionary) = array.as_any_dictionary_opt() else {
        check_places(array)?;
        return Ok(ArrayRef::clone(array));
    };
    // The error reports the first row that selects the bad text of the dictionary.
    if let Err(NotUtf8 { row: bad }) = check_places(dictionary.values()) {
        let keys = dictionary.normalized_keys();
        let row = (0..array.len()).find(|&row| array.is_valid(row) && keys[row] == bad);
        return Err(Error::NotUtf8 { row: row.unwrap_or_default() });
    }
    take_rows(dictionary.values(), dictionary.keys())
}

/// The rows that keys select, which nobody has checked.
///
/// # Errors
///
/// A key that selects none of the values, or more than 2 GiB of text in a column of (small) strings.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, Int8Array, StringArray};
///
/// let texts: ArrayRef = Arc::new(StringArray::from(vec!["x:a"]));
/// assert!(oneiri_arrow::take_rows(&texts, &Int8Array::from(vec![Some(0), None])).is_ok());
/// assert!(oneiri_arrow::take_rows(&texts, &Int8Array::from(vec![Some(-1), None])).is_err());
/// ```
pub fn take_rows(values: &ArrayRef, keys: &dyn Array) -> Result<ArrayRef, Error> {
    check_keys(keys, values.len())?;
    take(values, keys, None).map_err(|_| Error::TooLong)
}

/// Whether every key selects one of so many texts. Arrow's own check passes over negative keys beside a null, and over all
/// keys where there are more texts than their type can count; a wrong key then ends in a panic.
fn check_keys(keys: &dyn Array, texts: usize) -> Result<(), Error> {
    let is_key = |key: Option<usize>| key.is_some_and(|key| key < texts);
    let all = downcast_integer_array!(
        keys => keys.iter().flatten().all(|key| is_key(key.to_usize())),
        _ => false
    );
    if all { Ok(()) } else { Err(Error::Keys) }
}
