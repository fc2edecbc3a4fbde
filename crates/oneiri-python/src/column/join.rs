//! Several arrays as one. Arrow's `concat` would also merge dictionaries, whatever type their values have, and the package
//! would be a tenth larger for it.

use arrow_array::{Array as _, ArrayRef, make_array};
use arrow_data::transform::MutableArrayData;
use arrow_schema::ArrowError;

/// The rows of arrays of one type, of which there is at least one, in an array with buffers of its own. Dictionaries must
/// have the same values, all of which are kept, and so are all buffers with the text of views.
///
/// # Errors
///
/// More text than the offsets of the type can count.
pub(super) fn joined(arrays: &[ArrayRef]) -> Result<ArrayRef, ArrowError> {
    let arrays: Vec<_> = arrays.iter().map(|array| array.to_data()).collect();
    let rows = arrays.iter().map(|array| array.len()).sum();
    let mut all = MutableArrayData::new(arrays.iter().collect(), false, rows);
    for (nth, array) in arrays.iter().enumerate() {
        all.try_extend(nth, 0, array.len())?;
    }
    Ok(make_array(all.freeze()))
}
