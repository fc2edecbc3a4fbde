//! Files that are packed: gzip and zstd are unpacked, as they are read.

use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::stretches::head;

/// How a file is packed, by its first bytes.
///
/// ```
/// use oneiri_documents::Packing;
///
/// assert_eq!(Packing::of(b"\x1F\x8B\x08").map(Packing::name), Some("gzip"));
/// assert_eq!(Packing::of(b"http://h/"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packing {
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstd,
    /// The container of LZMA2.
    Xz,
    /// Blocks of bzip2.
    Bzip2,
    /// An archive, which may have several files.
    Zip,
}

const GZIP: &[u8] = &[0x1F, 0x8B];

/// The first bytes of each packing, where `?` stands for a digit.
const MAGIC: [(&[u8], Packing); 6] = [
    (GZIP, Packing::Gzip),
    (&[0x28, 0xB5, 0x2F, 0xFD], Packing::Zstd),
    (b"\xFD7zXZ\0", Packing::Xz),
    (b"BZh?1AY&SY", Packing::Bzip2),
    // It has no block, because it is empty.
    (b"BZh?\x17rE8P\x90", Packing::Bzip2),
    (b"PK\x03\x04", Packing::Zip),
];

/// The first bytes of Parquet: its name, and the first field of a page or, if there are no rows, of the footer. Text has no such byte.
const PARQUET: &[u8] = b"PAR1\x15";

impl Packing {
    /// How many bytes of a file [`of`](Self::of) needs.
    pub const HEAD: usize = 10;

    /// The packing of a file that begins with these bytes.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        let begins = |(magic, _): &&(&[u8], Self)| head.len() >= magic.len() && agree(magic, head);
        MAGIC.iter().find(begins).map(|(_, packing)| *packing)
    }

    /// The name that people know, such as "gzip".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
            Self::Bzip2 => "bzip2",
            Self::Zip => "zip",
        }
    }
}

/// Whether the bytes that both have are those of the packing.
fn agree(magic: &[u8], head: &[u8]) -> bool {
    magic.iter().zip(head).all(|(a, b)| a == b || *a == b'?' && b.is_ascii_digit())
}

/// Unpacks a file of gzip or zstd, which its first bytes say. Any other file is read as it is.
///
/// Some programs fill the last block of a gzip file with zeros. They are ignored, and `warn` gets a message.
///
/// ```
/// use std::io::Read;
///
/// let mut text = String::new();
/// oneiri_documents::unpack(&b"http://h/"[..], |warning| eprintln!("{warning}"))?.read_to_string(&mut text)?;
/// assert_eq!(text, "http://h/");
/// let packed = oneiri_documents::unpack(&b"PK\x03\x04"[..], |_| ());
/// assert_eq!(packed.err().map(|it| it.to_string()).as_deref(), Some("zip is not read; unpack it first: unzip -p FILE"));
/// assert!(oneiri_documents::unpack(&b"PAR1\x15\x04"[..], |_| ()).is_err());
/// assert!(oneiri_documents::unpack(&b"PAR1/list"[..], |_| ()).is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Reading failed, or the file is packed with xz, bzip2 or zip, which is [`Unsupported`](io::ErrorKind::Unsupported). Nor is a
/// file of Parquet read, because it is no text and has to be read twice.
pub fn unpack<R: Read + Send + 'static>(
    mut file: R,
    warn: impl FnMut(String) + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    let may_begin = |head: &[u8]| {
        let mut all = MAGIC.iter().map(|(magic, _)| *magic).chain([PARQUET]);
        all.any(|magic| magic.len() > head.len() && agree(magic, head))
    };
    let head = head::<{ Packing::HEAD }>(&mut file, may_begin)?;
    if head.starts_with(PARQUET) {
        let message = "this is Parquet; name a file and add --format parquet --column NAME";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let packing = Packing::of(&head);
    let source = BufReader::with_capacity(1 << 16, Cursor::new(head).chain(file));
    let Some(packing) = packing else { return Ok(Box::new(source.into_inner())) };
    let tool = match packing {
        Packing::Gzip => return Ok(Box::new(Members { decoder: Some(GzDecoder::new(source)), warn })),
        Packing::Zstd => return Ok(Box::new(Frames { source, decoder: FrameDecoder::new(), is_open: false })),
        Packing::Xz => "xzcat",
        Packing::Bzip2 => "bzcat",
        Packing::Zip => "unzip -p",
    };
    let message = format!("{} is not read; unpack it first: {tool} FILE", packing.name());
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}

/// Unpacks the members of a gzip file, one after the other.
struct Members<R, W> {
    /// `None` at the end of the file.
    decoder: Option<GzDecoder<BufReader<R>>>,
    warn: W,
}

impl<R: Read, W: FnMut(String)> Read for Members<R, W> {
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
                    (self.warn)(format!("{zeros} zeros after the gzip data were ignored"));
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
    is_open: bool,
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_open {
                let read = self.decoder.read(bytes)?;
                if read > 0 || bytes.is_empty() {
                    return Ok(read);
                }
                self.go_on()?;
            } else if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                self.begin()?;
            }
        }
    }
}

impl<R: Read> Frames<R> {
    /// Begins the next frame, or skips one that holds no data of the file (RFC 8878 section 3.1.2).
    fn begin(&mut self) -> io::Result<()> {
        match self.decoder.reset(&mut self.source) {
            Ok(()) => self.is_open = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                io::copy(&mut (&mut self.source).take(u64::from(length)), &mut io::sink())?;
            }
            Err(error) => return Err(broken(error)),
        }
        Ok(())
    }

    /// Unpacks more of a frame, or ends it.
    fn go_on(&mut self) -> io::Result<()> {
        if !self.decoder.is_finished() {
            return match self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBytes(1 << 16)) {
                Ok(_) => Ok(()),
                Err(_) if self.source.fill_buf()?.is_empty() => Err(broken("incomplete frame")),
                Err(error) => Err(broken(error)),
            };
        }
        self.is_open = false;
        let checksum = self.decoder.get_checksum_from_data();
        if checksum.is_some() && checksum != self.decoder.get_calculated_checksum() {
            return Err(broken("its checksum is another"));
        }
        Ok(())
    }
}

fn broken(error: impl fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("zstd: {error}"))
}
