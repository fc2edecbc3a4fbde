//! Operations on all lines of a buffer.

use alloc::vec::Vec;
use core::ops::Range;
use core::str;

use oneiri::batch::{lines, validity};
use oneiri::{Alphabet, Ascii, HasScheme, MaybeScheme, Ri, Rung, Unicode};

use crate::numbers::{IRI, IRI_REFERENCE, URI, URI_REFERENCE, rung_of};
use crate::parts;

/// One byte for each line, 1 if the line is valid; and for [`normalize`] the new buffer.
#[derive(Default, Debug)]
pub struct Batch {
    /// Whether each line is valid.
    pub valid: Vec<u8>,
    /// The buffer with other lines.
    pub bytes: Vec<u8>,
}

/// Checks each line of a buffer; `None` for a number that is no grammar.
pub fn check(buffer: &[u8], grammar: u32) -> Option<Batch> {
    let Ok(text) = str::from_utf8(buffer) else {
        let valid = |line| {
            let line = str::from_utf8(&buffer[line]).ok();
            line.is_some_and(|line| parts::parse(line, line.is_ascii(), grammar).is_some()).into()
        };
        return Some(Batch { valid: lines_of(buffer).map(valid).collect(), ..Batch::default() });
    };
    let words = match grammar {
        URI => validity::<Ascii, HasScheme>(text, lines(text)),
        URI_REFERENCE => validity::<Ascii, MaybeScheme>(text, lines(text)),
        IRI => validity::<Unicode, HasScheme>(text, lines(text)),
        IRI_REFERENCE => validity::<Unicode, MaybeScheme>(text, lines(text)),
        _ => return None,
    };
    let bits = words.iter().flat_map(|word| (0..64).map(move |bit| (word >> bit & 1) as u8));
    Some(Batch { valid: bits.take(lines(text).count()).collect(), ..Batch::default() })
}

/// Replaces each valid line of a buffer by its normal form at a rung. Invalid lines and the terminators of all lines
/// stay as they are. `None` if a number means nothing.
pub fn normalize(buffer: &[u8], grammar: u32, rung: u32) -> Option<Batch> {
    let rung = rung_of(rung)?;
    Some(match grammar {
        URI | URI_REFERENCE => normalize_in::<Ascii>(buffer, rung, grammar == URI),
        IRI | IRI_REFERENCE => normalize_in::<Unicode>(buffer, rung, grammar == IRI),
        _ => return None,
    })
}

fn normalize_in<A: Alphabet>(buffer: &[u8], rung: Rung, absolute: bool) -> Batch {
    let mut batch = Batch { bytes: Vec::with_capacity(buffer.len()), ..Batch::default() };
    let mut written = 0;
    for line in lines_of(buffer) {
        let text = str::from_utf8(&buffer[line.clone()]).ok();
        let parsed = text.and_then(|text| Ri::<&str, A, MaybeScheme>::parse(text).ok());
        let parsed = parsed.filter(|line| !absolute || line.scheme().is_some());
        batch.valid.push(parsed.is_some().into());
        if let Some(identifier) = parsed {
            batch.bytes.extend_from_slice(&buffer[written..line.start]);
            batch.bytes.extend_from_slice(identifier.normalize_at(rung).as_str().as_bytes());
            written = line.end;
        }
    }
    batch.bytes.extend_from_slice(&buffer[written..]);
    batch
}

/// The ranges of the lines of any bytes, which are those of [`lines`] for a text.
fn lines_of(buffer: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let rest = buffer.get(at..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|&byte| byte == b'\n');
        let (start, end) = (at, at + length.unwrap_or(rest.len()));
        at = end + 1;
        let cut = length.is_some() && end > start && buffer[end - 1] == b'\r';
        Some(start..end - usize::from(cut))
    })
}
