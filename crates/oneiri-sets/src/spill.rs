//! The spill file: a temporary file for records that do not fit into memory. Many streams of
//! records share the file, each in stretches of its own. The file has no name, so the system
//! removes it when the process ends in any way. So the format may change, if `Writer::push` and `Records::next`
//! change together. Streams of numbers have no mark of their own: what `push_number` wrote, `number` reads.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::numbers;

pub(crate) struct Spill {
    file: Mutex<File>,
    /// The approximate size of a stretch.
    stretch: usize,
}

/// The stretches of one stream, each as position and length. Its records are in the order in which
/// they were written.
#[derive(Default)]
pub(crate) struct Stream {
    stretches: Vec<(u64, u64)>,
}

/// A record with its number in the input, its bytes, and its key if that differs from the bytes.
#[derive(Default)]
pub(crate) struct Record {
    pub(crate) number: u64,
    pub(crate) bytes: Vec<u8>,
    key: Option<Vec<u8>>,
}

impl Stream {
    pub(crate) fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }
}

impl Record {
    pub(crate) fn key(&self) -> &[u8] {
        self.other_key().unwrap_or(&self.bytes)
    }

    /// The key, if it differs from the bytes.
    pub(crate) fn other_key(&self) -> Option<&[u8]> {
        self.key.as_deref()
    }
}

impl Spill {
    pub(crate) fn create(folder: &Path, stretch: usize) -> io::Result<Arc<Self>> {
        Ok(Arc::new(Self { file: Mutex::new(tempfile::tempfile_in(folder)?), stretch }))
    }

    pub(crate) fn writer(self: &Arc<Self>) -> Writer {
        Writer { spill: Arc::clone(self), buffer: Vec::new(), stream: Stream::default() }
    }

    /// Reads the records of a stream with a buffer of this size.
    pub(crate) fn records(self: &Arc<Self>, stream: Stream, capacity: usize) -> Records {
        let stretches = stream.stretches.into_iter();
        let bytes = Bytes { spill: Arc::clone(self), stretches, at: 0, left: 0 };
        Records { bytes: BufReader::with_capacity(capacity, bytes) }
    }

    fn append(&self, bytes: &[u8]) -> io::Result<(u64, u64)> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let at = file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)?;
        Ok((at, bytes.len() as u64))
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read(bytes)
    }
}

pub(crate) struct Writer {
    spill: Arc<Spill>,
    buffer: Vec<u8>,
    stream: Stream,
}

impl Writer {
    /// Writes a record. `key` is its key if that differs from the bytes.
    pub(crate) fn push(&mut self, number: u64, bytes: &[u8], key: Option<&[u8]>) -> io::Result<()> {
        let buffer = &mut self.buffer;
        numbers::push(buffer, number);
        numbers::push(buffer, bytes.len() as u64);
        // 0 represents no key, so the length of a key is stored plus one.
        numbers::push(buffer, key.map_or(0, |key| key.len() as u64 + 1));
        buffer.extend_from_slice(bytes);
        buffer.extend_from_slice(key.unwrap_or_default());
        if self.buffer.len() >= self.spill.stretch { self.flush() } else { Ok(()) }
    }

    /// Writes a number alone. Such a stream is read with [`Records::number`].
    pub(crate) fn push_number(&mut self, number: u64) -> io::Result<()> {
        numbers::push(&mut self.buffer, number);
        if self.buffer.len() >= self.spill.stretch { self.flush() } else { Ok(()) }
    }

    pub(crate) fn finish(mut self) -> io::Result<Stream> {
        self.flush()?;
        Ok(self.stream)
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.stream.stretches.push(self.spill.append(&self.buffer)?);
            self.buffer.clear();
        }
        Ok(())
    }
}

pub(crate) struct Records {
    bytes: BufReader<Bytes>,
}

impl Records {
    pub(crate) fn has_more(&mut self) -> io::Result<bool> {
        Ok(!self.bytes.fill_buf()?.is_empty())
    }

    /// Reads the next record into `record`. Returns false at the end of the stream.
    pub(crate) fn next(&mut self, record: &mut Record) -> io::Result<bool> {
        if !self.has_more()? {
            return Ok(false);
        }
        record.number = numbers::read(&mut self.bytes)?;
        let length = numbers::read(&mut self.bytes)?;
        let key = numbers::read(&mut self.bytes)?;
        self.take(length, &mut record.bytes)?;
        if key == 0 {
            record.key = None;
        } else {
            let mut bytes = record.key.take().unwrap_or_default();
            self.take(key - 1, &mut bytes)?;
            record.key = Some(bytes);
        }
        Ok(true)
    }

    /// Reads the next number of a stream of numbers.
    pub(crate) fn number(&mut self) -> io::Result<u64> {
        numbers::read(&mut self.bytes)
    }

    fn take(&mut self, length: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        bytes.clear();
        // Nearly always all of them lie in the buffer.
        if let Some(whole) = usize::try_from(length).ok().and_then(|length| self.bytes.buffer().get(..length)) {
            bytes.extend_from_slice(whole);
            self.bytes.consume(bytes.len());
            return Ok(());
        }
        let read = (&mut self.bytes).take(length).read_to_end(bytes)?;
        if read as u64 == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

/// The bytes of a stream, stretch by stretch.
struct Bytes {
    spill: Arc<Spill>,
    stretches: std::vec::IntoIter<(u64, u64)>,
    at: u64,
    left: u64,
}

impl Read for Bytes {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let Some((at, length)) = self.stretches.next() else { return Ok(0) };
            (self.at, self.left) = (at, length);
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
        let read = self.spill.read_at(self.at, &mut bytes[..most])?;
        if read == 0 && most > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.at += read as u64;
        self.left -= read as u64;
        Ok(read)
    }
}
