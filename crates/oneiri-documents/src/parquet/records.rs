//! The records of rows, as they are written and as they are read again.

use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::ops::Range;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use parquet::data_type::ByteArray;

use super::{invalid, name_end};

/// The records of a file, as bytes.
pub(super) struct Stream<P> {
    nth: usize,
    batches: ParquetRecordBatchReader,
    row: u64,
    /// The size of the file in bytes, and the number of its rows.
    whole: [u64; 2],
    progress: P,
    lines: Vec<u8>,
    at: usize,
}

impl<P: FnMut(u64)> Stream<P> {
    pub(super) fn new(nth: usize, batches: ParquetRecordBatchReader, whole: [u64; 2], progress: P) -> Self {
        Self { nth, batches, row: 0, whole, progress, lines: Vec::new(), at: 0 }
    }

    fn take(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.lines.clear();
        self.at = 0;
        for text in batch.column(0).as_string::<i32>() {
            write!(self.lines, "{} {}\t", self.nth, self.row)?;
            serde_json::to_writer(&mut self.lines, &text)?;
            self.lines.push(b'\n');
            self.row += 1;
        }
        let ([size, total], rows) = (self.whole, batch.num_rows() as u64);
        // The product of both may have more than 64 bits.
        (self.progress)((u128::from(size) * u128::from(rows) / u128::from(total.max(1))) as u64);
        Ok(())
    }
}

impl<P: FnMut(u64)> Read for Stream<P> {
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
pub(super) struct Named<R> {
    records: BufReader<R>,
    pub(super) next: Option<(usize, u64)>,
    line: Vec<u8>,
}

impl<R: Read + Seek> Named<R> {
    pub(super) fn new(mut records: R) -> io::Result<Self> {
        records.rewind()?;
        let mut named = Self { records: BufReader::new(records), next: None, line: Vec::new() };
        named.advance()?;
        Ok(named)
    }

    fn advance(&mut self) -> io::Result<()> {
        let before = self.next.take();
        self.line.clear();
        if self.records.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(());
        }
        let row = self.line.split(|&byte| byte == b'\t').next().unwrap_or_default();
        let row = std::str::from_utf8(row).ok().and_then(|row| row.split_once(' '));
        self.next = row.and_then(|(file, row)| Some((file.parse().ok()?, row.parse().ok()?)));
        if self.next.is_none() {
            return Err(invalid("expected a record that begins with the numbers of a file and a row, found another"));
        }
        if self.next <= before {
            return Err(invalid("expected the records in the order of the rows, found another order"));
        }
        Ok(())
    }

    /// Takes the rows of a row group that records name, relative to its first one. The texts of the
    /// records go to `texts`.
    pub(super) fn take(
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
                let json = self.line.get(name_end(&self.line)..).unwrap_or_default();
                let text: Option<String> = serde_json::from_slice(json).map_err(invalid)?;
                texts.push(text.map(|text| text.into_bytes().into()));
            }
            self.advance()?;
        }
        Ok(rows)
    }
}
