//! The body of an HTTP message, as it was before it was sent.

use std::io::Read;

use flate2::read::{GzDecoder, ZlibDecoder};

/// How long an unpacked body may be. A longer one is cut, because a small body may unpack to
/// anything.
const LONGEST: u64 = 256 << 20;

/// Undoes the chunks and the packing that the headers name. Without them, and if the body is not
/// what they say, it is returned as it is.
pub(super) fn body(headers: &[u8], body: Vec<u8>) -> Vec<u8> {
    let header = |wanted: &str| {
        let lines = headers.split(|byte| *byte == b'\n').map(String::from_utf8_lossy);
        let mut values = lines.filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.trim().eq_ignore_ascii_case(wanted).then(|| value.trim().to_ascii_lowercase())
        });
        values.next_back().unwrap_or_default()
    };
    let body = match header("transfer-encoding").contains("chunked") {
        true => dechunked(&body).unwrap_or(body),
        false => body,
    };
    let unpacked = |reader: &mut dyn Read| {
        let mut all = Vec::new();
        // What comes before an error is kept.
        let read = reader.take(LONGEST).read_to_end(&mut all);
        (read.is_ok() || !all.is_empty()).then_some(all)
    };
    match header("content-encoding").as_str() {
        "gzip" | "x-gzip" => unpacked(&mut GzDecoder::new(&body[..])).unwrap_or(body),
        "deflate" => unpacked(&mut ZlibDecoder::new(&body[..])).unwrap_or(body),
        _ => body,
    }
}

/// The chunks without their lengths. `None` if the body has none.
fn dechunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    loop {
        let end = memchr::memchr(b'\n', rest)?;
        let line = std::str::from_utf8(&rest[..end]).ok()?;
        let digits = line.split(';').next()?.trim();
        let length = usize::from_str_radix(digits, 16).ok()?;
        rest = &rest[end + 1..];
        if length == 0 {
            return Some(all);
        }
        let Some(chunk) = rest.get(..length) else {
            // The record was cut.
            all.extend_from_slice(rest);
            return Some(all);
        };
        all.extend_from_slice(chunk);
        rest = &rest[length..];
        rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        rest = rest.strip_prefix(b"\n").unwrap_or(rest);
    }
}
