//! The references of headers of HTTP: `Link` (RFC 8288), `Location`, `Content-Location` and
//! `Refresh`.

use std::ops::Range;

use super::link::Page;
use super::lists;
use crate::format::Description;
use crate::links::{Link, Links};

pub(crate) static HEADERS: Description = Description {
    links: true,
    ..Description::document("headers", "headers of HTTP", &["headers", "http"], |it| {
        Page::lines(&HEADERS, |bytes, _| links(bytes), |_| None, it.base)
    })
};

/// The references of lines of headers. A line that begins with a blank continues the one above.
fn links(text: &[u8]) -> Links {
    let mut links = Links::default();
    let mut at = 0;
    while at < text.len() {
        let mut end = line_end(text, at);
        while matches!(text.get(end), Some(b' ' | b'\t')) {
            end = line_end(text, end);
        }
        header(text, at, end, &mut links);
        at = end;
    }
    links
}

fn line_end(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |feed| at + feed + 1)
}

fn header(text: &[u8], start: usize, end: usize, links: &mut Links) {
    let line = &text[start..end];
    let Some(colon) = memchr::memchr(b':', line) else { return };
    let name = String::from_utf8_lossy(&line[..colon]).to_ascii_lowercase();
    let (value, from) = (&line[colon + 1..], start + colon + 1);
    let text = |range: &Range<usize>| String::from_utf8_lossy(&value[range.clone()]);
    let mut push = |target: &Range<usize>, text: &str, name| {
        let range = from + target.start..from + target.end;
        links.all.push(Link::new(range, text, [name, ""], None));
    };
    match name.trim() {
        "link" => targets(value).iter().for_each(|target| push(target, &text(target), "Link")),
        "location" | "content-location" => {
            let blank = value.len() - value.trim_ascii_start().len();
            let target = blank..blank + value.trim_ascii().len();
            let name = if name.trim() == "location" { "Location" } else { "Content-Location" };
            push(&target, &text(&target), name);
        }
        "refresh" => {
            let Ok(value) = std::str::from_utf8(value) else { return };
            if let Some(target) = lists::refresh(value) {
                let text = &value[target.clone()];
                push(&target, text, "Refresh");
            }
        }
        _ => {}
    }
}

/// The targets of a `Link` header, which are between `<` and `>`. Quoted parameters hold none.
fn targets(value: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut at, mut quoted) = (Vec::new(), 0, false);
    while let Some(&byte) = value.get(at) {
        at += 1;
        match byte {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'<' if !quoted => {
                let Some(length) = memchr::memchr(b'>', &value[at..]) else { break };
                found.push(at..at + length);
                at += length + 1;
            }
            _ => {}
        }
    }
    found
}
