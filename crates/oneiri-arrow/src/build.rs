//! Builders of the output columns.
#![allow(unsafe_code, reason = "what is UTF-8 already is not checked a second time")]

use std::mem;
use std::sync::Arc;

use arrow_array::builder::StringViewBuilder;
use arrow_array::{Array, ArrayRef, GenericStringArray, OffsetSizeTrait, StructArray};
use arrow_buffer::{Buffer, NullBuffer, NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};

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
    nulls: NullBufferBuilder,
}

impl<O: OffsetSizeTrait> Strings<O> {
    fn new(rows: usize, bytes: usize) -> Self {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(O::default());
        Self { text: String::with_capacity(bytes), offsets, nulls: NullBufferBuilder::new(rows) }
    }

    #[inline(always)]
    fn push(&mut self, text: &str) -> Result<(), TooLong> {
        let end = O::from_usize(self.text.len() + text.len()).ok_or(TooLong)?;
        self.text.push_str(text);
        self.offsets.push(end);
        self.nulls.append_non_null();
        Ok(())
    }

    fn push_null(&mut self) {
        self.offsets.extend_from_within(self.offsets.len() - 1..);
        self.nulls.append_null();
    }

    fn finish(&mut self) -> ArrayRef {
        let offsets = OffsetBuffer::new(ScalarBuffer::from(mem::take(&mut self.offsets)));
        let text = Buffer::from_vec(mem::take(&mut self.text).into_bytes());
        // SAFETY: each offset is zero or the length that `text`, a `String`, had after a push. So all of them are within it, in
        // ascending order, and between characters of UTF-8. Each push adds one offset and one null or non-null.
        Arc::new(unsafe { GenericStringArray::new_unchecked(offsets, text, self.nulls.finish()) })
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

/// Joins named columns of equal length to a struct column.
pub(crate) fn structure(columns: Vec<(&str, ArrayRef)>, nulls: Option<NullBuffer>) -> ArrayRef {
    let fields: Fields =
        columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true)).collect();
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    Arc::new(StructArray::new(fields, arrays, nulls))
}
