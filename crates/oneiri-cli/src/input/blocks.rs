//! Cuts files into blocks of whole lines.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use crate::input::ends::Ends;
use crate::input::fill::fill;
use crate::input::items::{Bytes, Items};
use crate::input::open::open;
use crate::output::escape;

/// The size of a block, if no line is longer.
pub(crate) const SIZE: usize = 256 << 10;

/// Some lines of a file.
#[derive(Default)]
pub(crate) struct Block {
    data: Vec<u8>,
    filled: usize,
    file: usize,
    /// The number of the first line.
    first: u64,
    /// The error that ended the reading of the file behind these lines.
    pub(crate) failed: Option<String>,
}

/// The files that are left to read.
pub(crate) struct Blocks {
    paths: Arc<[PathBuf]>,
    size: usize,
    file: usize,
    /// The reader of the current file, and the number of its next line.
    open: Option<(Box<dyn Read + Send>, u64)>,
    /// The beginning of a line whose end has not been read yet.
    rest: Vec<u8>,
}

impl Block {
    pub(crate) fn items<'b>(&'b self, names: &'b [String]) -> Items<'b> {
        let file = names.get(self.file).map_or("", String::as_str);
        let bytes = Bytes::Lines(self.data.get(..self.filled).unwrap_or_default());
        let (file_index, several) = (self.file, names.len() > 1);
        Items { file, file_index, several, first: self.first, bytes }
    }

    pub(crate) fn len(&self) -> usize {
        self.filled
    }
}

impl Blocks {
    pub(crate) fn new(paths: Arc<[PathBuf]>, size: usize) -> Self {
        Self { paths, size, file: 0, open: None, rest: Vec::new() }
    }

    /// Reads the next block. Returns `false` if all files have been read.
    pub(crate) fn next(&mut self, block: &mut Block) -> bool {
        if block.data.len() > 4 * self.size {
            // A long line made the block much larger than the others.
            *block = Block::default();
        }
        (block.filled, block.failed, block.file) = (0, None, self.file);
        let Some(path) = self.paths.get(self.file) else { return false };
        let opened = match self.open.take() {
            Some(open) => Ok(open),
            None => open(path, Arc::default()).map(|reader| (reader, 1)),
        };
        let read = opened.and_then(|(mut reader, first)| {
            let buffer = (&mut block.data, &mut block.filled);
            let more = fill(buffer, &mut reader, Ends::Lines, self.size, &mut self.rest, "line")?;
            block.first = first;
            Ok(more.then_some((reader, first)))
        });
        match read {
            Ok(Some((reader, first))) => {
                let lines = block.data.get(..block.filled).unwrap_or_default();
                let count = memchr::memchr_iter(b'\n', lines).count() as u64;
                self.open = Some((reader, first + count));
            }
            Ok(None) => self.file += 1,
            Err(error) => {
                let name = escape::path(path);
                (block.filled, block.failed) = (0, Some(format!("{name}: {error}")));
                self.file += 1;
            }
        }
        if self.open.is_none() {
            self.rest = Vec::new();
        }
        true
    }
}
