//! Slices of columns, as Python writes them.

use arrow_array::{Array as _, ArrayRef, UInt64Array};
use arrow_schema::DataType;
use arrow_select::take::take;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PySlice;

/// The rows that a slice selects. They stay in their chunks, and with a step of 1 they are not copied.
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
        return Ok(at_least_one(kept, data_type));
    }
    let at = |nth: usize| chosen.start + isize::try_from(nth).unwrap_or(0) * chosen.step;
    let mut rows: Vec<usize> = (0..chosen.slicelength).filter_map(|nth| at(nth).try_into().ok()).collect();
    let is_backward = chosen.step < 0;
    if is_backward {
        rows.reverse();
    }
    let (mut rest, mut end) = (&*rows, 0);
    let mut kept = Vec::new();
    for chunk in chunks {
        let start = end;
        end += chunk.len();
        let (own, others) = rest.split_at(rest.partition_point(|row| *row < end));
        rest = others;
        if own.is_empty() {
            continue;
        }
        let mut places: Vec<_> = own.iter().map(|row| (row - start) as u64).collect();
        if is_backward {
            places.reverse();
        }
        let taken = take(chunk, &UInt64Array::from(places), None);
        kept.push(taken.map_err(|error| PyValueError::new_err(error.to_string()))?);
    }
    if is_backward {
        kept.reverse();
    }
    Ok(at_least_one(kept, data_type))
}

fn at_least_one(mut chunks: Vec<ArrayRef>, data_type: &DataType) -> Vec<ArrayRef> {
    if chunks.is_empty() {
        chunks.push(arrow_array::new_empty_array(data_type));
    }
    chunks
}
