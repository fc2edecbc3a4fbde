//! Cuts files into blocks of whole lines or records.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use oneiri_documents::{Context, Divide, split_terminator};

use crate::input::fill::fill;
use crate::input::format::Format;
use crate::input::items::{Bytes, Items};
use crate::input::mark;
use crate::output::escape;

/// The size of a block, if no line is longer.
pub(crate) const SIZE: usize = 256 << 10;

/// Some lines or records of a file.
#[derive(Default)]
pub(crate) struct Block {
    data: Vec<u8>,
    filled: usize,
    file: usize,
    /// The number of the first line or record.
    first: u64,
    /// What is known of it.
    context: Context,
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
    open: Option<Open>,
    /// The beginning of a record whose end has not been read yet.
    rest: Vec<u8>,
    /// Counts the bytes that are read of packed files.
    read: Arc<AtomicU64>,
}

impl AsRef<[u8]> for Block {
    /// The lines or records.
    fn as_ref(&self) -> &[u8] {
        self.data.get(..self.filled).unwrap_or_default()
    }
}

/// The file that is being read.
struct Open {
    reader: Box<dyn Read + Send>,
    divider: Box<dyn Divide>,
    /// The number of its next line or record.
    next: u64,
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
        let (several, context) = (names.len() > 1, Some(&self.context));
        let first = self.first;
        Items { file, several, first, bytes, format, trim, context }
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
        let (open, rest, read) = (None, Vec::new(), Arc::default());
        Self { paths, format, size, file: 0, open, rest, read }
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
            Some(open) => {
                let next = open.next;
                (Ok(open), next)
            }
            None => (self.open(path), 1),
        };
        match opened.and_then(|open| self.read(open, block)) {
            Ok(open) => self.open = open,
            Err(error) => {
                let (name, error) = (escape::path(path), error.to_string());
                let record = if self.format.is_text() || first == 1 {
                    String::new()
                } else {
                    format!("record {first}: ")
                };
                let failed = format!("{name}: {record}{}", escape::visible(&error));
                (block.filled, block.failed) = (0, Some(failed));
            }
        }
        if self.open.is_none() {
            self.file += 1;
            self.rest = Vec::new();
        }
        true
    }

    fn open(&self, path: &Path) -> io::Result<Open> {
        let mut reader = self.format.open(path, self.file, Arc::clone(&self.read))?;
        let mut mark = 0;
        // The byte order mark of a table belongs to its header.
        if self.format.is_document() {
            (reader, mark) = mark::skip(reader)?;
        }
        Ok(Open { reader, divider: self.format.divider(mark), next: 1 })
    }

    /// Fills a block. Returns what is open, if there may be more to read.
    fn read(&mut self, mut open: Open, block: &mut Block) -> io::Result<Option<Open>> {
        let buffer = (&mut block.data, &mut block.filled);
        let (divider, what) = (&mut *open.divider, self.format.unit().name());
        let (context, more) =
            fill(buffer, &mut open.reader, divider, self.size, &mut self.rest, what)?;
        if open.next == 1 && self.format.has_header() && block.filled > 0 {
            self.take_header(block)?;
            open.next += 1;
        }
        (block.first, block.context) = (open.next, context);
        open.next += self.format.count(block.data.get(..block.filled).unwrap_or_default());
        Ok(more.then_some(open))
    }

    /// Removes the header from the first block of a file.
    fn take_header(&self, block: &mut Block) -> io::Result<()> {
        let records = block.data.get(..block.filled).unwrap_or_default();
        let end = self.format.ends().next(records).unwrap_or(records.len());
        let header = split_terminator(records.get(..end).unwrap_or_default()).0;
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let is_first = self.format.header(header).map_err(invalid)?;
        block.header = is_first.then(|| header.to_owned());
        block.data.copy_within(end..block.filled, 0);
        block.filled -= end;
        Ok(())
    }
}
