//! The references of a page of HTML, by the tokens of the HTML Living Standard.

use std::ops::Range;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer, naive_next_state};

use super::link::Page;
use super::lists;
use crate::format::Description;
use crate::links::{Link, Links};

pub(crate) static HTML: Description = Description {
    aliases: &["htm"],
    links: true,
    ..Description::document("html", "HTML", &["html", "htm"], |it| Page::open(&HTML, links, it))
};

/// The attributes that hold one reference, and the elements where they do.
const ONE: &[(&str, &[&str])] = &[
    ("href", &["a", "area", "link", "image", "use", "feimage"]),
    ("xlink:href", &["a", "image", "use", "feimage", "script"]),
    (
        "src",
        &[
            "img", "script", "iframe", "frame", "source", "video", "audio", "track", "embed",
            "input",
        ],
    ),
    ("action", &["form"]),
    ("formaction", &["button", "input"]),
    ("poster", &["video"]),
    ("data", &["object"]),
    ("cite", &["blockquote", "q", "del", "ins"]),
    ("longdesc", &["img", "iframe", "frame"]),
    ("background", &["body", "table", "td", "th", "tr"]),
    ("manifest", &["html"]),
];

/// The references of a page. Characters that stand as `&amp;` and the like are decoded.
fn links(page: &[u8]) -> Links {
    let mut links = Links::default();
    let emitter = DefaultEmitter::<usize>::new_with_span();
    let mut tokens = Tokenizer::new_with_emitter(page, emitter);
    while let Some(Ok(token)) = tokens.next() {
        let Token::StartTag(tag) = token else { continue };
        // Without scripts, as a search engine reads it, a `<noscript>` holds elements.
        let text = naive_next_state(&tag.name).filter(|_| *tag.name != b"noscript");
        if let Some(state) = text {
            tokens.set_state(state);
        }
        element(page, &tag, &mut links);
    }
    links.all.sort_by_key(|link| link.range.start);
    links
}

/// Adds the references of an element.
fn element(page: &[u8], tag: &StartTag<usize>, links: &mut Links) {
    let name = String::from_utf8_lossy(&tag.name).into_owned();
    let text = |wanted: &str| {
        let value = tag.attributes.iter().find(|(name, _)| name.as_slice() == wanted.as_bytes());
        value.map(|(_, value)| String::from_utf8_lossy(value).into_owned())
    };
    for (attribute, value) in &tag.attributes {
        let attribute = String::from_utf8_lossy(attribute);
        let whole = value_range(page, value.span.start..tag.span.end);
        let value = String::from_utf8_lossy(value);
        let is =
            |entry: &&(&str, &[&str])| entry.0 == attribute && entry.1.contains(&name.as_str());
        let parts = match (name.as_str(), &*attribute) {
            ("base", "href") => {
                if links.base.is_none() {
                    let text = value.trim_ascii().to_owned();
                    let (element, attribute) = (name.clone(), attribute.into_owned());
                    links.base = Some(Link { range: whole, text, element, attribute });
                }
                continue;
            }
            ("img" | "source", "srcset") | ("link", "imagesrcset") => lists::srcset(&value),
            ("a" | "area", "ping") => lists::words(&value),
            ("meta", "content") => {
                let equiv = text("http-equiv");
                if !equiv.is_some_and(|it| it.trim().eq_ignore_ascii_case("refresh")) {
                    continue;
                }
                lists::refresh(&value).into_iter().collect()
            }
            // A form and a page refer to themselves by an empty value.
            _ if ONE.iter().any(|entry| is(&entry)) => {
                links.push(whole, &value, &name, &attribute);
                continue;
            }
            _ => continue,
        };
        // Without references to characters, the parts stand in the page as they are.
        let same = page.get(whole.clone()) == Some(value.as_bytes());
        for part in parts {
            let range =
                if same { whole.start + part.start..whole.start + part.end } else { whole.clone() };
            links.push(range, value.get(part).unwrap_or_default(), &name, &attribute);
        }
    }
}

/// Where the value of an attribute stands, which begins with its name somewhere in this range.
fn value_range(page: &[u8], range: Range<usize>) -> Range<usize> {
    let bytes = page.get(range.clone()).unwrap_or_default();
    let name = bytes.iter().take_while(|byte| !matches!(byte, b'=' | b'>' | b' ' | b'\n')).count();
    let skip = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    };
    let equals = skip(name);
    if bytes.get(equals) != Some(&b'=') {
        return range.start..range.start + name;
    }
    let start = skip(equals + 1);
    let rest = |from: usize| bytes.get(from..).unwrap_or_default();
    let (start, length) = match bytes.get(start) {
        Some(quote @ (b'"' | b'\'')) => {
            let rest = rest(start + 1);
            (start + 1, memchr::memchr(*quote, rest).unwrap_or(rest.len()))
        }
        _ => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
            (start, rest(start).iter().take_while(|byte| !ends(byte)).count())
        }
    };
    range.start + start..range.start + start + length
}
