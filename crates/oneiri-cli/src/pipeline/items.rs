//! The items of a stretch of the input: some lines of a file, or all arguments.

use std::ffi::OsString;

use memchr::{memchr, memchr_iter};
use oneiri_documents::{Context, Ends, Located, Passes, Records, split_terminator};

use crate::output::{Item, item::Field, item::Stretch};
use crate::pipeline::format::Format;

/// Some items that stand one after the other.
pub(crate) struct Items<'b> {
    /// The name of the file as messages show it.
    pub(crate) file: &'b str,
    /// Whether the input has several files, so that answers name the file.
    pub(crate) several: bool,
    /// The number of the first line or record.
    pub(crate) first: u64,
    pub(crate) bytes: Bytes<'b>,
    /// What the records are, and whether white space around identifiers is left out.
    pub(crate) format: &'b Format,
    pub(crate) trim: bool,
    /// What is known of the bytes. `None` for arguments.
    pub(crate) context: Option<&'b Context>,
    /// The number of the first line, which differs from that of a record where fields of a table have line ends.
    pub(crate) line: u64,
}

#[derive(Clone, Copy)]
pub(crate) enum Bytes<'b> {
    /// Each argument is an item.
    Arguments(&'b [OsString]),
    /// Each line is an item, or has one.
    Lines(&'b [u8]),
}

impl<'b> Items<'b> {
    pub(crate) fn arguments(arguments: &'b [OsString], format: &'b Format, trim: bool) -> Self {
        let (file, bytes, context) = ("argument", Bytes::Arguments(arguments), None);
        let (several, first, line) = (false, 1, 1);
        Self { file, several, first, bytes, format, trim, context, line }
    }

    /// The lines or the arguments, in their order, as they are.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Item<'b>> {
        let &Self { file, several, mut first, mut bytes, .. } = self;
        std::iter::from_fn(move || next(&mut bytes, &mut first, (file, several)))
    }

    /// Calls `each` for the items, in their order.
    pub(crate) fn each(&self, mut each: impl FnMut(&Item<'_>)) {
        // Lines need no more than this, and most input is lines.
        let mut line = self.line_of_record();
        match self.records().filter(|_| !self.format.is_plain()) {
            Some(records) => self.format.each(records, &mut |it| self.give(it, line(it), &mut each)),
            None => {
                self.lines().for_each(|item| each(&if self.trim { item.trimmed() } else { item }));
            }
        }
    }

    /// Calls `each` for the items, but only counts those that need no answer. Returns how many
    /// items were only counted.
    pub(crate) fn each_but(&self, passes: Passes, mut each: impl FnMut(&Item<'_>)) -> u64 {
        let mut line = self.line_of_record();
        match self.records() {
            Some(records) => self.format.each_but(records, passes, &mut |it| self.give(it, line(it), &mut each)),
            None => {
                self.each(each);
                0
            }
        }
    }

    /// The records, if these are not arguments.
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

    fn give(&self, located: &Located<'_>, number: u64, each: &mut impl FnMut(&Item<'_>)) {
        let Bytes::Lines(bytes) = self.bytes else { return };
        let stretch = Stretch { bytes, line: self.line };
        let field = Field { located, format: &**self.format, stretch };
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
        };
        each(&if self.trim && located.error.is_none() { item.trimmed() } else { item });
    }
}

/// Takes the next item.
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
