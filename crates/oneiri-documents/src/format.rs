//! The interface of a format. A format knows where its records end and where identifiers are in them,
//! and says what a program can do with it.

use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::Range;

use crate::divide::{Context, Divide, Divided, Passes, Records, Whole, WholeRecords};
use crate::each::{each_but, each_record};
use crate::ends::Ends;
use crate::error::{Error, utf8};
use crate::lines::split_terminator;
use crate::links::Links;
use crate::located::Located;
use crate::options::Options;

/// The names of a format, and what it can do.
#[derive(Debug)]
pub struct Description {
    /// The name by which programs choose it, such as `nt`, and others for the same.
    pub id: &'static str,
    /// Other names by which programs choose it.
    pub aliases: &'static [&'static str],
    /// The name that people read, such as `N-Triples`.
    pub name: &'static str,
    /// The endings of the names of its files.
    pub endings: &'static [&'static str],
    /// How its documents are divided.
    pub unit: Unit,
    /// How a user says where in a record the identifier is.
    pub selector: Selector,
    /// Whether it has references that a base resolves.
    pub base: bool,
    /// Whether an identifier can be replaced by another text.
    pub rewrites: bool,
    /// Whether `links` of a format gives the elements that hold its references.
    pub links: bool,
    /// The function that [`open`](Self::open) calls.
    pub open: fn(Options) -> Box<dyn Format>,
}

impl Description {
    /// Whether it is a format of RDF that resolves references against a base.
    #[must_use]
    pub fn is_rdf(&self) -> bool {
        self.base && !self.links
    }

    /// The format with these options, ready to read documents.
    ///
    /// ```
    /// use oneiri_documents::{Options, by_id};
    ///
    /// let format = by_id("nt").expect("the format is built in").open(Options::default());
    /// assert_eq!(format.description().name, "N-Triples");
    /// ```
    #[must_use]
    pub fn open(&self, options: Options) -> Box<dyn Format> {
        (self.open)(options)
    }

    /// A format without references and without options.
    pub(crate) const fn new(
        id: &'static str,
        name: &'static str,
        endings: &'static [&'static str],
        unit: Unit,
        open: fn(Options) -> Box<dyn Format>,
    ) -> Self {
        let (selector, base, rewrites, links) = (Selector::None, false, true, false);
        Self { id, aliases: &[], name, endings, unit, selector, base, rewrites, links, open }
    }

    /// A format of documents with references, which is read as a whole.
    pub(crate) const fn document(
        id: &'static str,
        name: &'static str,
        endings: &'static [&'static str],
        open: fn(Options) -> Box<dyn Format>,
    ) -> Self {
        Self { base: true, rewrites: false, ..Self::new(id, name, endings, Unit::Document, open) }
    }
}

/// The unit into which a document is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Lines, each of which is an identifier.
    Line,
    /// Records, each of which holds an identifier.
    Record,
    /// Statements, each of which holds any number of identifiers.
    Statement,
    /// Nothing: the document is one record, and is read as a whole.
    Document,
}

impl Unit {
    /// The word for one such unit in messages, such as "line".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Record => "record",
            Self::Statement => "statement",
            Self::Document => "document",
        }
    }
}

/// How a user says where in a record the identifier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Nobody has to say it, because the format knows it.
    None,
    /// The name or the number of a column. A file begins with a header.
    Column,
    /// The name of a field.
    Field,
}

/// A format of documents that hold identifiers.
///
/// A format with one identifier in each record implements [`find`](Self::find). Any other format implements
/// [`each`](Self::each), and says with [`divider`](Self::divider) where its records end.
pub trait Format: Debug + Send + Sync {
    /// The names of the format, and what it can do.
    fn description(&self) -> &'static Description;

    /// A scanner for the ends of records. The bytes that it gets must begin with a record.
    fn ends(&self) -> Ends {
        Ends::Lines(b'\n')
    }

    /// Divides a document, as it is read, into stretches of whole records. `column` bytes, such as a
    /// byte order mark, are before it.
    fn divider(&self, column: usize) -> Box<dyn Divide> {
        match self.description().unit {
            Unit::Document => Box::new(Whole { column }),
            _ => Box::new(WholeRecords::new(self.ends(), column)),
        }
    }

    /// How many lines, or records if these are no lines, end in some whole records.
    fn count(&self, records: &[u8]) -> u64 {
        self.ends().count(records)
    }

    /// Takes the header of a file, without its terminator. Returns whether it is the header of the
    /// first file.
    ///
    /// # Errors
    ///
    /// The header differs from the first one, lacks the column, or has it twice.
    fn header(&self, header: &[u8]) -> Result<bool, Error> {
        let _ = header;
        Ok(false)
    }

    /// Takes the first record of a file that has no header.
    fn first(&self, record: &[u8]) {
        let _ = record;
    }

    /// The column or field that no record had, after all were read. The user has probably mistyped its name.
    fn missing(&self) -> Option<String> {
        None
    }

    /// The one identifier of a record, which has no terminator: where the record spells it, and its
    /// text.
    ///
    /// # Errors
    ///
    /// The record has none, or is not of this format.
    fn find<'r>(&self, record: &'r [u8]) -> Result<(Range<usize>, Cow<'r, [u8]>), Error> {
        let message = "expected a record with one identifier, found a statement";
        Err(Error::new(0..record.len(), message))
    }

    /// Calls `each` for the identifiers, in their order, and for what cannot be read. A record
    /// without either is given as a gap.
    fn each(&self, records: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        each_record(self.ends(), |record| self.find(record), records, each);
    }

    /// The same, but skips the identifiers for which `passes` returns true. Returns how many it skipped.
    fn each_but(&self, records: Records<'_>, passes: Passes, each: &mut dyn FnMut(&Located<'_>)) -> u64 {
        match self.description().unit {
            Unit::Line | Unit::Record => each_but(self.ends(), |record| self.find(record), records, passes, each),
            Unit::Statement | Unit::Document => {
                self.each(records, each);
                0
            }
        }
    }

    /// Whether a record is a blank line, as programs write them at the end of a table. It has no identifier, and no other
    /// field. In a table with one column, it is an empty cell instead.
    fn is_blank(&self, record: &[u8]) -> bool {
        let _ = record;
        false
    }

    /// Appends a text in the spelling of the record, instead of an identifier. `alone` says that the
    /// record has nothing else. The empty text is no value, which is a null where the format has it.
    fn spell(&self, text: &[u8], alone: bool, out: &mut Vec<u8>) {
        let _ = alone;
        out.extend_from_slice(text);
    }

    /// Appends a record, or a header, with one more field.
    fn add(&self, record: &[u8], name: &str, text: &[u8], out: &mut Vec<u8>) {
        let _ = name;
        out.extend_from_slice(record);
        out.push(b'\t');
        self.spell(text, false, out);
    }

    /// The same for a record that cannot be read. If it has no place for the field, it is appended as it is.
    fn add_to_broken(&self, record: &[u8], text: &[u8], out: &mut Vec<u8>) {
        let _ = text;
        out.extend_from_slice(record);
    }

    /// Whether some statements have a blank node with a label, which another document may use for another node.
    fn has_blank_nodes(&self, records: &[u8]) -> bool {
        let _ = records;
        false
    }

    /// The references of a document, or of a stretch of it, with the elements that hold them, if
    /// [`links`](Description::links) says so.
    fn links_in(&self, document: Records<'_>) -> Links {
        let _ = document;
        Links::default()
    }
}

impl dyn Format + '_ {
    /// The references of a whole document, as [`links_in`](Format::links_in) gives them.
    pub fn links(&self, document: &[u8]) -> Links {
        self.links_in(Records::document(document, &Context::default()))
    }

    /// The text of the one identifier of a record.
    ///
    /// # Errors
    ///
    /// The record has none, or it is not UTF-8.
    pub fn field<'r>(&self, record: &'r [u8]) -> Result<Cow<'r, str>, Error> {
        match self.find(record)?.1 {
            Cow::Borrowed(text) => utf8(text).map(Cow::Borrowed),
            Cow::Owned(text) => utf8(&text).map(|text| Cow::Owned(text.to_owned())),
        }
    }

    /// Calls `each` for the identifiers of a whole document, its header included.
    ///
    /// # Errors
    ///
    /// The header is refused. What is wrong with the rest is [located](Located::error).
    pub fn read(&self, document: &[u8], each: &mut dyn FnMut(&Located<'_>)) -> Result<(), Error> {
        let (mut bytes, mut first, mut column) = (document, 1, 0);
        let description = self.description();
        if description.selector == Selector::Column {
            let end = self.ends().next(bytes).unwrap_or(bytes.len());
            self.header(split_terminator(&bytes[..end]).0)?;
            (bytes, first) = (&bytes[end..], 2);
        } else if let (Unit::Statement | Unit::Document, Some(rest)) = (description.unit, bytes.strip_prefix(MARK)) {
            (bytes, column) = (rest, MARK.len());
        }
        let mut divider = self.divider(column);
        while let Divided::Records(end, context) = divider.divide(bytes, true, STRETCH) {
            let (records, rest) = bytes.split_at(end);
            self.each(Records { bytes: records, first, context: &context, trim: false }, each);
            first += self.count(records);
            if rest.is_empty() {
                break;
            }
            bytes = rest;
        }
        Ok(())
    }
}

/// About how many bytes of a whole document are divided at a time.
const STRETCH: usize = 1 << 20;

/// A byte order mark, U+FEFF in UTF-8. Some programs write it before a document.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";
