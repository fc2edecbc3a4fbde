//! The texts of a column. A block is copied first and then checked to be UTF-8, because another thread may write into
//! the column.
//!
//! A type of strings that `is_text` admits also needs an arm in `Values`, `Reader::read` and `check_places`, in
//! `TextBuilder` of `build.rs`, and in `column/` of `oneiri-python`. Otherwise `Values::of` is `None`, and the column
//! is treated as one without rows.

use std::mem;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, OffsetSizeTrait, StringViewArray};
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

/// The texts of a column, in their original memory. A [`Reader`] copies them before anybody looks at them.
pub(crate) struct Texts<'a> {
    values: Values<'a>,
    nulls: Option<&'a NullBuffer>,
    len: usize,
}

enum Values<'a> {
    Small(&'a [u8], &'a [i32]),
    Large(&'a [u8], &'a [i64]),
    View(&'a StringViewArray),
}

/// The error for a row whose bytes are not UTF-8 or lie outside the buffers.
#[derive(Debug)]
pub(crate) struct NotUtf8 {
    pub(crate) row: usize,
}

impl<'a> Texts<'a> {
    /// # Errors
    ///
    /// A row outside its buffers.
    pub(crate) fn new(array: &'a ArrayRef) -> Result<Self, NotUtf8> {
        check_places(array)?;
        // `Plan::run` has checked the type.
        let values = Values::of(array).unwrap_or(Values::Small(&[], &[]));
        Ok(Self { values, nulls: array.nulls(), len: array.len() })
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The total number of bytes, for reserving memory.
    pub(crate) fn bytes(&self) -> usize {
        match &self.values {
            Values::View(views) => views.total_buffer_bytes_used(),
            lists => lists.length(0..self.len).unwrap_or_default(),
        }
    }

    pub(crate) fn nulls(&self) -> Option<&'a NullBuffer> {
        self.nulls
    }

    #[inline]
    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.nulls.is_some_and(|nulls| nulls.is_null(row))
    }

    /// How many rows from `start` on make a block: at least one, if there is one.
    fn block(&self, start: usize) -> usize {
        let most = BLOCK_ROWS.min(self.len - start);
        if self.values.length(start..start + most).is_some_and(|bytes| bytes <= BLOCK_BYTES) {
            return most;
        }
        let mut bytes = 0;
        let fits = |row: &usize| {
            bytes += self.values.octets(*row).map_or(0, <[u8]>::len);
            bytes <= BLOCK_BYTES
        };
        (start..start + most).take_while(fits).count().max(1)
    }
}

impl<'a> Values<'a> {
    /// `None` for a column that is not of texts.
    fn of(array: &'a ArrayRef) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => {
                let strings = array.as_string_opt::<i32>()?;
                Self::Small(strings.values(), strings.value_offsets())
            }
            DataType::LargeUtf8 => {
                let strings = array.as_string_opt::<i64>()?;
                Self::Large(strings.values(), strings.value_offsets())
            }
            _ => Self::View(array.as_string_view_opt()?),
        })
    }

    /// The number of octets of some rows that lie one after the other; `None` for views.
    fn length(&self, rows: Range<usize>) -> Option<usize> {
        fn between<O: OffsetSizeTrait>(offsets: &[O], rows: Range<usize>) -> Option<usize> {
            let (start, end) = (offsets.get(rows.start)?, offsets.get(rows.end)?);
            end.as_usize().checked_sub(start.as_usize())
        }
        match self {
            Self::Small(_, offsets) => between(offsets, rows),
            Self::Large(_, offsets) => between(offsets, rows),
            Self::View(_) => None,
        }
    }

    /// The octets of a row; `None` if they lie outside.
    fn octets(&self, row: usize) -> Option<&'a [u8]> {
        fn within<'a, O: OffsetSizeTrait>(bytes: &'a [u8], offsets: &[O], row: usize) -> Option<&'a [u8]> {
            bytes.get(offsets.get(row)?.as_usize()..offsets.get(row + 1)?.as_usize())
        }
        match self {
            Values::Small(bytes, offsets) => within(bytes, offsets, row),
            Values::Large(bytes, offsets) => within(bytes, offsets, row),
            Values::View(views) => {
                let view = views.views().get(row)?;
                let [length, _, buffer, start] = parts(*view);
                if length > INLINE {
                    return views.data_buffers().get(buffer)?.get(start..start + length);
                }
                // The view itself holds the octets.
                views.views().inner().get(row * 16 + 4..row * 16 + 4 + length)
            }
        }
    }
}

/// How many rows and bytes are copied at once. They stay in the processor's first cache until they are parsed.
const BLOCK_ROWS: usize = 256;
const BLOCK_BYTES: usize = 1 << 15;

/// How many bytes of a block are copied in one call. The C library copies so many with vectors, and more with `rep movsb`,
/// which is not faster for a block, and which callgrind counts as an instruction for each byte.
const PIECE_BYTES: usize = 1 << 11;

/// Reads a column block by block. A block is copied before it is proved to be UTF-8, because another thread may write into
/// the memory of a column of Python, and a proof holds for the copy alone.
pub(crate) struct Reader<'a> {
    texts: &'a Texts<'a>,
    text: String,
    /// Where each row ends in `text`. The next one begins there.
    ends: Vec<usize>,
}

/// A block of texts. The texts of rows that are null are empty, or any text.
#[derive(Clone, Copy)]
pub(crate) struct Block<'b> {
    pub(crate) text: &'b str,
    ends: &'b [usize],
}

impl<'b> Block<'b> {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where each row lies in `text`.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<usize>> + use<'b> {
        let mut start = 0;
        self.ends.iter().map(move |&end| mem::replace(&mut start, end)..end)
    }

    #[inline(always)]
    pub(crate) fn rows(&self) -> impl Iterator<Item = &'b str> + use<'b> {
        let (mut rest, mut start) = (self.text, 0);
        self.ends.iter().map(move |&end| {
            // Each end is a boundary of characters, so there are always two parts.
            let (row, more) = rest.split_at_checked(end - start).unwrap_or_default();
            (rest, start) = (more, end);
            row
        })
    }

    #[inline]
    pub(crate) fn get(&self, row: usize) -> &'b str {
        let start = row.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let range = start.zip(self.ends.get(row)).map(|(start, &end)| start..end);
        range.and_then(|range| self.text.get(range)).unwrap_or_default()
    }
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(texts: &'a Texts<'a>) -> Self {
        Self { texts, text: String::new(), ends: Vec::new() }
    }

    /// The rows of the block that begins at a row.
    pub(crate) fn rows(&self, start: usize) -> Range<usize> {
        start..start + self.texts.block(start)
    }

    /// Copies some rows.
    ///
    /// # Errors
    ///
    /// The first row that is not null and not UTF-8.
    pub(crate) fn read(&mut self, rows: Range<usize>) -> Result<Block<'_>, NotUtf8> {
        let mut octets = mem::take(&mut self.text).into_bytes();
        octets.clear();
        self.ends.clear();
        match &self.texts.values {
            Values::Small(bytes, offsets) => self.copy(bytes, offsets, rows.clone(), &mut octets),
            Values::Large(bytes, offsets) => self.copy(bytes, offsets, rows.clone(), &mut octets),
            Values::View(_) => {
                for row in rows.clone() {
                    let text = self.texts.values.octets(row).filter(|_| !self.texts.is_null(row));
                    octets.extend_from_slice(text.unwrap_or_default());
                    self.ends.push(octets.len());
                }
            }
        }
        self.text = match String::from_utf8(octets) {
            Ok(text) if self.ends.iter().all(|end| text.is_char_boundary(*end)) => text,
            Ok(text) => self.row_by_row(rows.start, text.as_bytes())?,
            Err(error) => self.row_by_row(rows.start, error.as_bytes())?,
        };
        Ok(Block { text: &self.text, ends: &self.ends })
    }

    /// Copies rows of a column whose texts lie one after the other.
    fn copy<O: OffsetSizeTrait>(&mut self, bytes: &[u8], offsets: &[O], rows: Range<usize>, octets: &mut Vec<u8>) {
        let offsets = offsets.get(rows.start..=rows.end).unwrap_or_default();
        let Some((first, ends)) = offsets.split_first() else { return };
        let first = first.as_usize();
        self.ends.extend(ends.iter().map(|end| end.as_usize() - first));
        let length = self.ends.last().copied().unwrap_or_default();
        // If there are no bytes, the offsets may have any value.
        let bytes = bytes.get(first..first + length).unwrap_or_default();
        octets.reserve(bytes.len());
        bytes.chunks(PIECE_BYTES).for_each(|piece| octets.extend_from_slice(piece));
    }

    /// The texts of a block that is not UTF-8 as a whole. Rows that are null may hold any bytes.
    fn row_by_row(&mut self, start: usize, octets: &[u8]) -> Result<String, NotUtf8> {
        let (mut text, mut from) = (String::with_capacity(octets.len()), 0);
        for (row, end) in (start..).zip(&mut self.ends) {
            let octets = octets.get(mem::replace(&mut from, *end)..*end).filter(|_| !self.texts.is_null(row));
            let copied = std::str::from_utf8(octets.unwrap_or_default());
            text.push_str(copied.map_err(|_| NotUtf8 { row })?);
            *end = text.len();
        }
        Ok(text)
    }
}

/// The octets of a row of strings, large strings or string views, as they are in memory: nobody has checked them. `None` if
/// they lie outside of their buffer, or if the column is of another type.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, StringArray};
///
/// let links: ArrayRef = Arc::new(StringArray::from(vec!["x:a", "x:b"]));
/// assert_eq!(oneiri_arrow::octets(&links, 1), Some(&b"x:b"[..]));
/// ```
#[must_use]
pub fn octets(array: &ArrayRef, row: usize) -> Option<&[u8]> {
    Values::of(array)?.octets(row)
}

/// The longest text that a view itself holds.
const INLINE: usize = 12;

/// The parts of a view of a longer text: its length, the first bytes, its buffer, and its place there.
fn parts(view: u128) -> [usize; 4] {
    [0, 32, 64, 96].map(|bit| (view >> bit) as u32 as usize)
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
                let [length, _, buffer, start] = parts(view);
                length <= INLINE
                    || array.is_null(row)
                    || strings.data_buffers().get(buffer).is_some_and(|buffer| buffer.len() >= start + length)
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
    let falls = |pair: &[O]| pair[1] < pair[0];
    // A fold without an end before the last pair is compiled to vectors.
    if offsets.windows(2).fold(false, |any, pair| any | falls(pair)) {
        return Err(NotUtf8 { row: offsets.windows(2).position(falls).unwrap_or_default() });
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
