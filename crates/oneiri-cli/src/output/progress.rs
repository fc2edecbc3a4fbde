//! Shows the progress of a long run on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fs, iter};

/// How long a run takes at least that shows its progress, and how often that is shown.
const SHORT: Duration = Duration::from_secs(1);
const OFTEN: Duration = Duration::from_millis(250);

/// Goes to the beginning of the line and erases it.
const ERASE: &str = "\r\u{1B}[2K";

/// A line that a thread of its own writes. It is erased at the end.
pub(crate) struct Progress {
    line: Arc<Line>,
    ticking: Option<(Sender<()>, JoinHandle<()>)>,
}

struct Line {
    watch: Watch,
    began: Instant,
    /// How many bytes there are to read, if all inputs are files.
    total: Option<u64>,
    shown: Mutex<Shown>,
}

#[derive(Default)]
struct Shown {
    is_there: bool,
    /// What the run does after everything has been read. This work has no known size.
    what: &'static str,
}

impl Progress {
    /// Returns `None` unless standard error is a terminal.
    pub(crate) fn new(files: &[PathBuf], watch: Watch) -> Option<Self> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let length = |path: &PathBuf| fs::metadata(path).ok().filter(fs::Metadata::is_file);
        let total = files.iter().map(|path| Some(length(path)?.len())).sum();
        let line = Line { watch, began: Instant::now(), total, shown: Mutex::default() };
        let (line, (over, is_over)) = (Arc::new(line), mpsc::channel());
        let shown = Arc::clone(&line);
        let tick = move || {
            let mut pauses = iter::once(SHORT).chain(iter::repeat(OFTEN));
            let is_running = |pause| is_over.recv_timeout(pause) == Err(RecvTimeoutError::Timeout);
            while pauses.next().is_some_and(is_running) {
                shown.show();
            }
        };
        // Without another thread there is no progress.
        let ticking = thread::Builder::new().spawn(tick).ok().map(|ticking| (over, ticking));
        Some(Self { line, ticking })
    }

    pub(crate) fn say(&self, what: &'static str) {
        self.line.with(|shown| shown.what = what);
    }

    /// Hides the line while `write` writes something else.
    pub(crate) fn aside(&self, write: impl FnOnce()) {
        self.line.with(|shown| {
            shown.erase();
            write();
        });
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((over, ticking)) = self.ticking.take() {
            drop(over);
            let _ = ticking.join();
        }
        self.line.with(Shown::erase);
    }
}

impl Line {
    fn with(&self, change: impl FnOnce(&mut Shown)) {
        change(&mut self.shown.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn show(&self) {
        let read = self.watch.read();
        let seconds = self.began.elapsed().as_secs().max(1);
        let speed = read / seconds;
        self.with(|shown| {
            let line = match (shown.what, self.total) {
                ("", None) => format!("{}, {}/s", size(read), size(speed)),
                ("", Some(total)) => {
                    let left = total.saturating_sub(read) / speed.max(1);
                    let (read, total, speed) = (size(read), size(total), size(speed));
                    format!("{read} of {total}, {speed}/s, {}:{:02} left", left / 60, left % 60)
                }
                (what, _) => format!("{} read; {what}", size(read)),
            };
            let _ = write!(io::stderr(), "{ERASE}{line}");
            shown.is_there = true;
        });
    }
}

impl Shown {
    fn erase(&mut self) {
        if std::mem::take(&mut self.is_there) {
            let _ = write!(io::stderr(), "{ERASE}");
        }
    }
}

/// A number of bytes with three digits or four.
fn size(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    let unit = (0..units.len()).rev().find(|nth| bytes >> (10 * (nth + 1)) > 0);
    unit.map_or(format!("{bytes} B"), |nth| {
        let tenths = (bytes >> (10 * nth)) * 10 / 1024;
        format!("{}.{} {}", tenths / 10, tenths % 10, units[nth])
    })
}

/// Shared by the session and the readers of its files.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<Reports>);

#[derive(Default)]
struct Reports {
    read: AtomicU64,
    is_packed: AtomicBool,
    warnings: Mutex<Vec<String>>,
}

impl Watch {
    /// Adds bytes that were read of files as they are on the disk, such as packed ones.
    pub(crate) fn add(&self, bytes: u64) {
        self.0.read.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> u64 {
        self.0.read.load(Ordering::Relaxed)
    }

    /// Says whether the file that was opened last is packed.
    pub(crate) fn set_packed(&self, is_packed: bool) {
        self.0.is_packed.store(is_packed, Ordering::Relaxed);
    }

    pub(crate) fn is_packed(&self) -> bool {
        self.0.is_packed.load(Ordering::Relaxed)
    }

    /// Leaves a warning, which the session tells at the end. It does not change the exit code.
    pub(crate) fn warn(&self, warning: String) {
        self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    pub(crate) fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
