//! The IRIs of lines of N-Triples and N-Quads as items.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

use super::line::{self, Wrong};
use crate::input::lines::{split_terminator, whole_lines};
use crate::output::cell::{Cell, Notation};
use crate::output::fault::Fault;
use crate::output::item::{Item, has_scheme, utf8};
use crate::output::spelling::{self, Escapes};

/// The same as the type of this name in `input::items`, which imports this file.
type Passes = fn(&str, &mut dyn Iterator<Item = Range<usize>>) -> Vec<u64>;

/// Calls `each` for the IRIs of a line, and for its error if it is not a statement. A line without
/// either is a gap. The offset of the line is how many bytes stand before it.
pub(crate) fn each(line: &Item<'_>, quads: bool, each: &mut impl FnMut(&Item<'_>)) {
    let (mut iris, record) = (Vec::new(), line.record);
    let (text, broken) = match utf8(record) {
        Ok(text) => (text, line::scan(record, quads, &mut iris).err().map(|it| it.fault(text))),
        Err(fault) => ("", Some(fault)),
    };
    let mut give = |range: Range<usize>,
                    text: &[u8],
                    notation: Notation,
                    last: bool,
                    broken: Option<&Fault>| {
        let offset = line.offset + range.start;
        let cell = Cell { range, text, last, notation, broken };
        each(&Item { bytes: text, offset, cell: Some(&cell), ..*line });
    };
    for (nth, range) in iris.iter().enumerate() {
        let last = nth + 1 == iris.len() && broken.is_none();
        let raw = text.get(range.clone()).unwrap_or_default();
        match spelling::decode(raw, Escapes::Iri) {
            Ok(text) => give(range.clone(), text.as_bytes(), Notation::Iri, last, None),
            Err((place, expected)) => {
                let wrong = Wrong { start: place.start, end: place.end, expected };
                let fault = wrong.fault(raw);
                give(range.clone(), raw.as_bytes(), Notation::Iri, last, Some(&fault));
            }
        }
    }
    match &broken {
        Some(fault) => give(0..record.len(), record, Notation::Iri, true, Some(fault)),
        None if iris.is_empty() => give(0..0, b"", Notation::None, true, None),
        None => {}
    }
}

/// Calls `one` for the lines with an IRI that needs an answer, and for those that are not
/// statements. Returns how many IRIs the other lines have.
pub(crate) fn each_but(
    mut bytes: &[u8],
    mut number: u64,
    quads: bool,
    passes: Passes,
    mut one: impl FnMut(u64, &[u8]),
) -> u64 {
    let (mut passed, mut iris) = (0, Vec::new());
    while !bytes.is_empty() {
        let text = whole_lines(bytes);
        iris.clear();
        let mut bad = scan_all(text.as_bytes(), quads, &mut iris);
        let bits = passes(text, &mut iris.iter().cloned());
        for (&word, iris) in bits.iter().zip(iris.chunks(64)) {
            if word.count_ones() as usize != iris.len() {
                let refused = iris.iter().enumerate().filter(|(nth, _)| word >> nth & 1 == 0);
                bad.extend(refused.map(|(_, iri)| iri.start));
            }
        }
        bad.sort_unstable();
        passed += iris.len() as u64;
        let mut done = 0;
        for at in bad {
            if at < done {
                continue;
            }
            let start = memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |at| at + 1);
            number += memchr_iter(b'\n', &text.as_bytes()[done..start]).count() as u64;
            let line = first_line(&text.as_bytes()[start..]);
            one(number, line);
            (number, done) = (number + 1, start + line.len());
            let first = iris.partition_point(|iri| iri.start < start);
            let end = iris.partition_point(|iri| iri.start < done);
            passed -= (end - first) as u64;
        }
        number += memchr_iter(b'\n', &text.as_bytes()[done..]).count() as u64;
        bytes = &bytes[text.len()..];
        // A line that is not UTF-8, or a last line without a terminator.
        let line = first_line(bytes);
        if !line.is_empty() {
            one(number, line);
            (bytes, number) = (&bytes[line.len()..], number + 1);
        }
    }
    passed
}

/// Finds the IRIs of whole lines. Returns a place in each line that is not a statement, or has a
/// relative reference.
fn scan_all(bytes: &[u8], quads: bool, iris: &mut Vec<Range<usize>>) -> Vec<usize> {
    let (mut bad, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let (line, first) = (first_line(&bytes[at..]), iris.len());
        let mut is_good = line::scan(split_terminator(line).0, quads, iris).is_ok();
        for iri in &mut iris[first..] {
            is_good &= has_scheme(&line[iri.clone()]);
            *iri = iri.start + at..iri.end + at;
        }
        if !is_good {
            bad.push(at);
        }
        at += line.len();
    }
    bad
}

/// The first line, with its terminator.
fn first_line(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1)]
}
