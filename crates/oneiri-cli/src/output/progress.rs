//! Shows the progress of a long run on standard error, if that is a terminal.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::watch::Watch;

pub(crate) struct Progress {
    bar: ProgressBar,
    watch: Watch,
    /// Ends with the run, if that takes no longer than [`SHORT`].
    delay: Option<(Sender<()>, JoinHandle<()>)>,
}

/// How long a run takes at least that shows its progress.
const SHORT: Duration = Duration::from_secs(1);

impl Progress {
    /// Returns `None` unless standard error is a terminal.
    pub(crate) fn new(files: &[PathBuf], watch: Watch) -> Option<Self> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let length = |path: &PathBuf| fs::metadata(path).ok().filter(fs::Metadata::is_file);
        // The total is known only if all inputs are files. Without it, the remaining time is not
        // shown.
        let total: Option<u64> = files.iter().map(|path| Some(length(path)?.len())).sum();
        let (bar, template) = match total {
            Some(total) => (
                ProgressBar::new(total),
                "{bytes} of {total_bytes}, {binary_bytes_per_sec}, {eta} left",
            ),
            None => (ProgressBar::no_length(), "{bytes}, {binary_bytes_per_sec}"),
        };
        bar.set_draw_target(ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let (over, is_over) = mpsc::channel();
        let shown = bar.clone();
        let show = move || {
            if is_over.recv_timeout(SHORT) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
                shown.enable_steady_tick(Duration::from_millis(250));
            }
        };
        // Without another thread there is no progress.
        let delay = thread::Builder::new().spawn(show).ok().map(|show| (over, show));
        Some(Self { bar, watch, delay })
    }

    /// Is called when something was read or written.
    pub(crate) fn update(&self) {
        self.bar.set_position(self.watch.read());
    }

    /// Shows what the run does after everything has been read.
    pub(crate) fn say(&self, what: &str) {
        // This work has no known size, so neither its speed nor the remaining time is shown.
        self.update();
        if let Ok(style) = ProgressStyle::with_template("{bytes} read; {msg}") {
            self.bar.set_style(style);
        }
        self.bar.set_message(what.to_owned());
    }

    /// Hides the progress line while `write` writes something else.
    pub(crate) fn aside(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((over, show)) = self.delay.take() {
            drop(over);
            let _ = show.join();
        }
        self.bar.finish_and_clear();
    }
}
