//! The texts of a column: read in place, and checked to be UTF-8.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryViewArray, OffsetSizeTrait};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

/// Whether a column of this type holds texts: strings, large strings, string views, or a dictionary of one of
/// these.
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

/// The texts of a column, in their original memory.
pub(crate) struct Texts<'a> {
    values: Values<'a>,
    nulls: Option<&'a NullBuffer>,
    len: usize,
}

enum Values<'a> {
    Small(&'a str, &'a [i32]),
    Large(&'a str, &'a [i64]),
    /// The texts row by row, for a column whose null rows hold bytes that are not UTF-8.
    Rows(Vec<&'a str>),
    View(BinaryViewArray),
}

/// The error for a row whose bytes are not UTF-8 or lie outside the buffers.
#[derive(Debug)]
pub(crate) struct NotUtf8 {
    pub(crate) row: usize,
}

impl<'a> Texts<'a> {
    /// # Errors
    ///
    /// Bytes that are not UTF-8. A column of strings must not have them, but nobody has checked it yet.
    pub(crate) fn new(array: &'a ArrayRef) -> Result<Self, NotUtf8> {
        let values = match array.data_type() {
            DataType::LargeUtf8 => {
                let strings = array.as_string::<i64>();
                let offsets = strings.value_offsets();
                match contiguous(strings.values(), offsets) {
                    Ok(text) => Values::Large(text, offsets),
                    Err(fault) => Values::Rows(rows(strings.values(), offsets, array, fault)?),
                }
            }
            DataType::Utf8View => {
                check_places(array)?;
                let views = array.as_string_view().clone().to_binary_view();
                let bad = (0..views.len()).find(|&row| {
                    views.is_valid(row) && std::str::from_utf8(views.value(row)).is_err()
                });
                if let Some(row) = bad {
                    return Err(NotUtf8 { row });
                }
                Values::View(views)
            }
            _ => {
                let strings = array.as_string::<i32>();
                let offsets = strings.value_offsets();
                match contiguous(strings.values(), offsets) {
                    Ok(text) => Values::Small(text, offsets),
                    Err(fault) => Values::Rows(rows(strings.values(), offsets, array, fault)?),
                }
            }
        };
        Ok(Self { values, nulls: array.nulls(), len: array.len() })
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The total number of bytes, for reserving memory.
    pub(crate) fn bytes(&self) -> usize {
        match &self.values {
            Values::Small(text, _) | Values::Large(text, _) => text.len(),
            Values::Rows(rows) => rows.iter().map(|text| text.len()).sum(),
            Values::View(views) => views.total_buffer_bytes_used(),
        }
    }

    pub(crate) fn nulls(&self) -> Option<&'a NullBuffer> {
        self.nulls
    }

    #[inline]
    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.nulls.is_some_and(|nulls| nulls.is_null(row))
    }

    /// The text of a row; `None` if it is null.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        if self.is_null(row) {
            return None;
        }
        match &self.values {
            Values::Small(text, offsets) => between(text, offsets, row),
            Values::Large(text, offsets) => between(text, offsets, row),
            Values::Rows(rows) => rows.get(row).copied(),
            Values::View(views) => std::str::from_utf8(views.value(row)).ok(),
        }
    }

    /// The whole column as one text, with the range of each row; `None` if the texts are not in one piece of
    /// memory.
    pub(crate) fn contiguous(&self) -> Option<(&str, Vec<std::ops::Range<usize>>)> {
        fn ranges<O: OffsetSizeTrait>(offsets: &[O]) -> Vec<std::ops::Range<usize>> {
            let from = offsets.first().map_or(0, |offset| offset.as_usize());
            let pairs = offsets.windows(2);
            pairs.map(|pair| pair[0].as_usize() - from..pair[1].as_usize() - from).collect()
        }
        match &self.values {
            Values::Small(text, offsets) => Some((text, ranges(offsets))),
            Values::Large(text, offsets) => Some((text, ranges(offsets))),
            Values::Rows(_) | Values::View(_) => None,
        }
    }
}

/// The bytes from the first offset to the last, as text. Every offset is a character boundary of this text.
fn contiguous<'a, O: OffsetSizeTrait>(bytes: &'a [u8], offsets: &[O]) -> Result<&'a str, NotUtf8> {
    let bytes = within(bytes, offsets)?;
    if bytes.is_empty() {
        return Ok("");
    }
    let first = offsets.first().map_or(0, |first| first.as_usize());
    let row_of = |byte: usize| offsets.iter().position(|offset| offset.as_usize() > byte);
    let row = |byte| NotUtf8 { row: row_of(byte).map_or(0, |row| row.saturating_sub(1)) };
    let text = std::str::from_utf8(bytes).map_err(|error| row(first + error.valid_up_to()))?;
    let outside = |offset: &&O| !text.is_char_boundary(offset.as_usize() - first);
    match offsets.iter().find(outside) {
        Some(offset) => Err(row(offset.as_usize())),
        None => Ok(text),
    }
}

/// Checks that every string of a column lies within its buffers. Nobody has checked it before, and code that
/// copies rows relies on it.
///
/// # Errors
///
/// The first row whose string lies outside.
pub(crate) fn check_places(array: &ArrayRef) -> Result<(), NotUtf8> {
    match array.data_type() {
        DataType::Utf8 => {
            let strings = array.as_string::<i32>();
            within(strings.values(), strings.value_offsets()).map(drop)
        }
        DataType::LargeUtf8 => {
            let strings = array.as_string::<i64>();
            within(strings.values(), strings.value_offsets()).map(drop)
        }
        DataType::Utf8View => {
            let strings = array.as_string_view();
            let lies = |row: usize, view: u128| {
                let [length, _, buffer, start] =
                    [0, 32, 64, 96].map(|bit| (view >> bit) as u32 as usize);
                // The view itself holds a string of up to twelve bytes.
                length <= 12
                    || array.is_null(row)
                    || strings
                        .data_buffers()
                        .get(buffer)
                        .is_some_and(|buffer| buffer.len() >= start + length)
            };
            let bad = strings.views().iter().enumerate().find(|(row, view)| !lies(*row, **view));
            bad.map_or(Ok(()), |(row, _)| Err(NotUtf8 { row }))
        }
        _ => Ok(()),
    }
}

/// The bytes from the first offset to the last. Fails if an offset is smaller than the one before. If there are no
/// bytes, the offsets may have any value.
fn within<'a, O: OffsetSizeTrait>(bytes: &'a [u8], offsets: &[O]) -> Result<&'a [u8], NotUtf8> {
    if let Some(row) = offsets.windows(2).position(|pair| pair[1] < pair[0]) {
        return Err(NotUtf8 { row });
    }
    let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else { return Ok(&[]) };
    if first == last {
        return Ok(&[]);
    }
    // A negative offset becomes a very large number, so it is out of range.
    bytes.get(first.as_usize()..last.as_usize()).ok_or_else(|| {
        let beyond = offsets.iter().position(|offset| offset.as_usize() > bytes.len());
        NotUtf8 { row: beyond.unwrap_or_default().saturating_sub(1) }
    })
}

/// The texts row by row, for a column that is not UTF-8 as a whole. Null rows may hold any bytes.
fn rows<'a, O: OffsetSizeTrait>(
    bytes: &'a [u8],
    offsets: &[O],
    array: &ArrayRef,
    fault: NotUtf8,
) -> Result<Vec<&'a str>, NotUtf8> {
    if array.null_count() == 0 {
        return Err(fault);
    }
    let row = |(row, pair): (usize, &[O])| {
        if array.is_null(row) {
            return Ok("");
        }
        let bytes = bytes.get(pair[0].as_usize()..pair[1].as_usize());
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).ok_or(NotUtf8 { row })
    };
    offsets.windows(2).enumerate().map(row).collect()
}

#[inline]
fn between<'a, O: OffsetSizeTrait>(text: &'a str, offsets: &[O], row: usize) -> Option<&'a str> {
    let [start, end] = [offsets.get(row)?.as_usize(), offsets.get(row + 1)?.as_usize()];
    let from = offsets.first()?.as_usize();
    text.get(start - from..end - from)
}
