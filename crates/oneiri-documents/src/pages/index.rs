//! The addresses of an index of an archive: `KEY TIMESTAMP {"url": "...", ...}` in each line (CDXJ), or
//! fields between blanks, which the first line names (CDX).

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;

use super::link::Page;
use crate::error::reason;
use crate::format::Description;
use crate::lines::split_terminator;
use crate::links::{Link, Links};

pub(crate) static CDXJ: Description = Description {
    links: true,
    ..Description::document("cdxj", "CDXJ", &["cdxj", "cdx"], |it| Page::lines(&CDXJ, links, names, it.base))
};

#[derive(Deserialize)]
struct Entry {
    url: Option<String>,
}

struct Fields {
    delimiter: u8,
    /// The number of the field of the original URL.
    url: usize,
}

impl Fields {
    /// The fields that the first line of a CDX names, such as ` CDX N b a m s k r M S V g`. Its first
    /// byte is the delimiter, and the letter `a` is the original URL.
    fn of(header: &[u8]) -> Option<Self> {
        let (&delimiter, rest) = header.split_first()?;
        let letters = rest.strip_prefix(b"CDX")?.strip_prefix(&[delimiter])?;
        let url = letters.split(|byte| *byte == delimiter).position(|letter| letter == b"a")?;
        Some(Self { delimiter, url })
    }
}

impl Default for Fields {
    /// The order that almost all files have.
    fn default() -> Self {
        Self { delimiter: b' ', url: 2 }
    }
}

/// The addresses of the lines, and the lines that have none, each with what is wrong. Lines that begin
/// with `!` or `#` are about the file.
fn links(text: &[u8], named: Option<&str>) -> Links {
    let (mut links, mut start) = (Links::default(), 0);
    let mut fields = named.and_then(|it| Fields::of(it.as_bytes())).unwrap_or_default();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let at = start;
        start += line.len();
        let line = split_terminator(line).0;
        if line.trim_ascii().is_empty() || matches!(line.first(), Some(b'!' | b'#')) {
            continue;
        }
        if let Some(named) = Fields::of(line) {
            fields = named;
            continue;
        }
        let found = match json(line) {
            Some(found) => found,
            None => field(line, &fields),
        };
        match found {
            Ok((range, url)) => {
                links.all.push(Link::new(at + range.start..at + range.end, &url, ["url", ""], None));
            }
            Err(message) => links.wrong.push((at..at + line.len(), message)),
        }
    }
    links
}

/// The last line that names the fields of the lines below it: the first of a CDX, or a later one of several in a file.
fn names(text: &[u8]) -> Option<Arc<str>> {
    // A delimiter is before the word, at the beginning of the line.
    let is_first = |at: &usize| *at == 1 || *at > 1 && text[at - 2] == b'\n';
    let at = memchr::memmem::rfind_iter(text, b"CDX").find(is_first)?;
    let line = text[at - 1..].split(|byte| *byte == b'\n').next()?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Fields::of(line).and_then(|_| std::str::from_utf8(line).ok()).map(Arc::from)
}

type Found = Result<(Range<usize>, String), String>;

/// The address of a line of CDXJ. `None` if the line has no object.
fn json(line: &[u8]) -> Option<Found> {
    // Two fields are before the object: a URL of a CDX may hold a brace.
    let second = memchr::memchr_iter(b' ', line).nth(1)?;
    let brace = second + 1;
    if line.get(brace) != Some(&b'{') {
        return None;
    }
    Some(match serde_json::from_slice::<Entry>(&line[brace..]) {
        Ok(Entry { url: Some(url) }) => {
            // The value is in the line as it is, unless it has escapes.
            let place = memchr::memmem::find(&line[brace..], url.as_bytes());
            let range = place.map(|found| brace + found..brace + found + url.len());
            Ok((range.unwrap_or(0..line.len()), url))
        }
        Ok(_) => Err("expected a JSON object with a string \"url\", found none".to_owned()),
        Err(error) => Err(format!("expected a JSON object: {}", reason(&error))),
    })
}

/// The address of a line of CDX.
fn field(line: &[u8], fields: &Fields) -> Found {
    let mut start = 0;
    for (nth, field) in line.split(|byte| *byte == fields.delimiter).enumerate() {
        let range = start..start + field.len();
        start = range.end + 1;
        if nth == fields.url && !field.is_empty() {
            let url = std::str::from_utf8(field);
            let url = url.map_err(|_| "expected a URL in UTF-8, found other bytes".to_owned())?;
            return Ok((range, url.to_owned()));
        }
    }
    let number = fields.url + 1;
    Err(format!("expected a JSON object with \"url\" (CDXJ), or a URL as field {number} (CDX)"))
}
