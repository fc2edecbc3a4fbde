//! Checks or normalizes all lines of a buffer, which may have bytes that are not UTF-8. `boundary.rs` calls this for
//! `validLines` and `normalizeLines` of the JavaScript package.
//!
//! `engine.js` in `bindings/js/src` gives a long input piece by piece, each of whole lines, and joins the results. So
//! the result of a line must not depend on another line, and `valid` must have one byte for each line. The code says
//! twice where a line ends, and both places change together: `check` divides a text with `lines` of `oneiri`, and
//! everything else is divided with `lines_of` below, which also takes bytes that are not UTF-8. `behaviour.test.js` of
//! the package has line ends and bytes of each kind.

use alloc::vec::Vec;
use core::ops::Range;
use core::str;

use oneiri::batch::{lines, validity};
use oneiri::{HasScheme, IriRef, MaybeScheme, Rung, Unicode, UriRef};
use oneiri_operations::Grammar;

use crate::parts;

/// One byte for each line, 1 if the line is valid; and for [`normalize`] the new buffer.
#[derive(Default, Debug)]
pub struct Batch {
    /// Whether each line is valid.
    pub valid: Vec<u8>,
    /// The buffer with other lines.
    pub bytes: Vec<u8>,
}

/// Checks each line of a buffer.
pub fn check(buffer: &[u8], grammar: Grammar) -> Batch {
    let mut batch = Batch::default();
    // A URI is an IRI in ASCII, so the batches of a text are compiled for IRIs alone.
    match str::from_utf8(buffer) {
        Ok(text) if !grammar.is_ascii() || text.is_ascii() => {
            let words = if grammar.has_scheme() {
                validity::<Unicode, HasScheme>(text, lines(text))
            } else {
                validity::<Unicode, MaybeScheme>(text, lines(text))
            };
            let count = lines(text).count();
            batch.valid.reserve(count);
            for word in words {
                let bits = (count - batch.valid.len()).min(64);
                batch.valid.extend((0..bits).map(|bit| u8::from(word >> bit & 1 == 1)));
            }
        }
        _ => batch.valid.extend(lines_of(buffer).map(|line| u8::from(parse(&buffer[line], grammar).is_some()))),
    }
    batch
}

/// Replaces each valid line of a buffer by its normal form at a rung. Invalid lines and the terminators of all lines
/// stay as they are.
pub fn normalize(buffer: &[u8], grammar: Grammar, rung: Rung) -> Batch {
    let mut batch = Batch { bytes: Vec::with_capacity(buffer.len()), ..Batch::default() };
    let mut written = 0;
    for line in lines_of(buffer) {
        let parsed = parse(&buffer[line.clone()], grammar);
        batch.valid.push(parsed.is_some().into());
        let Some(parsed) = parsed else { continue };
        batch.bytes.extend_from_slice(&buffer[written..line.start]);
        let uri = if grammar.is_ascii() { UriRef::try_from(parsed).ok() } else { None };
        let normal = match uri {
            Some(uri) => uri.normalize_at(rung).into(),
            None => parsed.normalize_at(rung),
        };
        batch.bytes.extend_from_slice(normal.as_str().as_bytes());
        written = line.end;
    }
    batch.bytes.extend_from_slice(&buffer[written..]);
    batch
}

fn parse(line: &[u8], grammar: Grammar) -> Option<IriRef<'_>> {
    let parsed = IriRef::parse(str::from_utf8(line).ok()?).ok()?;
    let ascii = grammar.is_ascii() && parsed.as_str().is_ascii();
    parts::fits(&parsed, ascii, grammar).then_some(parsed)
}

/// The ranges of the lines of any bytes, which are those of [`lines`] for a text.
fn lines_of(buffer: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let rest = buffer.get(at..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|&byte| byte == b'\n');
        let (start, end) = (at, at + length.unwrap_or(rest.len()));
        at = end + 1;
        let cut = length.is_some() && end > start && buffer[end - 1] == b'\r';
        Some(start..end - usize::from(cut))
    })
}
