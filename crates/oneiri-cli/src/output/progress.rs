//! How far a long run has come: on a terminal, and nowhere else.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, time};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(crate) struct Progress {
    bar: ProgressBar,
    /// How many bytes were read, by the thread that reads.
    read: Arc<AtomicU64>,
}

impl Progress {
    /// None unless standard error is a terminal.
    pub(crate) fn new(files: &[PathBuf], read: Arc<AtomicU64>) -> Option<Self> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let length = |path: &PathBuf| fs::metadata(path).ok().filter(fs::Metadata::is_file);
        // What is left is known if the length of all is.
        let total: Option<u64> = files.iter().map(|path| Some(length(path)?.len())).sum();
        let (bar, template) = match total {
            Some(total) => (
                ProgressBar::new(total),
                "{bytes} of {total_bytes}, {binary_bytes_per_sec}, {eta} left",
            ),
            None => (ProgressBar::no_length(), "{bytes}, {binary_bytes_per_sec}"),
        };
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(time::Duration::from_millis(250));
        Some(Self { bar, read })
    }

    pub(crate) fn update(&self) {
        self.bar.set_position(self.read.load(Ordering::Relaxed));
    }

    /// What is being done when all has been read.
    pub(crate) fn say(&self, what: &str) {
        // How fast that goes, and how much is left of it, is not known.
        self.update();
        if let Ok(style) = ProgressStyle::with_template("{bytes} read; {msg}") {
            self.bar.set_style(style);
        }
        self.bar.set_message(what.to_owned());
    }

    /// Takes the line away while something else is written.
    pub(crate) fn aside(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
