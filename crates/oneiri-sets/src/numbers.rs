//! Numbers in LEB128: seven bits in each byte, the lowest bits first. `shard` stores lengths so in memory, and `spill`
//! in the temporary file. Neither outlives the run, so only `push`, `take` and `read` have to agree
//! (`numbers_come_back`).

use std::io::{self, BufRead};

pub(crate) fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads the number at a position, and moves the position after it.
pub(crate) fn take(bytes: &[u8], at: &mut usize) -> u64 {
    let mut number = 0;
    let mut shift = 0;
    while let Some(&byte) = bytes.get(*at) {
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    number
}

/// Reads a length and the bytes that follow it, and moves the position after them.
pub(crate) fn take_bytes<'b>(bytes: &'b [u8], at: &mut usize) -> &'b [u8] {
    let length = usize::try_from(take(bytes, at)).unwrap_or(usize::MAX);
    let start = *at;
    *at = start.saturating_add(length);
    // The length was written together with the bytes, so they are complete.
    bytes.get(start..*at).unwrap_or_default()
}

pub(crate) fn read(input: &mut impl BufRead) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7F) << shift;
        if byte[0] < 0x80 {
            break;
        }
    }
    Ok(number)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 16_383, 16_384, u64::MAX] {
            let mut bytes = Vec::new();
            push(&mut bytes, number);
            let mut at = 0;
            assert_eq!(take(&bytes, &mut at), number);
            assert_eq!(at, bytes.len());
            assert_eq!(read(&mut bytes.as_slice()).unwrap(), number);
        }
    }
}
