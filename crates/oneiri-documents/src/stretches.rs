//! Reads a document piece by piece, in stretches of whole records.

use std::fmt;
use std::io::{self, Cursor, Read};

use crate::divide::{Context, Divide, Divided};
use crate::format::{Format, MARK};

/// A document that is read in stretches of whole records, so that it may be larger than the memory, and several threads
/// can work on it.
///
/// ```
/// use oneiri_documents::{Options, Records, Stretches, by_id};
///
/// let format = by_id("nt").expect("the format is built in").open(Options::default());
/// let document = &b"<a:> <b:> <c:> .\n<d:> <e:> <f:> .\n"[..];
/// let mut stretches = Stretches::new(document, &*format, 0).limits(20, 1 << 20);
/// let (mut buffer, mut first, mut found) = (Vec::new(), 1, Vec::new());
/// while !stretches.is_over() {
///     let (length, context) = stretches.next(&mut buffer)?;
///     let bytes = &buffer[..length];
///     let records = Records { first, ..Records::document(bytes, &context) };
///     format.each(records, &mut |it| found.push((it.number, it.text.to_owned())));
///     first += format.count(bytes);
/// }
/// assert_eq!(found.last(), Some(&(2, b"f:".to_vec())));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Stretches<R> {
    reader: R,
    divider: Box<dyn Divide>,
    unit: &'static str,
    size: usize,
    longest: usize,
    /// The beginning of a record whose end has not been read yet.
    rest: Vec<u8>,
    /// Why reading failed. The whole records that were read before are given first.
    failed: Option<io::Error>,
    is_over: bool,
}

impl<R: Read> Stretches<R> {
    /// Reads a document of this format, before which `column` bytes were skipped, such as those of [`skip_mark`]. Without
    /// other [limits](Self::limits), a stretch has about 256 KiB, and a record at most 1 GiB.
    #[must_use]
    pub fn new(reader: R, format: &dyn Format, column: usize) -> Self {
        let (divider, unit) = (format.divider(column), format.description().unit.name());
        let (size, longest, rest) = (256 << 10, 1 << 30, Vec::new());
        Self { reader, divider, unit, size, longest, rest, failed: None, is_over: false }
    }

    /// Sets about how many bytes a stretch has, if no record is longer, and how many a record may have. Without the second
    /// limit, an input without line ends would fill the memory. A size of 0 counts as 1, because an empty stretch is
    /// no progress.
    ///
    /// The second limit is checked when the buffer is full and holds no whole record, because it then has to grow. So a
    /// record that fits into the buffer, which has at least `size` bytes, is read even if it is longer than `longest`.
    #[must_use]
    pub fn limits(self, size: usize, longest: usize) -> Self {
        Self { size: size.max(1), longest, ..self }
    }

    /// Whether all was read. An empty document has one stretch, which is empty.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads until `buffer` begins with at least one whole record, or the document ends. Returns how many of its bytes are
    /// whole records. The buffer can be used again, and only grows.
    ///
    /// A read that gives a whole record is the last one, so what a slow pipe has is passed on at once.
    ///
    /// # Errors
    ///
    /// Reading failed, or a record is [too long](TooLong). The whole records before that were given by earlier calls, and
    /// the document is over.
    pub fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<(usize, Context)> {
        buffer.resize(self.size.max(2 * self.rest.len()).max(buffer.len()), 0);
        buffer[..self.rest.len()].copy_from_slice(&self.rest);
        let (mut filled, mut is_all) = (self.rest.len(), false);
        loop {
            let wanted = match self.divider.divide(&buffer[..filled], is_all, self.size) {
                Divided::Records(end, context) => {
                    self.rest.clear();
                    self.rest.extend_from_slice(&buffer[end..filled]);
                    self.is_over = is_all && self.rest.is_empty();
                    return Ok((end, context));
                }
                Divided::Needs(wanted) => wanted,
            };
            if let Some(error) = self.failed.take() {
                self.is_over = true;
                return Err(error);
            }
            is_all = self.fill(buffer, &mut filled, wanted);
        }
    }

    /// Reads until the buffer has so many bytes, or reading fails. Returns whether no others follow.
    fn fill(&mut self, buffer: &mut Vec<u8>, filled: &mut usize, wanted: usize) -> bool {
        loop {
            if *filled == buffer.len() {
                if *filled >= self.longest {
                    // A quote was never closed, or the file is not text.
                    let error = TooLong { unit: self.unit, longest: self.longest };
                    self.failed = Some(io::Error::new(io::ErrorKind::InvalidData, error));
                    return false;
                }
                // The record is longer than the buffer, so the buffer grows.
                buffer.resize((2 * *filled).min(self.longest), 0);
            }
            match self.reader.read(&mut buffer[*filled..]) {
                Ok(0) => return true,
                Ok(read) => *filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    // What was read since the last look may have ended a record.
                    self.failed = Some(error);
                    return false;
                }
            }
            if *filled >= wanted {
                return false;
            }
        }
    }
}

impl<R> fmt::Debug for Stretches<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, size, longest, is_over, .. } = self;
        let mut shown = f.debug_struct("Stretches");
        shown.field("unit", unit).field("size", size).field("longest", longest).field("is_over", is_over);
        shown.finish_non_exhaustive()
    }
}

/// Inside the [`io::Error`] of [`Stretches::next`], a record that is longer than the [limit](Stretches::limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    unit: &'static str,
    longest: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, longest } = self;
        write!(f, "expected the end of a {unit} within {longest} bytes")
    }
}

impl std::error::Error for TooLong {}

/// Skips a byte order mark (U+FEFF in UTF-8), which some programs write before a text and which belongs to none of its
/// tokens. Returns the reader of what follows, and how many bytes were skipped.
///
/// The mark of a table belongs to its header, and a page may need its mark to say what its encoding is.
///
/// ```
/// use std::io::Read;
///
/// let (mut reader, skipped) = oneiri_documents::skip_mark(&b"\xEF\xBB\xBFhttp://h/"[..])?;
/// let mut text = String::new();
/// reader.read_to_string(&mut text)?;
/// assert_eq!((&*text, skipped), ("http://h/", 3));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Reading failed.
pub fn skip_mark<R: Read>(mut reader: R) -> io::Result<(impl Read + use<R>, usize)> {
    let mut head = head::<{ MARK.len() }>(&mut reader, |head| MARK.starts_with(head))?;
    let skipped = if head == MARK { std::mem::take(&mut head).len() } else { 0 };
    Ok((Cursor::new(head).chain(reader), skipped))
}

/// The first bytes of a file: so many, or until `goes_on` says that no more are needed.
///
/// No more bytes are read than the decision needs, so that what a terminal or a slow pipe has is answered at once.
pub(crate) fn head<const N: usize>(reader: &mut impl Read, goes_on: impl Fn(&[u8]) -> bool) -> io::Result<Vec<u8>> {
    let (mut head, mut length) = ([0; N], 0);
    while length < N && goes_on(&head[..length]) {
        match reader.read(&mut head[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(head[..length].to_vec())
}
