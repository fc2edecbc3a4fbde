//! The identifiers of formats with one identifier in each record.

use std::borrow::Cow;
use std::ops::Range;

use crate::format::{Format, Passes, Records};
use crate::lines::split_terminator;
use crate::located::{Located, Spelling};

/// How many records are looked at together.
const TOGETHER: usize = 1024;

pub(crate) fn each<F: Format + ?Sized>(
    format: &F,
    records: Records<'_>,
    each: &mut dyn FnMut(&Located<'_>),
) {
    for (number, (record, terminator)) in (records.first..).zip(divided(format, records.bytes)) {
        one(format, number, &records.bytes[record], &records.bytes[terminator], each);
    }
}

/// The same for identifiers that stand in their records as they are.
pub(crate) fn each_but<F: Format + ?Sized>(
    format: &F,
    records: Records<'_>,
    passes: Passes,
    each: &mut dyn FnMut(&Located<'_>),
) -> u64 {
    let bytes = records.bytes;
    let Ok(text) = std::str::from_utf8(bytes) else {
        self::each(format, records, each);
        return 0;
    };
    let (mut rest, mut number, mut passed) = (divided(format, bytes), records.first, 0);
    let (mut batch, mut places) = (Vec::new(), Vec::new());
    loop {
        batch.clear();
        batch.extend(rest.by_ref().take(TOGETHER));
        if batch.is_empty() {
            return passed;
        }
        places.clear();
        let verbatim = |(record, _): &(Range<usize>, _)| {
            let Cow::Borrowed(text) = format.find(&bytes[record.clone()]).ok()?.1 else {
                return None;
            };
            let text = if records.trim { text.trim_ascii() } else { text };
            // The text is a piece of the bytes, so the distance of their addresses is its place.
            let start = text.as_ptr().addr() - bytes.as_ptr().addr();
            Some(start..start + text.len())
        };
        places.extend(batch.iter().map(verbatim));
        let bits = passes(text, &mut places.iter().flatten().cloned());
        let mut nth = 0;
        for ((record, terminator), place) in batch.drain(..).zip(&places) {
            let passes = place.is_some() && bits[nth / 64] >> (nth % 64) & 1 == 1;
            nth += usize::from(place.is_some());
            if passes {
                passed += 1;
            } else {
                one(format, number, &bytes[record], &bytes[terminator], each);
            }
            number += 1;
        }
    }
}

/// The records of these bytes, and their terminators.
fn divided<'b, F: Format + ?Sized>(
    format: &F,
    bytes: &'b [u8],
) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<'b, F> {
    let (mut ends, mut at) = (format.ends(), 0);
    std::iter::from_fn(move || {
        let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
        let (start, length) = (at, ends.cut(rest));
        let text = ends.split(&rest[..length]);
        at += length;
        Some((start..start + text, start + text..at))
    })
}

fn one<F: Format + ?Sized>(
    format: &F,
    number: u64,
    record: &[u8],
    terminator: &[u8],
    each: &mut dyn FnMut(&Located<'_>),
) {
    let (found, error) = match format.find(record) {
        Ok(found) => (found, None),
        Err(error) => ((0..record.len(), record.into()), Some(error)),
    };
    let (range, text) = found;
    let (spelling, last, offset) = (Spelling::Field, true, 0);
    let (text, error) = (&*text, error.as_ref());
    each(&Located { number, record, terminator, range, offset, text, spelling, last, error });
}

/// A line with its terminator, as an identifier.
pub(crate) fn line<'a>(number: u64, line: &'a [u8]) -> Located<'a> {
    let (record, terminator) = split_terminator(line);
    let (range, spelling) = (0..record.len(), Spelling::Field);
    let (offset, last, error, text) = (0, true, None, record);
    Located { number, record, terminator, range, offset, text, spelling, last, error }
}
