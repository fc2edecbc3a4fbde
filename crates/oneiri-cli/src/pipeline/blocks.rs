//! Cuts files into blocks of whole lines or records.

use std::ffi::OsString;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use oneiri_documents::{Context, Divide, Divided, Ends, split_terminator};

use crate::output::{escape, progress::Watch};
use crate::pipeline::{format::Format, items::Bytes, items::Items};

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
    context: Context,
    /// The header of the first file with its terminator, in its first block. It is no record.
    pub(crate) header: Option<Vec<u8>>,
    /// Whether the document of the block began with a byte order mark, in its first block.
    pub(crate) is_marked: bool,
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
    /// The beginning of a record whose end has not been read yet.
    rest: Vec<u8>,
    watch: Watch,
}

impl AsRef<[u8]> for Block {
    fn as_ref(&self) -> &[u8] {
        self.data.get(..self.filled).unwrap_or_default()
    }
}

struct Open {
    reader: Box<dyn Read + Send>,
    divider: Box<dyn Divide>,
    /// The number of its next line or record.
    next: u64,
    /// The number of its next line.
    line: u64,
    is_marked: bool,
}

impl Block {
    /// The items of the block. The format must be that of its file.
    pub(crate) fn items<'b>(&'b self, names: &'b [String], format: &'b Format, trim: bool) -> Items<'b> {
        let file = names.get(self.file).map_or("", String::as_str);
        // Where reading failed there is nothing to answer, and no empty document either.
        let bytes = match self.failed {
            Some(_) => Bytes::Arguments(&[]),
            None => Bytes::Lines(self.as_ref()),
        };
        let (several, context) = (names.len() > 1, Some(&self.context));
        let (first, line) = (self.first, self.line);
        Items { file, several, first, bytes, format, trim, context, line }
    }

    pub(crate) fn file(&self) -> usize {
        self.file
    }

    pub(crate) fn len(&self) -> usize {
        self.filled
    }
}

impl Blocks {
    pub(crate) fn new(inputs: Arc<[Input]>, format: Arc<Format>, size: usize, watch: Watch) -> Self {
        let (open, rest) = (None, Vec::new());
        Self { inputs, format, size, longest: LONGEST, file: 0, open, rest, watch }
    }

    /// The blocks of what a reader gives.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn of(reader: Box<dyn Read + Send>, format: Format, size: usize) -> Self {
        let open = Open { reader, divider: format.divider(0), next: 1, line: 1, is_marked: false };
        let inputs = Arc::new([Input::File("-".into())]);
        let blocks = Self::new(inputs, Arc::new(format), size, Watch::default());
        Self { open: Some(open), ..blocks }
    }

    pub(crate) fn at_most(self, longest: usize) -> Self {
        Self { longest, ..self }
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
                let (name, place, error) = (input.name(), self.place(line), error.to_string());
                let failed = format!("{name}: {place}{}", escape::visible(&error));
                (block.filled, block.failed) = (0, Some(failed));
            }
        }
        if self.open.is_none() {
            self.file += 1;
            self.rest = Vec::new();
        }
        true
    }

    fn format(&self) -> &Format {
        self.format.of(self.file)
    }

    fn open(&self, input: &Input) -> io::Result<Open> {
        let mut reader: Box<dyn Read + Send> = match input {
            Input::File(path) => self.format().open(path, self.file, &self.watch)?,
            Input::Arguments(_, lines) => Box::new(Cursor::new(Arc::clone(lines))),
        };
        let mut mark = 0;
        // The byte order mark of a table belongs to its header, and Parquet has none.
        if !self.format().has_header() && self.format().rows.is_none() {
            (reader, mark) = skip_mark(reader)?;
        }
        let divider = self.format().divider(mark);
        Ok(Open { reader, divider, next: 1, line: 1, is_marked: mark > 0 })
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
        let buffer = (&mut block.data, &mut block.filled);
        let (divider, what) = (&mut *open.divider, self.format().unit().name());
        let limits = (self.size, self.longest);
        let Filled { context, behind } = fill(buffer, &mut open.reader, divider, limits, &mut self.rest, what)?;
        let more = match behind {
            Behind::More => true,
            Behind::Nothing => false,
            Behind::Failed(error) => {
                // The records that were read are answered first. The error comes again after them.
                open.reader = Box::new(Failing(Some(error)));
                true
            }
        };
        let is_csv = self.is_csv();
        let lines = |block: &Block| memchr::memchr_iter(b'\n', block.as_ref()).count() as u64;
        let all = if is_csv { lines(block) } else { 0 };
        if open.next == 1 && self.format().has_header() && block.filled > 0 {
            self.take_header(block)?;
            open.next += 1;
        } else if open.next == 1 && !self.format().is_text() && !self.format().is_document() {
            let records = block.data.get(..block.filled).unwrap_or_default();
            let end = self.format().ends().next(records).unwrap_or(records.len());
            self.format().first(records.get(..end).unwrap_or_default());
        }
        (block.first, block.context) = (open.next, context);
        block.is_marked = std::mem::take(&mut open.is_marked);
        block.line = if is_csv { open.line + all - lines(block) } else { open.next };
        open.line += all;
        open.next += self.format().count(block.data.get(..block.filled).unwrap_or_default());
        Ok(more.then_some(open))
    }

    fn take_header(&self, block: &mut Block) -> io::Result<()> {
        let records = block.data.get(..block.filled).unwrap_or_default();
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

pub(crate) fn too_long(what: &str, longest: usize) -> io::Error {
    let advice = if longest < LONGEST { "; see --max-line" } else { "" };
    let what = format!("expected the end of a {what} within {longest} bytes{advice}");
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// What is known of the records that [`fill`] read.
pub(crate) struct Filled {
    pub(crate) context: Context,
    pub(crate) behind: Behind,
}

/// What follows the records that [`fill`] read.
pub(crate) enum Behind {
    /// There may be more to read.
    More,
    Nothing,
    /// Reading failed. What was read before may hold more whole records.
    Failed(io::Error),
}

pub(crate) struct Failing(pub(crate) Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.take().unwrap_or_else(|| io::ErrorKind::Other.into()))
    }
}

/// Reads into `data` until it has at least one whole record or the input ends, and sets `filled` to
/// the length of the whole records. `rest` has the beginning of the next record, before and after.
///
/// A read that gives a whole record is the last one, so what a slow pipe has is passed on at once.
///
/// # Errors
///
/// Reading failed, or a record is too long, and no whole record stands before the failure.
pub(crate) fn fill(
    (data, filled): (&mut Vec<u8>, &mut usize),
    reader: &mut impl Read,
    divider: &mut dyn Divide,
    (size, longest): (usize, usize),
    rest: &mut Vec<u8>,
    what: &str,
) -> io::Result<Filled> {
    data.resize(size.max(2 * rest.len()).max(data.len()), 0);
    data[..rest.len()].copy_from_slice(rest);
    *filled = rest.len();
    let (mut is_all, mut failed) = (false, None);
    loop {
        let wanted = match divider.divide(&data[..*filled], is_all, size) {
            Divided::Records(end, context) => {
                rest.clear();
                rest.extend_from_slice(&data[end..*filled]);
                *filled = end;
                let behind = match failed {
                    Some(error) => Behind::Failed(error),
                    None if is_all && rest.is_empty() => Behind::Nothing,
                    None => Behind::More,
                };
                return Ok(Filled { context, behind });
            }
            Divided::Needs(wanted) => wanted,
        };
        if let Some(error) = failed {
            return Err(error);
        }
        loop {
            if *filled == data.len() {
                // The record is longer than the buffer, so the buffer grows.
                if *filled >= longest {
                    // A quote was never closed, or the file is not text.
                    failed = Some(too_long(what, longest));
                    break;
                }
                data.resize((2 * *filled).min(longest), 0);
            }
            match reader.read(&mut data[*filled..]) {
                Ok(read) => {
                    *filled += read;
                    is_all = read == 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // What was read since the last look may have ended a record.
                Err(error) => failed = Some(error),
            }
            if is_all || failed.is_some() || *filled >= wanted {
                break;
            }
        }
    }
}

/// U+FEFF in UTF-8. Some programs write it before a text, and it belongs to none of its tokens.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Skips the mark, if the text begins with it. Returns the reader of the rest, and how many bytes
/// were skipped.
///
/// No more bytes are read than the decision needs, so that what a slow pipe has is answered at once.
fn skip_mark(mut reader: Box<dyn Read + Send>) -> io::Result<(Box<dyn Read + Send>, usize)> {
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

pub(crate) enum Input {
    /// A file; `-` is standard input.
    File(PathBuf),
    /// The name of some arguments in messages, and the arguments as lines.
    Arguments(&'static str, Arc<[u8]>),
}

impl Input {
    /// Arguments, each of which is a line. The error is the argument that has a line end in it: it would be two
    /// lines.
    pub(crate) fn arguments<'a>(name: &'static str, arguments: &'a [OsString]) -> Result<Self, &'a OsString> {
        let mut lines = Vec::new();
        for argument in arguments {
            let bytes = argument.as_encoded_bytes();
            if bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
                return Err(argument);
            }
            lines.extend_from_slice(bytes);
            lines.push(b'\n');
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
