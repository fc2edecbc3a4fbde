//! Opens files, and cuts them into blocks of whole lines or records.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use oneiri_documents::{Context, Ends, Packing, Selector, Stretches, TooLong, skip_mark, split_terminator, unpack};
use same_file::Handle;

use crate::output::{escape, progress::Watch};
use crate::pipeline::Format;

/// The size of a block, if no line is longer.
pub(crate) const SIZE: usize = 256 << 10;

/// Some lines or records of a file.
#[derive(Default)]
pub(crate) struct Block {
    data: Vec<u8>,
    filled: usize,
    file: usize,
    pub(crate) first: u64,
    /// The number of the line in which that begins.
    pub(crate) line: u64,
    /// The directives that stand before it in its document, such as the base and the prefixes.
    pub(super) context: Context,
    /// The header of the first file with its terminator, in its first block. It is no record.
    pub(crate) header: Option<Vec<u8>>,
    /// Whether the document of the block began with a byte order mark, in its first block.
    pub(crate) is_marked: bool,
    /// Whether the bytes are packed in the file.
    pub(super) is_packed: bool,
    /// The error that ended the reading of the file after these records.
    pub(crate) failed: Option<String>,
}

pub(crate) struct Blocks {
    inputs: Arc<[Input]>,
    format: Arc<Format>,
    size: usize,
    longest: usize,
    file: usize,
    open: Option<Open>,
    watch: Watch,
}

impl AsRef<[u8]> for Block {
    fn as_ref(&self) -> &[u8] {
        self.data.get(..self.filled).unwrap_or_default()
    }
}

struct Open {
    stretches: Stretches<Box<dyn Read + Send>>,
    /// The number of its next line or record.
    next: u64,
    /// The number of its next line.
    line: u64,
    is_marked: bool,
    is_packed: bool,
}

impl Block {
    pub(crate) fn file(&self) -> usize {
        self.file
    }

    pub(crate) fn len(&self) -> usize {
        self.filled
    }
}

impl Blocks {
    pub(crate) fn new(inputs: Arc<[Input]>, format: Arc<Format>, size: usize, longest: usize, watch: Watch) -> Self {
        Self { inputs, format, size, longest, file: 0, open: None, watch }
    }

    /// The blocks of what a reader gives.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn of(reader: Box<dyn Read + Send>, format: Format, size: usize) -> Self {
        let stretches = Stretches::new(reader, &*format, 0).limits(size, LONGEST);
        let open = Open { stretches, next: 1, line: 1, is_marked: false, is_packed: false };
        let inputs = Arc::new([Input::File("-".into())]);
        let blocks = Self::new(inputs, Arc::new(format), size, LONGEST, Watch::default());
        Self { open: Some(open), ..blocks }
    }

    /// Reads the next block. Returns `false` if all files have been read.
    pub(crate) fn next(&mut self, block: &mut Block) -> bool {
        if block.data.len() > 4 * self.size {
            // A long line made the block much larger than the others.
            *block = Block::default();
        }
        (block.filled, block.header, block.failed, block.file) = (0, None, None, self.file);
        block.is_marked = false;
        // The context belongs to the records, so it goes with them.
        block.context = Context::default();
        let inputs = Arc::clone(&self.inputs);
        let Some(input) = inputs.get(self.file) else { return false };
        let open = self.open.take().map_or_else(|| self.open(input), Ok);
        let line = open.as_ref().map_or(1, |open| if self.is_csv() { open.line } else { open.next });
        match open.and_then(|open| self.read(open, block)) {
            Ok(open) => self.open = open,
            Err(error) => {
                let is_too_long = error.get_ref().is_some_and(|it| it.is::<TooLong>());
                let advice = if is_too_long && self.longest < LONGEST { "; see --max-line" } else { "" };
                let (name, place, error) = (input.name(), self.place(line), error.to_string());
                let failed = format!("{name}: {place}{}{advice}", escape::visible(&error));
                (block.filled, block.failed) = (0, Some(failed));
            }
        }
        if self.open.is_none() {
            self.file += 1;
        }
        true
    }

    fn format(&self) -> &Format {
        self.format.of(self.file)
    }

    fn open(&self, input: &Input) -> io::Result<Open> {
        let reader: Box<dyn Read + Send> = match input {
            Input::File(path) => match &self.format().rows {
                #[cfg(feature = "parquet")]
                Some(rows) => {
                    let watch = self.watch.clone();
                    rows.open(File::open(path)?, self.file, move |bytes| watch.add(bytes))?
                }
                _ => open(path, &self.watch)?,
            },
            Input::Arguments(_, lines) => Box::new(Cursor::new(Arc::clone(lines))),
        };
        let is_packed = self.watch.is_packed();
        // The byte order mark of a table belongs to its header, and Parquet has none.
        let (reader, mark): (Box<dyn Read + Send>, _) = if self.format().description().selector == Selector::Column {
            (reader, 0)
        } else {
            let (reader, mark) = skip_mark(reader)?;
            (Box::new(reader), mark)
        };
        let stretches = Stretches::new(reader, &**self.format(), mark).limits(self.size, self.longest);
        Ok(Open { stretches, next: 1, line: 1, is_marked: mark > 0, is_packed })
    }

    /// Whether a record may have several lines, and is no document.
    fn is_csv(&self) -> bool {
        matches!(self.format().ends(), Ends::Quoted(..))
    }

    /// Where reading failed, for messages: the line or the row of the record whose end was not found. In a list of lines
    /// nobody looks for it, and a failure before the first record has no place.
    fn place(&self, line: u64) -> String {
        let what = if self.format().rows.is_some() { "row" } else { "line" };
        if self.format().is_text() || line == 1 { String::new() } else { format!("{what} {line}: ") }
    }

    /// Fills a block. Returns what is open, if there may be more to read.
    fn read(&mut self, mut open: Open, block: &mut Block) -> io::Result<Option<Open>> {
        (block.filled, block.context) = open.stretches.next(&mut block.data)?;
        let is_csv = self.is_csv();
        let lines = |block: &Block| memchr::memchr_iter(b'\n', block.as_ref()).count() as u64;
        let all = if is_csv { lines(block) } else { 0 };
        if open.next == 1 && self.format().has_header() && block.filled > 0 {
            self.take_header(block)?;
            open.next += 1;
        } else if open.next == 1 && !self.format().is_text() && !self.format().is_document() {
            let records = block.as_ref();
            let end = self.format().ends().next(records).unwrap_or(records.len());
            self.format().first(records.get(..end).unwrap_or_default());
        }
        block.first = open.next;
        (block.is_marked, block.is_packed) = (std::mem::take(&mut open.is_marked), open.is_packed);
        block.line = if is_csv { open.line + all - lines(block) } else { open.next };
        open.line += all;
        open.next += self.format().count(block.as_ref());
        Ok((!open.stretches.is_over()).then_some(open))
    }

    fn take_header(&self, block: &mut Block) -> io::Result<()> {
        let records = block.as_ref();
        let end = self.format().ends().next(records).unwrap_or(records.len());
        let header = records.get(..end).unwrap_or_default();
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let is_first = self.format().header(split_terminator(header).0).map_err(invalid)?;
        block.header = is_first.then(|| header.to_owned());
        block.data.copy_within(end..block.filled, 0);
        block.filled -= end;
        Ok(())
    }
}

/// The greatest length of a line or a record, in bytes, if --max-line sets no other. A longer one is an
/// error, because an input without line ends would fill the memory.
pub(crate) const LONGEST: usize = 1 << 30;

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
    let watched = Watched { file, left, watch: watch.clone(), head: Vec::new() };
    let (name, watch) = (escape::path(path), watch.clone());
    unpack(watched, move |warning| watch.warn(format!("{name}: {warning}"))).map_err(|error| match error.kind() {
        io::ErrorKind::Unsupported => io::Error::new(error.kind(), format!("{error} | oneiri ...")),
        _ => error,
    })
}

struct Watched {
    file: Box<dyn Read + Send>,
    watch: Watch,
    /// How many of the bytes that the file had when it was opened have not been read. It is 0 for
    /// everything but files.
    left: u64,
    /// The first bytes, which say how the file is packed.
    head: Vec<u8>,
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
        if self.head.len() < Packing::HEAD {
            self.head.extend(bytes.iter().take(read.min(Packing::HEAD - self.head.len())));
            self.watch.set_packed(Packing::of(&self.head).is_some());
        }
        Ok(read)
    }
}

pub(crate) enum Input {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// The name of some arguments in messages, and the arguments as lines.
    Arguments(&'static str, Arc<[u8]>),
}

impl Input {
    /// Arguments, each of which is a line that ends with this byte. The error is the argument that has a line end in it: it
    /// would be two lines.
    pub(crate) fn arguments<'a>(name: &'static str, arguments: &'a [OsString], end: u8) -> Result<Self, &'a OsString> {
        let mut lines = Vec::new();
        for argument in arguments {
            let bytes = argument.as_encoded_bytes();
            if bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
                return Err(argument);
            }
            lines.extend_from_slice(bytes);
            lines.push(end);
        }
        Ok(Self::Arguments(name, lines.into()))
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => escape::path(path),
            Self::Arguments(name, _) => (*name).to_owned(),
        }
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Arguments(..) => None,
        }
    }
}

#[cfg(test)]
#[path = "../../tests/laws/blocks.rs"]
mod tests;
