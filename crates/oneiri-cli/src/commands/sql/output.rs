//! Prints the rows of an answer.

use std::fmt::Write;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::LineDelimited;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches;

use super::options::Format;
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

/// How many rows are aligned with each other in a table.
const LINED_UP: usize = 1 << 13;

pub(super) struct Output {
    format: Format,
    schema: SchemaRef,
    /// Rows of a table that are not printed yet, because rows are aligned in groups.
    held: Vec<RecordBatch>,
    begun: bool,
}

impl Output {
    pub(super) fn new(format: Format, schema: SchemaRef) -> Self {
        Self { format, schema, held: Vec::new(), begun: false }
    }

    pub(super) fn batch(&mut self, batch: RecordBatch, session: &mut Session) -> Flow {
        match self.format {
            Format::Table => {
                self.held.push(batch);
                let rows: usize = self.held.iter().map(RecordBatch::num_rows).sum();
                if rows >= LINED_UP { self.table(session) } else { Ok(()) }
            }
            Format::Ndjson => json(&batch, session),
            Format::Csv | Format::Tsv => {
                self.header(session)?;
                self.rows(&batch, session)
            }
        }
    }

    pub(super) fn finish(&mut self, session: &mut Session) -> Flow {
        match self.format {
            Format::Table if !self.begun || !self.held.is_empty() => self.table(session),
            Format::Csv | Format::Tsv => self.header(session),
            _ => Ok(()),
        }
    }

    fn table(&mut self, session: &mut Session) -> Flow {
        self.begun = true;
        let mut shown = Vec::new();
        for batch in std::mem::take(&mut self.held) {
            shown.push(visible(&batch).map_err(failed)?);
        }
        if shown.is_empty() {
            shown.push(visible(&RecordBatch::new_empty(self.schema.clone())).map_err(failed)?);
        }
        let table = pretty_format_batches(&shown).map_err(failed)?;
        session.lines(format!("{table}\n").as_bytes())
    }

    fn header(&mut self, session: &mut Session) -> Flow {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let mut line = String::new();
        for (nth, field) in self.schema.fields().iter().enumerate() {
            self.field(nth, Some(field.name()), &mut line)?;
        }
        line.push('\n');
        session.lines(line.as_bytes())
    }

    fn rows(&self, batch: &RecordBatch, session: &mut Session) -> Flow {
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
        session.lines(lines.as_bytes())
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
            return Err(Stop::Failed(message.to_owned()));
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

/// The same rows as text without control characters, in which null is visible.
fn visible(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let formatters = formatters(batch)?;
    let mut columns = Vec::new();
    for (field, (column, format)) in
        batch.schema().fields().iter().zip(batch.columns().iter().zip(&formatters))
    {
        let shown = |row| {
            if column.is_null(row) {
                return "NULL".to_owned();
            }
            escape::visible(&format.value(row).to_string()).into_owned()
        };
        let shown = StringArray::from_iter_values((0..batch.num_rows()).map(shown));
        let name = escape::visible(field.name()).into_owned();
        columns.push((name, std::sync::Arc::new(shown) as ArrayRef));
    }
    RecordBatch::try_from_iter(columns)
}

fn json(batch: &RecordBatch, session: &mut Session) -> Flow {
    let mut bytes = Vec::new();
    let builder = WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(&mut bytes);
    writer.write(batch).and_then(|()| writer.finish()).map_err(failed)?;
    let mut safe = String::with_capacity(bytes.len());
    for c in String::from_utf8_lossy(&bytes).chars() {
        // Such characters occur only inside of strings; between them there are only line ends.
        if c != '\n' && escape::acts(c) {
            let _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    session.lines(safe.as_bytes())
}

fn failed(error: ArrowError) -> Stop {
    Stop::Failed(escape::visible(&error.to_string()).into_owned())
}

fn unprintable() -> Stop {
    Stop::Failed("a value cannot be printed as text".to_owned())
}
