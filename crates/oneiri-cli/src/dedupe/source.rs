//! The thread that reads: whole records, a block at a time, as soon as they are there.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender};

use super::block::Block;
use crate::input::format::Format;
use crate::input::lines::{LONGEST, split_terminator, too_long};
use crate::input::open::open;

/// Reads all files, and adds up in `read` how much of them. Blocks come from `free` and go to `filled`; that there are only so many of them
/// is what bounds memory. Ends early when nobody takes or brings any more.
pub(super) fn read(
    files: &[PathBuf],
    format: &Format,
    size: usize,
    read: &Arc<AtomicU64>,
    free: &Receiver<Block>,
    filled: &Sender<Block>,
) -> Option<()> {
    for (file, path) in files.iter().enumerate() {
        let mut reader = match format {
            Format::Rows(columns) => columns.open(path, file, Arc::clone(read)),
            _ => open(path, Arc::clone(read)),
        };
        // What was read of the next record.
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

/// Reads until there is a whole record, or the end of the file; says whether there may be more.
pub(super) fn fill(
    block: &mut Block,
    reader: &mut impl Read,
    format: &Format,
    size: usize,
    rest: &mut Vec<u8>,
) -> io::Result<bool> {
    block.data.resize(size.max(2 * rest.len()).max(block.data.len()), 0);
    block.data[..rest.len()].copy_from_slice(rest);
    block.filled = rest.len();
    // What was left over holds no end of a record.
    let mut ends = format.ends();
    ends.last(rest);
    loop {
        if block.filled == block.data.len() {
            // A long record.
            if block.filled >= LONGEST {
                // A quote was not closed, or it is no text at all.
                return Err(too_long("record"));
            }
            block.data.resize(2 * block.filled, 0);
        }
        let read = match reader.read(&mut block.data[block.filled..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        let fresh = block.filled..block.filled + read;
        block.filled = fresh.end;
        if read == 0 {
            return Ok(false);
        }
        if let Some(last) = ends.last(&block.data[fresh.clone()]) {
            let end = fresh.start + last;
            rest.clear();
            rest.extend_from_slice(&block.data[end..block.filled]);
            block.filled = end;
            return Ok(true);
        }
    }
}

/// The first record of a file, if that is its header.
fn take_header(block: &mut Block, format: &Format) -> io::Result<()> {
    let filled = block.data.get(..block.filled).unwrap_or_default();
    if filled.is_empty() {
        return Ok(());
    }
    let end = format.ends().next(filled).unwrap_or(filled.len());
    let header = filled.get(..end).unwrap_or_default();
    let first = format
        .header(split_terminator(header).0)
        .map_err(|message| io::Error::new(io::ErrorKind::InvalidData, message))?;
    block.header = first.then(|| header.to_owned());
    block.skipped = 1;
    block.data.copy_within(end..block.filled, 0);
    block.filled -= end;
    Ok(())
}
