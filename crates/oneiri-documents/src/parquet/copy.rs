//! Copies rows, column by column. Only the column of the answers is decoded to texts; all other values are copied with their
//! levels, which say where nulls and lists are.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::ops::Range;
use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Schema};
use oneiri_redact::display::visible;
use parquet::arrow::arrow_reader::ArrowReaderMetadata;
use parquet::arrow::{ARROW_SCHEMA_META_KEY, encode_arrow_schema};
use parquet::basic::{LogicalType, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType as ColumnType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::records::Named;
use super::{OTHERS, Rows, are_alike, columns};

/// How many values are copied together.
const TOGETHER: usize = 1024;
/// About how many bytes, parts of other files and answers are one row group of a copy.
const GROUP: (i64, usize, usize) = (128 << 20, 64, 1 << 20);

/// Why rows were not copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyError {
    /// The number of the file that cannot be read. `None` stands for the copy, which cannot be written.
    pub file: Option<usize>,
    /// What was expected and what was found. A terminal can show it.
    pub message: String,
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CopyError {}

/// An error of the copy, which cannot be written.
fn of_copy(error: impl ToString) -> CopyError {
    CopyError { file: None, message: error.to_string() }
}

/// An error of a file, which cannot be read.
fn of_file<E: ToString>(nth: usize) -> impl Fn(E) -> CopyError {
    move |error| CopyError { file: Some(nth), message: error.to_string() }
}

type Writer<'w> = SerializedFileWriter<&'w mut (dyn Write + Send)>;

impl Rows {
    /// Copies the rows of the records to `to`, as a whole Parquet file. If the texts of the records are `answers`, they are written
    /// instead of the values of the column, or to the column `into`, if it has a name; otherwise only the names of the rows
    /// count. All other values are copied as the files have them, whatever their types are.
    ///
    /// The records are read from the beginning, and must be in the order of their files and rows. `open` opens the file with this
    /// number once more.
    ///
    /// # Errors
    ///
    /// No file was [opened](Self::open) before; the records have another order or another form; a file cannot be read, or has
    /// changed in the meantime; an answer is a null, and the column takes none; or the copy cannot be written. What was
    /// written up to then is no Parquet file.
    pub fn copy(
        &self,
        records: impl Read + Seek,
        mut open: impl FnMut(usize) -> io::Result<File>,
        answers: bool,
        to: &mut (dyn Write + Send),
    ) -> Result<(), CopyError> {
        let Some(first) = self.first.get() else {
            return Err(of_copy("not written, because no file with columns was read"));
        };
        let into = self.into.as_deref().filter(|_| answers);
        // Where the answers go. No column has this place if there are none.
        let (all, count) = (columns(first).columns(), columns(first).num_columns());
        let place = all.iter().position(|it| answers && into.is_none() && *it.path().parts() == [self.column.as_str()]);
        let takes_null = place.is_none_or(|at| all[at].max_def_level() > 0);
        let place = place.unwrap_or(count);
        let properties = Arc::new(properties(first, into));
        let schema = schema(first, into).map_err(of_copy)?;
        let mut writer = SerializedFileWriter::new(to, schema, properties).map_err(of_copy)?;
        let mut named = Named::new(records).map_err(of_copy)?;
        let mut group = Group::default();
        while let Some((nth, _)) = named.next {
            let file = open(nth).map_err(of_file(nth))?;
            let file = Arc::new(SerializedFileReader::new(file).map_err(of_file(nth))?);
            if !are_alike(columns(first), file.metadata().file_metadata().schema_descr()) {
                return Err(of_file(nth)(OTHERS));
            }
            let mut start = 0;
            for (index, of_group) in file.metadata().row_groups().iter().enumerate() {
                let end = u64::try_from(of_group.num_rows()).unwrap_or(0).saturating_add(start);
                let texts = answers.then_some(&mut group.texts);
                let rows = named.take(nth, start..end, texts).map_err(of_copy)?;
                start = end;
                if !rows.is_empty() {
                    group.size = group.size.saturating_add(of_group.total_byte_size());
                    group.parts.push(Part { nth, file: Arc::clone(&file), index, rows });
                }
                if !takes_null && group.texts.contains(&None) {
                    let message = format!("'{}' takes no null, so add --invalid keep or drop", self.column);
                    return Err(of_copy(visible(&message)));
                }
                if group.size >= GROUP.0 || group.parts.len() >= GROUP.1 || group.texts.len() >= GROUP.2 {
                    std::mem::take(&mut group).write(&mut writer, place)?;
                }
            }
            if named.next.is_some_and(|(file, _)| file == nth) {
                return Err(of_file(nth)("expected the rows that were read before, found fewer"));
            }
        }
        group.write(&mut writer, place)?;
        writer.close().map(drop).map_err(of_copy)
    }
}

/// The columns of the copy.
fn schema(first: &ArrowReaderMetadata, into: Option<&str>) -> Result<TypePtr, ParquetError> {
    let Some(into) = into else { return Ok(columns(first).root_schema_ptr()) };
    let root = columns(first).root_schema();
    let new = Type::primitive_type_builder(into, Physical::BYTE_ARRAY).with_logical_type(Some(LogicalType::String));
    let fields = root.get_fields().iter().cloned().chain([Arc::new(new.build()?)]).collect();
    Ok(Arc::new(Type::group_type_builder(root.name()).with_fields(fields).build()?))
}

/// The compression of each column and the metadata of a file, which the copy takes over.
fn properties(first: &ArrowReaderMetadata, into: Option<&str>) -> WriterProperties {
    let metadata = first.metadata();
    let mut properties = WriterProperties::builder();
    for column in metadata.row_groups().first().map(|it| it.columns()).unwrap_or_default() {
        let packing = column.compression();
        properties = properties.set_compression(packing).set_column_compression(column.column_path().clone(), packing);
    }
    let mut pairs = metadata.file_metadata().key_value_metadata().cloned();
    let of_arrow = pairs.iter_mut().flatten().find(|pair| pair.key == ARROW_SCHEMA_META_KEY);
    if let (Some(pair), Some(into)) = (of_arrow, into) {
        let mut fields: Vec<FieldRef> = first.schema().fields().iter().cloned().collect();
        fields.push(Arc::new(Field::new(into, DataType::Utf8, true)));
        let schema = Schema::new_with_metadata(fields, first.schema().metadata().clone());
        pair.value = Some(encode_arrow_schema(&schema));
    }
    properties.set_key_value_metadata(pairs).build()
}

/// Rows of some row groups, which are one row group of the copy, and their answers.
#[derive(Default)]
struct Group {
    parts: Vec<Part>,
    size: i64,
    texts: Vec<Option<ByteArray>>,
}

struct Part {
    /// The number of the file.
    nth: usize,
    file: Arc<SerializedFileReader<File>>,
    /// The number of the row group in the file, and its rows that are kept.
    index: usize,
    rows: Vec<Range<usize>>,
}

impl Group {
    /// Writes the rows. The answers go to the column at this place.
    fn write(self, writer: &mut Writer<'_>, place: usize) -> Result<(), CopyError> {
        if self.parts.is_empty() {
            return Ok(());
        }
        let mut group = writer.next_row_group().map_err(of_copy)?;
        let mut nth = 0;
        while let Some(mut column) = group.next_column().map_err(of_copy)? {
            if place == nth {
                write_texts(&self.texts, &mut column).map_err(of_copy)?;
            } else {
                self.parts.iter().try_for_each(|part| part.copy(nth, &mut column))?;
            }
            column.close().map_err(of_copy)?;
            nth += 1;
        }
        group.close().map(drop).map_err(of_copy)
    }
}

impl Part {
    fn copy(&self, column: usize, to: &mut SerializedColumnWriter<'_>) -> Result<(), CopyError> {
        let from = self.file.get_row_group(self.index).and_then(|group| group.get_column_reader(column));
        match from.map_err(of_file(self.nth))? {
            ColumnReader::BoolColumnReader(from) => self.copy_values(from, to),
            ColumnReader::Int32ColumnReader(from) => self.copy_values(from, to),
            ColumnReader::Int64ColumnReader(from) => self.copy_values(from, to),
            ColumnReader::Int96ColumnReader(from) => self.copy_values(from, to),
            ColumnReader::FloatColumnReader(from) => self.copy_values(from, to),
            ColumnReader::DoubleColumnReader(from) => self.copy_values(from, to),
            ColumnReader::ByteArrayColumnReader(from) => self.copy_values(from, to),
            ColumnReader::FixedLenByteArrayColumnReader(from) => self.copy_values(from, to),
        }
    }

    /// Copies the values of the rows with their levels, which say where nulls and lists are.
    fn copy_values<T: ColumnType>(
        &self,
        mut from: ColumnReaderImpl<T>,
        to: &mut SerializedColumnWriter<'_>,
    ) -> Result<(), CopyError> {
        let to = to.typed::<T>();
        let (has_nulls, has_lists) = (to.get_descriptor().max_def_level() > 0, to.get_descriptor().max_rep_level() > 0);
        let (mut values, mut defs, mut reps) = (Vec::new(), Vec::new(), Vec::new());
        let mut write = |values: &[T::T], defs: &[i16], reps: &[i16]| {
            let written = to.write_batch(values, has_nulls.then_some(defs), has_lists.then_some(reps));
            written.map(drop).map_err(of_copy)
        };
        let mut at = 0;
        for run in &self.rows {
            let skipped = from.skip_records(run.start - at).map_err(of_file(self.nth))?;
            let mut is_there = skipped == run.start - at;
            at = run.start;
            while at < run.end {
                let count = TOGETHER.min(run.end - at);
                let read = from.read_records(count, Some(&mut defs), Some(&mut reps), &mut values);
                is_there &= read.map_err(of_file(self.nth))?.0 == count;
                if !is_there {
                    return Err(of_file(self.nth)("expected as many rows as other columns have, found fewer"));
                }
                at += count;
                if values.len().max(defs.len()) >= TOGETHER {
                    write(&values, &defs, &reps)?;
                    values.clear();
                    defs.clear();
                    reps.clear();
                }
            }
        }
        write(&values, &defs, &reps)
    }
}

/// Writes answers to a column of strings.
fn write_texts(texts: &[Option<ByteArray>], to: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
    let to = to.typed::<ByteArrayType>();
    let values: Vec<ByteArray> = texts.iter().flatten().cloned().collect();
    let defs: Vec<i16> = texts.iter().map(|text| i16::from(text.is_some())).collect();
    let takes_nulls = to.get_descriptor().max_def_level() > 0;
    to.write_batch(&values, takes_nulls.then_some(&defs[..]), None).map(drop)
}
