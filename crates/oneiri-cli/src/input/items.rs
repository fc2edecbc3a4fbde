//! The items of a stretch of the input: some lines of a file, or all arguments.

use std::borrow::Cow;
use std::ffi::OsString;
use std::ops::Range;

use memchr::memchr;

use crate::input::format::{Format, Found};
use crate::input::lines::{split_terminator, whole_lines};
use crate::input::rdf::statement;
use crate::input::rdf::turtle::document::Document;
use crate::input::rdf::turtle::fill::Known;
use crate::input::rdf::whole;
use crate::output::cell::Cell;
use crate::output::fault::Fault;
use crate::output::item::Item;

/// Some items that stand one behind the other.
pub(crate) struct Items<'b> {
    /// The name of the file as messages show it.
    pub(crate) file: &'b str,
    /// The index of the file among all files, and whether there are several.
    pub(crate) file_index: usize,
    pub(crate) several: bool,
    /// The number of the first line or record.
    pub(crate) first: u64,
    /// How many bytes of the first line stand before it, such as a byte order mark.
    pub(crate) column: usize,
    pub(crate) bytes: Bytes<'b>,
    /// What the records are, and whether white space around identifiers is left out.
    pub(crate) format: &'b Format,
    pub(crate) trim: bool,
    /// Where the statements of the bytes end and which prefixes are in force, for Turtle and TriG.
    pub(crate) known: Option<&'b Known>,
}

#[derive(Clone, Copy)]
pub(crate) enum Bytes<'b> {
    /// Each argument is an item.
    Arguments(&'b [OsString]),
    /// Each line is an item, or has one.
    Lines(&'b [u8]),
}

/// The places of many texts in a buffer; the bits of the result say which of them need no answer.
pub(crate) type Passes = fn(&str, &mut dyn Iterator<Item = Range<usize>>) -> Vec<u64>;

/// How many records are looked at together.
const TOGETHER: usize = 1024;

impl<'b> Items<'b> {
    pub(crate) fn arguments(arguments: &'b [OsString], trim: bool) -> Self {
        let (file, bytes, format) = ("argument", Bytes::Arguments(arguments), &Format::Text);
        let (file_index, several, first, column, known) = (0, false, 1, 0, None);
        Self { file, file_index, several, first, column, bytes, format, trim, known }
    }

    /// The lines or the arguments, in their order, as they are.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Item<'b>> {
        let &Self { file, file_index, several, mut first, mut bytes, .. } = self;
        std::iter::from_fn(move || next(&mut bytes, &mut first, (file, file_index, several)))
    }

    /// Calls `each` for the items, in their order.
    pub(crate) fn each(&self, mut each: impl FnMut(&Item<'_>)) {
        match (self.format, self.bytes) {
            (Format::Text, _) | (_, Bytes::Arguments(_)) => {
                self.lines().for_each(|item| each(&if self.trim { item.trimmed() } else { item }));
            }
            (Format::Turtle { trig, .. }, Bytes::Lines(bytes)) => {
                if let Some(document) = self.document(bytes, *trig) {
                    document.each(&mut each);
                }
            }
            (Format::Whole { kind, base }, Bytes::Lines(bytes)) => {
                let base = base.as_deref();
                whole::each((bytes, self.column), *kind, base, self.place(), &mut each);
            }
            (_, Bytes::Lines(bytes)) => {
                for (number, (record, terminator)) in (self.first..).zip(self.records(bytes)) {
                    self.one(number, &bytes[record], &bytes[terminator], &mut each);
                }
            }
        }
    }

    fn document(&self, bytes: &'b [u8], trig: bool) -> Option<Document<'b>> {
        let Known { start, ends } = self.known?;
        Some(Document { bytes, ends, start, trig, place: self.place(), first: self.first })
    }

    fn place(&self) -> (&'b str, usize, bool) {
        (self.file, self.file_index, self.several)
    }

    /// The records of these bytes, and their terminators.
    fn records(&self, bytes: &'b [u8]) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let (mut ends, mut at) = (self.format.ends(), 0);
        let is_nul = matches!(self.format, Format::Nul);
        std::iter::from_fn(move || {
            let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
            let (start, length) = (at, ends.cut(rest));
            let record = &rest[..length];
            let text = if is_nul {
                record.strip_suffix(b"\0").unwrap_or(record)
            } else {
                split_terminator(record).0
            };
            at += length;
            Some((start..start + text.len(), start + text.len()..at))
        })
    }

    /// Calls `each` for the identifiers of a record.
    fn one(&self, number: u64, record: &[u8], terminator: &[u8], each: &mut impl FnMut(&Item<'_>)) {
        let item = Item::line(self.place(), number, record, terminator);
        if let Format::Statements { quads } = self.format {
            let offset = if number == self.first { self.column } else { 0 };
            return statement::each(&Item { offset, ..item }, *quads, each);
        }
        if self.format.is_text() {
            return each(&if self.trim { item.trimmed() } else { item });
        }
        let (found, broken): (_, Option<Fault>) = match self.format.find(record) {
            Ok(found) => (found, None),
            Err(fault) => (Found { range: 0..record.len(), text: record.into() }, Some(fault)),
        };
        let (text, notation, broken) = (&*found.text, self.format.notation(), broken.as_ref());
        let cell = Cell { range: found.range, text, last: true, notation, broken };
        let item = Item { bytes: text, cell: Some(&cell), ..item };
        each(&if self.trim && broken.is_none() { item.trimmed() } else { item });
    }

    /// Calls `each` for the items, but only counts those that need no answer. Returns how many
    /// items were only counted.
    pub(crate) fn each_but(&self, passes: Passes, mut each: impl FnMut(&Item<'_>)) -> u64 {
        match (self.format, self.bytes) {
            (Format::Statements { quads }, Bytes::Lines(bytes)) => {
                let one = |number, line: &[u8]| {
                    let (record, terminator) = split_terminator(line);
                    self.one(number, record, terminator, &mut each);
                };
                statement::each_but(bytes, self.first, *quads, passes, one)
            }
            (Format::Turtle { trig, .. }, Bytes::Lines(bytes)) => {
                self.document(bytes, *trig).map_or(0, |it| it.each_but(passes, &mut each))
            }
            (Format::Whole { .. }, Bytes::Lines(_)) => {
                self.each(each);
                0
            }
            (_, Bytes::Lines(bytes)) if self.trim || !matches!(self.format, Format::Text) => {
                self.records_but(bytes, passes, &mut each)
            }
            _ => self.lines_but(passes, each),
        }
    }

    fn lines_but(&self, passes: Passes, mut each: impl FnMut(&Item<'_>)) -> u64 {
        let &Self { file, file_index, several, mut first, mut bytes, trim, .. } = self;
        let (place, mut passed) = ((file, file_index, several), 0);
        loop {
            if let Bytes::Lines(rest) = bytes {
                let lines = whole_lines(rest);
                let bits = match lines {
                    "" => Vec::new(),
                    lines => passes(lines, &mut oneiri::list::lines(lines)),
                };
                let end = rest.len() - lines.len();
                let mut nth = 0;
                while let Bytes::Lines(left) = bytes {
                    if left.len() == end {
                        break;
                    }
                    let Some(item) = next(&mut bytes, &mut first, place) else { break };
                    if bits.get(nth / 64).is_some_and(|bits| bits >> (nth % 64) & 1 == 1) {
                        passed += 1;
                    } else {
                        each(&item);
                    }
                    nth += 1;
                }
            }
            // A line that is not UTF-8, a last line without a terminator, or an argument.
            match next(&mut bytes, &mut first, place) {
                Some(item) => each(&if trim { item.trimmed() } else { item }),
                None => return passed,
            }
        }
    }

    /// The same for records whose identifiers stand in them as they are.
    fn records_but(
        &self,
        bytes: &'b [u8],
        passes: Passes,
        each: &mut impl FnMut(&Item<'_>),
    ) -> u64 {
        let Ok(text) = std::str::from_utf8(bytes) else {
            self.each(each);
            return 0;
        };
        let (mut records, mut number, mut passed) = (self.records(bytes), self.first, 0);
        let (mut batch, mut places) = (Vec::new(), Vec::new());
        loop {
            batch.clear();
            batch.extend(records.by_ref().take(TOGETHER));
            if batch.is_empty() {
                return passed;
            }
            places.clear();
            places.extend(batch.iter().map(|(record, _)| self.verbatim(bytes, record)));
            let bits = passes(text, &mut places.iter().flatten().cloned());
            let mut nth = 0;
            for ((record, terminator), place) in batch.drain(..).zip(&places) {
                let passes = place.is_some() && bits[nth / 64] >> (nth % 64) & 1 == 1;
                nth += usize::from(place.is_some());
                if passes {
                    passed += 1;
                } else {
                    self.one(number, &bytes[record], &bytes[terminator], each);
                }
                number += 1;
            }
        }
    }

    /// Where the identifier of a record stands as it is, without escapes or doubled quotes.
    fn verbatim(&self, bytes: &'b [u8], record: &Range<usize>) -> Option<Range<usize>> {
        let Cow::Borrowed(text) = self.format.find(&bytes[record.clone()]).ok()?.text else {
            return None;
        };
        let text = if self.trim { text.trim_ascii() } else { text };
        // The text is a piece of the bytes, so the distance of their addresses is its place.
        let start = text.as_ptr().addr() - bytes.as_ptr().addr();
        Some(start..start + text.len())
    }
}

/// Takes the next item.
fn next<'b>(
    bytes: &mut Bytes<'b>,
    number: &mut u64,
    (file, file_index, several): (&'b str, usize, bool),
) -> Option<Item<'b>> {
    let item = match bytes {
        Bytes::Arguments(arguments) => {
            let (argument, rest) = arguments.split_first()?;
            *arguments = rest;
            Item::argument(*number, argument)
        }
        Bytes::Lines([]) => return None,
        Bytes::Lines(lines) => {
            let end = memchr(b'\n', lines).map_or(lines.len(), |at| at + 1);
            let (line, rest) = lines.split_at(end);
            *lines = rest;
            let (bytes, terminator) = split_terminator(line);
            Item::line((file, file_index, several), *number, bytes, terminator)
        }
    };
    *number += 1;
    Some(item)
}
