//! The addresses of an index of an archive (CDXJ): `KEY TIMESTAMP {"url": "...", ...}` in each line.

use serde::Deserialize;

use super::link::Links;
use crate::input::lines::split_terminator;

#[derive(Deserialize)]
struct Entry {
    url: Option<String>,
}

/// The addresses of the lines, and the lines that have none, each with what is wrong. Lines that begin
/// with `!` or `#` are about the file.
pub(crate) fn links(text: &[u8]) -> (Links, Vec<(std::ops::Range<usize>, String)>) {
    let (mut links, mut wrong, mut start) = (Links::default(), Vec::new(), 0);
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
                let reason = error.to_string();
                let reason = reason.split(" at line ").next().unwrap_or_default();
                wrong.push((at..at + line.len(), format!("expected a JSON object: {reason}")));
            }
            _ => {
                let message = "expected a JSON object with a string \"url\", found none";
                wrong.push((at..at + line.len(), message.to_owned()));
            }
        }
    }
    (links, wrong)
}
