//! Gives the records of a format with one identifier in each. The functions take what they need of the format, its ends
//! and its `find`, because its trait calls them.

use std::borrow::Cow;
use std::ops::Range;

use crate::divide::{Passes, Records};
use crate::ends::Ends;
use crate::error::Error;
use crate::located::{Located, Spelling};

/// How many records are looked at together.
const TOGETHER: usize = 1024;

type Identifier<'r> = Result<(Range<usize>, Cow<'r, [u8]>), Error>;

pub(crate) fn each_record(
    ends: Ends,
    find: impl Fn(&[u8]) -> Identifier<'_>,
    records: Records<'_>,
    each: &mut dyn FnMut(&Located<'_>),
) {
    for (number, (record, terminator)) in (records.first..).zip(divided(ends, records.bytes)) {
        let record = Located::record(number, &records.bytes[record], &records.bytes[terminator]);
        one(&find, record, each);
    }
}

/// The same for identifiers that are in their records as they are.
pub(crate) fn each_but(
    ends: Ends,
    find: impl Fn(&[u8]) -> Identifier<'_>,
    records: Records<'_>,
    passes: Passes,
    each: &mut dyn FnMut(&Located<'_>),
) -> u64 {
    let bytes = records.bytes;
    let Ok(text) = std::str::from_utf8(bytes) else {
        each_record(ends, find, records, each);
        return 0;
    };
    let (mut rest, mut number, mut passed) = (divided(ends, bytes), records.first, 0);
    let (mut batch, mut places) = (Vec::new(), Vec::new());
    loop {
        batch.clear();
        batch.extend(rest.by_ref().take(TOGETHER));
        if batch.is_empty() {
            return passed;
        }
        places.clear();
        let verbatim = |(record, _): &(Range<usize>, _)| {
            let Cow::Borrowed(text) = find(&bytes[record.clone()]).ok()?.1 else {
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
                one(&find, Located::record(number, &bytes[record], &bytes[terminator]), each);
            }
            number += 1;
        }
    }
}

pub(crate) fn divided(mut ends: Ends, bytes: &[u8]) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
        let (start, length) = (at, ends.cut(rest));
        let text = ends.split(&rest[..length]);
        at += length;
        Some((start..start + text, start + text..at))
    })
}

fn one(find: impl Fn(&[u8]) -> Identifier<'_>, record: Located<'_>, each: &mut dyn FnMut(&Located<'_>)) {
    match find(record.record) {
        Ok((range, text)) => field(record, range, &text, true, each),
        Err(error) => broken(record, &error, each),
    }
}

/// Gives an identifier of a record.
pub(crate) fn field(
    record: Located<'_>,
    range: Range<usize>,
    text: &[u8],
    last: bool,
    each: &mut dyn FnMut(&Located<'_>),
) {
    each(&Located { range, text, spelling: Spelling::Field, last, ..record });
}

pub(crate) fn broken(record: Located<'_>, error: &Error, each: &mut dyn FnMut(&Located<'_>)) {
    let record = Located { error: Some(error), ..record };
    field(record.clone(), 0..record.record.len(), record.record, true, each);
}
