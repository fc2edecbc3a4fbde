//! Opens files and standard input, and unpacks gzip and zstd. The packing is recognized by the
//! first bytes; those of bzip2 and xz are refused.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

use crate::output::{escape, watch::Watch};

/// The first bytes of a gzip file (RFC 1952 section 2.3.1).
const GZIP: &[u8] = &[0x1F, 0x8B];
/// The first bytes of a zstd frame (RFC 8878 section 3.1.1).
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
/// The first bytes of an xz file.
const XZ: &[u8] = &[0xFD, b'7', b'z', b'X', b'Z', 0];
/// The first bytes of a bzip2 file. The `?` stands for a digit.
const BZIP2: &[u8] = b"BZh?1AY&SY";

/// Opens a file, or standard input for `-`, and unpacks it. `watch` gets how many bytes are read
/// of the packed file, and warnings.
pub(crate) fn open(path: &Path, watch: &Watch) -> io::Result<Box<dyn Read + Send>> {
    let (file, left): (Box<dyn Read + Send>, _) = if path == Path::new("-") {
        (Box::new(io::stdin()), 0)
    } else {
        let file = File::open(path)?;
        let left = file.metadata()?.len();
        (Box::new(file), left)
    };
    let watched = Watched { file, left, watch: watch.clone() };
    unpack(Box::new(watched), escape::path(path), watch)
}

struct Watched {
    file: Box<dyn Read + Send>,
    watch: Watch,
    /// How many of the bytes that the file had when it was opened have not been read. It is 0 for
    /// everything but files.
    left: u64,
}

impl Read for Watched {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        if read == 0 && !bytes.is_empty() && self.left > 0 {
            let message = format!("the file was cut while it was read: {} bytes are missing", self.left);
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        self.left = self.left.saturating_sub(read as u64);
        self.watch.add(read as u64);
        Ok(read)
    }
}

/// Unpacks a file. Warnings call it `name`.
pub(crate) fn unpack(mut file: Box<dyn Read + Send>, name: String, watch: &Watch) -> io::Result<Box<dyn Read + Send>> {
    // Only as many bytes are read as the decision needs, so that a first line from a terminal or a
    // pipe is answered at once.
    let (mut head, mut length) = ([0; BZIP2.len()], 0);
    let may_begin = |magic: &&[u8], head: &[u8]| {
        let same = |(a, b): (&u8, &u8)| a == b || *a == b'?' && b.is_ascii_digit();
        magic.len() > head.len() && magic.iter().zip(head).all(same)
    };
    while [GZIP, ZSTD, XZ, BZIP2].iter().any(|magic| may_begin(magic, &head[..length])) {
        match file.read(&mut head[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let head = &head[..length];
    let file = Cursor::new(head.to_vec()).chain(file);
    let refused = |packing, tool| {
        let message = format!("{packing} is not read; unpack it first: {tool} FILE | oneiri ...");
        Err(io::Error::new(io::ErrorKind::Unsupported, message))
    };
    let source = BufReader::with_capacity(1 << 16, file);
    if head.starts_with(GZIP) {
        Ok(Box::new(Members { decoder: Some(GzDecoder::new(source)), name, watch: watch.clone() }))
    } else if head.starts_with(ZSTD) {
        Ok(Box::new(Frames { source, decoder: FrameDecoder::new(), open: false }))
    } else if head.starts_with(XZ) {
        refused("xz", "xzcat")
    } else if head.starts_with(b"BZh") && head.ends_with(&BZIP2[4..]) {
        refused("bzip2", "bzcat")
    } else {
        Ok(Box::new(source.into_inner()))
    }
}

/// Unpacks the members of a gzip file, one after the other. Some programs fill the last block of a
/// file with zeros, which are ignored with a warning.
struct Members<R> {
    /// `None` at the end of the file.
    decoder: Option<GzDecoder<BufReader<R>>>,
    name: String,
    watch: Watch,
}

impl<R: Read> Read for Members<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.decoder {
            let read = decoder.read(bytes)?;
            if read > 0 || bytes.is_empty() {
                return Ok(read);
            }
            let Some(mut source) = self.decoder.take().map(GzDecoder::into_inner) else { break };
            match source.fill_buf()?.first() {
                None => break,
                Some(&byte) if byte == GZIP[0] => self.decoder = Some(GzDecoder::new(source)),
                Some(_) => {
                    let zeros = zeros(&mut source)?;
                    let message = "zeros after the gzip data were ignored";
                    self.watch.warn(format!("{}: {zeros} {message}", self.name));
                }
            }
        }
        Ok(0)
    }
}

/// How many zeros are left. Anything else among them is an error.
fn zeros(source: &mut impl BufRead) -> io::Result<u64> {
    let mut count = 0;
    loop {
        let bytes = source.fill_buf()?;
        let length = bytes.len();
        if length == 0 {
            return Ok(count);
        }
        if bytes.iter().any(|&byte| byte != 0) {
            let found = if bytes[0] == 0 || count > 0 { "zeros and more" } else { "other bytes" };
            let message = format!("gzip: expected the end of the file or a member, found {found}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        source.consume(length);
        count += length as u64;
    }
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
                        && self.decoder.get_checksum_from_data() != self.decoder.get_calculated_checksum()
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
                    Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                        length, ..
                    })) => {
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
#[path = "../../tests/laws/open.rs"]
mod tests;
