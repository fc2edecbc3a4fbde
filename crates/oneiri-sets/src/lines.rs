//! Lists of lines.

use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, mpsc};

use crate::{Batch, Class, Error, Known, Options, Record, Records, Sink, Span, Totals, run};

/// Groups the lines of lists by a key, and calls `each` for every line that is wanted. A line ends
/// with LF, or at the end of its list. A line without a key belongs to no class, and is only counted.
///
/// # Errors
///
/// A list cannot be read, or the temporary file cannot be written. The lines that `each` got before
/// are right, except that they may lack what the rest of the list has.
///
/// ```
/// use oneiri_sets::{Class, Options, Wanted, lines};
///
/// let (old, new) = ("a\nb\n", "b\nc\n");
/// let options = Options { wanted: Wanted::Lists, ..Options::default() };
/// let mut added = Vec::new();
/// lines(
///     vec![Box::new(old.as_bytes()), Box::new(new.as_bytes())],
///     |line| Some(line.to_vec()),
///     &options,
///     |line, class| {
///         if class == Class::Lists(0b10) {
///             added.push(line.bytes.to_vec());
///         }
///     },
/// )?;
/// assert_eq!(added, [b"c"]);
/// # Ok::<(), oneiri_sets::Error>(())
/// ```
pub fn lines(
    lists: Vec<Box<dyn Read + Send>>,
    key: impl Fn(&[u8]) -> Option<Vec<u8>> + Send + Sync + 'static,
    options: &Options,
    each: impl FnMut(&Record<'_>, Class),
) -> Result<Totals, Error> {
    let size = options.chunk_size();
    let (failed, failure) = mpsc::channel();
    let mut lists = lists.into_iter().map(BufReader::new).enumerate().peekable();
    let source = move |chunk: &mut Vec<u8>| loop {
        chunk.clear();
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
    };
    let totals = run(&Arc::new(Keyed(key)), options, source, &mut Each(each))?;
    failure.try_recv().map_or(Ok(totals), Err)
}

/// Fills a chunk with whole lines.
fn fill(reader: &mut impl BufRead, size: usize, chunk: &mut Vec<u8>) -> std::io::Result<()> {
    while chunk.len() < size && reader.read_until(b'\n', chunk)? > 0 {}
    Ok(())
}

struct Keyed<K>(K);

impl<K: Fn(&[u8]) -> Option<Vec<u8>> + Send + Sync + 'static> Records for Keyed<K> {
    type Chunk = Vec<u8>;

    fn read(&self, batch: &mut Batch<Vec<u8>>, known: Known<'_>) {
        let chunk = std::mem::take(&mut batch.chunk);
        let mut start = 0;
        for line in chunk.split_inclusive(|&byte| byte == b'\n') {
            let next = start + line.len();
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            let span = Span { start, end: start + text.len(), next };
            match (self.0)(text) {
                None => batch.refuse(span),
                Some(key) if key == text => batch.push_own(span, known.hash(text)),
                Some(key) => batch.push_key(span, &key, known.hash(&key)),
            }
            start = next;
        }
        batch.chunk = chunk;
    }
}

struct Each<F>(F);

impl<F: FnMut(&Record<'_>, Class)> Sink<Vec<u8>> for Each<F> {
    type Error = Error;

    fn put(&mut self, record: &Record<'_>, class: Class) -> Result<(), Error> {
        (self.0)(record, class);
        Ok(())
    }
}
