//! What a record is, and where in it the identifier stands.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use clap::ValueEnum;
use csv_core::{Reader, ReaderBuilder, Terminator};
use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};

use super::parquet::Columns;
use crate::escape;
use crate::input;
use crate::session::Fault;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// An identifier a line
    Text,
    /// Comma-separated (RFC 4180), with a header; see --column
    Csv,
    /// TABs between fields, no quotes, a header; see --column
    Tsv,
    /// A JSON object a line; see --field
    Ndjson,
    /// Parquet, to --output; see --column (feature `parquet`)
    Parquet,
}

pub(super) enum Format {
    Text,
    Table(Table),
    Ndjson { field: String },
    Rows(Box<Columns>),
}

/// CSV or TSV.
pub(super) struct Table {
    quoted: bool,
    column: String,
    /// The header of the first file, which others must share, and where the column is in it.
    header: OnceLock<(Vec<u8>, usize)>,
}

/// What reading fields needs again and again.
pub(super) struct Scratch {
    /// None where there are no tables.
    reader: Option<Reader>,
    fields: Vec<u8>,
    ends: Vec<usize>,
}

impl Format {
    /// Fails with what is wrong if these do not go together.
    pub(super) fn new(
        kind: Kind,
        column: Option<String>,
        field: Option<String>,
    ) -> Result<Self, &'static str> {
        Ok(match (kind, column, field) {
            (Kind::Text, None, None) => Self::Text,
            (Kind::Csv | Kind::Tsv, Some(column), None) => {
                Self::Table(Table { quoted: kind == Kind::Csv, column, header: OnceLock::new() })
            }
            (Kind::Ndjson, None, Some(field)) => Self::Ndjson { field },
            (Kind::Parquet, Some(column), None) => {
                let columns = Columns::new(column);
                let missing = "this build has no Parquet: install it with --features parquet";
                Self::Rows(Box::new(columns.ok_or(missing)?))
            }
            _ => {
                return Err(
                    "--column goes with --format csv, tsv and parquet, --field with ndjson, and \
                     they are needed there",
                );
            }
        })
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self, Self::Text)
    }

    pub(super) fn has_header(&self) -> bool {
        matches!(self, Self::Table(_))
    }

    /// Where records end, for bytes that begin with one.
    pub(super) fn ends(&self) -> Ends {
        match self {
            Self::Table(Table { quoted: true, .. }) => Ends::Quoted(State::Start),
            _ => Ends::Lines,
        }
    }

    pub(super) fn scratch(&self) -> Scratch {
        let reader = |quoted: bool| {
            let mut builder = ReaderBuilder::new();
            // A record has been cut out already: no CR in it is a terminator.
            builder.terminator(Terminator::Any(b'\n'));
            if !quoted {
                builder.delimiter(b'\t').quoting(false);
            }
            builder.build()
        };
        let reader = match self {
            Self::Table(Table { quoted, .. }) => Some(reader(*quoted)),
            _ => None,
        };
        Scratch { reader, fields: Vec::new(), ends: Vec::new() }
    }

    /// The header of a file, without its terminator: whether it is the first, or why that file
    /// cannot be read.
    pub(super) fn header(&self, header: &[u8]) -> Result<bool, String> {
        let Self::Table(table) = self else { return Ok(false) };
        if let Some((first, _)) = table.header.get() {
            return if first == header {
                Ok(false)
            } else {
                Err("expected the header of the first file, found another".to_owned())
            };
        }
        let mut scratch = self.scratch();
        // What some programs put before all else.
        let names = header.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(header);
        let count = scratch.split(names);
        let column = (0..count).find(|&at| scratch.field(at) == Some(table.column.as_bytes()));
        match column {
            Some(column) => Ok(table.header.set((header.to_owned(), column)).is_ok()),
            None => {
                let names = escape::visible_bytes(names).into_owned();
                let column = escape::visible(&table.column);
                Err(format!("expected a column '{column}' in the header, found '{names}'"))
            }
        }
    }

    /// The identifier in a record.
    pub(super) fn field<'r>(
        &self,
        record: &'r [u8],
        scratch: &mut Scratch,
    ) -> Result<Cow<'r, str>, Fault> {
        match self {
            Self::Text => input::utf8(record).map(Cow::Borrowed),
            Self::Table(table) => {
                let count = scratch.split(record);
                let column = table.header.get().map_or(0, |(_, column)| *column);
                let s = if count == 1 { "" } else { "s" };
                let missing =
                    || format!("expected a field '{}', found {count} field{s}", table.column);
                let field = scratch
                    .field(column)
                    .ok_or_else(|| Fault::plain(0, record.len(), missing()))?;
                input::utf8(field).map(|field| Cow::Owned(field.to_owned()))
            }
            Self::Ndjson { field } => {
                let text = input::utf8(record)?;
                let mut object = serde_json::Deserializer::from_str(text);
                let found = object
                    .deserialize_map(Named(field))
                    .and_then(|found| object.end().map(|()| found))
                    .map_err(|error| unreadable(&error, record.len()))?;
                let missing = || format!("expected a string in a field '{field}', found none");
                found.ok_or_else(|| Fault::plain(0, record.len(), missing()))
            }
            Self::Rows(_) => {
                let missing = || Fault::plain(0, 0, "expected a string, found a null".to_owned());
                let text = memchr::memchr(b'\t', record).and_then(|tab| record.get(tab + 1..));
                let text = text.and_then(|text| serde_json::from_slice(text).ok().flatten());
                text.map(|text: Text<'r>| text.0).ok_or_else(missing)
            }
        }
    }
}

/// A line that is no such object, from where that shows.
fn unreadable(error: &serde_json::Error, length: usize) -> Fault {
    // The line is always the first, and its column stands before the message already.
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or(&message);
    let start = error.column().saturating_sub(1).min(length);
    Fault::plain(start, length, format!("expected a JSON object: {reason}"))
}

impl Scratch {
    /// Takes a record apart; how many fields it has.
    fn split(&mut self, record: &[u8]) -> usize {
        let Some(reader) = &mut self.reader else { return 0 };
        // Unquoting makes nothing longer, and there are fewer ends than bytes but for the last.
        self.fields.resize(record.len().max(self.fields.len()), 0);
        self.ends.resize(record.len() + 2, 0);
        reader.reset();
        let (_, read, written, count) =
            reader.read_record(record, &mut self.fields, &mut self.ends);
        // The record's end ends its last field.
        let rest = record.get(read..).unwrap_or_default();
        let (fields, ends) = (&mut self.fields[written..], &mut self.ends[count..]);
        let (_, _, _, more) = reader.read_record(rest, fields, ends);
        self.ends.truncate(count + more);
        count + more
    }

    fn field(&self, at: usize) -> Option<&[u8]> {
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.fields.get(start..*self.ends.get(at)?)
    }
}

/// Takes the value of one name out of an object: the last, if there are several.
struct Named<'n>(&'n str);

impl<'de> Visitor<'de> for Named<'_> {
    type Value = Option<Cow<'de, str>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut found = None;
        while let Some(name) = map.next_key::<Text<'de>>()? {
            if name.0 == self.0 {
                found = map.next_value::<Option<Text<'de>>>()?.map(|text| text.0);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// A string, borrowed unless something is escaped in it.
#[derive(serde::Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

/// Finds the ends of records.
pub(super) enum Ends {
    Lines,
    Quoted(State),
}

/// Where in a record one is. A quote opens a field at its beginning only, and two in a row are one.
#[derive(Clone, Copy)]
pub(super) enum State {
    Start,
    Plain,
    Quoted,
    Quote,
}

impl Ends {
    /// Where, behind its terminator, the next record ends; none if that is beyond these bytes. The
    /// bytes must follow those of the last call up to the end that it found, or else all of them.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Option<usize> {
        let Self::Quoted(state) = self else {
            return memchr::memchr(b'\n', bytes).map(|at| at + 1);
        };
        let mut at = 0;
        while at < bytes.len() {
            at += match state {
                State::Plain => memchr::memchr2(b',', b'\n', &bytes[at..])?,
                State::Quoted => memchr::memchr(b'"', &bytes[at..])?,
                _ => 0,
            };
            let end = bytes[at] == b'\n' && !matches!(state, State::Quoted);
            *state = match (*state, bytes[at]) {
                (State::Quoted, _) => State::Quote,
                (State::Start | State::Quote, b'"') => State::Quoted,
                (_, b',' | b'\n') => State::Start,
                _ => State::Plain,
            };
            at += 1;
            if end {
                return Some(at);
            }
        }
        None
    }

    /// The same for the last record that ends.
    pub(super) fn last(&mut self, bytes: &[u8]) -> Option<usize> {
        if let Self::Lines = self {
            return memchr::memrchr(b'\n', bytes).map(|at| at + 1);
        }
        let mut last = 0;
        while let Some(end) = self.next(&bytes[last..]) {
            last += end;
        }
        (last > 0).then_some(last)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;

    fn records<'t>(format: &Format, text: &'t str) -> Vec<&'t str> {
        let (mut ends, mut start, mut records) = (format.ends(), 0, Vec::new());
        while let Some(end) = ends.next(&text.as_bytes()[start..]) {
            records.push(&text[start..start + end]);
            start += end;
        }
        records
    }

    fn csv(column: &str) -> Format {
        Format::new(Kind::Csv, Some(column.to_owned()), None).ok().unwrap()
    }

    #[test]
    fn a_quoted_field_may_hold_anything() {
        let format = csv("b");
        let text = "a,b\n1,\"x\"\n\"2\n,\"\"\n\",y\"\"\n3,\"\"\"\"\r\n4,\"\n";
        let expected = ["a,b\n", "1,\"x\"\n", "\"2\n,\"\"\n\",y\"\"\n", "3,\"\"\"\"\r\n"];
        assert_eq!(records(&format, text), expected);
        assert_eq!(format.ends().last(text.as_bytes()), Some(text.len() - 4));
        let mut scratch = format.scratch();
        assert_eq!(format.header(b"a,b"), Ok(true));
        for (record, field) in
            [("1,\"x\"", "x"), ("\"2\n,\"\"\n\",y\"\"", "y\"\""), ("3,\"\"\"\"", "\"")]
        {
            assert_eq!(format.field(record.as_bytes(), &mut scratch).ok().unwrap(), field);
        }
        assert!(format.field(b"1", &mut scratch).is_err());
        assert_eq!(format.field(b"1,", &mut scratch).ok().unwrap(), "");
    }

    #[test]
    fn ends_are_found_however_the_bytes_come() {
        let text = "a,\"\"\"\n\",b\n\"\",\"c\"\n";
        for cut in 0..text.len() {
            let mut ends = csv("a").ends();
            let first = ends.next(&text.as_bytes()[..cut]);
            let end = first.or_else(|| Some(cut + ends.next(&text.as_bytes()[cut..])?));
            assert_eq!(end, Some(10), "{cut}");
        }
    }

    #[test]
    fn headers_must_agree() {
        let format = csv("url");
        assert!(format.header(b"a,b").unwrap_err().contains("a column 'url'"));
        assert_eq!(format.header(b"\xEF\xBB\xBF\"url\",b"), Ok(true));
        assert_eq!(format.header(b"\xEF\xBB\xBF\"url\",b"), Ok(false));
        assert!(format.header(b"b,url").is_err());
    }

    #[test]
    fn the_last_of_the_same_name_counts() {
        let format = Format::new(Kind::Ndjson, None, Some("u".to_owned())).ok().unwrap();
        let mut scratch = format.scratch();
        let mut field = |record: &'static str| format.field(record.as_bytes(), &mut scratch).ok();
        assert_eq!(field(r#"{"a":{"u":1},"u":"x","u":"y\u0041"}"#).unwrap(), "yA");
        for bad in
            ["", "[]", "{}", r#"{"u":1}"#, r#"{"u":null}"#, r#"{"u":"a"}"#.trim_end_matches('}')]
        {
            assert!(field(bad).is_none(), "{bad}");
        }
    }
}
