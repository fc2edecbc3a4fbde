//! Gives the laws access to the parts of the reader.

use std::io::Read;
use std::ops::Range;

use oneiri_documents::{Ndjson, Table};

use super::block::Block;
use super::source;
use crate::input::format::Format;

fn format(choice: u8) -> Format {
    let name = || "a".to_owned();
    match choice % 4 {
        0 => Format::lines(),
        1 => Format::new(Box::new(Table::csv(b',', name()))),
        2 => Format::new(Box::new(Table::tsv(name()))),
        _ => Format::new(Box::new(Ndjson::new(name()))),
    }
}

/// Reads an input in blocks and returns their bytes.
pub(crate) fn blocks(mut input: impl Read, choice: u8, size: usize) -> Vec<Vec<u8>> {
    let format = format(choice);
    let (mut rest, mut blocks) = (Vec::new(), Vec::new());
    loop {
        let mut block = Block::default();
        block.clear(size);
        let more = source::fill(&mut block, &mut input, &format, size, &mut rest);
        blocks.push(block.data[..block.filled].to_vec());
        if !more.is_ok_and(|more| more) {
            return blocks;
        }
    }
}

/// The ranges of the records in a block. The field of each record is extracted as well, because
/// this must not panic.
pub(crate) fn records(block: &[u8], choice: u8) -> Vec<Range<usize>> {
    let format = format(choice);
    let mut ends = format.ends();
    let (mut start, mut records) = (0, Vec::new());
    while start < block.len() {
        let end = start + ends.cut(&block[start..]);
        let _ = format.field(&block[start..end]);
        records.push(start..end);
        start = end;
    }
    let _ = format.header(block);
    records
}
