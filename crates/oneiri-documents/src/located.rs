//! An identifier in a document, and where it is.

use std::ops::Range;

use crate::error::Error;
use crate::escapes::{self, Escapes, has_scheme};
use crate::lines::split_terminator;

/// An identifier in a record, or what is wrong with the record.
#[derive(Clone, Debug)]
pub struct Located<'a> {
    /// The number of its line, or of its record if records are not lines.
    pub number: u64,
    /// The record, without its terminator.
    pub record: &'a [u8],
    /// LF, or CR and LF; empty after the last record of a document, and after a statement that
    /// ends within a line.
    pub terminator: &'a [u8],
    /// The bytes of the record that spell the identifier.
    pub range: Range<usize>,
    /// How many bytes of its line are before it. 0 in formats whose places count in identifiers.
    pub offset: usize,
    /// How many code points these bytes are, if they were counted. If not, the record begins with the
    /// line, and they are counted when they are asked for.
    pub points: Option<usize>,
    /// The identifier that they spell: escapes are decoded, a prefix is replaced by its namespace, and a
    /// relative reference is resolved against the base.
    pub text: &'a [u8],
    /// How the record spells the text.
    pub spelling: Spelling,
    /// Whether it is the last identifier of its record.
    pub last: bool,
    /// Why no identifier could be read here. The text is then a part of the document.
    pub error: Option<&'a Error>,
    /// What was not checked because of this identifier. For example, a context of JSON-LD that is in another
    /// document is not loaded.
    pub note: Option<&'a str>,
    /// The column or the field that holds it, as its user named it, if several hold identifiers.
    pub column: Option<&'a str>,
    /// What opens the graph of TriG that the record is a statement of, such as `<http://g/> {`. A program that writes the
    /// statement elsewhere writes this before it, and `}` after it.
    pub graph: Option<&'a [u8]>,
}

/// How a record spells an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// It is all of a line, or of a field. Places count in the identifier.
    Field,
    /// As it is, but for escapes such as `\u0041`. It must have a scheme.
    Iri,
    /// As it is, but for such escapes.
    Reference,
    /// By a part of the bytes, which spell more than it. Another text cannot take its place.
    Part,
    /// By another text: a prefixed name, a relative reference, or one with escapes of XML or JSON.
    Derived,
    /// Not at all: the record has no identifier.
    Gap,
}

impl Located<'_> {
    /// A record without an identifier. A format makes all others of it: `Located { range, text, ..Located::record(…) }`.
    #[must_use]
    pub fn record<'a>(number: u64, record: &'a [u8], terminator: &'a [u8]) -> Located<'a> {
        Located {
            number,
            record,
            terminator,
            range: 0..0,
            offset: 0,
            points: None,
            text: b"",
            spelling: Spelling::Gap,
            last: true,
            error: None,
            note: None,
            column: None,
            graph: None,
        }
    }

    /// A line with its terminator, as an identifier.
    pub(crate) fn line(number: u64, line: &[u8]) -> Located<'_> {
        let (record, terminator) = split_terminator(line);
        let (range, text, spelling) = (0..record.len(), record, Spelling::Field);
        Located { range, text, spelling, ..Located::record(number, record, terminator) }
    }

    /// Whether places count in the line in which the identifier stands.
    #[must_use]
    pub fn counts_in_line(&self) -> bool {
        matches!(self.spelling, Spelling::Iri | Spelling::Reference | Spelling::Part | Spelling::Derived)
    }

    /// Whether the record is a directive of Turtle or TriG that declares a prefix or a base: `@prefix`, `@base`, `PREFIX` or `BASE`,
    /// after comments.
    #[must_use]
    pub fn is_directive(&self) -> bool {
        let mut record = self.record.trim_ascii_start();
        while record.starts_with(b"#") {
            let end = memchr::memchr2(b'\n', b'\r', record).unwrap_or(record.len());
            record = record.get(end..).unwrap_or_default().trim_ascii_start();
        }
        let is = |word: &[u8]| {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'#' | b'<');
            record.len() > word.len() && record[..word.len()].eq_ignore_ascii_case(word) && ends(&record[word.len()])
        };
        record.starts_with(b"@prefix") || record.starts_with(b"@base") || is(b"prefix") || is(b"base")
    }

    /// Whether a document of RDF spells the identifier as a whole, with a scheme, and not to declare anything. Another valid one
    /// can then take its place.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.spelling == Spelling::Reference && has_scheme(self.text) && !self.is_directive()
    }

    /// The bytes of the line that spell some bytes of the text.
    #[must_use]
    pub fn in_line(&self, range: Range<usize>) -> Range<usize> {
        let is_other = matches!(self.spelling, Spelling::Part | Spelling::Derived);
        if self.error.is_none() && is_other {
            return self.offset..self.offset + self.range.len();
        }
        let raw = self.record.get(self.range.clone());
        let raw = raw.filter(|_| self.counts_in_line() && self.error.is_none());
        let raw = raw.and_then(|raw| std::str::from_utf8(raw).ok());
        let place = |at| raw.map_or(at, |raw| escapes::place(raw, Escapes::Iri, at));
        self.offset + place(range.start)..self.offset + place(range.end)
    }

    /// At which byte of some records this one begins, if it is a part of them.
    #[must_use]
    pub fn record_in(&self, records: &[u8]) -> Option<usize> {
        let at = self.record.as_ptr().addr().checked_sub(records.as_ptr().addr())?;
        (at + self.record.len() <= records.len()).then_some(at)
    }

    /// How many line ends the record has before the first bytes of the text, of which so many were left out, or before what
    /// is wrong with it. In CSV, a field may have line ends.
    #[must_use]
    pub fn lines_before(&self, left_out: usize) -> u64 {
        let start = self.error.map_or(self.range.start, |error| error.start);
        let before = [self.record.get(..start), self.text.get(..left_out)];
        before.into_iter().flatten().map(|bytes| memchr::memchr_iter(b'\n', bytes).count() as u64).sum()
    }

    /// How many code points are before a byte of the line, if places count in lines.
    #[must_use]
    pub fn code_points(&self, at: usize) -> Option<usize> {
        if !self.counts_in_line() {
            return None;
        }
        let within = self.record.get(self.range.start..)?.get(..at.saturating_sub(self.offset))?;
        let before = || code_points(self.record.get(..self.range.start).unwrap_or_default());
        let counted = self.points.unwrap_or_else(before);
        Some(counted + code_points(within))
    }
}

/// How many code points a text in UTF-8 has: bytes that do not continue one.
pub(crate) fn code_points(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
