//! CSV and TSV: tables with a header, of which one column holds the identifiers.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use csv_core::WriteResult;

use crate::divide::{Passes, Records};
use crate::each::{broken, divided, each_but, each_record, field};
use crate::ends::{Ends, State};
use crate::error::{Error, cut, is_utf16};
use crate::fields::{Fields, unquoted};
use crate::format::{Description, Format, Selector, Unit};
use crate::located::Located;
use crate::options::Options;

pub(crate) static CSV: Description = Description {
    selector: Selector::Column,
    ..Description::new("csv", "CSV", &["csv"], Unit::Record, |options| {
        let delimiter = options.delimiter.unwrap_or(b',');
        Box::new(Table::csv(delimiter, options.selected).and(options.also).adding(options.added))
    })
};

pub(crate) static TSV: Description = Description {
    id: "tsv",
    aliases: &[],
    name: "TSV",
    endings: &["tsv"],
    open: |options: Options| Box::new(Table::tsv(options.selected).and(options.also).adding(options.added)),
    ..CSV
};

/// A table with a header, of which some columns hold identifiers.
///
/// ```
/// use oneiri_documents::{Format, Table};
///
/// let csv = Table::csv(b',', "url".to_owned());
/// csv.header(b"name,url")?;
/// let (place, text) = csv.find(b"a,http://h/b")?;
/// assert_eq!((place.clone(), &*text), (2..12, &b"http://h/b"[..]));
/// let mut record = b"a,".to_vec();
/// csv.spell(b"http://h/b,c", false, &mut record);
/// assert_eq!(record, b"a,\"http://h/b,c\"");
/// # Ok::<(), oneiri_documents::Error>(())
/// ```
#[derive(Debug)]
pub struct Table {
    /// Whether it is CSV. TSV has no quotes.
    quoted: bool,
    delimiter: u8,
    /// The names of the columns, or their numbers from 1. There is at least one.
    columns: Vec<String>,
    /// The name of the column that the output adds.
    into: Option<String>,
    header: OnceLock<Header>,
}

/// The header of the first file. The other files must have the same names, but may spell them in another way, because some
/// programs write a byte order mark or quotes, and others do not.
#[derive(Debug)]
struct Header {
    names: Vec<Vec<u8>>,
    /// The indexes of the columns.
    columns: Vec<usize>,
}

impl Table {
    fn new(quoted: bool, delimiter: u8, column: String) -> Self {
        Self { quoted, delimiter, columns: vec![column], into: None, header: OnceLock::new() }
    }

    /// CSV (RFC 4180) with this delimiter. A header that does not have the column may have it as a
    /// number: `3` is the third one.
    #[must_use]
    pub fn csv(delimiter: u8, column: String) -> Self {
        Self::new(true, delimiter, column)
    }

    /// TSV: TABs between fields, and no quotes.
    #[must_use]
    pub fn tsv(column: String) -> Self {
        Self::new(false, b'\t', column)
    }

    /// These columns hold identifiers as well. [`find`](Format::find) gives that of the first one.
    #[must_use]
    pub fn and(mut self, columns: Vec<String>) -> Self {
        self.columns.extend(columns);
        self
    }

    /// The output will have one more column, which no header may have already.
    #[must_use]
    pub fn adding(self, into: Option<String>) -> Self {
        Self { into, ..self }
    }

    /// What to say about a header whose names are not those of the first file. Long headers may begin alike, so it also
    /// names the first column that differs.
    fn other_header(&self, first: &[Vec<u8>], names: &[Vec<u8>]) -> String {
        let shown = |names: &[Vec<u8>]| {
            let names: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
            cut(&names.join(&*char::from(self.delimiter).to_string()))
        };
        let nth = first.iter().zip(names).take_while(|(one, other)| one == other).count();
        let name = |names: &[Vec<u8>]| {
            names.get(nth).map_or("none".to_owned(), |name| format!("'{}'", cut(&String::from_utf8_lossy(name))))
        };
        format!(
            "expected the header of the first file, '{}', found '{}' (column {} is {} there, and {} here)",
            shown(first),
            shown(names),
            nth + 1,
            name(first),
            name(names)
        )
    }

    /// The names of the columns.
    fn names(&self, header: &[u8]) -> Vec<Vec<u8>> {
        let names = unmarked(header);
        let fields = Fields::of(names, self.delimiter, self.quoted);
        fields.map(|field| unquoted(&names[field.range], self.quoted).into_owned()).collect()
    }

    /// Gives the fields of a record with their indexes. A blank line has none.
    fn fields(&self, record: &[u8], mut take: impl FnMut(usize, Range<usize>)) -> Result<(), Error> {
        let expected = self.header.get().map_or(1, |it| it.names.len());
        if self.is_blank(record) {
            return Ok(());
        }
        let (mut count, mut surplus) = (0, None);
        for field in Fields::of(record, self.delimiter, self.quoted) {
            if !field.closed {
                let message = "expected a closing quote, found the end of the file".to_owned();
                return Err(Error::new(field.range, message));
            }
            if count == expected {
                surplus = Some(field.range.start);
            }
            take(count, field.range);
            count += 1;
        }
        if count != expected {
            let (s, end) = (if expected == 1 { "" } else { "s" }, record.len());
            let message = format!("expected {expected} field{s}, as in the header, found {count}");
            return Err(Error::new(surplus.unwrap_or(end)..end, message));
        }
        Ok(())
    }
}

/// A header without the byte order mark that some programs write at the beginning of a file.
fn unmarked(header: &[u8]) -> &[u8] {
    header.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(header)
}

impl Format for Table {
    fn description(&self) -> &'static Description {
        if self.quoted { &CSV } else { &TSV }
    }

    fn ends(&self) -> Ends {
        if self.quoted { Ends::Quoted(self.delimiter, State::Start) } else { Ends::Lines(b'\n') }
    }

    fn header(&self, header: &[u8]) -> Result<bool, Error> {
        let wrong = |message: String| Err(Error::new(0..header.len(), message));
        if let Some(first) = self.header.get() {
            let names = self.names(header);
            return if names == first.names { Ok(false) } else { wrong(self.other_header(&first.names, &names)) };
        }
        if is_utf16(header) {
            return wrong("expected UTF-8, found UTF-16".to_owned());
        }
        let names = unmarked(header);
        let all = self.names(header);
        let count = |name: &str| all.iter().filter(|it| **it == *name.as_bytes()).count();
        let position = |name: &str| {
            let number = || name.parse::<usize>().ok()?.checked_sub(1);
            let named = all.iter().position(|it| **it == *name.as_bytes());
            named.or_else(|| number().filter(|nth| *nth < all.len()))
        };
        let found = cut(&String::from_utf8_lossy(names));
        if Fields::of(names, self.delimiter, self.quoted).any(|field| !field.closed) {
            return wrong(format!("expected a closing quote in the header, found '{found}'"));
        }
        let mut columns = Vec::new();
        for name in &self.columns {
            let Some(column) = position(name) else {
                let by = |delimiter| Fields::of(names, delimiter, true).map(|it| unquoted(&names[it.range], true));
                let is_by = |it: &&(u8, &str)| self.quoted && by(it.0).any(|it| *it == *name.as_bytes());
                let other = [(b',', ","), (b';', ";"), (b'\t', "\\t"), (b'|', "|")].iter().find(is_by);
                let advice = other.map(|(_, it)| format!(" (to divide it there, add --delimiter '{it}')"));
                let advice = advice.unwrap_or_default();
                return wrong(format!("expected a column '{name}' in the header, found '{found}'{advice}"));
            };
            if count(name) > 1 {
                return wrong(format!("expected one column '{name}' in the header, found '{found}'"));
            }
            columns.push(column);
        }
        if let Some(into) = self.into.as_ref().filter(|into| count(into) > 0) {
            return wrong(format!("expected a header without '{into}', which the output adds"));
        }
        Ok(self.header.set(Header { names: all, columns }).is_ok())
    }

    /// A record that has not as many fields as the header is refused, and so is one with a quote that
    /// is not closed.
    fn find<'r>(&self, record: &'r [u8]) -> Result<(Range<usize>, Cow<'r, [u8]>), Error> {
        let column = self.header.get().and_then(|it| it.columns.first()).copied().unwrap_or(0);
        let mut found = 0..0;
        self.fields(record, |nth, range| {
            if nth == column {
                found = range;
            }
        })?;
        let text = unquoted(&record[found.clone()], self.quoted);
        Ok((found, text))
    }

    fn each(&self, records: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        let Some(columns) = self.header.get().map(|it| &it.columns).filter(|it| it.len() > 1) else {
            return each_record(self.ends(), |record| self.find(record), records, each);
        };
        for (number, (record, end)) in (records.first..).zip(divided(self.ends(), records.bytes)) {
            let (record, mut found) = (&records.bytes[record], Vec::new());
            let all = Located::record(number, record, &records.bytes[end]);
            let fields = self.fields(record, |nth, range| {
                if let Some(column) = columns.iter().position(|it| *it == nth) {
                    found.push((range, self.columns[column].as_str()));
                }
            });
            match fields {
                Err(error) => broken(all, &error, each),
                Ok(()) => {
                    let count = found.len();
                    if count == 0 {
                        field(all.clone(), 0..0, b"", true, each);
                    }
                    for (nth, (range, column)) in (1..).zip(found) {
                        let text = unquoted(&record[range.clone()], self.quoted);
                        field(all.clone(), range, &text, nth == count, &mut |it| {
                            each(&Located { column: Some(column), ..it.clone() });
                        });
                    }
                }
            }
        }
    }

    fn each_but(&self, records: Records<'_>, passes: Passes, each: &mut dyn FnMut(&Located<'_>)) -> u64 {
        if self.columns.len() > 1 {
            self.each(records, each);
            return 0;
        }
        each_but(self.ends(), |record| self.find(record), records, passes, each)
    }

    fn is_blank(&self, record: &[u8]) -> bool {
        record.is_empty() && self.header.get().is_some_and(|it| it.names.len() > 1)
    }

    /// TSV has no quotes, so blanks are in the place of delimiters and line ends.
    fn spell(&self, text: &[u8], alone: bool, out: &mut Vec<u8>) {
        if self.quoted {
            return spell(text, self.delimiter, alone, out);
        }
        out.extend(text.iter().map(|&byte| {
            let stands_between = byte == self.delimiter || matches!(byte, b'\n' | b'\r');
            if stands_between { b' ' } else { byte }
        }));
    }

    fn add(&self, record: &[u8], _: &str, text: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(record);
        if !self.is_blank(record) {
            out.push(self.delimiter);
            self.spell(text, false, out);
        }
    }

    /// A row with too few fields gets empty ones, and in a row with too many, the new field comes before those that have no
    /// column, so that it is in its own column.
    fn add_to_broken(&self, record: &[u8], text: &[u8], out: &mut Vec<u8>) {
        let expected = self.header.get().map_or(1, |it| it.names.len());
        let (mut count, mut end, mut is_open) = (0, record.len(), false);
        for field in Fields::of(record, self.delimiter, self.quoted) {
            count += 1;
            is_open |= !field.closed;
            if count == expected {
                end = field.range.end;
            }
        }
        if is_open {
            return out.extend_from_slice(record);
        }
        out.extend_from_slice(&record[..end]);
        out.extend(std::iter::repeat_n(self.delimiter, 1 + expected.saturating_sub(count)));
        self.spell(text, false, out);
        out.extend_from_slice(&record[end..]);
    }
}

/// Appends a field of CSV, with quotes where it needs them. An empty line would be no record, so an
/// empty field that is `alone` has quotes as well.
fn spell(text: &[u8], delimiter: u8, alone: bool, out: &mut Vec<u8>) {
    let needs = |byte: &u8| *byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r');
    if !(text.iter().any(needs) || alone && text.is_empty()) {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    let (mut rest, mut buffer) = (text, [0; 1024]);
    loop {
        let (result, read, written) = csv_core::quote(rest, &mut buffer, b'"', b'\\', true);
        out.extend_from_slice(&buffer[..written]);
        rest = &rest[read..];
        if result == WriteResult::InputEmpty {
            break;
        }
    }
    out.push(b'"');
}
