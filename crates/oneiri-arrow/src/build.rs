//! Builders of the output columns.

use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, StringBuilder, StringViewBuilder};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};

/// A builder of a text column with the type of the input column.
pub(crate) enum TextBuilder {
    Small(StringBuilder),
    Large(LargeStringBuilder),
    View(StringViewBuilder),
}

/// The error for more than 2 GiB of text in a column with 32-bit offsets.
#[derive(Debug)]
pub(crate) struct TooLong;

impl TextBuilder {
    pub(crate) fn new(data_type: &DataType, rows: usize, bytes: usize) -> Self {
        match data_type {
            DataType::LargeUtf8 => Self::Large(LargeStringBuilder::with_capacity(rows, bytes)),
            DataType::Utf8View => Self::View(StringViewBuilder::with_capacity(rows)),
            _ => Self::Small(StringBuilder::with_capacity(rows, bytes)),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, text: &str) -> Result<(), TooLong> {
        match self {
            Self::Small(builder) => {
                let end = builder.values_slice().len() + text.len();
                if i32::try_from(end).is_err() {
                    return Err(TooLong);
                }
                builder.append_value(text);
            }
            Self::Large(builder) => builder.append_value(text),
            Self::View(builder) => builder.append_value(text),
        }
        Ok(())
    }

    pub(crate) fn push_null(&mut self) {
        match self {
            Self::Small(builder) => builder.append_null(),
            Self::Large(builder) => builder.append_null(),
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
            Self::Small(builder) => Arc::new(builder.finish()),
            Self::Large(builder) => Arc::new(builder.finish()),
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
