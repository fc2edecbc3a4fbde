//! The byte order mark at the beginning of a document.

use std::io::{self, Cursor, Read};

/// U+FEFF in UTF-8. Some programs write it before a text, and it belongs to none of its tokens.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Skips the mark, if the text begins with it. Returns the reader of the rest, and how many bytes
/// were skipped.
///
/// No more bytes are read than the decision needs, so that what a slow pipe has is answered at once.
pub(crate) fn skip(mut reader: Box<dyn Read + Send>) -> io::Result<(Box<dyn Read + Send>, usize)> {
    let (mut head, mut length) = ([0; MARK.len()], 0);
    while length < MARK.len() && MARK.starts_with(&head[..length]) {
        match reader.read(&mut head[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    if head[..length] == *MARK {
        return Ok((reader, length));
    }
    Ok((Box::new(Cursor::new(head[..length].to_vec()).chain(reader)), 0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
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
                let (mut reader, length) = skip(reader).unwrap();
                let mut left = Vec::new();
                reader.read_to_end(&mut left).unwrap();
                assert_eq!((length, left.as_slice()), (skipped, rest), "{text:?}");
            }
        }
    }
}
