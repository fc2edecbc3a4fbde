//! Builders of the text columns that a task gives. For each row of the input, in order, `rows.rs` pushes a text or a
//! null, and `refusal.rs` does so for the texts of errors. `finish` makes an Arrow array of them, and it must be the
//! last call on a builder, because it takes the buffers away.
//!
//! Arrow does not check this array (`new_unchecked`), so `Strings` itself must keep what Arrow requires: each row, also
//! a null one, adds one offset, which is the length of the text so far, and one bit. `push` does so for a text, and
//! `write_nulls` for null rows. If `is_text` in `texts.rs` admits a new type of strings, add a variant to
//! `TextBuilder`, because `new` makes small strings for every type that it does not name. The test
//! `columns_of_every_shape_agree` has Arrow check each column that a task makes.
#![allow(unsafe_code, reason = "what is UTF-8 already is not checked a second time")]

use std::mem;
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::{ArrayRef, GenericStringArray, OffsetSizeTrait};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;

/// A builder of a text column with the type of the input column.
pub(crate) enum TextBuilder {
    Small(Strings<i32>),
    Large(Strings<i64>),
    View(StringViewBuilder),
}

/// The error for more than 2 GiB of text in a column with 32-bit offsets.
#[derive(Debug)]
pub(crate) struct TooLong;

/// A column of strings: faster than Arrow's builder, because a text is copied without a call.
pub(crate) struct Strings<O> {
    text: String,
    /// Where each row ends in `text`, after a zero.
    offsets: Vec<O>,
    /// A bit for each row, set if it is not null, in words of which the last is written when its 64 rows are complete.
    words: Vec<u64>,
    word: u64,
    /// How many null rows follow those in `offsets`. They are written together, because most columns of parts, such as
    /// userinfo and port, are null in nearly every row.
    nulls: usize,
}

impl<O: OffsetSizeTrait> Strings<O> {
    fn new(rows: usize, bytes: usize) -> Self {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(O::default());
        Self {
            text: String::with_capacity(bytes),
            offsets,
            words: Vec::with_capacity(rows / 64 + 1),
            word: 0,
            nulls: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, text: &str) -> Result<(), TooLong> {
        if self.nulls > 0 {
            self.write_nulls();
        }
        let end = O::from_usize(self.text.len() + text.len()).ok_or(TooLong)?;
        self.text.push_str(text);
        let bit = (self.offsets.len() - 1) % 64;
        self.offsets.push(end);
        self.word |= 1 << bit;
        if bit == 63 {
            // Arrow stores bits byte by byte, with the lowest bit first, so the words must be little-endian.
            self.words.push(mem::take(&mut self.word).to_le());
        }
        Ok(())
    }

    /// Writes the null rows that were only counted.
    #[inline(never)]
    fn write_nulls(&mut self) {
        // A push has checked that the length fits.
        let end = O::usize_as(self.text.len());
        self.offsets.resize(self.offsets.len() + mem::take(&mut self.nulls), end);
        let complete = (self.offsets.len() - 1) / 64;
        if complete > self.words.len() {
            self.words.push(mem::take(&mut self.word).to_le());
            self.words.resize(complete, 0);
        }
    }

    fn finish(&mut self) -> ArrayRef {
        self.write_nulls();
        let rows = self.offsets.len() - 1;
        self.words.push(mem::take(&mut self.word).to_le());
        let bits = BooleanBuffer::new(Buffer::from_vec(mem::take(&mut self.words)), 0, rows);
        let nulls = Some(NullBuffer::new(bits)).filter(|nulls| nulls.null_count() > 0);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(mem::take(&mut self.offsets)));
        let text = Buffer::from_vec(mem::take(&mut self.text).into_bytes());
        // SAFETY: each offset is zero or the length that `text`, a `String`, had after a push. So all of them are within it, in
        // ascending order, and between characters of UTF-8. Each row adds one offset and one bit.
        Arc::new(unsafe { GenericStringArray::new_unchecked(offsets, text, nulls) })
    }
}

impl TextBuilder {
    pub(crate) fn new(data_type: &DataType, rows: usize, bytes: usize) -> Self {
        match data_type {
            DataType::LargeUtf8 => Self::Large(Strings::new(rows, bytes)),
            DataType::Utf8View => Self::View(StringViewBuilder::with_capacity(rows)),
            _ => Self::Small(Strings::new(rows, bytes)),
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, text: &str) -> Result<(), TooLong> {
        match self {
            Self::Small(strings) => strings.push(text),
            Self::Large(strings) => strings.push(text),
            Self::View(builder) => {
                builder.append_value(text);
                Ok(())
            }
        }
    }

    #[inline(always)]
    pub(crate) fn push_nulls(&mut self, rows: usize) {
        match self {
            Self::Small(strings) => strings.nulls += rows,
            Self::Large(strings) => strings.nulls += rows,
            Self::View(builder) => (0..rows).for_each(|_| builder.append_null()),
        }
    }

    #[inline(always)]
    pub(crate) fn push_option(&mut self, text: Option<&str>) -> Result<(), TooLong> {
        match text {
            Some(text) => self.push_called(text),
            None => {
                self.push_nulls(1);
                Ok(())
            }
        }
    }

    /// Like [`push`](Self::push), but never inlined, because the loop over the parts of a text would contain it seven times.
    #[inline(never)]
    fn push_called(&mut self, text: &str) -> Result<(), TooLong> {
        self.push(text)
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Small(strings) => strings.finish(),
            Self::Large(strings) => strings.finish(),
            Self::View(builder) => Arc::new(builder.finish()),
        }
    }
}
