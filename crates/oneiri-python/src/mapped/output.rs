//! The columns that jobs write. `Builder::new` gets the type of `Job::output`, and `Job::write` must push that kind,
//! because any other push does nothing, and its row is missing. Columns of fields and maps have 32-bit offsets, so
//! `append` checks their length first.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, LargeStringBuilder, MapBuilder, StringBuilder};
use arrow_array::{Array as _, ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Fields};
use oneiri_arrow::Error;

use crate::column::texts;

/// A column that is being made: of the kind of a job.
pub(super) enum Builder {
    Mask(BooleanBuilder),
    Text(LargeStringBuilder),
    Decision(Fields, BooleanBuilder, [StringBuilder; 2], NullBufferBuilder),
    Table(Fields, Vec<StringBuilder>, NullBufferBuilder),
    Map(MapBuilder<StringBuilder, StringBuilder>),
}

/// The type of a map of texts to texts.
pub(super) fn map_type() -> DataType {
    map_builder().finish().data_type().clone()
}

fn map_builder() -> MapBuilder<StringBuilder, StringBuilder> {
    MapBuilder::new(None, StringBuilder::new(), StringBuilder::new())
}

impl Builder {
    /// A column of this type: a struct whose first field is a mask is a decision.
    pub(super) fn new(data_type: &DataType, rows: usize) -> Self {
        let nulls = NullBufferBuilder::new(rows);
        match data_type {
            DataType::Boolean => Self::Mask(BooleanBuilder::with_capacity(rows)),
            DataType::Struct(fields) if fields.first().is_some_and(|first| *first.data_type() == DataType::Boolean) => {
                Self::Decision(fields.clone(), BooleanBuilder::new(), Default::default(), nulls)
            }
            DataType::Struct(fields) => {
                let columns = fields.iter().map(|_| StringBuilder::new()).collect();
                Self::Table(fields.clone(), columns, nulls)
            }
            DataType::Map(..) => Self::Map(map_builder()),
            _ => Self::Text(LargeStringBuilder::with_capacity(rows, 0)),
        }
    }

    /// Nothing is too long here, but a job ends with what it pushes.
    pub(super) fn push_null(&mut self) -> Result<(), Error> {
        match self {
            Self::Mask(mask) => mask.append_null(),
            Self::Text(text) => text.append_null(),
            Self::Decision(_, allow, texts, nulls) => {
                allow.append_null();
                texts.iter_mut().for_each(StringBuilder::append_null);
                nulls.append_null();
            }
            Self::Table(_, columns, nulls) => {
                columns.iter_mut().for_each(StringBuilder::append_null);
                nulls.append_null();
            }
            Self::Map(map) => map.append(false).map_err(|_| Error::TooLong)?,
        }
        Ok(())
    }

    pub(super) fn push_bool(&mut self, value: bool) -> Result<(), Error> {
        if let Self::Mask(mask) = self {
            mask.append_value(value);
        }
        Ok(())
    }

    pub(super) fn push_text(&mut self, value: Option<&str>) -> Result<(), Error> {
        if let Self::Text(text) = self {
            text.append_option(value);
        }
        Ok(())
    }

    pub(super) fn push_decision(
        &mut self,
        is_allowed: bool,
        canonical: Option<&str>,
        reasons: Option<&str>,
    ) -> Result<(), Error> {
        if let Self::Decision(_, allow, [first, second], nulls) = self {
            allow.append_value(is_allowed);
            append(first, canonical)?;
            append(second, reasons)?;
            nulls.append_non_null();
        }
        Ok(())
    }

    pub(super) fn push_fields<T: AsRef<str>>(&mut self, values: impl Iterator<Item = Option<T>>) -> Result<(), Error> {
        if let Self::Table(_, columns, nulls) = self {
            for (column, value) in columns.iter_mut().zip(values) {
                append(column, value.as_ref().map(AsRef::as_ref))?;
            }
            nulls.append_non_null();
        }
        Ok(())
    }

    pub(super) fn push_pairs<'a, T: AsRef<str>>(
        &mut self,
        pairs: impl Iterator<Item = (&'a str, T)>,
    ) -> Result<(), Error> {
        if let Self::Map(map) = self {
            for (name, value) in pairs {
                append(map.keys(), Some(name))?;
                append(map.values(), Some(value.as_ref()))?;
            }
            map.append(true).map_err(|_| Error::TooLong)?;
        }
        Ok(())
    }

    /// The column. Texts have the type of the texts that they were made of.
    pub(super) fn finish(self, of: &DataType) -> Result<ArrayRef, Error> {
        Ok(match self {
            Self::Mask(mut mask) => Arc::new(mask.finish()),
            Self::Text(mut text) => match (text.finish(), of) {
                (large, DataType::LargeUtf8) => Arc::new(large),
                (large, of) => texts(large.iter(), of).map_err(|_| Error::TooLong)?,
            },
            Self::Decision(fields, mut allow, [mut canonical, mut reasons], mut nulls) => {
                let columns: Vec<ArrayRef> =
                    vec![Arc::new(allow.finish()), Arc::new(canonical.finish()), Arc::new(reasons.finish())];
                Arc::new(StructArray::new(fields, columns, nulls.finish()))
            }
            Self::Table(fields, mut columns, mut nulls) => {
                let rows = nulls.len();
                let columns = columns.iter_mut().map(|it| Arc::new(it.finish()) as ArrayRef);
                let columns = columns.collect();
                let made = StructArray::try_new_with_length(fields, columns, nulls.finish(), rows);
                Arc::new(made.map_err(|_| Error::TooLong)?)
            }
            Self::Map(mut map) => Arc::new(map.finish()),
        })
    }
}

fn append(builder: &mut StringBuilder, text: Option<&str>) -> Result<(), Error> {
    let bytes = builder.values_slice().len() + text.map_or(0, str::len);
    i32::try_from(bytes).map_err(|_| Error::TooLong)?;
    builder.append_option(text);
    Ok(())
}
