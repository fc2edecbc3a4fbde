//! Parquet files. A column of strings is read as text records that contain the number of their row.
//! Later, the rows of the records that are kept are copied to the output.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_schema::{DataType, Field, FieldRef, Schema};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder as Builder;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader};
use parquet::arrow::{ARROW_SCHEMA_META_KEY, ProjectionMask, encode_arrow_schema};
use parquet::basic::{ConvertedType, LogicalType, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType as ColumnType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor, SchemaDescriptor, Type, TypePtr};

use crate::output::{Stop, Target, escape, progress::Watch};

/// How many values are copied together.
const TOGETHER: usize = 1024;
/// About how many bytes, parts of other files and answers are one row group of a copy.
const GROUP: (i64, usize, usize) = (128 << 20, 64, 1 << 20);

/// The column that is read, and the columns and the metadata of the first file. The other files must
/// have the same columns, and the copy gets both.
#[derive(Debug)]
pub(crate) struct Columns {
    column: String,
    into: Option<String>,
    first: OnceLock<ArrowReaderMetadata>,
}

impl Columns {
    /// Returns `None` in a build without Parquet.
    pub(crate) fn new(column: String, into: Option<String>) -> Option<Self> {
        Some(Self { column, into, first: OnceLock::new() })
    }

    /// Opens a file as a stream of records. A record is the number of the file, the number of the
    /// row, a TAB and the text as a JSON string, so it never contains a line feed. `read` is
    /// increased as if all rows of the file had the same size.
    pub(crate) fn open(&self, path: &Path, nth: usize, watch: &Watch) -> io::Result<Box<dyn Read + Send>> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())?;
        let first = self.first.get_or_init(|| metadata.clone());
        if first.schema().fields() != metadata.schema().fields() || !are_alike(columns(first), columns(&metadata)) {
            return Err(invalid(OTHERS));
        }
        // Without this option, the file's Arrow schema decides whether strings are read as large
        // strings, views or dictionaries. With it, they always arrive as plain strings.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let metadata = ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options)?;
        let builder = Builder::new_with_metadata(file, metadata);
        let fields = builder.schema().fields();
        let name = escape::visible(&self.column);
        let Some((at, field)) = fields.find(&self.column) else {
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            let names = names.join("', '");
            let found = escape::visible(&names);
            let advice = if name.parse::<u32>().is_ok() { " (columns of Parquet have no numbers)" } else { "" };
            return Err(invalid(format!("expected a column '{name}', found '{found}'{advice}")));
        };
        let count = |name: &str| fields.iter().filter(|field| field.name() == name).count();
        if count(&self.column) > 1 {
            return Err(invalid(format!("expected one column '{name}', found several")));
        }
        if let Some(into) = self.into.as_ref().filter(|into| count(into) > 0) {
            let into = escape::visible(into);
            return Err(invalid(format!("expected no column '{into}', which --into adds")));
        }
        if *field.data_type() != DataType::Utf8 {
            let found = field.data_type();
            return Err(invalid(format!("expected strings in '{name}', found {found}")));
        }
        let mask = ProjectionMask::roots(builder.parquet_schema(), [at]);
        let total = u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(0);
        let batches = builder.with_projection(mask).build()?;
        let (lines, at, row) = (Vec::new(), 0, 0);
        Ok(Box::new(Records { nth, batches, row, size, total, watch: watch.clone(), lines, at }))
    }

    /// Copies the rows that the records name, in the order of the records. If the texts of the
    /// records are `answers`, they stand in the place of the identifiers, or in one more column.
    /// All other values are copied as the file has them, whatever their type is.
    pub(crate) fn copy(&self, records: File, files: &[PathBuf], target: Target, answers: bool) -> Result<Target, Stop> {
        let name = target.name.clone();
        let Some(first) = self.first.get() else {
            return Err(Stop::Failed(format!("{name}: not written, because no file with columns was read")));
        };
        let into = self.into.as_deref().filter(|_| answers);
        // Where the answers go. No column has this place if there are none.
        let (all, count) = (columns(first).columns(), columns(first).num_columns());
        let place = all.iter().position(|it| answers && into.is_none() && *it.path().parts() == [self.column.as_str()]);
        let takes_null = place.is_none_or(|at| all[at].max_def_level() > 0);
        let place = place.unwrap_or(count);
        let properties = Arc::new(properties(first, into));
        let schema = schema(first, into).map_err(at(&name))?;
        let mut writer = SerializedFileWriter::new(target, schema, properties).map_err(at(&name))?;
        let mut named = Named::new(records).map_err(at(&name))?;
        let mut group = Group::default();
        for (nth, path) in files.iter().enumerate() {
            if named.next.is_none_or(|(file, _)| file != nth) {
                continue;
            }
            let path_name = escape::path(path);
            let file = File::open(path).map_err(at(&path_name))?;
            let file = Arc::new(SerializedFileReader::new(file).map_err(at(&path_name))?);
            if !are_alike(columns(first), file.metadata().file_metadata().schema_descr()) {
                return Err(at(&path_name)(OTHERS));
            }
            let mut start = 0;
            for (index, of_file) in file.metadata().row_groups().iter().enumerate() {
                let end = u64::try_from(of_file.num_rows()).unwrap_or(0).saturating_add(start);
                let texts = answers.then_some(&mut group.texts);
                let rows = named.take(nth, start..end, texts).map_err(at(&path_name))?;
                start = end;
                if !rows.is_empty() {
                    group.size = group.size.saturating_add(of_file.total_byte_size());
                    group.parts.push(Part { name: path_name.clone(), file: Arc::clone(&file), index, rows });
                }
                if !takes_null && group.texts.contains(&None) {
                    let message = format!("'{}' takes no null, so add --invalid keep or drop", self.column);
                    return Err(at(&name)(escape::visible(&message)));
                }
                if group.size >= GROUP.0 || group.parts.len() >= GROUP.1 || group.texts.len() >= GROUP.2 {
                    std::mem::take(&mut group).write(&mut writer, place).map_err(at(&name))?;
                }
            }
            if named.next.is_some_and(|(file, _)| file == nth) {
                return Err(at(&path_name)("expected the rows that were read before, found fewer"));
            }
        }
        group.write(&mut writer, place).map_err(at(&name))?;
        writer.into_inner().map_err(at(&name))
    }
}

fn at<E: ToString>(name: &str) -> impl FnOnce(E) -> Stop {
    move |error| Stop::Failed(format!("{name}: {}", error.to_string()))
}

const OTHERS: &str = "expected the columns of the first file, found others";

fn columns(file: &ArrowReaderMetadata) -> &SchemaDescriptor {
    file.metadata().file_metadata().schema_descr()
}

/// Whether the columns of two files have the same types. Old writers annotate strings and the like with a converted type alone.
fn are_alike(one: &SchemaDescriptor, other: &SchemaDescriptor) -> bool {
    let kind = |it: &ColumnDescriptor| (it.physical_type(), it.type_length(), it.max_def_level(), it.max_rep_level());
    let alike = |(one, other): (&ColumnDescPtr, &ColumnDescPtr)| {
        let logical = [one, other].map(|it| it.logical_type_ref());
        let has_converted = one.converted_type() != ConvertedType::NONE && logical.contains(&None);
        one.path() == other.path()
            && kind(one) == kind(other)
            && one.converted_type() == other.converted_type()
            && (logical[0] == logical[1] || has_converted)
    };
    one.num_columns() == other.num_columns() && one.columns().iter().zip(other.columns()).all(alike)
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
    name: String,
    file: Arc<SerializedFileReader<File>>,
    /// The number of the row group in the file, and its rows that are kept.
    index: usize,
    rows: Vec<Range<usize>>,
}

impl Group {
    /// Writes the rows. The answers go to the column at this place.
    fn write(self, writer: &mut SerializedFileWriter<Target>, place: usize) -> Result<(), ParquetError> {
        if self.parts.is_empty() {
            return Ok(());
        }
        let mut group = writer.next_row_group()?;
        let mut nth = 0;
        while let Some(mut column) = group.next_column()? {
            if place == nth {
                write_texts(&self.texts, &mut column)?;
            } else {
                for part in &self.parts {
                    let copied = part.copy(nth, &mut column);
                    copied.map_err(|error| ParquetError::General(format!("{}: {error}", part.name)))?;
                }
            }
            column.close()?;
            nth += 1;
        }
        group.close().map(drop)
    }
}

impl Part {
    fn copy(&self, column: usize, to: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        match self.file.get_row_group(self.index)?.get_column_reader(column)? {
            ColumnReader::BoolColumnReader(from) => copy_values(from, &self.rows, to),
            ColumnReader::Int32ColumnReader(from) => copy_values(from, &self.rows, to),
            ColumnReader::Int64ColumnReader(from) => copy_values(from, &self.rows, to),
            ColumnReader::Int96ColumnReader(from) => copy_values(from, &self.rows, to),
            ColumnReader::FloatColumnReader(from) => copy_values(from, &self.rows, to),
            ColumnReader::DoubleColumnReader(from) => copy_values(from, &self.rows, to),
            ColumnReader::ByteArrayColumnReader(from) => copy_values(from, &self.rows, to),
            ColumnReader::FixedLenByteArrayColumnReader(from) => copy_values(from, &self.rows, to),
        }
    }
}

/// Copies the values of some rows with their levels, which say where nulls and lists are.
fn copy_values<T: ColumnType>(
    mut from: ColumnReaderImpl<T>,
    rows: &[Range<usize>],
    to: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    let to = to.typed::<T>();
    let (has_nulls, has_lists) = (to.get_descriptor().max_def_level() > 0, to.get_descriptor().max_rep_level() > 0);
    let (mut values, mut defs, mut reps) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    for run in rows {
        let mut is_there = from.skip_records(run.start - at)? == run.start - at;
        at = run.start;
        while at < run.end {
            let count = TOGETHER.min(run.end - at);
            is_there &= from.read_records(count, Some(&mut defs), Some(&mut reps), &mut values)?.0 == count;
            if !is_there {
                return Err(invalid("expected as many rows as other columns have, found fewer").into());
            }
            at += count;
            if values.len().max(defs.len()) >= TOGETHER {
                to.write_batch(&values, has_nulls.then_some(&defs[..]), has_lists.then_some(&reps[..]))?;
                values.clear();
                defs.clear();
                reps.clear();
            }
        }
    }
    to.write_batch(&values, has_nulls.then_some(&defs[..]), has_lists.then_some(&reps[..])).map(drop)
}

/// Writes answers to a column of strings.
fn write_texts(texts: &[Option<ByteArray>], to: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
    let to = to.typed::<ByteArrayType>();
    let values: Vec<ByteArray> = texts.iter().flatten().cloned().collect();
    let defs: Vec<i16> = texts.iter().map(|text| i16::from(text.is_some())).collect();
    let takes_nulls = to.get_descriptor().max_def_level() > 0;
    to.write_batch(&values, takes_nulls.then_some(&defs[..]), None).map(drop)
}

struct Records {
    nth: usize,
    batches: ParquetRecordBatchReader,
    row: u64,
    /// The size of the file in bytes, and the number of its rows.
    size: u64,
    total: u64,
    watch: Watch,
    lines: Vec<u8>,
    at: usize,
}

impl Records {
    fn take(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.lines.clear();
        self.at = 0;
        for text in batch.column(0).as_string::<i32>() {
            write!(self.lines, "{} {}\t", self.nth, self.row)?;
            serde_json::to_writer(&mut self.lines, &text)?;
            self.lines.push(b'\n');
            self.row += 1;
        }
        let rows = batch.num_rows() as u64;
        self.watch.add(self.size * rows / self.total.max(1));
        Ok(())
    }
}

impl Read for Records {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.at == self.lines.len() {
            let Some(batch) = self.batches.next() else { return Ok(0) };
            self.take(&batch.map_err(invalid)?)?;
        }
        let read = self.lines.get(self.at..).unwrap_or_default().read(bytes)?;
        self.at += read;
        Ok(read)
    }
}

/// The rows that the records name. Both the records and the rows are in input order.
struct Named {
    records: BufReader<File>,
    next: Option<(usize, u64)>,
    line: Vec<u8>,
}

impl Named {
    fn new(mut records: File) -> io::Result<Self> {
        records.seek(SeekFrom::Start(0))?;
        let mut named = Self { records: BufReader::new(records), next: None, line: Vec::new() };
        named.advance()?;
        Ok(named)
    }

    fn advance(&mut self) -> io::Result<()> {
        self.line.clear();
        self.records.read_until(b'\n', &mut self.line)?;
        let row = self.line.split(|&byte| byte == b'\t').next().unwrap_or_default();
        let row = std::str::from_utf8(row).ok().and_then(|row| row.split_once(' '));
        self.next = row.and_then(|(file, row)| Some((file.parse().ok()?, row.parse().ok()?)));
        Ok(())
    }

    /// Takes the rows of a row group that records name, relative to its first one. The texts of the
    /// records go to `texts`.
    fn take(
        &mut self,
        file: usize,
        group: Range<u64>,
        mut texts: Option<&mut Vec<Option<ByteArray>>>,
    ) -> io::Result<Vec<Range<usize>>> {
        let mut rows: Vec<Range<usize>> = Vec::new();
        while let Some((_, row)) = self.next.filter(|(of, row)| *of == file && group.contains(row)) {
            let row = usize::try_from(row - group.start).map_err(invalid)?;
            match rows.last_mut().filter(|run| run.end == row) {
                Some(run) => run.end += 1,
                None => rows.push(row..row + 1),
            }
            if let Some(texts) = &mut texts {
                let text = memchr::memchr(b'\t', &self.line).map(|tab| &self.line[tab + 1..]);
                let text = text.and_then(|json| serde_json::from_slice::<Option<String>>(json).ok());
                texts.push(text.flatten().map(|text| text.into_bytes().into()));
            }
            self.advance()?;
        }
        Ok(rows)
    }
}

fn invalid(error: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}
