//! Files that are packed, and documents that come in pieces.

use std::io::{self, Cursor, Read};

use oneiri_documents::{Lines, Packing, Stretches, TooLong, skip_mark, unpack};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Gives one byte at a time, like a slow pipe.
struct Slow(Cursor<Vec<u8>>);

impl Slow {
    fn new(bytes: &[u8]) -> Self {
        Self(Cursor::new(bytes.to_vec()))
    }
}

impl Read for Slow {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let end = bytes.len().min(1);
        self.0.read(&mut bytes[..end])
    }
}

fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    unpack(Slow::new(bytes), |_| ())?.read_to_end(&mut all).map(|_| all)
}

#[test]
fn what_is_not_packed_stays_as_it_is() {
    let beginnings = [&b""[..], b"\x1F", b"(\xB5/", b"BZh", b"BZh91AY&S", b"\xFD7zXZ"];
    for bytes in beginnings.into_iter().chain([&b"http://h/"[..], b"(\xB5x"]) {
        assert_eq!(unpacked(bytes).unwrap(), bytes);
    }
}

#[test]
fn the_first_bytes_say_how_a_file_is_packed() {
    let heads = [&b"\x1F\x8B"[..], b"(\xB5/\xFD", b"\xFD7zXZ\0", b"BZh91AY&SY", b"BZh9\x17rE8P\x90", b"PK\x03\x04"];
    let names = heads.map(|head| Packing::of(head).map(Packing::name));
    assert_eq!(names, ["gzip", "zstd", "xz", "bzip2", "bzip2", "zip"].map(Some));
    for head in [&b""[..], b"BZhx1AY&SY", b"BZh91AY&S", b"PK"] {
        assert_eq!(Packing::of(head), None, "{head:?}");
    }
}

#[test]
fn frames_follow_one_another() {
    let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    let (a, b) = ("a\n".repeat(100_000), "b".to_owned());
    let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"xyz"].concat();
    let all = [frame(&a), skipped, frame(&b)].concat();
    assert_eq!(unpacked(&all).unwrap(), format!("{a}{b}").as_bytes());
    let cut = unpacked(&all[..all.len() - 1]).unwrap_err();
    assert_eq!(cut.to_string(), "zstd: incomplete frame");
    assert!(unpacked(&[&all[..], b"http://h/"].concat()).is_err());
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
        let readers: [Box<dyn Read>; 2] = [Box::new(text), Box::new(Slow::new(text))];
        for reader in readers {
            let (mut reader, length) = skip_mark(reader).unwrap();
            let mut left = Vec::new();
            reader.read_to_end(&mut left).unwrap();
            assert_eq!((length, left.as_slice()), (skipped, rest), "{text:?}");
        }
    }
}

#[test]
fn a_record_that_is_too_long_comes_after_the_others() {
    let mut stretches = Stretches::new(Slow::new(b"ab\ncdefghij\n"), &Lines::default(), 0).limits(2, 4);
    let mut buffer = Vec::new();
    let (length, _) = stretches.next(&mut buffer).unwrap();
    assert_eq!(&buffer[..length], b"ab\n");
    let error = stretches.next(&mut buffer).unwrap_err();
    assert_eq!(error.to_string(), "expected the end of a line within 4 bytes");
    assert!(error.get_ref().is_some_and(|it| it.is::<TooLong>()) && stretches.is_over());
}

#[test]
fn limits_of_nothing_still_read_everything() {
    for text in [&b"a\nbc\n\nd"[..], b""] {
        let mut stretches = Stretches::new(text, &Lines::default(), 0).limits(0, 1 << 10);
        let (mut buffer, mut read) = (Vec::new(), Vec::new());
        while !stretches.is_over() {
            let (length, _) = stretches.next(&mut buffer).unwrap();
            read.extend_from_slice(&buffer[..length]);
        }
        assert_eq!(read, text);
    }
}

#[test]
fn a_record_that_fits_into_the_buffer_is_not_too_long() {
    let mut stretches = Stretches::new(&b"abcdefgh\n"[..], &Lines::default(), 0).limits(16, 4);
    assert_eq!(stretches.next(&mut Vec::new()).unwrap().0, 9);
}
