//! The addresses of an index of an archive (CDXJ): `KEY TIMESTAMP {"url": "...", ...}` in each line.

use serde::Deserialize;

use super::link::Page;
use crate::error::reason;
use crate::format::Description;
use crate::lines::split_terminator;
use crate::links::Links;

pub(crate) static CDXJ: Description = Description {
    links: true,
    ..Description::document("cdxj", "CDXJ", &["cdxj", "cdx"], |it| Page::open(&CDXJ, links, it))
};

#[derive(Deserialize)]
struct Entry {
    url: Option<String>,
}

/// The addresses of the lines, and the lines that have none, each with what is wrong. Lines that begin
/// with `!` or `#` are about the file.
fn links(text: &[u8]) -> Links {
    let (mut links, mut start) = (Links::default(), 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let at = start;
        start += line.len();
        let line = split_terminator(line).0;
        if line.trim_ascii().is_empty() || matches!(line.first(), Some(b'!' | b'#')) {
            continue;
        }
        let brace = memchr::memchr(b'{', line);
        let entry = brace.map(|brace| (brace, serde_json::from_slice::<Entry>(&line[brace..])));
        match entry {
            Some((brace, Ok(Entry { url: Some(url) }))) => {
                // The value stands in the line as it is, unless it has escapes.
                let place = memchr::memmem::find(&line[brace..], url.as_bytes());
                let range =
                    place.map_or(0..line.len(), |found| brace + found..brace + found + url.len());
                links.push(at + range.start..at + range.end, &url, "url", "");
            }
            Some((_, Err(error))) => {
                let message = format!("expected a JSON object: {}", reason(&error));
                links.wrong.push((at..at + line.len(), message));
            }
            _ => {
                let message = "expected a JSON object with a string \"url\", found none";
                links.wrong.push((at..at + line.len(), message.to_owned()));
            }
        }
    }
    links
}
