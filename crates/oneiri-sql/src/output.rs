//! Prints the rows of an answer.

use std::fmt::Write as _;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::LineDelimited;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches;

use crate::{Error, Format, Write};

type Flow = Result<(), Error>;

/// How many rows are aligned with each other in a table.
const LINED_UP: usize = 1 << 13;

pub(crate) struct Output {
    format: Format,
    schema: SchemaRef,
    /// Rows of a table that are not printed yet, because rows are aligned in groups.
    held: Vec<RecordBatch>,
    begun: bool,
    hidden: fn(char) -> bool,
}

impl Output {
    pub(crate) fn new(format: Format, schema: SchemaRef, hidden: fn(char) -> bool) -> Self {
        Self { format, schema, held: Vec::new(), begun: false, hidden }
    }

    pub(crate) fn batch(&mut self, batch: RecordBatch, write: &mut Write<'_>) -> Flow {
        match self.format {
            Format::Table => {
                self.held.push(batch);
                let rows: usize = self.held.iter().map(RecordBatch::num_rows).sum();
                if rows >= LINED_UP { self.table(write) } else { Ok(()) }
            }
            Format::Ndjson => json(&batch, self.hidden, write),
            Format::Csv | Format::Tsv => {
                self.header(write)?;
                self.rows(&batch, write)
            }
        }
    }

    pub(crate) fn finish(&mut self, write: &mut Write<'_>) -> Flow {
        match self.format {
            Format::Table if !self.begun || !self.held.is_empty() => self.table(write),
            Format::Csv | Format::Tsv => self.header(write),
            _ => Ok(()),
        }
    }

    fn table(&mut self, write: &mut Write<'_>) -> Flow {
        self.begun = true;
        let mut shown = Vec::new();
        for batch in std::mem::take(&mut self.held) {
            shown.push(visible(&batch, self.hidden).map_err(failed)?);
        }
        if shown.is_empty() {
            shown.push(
                visible(&RecordBatch::new_empty(self.schema.clone()), self.hidden)
                    .map_err(failed)?,
            );
        }
        let table = pretty_format_batches(&shown).map_err(failed)?;
        Ok(write(format!("{table}\n").as_bytes())?)
    }

    fn header(&mut self, write: &mut Write<'_>) -> Flow {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let mut line = String::new();
        for (nth, field) in self.schema.fields().iter().enumerate() {
            self.field(nth, Some(field.name()), &mut line)?;
        }
        line.push('\n');
        Ok(write(line.as_bytes())?)
    }

    fn rows(&self, batch: &RecordBatch, write: &mut Write<'_>) -> Flow {
        let columns = formatters(batch).map_err(failed)?;
        let (mut lines, mut value) = (String::new(), String::new());
        for row in 0..batch.num_rows() {
            for (nth, (column, format)) in batch.columns().iter().zip(&columns).enumerate() {
                value.clear();
                write!(value, "{}", format.value(row)).map_err(|_| unprintable())?;
                let shown = column.is_valid(row).then_some(value.as_str());
                self.field(nth, shown, &mut lines)?;
            }
            lines.push('\n');
        }
        Ok(write(lines.as_bytes())?)
    }

    /// Appends a value, with a delimiter in front of it unless it is the first.
    fn field(&self, nth: usize, value: Option<&str>, line: &mut String) -> Flow {
        let comma = self.format == Format::Csv;
        if nth > 0 {
            line.push(if comma { ',' } else { '\t' });
        }
        let Some(value) = value else { return Ok(()) };
        if comma && (value.is_empty() || value.contains([',', '"', '\r', '\n'])) {
            line.push('"');
            line.push_str(&value.replace('"', "\"\""));
            line.push('"');
        } else if !comma && value.contains(['\t', '\r', '\n']) {
            let message = "a value holds a TAB or the end of a line, which TSV has no way to write: \
                           use --format csv";
            return Err(Error::Failed(message.to_owned()));
        } else {
            line.push_str(value);
        }
        Ok(())
    }
}

fn formatters(batch: &RecordBatch) -> Result<Vec<ArrayFormatter<'_>>, ArrowError> {
    const OPTIONS: FormatOptions<'static> = FormatOptions::new();
    let columns = batch.columns().iter();
    columns.map(|column| ArrayFormatter::try_new(column.as_ref(), &OPTIONS)).collect()
}

/// The text, with the number of a hidden character in its place, such as `\u{1B}`.
fn spelled(text: &str, hidden: fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hidden(c) {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// The same rows as text without control characters, in which null is visible.
fn visible(batch: &RecordBatch, hidden: fn(char) -> bool) -> Result<RecordBatch, ArrowError> {
    let formatters = formatters(batch)?;
    let mut columns = Vec::new();
    for (field, (column, format)) in
        batch.schema().fields().iter().zip(batch.columns().iter().zip(&formatters))
    {
        let shown = |row| {
            if column.is_null(row) {
                return "NULL".to_owned();
            }
            spelled(&format.value(row).to_string(), hidden)
        };
        let shown = StringArray::from_iter_values((0..batch.num_rows()).map(shown));
        let name = spelled(field.name(), hidden);
        columns.push((name, std::sync::Arc::new(shown) as ArrayRef));
    }
    RecordBatch::try_from_iter(columns)
}

fn json(batch: &RecordBatch, hidden: fn(char) -> bool, write: &mut Write<'_>) -> Flow {
    let mut bytes = Vec::new();
    let builder = WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(&mut bytes);
    writer.write(batch).and_then(|()| writer.finish()).map_err(failed)?;
    let mut safe = String::with_capacity(bytes.len());
    for c in String::from_utf8_lossy(&bytes).chars() {
        // Such characters occur only inside of strings; between them there are only line ends.
        if c != '\n' && hidden(c) {
            let _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    Ok(write(safe.as_bytes())?)
}

fn failed(error: ArrowError) -> Error {
    Error::Failed(error.to_string())
}

fn unprintable() -> Error {
    Error::Failed("a value cannot be printed as text".to_owned())
}
