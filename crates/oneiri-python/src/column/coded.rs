//! Dictionary columns: a task that returns text reads each text of a dictionary once, and returns a dictionary too. The
//! result has the rows that `by_rows` of `mod.rs` gives, so wherever they might differ `run` returns `None`, and the
//! rows are read. `test_a_dictionary_is_what_its_rows_are` compares the two. `once` also serves `mapped`.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::PrimitiveBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::ArrowDictionaryKeyType;
use arrow_array::{Array, ArrayRef, DictionaryArray, UInt64Array, downcast_dictionary_array};
use arrow_buffer::ArrowNativeType;
use oneiri_arrow::{Error, Errors, take_rows};
use pyo3::prelude::*;

use super::input::Column;

/// Runs `work` on the texts of the dictionaries of a column, each once, and returns dictionaries. `None` where only the
/// rows can tell what is wrong: a text is not UTF-8, a key is beyond the texts, or a text has no result and errors raise.
pub(super) fn run(
    py: Python<'_>,
    column: &Column,
    errors: Errors,
    work: impl FnOnce(Column) -> PyResult<Result<Vec<ArrayRef>, Error>>,
) -> PyResult<Option<Vec<ArrayRef>>> {
    let (texts, keys) = column.once();
    let nulls = |chunks: &[ArrayRef]| chunks.iter().map(|chunk| chunk.null_count()).sum::<usize>();
    let before = nulls(&texts.chunks);
    let Ok(done) = work(texts)? else { return Ok(None) };
    if errors == Errors::Raise && nulls(&done) != before {
        return Ok(None);
    }
    let coded = |((chunk, done), keys): ((_, _), &Option<_>)| {
        with_texts(chunk, done, if keys.is_some() { Each::Text } else { Each::Row })
    };
    let coded = || column.chunks.iter().zip(&done).zip(&keys).map(coded).collect::<Result<_, _>>();
    Ok(py.detach(coded).ok())
}

/// Dictionaries of what was done to each row.
pub(super) fn by_rows(column: &Column, done: &[ArrayRef]) -> Result<Vec<ArrayRef>, Error> {
    column.chunks.iter().zip(done).map(|(chunk, done)| with_texts(chunk, done, Each::Row)).collect()
}

/// What a result has one text for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Each {
    /// For each text of the dictionary.
    Text,
    Row,
}

/// A chunk with other texts, which are in `done`. Texts that are equal now have one key, and a null is a row without a
/// key, because programs that read a dictionary expect distinct texts.
fn with_texts(chunk: &ArrayRef, done: &ArrayRef, each: Each) -> Result<ArrayRef, Error> {
    downcast_dictionary_array!(
        chunk => coded(chunk, done, each),
        _ => Ok(ArrayRef::clone(done)),
    )
}

impl Column {
    /// The texts of each dictionary, each once, and the keys of its rows. A chunk stays as it is, without keys, if it is
    /// no dictionary or has more texts than rows: a slice of a column has the whole dictionary.
    pub(crate) fn once(&self) -> (Self, Vec<Option<ArrayRef>>) {
        let apart = |chunk: &ArrayRef| match chunk.as_any_dictionary_opt() {
            Some(it) if it.values().len() <= it.len() => (Arc::clone(it.values()), Some(it.keys().slice(0, it.len()))),
            _ => (Arc::clone(chunk), None),
        };
        let (chunks, keys) = self.chunks.iter().map(apart).unzip();
        (Self { chunks, ..self.clone() }, keys)
    }
}

fn coded<K: ArrowDictionaryKeyType>(
    chunk: &DictionaryArray<K>,
    done: &ArrayRef,
    each: Each,
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
    let keys = if each == Each::Row { keys } else { take_rows(&keys, chunk.keys())? };
    let texts = take_rows(done, &UInt64Array::from(firsts))?;
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
