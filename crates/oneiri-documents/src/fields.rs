//! Splits a record of a table into its fields.

use std::borrow::Cow;
use std::ops::Range;

#[derive(Clone)]
pub(crate) struct Fields<'r> {
    record: &'r [u8],
    /// The beginning of the next field. There is none if it is greater than the length.
    at: usize,
    delimiter: u8,
    quoted: bool,
}

/// A field as it is spelled.
pub(crate) struct Field {
    pub(crate) range: Range<usize>,
    /// Whether the field has as many closing quotes as opening ones.
    pub(crate) closed: bool,
}

impl<'r> Fields<'r> {
    /// The fields of a record, which has no terminator. There is at least one.
    pub(crate) fn of(record: &'r [u8], delimiter: u8, quoted: bool) -> Self {
        // Most records have no quotes.
        let quoted = quoted && memchr::memchr(b'"', record).is_some();
        Self { record, at: 0, delimiter, quoted }
    }
}

impl Iterator for Fields<'_> {
    type Item = Field;

    fn next(&mut self) -> Option<Field> {
        let start = self.at;
        let rest = self.record.get(start..)?;
        let quotes = if self.quoted && rest.first() == Some(&b'"') { closing(rest) } else { Some(0) };
        // Text after the closing quote belongs to the field.
        let behind = quotes.unwrap_or(rest.len());
        let end = memchr::memchr(self.delimiter, &rest[behind..]);
        let end = end.map_or(self.record.len(), |at| start + behind + at);
        self.at = end + 1;
        Some(Field { range: start..end, closed: quotes.is_some() })
    }
}

/// The position after the quote that closes a field, which begins with the opening one.
fn closing(field: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr(b'"', field.get(at..)?)? + 1;
        if field.get(at) != Some(&b'"') {
            return Some(at);
        }
        at += 1;
    }
}

/// The text of a field: without its quotes, and with one quote for each doubled one.
pub(crate) fn unquoted(field: &[u8], quoted: bool) -> Cow<'_, [u8]> {
    let inside = match field {
        [b'"', inside @ ..] if quoted => inside,
        _ => return Cow::Borrowed(field),
    };
    match memchr::memchr(b'"', inside) {
        None => return Cow::Borrowed(inside),
        Some(at) if at + 1 == inside.len() => return Cow::Borrowed(&inside[..at]),
        Some(_) => {}
    }
    let end = closing(field).unwrap_or(field.len());
    let mut text = Vec::with_capacity(field.len());
    let mut rest = &field[1..end];
    while let Some(at) = memchr::memchr(b'"', rest) {
        // A doubled quote, or the closing one.
        if at + 1 < rest.len() {
            text.extend_from_slice(&rest[..=at]);
        } else {
            text.extend_from_slice(&rest[..at]);
        }
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    text.extend_from_slice(rest);
    text.extend_from_slice(&field[end..]);
    Cow::Owned(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use csv_core::{Reader, ReaderBuilder, Terminator};

    use super::*;

    /// Another reader of CSV. Its tables take longer to build than a record takes to read, so they are built once.
    fn csv_core(delimiter: u8, quoted: bool) -> Reader {
        let mut builder = ReaderBuilder::new();
        builder.terminator(Terminator::Any(b'\n')).delimiter(delimiter).quoting(quoted);
        builder.build()
    }

    /// The fields according to the other reader, which skips an empty record.
    fn by_csv_core(reader: &mut Reader, record: &[u8]) -> Vec<Vec<u8>> {
        reader.reset();
        let (mut text, mut ends) = (vec![0; record.len() + 9], vec![0; record.len() + 2]);
        let (_, read, written, count) = reader.read_record(record, &mut text, &mut ends);
        let (_, _, _, more) = reader.read_record(&record[read..], &mut text[written..], &mut ends[count..]);
        let mut start = 0;
        ends[..count + more].iter().map(|&end| text[std::mem::replace(&mut start, end)..end].to_vec()).collect()
    }

    #[test]
    fn fields_are_those_of_another_reader() {
        const LETTERS: [u8; 6] = *b"\",;a\r\t";
        let dialects = [(b',', true), (b';', true), (b'\t', false)];
        let mut others = dialects.map(|(delimiter, quoted)| csv_core(delimiter, quoted));
        let mut tried = 0;
        for length in 1..=7_u32 {
            for number in 0..6_usize.pow(length) {
                let letter = |nth| LETTERS[number / 6_usize.pow(nth) % 6];
                let record: Vec<u8> = (0..length).map(letter).collect();
                for ((delimiter, quoted), other) in dialects.into_iter().zip(&mut others) {
                    let fields = Fields::of(&record, delimiter, quoted);
                    if fields.clone().any(|field| !field.closed) {
                        continue;
                    }
                    let ours: Vec<Vec<u8>> =
                        fields.map(|it| unquoted(&record[it.range], quoted).into_owned()).collect();
                    let text = String::from_utf8_lossy(&record);
                    assert_eq!(ours, by_csv_core(other, &record), "{text:?}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 500_000, "{tried}");
    }
}
