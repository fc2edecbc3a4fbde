//! Fills buffers with whole records.

use std::io::{self, Read};

use oneiri_documents::{Context, Divide, Divided};

/// The greatest length of a line or a record, in bytes. A longer one is an error, because an input
/// without line ends would fill the memory.
pub(crate) const LONGEST: usize = 1 << 30;

pub(crate) fn too_long(what: &str) -> io::Error {
    let what = format!("expected the end of a {what} within {LONGEST} bytes");
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Reads into `data` until it has at least one whole record or the input ends, and sets `filled` to
/// the length of the whole records. `rest` has the beginning of the next record, before and after.
/// Returns what is known of the records, and whether there may be more to read.
///
/// A read that gives a whole record is the last one, so what a slow pipe has is passed on at once.
pub(crate) fn fill(
    (data, filled): (&mut Vec<u8>, &mut usize),
    reader: &mut impl Read,
    divider: &mut dyn Divide,
    size: usize,
    rest: &mut Vec<u8>,
    what: &str,
) -> io::Result<(Context, bool)> {
    data.resize(size.max(2 * rest.len()).max(data.len()), 0);
    data[..rest.len()].copy_from_slice(rest);
    *filled = rest.len();
    let mut is_all = false;
    loop {
        let wanted = match divider.divide(&data[..*filled], is_all, size) {
            Divided::Records(end, context) => {
                rest.clear();
                rest.extend_from_slice(&data[end..*filled]);
                *filled = end;
                return Ok((context, !is_all || !rest.is_empty()));
            }
            Divided::Needs(wanted) => wanted,
        };
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
            *filled += read;
            is_all = read == 0;
            if is_all || *filled >= wanted {
                break;
            }
        }
    }
}
