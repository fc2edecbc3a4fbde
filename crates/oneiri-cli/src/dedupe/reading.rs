//! Parses records and computes their normal forms.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use oneiri::{Alphabet, Ladder, MaybeScheme, Ri};
use oneiri_documents::split_terminator;
use oneiri_sets::{Known, Records, Span};

use super::keep::Ages;
use super::map::Rows;
use crate::comparison::{Comparison, STRICT};
use crate::dedupe::{map::Assumed, map::Why};
use crate::output::{Fault, options::Invalid};
use crate::pipeline::{Format, blocks::Block, run::Open};

type Batch = oneiri_sets::Batch<Block>;

pub(super) struct Reading<A> {
    pub(super) comparison: Comparison<A>,
    pub(super) format: Arc<Format>,
    why: Why,
    /// The format with the column that says which record of a class is the newest. If there is none,
    /// the last one is.
    pub(super) newest: Option<Format>,
    /// What that column says.
    ages: Ages,
    /// Whether a line can be skipped without parsing if its text is a known normal form.
    /// Normalization is idempotent without a base and evidence, so such a line belongs to that class.
    skips_known: bool,
    /// How many records that equal no other were read.
    alone: AtomicU64,
    /// How many records without a URL were read, if those are only counted, because two lists are compared.
    pub(super) gaps: Option<AtomicU64>,
    pub(super) trim: bool,
    /// What becomes of records with an invalid identifier, if they stay.
    pub(super) invalid: Option<Invalid>,
}

/// A record with the hash of its bytes.
#[derive(Clone, Copy)]
struct Hashed<'d> {
    span: Span,
    bytes: &'d [u8],
    hash: u64,
}

impl<A: Alphabet> Reading<A> {
    pub(super) fn new(
        comparison: Comparison<A>,
        open: &Open,
        rows: Option<Rows>,
        newest: Option<Format>,
        invalid: Option<Invalid>,
        gaps: Option<AtomicU64>,
    ) -> Self {
        let (format, trim) = (Arc::clone(&open.format), open.trim);
        let invalid = invalid.filter(|it| *it != Invalid::Drop);
        let why = Why::new(rows, comparison.assumptions.as_ref());
        let is_idempotent = comparison.base.is_none() && comparison.evidence.is_none();
        let skips_known = format.is_text() && !why.is_asked(&comparison) && is_idempotent;
        let (ages, alone) = (Ages::default(), AtomicU64::new(0));
        Self { comparison, format, why, newest, ages, skips_known, alone, gaps, trim, invalid }
    }

    /// The lines that are equal only because of an assumption, if there are assumptions.
    pub(super) fn assumed(&self) -> Option<Assumed> {
        self.why.assumed()
    }

    /// Why no record can be the newest, or has no URL, when all have been read.
    pub(super) fn objection(&self, names: &[String], place: impl Fn(u64) -> String) -> Option<String> {
        let newest = || self.newest.as_ref()?.missing(names).pop();
        self.ages.objection(place).or_else(|| self.format.missing(names).pop()).or_else(newest)
    }

    pub(super) fn text<'r>(&self, record: &'r [u8]) -> Result<Cow<'r, str>, Fault> {
        let text = self.format.field(record)?;
        Ok(match text {
            text if !self.trim => text,
            Cow::Borrowed(text) => Cow::Borrowed(text.trim_ascii()),
            Cow::Owned(text) => Cow::Owned(text.trim_ascii().to_owned()),
        })
    }

    /// Whether a record has no URL, because its cell is empty. In lines, the empty text is the empty reference.
    fn is_gap(&self, text: &str) -> bool {
        text.is_empty() && !self.format.is_text()
    }

    pub(super) fn fault(&self, record: &[u8]) -> Option<Fault> {
        match self.text(record) {
            Ok(text) if self.is_gap(&text) => None,
            Ok(text) => self.comparison.read(&text, &mut String::new()).err(),
            Err(fault) => Some(fault),
        }
    }

    fn push_alone(&self, batch: &mut Batch, span: Span, known: Known<'_>) {
        let nth = self.alone.fetch_add(1, Ordering::Relaxed);
        // No URL has such a byte.
        let key = [&[0xFF], &nth.to_le_bytes()[..]].concat();
        batch.push_key(span, &key, known.hash(&key));
    }

    fn refuse(&self, batch: &mut Batch, span: Span, known: Known<'_>) {
        if self.invalid.is_some() {
            self.push_alone(batch, span, known);
        } else {
            batch.refuse(span);
        }
    }

    fn read_one(&self, batch: &mut Batch, one: Hashed<'_>, known: Known<'_>, scratch: &mut Scratch<'_>) {
        let Scratch { ladder, buffer } = scratch;
        let Ok(text) = self.text(one.bytes) else { return self.refuse(batch, one.span, known) };
        match &self.gaps {
            Some(gaps) if self.is_gap(&text) => {
                gaps.fetch_add(1, Ordering::Relaxed);
                return batch.skip();
            }
            None if self.is_gap(&text) => return self.push_alone(batch, one.span, known),
            _ => {}
        }
        match self.comparison.read(&text, buffer) {
            Ok(identifier) => self.push(batch, one, &identifier, known, ladder),
            Err(_) => self.refuse(batch, one.span, known),
        }
    }

    fn push<T: AsRef<str>>(
        &self,
        batch: &mut Batch,
        one: Hashed<'_>,
        identifier: &Ri<T, A, MaybeScheme>,
        known: Known<'_>,
        ladder: &Ladder<'_>,
    ) {
        let mut buffer = String::new();
        let identifier = identifier.as_borrowed();
        let normal = self.comparison.form(ladder, &identifier, &mut buffer);
        let normal = normal.as_str().as_bytes();
        if normal == one.bytes {
            batch.push_own(one.span, one.hash);
        } else {
            batch.push_key(one.span, normal, known.hash(normal));
        }
    }
}

/// The value of a field that is no string, or nothing if there is no such field, or null.
fn other_value<'r>(record: &'r [u8], error: &oneiri_documents::Error) -> &'r str {
    let value = record.get(error.start..error.end).filter(|_| error.is_value());
    let value = value.and_then(|value| std::str::from_utf8(value).ok()).unwrap_or_default();
    if value == "null" { "" } else { value }
}

/// What the records of a chunk are compared with and resolved in, one after another.
struct Scratch<'l> {
    ladder: Ladder<'l>,
    buffer: String,
}

impl<A: Alphabet + Send + Sync + 'static> Records for Reading<A> {
    type Chunk = Block;

    /// Records whose text is a known normal form are only counted.
    fn read(&self, batch: &mut Batch, known: Known<'_>) {
        let block = std::mem::take(&mut batch.chunk);
        if let (Some(newest), Some(header)) = (&self.newest, &block.header) {
            // The format itself has the same columns, and did not refuse them.
            let _ = newest.header(split_terminator(header).0);
        }
        let bytes = block.as_ref();
        let mut ends = self.format.ends();
        let mut start = 0;
        let mut some = Vec::with_capacity(Known::BATCH);
        let mut scratch = Scratch { ladder: self.comparison.ladder(), buffer: String::new() };
        // Lines of text are parsed in batches, if each line is an identifier as it stands.
        let plain = self.format.is_text() && self.comparison.how == STRICT && self.comparison.base.is_none();
        let text = if plain { std::str::from_utf8(bytes).ok() } else { None };
        let mut memory = oneiri::batch::Batch::<A, MaybeScheme>::new();
        while start < bytes.len() {
            some.clear();
            while start < bytes.len() && some.len() < Known::BATCH {
                let next = start + ends.cut(&bytes[start..]);
                let bytes = &bytes[start..start + ends.split(&bytes[start..next])];
                let span = Span { start, end: start + bytes.len(), next };
                some.push(Hashed { span, bytes, hash: known.hash(bytes) });
                start = next;
            }
            let mut seen = [false; Known::BATCH];
            if self.skips_known {
                seen = known.all(some.iter().map(|it| (it.hash, it.bytes)));
            }
            let seen = seen.into_iter().zip(&some);
            let new = seen.clone().filter(|(seen, _)| !seen);
            let ranges = new.map(|(_, it)| {
                let before = if self.trim { it.bytes.len() - it.bytes.trim_ascii_start().len() } else { 0 };
                let text = if self.trim { it.bytes.trim_ascii() } else { it.bytes };
                it.span.start + before..it.span.start + before + text.len()
            });
            let mut parsed = text.map(|text| memory.parse(text, ranges)).into_iter().flatten();
            for (seen, one) in seen {
                match (seen, known.skips()) {
                    (true, true) => batch.skip(),
                    (true, false) => batch.push_own(one.span, one.hash),
                    (false, _) => match parsed.next() {
                        Some(Ok(identifier)) => {
                            self.push(batch, *one, &identifier, known, &scratch.ladder);
                        }
                        Some(Err(_)) => self.refuse(batch, one.span, known),
                        None => self.read_one(batch, *one, known, &mut scratch),
                    },
                }
            }
        }
        batch.chunk = block;
    }

    fn rank(&self, record: &[u8], number: u64) -> u128 {
        let Some(newest) = &self.newest else { return u128::from(number) };
        if number == 0 {
            newest.first(record);
        }
        let is_gap = || self.text(record).is_ok_and(|text| self.is_gap(&text));
        let is_alone = || is_gap() || self.fault(record).is_some();
        match newest.field(record) {
            Ok(value) => self.ages.rank(number, &value, is_alone),
            // A field of NDJSON may hold a number as well as a string.
            Err(error) => self.ages.rank(number, other_value(record, &error), is_alone),
        }
    }

    fn keeps_spellings(&self) -> bool {
        self.why.is_asked(&self.comparison)
    }

    fn spelling<'r>(&self, record: &'r [u8]) -> Cow<'r, [u8]> {
        match self.text(record).unwrap_or_default() {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        }
    }

    fn merged(&self, first: &[u8], spelling: &[u8]) -> Option<Vec<u8>> {
        let [kept, alias] = [first, spelling].map(|it| std::str::from_utf8(it).ok());
        self.why.merged(&self.comparison, kept?, alias?)
    }
}
