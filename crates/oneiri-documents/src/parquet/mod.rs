//! Parquet: a column of strings is read as records, and later the rows of the records that are kept are copied.
//!
//! Parquet is no text, so [`Rows`] is used in two steps. First [`Rows::open`] reads one column of each file as a stream of
//! records, which a program divides and filters like the lines of any other format. Then [`Rows::copy`] takes the records that
//! the program kept, opens the files again, and copies the whole rows of these records. Because only one column is decoded in
//! between, all other values are copied as the files have them, whatever their types are.
//!
//! ```
//! use std::fs::File;
//! use std::io::{BufRead, BufReader, Cursor};
//!
//! use oneiri_documents::Format;
//! use oneiri_documents::parquet::Rows;
//!
//! let path = "links.parquet";
//! # let path = "../oneiri-python/examples/links.parquet";
//! let rows = Rows::new("link".to_owned(), None);
//! let records = BufReader::new(rows.open(File::open(path)?, 0, |_| ())?);
//! let mut kept = String::new();
//! for record in records.lines() {
//!     let record = record?;
//!     let (_, link) = rows.find(record.as_bytes())?;
//!     if link.starts_with(b"https:") {
//!         kept += &record;
//!         kept += "\n";
//!     }
//! }
//! let mut copy = Vec::new();
//! rows.copy(Cursor::new(kept), |_| File::open(path), false, &mut copy)?;
//! assert!(copy.starts_with(b"PAR1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A record is the number of its file, a space, the number of its row, a TAB, and the text as a JSON string, or `null`, such as
//! `0 17\t"https://example.com/"`. Both numbers count from 0. A record never contains a line feed. The methods of [`Format`]
//! read a record and write another text into it.
//!
//! The files must have the same columns. Names that messages quote are shown as [`oneiri_redact::display`] spells them, so a
//! terminal can show every message.

mod copy;
mod records;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use arrow_schema::DataType;
use oneiri_redact::display::visible;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder as Builder;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::basic::ConvertedType;
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor, SchemaDescriptor};

use crate::error::Error;
use crate::format::{Description, Format};
use crate::formats::PARQUET;

pub use copy::CopyError;
// The tests of the command make files with them.
#[doc(hidden)]
pub use {arrow_array, parquet};

/// A column of Parquet files, and what the first file says about all columns. The other files must have the same columns, and a
/// copy gets the columns and the metadata of the first file.
///
/// As a [`Format`], it reads and writes the records of [`open`](Self::open). A null has no URL, so its text is empty, and an empty
/// text becomes a null.
#[derive(Debug)]
pub struct Rows {
    column: String,
    into: Option<String>,
    first: OnceLock<ArrowReaderMetadata>,
}

impl Rows {
    /// Reads the column with this name. If there is a name `into`, the answers of [`copy`](Self::copy) go to a new column with this name
    /// instead of the column that is read.
    #[must_use]
    pub fn new(column: String, into: Option<String>) -> Self {
        Self { column, into, first: OnceLock::new() }
    }

    /// Opens a file as a stream of records, each of which ends with a line feed. The records have `nth` as the number of the file.
    ///
    /// After some rows have been read, `progress` is called with their size in bytes, as if all rows of the file had the same size.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is no Parquet; it has other columns than the first file that was opened; it has no column with the
    /// name, or several, or one that holds no strings; or it already has the column `into`.
    pub fn open(
        &self,
        file: File,
        nth: usize,
        progress: impl FnMut(u64) + Send + 'static,
    ) -> io::Result<Box<dyn Read + Send>> {
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
        let name = visible(&self.column);
        let Some((at, field)) = fields.find(&self.column) else {
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            let names = names.join("', '");
            let found = visible(&names);
            let texts = fields.iter().filter(|field| *field.data_type() == DataType::Utf8);
            let texts: Vec<&str> = texts.map(|field| field.name().as_str()).collect();
            let advice = match texts.join("', '") {
                _ if name.parse::<u32>().is_ok() => " (columns of Parquet have no numbers)".to_owned(),
                _ if !name.contains(['.', '[']) => String::new(),
                none if none.is_empty() => format!(" ({NESTED})"),
                texts => format!(" ({NESTED}; columns of strings: '{}')", visible(&texts)),
            };
            return Err(invalid(format!("expected a column '{name}', found '{found}'{advice}")));
        };
        let count = |name: &str| fields.iter().filter(|field| field.name() == name).count();
        if count(&self.column) > 1 {
            return Err(invalid(format!("expected one column '{name}', found several")));
        }
        if let Some(into) = self.into.as_ref().filter(|into| count(into) > 0) {
            let into = visible(into);
            return Err(invalid(format!("expected no column '{into}', which --into adds")));
        }
        if *field.data_type() != DataType::Utf8 {
            let found = field.data_type();
            let advice = if found.is_nested() { format!(" ({NESTED})") } else { String::new() };
            return Err(invalid(format!("expected strings in '{name}', found {found}{advice}")));
        }
        let mask = ProjectionMask::roots(builder.parquet_schema(), [at]);
        let total = u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(0);
        let batches = builder.with_projection(mask).build()?;
        Ok(Box::new(records::Stream::new(nth, batches, [size, total], progress)))
    }
}

/// A record is the name of a row, a TAB, and a JSON string, or null.
impl Format for Rows {
    fn description(&self) -> &'static Description {
        &PARQUET
    }

    fn find<'r>(&self, record: &'r [u8]) -> Result<(Range<usize>, Cow<'r, [u8]>), Error> {
        let (row, json) = record.split_at(name_end(record));
        match string(json) {
            Some(Cow::Borrowed(text)) => Ok((row.len()..record.len(), text.as_bytes().into())),
            Some(Cow::Owned(text)) => Ok((row.len()..record.len(), text.into_bytes().into())),
            // A null has no URL, like an empty cell.
            None => Ok((row.len()..record.len(), json[json.len()..].into())),
        }
    }

    fn spell(&self, text: &[u8], _: bool, out: &mut Vec<u8>) {
        // Writing to memory cannot fail.
        drop(serde_json::to_writer(out, &Some(String::from_utf8_lossy(text)).filter(|text| !text.is_empty())));
    }

    fn add(&self, record: &[u8], _: &str, text: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(&record[..name_end(record)]);
        self.spell(text, false, out);
    }
}

fn name_end(record: &[u8]) -> usize {
    memchr::memchr(b'\t', record).map_or(0, |tab| tab + 1)
}

/// Parses a JSON string. Returns `None` for null and for anything else.
fn string(json: &[u8]) -> Option<Cow<'_, str>> {
    #[derive(serde::Deserialize)]
    struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
    let text: Option<Text<'_>> = serde_json::from_slice(json).ok()?;
    text.map(|text| text.0)
}

const NESTED: &str = "a column within another one, or in a list, cannot be read";
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

fn invalid(error: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}
