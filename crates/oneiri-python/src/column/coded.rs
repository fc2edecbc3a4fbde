//! Dictionary columns: a task that returns text reads each text of a dictionary once, and returns a dictionary too.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::PrimitiveBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::ArrowDictionaryKeyType;
use arrow_array::{Array, ArrayRef, DictionaryArray, UInt64Array, downcast_dictionary_array};
use arrow_buffer::ArrowNativeType;
use arrow_select::take::{TakeOptions, take};
use oneiri_arrow::{Error, spread};
use pyo3::prelude::*;

use super::input::Column;

/// Runs `work` on the texts of the dictionaries of a column, each once, and returns dictionaries. `None` where only the
/// rows can tell what is wrong: a text is not UTF-8, a key is beyond the texts, or `raises` and a text has no result.
pub(super) fn run(
    py: Python<'_>,
    column: &Column,
    raises: bool,
    work: impl FnOnce(Column) -> PyResult<Result<Vec<ArrayRef>, Error>>,
) -> PyResult<Option<Vec<ArrayRef>>> {
    let of = |chunk: &ArrayRef| match chunk.as_any_dictionary_opt() {
        Some(dictionary) if is_small(chunk) => Ok(ArrayRef::clone(dictionary.values())),
        _ => spread(chunk),
    };
    let Ok(texts) = column.chunks.iter().map(of).collect::<Result<Vec<_>, _>>() else {
        return Ok(None);
    };
    let nulls = |chunks: &[ArrayRef]| chunks.iter().map(|it| it.null_count()).sum::<usize>();
    let before = nulls(&texts);
    let Ok(done) = work(Column { chunks: texts, ..column.clone() })? else { return Ok(None) };
    if raises && nulls(&done) != before {
        return Ok(None);
    }
    let coded = |(chunk, done)| with_texts(chunk, done, !is_small(chunk));
    let coded = || column.chunks.iter().zip(&done).map(coded).collect::<Result<_, _>>();
    Ok(py.detach(coded).ok())
}

/// Dictionaries of what was done to each row.
pub(super) fn by_rows(column: &Column, done: &[ArrayRef]) -> Result<Vec<ArrayRef>, Error> {
    column.chunks.iter().zip(done).map(|(chunk, done)| with_texts(chunk, done, true)).collect()
}

/// A chunk with other texts: `done` has one for each text of the dictionary, or for each row if `by_row`. Texts that are
/// equal now have one key, and a null is a row without a key: readers want distinct texts.
fn with_texts(chunk: &ArrayRef, done: &ArrayRef, by_row: bool) -> Result<ArrayRef, Error> {
    downcast_dictionary_array!(
        chunk => coded(chunk, done, by_row),
        _ => Ok(ArrayRef::clone(done)),
    )
}

/// Whether there are at most as many texts as rows. A slice of a column may have a large dictionary.
fn is_small(chunk: &ArrayRef) -> bool {
    chunk.as_any_dictionary_opt().is_some_and(|it| it.values().len() <= it.len())
}

fn coded<K: ArrowDictionaryKeyType>(
    chunk: &DictionaryArray<K>,
    done: &ArrayRef,
    by_row: bool,
) -> Result<ArrayRef, Error> {
    let mut keys = PrimitiveBuilder::<K>::with_capacity(done.len());
    let (mut known, mut firsts) = (HashMap::new(), Vec::new());
    for (place, text) in rows(done).enumerate() {
        let Some(text) = text else {
            keys.append_null();
            continue;
        };
        let next = K::Native::from_usize(firsts.len());
        let key = *known.entry(text).or_insert(next);
        if key == next {
            firsts.push(place as u64);
        }
        // There are at most as many texts as in the dictionary before, so each has a key.
        keys.append_value(key.ok_or(Error::TooLong)?);
    }
    let keys: ArrayRef = Arc::new(keys.finish());
    let check = || Some(TakeOptions { check_bounds: true });
    let keys =
        if by_row { keys } else { take(&keys, chunk.keys(), check()).map_err(|_| Error::Keys)? };
    let texts = take(done, &UInt64Array::from(firsts), check()).map_err(|_| Error::TooLong)?;
    let made = DictionaryArray::<K>::try_new(keys.as_primitive::<K>().clone(), texts);
    Ok(Arc::new(made.map_err(|_| Error::Keys)?))
}

/// The rows of a column of texts.
fn rows(array: &ArrayRef) -> Box<dyn Iterator<Item = Option<&str>> + '_> {
    if let Some(texts) = array.as_string_opt::<i32>() {
        Box::new(texts.iter())
    } else if let Some(texts) = array.as_string_opt::<i64>() {
        Box::new(texts.iter())
    } else {
        Box::new(array.as_string_view_opt().into_iter().flat_map(|texts| texts.iter()))
    }
}
