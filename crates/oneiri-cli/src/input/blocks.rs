//! Cuts files into blocks of whole lines or records.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::input::ends::Ends;
use crate::input::fill::fill;
use crate::input::format::Format;
use crate::input::items::{Bytes, Items};
use crate::input::lines::{LONGEST, split_terminator, too_long};
use crate::input::mark;
use crate::input::open::open;
use crate::input::rdf::turtle::document::Start;
use crate::input::rdf::turtle::fill::{Known, Reading};
use crate::output::escape;

/// The size of a block, if no line is longer.
pub(crate) const SIZE: usize = 256 << 10;

/// Some lines or records of a file.
#[derive(Default)]
pub(crate) struct Block {
    data: Vec<u8>,
    filled: usize,
    file: usize,
    /// The number of the first line or record, and how many bytes of the line stand before it.
    first: u64,
    column: usize,
    /// What is known of it, if it is of a document of Turtle.
    known: Known,
    /// The header of the first file, in its first block. It is no record.
    pub(crate) header: Option<Vec<u8>>,
    /// The error that ended the reading of the file behind these records.
    pub(crate) failed: Option<String>,
}

/// The files that are left to read.
pub(crate) struct Blocks {
    paths: Arc<[PathBuf]>,
    format: Arc<Format>,
    size: usize,
    file: usize,
    /// The reader of the current file, and the number of its next record.
    open: Option<(Box<dyn Read + Send>, u64)>,
    /// The length of the byte order mark at the beginning of the current file.
    mark: usize,
    /// The beginning of a record whose end has not been read yet.
    rest: Vec<u8>,
    /// The reading of a document of Turtle.
    document: Option<Reading>,
    /// Counts the bytes that are read of packed files.
    read: Arc<AtomicU64>,
}

impl AsRef<[u8]> for Block {
    /// The lines or records.
    fn as_ref(&self) -> &[u8] {
        self.data.get(..self.filled).unwrap_or_default()
    }
}

impl Block {
    /// The items of the block. The format must be that of its file.
    pub(crate) fn items<'b>(
        &'b self,
        names: &'b [String],
        format: &'b Format,
        trim: bool,
    ) -> Items<'b> {
        let file = names.get(self.file).map_or("", String::as_str);
        let bytes = Bytes::Lines(self.as_ref());
        let (file_index, several, known) = (self.file, names.len() > 1, Some(&self.known));
        let (first, column) = (self.first, self.column);
        Items { file, file_index, several, first, column, bytes, format, trim, known }
    }

    /// The index of the file.
    pub(crate) fn file(&self) -> usize {
        self.file
    }

    pub(crate) fn len(&self) -> usize {
        self.filled
    }
}

impl Blocks {
    pub(crate) fn new(paths: Arc<[PathBuf]>, format: Arc<Format>, size: usize) -> Self {
        let (open, rest, document) = (None, Vec::new(), None);
        Self { paths, format, size, file: 0, open, mark: 0, rest, document, read: Arc::default() }
    }

    /// Adds to `read` every byte that is read of the packed files.
    pub(crate) fn counting(self, read: Arc<AtomicU64>) -> Self {
        Self { read, ..self }
    }

    /// Reads the next block. Returns `false` if all files have been read.
    pub(crate) fn next(&mut self, block: &mut Block) -> bool {
        if block.data.len() > 4 * self.size {
            // A long line made the block much larger than the others.
            *block = Block::default();
        }
        (block.filled, block.header, block.failed, block.file) = (0, None, None, self.file);
        let paths = Arc::clone(&self.paths);
        let Some(path) = paths.get(self.file) else { return false };
        let (opened, first) = match self.open.take() {
            Some((reader, first)) => (Ok(reader), first),
            None => {
                let opened = match &*self.format {
                    Format::Rows(columns) => columns.open(path, self.file, Arc::clone(&self.read)),
                    _ => open(path, Arc::clone(&self.read)),
                };
                (opened.and_then(|reader| self.skip_mark(reader)), 1)
            }
        };
        match opened.and_then(|reader| self.read(reader, first, block)) {
            Ok(open) => self.open = open,
            Err(error) => {
                let name = escape::path(path);
                let record = match &*self.format {
                    Format::Text => String::new(),
                    _ => format!("record {first}: "),
                };
                let record = if first == 1 { "" } else { &record };
                (block.filled, block.failed) = (0, Some(format!("{name}: {record}{error}")));
            }
        }
        if self.open.is_none() {
            self.file += 1;
            (self.rest, self.document) = (Vec::new(), None);
        }
        true
    }

    /// Fills a block, the first record of which has this number. Returns the reader and the number
    /// of the next record, if there may be more to read.
    fn read(
        &mut self,
        mut reader: Box<dyn Read + Send>,
        mut first: u64,
        block: &mut Block,
    ) -> io::Result<Option<(Box<dyn Read + Send>, u64)>> {
        if let Format::Turtle { trig, start } = &*self.format {
            let mark = self.mark;
            let document = self.document.get_or_insert_with(|| {
                Reading::new(*trig, Start { column: mark, ..*start.clone() })
            });
            let buffer = (&mut block.data, &mut block.filled);
            let (known, more) = document.fill(buffer, &mut reader, self.size, &mut self.rest)?;
            (block.first, block.known) = (first, known);
            let bytes = block.data.get(..block.filled).unwrap_or_default();
            return Ok(more.then(|| (reader, first + Ends::Lines(b'\n').count(bytes))));
        }
        if let Format::Whole { .. } = &*self.format {
            block.data.clear();
            reader.take(LONGEST as u64 + 1).read_to_end(&mut block.data)?;
            if block.data.len() > LONGEST {
                return Err(too_long("document"));
            }
            (block.first, block.column, block.filled) = (1, self.mark, block.data.len());
            return Ok(None);
        }
        let (ends, what) = match &*self.format {
            Format::Text => (self.format.ends(), "line"),
            format => (format.ends(), "record"),
        };
        let buffer = (&mut block.data, &mut block.filled);
        let more = fill(buffer, &mut reader, ends, self.size, &mut self.rest, what)?;
        if first == 1 && self.format.has_header() && block.filled > 0 {
            self.take_header(block)?;
            first += 1;
        }
        (block.first, block.column) = (first, if first == 1 { self.mark } else { 0 });
        let records = block.data.get(..block.filled).unwrap_or_default();
        Ok(more.then(|| (reader, first + self.format.ends().count(records))))
    }

    /// Skips the byte order mark of a document. That of a table belongs to its header.
    fn skip_mark(&mut self, reader: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
        self.mark = 0;
        if !self.format.is_rdf() {
            return Ok(reader);
        }
        let (reader, mark) = mark::skip(reader)?;
        self.mark = mark;
        Ok(reader)
    }

    /// Removes the header from the first block of a file.
    fn take_header(&self, block: &mut Block) -> io::Result<()> {
        let records = block.data.get(..block.filled).unwrap_or_default();
        let end = self.format.ends().next(records).unwrap_or(records.len());
        let header = split_terminator(records.get(..end).unwrap_or_default()).0;
        let invalid = |message| io::Error::new(io::ErrorKind::InvalidData, message);
        let is_first = self.format.header(header).map_err(invalid)?;
        block.header = is_first.then(|| header.to_owned());
        block.data.copy_within(end..block.filled, 0);
        block.filled -= end;
        Ok(())
    }
}
