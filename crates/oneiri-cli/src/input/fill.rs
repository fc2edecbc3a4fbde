//! Fills buffers with whole records.

use std::io::{self, Read};

use crate::input::ends::Ends;
use crate::input::lines::{LONGEST, too_long};

/// Reads into `data` until it has at least one whole record or the input ends, and sets `filled` to
/// the length of the whole records. `rest` has the beginning of the next record, before and after.
/// Returns whether there may be more to read.
///
/// A read that gives a whole record is the last one, so what a slow pipe has is passed on at once.
pub(crate) fn fill(
    (data, filled): (&mut Vec<u8>, &mut usize),
    reader: &mut impl Read,
    mut ends: Ends,
    size: usize,
    rest: &mut Vec<u8>,
    what: &str,
) -> io::Result<bool> {
    data.resize(size.max(2 * rest.len()).max(data.len()), 0);
    data[..rest.len()].copy_from_slice(rest);
    *filled = rest.len();
    // These bytes contain no end of a record, so this only sets the state of the scanner.
    ends.last(rest);
    loop {
        if *filled == data.len() {
            // The record is longer than the buffer, so the buffer grows.
            if *filled >= LONGEST {
                // A quote was never closed, or the file is not text.
                return Err(too_long(what));
            }
            data.resize((2 * *filled).min(LONGEST), 0);
        }
        let read = match reader.read(&mut data[*filled..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        let fresh = *filled..*filled + read;
        *filled = fresh.end;
        if read == 0 {
            return Ok(false);
        }
        if let Some(last) = ends.last(&data[fresh.clone()]) {
            let end = fresh.start + last;
            rest.clear();
            rest.extend_from_slice(&data[end..*filled]);
            *filled = end;
            return Ok(true);
        }
    }
}
