//! Tests of [`super`].
#![allow(clippy::unwrap_used, reason = "these are tests")]

use super::*;

/// Gives one byte at a time, like a slow pipe.
struct Slow(Cursor<Vec<u8>>);

impl Read for Slow {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let end = bytes.len().min(1);
        self.0.read(&mut bytes[..end])
    }
}

fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    let file = Box::new(Slow(Cursor::new(bytes.to_vec())));
    unpack(file, String::new(), &Watch::default())?.read_to_end(&mut all).map(|_| all)
}

#[test]
fn what_is_not_packed_stays_as_it_is() {
    for bytes in [&b""[..], &GZIP[..1], &ZSTD[..3], b"http://h/", b"\x1F", b"(\xB5x", b"BZh", b"BZh91AY&S", &XZ[..5]] {
        assert_eq!(unpacked(bytes).unwrap(), bytes);
    }
}

#[test]
fn a_file_that_is_cut_while_it_is_read_is_an_error() {
    let path = std::env::temp_dir().join(format!("oneiri-open-{}", std::process::id()));
    std::fs::write(&path, "a:\n".repeat(100)).unwrap();
    let mut reader = open(&path, &Watch::default()).unwrap();
    reader.read_exact(&mut [0; 30]).unwrap();
    File::options().write(true).open(&path).unwrap().set_len(60).unwrap();
    let error = reader.read_to_end(&mut Vec::new()).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(error.to_string(), "the file was cut while it was read: 240 bytes are missing");
}

#[test]
fn frames_follow_one_another() {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    let (a, b) = ("a\n".repeat(100_000), "b".to_owned());
    let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"xyz"].concat();
    let all = [frame(&a), skipped, frame(&b)].concat();
    assert_eq!(unpacked(&all).unwrap(), format!("{a}{b}").as_bytes());
    let cut = unpacked(&all[..all.len() - 1]).unwrap_err();
    assert_eq!(cut.to_string(), "zstd: incomplete frame");
    assert!(unpacked(&[&all[..], b"http://h/"].concat()).is_err());
}
