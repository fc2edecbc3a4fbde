//! Fills buffers with whole records of Turtle and TriG.

use std::io::{self, Read};

use super::cut::{Cutter, End};
use super::document::{Start, declare};
use super::scope::Scope;
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
        if std::mem::take(&mut self.full) {
            let Cut { ends, scope, last, .. } = self.cut(rest, false, size);
            if last > 0 {
                data.resize(size.max(last).max(data.len()), 0);
                data[..last].copy_from_slice(&rest[..last]);
                *filled = last;
                rest.drain(..last);
                return Ok((self.pass(&data[..last], ends, scope), true));
            }
        }
        data.resize(size.max(2 * rest.len()).max(data.len()), 0);
        data[..rest.len()].copy_from_slice(rest);
        *filled = rest.len();
        let mut wanted = 0;
        loop {
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
            let is_all = read == 0;
            if *filled < wanted && !is_all {
                continue;
            }
            let bytes = &data[..*filled];
            let Cut { ends, scope, last, token } = self.cut(bytes, is_all, size);
            if is_all && last == bytes.len() {
                let start = std::mem::take(&mut self.start);
                return Ok((Known { start, ends }, false));
            }
            if last > 0 {
                rest.clear();
                rest.extend_from_slice(&bytes[last..]);
                *filled = last;
                return Ok((self.pass(&data[..last], ends, scope), true));
            }
            // A long token is read again only when there is twice as much of it.
            let length = *filled - token;
            wanted = if length > SHORT { *filled + length.min(LONG) } else { 0 };
        }
    }

    /// Finds the whole records at the beginning of some bytes, as many as a block takes.
    fn cut(&mut self, bytes: &[u8], is_all: bool, size: usize) -> Cut {
        // A buffer that a long string made much larger is passed on in several blocks.
        let most = size.max(bytes.len() / 16);
        let mut cut = Cut { ends: Vec::new(), scope: self.start.scope.clone(), last: 0, token: 0 };
        while cut.last < most && cut.last < bytes.len() {
            match self.cutter.next(bytes, is_all) {
                End::Found(end) => {
                    declare(&bytes[cut.last..end], &mut cut.scope);
                    cut.last = end;
                    cut.ends.push(end);
                }
                End::Behind(token) => {
                    cut.token = token;
                    break;
                }
            }
        }
        if cut.last > 0 {
            self.cutter.forget();
            self.full = cut.last >= most && cut.last < bytes.len();
        }
        cut
    }

    /// What is known of these records. From here on, what stands behind them is read.
    fn pass(&mut self, records: &[u8], ends: Vec<usize>, scope: Scope) -> Known {
        let behind = self.start.behind(records, scope);
        let start = std::mem::replace(&mut self.start, behind);
        Known { start, ends }
    }
}

/// The records at the beginning of some bytes.
struct Cut {
    ends: Vec<usize>,
    /// What is known behind them.
    scope: Scope,
    /// Where the last one ends.
    last: usize,
    /// Where the token begins that may go on behind the bytes.
    token: usize,
}
