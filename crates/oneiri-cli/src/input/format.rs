//! The formats of input files: what a record is, and where in it the identifier stands.

use std::borrow::Cow;
use std::ops::Range;

use oneiri::{HasScheme, Ri, Unicode};

use crate::input::document::{self, Document};
use crate::input::ends::{Ends, State};
use crate::input::parquet::Columns;
use crate::input::rdf::turtle::document::Start;
use crate::input::rdf::whole::Kind;
use crate::input::table::Table;
use crate::output::cell::Notation;
use crate::output::fault::Fault;
use crate::output::item;

pub(crate) enum Format {
    /// Each line is an identifier.
    Text,
    /// The same with NUL in the place of the line feed.
    Nul,
    Table(Table),
    Ndjson(Document),
    Rows(Box<Columns>),
    /// N-Triples; N-Quads if these are quads. Each line has any number of IRIs.
    Statements {
        quads: bool,
    },
    /// Turtle; TriG if it has graphs. A record is a statement, and has any number of IRIs.
    Turtle {
        trig: bool,
        start: Box<Start>,
    },
    /// JSON-LD or RDF/XML. A record is the whole document.
    Whole {
        kind: Kind,
        base: Option<Box<Ri<String, Unicode, HasScheme>>>,
    },
}

/// An identifier in a record.
pub(crate) struct Found<'r> {
    /// Where the record spells it.
    pub(crate) range: Range<usize>,
    pub(crate) text: Cow<'r, [u8]>,
}

impl Format {
    /// Whether a record is an identifier and nothing else.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Self::Text | Self::Nul)
    }

    /// Whether a record is a statement of RDF.
    pub(crate) fn is_rdf(&self) -> bool {
        matches!(self, Self::Statements { .. } | Self::Turtle { .. } | Self::Whole { .. })
    }

    pub(crate) fn has_header(&self) -> bool {
        matches!(self, Self::Table(_))
    }

    /// A scanner for the ends of records. The bytes that it gets must begin with a record.
    pub(crate) fn ends(&self) -> Ends {
        match self {
            Self::Table(table) if table.quoted => Ends::Quoted(table.delimiter, State::Start),
            Self::Nul => Ends::Lines(0),
            _ => Ends::Lines(b'\n'),
        }
    }

    /// How a record spells what a command writes into it.
    pub(crate) fn notation(&self) -> Notation {
        match self {
            Self::Table(table) if table.quoted => Notation::Csv(table.delimiter),
            Self::Table(table) => Notation::Tsv(table.delimiter),
            Self::Ndjson(_) => Notation::Json,
            Self::Rows(_) => Notation::Row,
            Self::Text | Self::Nul => Notation::Line,
            Self::Statements { .. } => Notation::Iri,
            Self::Turtle { .. } | Self::Whole { .. } => Notation::Reference,
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

    /// The identifier in a record, which has no terminator.
    pub(crate) fn find<'r>(&self, record: &'r [u8]) -> Result<Found<'r>, Fault> {
        let string = |(range, text): (Range<usize>, Cow<'r, str>)| {
            let text = match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            };
            Found { range, text }
        };
        match self {
            Self::Text | Self::Nul => {
                Ok(Found { range: 0..record.len(), text: Cow::Borrowed(record) })
            }
            Self::Statements { .. } | Self::Turtle { .. } | Self::Whole { .. } => {
                let message = "expected a record with one identifier, found a statement";
                Err(Fault::plain(0, record.len(), message.to_owned()))
            }
            Self::Table(table) => table.field(record).map(|(range, text)| Found { range, text }),
            Self::Ndjson(document) => document.field(record).map(string),
            Self::Rows(_) => {
                let missing = || Fault::plain(0, 0, "expected a string, found a null".to_owned());
                let start = memchr::memchr(b'\t', record).map_or(0, |tab| tab + 1);
                let text = document::string(&record[start..]).ok_or_else(missing)?;
                Ok(string((start..record.len(), text)))
            }
        }
    }

    /// The text of the identifier in a record.
    pub(crate) fn field<'r>(&self, record: &'r [u8]) -> Result<Cow<'r, str>, Fault> {
        match self.find(record)?.text {
            Cow::Borrowed(text) => item::utf8(text).map(Cow::Borrowed),
            Cow::Owned(text) => item::utf8(&text).map(|text| Cow::Owned(text.to_owned())),
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
        Format::Table(Table::csv(b',', column.to_owned()))
    }

    #[test]
    fn a_quoted_field_may_hold_anything() {
        let format = csv("b");
        let text = "a,b\n1,\"x\"\n\"2\n,\"\"\n\",y\"\"\n3,\"\"\"\"\r\n4,\"\n";
        let expected = ["a,b\n", "1,\"x\"\n", "\"2\n,\"\"\n\",y\"\"\n", "3,\"\"\"\"\r\n"];
        assert_eq!(records(&format, text), expected);
        assert_eq!(format.ends().last(text.as_bytes()), Some(text.len() - 4));
        assert_eq!(format.header(b"a,b"), Ok(true));
        for (record, field) in
            [("1,\"x\"", "x"), ("\"2\n,\"\"\n\",y\"\"", "y\"\""), ("3,\"\"\"\"", "\"")]
        {
            assert_eq!(format.field(record.as_bytes()).ok().unwrap(), field);
        }
        for bad in ["1", "1,2,3", "", "1,\"2", "\"1,2"] {
            assert!(format.field(bad.as_bytes()).is_err(), "{bad}");
        }
        assert_eq!(format.field(b"1,").ok().unwrap(), "");
    }

    /// The states of the scanner, one byte after the other.
    fn ends_by_the_letter(bytes: &[u8], delimiter: u8) -> Vec<usize> {
        let (mut ends, mut state) = (Vec::new(), State::Start);
        for (at, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' && state != State::Quoted {
                ends.push(at + 1);
            }
            state = match (state, byte) {
                (State::Quoted, b'"') => State::Quote,
                (State::Quoted, _) => State::Quoted,
                (State::Start | State::Quote, b'"') => State::Quoted,
                (_, byte) if byte == b'\n' || byte == delimiter => State::Start,
                _ => State::Plain,
            };
        }
        ends
    }

    #[test]
    fn ends_are_found_however_the_bytes_come() {
        const LETTERS: [u8; 4] = *b"\",a\n";
        let table = Table::csv(b',', "a".to_owned());
        let format = Format::Table(table);
        for number in 0..4_usize.pow(8) {
            let bytes: Vec<u8> = (0..8).map(|nth| LETTERS[number >> (2 * nth) & 3]).collect();
            let expected = ends_by_the_letter(&bytes, b',');
            for cut in [0, 3, 5] {
                let (mut ends, mut found, mut at, mut limit) = (format.ends(), vec![], 0, cut);
                loop {
                    match ends.next(&bytes[at..limit]) {
                        Some(end) => {
                            at += end;
                            found.push(at);
                        }
                        None if limit == bytes.len() => break,
                        None => (at, limit) = (limit, bytes.len()),
                    }
                }
                assert_eq!(found, expected, "{bytes:?} {cut}");
                let mut ends = format.ends();
                let first = ends.last(&bytes[..cut]);
                let last = ends.last(&bytes[cut..]).map(|end| cut + end).or(first);
                assert_eq!(last, expected.last().copied(), "{bytes:?} {cut}");
            }
            assert_eq!(format.ends().count(&bytes), expected.len() as u64);
        }
    }

    #[test]
    fn a_quote_that_is_never_closed_takes_one_line() {
        let (text, mut ends) = (&b"\"a\nb,\"\"\nc"[..], csv("a").ends());
        assert_eq!(ends.cut(text), 3);
        assert_eq!(ends.cut(&text[3..]), 5);
        assert_eq!(ends.cut(&text[8..]), 1);
    }

    #[test]
    fn headers_must_agree() {
        let format = csv("url");
        assert!(format.header(b"a,b").unwrap_err().contains("a column 'url'"));
        assert!(format.header(b"url,a,\"url\"").unwrap_err().contains("one column 'url'"));
        assert!(format.header(b"a,url,\"b").unwrap_err().contains("closing quote"));
        assert_eq!(format.header(b"\xEF\xBB\xBF\"url\",b,b"), Ok(true));
        assert_eq!(format.header(b"\xEF\xBB\xBF\"url\",b,b"), Ok(false));
        assert!(format.header(b"b,url").is_err());
        let more = Format::Table(Table::csv(b',', "url".to_owned()).into(Some("b".to_owned())));
        assert!(more.header(b"url,b").unwrap_err().contains("the output adds"));
    }

    #[test]
    fn the_last_of_the_same_name_counts() {
        let format = Format::Ndjson(Document::new("u".to_owned()));
        let field = |record: &'static str| format.field(record.as_bytes()).ok();
        assert_eq!(field(r#"{"a":{"u":1},"u":"x","u":"y\u0041"}"#).unwrap(), "yA");
        for bad in
            ["", "[]", "{}", r#"{"u":1}"#, r#"{"u":null}"#, r#"{"u":"a"}"#.trim_end_matches('}')]
        {
            assert!(field(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_field_may_lie_in_objects_in_the_object() {
        let record = r#" { "a.b" : "x", "a": {"c": 0, "b": "y"} } "#;
        for (name, text) in [("a.b", "y"), (r"a\.b", "x")] {
            let document = Document::new(name.to_owned());
            let (range, found) = document.field(record.as_bytes()).ok().unwrap();
            assert_eq!((&record[range], &*found), (format!("\"{text}\"").as_str(), text));
        }
        for name in ["a", "a.c", "a.b.c", "b", "", "a."] {
            let document = Document::new(name.to_owned());
            assert!(document.field(record.as_bytes()).is_err(), "{name}");
        }
        let more = Document::new("a.b".to_owned()).into(Some("a".to_owned()));
        assert!(more.field(record.as_bytes()).is_err());
    }
}
