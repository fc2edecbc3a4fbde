//! The format of the input files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::bufread::GzDecoder;
use oneiri_documents::{Description, Ends, Error, FORMATS, Lines, Selector, Unit, ending};
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use same_file::Handle;

use crate::output::{Flow, Session, Stop, Target, escape, progress::Watch};
use crate::pipeline::parquet;

/// A format of documents, or rows of Parquet files, which are read as if they were one.
#[derive(Clone)]
pub(crate) struct Format {
    format: Arc<dyn oneiri_documents::Format>,
    pub(crate) rows: Option<Arc<parquet::Columns>>,
    /// The format of each file, if they have several.
    each: Arc<[Self]>,
}

impl Format {
    pub(crate) fn new(format: Box<dyn oneiri_documents::Format>) -> Self {
        Self { format: format.into(), rows: None, each: Arc::new([]) }
    }

    pub(crate) fn rows(columns: parquet::Columns) -> Self {
        let rows = Arc::new(columns);
        Self { format: Arc::clone(&rows) as Arc<_>, rows: Some(rows), each: Arc::new([]) }
    }

    /// A format for each file, in their order. What options mean depends on all of them, so the whole is a document
    /// if one of them is. `None` if there is no file.
    pub(crate) fn several(each: Vec<Self>) -> Option<Self> {
        let first = each.iter().find(|it| it.is_document()).or_else(|| each.first())?.clone();
        Some(Self { each: each.into(), ..first })
    }

    pub(crate) fn of(&self, file: usize) -> &Self {
        self.each.get(file).unwrap_or(self)
    }

    pub(crate) fn lines() -> Self {
        Self::new(Box::new(Lines::default()))
    }

    pub(crate) fn unit(&self) -> Unit {
        self.format.description().unit
    }

    /// Whether a record is an identifier and nothing else.
    pub(crate) fn is_text(&self) -> bool {
        self.unit() == Unit::Line
    }

    /// Whether it is lines that end with LF.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_text() && matches!(self.ends(), Ends::Lines(b'\n'))
    }

    /// What no record of the files had, when all have been read.
    pub(crate) fn missing(&self) -> Option<String> {
        self.each.iter().chain([self]).find_map(|it| it.format.missing())
    }

    /// Whether the input is a document, in which a record has any number of identifiers.
    pub(crate) fn is_document(&self) -> bool {
        matches!(self.unit(), Unit::Statement | Unit::Document)
    }

    /// Whether a file begins with the names of columns.
    pub(crate) fn has_header(&self) -> bool {
        self.description().selector == Selector::Column && self.rows.is_none()
    }

    /// Opens a file; `watch` gets what is told of it.
    pub(crate) fn open(&self, path: &Path, nth: usize, watch: &Watch) -> io::Result<Box<dyn Read + Send>> {
        match &self.rows {
            Some(columns) => columns.open(path, nth, watch),
            None => open(path, watch),
        }
    }
}

impl Deref for Format {
    type Target = dyn oneiri_documents::Format;

    fn deref(&self) -> &Self::Target {
        &*self.format
    }
}

/// All formats, and Parquet after the other tables.
pub(crate) fn all() -> impl Iterator<Item = &'static Description> {
    let (records, documents): (Vec<_>, Vec<_>) =
        FORMATS.iter().partition(|it| matches!(it.unit, Unit::Line | Unit::Record));
    records.into_iter().chain([&PARQUET]).chain(documents)
}

/// The format of a file by its name, if that is a format other than lines.
pub(crate) fn by_name(file: &Path) -> Option<&'static Description> {
    let ending = ending(file);
    all().find(|it| it.endings.contains(&ending.as_str()))
}

/// The same with its name and the option that commands need for it, unless it is a page or the like.
pub(crate) fn other_name(file: &Path) -> Option<(&'static str, &'static str)> {
    let option = |it: &Description| if it.selector == Selector::None { "" } else { " --column NAME" };
    by_name(file).filter(|it| !it.links).map(|it| (it.name, option(it)))
}

/// Parquet, which is no document: [`Format::rows`] makes its format.
pub(crate) static PARQUET: Description = Description {
    id: "parquet",
    aliases: &[],
    name: "Parquet",
    endings: &["parquet"],
    unit: Unit::Record,
    selector: Selector::Column,
    base: false,
    rewrites: true,
    links: false,
    open: |_| Box::new(Lines::default()),
};

/// A record is the name of a row, a TAB, and a JSON string, or null.
impl oneiri_documents::Format for parquet::Columns {
    fn description(&self) -> &'static Description {
        &PARQUET
    }

    fn find<'r>(&self, record: &'r [u8]) -> Result<(Range<usize>, Cow<'r, [u8]>), Error> {
        let (row, json) = record.split_at(name_end(record));
        match string(json) {
            Some(Cow::Borrowed(text)) => Ok((row.len()..record.len(), text.as_bytes().into())),
            Some(Cow::Owned(text)) => Ok((row.len()..record.len(), text.into_bytes().into())),
            // A null has no URL, like an empty cell.
            None => Ok((row.len()..record.len(), json[json.len()..].into())),
        }
    }

    fn spell(&self, text: &[u8], _: bool, out: &mut Vec<u8>) {
        // Writing to memory cannot fail.
        drop(serde_json::to_writer(out, &Some(String::from_utf8_lossy(text)).filter(|text| !text.is_empty())));
    }

    fn add(&self, record: &[u8], _: &str, text: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(&record[..name_end(record)]);
        self.spell(text, false, out);
    }
}

fn name_end(record: &[u8]) -> usize {
    memchr::memchr(b'\t', record).map_or(0, |tab| tab + 1)
}

/// Parses a JSON string. Returns `None` for null and for anything else.
fn string(json: &[u8]) -> Option<Cow<'_, str>> {
    #[derive(serde::Deserialize)]
    struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
    let text: Option<Text<'_>> = serde_json::from_slice(json).ok()?;
    text.map(|text| text.0)
}

/// The first bytes of a gzip file (RFC 1952 section 2.3.1).
pub(crate) const GZIP: &[u8] = &[0x1F, 0x8B];
/// The first bytes of a zstd frame (RFC 8878 section 3.1.1).
pub(crate) const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
/// The first bytes of an xz file.
pub(crate) const XZ: &[u8] = &[0xFD, b'7', b'z', b'X', b'Z', 0];
/// The first bytes of a bzip2 file, where `?` stands for a digit, and of a zip archive.
const BZIP2: &[u8] = b"BZh?1AY&SY";
const ZIP: &[u8] = b"PK\x03\x04";

/// Opens a file, or standard input for `-`, and unpacks it. `watch` gets how many bytes are read
/// of the packed file, and warnings.
pub(crate) fn open(path: &Path, watch: &Watch) -> io::Result<Box<dyn Read + Send>> {
    let (file, left, input): (Box<dyn Read + Send>, _, _) = if path == Path::new("-") {
        (Box::new(io::stdin()), 0, Handle::stdin())
    } else {
        let file = File::open(path)?;
        (Box::new(file.try_clone()?), file.metadata()?.len(), Handle::from_file(file))
    };
    // A file would grow while it is read, and never end. A device or a pipe may be both.
    let is_file = |it: &Handle| it.as_file().metadata().is_ok_and(|it| it.is_file());
    if input.is_ok_and(|input| Handle::stdout().is_ok_and(|output| input == output && is_file(&output))) {
        return Err(io::Error::other("is also the output; write to another file, or use -o"));
    }
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
    while [GZIP, ZSTD, XZ, BZIP2, ZIP].iter().any(|magic| may_begin(magic, &head[..length])) {
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
    } else if head.starts_with(ZIP) {
        refused("zip", "unzip -p")
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

pub(crate) struct Copy {
    records: File,
    target: Target,
    change: Change,
}

#[derive(Default, PartialEq, Eq)]
pub(crate) enum Change {
    #[default]
    Nothing,
    /// The texts of the records stand in the place of the identifiers, or in one more column.
    Answers,
}

impl Copy {
    /// Replaces the target by a temporary file that takes records. [`make`](Self::make) then writes
    /// the target.
    pub(crate) fn later(target: &mut Target, folder: &Path, change: Change) -> Result<Self, Stop> {
        let name = format!("temporary files in {} (TMPDIR sets another folder)", escape::path(folder));
        let file = || -> io::Result<(File, File)> {
            let file = tempfile::tempfile_in(folder)?;
            Ok((file.try_clone()?, file))
        };
        let (records, file) = file().map_err(|error| Stop::Failed(format!("{name}: {error}")))?;
        let target = std::mem::replace(target, Target::nameless(name, file));
        Ok(Self { records, target, change })
    }

    pub(crate) fn make(self, format: &Format, paths: &[PathBuf], session: &mut Session) -> Flow {
        let Some(columns) = &format.rows else { return Ok(()) };
        session.lacks_output |=
            !session.keep(columns.copy(self.records, paths, self.target, self.change == Change::Answers)?);
        Ok(())
    }
}

#[cfg(test)]
#[path = "../../tests/laws/open.rs"]
mod tests;
