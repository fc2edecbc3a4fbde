//! Writes the results: wanted records to the output, refused ones to the rejects, and what was merged
//! to the map.

use std::borrow::Cow;
use std::cell::RefCell;

use oneiri::Alphabet;
use oneiri_documents::{Located, Spelling, split_terminator};
use oneiri_sets::{Class, Error, Place, Record, Sink, Wanted};

use super::lines::Lines;
use super::map::Map;
use super::reading::Reading;
use crate::dedupe::{Look, Show};
use crate::output::{Answers, Flow, Session, Stop, escape, json::Deduped, options::Invalid};
use crate::pipeline::{Item, blocks::Block, items::Field, items::ended};

/// How many bytes are collected before they go to the session.
const PIECE: usize = 128 << 10;

pub(super) struct Writing<'a, A> {
    pub(super) session: &'a mut Session,
    pub(super) map: Option<&'a mut Map>,
    pub(super) names: &'a [String],
    pub(super) reading: &'a Reading<A>,
    pub(super) wanted: Wanted,
    pub(super) show: Show,
    pub(super) dry_run: bool,
    /// How many records with an invalid identifier stayed.
    pub(super) kept: u64,
    /// How many of the classes that had to wait have each place; see [`dedupe::place`].
    pub(super) places: [u64; 3],
    pub(super) lines: Lines,
    /// Output that has not been passed to the session yet; whole lines only.
    pub(super) out: Vec<u8>,
    /// The same for objects and refusals.
    pub(super) answers: Answers,
    /// Whether no block has been read.
    pub(super) is_first: bool,
    /// The line end after each record. Tables take that of their first record, because records that waited have lost theirs.
    pub(super) end: &'static [u8],
    /// The header of a table, until the first class is printed.
    pub(super) header: Option<Vec<u8>>,
}

impl<'a, A: Alphabet> Writing<'a, A> {
    fn print(&mut self) -> Flow {
        if !self.dry_run {
            self.session.lines(&self.out)?;
        }
        self.out.clear();
        Ok(())
    }

    /// A record as messages and objects name it: with these bytes of it. A header is a line of its
    /// file.
    fn item<'r>(&mut self, record: &Record<'r>, bytes: &'r [u8]) -> Result<Item<'r>, Stop>
    where
        'a: 'r,
    {
        let (names, number): (&'a [String], _) = (self.names, self.number(record.place)?);
        let name = names.get(record.place.list).map_or("", String::as_str);
        let item = Item::line((name, names.len() > 1), number, bytes, record.terminator);
        Ok(if self.reading.trim { item.trimmed() } else { item })
    }

    /// The line in which a record begins, or its row.
    fn number(&mut self, place: Place) -> Result<u64, Stop> {
        self.lines.of(place.list, place.nth + 1 + u64::from(self.reading.format.has_header()))
    }

    fn report(&mut self, record: &Record<'_>) -> Flow {
        let reading: &'a Reading<A> = self.reading;
        let (found, whole) = (reading.format.find(record.bytes), (0..record.bytes.len(), Cow::Borrowed(record.bytes)));
        let (error, (range, text)) = match found {
            Ok(found) => (None, found),
            Err(error) => (Some(error), whole),
        };
        let item = self.item(record, &text)?;
        let located = Located::record(item.number, record.bytes, record.terminator);
        let located = Located { range, text: &text, spelling: Spelling::Field, error: error.as_ref(), ..located };
        let field = Field { located: &located, format: &**reading.format, seen: None };
        let field = (!reading.format.is_text()).then_some(field);
        let item = Item { record: record.bytes, field, ..item };
        let fault = reading.fault(record.bytes);
        fault.iter().for_each(|fault| self.answers.refuse(&item, fault));
        self.session.give(&mut self.answers)
    }

    /// A record whose invalid identifier is left out.
    fn emptied(&self, record: &[u8]) -> Vec<u8> {
        let format = &self.reading.format;
        let place = match format.find(record) {
            Ok((place, _)) => place,
            Err(error) if error.is_value() => error.start..error.end,
            Err(_) => record.len()..record.len(),
        };
        let mut out = record[..place.start].to_vec();
        if !place.is_empty() {
            format.spell(b"", place.len() == record.len() && !format.is_text(), &mut out);
        }
        out.extend_from_slice(&record[place.end..]);
        out
    }

    /// The object of `--json` alone.
    fn object(&mut self, record: &Record<'_>, first: Place) -> Flow {
        // What was parsed before is text, and the key of a record without a URL is not.
        let input = self.reading.text(record.bytes).unwrap_or_default();
        let output = std::str::from_utf8(record.key.unwrap_or_default()).unwrap_or_default();
        let (item, first_line) = (self.item(record, record.bytes)?, self.number(first)?);
        let body = Deduped {
            output,
            kept: first == record.place,
            first_line,
            first_file: self.names.get(first.list).filter(|_| item.several).map(String::as_str),
        };
        self.answers.record(&item, &input, body);
        if self.answers.out.bytes.len() >= PIECE { self.session.give(&mut self.answers) } else { Ok(()) }
    }
}

impl<'a, A: Alphabet> Sink<Block> for Writing<'a, A> {
    type Error = Stop;

    fn begin(&mut self, block: &mut Block) -> Flow {
        if let Some(failed) = &block.failed {
            self.session.fail(failed);
        }
        let format = &self.reading.format;
        if self.is_first && !format.is_text() && format.rows.is_none() {
            let bytes = block.as_ref();
            let first = || &bytes[..format.ends().next(bytes).unwrap_or_default()];
            let is_crlf = block.header.as_deref().unwrap_or_else(first).ends_with(b"\r\n");
            self.end = if is_crlf { b"\r\n" } else { b"\n" };
        }
        self.is_first = false;
        self.lines.begin(block, &self.reading.format, self.reading.newest.is_some())?;
        let Some(header) = block.header.take() else { return Ok(()) };
        let (names, terminator) = split_terminator(&header);
        self.session.reject(names, ended(terminator))?;
        if matches!(self.show.look, Look::Json) {
            return Ok(());
        }
        if self.wanted.at_the_end() {
            self.header = Some(header);
            return Ok(());
        }
        self.show.header(&header, &mut self.out);
        // Before any message about a record, however the records come in.
        self.flush()
    }

    fn refuse(&mut self, record: &Record<'_>) -> Flow {
        let is_rejected = self.session.reject(record.bytes, record.terminator)?;
        if is_rejected && self.wanted != Wanted::Every {
            self.session.tally.refuse();
            if self.answers.style.options.reasons {
                self.reading.fault(record.bytes).iter().for_each(|fault| self.answers.count_reason(fault));
            }
            return Ok(());
        }
        self.report(record)
    }

    #[inline]
    fn put(&mut self, record: &Record<'_>, class: Class) -> Flow {
        let invalid = self.reading.invalid.filter(|_| self.reading.fault(record.bytes).is_some());
        let emptied;
        let mut written = record.bytes;
        if let Some(invalid) = invalid {
            self.kept += 1;
            self.report(record)?;
            if invalid == Invalid::Null {
                emptied = self.emptied(record.bytes);
                written = &emptied;
            }
        }
        match class {
            Class::First(first) => return self.object(record, first),
            Class::New => {
                self.out.extend_from_slice(written);
                self.out.extend_from_slice(self.end);
            }
            Class::Records(_) | Class::Lists(_) => {
                // What is invalid is in no list.
                if let Some(place) = self.places.get_mut(super::place(class)).filter(|_| invalid.is_none()) {
                    *place += 1;
                }
                let (reading, is_json): (&'a Reading<A>, _) = (self.reading, matches!(self.show.look, Look::Json));
                let text = if is_json { reading.text(record.bytes).ok() } else { None };
                let bytes = text.as_ref().map_or(written, |text| text.as_bytes());
                let item = if is_json {
                    self.item(record, bytes)?
                } else {
                    Item::line(("", false), 0, bytes, record.terminator)
                };
                let is_blank = reading.format.is_blank(written);
                self.show.push(class, (&item, is_blank), self.end, &mut self.out);
            }
        }
        if self.out.len() >= PIECE { self.print() } else { Ok(()) }
    }

    fn note(&mut self, row: &[u8]) -> Flow {
        self.map.as_mut().map_or(Ok(()), |map| map.rows(row))
    }

    fn all_read(&mut self, waiting: bool) -> Flow {
        if self.wanted.at_the_end() && self.session.failed {
            let message = "nothing was counted, because not all files could be read";
            return Err(Stop::Failed(message.to_owned()));
        }
        let (names, lines) = (self.names, RefCell::new(&mut self.lines));
        let place = |number| lines.borrow_mut().of_all(number, names);
        if let Some(objection) = self.reading.objection(self.names, place) {
            return Err(Stop::Failed(objection));
        }
        if let Some(header) = self.header.take() {
            self.show.header(&header, &mut self.out);
        }
        if let Some(progress) = self.session.progress.as_ref().filter(|_| waiting) {
            progress.say("settling what did not fit in memory");
        }
        Ok(())
    }

    fn flush(&mut self) -> Flow {
        self.print()?;
        self.session.give(&mut self.answers)?;
        self.session.flush()
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(match error {
            Error::TemporaryFiles { folder, error } => {
                let folder = escape::path(&folder);
                format!("temporary files in {folder} (see --temp-dir): {error}")
            }
            error => error.to_string(),
        })
    }
}
