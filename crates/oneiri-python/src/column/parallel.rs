//! Running a task on several threads, each with a piece of the column.

use std::num::NonZeroUsize;
use std::thread;

use arrow_array::{Array, ArrayRef};
use arrow_select::concat::concat;
use oneiri_arrow::{Error, Plan};

use super::input::Column;

/// The least number of rows that is worth a thread.
const LEAST: usize = 16 * 1024;

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
    let mut row = 0;
    let each = column.chunks.iter().map(|chunk| {
        let second = second.map(|second| second.slice(row, chunk.len()));
        let done =
            run_chunk(plan, chunk, second.as_ref(), threads).map_err(|error| error.below(row));
        row += chunk.len();
        done
    });
    each.collect()
}

fn run_chunk(
    plan: &Plan,
    chunk: &ArrayRef,
    second: Option<&ArrayRef>,
    threads: usize,
) -> Result<ArrayRef, Error> {
    let rows = chunk.len();
    let pieces = threads.min(rows / LEAST).max(1);
    if pieces == 1 {
        return plan.run(chunk, second);
    }
    let border = |piece: usize| rows * piece / pieces;
    let columns = thread::scope(|scope| {
        let started: Vec<_> = (0..pieces)
            .map(|piece| {
                let (start, length) = (border(piece), border(piece + 1) - border(piece));
                let (chunk, second) =
                    (chunk.slice(start, length), second.map(|second| second.slice(start, length)));
                scope.spawn(move || {
                    plan.run(&chunk, second.as_ref()).map_err(|error| error.below(start))
                })
            })
            .collect();
        // The threads are joined in the order of the rows, so the error names the first bad row.
        started
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect::<Result<Vec<_>, Error>>()
    })?;
    let columns: Vec<_> = columns.iter().map(AsRef::as_ref).collect();
    concat(&columns).map_err(|_| Error::TooLong)
}
