//! The encoding of a page (HTML Living Standard, 13.2.3; XML 1.0, 4.3.3 and appendix F).

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use crate::links::Links;

pub(super) struct Text<'d> {
    /// The text, which is a copy if the bytes of the page are another encoding than UTF-8. In UTF-8,
    /// a byte that is not a part of a character is replaced by U+001A, so that all other bytes keep
    /// their places.
    pub(super) text: Cow<'d, str>,
    pub(super) encoding: &'static Encoding,
    /// Where the text does not say what the bytes are, in ascending order.
    pub(super) damaged: Vec<Range<usize>>,
    /// Whether the places count in the copy, because the encoding is not UTF-8.
    pub(super) is_copy: bool,
}

/// Takes the place of a byte that is not UTF-8. It has the same length.
const SUBSTITUTE: char = '\u{1A}';

/// The encoding that the first bytes show: a byte order mark, or the declaration of XML in UTF-16.
pub(super) fn sniffed(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Some(encoding);
    }
    let begins = |head: &[u8]| bytes.starts_with(head);
    if begins(b"<\0?\0x\0") {
        Some(UTF_16LE)
    } else if begins(b"\0<\0?\0x") {
        Some(UTF_16BE)
    } else {
        None
    }
}

pub(super) fn labeled(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label(label.as_bytes())
}

/// The encoding that a page declares by this label. The page was read as a superset of ASCII, so a
/// declaration of UTF-16 cannot be true, and means UTF-8.
pub(super) fn declared(label: &str) -> Option<&'static Encoding> {
    Some(match labeled(label)? {
        encoding if encoding == UTF_16LE || encoding == UTF_16BE => UTF_8,
        encoding if encoding == X_USER_DEFINED => WINDOWS_1252,
        encoding => encoding,
    })
}

/// The encoding that the declaration of an XML document names: `<?xml version="1.0" encoding="…"?>`.
pub(super) fn of_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    let bytes = bytes.strip_prefix(crate::format::MARK).unwrap_or(bytes);
    declared(&text_between_quotes(bytes, declaration(bytes)?)?.1)
}

/// Where the value of `encoding` begins, after the sign "=".
fn declaration(bytes: &[u8]) -> Option<Range<usize>> {
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let end = memchr::memchr(b'>', bytes)?;
    let name = memchr::memmem::find(&bytes[..end], b"encoding")? + "encoding".len();
    let rest = &bytes[name..end];
    let equals = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    (rest[equals] == b'=').then_some(name + equals + 1..end)
}

fn text_between_quotes(bytes: &[u8], range: Range<usize>) -> Option<(Range<usize>, String)> {
    let rest = &bytes[range.clone()];
    let quote = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let value = &rest[quote + 1..];
    let length = memchr::memchr(*rest.get(quote)?, value)?;
    let start = range.start + quote + 1;
    Some((start..start + length, String::from_utf8_lossy(&value[..length]).into_owned()))
}

pub(super) fn decode<'d>(bytes: &'d [u8], encoding: &'static Encoding) -> Text<'d> {
    if encoding != UTF_8 && encoding != REPLACEMENT {
        let (text, _) = encoding.decode_with_bom_removal(bytes);
        let marks = text.match_indices('\u{FFFD}');
        let damaged = marks.map(|(at, mark)| at..at + mark.len()).collect();
        // Programs that read the copy see UTF-8, so its declaration has to say that.
        let text = redeclared(text.into_owned());
        return Text { text: Cow::Owned(text), encoding, damaged, is_copy: true };
    }
    let (mut damaged, mut text, mut at) = (Vec::new(), String::new(), 0);
    for chunk in bytes.utf8_chunks() {
        if chunk.invalid().is_empty() && at == 0 {
            let text = Cow::Borrowed(chunk.valid());
            return Text { text, encoding: UTF_8, damaged, is_copy: false };
        }
        text.push_str(chunk.valid());
        at = text.len();
        text.extend(chunk.invalid().iter().map(|_| SUBSTITUTE));
        if !chunk.invalid().is_empty() {
            damaged.push(at..text.len());
        }
        at = text.len();
    }
    Text { text: Cow::Owned(text), encoding: UTF_8, damaged, is_copy: false }
}

/// The text with a declaration of XML that says UTF-8.
fn redeclared(mut text: String) -> String {
    let place = declaration(text.as_bytes());
    if let Some((range, _)) = place.and_then(|it| text_between_quotes(text.as_bytes(), it)) {
        text.replace_range(range, "UTF-8");
    }
    text
}

impl Text<'_> {
    pub(super) fn is_damaged(&self, range: &Range<usize>) -> bool {
        let next = self.damaged.partition_point(|damage| damage.end <= range.start);
        self.damaged.get(next).is_some_and(|damage| damage.start < range.end)
    }
}

/// The text as a browser takes it from a page in this encoding: the query has the bytes of the
/// encoding, and a character that the encoding does not have is written as in HTML (URL Standard,
/// "percent-encode after encoding").
fn encoded_query<'t>(text: &'t str, name: &str) -> Cow<'t, str> {
    let encoding = labeled(name).unwrap_or(UTF_8).output_encoding();
    let end = text.find('#').unwrap_or(text.len());
    let query = text[..end].find('?').map(|at| &text[at..end]).filter(|it| !it.is_ascii());
    let (Some(query), true) = (query, encoding != UTF_8) else { return Cow::Borrowed(text) };
    let start = query.as_ptr().addr() - text.as_ptr().addr();
    let mut out = text[..start].to_owned();
    let mut character = [0; 4];
    for c in query.chars() {
        if c.is_ascii() {
            out.push(c);
            continue;
        }
        let (bytes, _, is_unknown) = encoding.encode(c.encode_utf8(&mut character));
        if is_unknown {
            out.push_str(&format!("%26%23{}%3B", u32::from(c)));
        } else {
            bytes.iter().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
        }
    }
    out.push_str(&text[end..]);
    Cow::Owned(out)
}

impl Links {
    /// A reference as browsers read it from this document. In a document that is not in UTF-8, the
    /// characters of a query are percent-encoded in the encoding of the document.
    ///
    /// ```
    /// use oneiri_documents::{Options, by_id};
    ///
    /// let page = b"<meta charset=windows-1251><a href='/?q=\xEA\xEE\xF2'>";
    /// let links = by_id("html").unwrap().open(Options::default()).links(page);
    /// assert_eq!(links.all[0].text, "/?q=кот");
    /// assert_eq!(links.browser_text(&links.all[0].text), "/?q=%EA%EE%F2");
    /// ```
    #[must_use]
    pub fn browser_text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.encoding {
            Some(name) => encoded_query(text, name),
            None => Cow::Borrowed(text),
        }
    }
}
