//! A record that holds an identifier among other things, and how the record is written with another
//! text in the place of the identifier.

use std::ops::Range;

use crate::output::fault::Fault;

/// The place of an identifier in a record of a table or a document.
pub(crate) struct Cell<'a> {
    /// The bytes of the record that spell the identifier.
    pub(crate) range: Range<usize>,
    /// The text that they stand for. The identifier is this text, trimmed if asked for.
    pub(crate) text: &'a [u8],
    /// Whether the identifier is the last one of its record.
    pub(crate) last: bool,
    pub(crate) notation: Notation,
    /// Why no identifier could be read, if the record is broken.
    pub(crate) broken: Option<&'a Fault>,
}

/// How a record spells a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// The text is all of the line.
    Line,
    /// CSV with this delimiter: quoted where needed.
    Csv(u8),
    /// TSV with this delimiter. It has no quotes, so a text with the delimiter or a line end cannot
    /// be written.
    Tsv(u8),
    /// A JSON string.
    Json,
    /// An IRI between angle brackets, as N-Triples and N-Quads have it.
    Iri,
    /// The same in Turtle and TriG, which have relative references.
    Reference,
    /// Another text, which stands for the identifier: a prefixed name, a relative reference, or a
    /// string of JSON-LD or RDF/XML.
    Other,
    /// The record has no identifier, and is only copied.
    None,
    /// A JSON string behind the name of a row and a TAB. It is all that the row's record tells.
    Row,
}

impl Notation {
    /// Appends the text as a record spells it. `alone` says whether it is all of the record: an
    /// empty line would be no record for many programs.
    pub(crate) fn push(self, text: &[u8], alone: bool, out: &mut Vec<u8>) {
        match self {
            // An identifier has no character that an IRI between brackets would have to escape.
            Self::Line | Self::Iri | Self::Reference | Self::Other | Self::None => {
                out.extend_from_slice(text);
            }
            Self::Tsv(delimiter) => out.extend(text.iter().map(|&byte| {
                let stands_between = byte == delimiter || matches!(byte, b'\n' | b'\r');
                if stands_between { b' ' } else { byte }
            })),
            Self::Csv(delimiter) => {
                let needs = |byte: &u8| *byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r');
                if !(text.iter().any(needs) || alone && text.is_empty()) {
                    return out.extend_from_slice(text);
                }
                out.push(b'"');
                for piece in text.split_inclusive(|&byte| byte == b'"') {
                    out.extend_from_slice(piece);
                    if piece.ends_with(b"\"") {
                        out.push(b'"');
                    }
                }
                out.push(b'"');
            }
            // Writing to memory cannot fail.
            Self::Json | Self::Row => {
                drop(serde_json::to_writer(out, &String::from_utf8_lossy(text)))
            }
        }
    }

    /// Appends a record with one more field.
    pub(crate) fn push_with(self, record: &[u8], name: &str, text: &[u8], out: &mut Vec<u8>) {
        match self {
            Self::Line | Self::Iri | Self::Reference | Self::Other | Self::None => {
                out.extend_from_slice(record);
                out.push(b'\t');
                out.extend_from_slice(text);
            }
            Self::Csv(delimiter) | Self::Tsv(delimiter) => {
                out.extend_from_slice(record);
                out.push(delimiter);
                self.push(text, false, out);
            }
            Self::Row => {
                let end = memchr::memchr(b'\t', record).map_or(record.len(), |tab| tab + 1);
                out.extend_from_slice(&record[..end]);
                self.push(text, false, out);
            }
            Self::Json => {
                // A record is an object with at least one field.
                let end = memchr::memrchr(b'}', record).unwrap_or(record.len());
                let (fields, brace) = record.split_at(end);
                out.extend_from_slice(fields);
                out.push(b',');
                self.push(name.as_bytes(), false, out);
                out.push(b':');
                self.push(text, false, out);
                out.extend_from_slice(brace);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_quoted_where_it_has_to_be() {
        for (notation, alone, text, expected) in [
            (Notation::Csv(b','), false, "a b", "a b"),
            (Notation::Csv(b','), false, "a,b", "\"a,b\""),
            (Notation::Csv(b';'), false, "a,b", "a,b"),
            (Notation::Csv(b';'), false, "a\"\"\n", "\"a\"\"\"\"\n\""),
            (Notation::Csv(b';'), false, "", ""),
            (Notation::Csv(b';'), true, "", "\"\""),
            (Notation::Tsv(b'\t'), true, "", ""),
            (Notation::Tsv(b'\t'), false, "a\t\"\r\n", "a \"  "),
            (Notation::Json, false, "é\"\n", "\"é\\\"\\n\""),
        ] {
            let mut out = Vec::new();
            notation.push(text.as_bytes(), alone, &mut out);
            assert_eq!(out, expected.as_bytes());
        }
    }

    #[test]
    fn a_field_is_added_at_the_end() {
        for (notation, record, expected) in [
            (Notation::Csv(b','), "1,\"2\"", "1,\"2\",\"x,\""),
            (Notation::Tsv(b'\t'), "1\t2", "1\t2\tx,"),
            (Notation::Json, " {\"a\":{}} ", " {\"a\":{},\"n\":\"x,\"} "),
            (Notation::Row, "0 7\t\"a\"", "0 7\t\"x,\""),
            (Notation::Line, "1", "1\tx,"),
        ] {
            let mut out = Vec::new();
            notation.push_with(record.as_bytes(), "n", b"x,", &mut out);
            assert_eq!(out, expected.as_bytes());
        }
    }
}
