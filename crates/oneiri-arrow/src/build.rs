//! Builders of the output columns. `Strings` makes a column of text that nobody checks again, so every push ends in
//! `end_row`: an offset, which is the length of the text so far, and a bit. A type of strings that `is_text` admits
//! needs a variant of `TextBuilder`, because `new` makes small strings of all other types. The test
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
}

impl<O: OffsetSizeTrait> Strings<O> {
    fn new(rows: usize, bytes: usize) -> Self {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(O::default());
        Self { text: String::with_capacity(bytes), offsets, words: Vec::with_capacity(rows / 64 + 1), word: 0 }
    }

    #[inline(always)]
    fn push(&mut self, text: &str) -> Result<(), TooLong> {
        let end = O::from_usize(self.text.len() + text.len()).ok_or(TooLong)?;
        self.text.push_str(text);
        self.end_row(end, 1);
        Ok(())
    }

    fn push_null(&mut self) {
        // A push has checked that the length fits.
        self.end_row(O::usize_as(self.text.len()), 0);
    }

    #[inline(always)]
    fn end_row(&mut self, end: O, valid: u64) {
        let bit = (self.offsets.len() - 1) % 64;
        self.offsets.push(end);
        self.word |= valid << bit;
        if bit == 63 {
            // Arrow stores bits byte by byte, with the lowest bit first, so the words must be little-endian.
            self.words.push(mem::take(&mut self.word).to_le());
        }
    }

    fn finish(&mut self) -> ArrayRef {
        let rows = self.offsets.len() - 1;
        self.words.push(mem::take(&mut self.word).to_le());
        let bits = BooleanBuffer::new(Buffer::from_vec(mem::take(&mut self.words)), 0, rows);
        let nulls = Some(NullBuffer::new(bits)).filter(|nulls| nulls.null_count() > 0);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(mem::take(&mut self.offsets)));
        let text = Buffer::from_vec(mem::take(&mut self.text).into_bytes());
        // SAFETY: each offset is zero or the length that `text`, a `String`, had after a push. So all of them are within it, in
        // ascending order, and between characters of UTF-8. Each push adds one offset and one bit.
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

    pub(crate) fn push_null(&mut self) {
        match self {
            Self::Small(strings) => strings.push_null(),
            Self::Large(strings) => strings.push_null(),
            Self::View(builder) => builder.append_null(),
        }
    }

    /// It is not inlined, because the loop over the parts of a text would contain it seven times.
    #[inline(never)]
    pub(crate) fn push_option(&mut self, text: Option<&str>) -> Result<(), TooLong> {
        match text {
            Some(text) => self.push(text),
            None => {
                self.push_null();
                Ok(())
            }
        }
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Small(strings) => strings.finish(),
            Self::Large(strings) => strings.finish(),
            Self::View(builder) => Arc::new(builder.finish()),
        }
    }
}
