//! The formats of input files: what a record is, and where in it the identifier stands.

use std::borrow::Cow;

use crate::input::document;
use crate::input::ends::{Ends, State};
use crate::input::parquet::Columns;
use crate::input::table::{Scratch, Table};
use crate::output::fault::Fault;
use crate::output::item;

pub(crate) enum Format {
    Text,
    Table(Table),
    Ndjson { field: String },
    Rows(Box<Columns>),
}

impl Format {
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Self::Text)
    }

    pub(crate) fn has_header(&self) -> bool {
        matches!(self, Self::Table(_))
    }

    /// A scanner for the ends of records. The bytes that it gets must begin with a record.
    pub(crate) fn ends(&self) -> Ends {
        match self {
            Self::Table(table) if table.quoted => Ends::Quoted(State::Start),
            _ => Ends::Lines,
        }
    }

    pub(crate) fn scratch(&self) -> Scratch {
        match self {
            Self::Table(table) => table.scratch(),
            _ => Scratch::default(),
        }
    }

    /// Takes the header of a file, without its terminator. Returns whether it is the header of the
    /// first file. A header that differs from the first one, or that lacks the column, is an error.
    pub(crate) fn header(&self, header: &[u8]) -> Result<bool, String> {
        match self {
            Self::Table(table) => table.header(header),
            _ => Ok(false),
        }
    }

    /// The identifier in a record. `scratch` must come from [`scratch`](Self::scratch) of the same
    /// format.
    pub(crate) fn field<'r>(
        &self,
        record: &'r [u8],
        scratch: &mut Scratch,
    ) -> Result<Cow<'r, str>, Fault> {
        match self {
            Self::Text => item::utf8(record).map(Cow::Borrowed),
            Self::Table(table) => table.field(record, scratch),
            Self::Ndjson { field } => document::field(record, field),
            Self::Rows(_) => {
                let missing = || Fault::plain(0, 0, "expected a string, found a null".to_owned());
                let text = memchr::memchr(b'\t', record).and_then(|tab| record.get(tab + 1..));
                text.and_then(document::string).ok_or_else(missing)
            }
        }
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
        Format::Table(Table::new(true, column.to_owned()))
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
        let format = Format::Ndjson { field: "u".to_owned() };
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
