//! Runs work on several threads, each with pieces of the column. Pieces are begun in the order of the rows, so that an
//! error names the first bad row. `below` adds the piece's first row to it, so work counts from its own piece.
//! `test_columns.py` compares one thread with several.

use std::mem;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::{Array, ArrayRef};
use oneiri_arrow::{Error, Plan};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::join::joined;

/// The least number of rows that is worth a thread.
const LEAST: usize = 16 * 1024;

/// The least number of bytes that is worth a thread which can be interrupted.
const LEAST_BYTES: usize = 1 << 22;

/// How long the calling thread waits before it asks whether Python was interrupted.
const PAUSE: Duration = Duration::from_millis(40);

/// How many pieces there are for each thread. With one, a thread that has the slowest rows would be
/// waited for.
const PIECES: usize = 2;

/// Some rows of a chunk.
pub(crate) struct Piece {
    pub(crate) chunk: ArrayRef,
    pub(crate) second: Option<ArrayRef>,
    /// The number of the first row in the column.
    pub(crate) row: usize,
    /// Whether these are the last rows of their chunk.
    ends: bool,
}

/// What is done with the rows of a piece. The rows in its errors are those of the piece.
pub(crate) trait Work: Send + Sync + 'static {
    /// Work that takes long asks `stops` from time to time. If it is set, nobody reads the result.
    fn run(&self, piece: &Piece, stops: &AtomicBool) -> Result<ArrayRef, Error>;
}

impl Work for Plan {
    fn run(&self, piece: &Piece, _: &AtomicBool) -> Result<ArrayRef, Error> {
        Self::run(self, &piece.chunk, piece.second.as_ref())
    }
}

/// Runs work on all chunks of a column. A `threads` of zero means one thread for each core, and there are never more of them,
/// because they would only wait for each other.
///
/// The calling thread waits, and asks from time to time whether Python was interrupted. Then the other threads end
/// after the piece that they are at, or when the work asks `stops`, and nobody waits for them.
pub(crate) fn run(
    py: Python<'_>,
    work: impl Work,
    chunks: Vec<ArrayRef>,
    second: Option<&ArrayRef>,
    threads: usize,
) -> PyResult<Result<Vec<ArrayRef>, Error>> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = if threads == 0 { cores } else { threads.min(cores) };
    let rows = chunks.iter().map(|chunk| chunk.len()).sum::<usize>();
    let bytes = chunks.iter().map(|chunk| chunk.get_buffer_memory_size()).sum::<usize>();
    let threads = threads.min(rows / LEAST).max(1);
    let most = if threads == 1 { rows } else { LEAST.max(rows.div_ceil(threads * PIECES)) };
    let pieces = cut(&chunks, second, most);
    drop(chunks);
    let ends: Vec<bool> = pieces.iter().map(|piece| piece.ends).collect();
    let next = AtomicUsize::new(0);
    let queue = Arc::new(Queue { work, pieces, next, stops: AtomicBool::new(false) });
    // What takes a moment needs no other thread.
    if rows < LEAST && bytes < LEAST_BYTES {
        return Ok(py.detach(|| {
            let arrays = queue.pieces.iter().map(|piece| queue.of(piece));
            together(arrays.collect::<Result<Vec<_>, _>>()?, &ends)
        }));
    }
    let (sender, receiver) = mpsc::channel();
    for _ in 0..threads {
        let (queue, sender) = (Arc::clone(&queue), sender.clone());
        thread::Builder::new().spawn(move || queue.run(&sender))?;
    }
    drop(sender);
    let mut results = Results { receiver, done: vec![None; ends.len()], error: None };
    loop {
        let waits;
        (results, waits) = py.detach(move || results.gather());
        if !waits {
            break;
        }
        if let Err(interrupt) = py.check_signals() {
            queue.stops.store(true, Ordering::Relaxed);
            return Err(interrupt);
        }
    }
    if let Some((_, error)) = results.error {
        return Ok(Err(error));
    }
    let Some(done) = results.done.into_iter().collect::<Option<Vec<_>>>() else {
        return Err(PyRuntimeError::new_err("a thread ended before its work"));
    };
    Ok(py.detach(|| together(done, &ends)))
}

/// The pieces that are left, for each thread to take the next.
struct Queue<W> {
    work: W,
    pieces: Vec<Piece>,
    next: AtomicUsize,
    stops: AtomicBool,
}

impl<W: Work> Queue<W> {
    fn of(&self, piece: &Piece) -> Result<ArrayRef, Error> {
        self.work.run(piece, &self.stops).map_err(|error| error.below(piece.row))
    }

    fn run(&self, sender: &Sender<Sent>) {
        while !self.stops.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = self.pieces.get(at) else { break };
            let result = self.of(piece);
            if result.is_err() {
                self.stops.store(true, Ordering::Relaxed);
            }
            if sender.send((at, result)).is_err() {
                break;
            }
        }
    }
}

/// The place of a piece, and what came of it.
type Sent = (usize, Result<ArrayRef, Error>);

/// What the threads have done so far.
struct Results {
    receiver: Receiver<Sent>,
    done: Vec<Option<ArrayRef>>,
    /// The error of the first piece that has one. Pieces are begun in the order of the rows. So each piece before
    /// this one was run, and the error names the first bad row.
    error: Option<(usize, Error)>,
}

impl Results {
    /// Takes what the threads send. Returns true after [`PAUSE`], and false if all threads have ended.
    fn gather(mut self) -> (Self, bool) {
        let until = Instant::now() + PAUSE;
        loop {
            match self.receiver.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok((at, Ok(array))) => self.done[at] = Some(array),
                Ok((at, Err(error))) => {
                    if self.error.as_ref().is_none_or(|(first, _)| at < *first) {
                        self.error = Some((at, error));
                    }
                }
                Err(RecvTimeoutError::Timeout) => return (self, true),
                Err(RecvTimeoutError::Disconnected) => return (self, false),
            }
        }
    }
}

/// The pieces as chunks again. `ends` says of each piece whether it ends its chunk.
fn together(pieces: Vec<ArrayRef>, ends: &[bool]) -> Result<Vec<ArrayRef>, Error> {
    let (mut chunks, mut parts) = (Vec::new(), Vec::new());
    for (piece, ends) in pieces.into_iter().zip(ends) {
        parts.push(piece);
        if *ends {
            chunks.push(whole(&mut parts)?);
        }
    }
    Ok(chunks)
}

/// Cuts chunks into pieces of at most so many rows. A piece lies within one chunk.
fn cut(chunks: &[ArrayRef], second: Option<&ArrayRef>, most: usize) -> Vec<Piece> {
    let (mut pieces, mut row) = (Vec::new(), 0);
    for chunk in chunks {
        let rows = chunk.len();
        let count = rows.div_ceil(most.max(1)).max(1);
        for nth in 0..count {
            let (start, end) = (rows * nth / count, rows * (nth + 1) / count);
            pieces.push(Piece {
                chunk: chunk.slice(start, end - start),
                second: second.map(|second| second.slice(row + start, end - start)),
                row: row + start,
                ends: nth + 1 == count,
            });
        }
        row += rows;
    }
    pieces
}

/// The parts of a chunk as one array.
fn whole(parts: &mut Vec<ArrayRef>) -> Result<ArrayRef, Error> {
    match parts.len() {
        1 => Ok(parts.remove(0)),
        _ => joined(&mem::take(parts)).map_err(|_| Error::TooLong),
    }
}
