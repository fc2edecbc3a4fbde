//! Gives the records of a format with one identifier in each.

use std::borrow::Cow;
use std::ops::Range;

use crate::divide::{Passes, Records};
use crate::error::Error;
use crate::format::Format;
use crate::located::{Located, Spelling};

/// How many records are looked at together.
const TOGETHER: usize = 1024;

pub(crate) fn each_record<F: Format + ?Sized>(format: &F, records: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
    for (number, (record, terminator)) in (records.first..).zip(divided(format, records.bytes)) {
        one(format, number, &records.bytes[record], &records.bytes[terminator], each);
    }
}

/// The same for identifiers that are in their records as they are.
pub(crate) fn each_but<F: Format + ?Sized>(
    format: &F,
    records: Records<'_>,
    passes: Passes,
    each: &mut dyn FnMut(&Located<'_>),
) -> u64 {
    let bytes = records.bytes;
    let Ok(text) = std::str::from_utf8(bytes) else {
        each_record(format, records, each);
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

pub(crate) fn divided<'b, F: Format + ?Sized>(
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
    let record = (number, record, terminator);
    match format.find(record.1) {
        Ok((range, text)) => field(record, range, &text, true, each),
        Err(error) => broken(record, &error, each),
    }
}

/// Gives an identifier of a record, which has its number and its terminator.
pub(crate) fn field(
    (number, record, terminator): (u64, &[u8], &[u8]),
    range: Range<usize>,
    text: &[u8],
    last: bool,
    each: &mut dyn FnMut(&Located<'_>),
) {
    let record = Located::record(number, record, terminator);
    each(&Located { range, text, spelling: Spelling::Field, last, ..record });
}

pub(crate) fn broken(
    (number, record, terminator): (u64, &[u8], &[u8]),
    error: &Error,
    each: &mut dyn FnMut(&Located<'_>),
) {
    field((number, record, terminator), 0..record.len(), record, true, &mut |it| {
        each(&Located { error: Some(error), ..it.clone() });
    });
}
