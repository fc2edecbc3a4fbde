//! Writes the results: wanted records to the output, refused ones to the rejects, and what was merged
//! to the map.

use memchr::memchr_iter;
use oneiri::Alphabet;
use oneiri_documents::Ends;
use oneiri_sets::{Class, Error, Place, Record, Sink, Wanted};

use super::map::Map;
use super::reading::Reading;
use crate::dedupe::{Look, Show};
use crate::output::{Answers, Flow, Session, Stop, escape, json::Deduped, options::Invalid};
use crate::pipeline::{Format, Item, blocks::Block};

/// How many bytes are collected before they go to the session.
const PIECE: usize = 128 << 10;

pub(super) struct Printed {
    pub(super) wanted: Wanted,
    pub(super) show: Show,
    pub(super) dry_run: bool,
}

pub(super) struct Writing<'a, A> {
    session: &'a mut Session,
    map: Option<&'a mut Map>,
    names: &'a [String],
    reading: &'a Reading<A>,
    printed: Printed,
    /// How many records with an invalid identifier stayed.
    pub(super) kept: u64,
    /// How many of the classes that had to wait have each place; see [`dedupe::place`].
    pub(super) places: [u64; 3],
    lines: Lines,
    /// Output that has not been passed to the session yet; whole lines only.
    out: Vec<u8>,
    /// The same for objects and refusals.
    answers: Answers,
    /// The header of a table, until the first class is printed.
    header: Option<Vec<u8>>,
}

impl<'a, A: Alphabet> Writing<'a, A> {
    pub(super) fn new(
        session: &'a mut Session,
        map: Option<&'a mut Map>,
        names: &'a [String],
        reading: &'a Reading<A>,
        printed: Printed,
    ) -> Self {
        let (answers, places, out, header) = (session.answers(), [0; 3], Vec::new(), None);
        let (kept, lines) = (0, Lines::default());
        Self { session, map, names, reading, printed, kept, places, lines, out, answers, header }
    }

    fn print(&mut self) -> Flow {
        if !self.printed.dry_run {
            self.session.lines(&self.out)?;
        }
        self.out.clear();
        Ok(())
    }

    /// A record as messages and objects name it: with these bytes of it. A header is a line of its
    /// file.
    fn item<'r>(&self, record: &Record<'r>, bytes: &'r [u8]) -> Item<'r>
    where
        'a: 'r,
    {
        let names: &'a [String] = self.names;
        let name = names.get(record.place.list).map_or("", String::as_str);
        let item = Item::line((name, names.len() > 1), self.number(record.place), bytes, record.terminator);
        if self.reading.trim { item.trimmed() } else { item }
    }

    /// The line in which a record begins, or its row.
    fn number(&self, place: Place) -> u64 {
        self.lines.of(place.list, place.nth + 1 + u64::from(self.reading.format.has_header()))
    }

    fn report(&mut self, record: &Record<'_>) -> Flow {
        let reading: &'a Reading<A> = self.reading;
        // Positions count from the beginning of the field, if the record has fields.
        let field = reading.format.field(record.bytes);
        let bytes = field.as_ref().map_or(record.bytes, |text| text.as_bytes());
        let item = self.item(record, bytes);
        let fault = reading.fault(record.bytes);
        fault.iter().for_each(|fault| self.answers.refuse(&item, fault));
        self.session.give(&mut self.answers)
    }

    /// Writes a record whose invalid identifier is left out.
    fn emptied(&mut self, record: &[u8]) {
        let format = &self.reading.format;
        let place = format.find(record).map_or(record.len()..record.len(), |(place, _)| place);
        self.out.extend_from_slice(&record[..place.start]);
        if !place.is_empty() {
            format.spell(b"", place.len() == record.len() && !format.is_text(), &mut self.out);
        }
        self.out.extend_from_slice(&record[place.end..]);
        self.out.push(b'\n');
    }

    /// The object of `--json` alone.
    fn object(&mut self, record: &Record<'_>, first: Place) -> Flow {
        // What was parsed before is text, and the key of a record without a URL is not.
        let input = self.reading.text(record.bytes).unwrap_or_default();
        let output = std::str::from_utf8(record.key.unwrap_or_default()).unwrap_or_default();
        let item = self.item(record, record.bytes);
        let body = Deduped {
            output,
            kept: first == record.place,
            first_line: self.number(first),
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
        self.lines.begin(block, &self.reading.format, self.reading.newest.is_some());
        let Some(header) = block.header.take() else { return Ok(()) };
        self.session.reject(&header, b"\n")?;
        if matches!(self.printed.show.look, Look::Json) {
            return Ok(());
        }
        if self.printed.wanted.at_the_end() {
            self.header = Some(header);
            return Ok(());
        }
        self.out.extend_from_slice(&header);
        self.out.push(b'\n');
        // Before any message about a record, however the records come in.
        self.flush()
    }

    fn refuse(&mut self, record: &Record<'_>) -> Flow {
        let is_rejected = self.session.reject(record.bytes, record.terminator)?;
        if is_rejected && self.printed.wanted != Wanted::Every {
            self.session.tally.refuse();
            return Ok(());
        }
        self.report(record)
    }

    #[inline]
    fn put(&mut self, record: &Record<'_>, class: Class) -> Flow {
        let invalid = self.reading.invalid;
        if let Some(invalid) = invalid.filter(|_| self.reading.fault(record.bytes).is_some()) {
            self.kept += 1;
            self.report(record)?;
            if invalid == Invalid::Null {
                self.emptied(record.bytes);
                return Ok(());
            }
        }
        match class {
            Class::First(first) => return self.object(record, first),
            Class::New => {
                self.out.extend_from_slice(record.bytes);
                self.out.push(b'\n');
            }
            Class::Records(_) | Class::Lists(_) => {
                if let Some(place) = self.places.get_mut(super::place(class)) {
                    *place += 1;
                }
                let reading: &'a Reading<A> = self.reading;
                let is_json = matches!(self.printed.show.look, Look::Json);
                let text = if is_json { reading.text(record.bytes).ok() } else { None };
                let bytes = text.as_ref().map_or(record.bytes, |text| text.as_bytes());
                let item = self.item(record, bytes);
                self.printed.show.push(class, &item, &mut self.out);
            }
        }
        if self.out.len() >= PIECE { self.print() } else { Ok(()) }
    }

    fn note(&mut self, row: &[u8]) -> Flow {
        self.map.as_mut().map_or(Ok(()), |map| map.rows(row))
    }

    fn all_read(&mut self, waiting: bool) -> Flow {
        if self.printed.wanted.at_the_end() && self.session.failed {
            let message = "nothing was counted, because not all files could be read";
            return Err(Stop::Failed(message.to_owned()));
        }
        let place = |number| self.lines.of_all(number, self.names);
        if let Some(objection) = self.reading.objection(place) {
            return Err(Stop::Failed(objection));
        }
        if let Some(header) = self.header.take() {
            self.printed.show.header(&header, &mut self.out);
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

/// In which lines of their files records begin: those of CSV may have several, and so may its header.
#[derive(Default)]
struct Lines {
    /// For each list its index, the number of its first record among all records, and the number of that in the list.
    starts: Vec<(usize, u64, u64)>,
    /// How many records have been read.
    records: u64,
    /// From which record of a list on, lines are how much greater than numbers of records. Most tables have no such record.
    later: Vec<(usize, u64, u64)>,
}

impl Lines {
    /// Takes the records of the next block.
    fn begin(&mut self, block: &Block, format: &Format, has_newest: bool) {
        let is_csv = matches!(format.ends(), Ends::Quoted(..));
        // Nobody asks for other lines by their numbers among all, and most input is lines.
        if !is_csv && !has_newest {
            return;
        }
        // A header alone, or a block that could not be read, has no record, and its line is not that of one.
        let count = format.count(block.as_ref());
        if count == 0 {
            return;
        }
        let (list, mut number) = (block.file(), block.first);
        if self.starts.last().is_none_or(|(last, ..)| *last != list) {
            self.starts.push((list, self.records, number));
        }
        self.records += count;
        let mut more = block.line - number;
        self.mark(list, number, more);
        if !is_csv || memchr_iter(b'\n', block.as_ref()).count() as u64 <= count {
            return;
        }
        let (mut ends, mut rest) = (format.ends(), block.as_ref());
        while !rest.is_empty() {
            let (record, after) = rest.split_at(ends.cut(rest));
            number += 1;
            more += (memchr_iter(b'\n', record).count() as u64).saturating_sub(1);
            self.mark(list, number, more);
            rest = after;
        }
    }

    fn mark(&mut self, list: usize, number: u64, more: u64) {
        if more != self.later.last().filter(|(last, ..)| *last == list).map_or(0, |(.., more)| *more) {
            self.later.push((list, number, more));
        }
    }

    /// The line of the record of a list with this number.
    fn of(&self, list: usize, number: u64) -> u64 {
        let before = self.later.partition_point(|&(of, first, _)| (of, first) <= (list, number));
        let last = before.checked_sub(1).and_then(|at| self.later.get(at)).filter(|(of, ..)| *of == list);
        number + last.map_or(0, |(.., more)| *more)
    }

    /// The list and the line of a record, from its number among all records.
    fn of_all(&self, number: u64, names: &[String]) -> String {
        let at = self.starts.partition_point(|&(_, first, _)| first <= number).saturating_sub(1);
        let (list, first, begin) = self.starts.get(at).copied().unwrap_or_default();
        format!("{}:{}", names.get(list).map_or("", String::as_str), self.of(list, begin + number - first))
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
