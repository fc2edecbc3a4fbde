//! In which lines of their files records begin: those of CSV may have several, and so may its header.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use memchr::{memchr, memchr_iter};
use oneiri_documents::Ends;
use oneiri_sets::Error;

use crate::output::Stop;
use crate::pipeline::{Format, blocks::Block};

/// The lines of all records are in a temporary file from the first record on whose line is not its number, because they
/// would take memory for each record. Most tables have no such record.
pub(super) struct Lines {
    /// For each list its index, the number of its first record among all records, and the number of that in the list.
    starts: Vec<(usize, u64, u64)>,
    /// How many records have been read.
    records: u64,
    /// The lines of the last block, and the number of its first record among all records.
    block: Vec<u64>,
    first: u64,
    /// The file with eight bytes for each record, and the number of the first of these among all records.
    file: Option<(File, u64)>,
    folder: PathBuf,
}

impl Lines {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { starts: Vec::new(), records: 0, block: Vec::new(), first: 0, file: None, folder }
    }

    /// Takes the records of the next block. They are cut as the run cuts them: the last one of a file may have no end, and
    /// those after a quote that is never closed are records as well.
    pub(super) fn begin(&mut self, block: &Block, format: &Format, has_newest: bool) -> Result<(), Stop> {
        let (mut ends, mut rest, mut line) = (format.ends(), block.as_ref(), block.line);
        let is_csv = matches!(ends, Ends::Quoted(..));
        // Only CSV and --keep newest ask for lines by the number of a record, so plain lists are not counted. A header
        // alone, or a block that could not be read, has no record, and its line is not that of one.
        if !is_csv && !has_newest || rest.is_empty() {
            return Ok(());
        }
        if self.starts.last().is_none_or(|(last, ..)| *last != block.file()) {
            self.starts.push((block.file(), self.records, block.first));
        }
        self.first = self.records;
        self.block.clear();
        if self.file.is_none() && block.line == block.first && !(is_csv && memchr(b'"', rest).is_some()) {
            // Each line is a record.
            self.records += memchr_iter(b'\n', rest).count() as u64 + u64::from(!rest.ends_with(b"\n"));
            return Ok(());
        }
        while !rest.is_empty() {
            self.block.push(line);
            let (record, after) = rest.split_at(ends.cut(rest));
            line += memchr_iter(b'\n', record).count() as u64;
            rest = after;
        }
        self.records += self.block.len() as u64;
        let last = block.first + self.records - self.first - 1;
        if self.file.is_none() && self.block.last() == Some(&last) {
            return Ok(());
        }
        self.write().map_err(|error| self.failed(error))
    }

    fn write(&mut self) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some((tempfile::tempfile_in(&self.folder)?, self.first));
        }
        let Some((file, _)) = &mut self.file else { return Ok(()) };
        let lines: Vec<u8> = self.block.iter().flat_map(|line| line.to_le_bytes()).collect();
        file.seek(SeekFrom::End(0))?;
        file.write_all(&lines)
    }

    /// The line of the record of a list with this number.
    pub(super) fn of(&mut self, list: usize, number: u64) -> Result<u64, Stop> {
        let after = self.starts.partition_point(|(of, ..)| *of <= list);
        let start = self.starts[..after].last().filter(|(of, ..)| *of == list);
        let Some(&(_, first, begin)) = start else { return Ok(number) };
        let nth = (first + number).saturating_sub(begin);
        let in_block = nth.checked_sub(self.first).and_then(|at| self.block.get(usize::try_from(at).ok()?));
        if let Some(line) = in_block {
            return Ok(*line);
        }
        let Some((file, from)) = &mut self.file else { return Ok(number) };
        let Some(at) = nth.checked_sub(*from) else { return Ok(number) };
        let mut line = [0; 8];
        let read = file.seek(SeekFrom::Start(8 * at)).and_then(|_| file.read_exact(&mut line));
        read.map(|()| u64::from_le_bytes(line)).map_err(|error| self.failed(error))
    }

    /// The list and the line of a record, from its number among all records.
    pub(super) fn of_all(&mut self, number: u64, names: &[String]) -> String {
        let at = self.starts.partition_point(|&(_, first, _)| first <= number).saturating_sub(1);
        let (list, first, begin) = self.starts.get(at).copied().unwrap_or_default();
        let name = names.get(list).map_or("", String::as_str);
        match self.of(list, begin + number - first) {
            Ok(line) => format!("{name}:{line}"),
            Err(_) => format!("{name}: record {}", number - first + 1),
        }
    }

    fn failed(&self, error: io::Error) -> Stop {
        Error::TemporaryFiles { folder: self.folder.clone(), error }.into()
    }
}
