//! Slices of columns, as Python writes them.

use arrow_array::{Array as _, ArrayRef, UInt64Array};
use arrow_schema::DataType;
use arrow_select::concat::concat;
use arrow_select::take::take;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PySlice;

/// The rows that a slice selects. With a step of 1 they are not copied, and stay in their chunks.
pub(super) fn sliced(chunks: &[ArrayRef], data_type: &DataType, slice: &Bound<'_, PySlice>) -> PyResult<Vec<ArrayRef>> {
    let rows: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    let chosen = slice.indices(rows.try_into()?)?;
    if chosen.step == 1 {
        let (mut skip, mut left) = (usize::try_from(chosen.start)?, chosen.slicelength);
        let mut kept = Vec::new();
        for chunk in chunks {
            let start = skip.min(chunk.len());
            let count = left.min(chunk.len() - start);
            skip -= start;
            left -= count;
            if count > 0 {
                kept.push(chunk.slice(start, count));
            }
        }
        if kept.is_empty() {
            kept.push(arrow_array::new_empty_array(data_type));
        }
        return Ok(kept);
    }
    let at = |nth: usize| chosen.start + isize::try_from(nth).unwrap_or(0) * chosen.step;
    let indices: Vec<u64> = (0..chosen.slicelength).filter_map(|nth| at(nth).try_into().ok()).collect();
    let arrays: Vec<_> = chunks.iter().map(AsRef::as_ref).collect();
    let failed = |error: arrow_schema::ArrowError| PyValueError::new_err(error.to_string());
    let whole =
        if arrays.is_empty() { arrow_array::new_empty_array(data_type) } else { concat(&arrays).map_err(failed)? };
    Ok(vec![take(&whole, &UInt64Array::from(indices), None).map_err(failed)?])
}
