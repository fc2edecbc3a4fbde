//! Divides a document, as it is read, into stretches of whole records.

use std::ops::Range;
use std::sync::Arc;

use crate::ends::Ends;
use crate::rdf::turtle::cut::Cut;
use crate::rdf::turtle::lost::Lost;
use crate::rdf::turtle::scope::Scope;
use crate::rdf::turtle::token::Token;

/// What is known where a stretch of a document begins: how many bytes of its first line are before
/// it, and what the document declared there.
#[derive(Clone, Debug, Default)]
pub struct Context {
    pub(crate) column: usize,
    /// How many code points these bytes are. A byte order mark is none, because editors do not show it.
    pub(crate) points: usize,
    /// The line that names the fields of an index.
    pub(crate) named: Option<Arc<str>>,
    pub(crate) scope: Scope,
    /// Each record of the stretch, if that is known already, and the tokens of them all.
    pub(crate) cuts: Vec<Cut>,
    pub(crate) tokens: Vec<Token>,
    /// What its invalid statements may have declared, in their order.
    pub(crate) lost: Vec<Lost>,
}

/// Whole records of a document, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Records<'b> {
    /// The bytes of the records, with their terminators.
    pub bytes: &'b [u8],
    /// The number of the first record; of the first line, if records are no lines.
    pub first: u64,
    /// What is known of them.
    pub context: &'b Context,
    /// Whether white space around an identifier belongs to the record. It matters to
    /// [`each_but`](crate::Format::each_but) only.
    pub trim: bool,
}

impl<'b> Records<'b> {
    /// A whole document, whose lines count from 1. The context is that of its beginning.
    #[must_use]
    pub fn document(bytes: &'b [u8], context: &'b Context) -> Self {
        Self { bytes, first: 1, context, trim: false }
    }
}

/// The places of many texts in a buffer; the bits of the result say which of them need no answer.
pub type Passes = fn(&str, &mut dyn Iterator<Item = Range<usize>>) -> Vec<u64>;

/// What the beginning of some bytes is.
#[derive(Debug)]
pub enum Divided {
    /// So many bytes are whole records. What follows them is given again, at the beginning.
    Records(usize, Context),
    /// More bytes are needed: at least so many in all, if the document has them.
    Needs(usize),
}

/// Divides one document, from its beginning to its end.
pub trait Divide: Send {
    /// Divides the bytes that were read and not yet returned as records. `is_all` says that no others
    /// follow; then all of them are records. A stretch has about `most` bytes, if no record is
    /// longer.
    fn divide(&mut self, bytes: &[u8], is_all: bool, most: usize) -> Divided;
}

/// Divides where the last record ends.
pub(crate) struct WholeRecords {
    ends: Ends,
    /// The scanner for the bytes that were looked at, and how many these are.
    scanner: Ends,
    seen: usize,
    column: usize,
}

impl WholeRecords {
    pub(crate) fn new(ends: Ends, column: usize) -> Self {
        Self { ends, scanner: ends, seen: 0, column }
    }
}

impl Divide for WholeRecords {
    fn divide(&mut self, bytes: &[u8], is_all: bool, _: usize) -> Divided {
        let from = self.seen.min(bytes.len());
        let end = if is_all { Some(bytes.len()) } else { self.scanner.last(&bytes[from..]).map(|end| from + end) };
        self.seen = bytes.len();
        let Some(end) = end else { return Divided::Needs(0) };
        (self.seen, self.scanner) = (0, self.ends);
        let column = std::mem::take(&mut self.column);
        Divided::Records(end, Context { column, ..Context::default() })
    }
}

/// Divides where a line ends, unless a blank says that the next one continues it. A line of an index
/// names the fields of those below it.
pub(crate) struct WholeLines {
    pub(crate) column: usize,
    pub(crate) named: Option<Arc<str>>,
    pub(crate) names: fn(&[u8]) -> Option<Arc<str>>,
    pub(crate) seen: usize,
}

impl Divide for WholeLines {
    fn divide(&mut self, bytes: &[u8], is_all: bool, _: usize) -> Divided {
        // What follows the last line end is not known yet. Each byte is looked at once.
        let known = bytes.len().saturating_sub(1);
        let mut ends = memchr::memrchr_iter(b'\n', &bytes[self.seen.min(known)..known]);
        let from = self.seen.min(known);
        let end = ends.find(|at| !matches!(bytes[from + at + 1], b' ' | b'\t'));
        let end = if is_all { Some(bytes.len()) } else { end.map(|at| from + at + 1) };
        self.seen = known;
        let Some(end) = end else { return Divided::Needs(0) };
        self.seen = 0;
        let (column, named) = (std::mem::take(&mut self.column), self.named.clone());
        self.named = (self.names)(&bytes[..end]).or_else(|| named.clone());
        Divided::Records(end, Context { column, named, ..Context::default() })
    }
}

/// Does not divide a document at all.
pub(crate) struct Whole {
    pub(crate) column: usize,
}

impl Divide for Whole {
    fn divide(&mut self, bytes: &[u8], is_all: bool, _: usize) -> Divided {
        if !is_all {
            return Divided::Needs(usize::MAX);
        }
        Divided::Records(bytes.len(), Context { column: self.column, ..Context::default() })
    }
}
