//! Parquet files. A column of strings is read as text records that contain the number of their row.
//! Later, the rows of the records that are kept are copied to the output.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, BooleanArray, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use arrow_select::filter::filter_record_batch;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::arrow::{ARROW_SCHEMA_META_KEY, ArrowWriter, ProjectionMask};
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use crate::output::{Stop, Target, escape, progress::Watch};

type Builder = ParquetRecordBatchReaderBuilder<File>;

/// The column that is read, and the schema and the properties of the first file. The other files
/// must have the same schema, and the copy gets both.
#[derive(Debug)]
pub(crate) struct Columns {
    column: String,
    into: Option<String>,
    first: OnceLock<(SchemaRef, WriterProperties)>,
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
        let builder = Builder::try_new(file.try_clone()?)?;
        let (schema, _) = self.first.get_or_init(|| (Arc::clone(builder.schema()), properties(&builder)));
        if schema.fields() != builder.schema().fields() {
            return Err(invalid("expected the columns of the first file, found others"));
        }
        // Without this option, the file's Arrow schema decides whether strings are read as large
        // strings, views or dictionaries. With it, they always arrive as plain strings.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = Builder::try_new_with_options(file, options)?;
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
    pub(crate) fn copy(&self, records: File, files: &[PathBuf], target: Target, answers: bool) -> Result<Target, Stop> {
        let name = target.name.clone();
        let written = |error: ParquetError| Stop::Failed(format!("{name}: {error}"));
        let Some((first, properties)) = self.first.get() else {
            return Err(Stop::Failed(format!("{name}: not written, no file told its columns")));
        };
        let schema = if answers { self.answered(first) } else { Arc::clone(first) };
        let mut writer =
            ArrowWriter::try_new(target, Arc::clone(&schema), Some(properties.clone())).map_err(written)?;
        let mut named = Named::new(records).map_err(|error| written(error.into()))?;
        for (nth, path) in files.iter().enumerate() {
            let failed = |error: ParquetError| Stop::Failed(format!("{}: {error}", escape::path(path)));
            if named.next.is_none_or(|(file, _)| file != nth) {
                continue;
            }
            let file = File::open(path).map_err(|error| failed(error.into()))?;
            let batches = Builder::try_new(file).and_then(Builder::build).map_err(failed)?;
            let mut row = 0;
            for batch in batches {
                let batch = batch.map_err(|error| failed(error.into()))?;
                let (mut kept, mut texts) = (Vec::with_capacity(batch.num_rows()), Vec::new());
                for _ in 0..batch.num_rows() {
                    let texts = answers.then_some(&mut texts);
                    let takes = named.takes((nth, row), texts);
                    kept.push(takes.map_err(|error| failed(error.into()))?);
                    row += 1;
                }
                let mut batch =
                    filter_record_batch(&batch, &BooleanArray::from(kept)).map_err(|error| failed(error.into()))?;
                if answers {
                    batch = self.answer(&batch, texts, &schema).map_err(&failed)?;
                }
                writer.write(&batch).map_err(written)?;
            }
        }
        writer.into_inner().map_err(written)
    }

    fn answered(&self, schema: &Schema) -> SchemaRef {
        let mut fields: Vec<FieldRef> = schema.fields().iter().cloned().collect();
        match &self.into {
            Some(into) => fields.push(Arc::new(Field::new(into, DataType::Utf8, true))),
            None => {
                for field in fields.iter_mut().filter(|field| *field.name() == self.column) {
                    // A dictionary or a view may hold a text that no other row has.
                    *field = Arc::new(field.as_ref().clone().with_data_type(DataType::Utf8));
                }
            }
        }
        Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
    }

    fn answer(
        &self,
        batch: &RecordBatch,
        texts: Vec<Option<String>>,
        schema: &SchemaRef,
    ) -> Result<RecordBatch, ParquetError> {
        let texts: ArrayRef = Arc::new(StringArray::from(texts));
        let mut columns = batch.columns().to_vec();
        match (&self.into, batch.schema().index_of(&self.column)) {
            (None, Ok(at)) => columns[at] = texts,
            _ => columns.push(texts),
        }
        Ok(RecordBatch::try_new(Arc::clone(schema), columns)?)
    }
}

/// The compression and the metadata of a file, which the copy takes over.
fn properties(builder: &Builder) -> WriterProperties {
    let metadata = builder.metadata();
    let first = metadata.row_groups().first().and_then(|group| group.columns().first());
    let packing = first.map_or(Compression::UNCOMPRESSED, |column| column.compression());
    let mut pairs = metadata.file_metadata().key_value_metadata().cloned().unwrap_or_default();
    // The writer adds its own Arrow schema.
    pairs.retain(|pair| pair.key != ARROW_SCHEMA_META_KEY);
    WriterProperties::builder().set_compression(packing).set_key_value_metadata(Some(pairs)).build()
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

    /// Whether the row is the next one that a record names. If so, the text of the record goes to
    /// `texts`, and the next record is read.
    fn takes(&mut self, row: (usize, u64), texts: Option<&mut Vec<Option<String>>>) -> io::Result<bool> {
        let takes = self.next == Some(row);
        if takes {
            if let Some(texts) = texts {
                let text = memchr::memchr(b'\t', &self.line).map(|tab| &self.line[tab + 1..]);
                let text = text.and_then(|json| serde_json::from_slice::<Option<String>>(json).ok());
                texts.push(text.flatten());
            }
            self.advance()?;
        }
        Ok(takes)
    }
}

fn invalid(error: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}
