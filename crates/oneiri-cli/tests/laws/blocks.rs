//! Tests of [`super`].
#![allow(clippy::unwrap_used, reason = "these are tests")]

use super::*;

/// Gives one byte for each call.
struct Slow(&'static [u8]);

impl Read for Slow {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first().filter(|_| !bytes.is_empty()) else {
            return Ok(0);
        };
        (bytes[0], self.0) = (*first, rest);
        Ok(1)
    }
}

#[test]
fn only_a_whole_mark_at_the_beginning_is_skipped() {
    for (text, skipped, rest) in [
        (&b""[..], 0, &b""[..]),
        (b"a", 0, b"a"),
        (b"\xEF\xBB", 0, b"\xEF\xBB"),
        (b"\xEF\xBBa", 0, b"\xEF\xBBa"),
        (b"\xEF\xBB\xBF", 3, b""),
        (b"\xEF\xBB\xBF\xEF\xBB\xBFa", 3, b"\xEF\xBB\xBFa"),
        (b"a\xEF\xBB\xBF", 0, b"a\xEF\xBB\xBF"),
    ] {
        let readers: [Box<dyn Read + Send>; 2] = [Box::new(text), Box::new(Slow(text))];
        for reader in readers {
            let (mut reader, length) = skip_mark(reader).unwrap();
            let mut left = Vec::new();
            reader.read_to_end(&mut left).unwrap();
            assert_eq!((length, left.as_slice()), (skipped, rest), "{text:?}");
        }
    }
}
