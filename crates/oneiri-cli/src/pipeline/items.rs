//! The items of the input: each is a text with its place, which answers and refusals refer to.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::ops::{Deref, Range};

use memchr::{memchr, memchr_iter};
use oneiri::{HasScheme, Ri, Unicode};
use oneiri_documents::{
    Context, Ends, Located, Passes, Records, Selector, Spelling, has_scheme, split_terminator, utf8,
};

use crate::output::{Answers, Fault, escape};
use crate::pipeline::{Format, blocks::Block};

pub(crate) struct Items<'b> {
    /// The name of the file as messages show it.
    pub(crate) file: &'b str,
    /// Whether the input has several files, so that answers name the file.
    pub(crate) several: bool,
    pub(crate) first: u64,
    pub(crate) bytes: Bytes<'b>,
    /// What the records are, and whether white space around identifiers is left out.
    pub(crate) format: &'b Format,
    pub(crate) trim: bool,
    /// What is known of the bytes. `None` for arguments.
    pub(crate) context: Option<&'b Context>,
    /// The number of the first line, which differs from that of a record where fields of a table have line ends.
    pub(crate) line: u64,
    /// Whether the bytes are those of a file whose lines are counted.
    pub(crate) is_in_file: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Bytes<'b> {
    /// Each argument is an item.
    Arguments(&'b [OsString]),
    /// Each line is an item, or has one.
    Lines(&'b [u8]),
}

impl<'b> Items<'b> {
    /// The items of a block. The format must be that of its file.
    pub(crate) fn of(block: &'b Block, names: &'b [String], format: &'b Format, trim: bool) -> Self {
        let file = names.get(block.file()).map_or("", String::as_str);
        // Where reading failed there is nothing to answer, and no empty document either.
        let bytes = match block.failed {
            Some(_) => Bytes::Arguments(&[]),
            None => Bytes::Lines(block.as_ref()),
        };
        let (several, context) = (names.len() > 1, Some(&block.context));
        let (first, line, is_in_file) =
            (block.first, block.line, !block.is_packed && (!format.is_text() || format.is_plain()));
        Self { file, several, first, bytes, format, trim, context, line, is_in_file }
    }

    pub(crate) fn arguments(arguments: &'b [OsString], format: &'b Format, trim: bool) -> Self {
        let (file, bytes, context) = ("argument", Bytes::Arguments(arguments), None);
        let (several, first, line, is_in_file) = (false, 1, 1, false);
        Self { file, several, first, bytes, format, trim, context, line, is_in_file }
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = Item<'b>> {
        let &Self { file, several, mut first, mut bytes, is_in_file, .. } = self;
        std::iter::from_fn(move || Some(Item { is_in_file, ..next(&mut bytes, &mut first, (file, several))? }))
    }

    pub(crate) fn each(&self, mut each: impl FnMut(&Item<'_>)) {
        // Lines need no more than this, and most input is lines.
        let (mut line, seen) = (self.line_of_record(), Cell::default());
        match self.records().filter(|_| !self.format.is_plain()) {
            Some(records) => self.format.each(records, &mut |it| self.give(it, line(it), &seen, &mut each)),
            None => {
                self.lines().for_each(|item| each(&if self.trim { item.trimmed() } else { item }));
            }
        }
    }

    /// Calls `each` for the items, but only counts those that need no answer. Returns how many
    /// items were only counted.
    pub(crate) fn each_but(&self, passes: Passes, mut each: impl FnMut(&Item<'_>)) -> u64 {
        let (mut line, seen) = (self.line_of_record(), Cell::default());
        match self.records() {
            Some(records) => self.format.each_but(records, passes, &mut |it| self.give(it, line(it), &seen, &mut each)),
            None => {
                self.each(each);
                0
            }
        }
    }

    pub(crate) fn records(&self) -> Option<Records<'b>> {
        let (Bytes::Lines(bytes), Some(context)) = (self.bytes, self.context) else { return None };
        Some(Records { bytes, first: self.first, context, trim: self.trim })
    }

    /// The number of the line in which each record begins, for records in their order. It differs from the number of the
    /// record only in CSV, whose fields may have line ends.
    fn line_of_record(&self) -> impl FnMut(&Located<'_>) -> u64 + use<'b> {
        let (bytes, is_csv) = match self.bytes {
            Bytes::Lines(bytes) => (bytes, matches!(self.format.ends(), Ends::Quoted(..))),
            Bytes::Arguments(_) => (&[][..], false),
        };
        let (mut at, mut line) = (0, self.line);
        move |located| match located.record_in(bytes).filter(|_| is_csv) {
            Some(start) => {
                line += memchr_iter(b'\n', bytes.get(at..start).unwrap_or_default()).count() as u64;
                at = start;
                line
            }
            None => located.number,
        }
    }

    fn give(&self, located: &Located<'_>, number: u64, seen: &Cell<Seen>, each: &mut impl FnMut(&Item<'_>)) {
        let field = Field { located, format: &**self.format, seen: Some(seen) };
        let bytes = if let Bytes::Lines(bytes) = self.bytes { bytes } else { b"" };
        let field = (!self.format.is_text()).then_some(field);
        let item = Item {
            file: self.file,
            several: self.several,
            number,
            bytes: located.text,
            offset: located.offset,
            record: located.record,
            terminator: located.terminator,
            field,
            is_in_file: self.is_in_file && located.record_in(bytes).is_some(),
        };
        each(&if self.trim && located.error.is_none() { item.trimmed() } else { item });
    }
}

/// Refuses a text without a scheme, whatever else may be wrong with it.
pub(crate) fn absolute(text: &str) -> Result<(), Fault> {
    if !has_scheme(text.as_bytes()) {
        // This parser refuses it, because it has no scheme.
        Ri::<&str, Unicode, HasScheme>::parse(text)?;
    }
    Ok(())
}

fn next<'b>(bytes: &mut Bytes<'b>, number: &mut u64, (file, several): (&'b str, bool)) -> Option<Item<'b>> {
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
            Item::line((file, several), *number, bytes, terminator)
        }
    };
    *number += 1;
    Some(item)
}

/// The line end after a record that is written: its own, or a line feed if it is the last one of a file and has none.
pub(crate) fn ended(terminator: &[u8]) -> &[u8] {
    if terminator.is_empty() { b"\n" } else { terminator }
}

/// The place of an identifier in a record of a table or a document, and the format that spells
/// another text there.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) located: &'a Located<'a>,
    pub(crate) format: &'a dyn oneiri_documents::Format,
    /// How far the places of a record are known, if its identifiers are given in their order.
    pub(crate) seen: Option<&'a Cell<Seen>>,
}

/// How far lines and columns have been counted in a record, so that a record with many identifiers is read once and not once for
/// each of them. The line in which a record begins identifies it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seen {
    pub(super) record: u64,
    pub(super) from: usize,
    pub(super) at: At,
}

/// A place in a file: the line, the bytes of the line that stand before it, and the code points that they are.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) line: u64,
    pub(crate) byte: usize,
    pub(crate) column: usize,
}

impl<'a> Deref for Field<'a> {
    type Target = Located<'a>;

    fn deref(&self) -> &Located<'a> {
        self.located
    }
}

/// One input: a line of a file, an identifier in a record, or an argument. The bytes lie in the
/// reader's buffer.
pub(crate) struct Item<'a> {
    /// The file's name as messages show it, or `argument`.
    pub(crate) file: &'a str,
    /// Whether there are several files. JSON names the file only then.
    pub(crate) several: bool,
    /// The number of the line, of the line in which the record begins, of the row or of the argument, from 1.
    pub(crate) number: u64,
    /// The input, which is the identifier.
    pub(crate) bytes: &'a [u8],
    /// How many bytes were trimmed before the input, or stand before an IRI in its line.
    pub(crate) offset: usize,
    /// The line or the record that the input stands in, without its terminator.
    pub(crate) record: &'a [u8],
    /// LF, or CR and LF; empty for an argument and for a last line without a terminator.
    pub(crate) terminator: &'a [u8],
    /// The place of the input in its record. `None` if it is all of a line.
    pub(crate) field: Option<Field<'a>>,
    /// Whether the record is a part of a file whose lines are counted, and not an argument, or a copy of packed or recoded bytes.
    pub(crate) is_in_file: bool,
}

impl<'a> Item<'a> {
    pub(crate) fn argument(number: u64, argument: &'a OsStr) -> Self {
        // On Unix these are the bytes as given. On other systems an argument that is not Unicode
        // gives bytes that are not UTF-8.
        let bytes = argument.as_encoded_bytes();
        Self::line(("argument", false), number, bytes, b"")
    }

    /// A line of the file with this name, which may be one of several.
    pub(crate) fn line((file, several): (&'a str, bool), number: u64, bytes: &'a [u8], terminator: &'a [u8]) -> Self {
        let (offset, record, field, is_in_file) = (0, bytes, None, false);
        Self { file, several, number, bytes, offset, record, terminator, field, is_in_file }
    }

    /// The same input without white space of ASCII before and after it.
    pub(crate) fn trimmed(self) -> Self {
        let rest = self.bytes.trim_ascii_start();
        let offset = self.offset + self.bytes.len() - rest.len();
        Self { bytes: rest.trim_ascii_end(), offset, ..self }
    }

    /// The input as text. An input that is not UTF-8 is refused, and so are a broken record, and a
    /// relative reference in a format that has none.
    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        if let Some(error) = self.field.and_then(|field| field.located.error) {
            return Err(error.clone().into());
        }
        let text = utf8(self.bytes)?;
        if self.is(Spelling::Iri) {
            absolute(text)?;
        }
        Ok(text)
    }

    /// Gives the text of the input to `answer`. An input that has none, or is refused, is answered here.
    pub(crate) fn with_text(
        &self,
        answers: &mut Answers,
        answer: impl FnOnce(&'a str, &mut Answers) -> Result<(), Fault>,
    ) {
        if self.is_gap() {
            return answers.gap(self);
        }
        if let Err(fault) = self.text().and_then(|text| answer(text, answers)) {
            answers.refuse(self, &fault);
        }
    }

    /// The line of the file in which the input begins, or what is wrong with its record: in CSV, a cell before it may have
    /// line ends.
    pub(crate) fn line_number(&self) -> u64 {
        let of_csv = self.field.filter(|it| matches!(it.format.ends(), Ends::Quoted(..)));
        let before = |it: Field<'_>| it.lines_before(self.offset.saturating_sub(it.offset));
        self.number + of_csv.map_or(0, before)
    }

    /// Whether there is no input, but a record to copy: a statement without names, or an empty cell, which has no
    /// URL. In lines, the empty text is the empty reference.
    pub(crate) fn is_gap(&self) -> bool {
        self.is(Spelling::Gap) || self.is_empty_cell()
    }

    /// Whether the input stands in a document, and not in a list or a table.
    pub(crate) fn is_in_document(&self) -> bool {
        self.field.is_some_and(|field| field.format.description().selector == Selector::None)
    }

    /// Whether the input stands in a document of links, and not in one of RDF.
    pub(crate) fn is_in_page(&self) -> bool {
        self.is_in_document() && self.field.is_some_and(|field| !field.format.description().is_rdf())
    }

    /// Whether a valid input may be replaced: a name of RDF that is written in full, and declares nothing.
    pub(crate) fn may_change(&self) -> bool {
        self.field.is_none_or(|field| !field.format.description().is_rdf() || field.is_full())
    }

    /// Whether the input is an empty cell of a table.
    pub(crate) fn is_empty_cell(&self) -> bool {
        let is_cell = |field: Field<'_>| field.error.is_none() && field.format.description().selector != Selector::None;
        self.bytes.is_empty() && self.field.is_some_and(is_cell)
    }

    /// The column of the input, if a record has several with URLs, as messages show it.
    pub(crate) fn column(&self) -> String {
        let shown = |name| format!("column '{}': ", escape::visible(name));
        self.field.and_then(|field| field.column).map(shown).unwrap_or_default()
    }

    /// Whether messages count the bytes of the line in which the input stands, and not those of the
    /// input.
    pub(crate) fn counts_in_line(&self) -> bool {
        self.field.is_some_and(|field| field.counts_in_line())
    }

    fn is(&self, spelling: Spelling) -> bool {
        self.field.is_some_and(|field| field.spelling == spelling)
    }

    /// The bytes of the line for bytes of the input, in formats whose messages count in lines; in
    /// others, the bytes of the untrimmed input.
    pub(crate) fn in_line(&self, range: Range<usize>) -> Range<usize> {
        match self.field.filter(|field| field.counts_in_line()) {
            Some(field) => field.in_line(range),
            None => self.offset + range.start..self.offset + range.end,
        }
    }
}
