//! The headers of a message of HTTP or of a record, and the body as it was before it was sent.

use std::io::Read;

use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

/// How long an unpacked body may be. A longer one is cut, because a small body may unpack to
/// anything.
pub(super) const LONGEST: u64 = 256 << 20;

const CODINGS: usize = 8;

/// The fields of a message. Their names are in small letters.
pub(super) struct Fields(Vec<(String, String)>);

impl Fields {
    /// The fields of some lines. A line that begins with a blank continues the one above.
    pub(super) fn of(lines: &[u8]) -> Self {
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines.split(|byte| *byte == b'\n') {
            let line = String::from_utf8_lossy(line);
            if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = fields.last_mut() {
                    if !value.is_empty() {
                        value.push(' ');
                    }
                    value.push_str(line.trim());
                }
            } else if let Some((name, value)) = line.split_once(':') {
                fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
        Self(fields)
    }

    /// The first field with this name, which is in small letters.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|it| it.0 == name).map(|it| &*it.1)
    }

    /// The elements of all lists with this name, in small letters.
    fn list<'f>(&'f self, name: &'f str) -> impl Iterator<Item = String> + 'f {
        let all = self.0.iter().filter(move |it| it.0 == name);
        let elements = all.flat_map(|it| it.1.split(','));
        elements.map(|it| it.trim().to_ascii_lowercase()).filter(|it| !it.is_empty())
    }
}

/// Undoes the codings that the fields name, the last one first. Returns what could be unpacked, and
/// what was wrong with the rest.
pub(super) fn unpacked(fields: &Fields, mut body: Vec<u8>) -> (Vec<u8>, Option<String>) {
    // What was sent was encoded by its content first, and for its transfer after that.
    let mut codings: Vec<String> = fields.list("content-encoding").collect();
    codings.extend(fields.list("transfer-encoding"));
    if codings.len() > CODINGS {
        return (Vec::new(), Some(format!("expected at most {CODINGS} codings of a body")));
    }
    let mut wrong = None;
    for coding in codings.iter().rev() {
        if coding == "identity" || body.is_empty() {
            continue;
        }
        let Some((all, error)) = decoded(coding, &body) else {
            let message = "expected a body in gzip, deflate, br, zstd or chunks";
            return (Vec::new(), Some(format!("{message}, found '{coding}'")));
        };
        // Some archives keep the fields and not the codings. Then the body is text.
        if error.is_some() && body.trim_ascii_start().first() == Some(&b'<') {
            continue;
        }
        wrong = error.map(|error| format!("expected a body in {coding}: {error}")).or(wrong);
        body = all;
    }
    (body, wrong)
}

/// The body without a coding, and what was wrong with it. `None` if nobody knows the coding.
fn decoded(coding: &str, body: &[u8]) -> Option<(Vec<u8>, Option<String>)> {
    let is_zlib = matches!(body, [first, second, ..]
        if first & 15 == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0);
    Some(match coding {
        "chunked" => dechunked(body),
        "gzip" | "x-gzip" => all(MultiGzDecoder::new(body)),
        "deflate" if is_zlib => all(ZlibDecoder::new(body)),
        // Some servers leave out the frame of zlib, and browsers accept that.
        "deflate" => all(DeflateDecoder::new(body)),
        "br" => all(Decompressor::new(body, 1 << 12)),
        "zstd" => match StreamingDecoder::new(body) {
            Ok(reader) => all(reader),
            Err(error) => (Vec::new(), Some(error.to_string())),
        },
        _ => return None,
    })
}

/// A body that is packed as a file, such as a sitemap.
pub(super) fn gunzipped(body: &[u8]) -> (Vec<u8>, Option<String>) {
    all(MultiGzDecoder::new(body))
}

fn all(reader: impl Read) -> (Vec<u8>, Option<String>) {
    let mut all = Vec::new();
    // What comes before an error is kept.
    let error = reader.take(LONGEST + 1).read_to_end(&mut all).err().map(|it| it.to_string());
    if all.len() as u64 > LONGEST {
        all.truncate(usize::try_from(LONGEST).unwrap_or(usize::MAX));
        return (all, Some(format!("at most {} MiB are read", LONGEST >> 20)));
    }
    (all, error)
}

fn dechunked(mut rest: &[u8]) -> (Vec<u8>, Option<String>) {
    let mut all = Vec::new();
    loop {
        let end = memchr::memchr(b'\n', rest);
        let line = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
        let digits = line.and_then(|line| line.split(';').next());
        let length = digits.and_then(|it| usize::from_str_radix(it.trim(), 16).ok());
        let (Some(end), Some(length)) = (end, length) else {
            return (all, Some("expected the length of a chunk".to_owned()));
        };
        rest = &rest[end + 1..];
        if length == 0 {
            return (all, None);
        }
        let Some(chunk) = rest.get(..length) else {
            all.extend_from_slice(rest);
            return (all, Some("expected more of the last chunk".to_owned()));
        };
        all.extend_from_slice(chunk);
        rest = &rest[length..];
        rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        rest = rest.strip_prefix(b"\n").unwrap_or(rest);
    }
}
