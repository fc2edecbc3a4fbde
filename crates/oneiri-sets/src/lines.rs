//! Lists of lines: the functions for callers whose records are lines, built on `run`. The command has records of its
//! own (`dedupe/reading.rs` in `oneiri-cli`). What ends a line is the same as in `oneiri::batch::lines` and in
//! `lines.rs` of `oneiri-documents`: LF, or CR and LF, and a CR at the end of a list belongs to its line
//! (`lines_of_windows_are_lines_of_unix` in `tests/model.rs`). The first error of a key wins, and no line from there on
//! reaches the caller.

use std::convert::Infallible;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};

use crate::{Batch, Class, Error, Known, Options, Record, Records, Sink, Span, Totals, run};

/// Groups the lines of lists by a key, and calls `each` for every line that is wanted. A line ends with LF or with CR and
/// LF, or at the end of its list, so lists of Windows and of Unix have the same lines. A line without a key belongs to no
/// class, and is only counted.
///
/// If your key or `each` can fail, use [`try_lines`].
///
/// # Errors
///
/// A list cannot be read, the temporary file cannot be written, or the key function panics. The lines that `each` got before
/// are right, except that they may lack what the rest of the list has.
///
/// ```
/// use oneiri_sets::{Class, Options, Wanted, lines};
///
/// let (old, new) = ("a\nb\n", "b\r\nc\r\n");
/// let mut added = Vec::new();
/// lines(
///     [old.as_bytes(), new.as_bytes()],
///     |line| Some(line.to_vec()),
///     &Options::new(Wanted::Lists),
///     |line, class| {
///         if class == Class::Lists(0b10) {
///             added.push(line.bytes.to_vec());
///         }
///     },
/// )?;
/// assert_eq!(added, [b"c"]);
/// # Ok::<(), oneiri_sets::Error>(())
/// ```
pub fn lines<R: Read + Send + 'static>(
    lists: impl IntoIterator<Item = R>,
    key: impl Fn(&[u8]) -> Option<Vec<u8>> + Send + Sync + 'static,
    options: &Options,
    mut each: impl FnMut(&Record<'_>, Class),
) -> Result<Totals, Error> {
    let key = move |line: &[u8]| Ok::<_, Failure<Infallible>>(key(line));
    let each = |record: &Record<'_>, class| {
        each(record, class);
        Ok(())
    };
    match grouped(lists, key, options, each) {
        Ok(totals) => Ok(totals),
        Err(Failure::Ours(error)) => Err(error),
        Err(Failure::Theirs(never)) => match never {},
    }
}

/// Like [`lines`], with a key and an `each` that can fail. Their first error ends the run. If the key of a line fails,
/// `each` gets neither this line nor a line after it.
///
/// # Errors
///
/// Like [`lines`], and the errors of `key` and of `each`.
///
/// ```
/// use oneiri_sets::{Error, Options, try_lines};
///
/// let list = "1\n2\nthree\n4\n";
/// let key = |line: &[u8]| {
///     let number: u32 = String::from_utf8_lossy(line).parse()?;
///     Ok(Some(number.to_be_bytes().to_vec()))
/// };
/// let result = try_lines([list.as_bytes()], key, &Options::default(), |line, _| {
///     println!("{}", String::from_utf8_lossy(line.bytes));
///     Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// });
/// assert_eq!(result.unwrap_err().to_string(), "invalid digit found in string");
/// ```
pub fn try_lines<R: Read + Send + 'static, E: From<Error> + Send + 'static>(
    lists: impl IntoIterator<Item = R>,
    key: impl Fn(&[u8]) -> Result<Option<Vec<u8>>, E> + Send + Sync + 'static,
    options: &Options,
    mut each: impl FnMut(&Record<'_>, Class) -> Result<(), E>,
) -> Result<Totals, E> {
    let key = move |line: &[u8]| key(line).map_err(Failure::Theirs);
    let each = |record: &Record<'_>, class| each(record, class).map_err(Failure::Theirs);
    grouped(lists, key, options, each).map_err(|failure| match failure {
        Failure::Ours(error) => error.into(),
        Failure::Theirs(error) => error,
    })
}

/// An error of the run, or of the caller's functions.
enum Failure<E> {
    Ours(Error),
    Theirs(E),
}

impl<E> From<Error> for Failure<E> {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

fn grouped<R: Read + Send + 'static, E: Send + 'static>(
    lists: impl IntoIterator<Item = R>,
    key: impl Fn(&[u8]) -> Result<Option<Vec<u8>>, Failure<E>> + Send + Sync + 'static,
    options: &Options,
    each: impl FnMut(&Record<'_>, Class) -> Result<(), Failure<E>>,
) -> Result<Totals, Failure<E>> {
    let size = options.chunk_size();
    let (failed, failure) = mpsc::channel();
    let lists: Vec<R> = lists.into_iter().collect();
    let mut lists = lists.into_iter().map(BufReader::new).enumerate().peekable();
    let own = Arc::new(Mutex::new(None));
    let source = {
        let own = Arc::clone(&own);
        move |chunk: &mut Vec<u8>| loop {
            chunk.clear();
            if locked(&own).is_some() {
                return None;
            }
            let (list, reader) = lists.peek_mut()?;
            let list = *list;
            match fill(reader, size, chunk) {
                Ok(()) if chunk.is_empty() => drop(lists.next()),
                Ok(()) => return Some(list),
                Err(error) => {
                    let _ = failed.send(Error::List { list, error });
                    return None;
                }
            }
        }
    };
    let keyed = Arc::new(Keyed { key, failure: Arc::clone(&own) });
    let totals = run(&keyed, options, source, &mut Each { each, failure: &own });
    taken(&own)?;
    let totals = totals?;
    failure.try_recv().map_or(Ok(totals), |error| Err(error.into()))
}

/// Fills a chunk with whole lines.
fn fill(reader: &mut impl BufRead, size: usize, chunk: &mut Vec<u8>) -> std::io::Result<()> {
    while chunk.len() < size && reader.read_until(b'\n', chunk)? > 0 {}
    Ok(())
}

/// The first error of the function that computes keys.
type First<E> = Mutex<Option<Failure<E>>>;

fn locked<E>(first: &First<E>) -> MutexGuard<'_, Option<Failure<E>>> {
    first.lock().unwrap_or_else(PoisonError::into_inner)
}

fn taken<E>(first: &First<E>) -> Result<(), Failure<E>> {
    locked(first).take().map_or(Ok(()), Err)
}

/// The key of each line.
struct Keyed<K, E> {
    key: K,
    failure: Arc<First<E>>,
}

impl<K, E> Records for Keyed<K, E>
where
    K: Fn(&[u8]) -> Result<Option<Vec<u8>>, Failure<E>> + Send + Sync + 'static,
    E: Send + 'static,
{
    type Chunk = Vec<u8>;

    fn read(&self, batch: &mut Batch<Vec<u8>>, known: Known<'_>) {
        let chunk = std::mem::take(&mut batch.chunk);
        let mut start = 0;
        for line in chunk.split_inclusive(|&byte| byte == b'\n') {
            let next = start + line.len();
            let text = match line.strip_suffix(b"\n") {
                Some(text) => text.strip_suffix(b"\r").unwrap_or(text),
                None => line,
            };
            let span = Span { start, end: start + text.len(), next };
            match (self.key)(text) {
                Ok(None) => batch.refuse(span),
                Ok(Some(key)) if key == text => batch.push_own(span, known.hash(text)),
                Ok(Some(key)) => batch.push_key(span, &key, known.hash(&key)),
                Err(failure) => {
                    locked(&self.failure).get_or_insert(failure);
                    break;
                }
            }
            start = next;
        }
        batch.chunk = chunk;
    }
}

struct Each<'k, F, E> {
    each: F,
    failure: &'k First<E>,
}

impl<E, F: FnMut(&Record<'_>, Class) -> Result<(), Failure<E>>> Sink<Vec<u8>> for Each<'_, F, E> {
    type Error = Failure<E>;

    /// The records of a round come when all keys of the round have been computed.
    fn begin(&mut self, _: &mut Vec<u8>) -> Result<(), Failure<E>> {
        taken(self.failure)
    }

    fn put(&mut self, record: &Record<'_>, class: Class) -> Result<(), Failure<E>> {
        (self.each)(record, class)
    }

    fn all_read(&mut self, _: bool) -> Result<(), Failure<E>> {
        taken(self.failure)
    }
}
