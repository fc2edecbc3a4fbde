//! N-Triples and N-Quads (W3C Recommendations of 25 February 2014): each line is a statement.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memmem, memrchr};

use super::line::{self, Kind, Wrong};
use crate::divide::{Passes, Records};
use crate::error::{Error, utf8};
use crate::escapes::{self, Escapes, has_scheme};
use crate::format::{Description, Format, Unit};
use crate::lines::{first_line, split_terminator, whole_lines};
use crate::located::{Located, Spelling};
use crate::options::Options;

pub(crate) static NTRIPLES: Description = Description {
    aliases: &["ntriples"],
    ..Description::new("nt", "N-Triples", &["nt"], Unit::Statement, |_| Box::new(Statements { kind: Kind::Triple }))
};

pub(crate) static NQUADS: Description = Description {
    id: "nq",
    aliases: &["nquads"],
    name: "N-Quads",
    endings: &["nq"],
    open: |_: Options| Box::new(Statements { kind: Kind::Quad }),
    ..NTRIPLES
};

#[derive(Debug)]
struct Statements {
    kind: Kind,
}

impl Format for Statements {
    fn description(&self) -> &'static Description {
        match self.kind {
            Kind::Triple => &NTRIPLES,
            Kind::Quad => &NQUADS,
        }
    }

    fn each(&self, records: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        let (mut rest, mut number) = (records.bytes, records.first);
        while !rest.is_empty() {
            let (line, behind) = rest.split_at(first_line(rest));
            let before = if number == records.first { records.context.column } else { 0 };
            self.line(number, before, line, each);
            (rest, number) = (behind, number + 1);
        }
    }

    fn each_but(&self, records: Records<'_>, passes: Passes, each: &mut dyn FnMut(&Located<'_>)) -> u64 {
        each_but(records.bytes, records.first, self.kind, passes, |number, line| {
            let before = if number == records.first { records.context.column } else { 0 };
            self.line(number, before, line, each);
        })
    }

    fn has_blank_nodes(&self, records: &[u8]) -> bool {
        let mut rest = records;
        while let Some(at) = memmem::find(rest, b"_:") {
            let start = memrchr(b'\n', &rest[..at]).map_or(0, |at| at + 1);
            let line = &rest[start..];
            let (line, after) = line.split_at(first_line(line));
            if has_blank_node(line) {
                return true;
            }
            rest = after;
        }
        false
    }
}

/// Whether a line has a blank node, that is, `_:` outside of IRIs, literals and comments.
fn has_blank_node(line: &[u8]) -> bool {
    let mut rest = line;
    while let Some(first) = rest.first() {
        let length = match first {
            b'_' if rest.starts_with(b"_:") => return true,
            // A comment may end within the line.
            b'#' => memchr(b'\r', rest).unwrap_or(rest.len()),
            // A triple term has its IRIs within.
            b'<' if rest.starts_with(b"<<(") => 3,
            b'<' => memchr(b'>', rest).map_or(rest.len(), |end| end + 1),
            b'"' => literal(rest),
            _ => 1,
        };
        rest = &rest[length..];
    }
    false
}

/// The length of a literal with its quotes, or of everything if it is never closed.
fn literal(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = memchr2(b'"', b'\\', text.get(at..).unwrap_or_default()) {
        at += found;
        match text[at] {
            b'"' => return at + 1,
            _ => at += 2,
        }
    }
    text.len()
}

impl Statements {
    /// Calls `each` for the IRIs of a line, and for its error if it is not a statement. `before`
    /// bytes are before it.
    fn line(&self, number: u64, before: usize, line: &[u8], each: &mut dyn FnMut(&Located<'_>)) {
        let (record, terminator) = split_terminator(line);
        let mut iris = Vec::new();
        let (text, broken) = match utf8(record) {
            Ok(text) => {
                let scanned = line::scan(record, self.kind, &mut iris);
                (text, scanned.err().map(|it| it.error(text)))
            }
            Err(error) => ("", Some(error)),
        };
        let mut give = |range: Range<usize>, text: &[u8], last, error: Option<&Error>| {
            let (offset, spelling) = (before + range.start, Spelling::Iri);
            let record = Located::record(number, record, terminator);
            each(&Located { range, offset, text, spelling, last, error, ..record });
        };
        for (nth, range) in iris.iter().enumerate() {
            let last = nth + 1 == iris.len() && broken.is_none();
            let raw = text.get(range.clone()).unwrap_or_default();
            match escapes::decode(raw, Escapes::Iri) {
                Ok(text) => give(range.clone(), text.as_bytes(), last, None),
                Err((place, expected)) => {
                    let wrong = Wrong { start: place.start, end: place.end, expected };
                    give(range.clone(), raw.as_bytes(), last, Some(&wrong.error(raw)));
                }
            }
        }
        match &broken {
            Some(error) => give(0..record.len(), record, true, Some(error)),
            None if iris.is_empty() => each(&Located::record(number, record, terminator)),
            None => {}
        }
    }
}

/// Calls `one` for the lines with an IRI that needs an answer, and for those that are not
/// statements. Returns how many IRIs the other lines have.
fn each_but(mut bytes: &[u8], mut number: u64, kind: Kind, passes: Passes, mut one: impl FnMut(u64, &[u8])) -> u64 {
    let (mut passed, mut iris) = (0, Vec::new());
    while !bytes.is_empty() {
        let text = whole_lines(bytes);
        iris.clear();
        let mut bad = scan_all(text.as_bytes(), kind, &mut iris);
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
            let line = &text.as_bytes()[start..];
            let line = &line[..first_line(line)];
            one(number, line);
            (number, done) = (number + 1, start + line.len());
            let first = iris.partition_point(|iri| iri.start < start);
            let end = iris.partition_point(|iri| iri.start < done);
            passed -= (end - first) as u64;
        }
        number += memchr_iter(b'\n', &text.as_bytes()[done..]).count() as u64;
        bytes = &bytes[text.len()..];
        // A line that is not UTF-8, or a last line without a terminator.
        let line = &bytes[..first_line(bytes)];
        if !line.is_empty() {
            one(number, line);
            (bytes, number) = (&bytes[line.len()..], number + 1);
        }
    }
    passed
}

/// Finds the IRIs of whole lines. Returns a place in each line that is not a statement, or has a
/// relative reference.
fn scan_all(bytes: &[u8], kind: Kind, iris: &mut Vec<Range<usize>>) -> Vec<usize> {
    let (mut bad, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let line = &bytes[at..];
        let (line, first) = (&line[..first_line(line)], iris.len());
        let mut is_good = line::scan(split_terminator(line).0, kind, iris).is_ok();
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
