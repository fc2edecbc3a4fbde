//! `dedupe` and `comm`: lists of identifiers whose keys are normal forms. What the list engine reads goes to the crate
//! `oneiri-sets`, which groups the records. This module computes the keys and writes the results.
//!
//! A *class* is the set of all spellings that have the same normal form at the chosen rung. The first
//! spelling of each class is kept; the other spellings are *merged*.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use oneiri::Alphabet;
use oneiri_documents::split_terminator;
use oneiri_sets::{Class, Options, Totals, Wanted};
use serde::Serialize;

use crate::comparison::Comparison;
use crate::dedupe::{lines::Lines, map::Assumed, map::Map, map::Rows, reading::Reading, writing::Writing};
use crate::output::{Session, Stop, Target, json, json::Record, options::Invalid};
use crate::pipeline::{Format, Item, Source, blocks::Block, items::ended};

pub(crate) mod keep;
mod lines;
pub(crate) mod map;
mod reading;
mod writing;

pub(crate) struct Grouping<A> {
    pub(crate) comparison: Comparison<A>,
    /// The file of the map and the format of its rows, if a map is written.
    pub(crate) map: Option<(Target, Rows)>,
    /// The format with the column that says which record is the newest.
    pub(crate) newest: Option<Format>,
    pub(crate) options: Options,
    pub(crate) dry_run: bool,
    /// Whether lines with an invalid URL are kept, emptied or left out.
    pub(crate) invalid: Option<Invalid>,
    pub(crate) show: Show,
}

pub(crate) struct Done {
    pub(crate) totals: Totals,
    /// How many records have no URL, if those are in no class.
    pub(crate) gaps: u64,
    /// How many classes have each place; see [`place`].
    pub(crate) places: [u64; 3],
    /// The lines that are equal only because of an assumption, if there are assumptions.
    pub(crate) assumed: Option<Assumed>,
}

impl<A: Alphabet + Send + Sync + 'static> Grouping<A> {
    /// Reads the input, writes what is wanted of each class, and completes the files.
    pub(crate) fn run(self, source: Source, session: &mut Session) -> Result<Done, Stop> {
        let Self { comparison, map, newest, options, dry_run, invalid, show } = self;
        let (open, mut blocks) = source.open(options.chunk_size(), session);
        let (map, rows) = map.unzip();
        let mut map = map.map(Map::new);
        let gaps = (options.wanted == Wanted::Lists).then(AtomicU64::default);
        let reading = Arc::new(Reading::new(comparison, &open, rows, newest, invalid, gaps));
        let (answers, is_null) = (session.answers(), session.style.options.null);
        let mut writing = Writing {
            session,
            map: map.as_mut(),
            names: &open.names,
            reading: &reading,
            wanted: options.wanted,
            show,
            dry_run,
            kept: 0,
            places: [0; 3],
            lines: Lines::new(options.temp_dir.clone()),
            out: Vec::new(),
            answers,
            is_first: true,
            end: if is_null { b"\0" } else { b"\n" },
            header: None,
        };
        let next = move |block: &mut Block| blocks.next(block).then(|| block.file());
        let mut totals = oneiri_sets::run(&reading, &options, next, &mut writing)?;
        let (places, kept) = (writing.places, writing.kept);
        (totals.refused, totals.classes) = (totals.refused + kept, totals.classes - kept);
        open.close(session)?;
        map.map_or(Ok(()), |map| map.finish(session))?;
        let gaps = reading.gaps.as_ref().map_or(0, |gaps| gaps.load(Ordering::Relaxed));
        Ok(Done { totals, gaps, places, assumed: reading.assumed() })
    }
}

pub(crate) struct Show {
    /// The places of which the classes are printed; see [`place`].
    pub(crate) printed: [bool; 3],
    pub(crate) look: Look,
}

pub(crate) enum Look {
    Record,
    /// The count before the record, as `uniq -c` prints it.
    Count,
    /// The count or the list as the first field of a table: the name of the column, and the delimiter of fields.
    Cell(&'static str, u8),
    /// In a column for each printed place. Each earlier column is empty and ends with this text.
    Columns(String),
    Json,
}

/// The name of the column that `dedupe --count` adds.
pub(crate) const COUNT: &str = "count";

/// `dedupe` with `--count`, `--duplicates` or `--unique`, and `comm`.
#[derive(Serialize)]
struct Tallied {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#in: Option<&'static str>,
}

/// The place of a class: for counts, 0 for one record and 1 for several; for files, 0 for the first file
/// only, 1 for the second only, and 2 for both.
pub(super) fn place(class: Class) -> usize {
    match class {
        Class::Records(count) => usize::from(count > 1),
        Class::Lists(files) => (files as usize & 3).saturating_sub(1),
        Class::New | Class::First(_) => 0,
    }
}

impl Show {
    fn prints(&self, place: usize) -> bool {
        self.printed.get(place).is_some_and(|printed| *printed)
    }

    /// Appends the line of a class, and this terminator. `item` is its first record, or a blank line, which is none.
    pub(super) fn push(&self, class: Class, (item, is_blank): (&Item<'_>, bool), end: &[u8], out: &mut Vec<u8>) {
        let place = place(class);
        if !self.prints(place) {
            return;
        }
        match &self.look {
            Look::Record => {}
            Look::Count => out.extend_from_slice(format!("{:>7} ", count(class)).as_bytes()),
            Look::Cell(..) if is_blank => {}
            Look::Cell(_, delimiter) => {
                match list(class) {
                    Some(list) => out.extend_from_slice(list.as_bytes()),
                    None => out.extend_from_slice(count(class).to_string().as_bytes()),
                }
                out.push(*delimiter);
            }
            Look::Columns(delimiter) => {
                for _ in (0..place).filter(|&earlier| self.prints(earlier)) {
                    out.extend_from_slice(delimiter.as_bytes());
                }
            }
            Look::Json => return object(class, item, out),
        }
        out.extend_from_slice(item.bytes);
        out.extend_from_slice(end);
    }

    /// Appends the header of a table, with its terminator.
    pub(super) fn header(&self, header: &[u8], out: &mut Vec<u8>) {
        let mut names = header;
        if let Look::Cell(name, delimiter) = self.look {
            // A byte order mark stays at the beginning of the file.
            if let Some(rest) = header.strip_prefix(b"\xEF\xBB\xBF") {
                out.extend_from_slice(b"\xEF\xBB\xBF");
                names = rest;
            }
            out.extend_from_slice(name.as_bytes());
            out.push(delimiter);
        }
        let (names, terminator) = split_terminator(names);
        out.extend_from_slice(names);
        out.extend_from_slice(ended(terminator));
    }
}

fn count(class: Class) -> u64 {
    if let Class::Records(count) = class { count } else { 1 }
}

/// In which lists a class is, if lists are compared.
fn list(class: Class) -> Option<&'static str> {
    let is_list = matches!(class, Class::Lists(_));
    ["a", "b", "both"].get(place(class)).copied().filter(|_| is_list)
}

fn object(class: Class, item: &Item<'_>, out: &mut Vec<u8>) {
    let list = list(class);
    let body = Tallied { count: list.is_none().then(|| count(class)), r#in: list };
    let input = &*String::from_utf8_lossy(item.bytes);
    let (line, file) = (item.number, item.several.then_some(item.file));
    // Serializing this type into memory cannot fail.
    let _ = json::write(out, &Record { line, file, input, offset: None, column: None, ok: true, body });
}
