//! The reading thread. It fills blocks with whole records and passes them on as soon as they are
//! complete.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender};

use oneiri_documents::split_terminator;

use super::block::Block;
use crate::input::fill;
use crate::input::format::Format;

/// Reads all files and adds the number of bytes to `read`. Empty blocks come from `free`, and full
/// ones go to `filled`. There is a fixed number of blocks, which limits the memory. Returns `None`
/// early if the other end of a channel is gone.
pub(super) fn read(
    files: &[PathBuf],
    format: &Format,
    size: usize,
    read: &Arc<AtomicU64>,
    free: &Receiver<Block>,
    filled: &Sender<Block>,
) -> Option<()> {
    for (file, path) in files.iter().enumerate() {
        let mut reader = format.open(path, file, Arc::clone(read));
        // The beginning of a record whose end has not been read yet.
        let mut rest = Vec::new();
        let mut header = format.has_header();
        loop {
            let mut block = free.recv().ok()?;
            block.clear(size);
            block.file = file;
            let read = match &mut reader {
                Ok(reader) => fill(&mut block, reader, format, size, &mut rest),
                Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
            };
            let read = read.and_then(|more| {
                if std::mem::take(&mut header) {
                    take_header(&mut block, format)?
                }
                Ok(more)
            });
            let ended = !matches!(read, Ok(true));
            if let Err(error) = read {
                (block.filled, block.failed) = (0, Some(error.to_string()));
            }
            filled.send(block).ok()?;
            if ended {
                break;
            }
        }
    }
    Some(())
}

/// Reads until the block has at least one whole record or the file ends: see [`fill::fill`].
pub(super) fn fill(
    block: &mut Block,
    reader: &mut impl Read,
    format: &Format,
    size: usize,
    rest: &mut Vec<u8>,
) -> io::Result<bool> {
    let buffer = (&mut block.data, &mut block.filled);
    let filled = fill::fill(buffer, reader, &mut *format.divider(0), size, rest, "record")?;
    Ok(filled.1)
}

/// Removes the header from the first block of a file.
fn take_header(block: &mut Block, format: &Format) -> io::Result<()> {
    let filled = block.data.get(..block.filled).unwrap_or_default();
    if filled.is_empty() {
        return Ok(());
    }
    let end = format.ends().next(filled).unwrap_or(filled.len());
    let header = filled.get(..end).unwrap_or_default();
    let first = format
        .header(split_terminator(header).0)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    block.header = first.then(|| header.to_owned());
    block.skipped = 1;
    block.data.copy_within(end..block.filled, 0);
    block.filled -= end;
    Ok(())
}
