//! Where bytes of an item are in its file.

use std::cell::Cell;
use std::ops::Range;

use memchr::memchr_iter;
use oneiri_documents::Spelling;

use crate::pipeline::items::{At, Field, Item, Seen};

impl At {
    /// The place after some more bytes.
    fn after(self, bytes: &[u8]) -> Self {
        let start = memchr::memrchr(b'\n', bytes).map(|feed| feed + 1);
        let line = self.line + memchr_iter(b'\n', bytes).count() as u64;
        let (byte, column) = if start.is_some() { (0, 0) } else { (self.byte, self.column) };
        Self { line, byte, column }.along(&bytes[start.unwrap_or(0)..])
    }

    /// The same if line ends among them do not count.
    fn along(self, bytes: &[u8]) -> Self {
        let column = self.column + bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        Self { byte: self.byte + bytes.len(), column, ..self }
    }
}

/// A byte of a text, the byte of its record that spells it, and the place of that.
#[derive(Clone, Copy)]
struct Spot {
    byte: usize,
    raw: usize,
    at: At,
}

/// How a record spells a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelled {
    Verbatim,
    /// With escapes of JSON or of an IRI in RDF.
    Escaped,
    /// In CSV, after the opening quote.
    Quoted,
    /// By other bytes, or by a part of them.
    Derived,
    /// In no line: a row of Parquet, for example.
    Nowhere,
}

impl Item<'_> {
    /// How a message about bytes of the input begins, as [`Places::message`] says.
    pub(crate) fn place(&self, range: Range<usize>, offset: usize) -> String {
        Places::of(self, "").message(range, offset)
    }
}

/// The places of the bytes of an item, of which any number can be asked for.
pub(crate) struct Places<'i> {
    item: &'i Item<'i>,
    /// Whether the text whose bytes are asked for is that of the item, and not its repair.
    is_given: bool,
    /// The text of the record, and how many bytes of it were trimmed before the item.
    text: &'i [u8],
    trimmed: usize,
    spelled: Spelled,
    raw: &'i [u8],
    /// A spot for every [`APART`] bytes, as far as somebody asked, because a long value may have many findings.
    spots: Vec<Spot>,
}

const APART: usize = 256;

impl<'i> Places<'i> {
    /// The places of a text in which something was found: that of the item, or its repair.
    pub(crate) fn of(item: &'i Item<'i>, found_in: &str) -> Self {
        let start = At { line: item.number, ..At::default() };
        let trimmed = item.offset.saturating_sub(item.field.map_or(0, |field| field.offset));
        let (spelled, raw, at) = match item.field {
            None => (Spelled::Verbatim, 0, start),
            Some(field) => field_of(item, field, start),
        };
        let text = item.field.map_or(item.record, |field| field.text);
        let record = if spelled == Spelled::Nowhere { text } else { item.record };
        let is_given = found_in.as_bytes() == item.bytes;
        Self { item, is_given, text, trimmed, spelled, raw: record, spots: vec![Spot { byte: 0, raw, at }] }
    }

    /// How a message about bytes of the item begins: with the file, the line and the bytes of that line, where an editor
    /// finds them. `offset` is the position of the item in its line, if it is only a part of the line.
    pub(crate) fn message(&mut self, range: Range<usize>, offset: usize) -> String {
        let (item, before) = (self.item, self.item.offset);
        let (line, Range { start, end }) = if item.field.is_none() || self.spelled == Spelled::Nowhere {
            (item.number, before + range.start..before + range.end)
        } else {
            let Range { start: Spot { raw, at, .. }, end } = self.spots(range);
            (at.line, at.byte..at.byte + end.raw.saturating_sub(raw))
        };
        format!("{}:{line}:{}-{}: {}", item.file, start + offset, end + offset, item.column())
    }

    pub(crate) fn in_file(&mut self, range: Range<usize>) -> Range<At> {
        let Range { start, end } = self.spots(range);
        start.at..end.at
    }

    /// Whether a fix can be applied to the file at this byte of the text, because the file has the text as it is.
    pub(crate) fn can_change(&self, at: usize) -> bool {
        // In HTML, `&am%70;` has no character reference until its escape is replaced. No name of a character is longer.
        let before = self.item.bytes.get(..at).unwrap_or_default().iter().rev().take(40);
        let is_reference = before.copied().find(|it| !it.is_ascii_alphanumeric() && *it != b'#') == Some(b'&');
        let is_page = self.item.field.is_some_and(|field| field.format.description().links);
        let is_verbatim = self.is_given && self.spelled == Spelled::Verbatim;
        self.item.is_in_file && is_verbatim && !(is_page && is_reference)
    }

    fn spots(&mut self, Range { start, end }: Range<usize>) -> Range<Spot> {
        let (start, end) = match (self.spelled, self.item.field) {
            (Spelled::Derived, Some(field)) => (0, field.range.len()),
            _ => (self.trimmed + start, self.trimmed + end),
        };
        self.spot(start)..self.spot(end)
    }

    fn spot(&mut self, byte: usize) -> Spot {
        let byte = byte.min(self.raw.len());
        while let Some(last) = self.spots.last().copied().filter(|last| last.byte + APART <= byte) {
            self.spots.push(self.after(last, last.byte + APART));
        }
        let near = self.spots.partition_point(|it| it.byte <= byte).saturating_sub(1);
        self.after(self.spots[near], byte)
    }

    /// The spot of a byte, or of the end of its character, from one that is not after it.
    fn after(&self, spot: Spot, byte: usize) -> Spot {
        let (byte, raw) = match self.spelled {
            Spelled::Escaped | Spelled::Quoted => self.spelled(spot, byte),
            _ => (byte, spot.raw + byte.saturating_sub(spot.byte)),
        };
        let raw = raw.min(self.raw.len());
        let passed = self.raw.get(spot.raw..raw).unwrap_or_default();
        // Where a value is in no line, places count in the value.
        let is_nowhere = self.spelled == Spelled::Nowhere;
        Spot { byte, raw, at: if is_nowhere { spot.at.along(passed) } else { spot.at.after(passed) } }
    }

    /// Where the record spells a byte of the text.
    fn spelled(&self, spot: Spot, byte: usize) -> (usize, usize) {
        let (mut from, mut decoded, is_quoted) = (spot.raw, spot.byte, self.spelled == Spelled::Quoted);
        while let Some(&first) = self.text.get(decoded).filter(|_| decoded < byte) {
            // The character is all of its bytes in UTF-8.
            let length = (first.leading_ones() as usize).clamp(1, 4);
            from += match self.raw.get(from..) {
                Some([b'\\', b'u', ..]) if !is_quoted => 6 * length.div_ceil(3),
                Some([b'\\', b'U', ..]) if !is_quoted => 10,
                Some([b'\\', ..]) if !is_quoted => 2,
                Some([b'"', b'"', ..]) if is_quoted && first == b'"' => 2,
                // The text goes on after the closing quote.
                Some([b'"', ..]) if is_quoted && first != b'"' => 1 + length,
                _ => length,
            };
            decoded += length;
        }
        (decoded.max(byte), from)
    }
}

/// How a record spells an identifier, and where that begins.
fn field_of(item: &Item<'_>, field: Field<'_>, start: At) -> (Spelled, usize, At) {
    let (raw, id) = (field.range.start, field.format.description().id);
    if field.counts_in_line() {
        let column = field.points.unwrap_or_else(|| begin(item, field, start).column);
        let spelled = match field.spelling {
            _ if field.error.is_some() => Spelled::Verbatim,
            Spelling::Part | Spelling::Derived => Spelled::Derived,
            _ if item.record.get(field.range.clone()) == Some(field.text) => Spelled::Verbatim,
            _ => Spelled::Escaped,
        };
        return (spelled, raw, At { byte: field.offset, column, ..start });
    }
    if item.is_in_document() || id == "parquet" {
        return (Spelled::Nowhere, 0, start);
    }
    if field.error.is_some() {
        return (Spelled::Verbatim, 0, start);
    }
    let rest = item.record.get(raw..).unwrap_or_default();
    let quote = usize::from(id != "tsv" && rest.first() == Some(&b'"'));
    let spelled = match id {
        _ if rest[quote..].starts_with(field.text) => Spelled::Verbatim,
        "ndjson" => Spelled::Escaped,
        _ => Spelled::Quoted,
    };
    (spelled, raw + quote, begin(item, field, start).after(&rest[..quote]))
}

/// The place where a field of a table, or an IRI of N-Triples, begins in its record.
fn begin(item: &Item<'_>, field: Field<'_>, at: At) -> At {
    let first = Seen { record: item.number, from: 0, at };
    let is_before = |it: &Seen| it.record == first.record && it.from <= field.range.start;
    let seen = field.seen.map(Cell::get).filter(is_before).unwrap_or(first);
    let at = seen.at.after(item.record.get(seen.from..field.range.start).unwrap_or_default());
    if let Some(cell) = field.seen {
        cell.set(Seen { from: field.range.start, at, ..seen });
    }
    at
}
