//! Running a task on several threads, each with pieces of the column.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use arrow_array::{Array, ArrayRef};
use arrow_select::concat::concat;
use oneiri_arrow::{Error, Plan};

use super::input::Column;

/// The least number of rows that is worth a thread.
const LEAST: usize = 16 * 1024;

/// How many pieces there are for each thread. With one, a thread that has the slowest rows would be
/// waited for.
const PIECES: usize = 2;

/// Some rows of a chunk.
struct Piece {
    chunk: ArrayRef,
    second: Option<ArrayRef>,
    /// The number of the first row in the column.
    row: usize,
    /// Whether these are the last rows of their chunk.
    ends: bool,
}

impl Piece {
    fn run(&self, plan: &Plan) -> Result<ArrayRef, Error> {
        plan.run(&self.chunk, self.second.as_ref()).map_err(|error| error.below(self.row))
    }
}

/// Runs a plan on all chunks of a column. A `threads` of zero means one thread for each core.
pub(super) fn run(
    plan: &Plan,
    column: Column,
    second: Option<&ArrayRef>,
    threads: usize,
) -> Result<Vec<ArrayRef>, Error> {
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        threads => threads,
    };
    let rows = column.chunks.iter().map(|chunk| chunk.len()).sum::<usize>();
    let threads = threads.min(rows / LEAST).max(1);
    let most = if threads == 1 { rows } else { LEAST.max(rows.div_ceil(threads * PIECES)) };
    let pieces = cut(&column.chunks, second, most);
    let done = if threads == 1 {
        pieces.iter().map(|piece| piece.run(plan)).collect::<Result<Vec<_>, _>>()?
    } else {
        run_on(plan, &pieces, threads)?
    };
    let (mut chunks, mut parts) = (Vec::new(), Vec::new());
    for (piece, array) in pieces.iter().zip(done) {
        parts.push(array);
        if piece.ends {
            chunks.push(joined(&mut parts)?);
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

/// Runs a plan on the pieces, each of which goes to the next thread that is free.
fn run_on(plan: &Plan, pieces: &[Piece], threads: usize) -> Result<Vec<ArrayRef>, Error> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let done: Vec<Mutex<Option<Result<ArrayRef, Error>>>> =
        pieces.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        let work = || {
            while !failed.load(Ordering::Relaxed) {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let (Some(piece), Some(place)) = (pieces.get(at), done.get(at)) else { break };
                let result = piece.run(plan);
                if result.is_err() {
                    failed.store(true, Ordering::Relaxed);
                }
                *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            }
        };
        let started: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for thread in started {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    // Pieces are begun in the order of the rows. So each piece before the first error was run, and
    // the error names the first bad row.
    done.into_iter()
        .map_while(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// The parts of a chunk as one array.
fn joined(parts: &mut Vec<ArrayRef>) -> Result<ArrayRef, Error> {
    match (parts.len(), parts.pop()) {
        (1, Some(only)) => Ok(only),
        (_, last) => {
            parts.extend(last);
            let arrays: Vec<_> = parts.iter().map(AsRef::as_ref).collect();
            let joined = concat(&arrays).map_err(|_| Error::TooLong);
            parts.clear();
            joined
        }
    }
}
