//! Laws that hold for every input of the command. The tests and `fuzz/` call them.

use std::io::{self, Read};
use std::ops::Range;

use oneiri::{Ladder, Observations, Rung};

use crate::dedupe::law::blocks;
use crate::input::{evidence, lines, open};
use crate::output::{escape, item};

/// Reading in blocks: the first bytes of `data` choose how many bytes a read returns, the size of a
/// block, and the format. For any choice, the blocks together are the input, each consists of whole
/// records, and the records are the same. Unpacking the input never panics.
///
/// # Panics
///
/// If the law is broken.
pub fn lines(data: &[u8]) {
    let [reads, size, format, ref input @ ..] = *data else { return };
    let reads = 1 + usize::from(reads % 32);
    let whole = blocks(Pieces { rest: input, most: input.len().max(1) }, format, 1 << 16);
    let pieces = blocks(Pieces { rest: input, most: reads }, format, 1 + usize::from(size));
    assert_eq!(whole.concat(), input, "the blocks are not the input");
    assert_eq!(pieces.concat(), input, "the blocks are not the input");
    let records = |blocks: &[Vec<u8>]| -> Vec<Range<usize>> {
        let (mut at, mut all) = (0, Vec::new());
        for block in blocks {
            for record in crate::dedupe::law::records(block, format) {
                all.push(at + record.start..at + record.end);
            }
            at += block.len();
        }
        all
    };
    assert_eq!(records(&pieces), records(&whole), "cut in other places");
    for line in input.split_inclusive(|&byte| byte == b'\n') {
        let (text, terminator) = lines::split_terminator(line);
        assert_eq!([text, terminator].concat(), line);
        assert!(!text.contains(&b'\n') && matches!(terminator, b"" | b"\n" | b"\r\n"));
        assert_eq!(item::utf8(text).is_ok(), std::str::from_utf8(text).is_ok());
        assert!(!escape::visible_bytes(line).chars().any(escape::acts), "raw: {line:?}");
    }
    let mut unpacked = Vec::new();
    if let Ok(reader) = open::unpack(Box::new(io::Cursor::new(input.to_vec()))) {
        // Unpacked data can be very large, so only a part is read.
        let _ = reader.take(1 << 20).read_to_end(&mut unpacked);
    }
}

/// Observations: each line is accepted, or rejected with a message that is safe to display. The
/// accepted observations form an equivalence, and identifiers that are equal at the scheme rung
/// stay equal.
///
/// # Panics
///
/// If the law is broken.
pub fn evidence(data: &[u8]) {
    let mut observations = Observations::default();
    let mut seen = Vec::new();
    for line in data.split(|&byte| byte == b'\n').take(12) {
        match evidence::observe(&mut observations, line) {
            Ok((from, to)) => seen.extend([from, to]),
            Err(message) => assert!(!escape::visible(&message).chars().any(escape::acts)),
        }
    }
    let (evidence, problems) = observations.settle();
    for problem in &problems {
        assert!(!escape::visible(&problem.to_string()).chars().any(escape::acts));
    }
    let ladder = Ladder::new().evidence(&evidence);
    for one in &seen {
        let normal = ladder.normalize(one, Rung::Protocol);
        assert_eq!(ladder.normalize(&normal, Rung::Protocol), normal, "{one}");
        for other in &seen {
            let equal = normal == ladder.normalize(other, Rung::Protocol);
            assert_eq!(ladder.equivalent(one, other, Rung::Protocol), equal, "{one}, {other}");
            assert_eq!(ladder.compare(one, other).rung().is_some(), equal, "{one}, {other}");
            let below = ladder.equivalent(one, other, Rung::Scheme);
            assert!(equal || !below, "{one} and {other} come apart");
        }
    }
    // Without problems, every observation makes its two identifiers equal.
    for pair in seen.chunks_exact(2).filter(|_| problems.is_empty()) {
        assert!(
            ladder.equivalent(&pair[0], &pair[1], Rung::Protocol),
            "{} and {}",
            pair[0],
            pair[1]
        );
    }
}

/// A reader that returns at most a few bytes at a time.
struct Pieces<'d> {
    rest: &'d [u8],
    most: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(bytes.len());
        self.rest.read(&mut bytes[..most])
    }
}

/// A law with the name of its fuzz target.
pub type Target = (&'static str, fn(&[u8]));

/// All laws.
pub const TARGETS: [Target; 2] = [("lines", lines), ("evidence", evidence)];

#[cfg(test)]
#[allow(clippy::unwrap_used, dead_code, reason = "this is for tests")]
#[path = "../../oneiri/tests/it/laws/targets/seeds.rs"]
mod seeds;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_hold_for_the_seeds_and_for_what_was_kept() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let seeds = seeds::of_cases(&root);
        for (name, law) in TARGETS {
            let kept = seeds::kept(&root, name);
            seeds.iter().chain(&kept).for_each(|seed| law(seed));
            assert!(seeds.len() > 2000, "{name}: {} seeds, {} kept", seeds.len(), kept.len());
        }
    }
}
