//! Fills buffers with whole records of Turtle and TriG.

use std::io::{self, Read};

use super::cut::{Cutter, End};
use super::document::{Start, declare};
use super::token::LONG;
use crate::input::lines::{LONGEST, too_long};

/// What is known of a block: where it begins, and where each of its records ends.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) start: Start,
    pub(crate) ends: Vec<usize>,
}

/// The reading of a document.
pub(crate) struct Reading {
    cutter: Cutter,
    /// What is known where the next block begins.
    start: Start,
    /// Whether the beginning of the next block has whole records already.
    full: bool,
}

/// How much of a token is looked at again without waiting for more of it.
const SHORT: usize = 64 << 10;

impl Reading {
    pub(crate) fn new(trig: bool, start: Start) -> Self {
        Self { cutter: Cutter::new(trig), start, full: false }
    }

    /// Reads into `data` until it has at least one whole record or the input ends, and sets `filled`
    /// to the length of the whole records. `rest` has the beginning of the next record, before and
    /// after. Returns what is known of the records, and whether there may be more to read.
    pub(crate) fn fill(
        &mut self,
        (data, filled): (&mut Vec<u8>, &mut usize),
        reader: &mut impl Read,
        size: usize,
        rest: &mut Vec<u8>,
    ) -> io::Result<(Known, bool)> {
        let more = if self.full { 0 } else { rest.len() };
        data.resize(size.max(rest.len() + more).max(data.len()), 0);
        data[..rest.len()].copy_from_slice(rest);
        *filled = rest.len();
        let (mut wanted, mut is_all) = (0, false);
        loop {
            if !std::mem::take(&mut self.full) {
                if *filled == data.len() {
                    // The record is longer than the buffer, so the buffer grows.
                    if *filled >= LONGEST {
                        return Err(too_long("statement"));
                    }
                    data.resize((2 * *filled).min(LONGEST), 0);
                }
                let read = match reader.read(&mut data[*filled..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read?,
                };
                *filled += read;
                is_all = read == 0;
                if *filled < wanted && !is_all {
                    continue;
                }
            }
            let bytes = &data[..*filled];
            // Many records are passed on in several blocks.
            let most = size.max(bytes.len() / 16);
            let (mut scope, mut last, mut ends) = (self.start.scope.clone(), 0, Vec::new());
            let token = loop {
                if last >= most || last == bytes.len() {
                    break last;
                }
                match self.cutter.next(bytes, is_all) {
                    End::Found(end) => {
                        declare(&bytes[last..end], &mut scope);
                        last = end;
                        ends.push(end);
                    }
                    End::Behind(token) => break token,
                }
            };
            if is_all && last == bytes.len() {
                let start = std::mem::take(&mut self.start);
                return Ok((Known { start, ends }, false));
            }
            if last > 0 {
                self.cutter.forget();
                self.full = last >= most && last < bytes.len();
                rest.clear();
                rest.extend_from_slice(&bytes[last..]);
                *filled = last;
                let behind = self.start.behind(&data[..last], scope);
                let start = std::mem::replace(&mut self.start, behind);
                return Ok((Known { start, ends }, true));
            }
            // A long token is read again only when there is twice as much of it.
            let length = *filled - token;
            wanted = if length > SHORT { *filled + length.min(LONG) } else { 0 };
        }
    }
}
