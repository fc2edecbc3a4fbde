//! Opens files and standard input, and unpacks gzip and zstd. The packing is recognized by the
//! first bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

/// The first bytes of a gzip file (RFC 1952 section 2.3.1).
const GZIP: &[u8] = &[0x1F, 0x8B];
/// The first bytes of a zstd frame (RFC 8878 section 3.1.1).
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

/// Opens a file, or standard input for `-`, and unpacks it. `read` is increased by every byte that
/// is read of the packed file, which shows the progress.
pub(crate) fn open(path: &Path, read: Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let file: Box<dyn Read + Send> =
        if path == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    unpack(Box::new(Counted { file, read }))
}

struct Counted {
    file: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

pub(crate) fn unpack(mut file: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    // Only as many bytes are read as the decision needs, so that a first line from a terminal or a
    // pipe is answered at once.
    let (mut head, mut length) = ([0; ZSTD.len()], 0);
    while [GZIP, ZSTD]
        .iter()
        .any(|magic| magic.len() > length && magic.starts_with(&head[..length]))
    {
        match file.read(&mut head[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let head = &head[..length];
    let file = Cursor::new(head.to_vec()).chain(file);
    Ok(if head.starts_with(GZIP) {
        Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, file)))
    } else if head.starts_with(ZSTD) {
        let source = BufReader::with_capacity(1 << 16, file);
        Box::new(Frames { source, decoder: FrameDecoder::new(), open: false })
    } else {
        Box::new(file)
    })
}

/// Unpacks the frames of a zstd file, one after the other.
struct Frames<R> {
    source: BufReader<R>,
    decoder: FrameDecoder,
    /// Whether a frame has begun and has not been read to its end.
    open: bool,
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.open {
                let read = self.decoder.read(bytes)?;
                if read > 0 || bytes.is_empty() {
                    return Ok(read);
                }
                if self.decoder.is_finished() {
                    self.open = false;
                    if self.decoder.get_checksum_from_data().is_some()
                        && self.decoder.get_checksum_from_data()
                            != self.decoder.get_calculated_checksum()
                    {
                        return Err(broken("its checksum is another"));
                    }
                } else {
                    let strategy = ruzstd::decoding::BlockDecodingStrategy::UptoBytes(1 << 16);
                    if let Err(error) = self.decoder.decode_blocks(&mut self.source, strategy) {
                        let cut = self.source.fill_buf()?.is_empty();
                        return Err(if cut { broken("incomplete frame") } else { broken(error) });
                    }
                }
            } else if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                match self.decoder.reset(&mut self.source) {
                    Ok(()) => self.open = true,
                    Err(FrameDecoderError::ReadFrameHeaderError(
                        ReadFrameHeaderError::SkipFrame { length, .. },
                    )) => {
                        let length = u64::from(length);
                        io::copy(&mut (&mut self.source).take(length), &mut io::sink())?;
                    }
                    Err(error) => return Err(broken(error)),
                }
            }
        }
    }
}

fn broken(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("zstd: {error}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
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
        unpack(Box::new(Slow(Cursor::new(bytes.to_vec()))))?.read_to_end(&mut all).map(|_| all)
    }

    #[test]
    fn what_is_not_packed_stays_as_it_is() {
        for bytes in [&b""[..], &GZIP[..1], &ZSTD[..3], b"http://h/", b"\x1F", b"(\xB5x"] {
            assert_eq!(unpacked(bytes).unwrap(), bytes);
        }
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
}
