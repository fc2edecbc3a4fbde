//! Where the work of a contender ends up: on the clock, or on record.
//!
//! Every contender is one function, generic over its sink. So what is timed is what is compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Takes what becomes of each line, one outcome a line (or a pair of lines).
pub trait Sink: Sized {
    /// Does the work that counts. What is not in here is preparation.
    fn measure(&mut self, work: impl FnOnce(&mut Self));

    /// A value that must be made, though nothing is asked of it.
    fn keep<T>(&mut self, value: &T) {
        black_box(value);
    }

    /// A part of a result. [`accepted`](Self::accepted) follows when all parts are there.
    fn part(&mut self, name: &'static str, text: Option<&str>);

    /// A line is done, and was accepted.
    fn accepted(&mut self);

    /// A line was refused.
    fn refused(&mut self);

    /// A line is done, and this is what came of it.
    fn text(&mut self, text: &str) {
        self.part("", Some(text));
        self.accepted();
    }

    /// As [`text`](Self::text), for what need not be text.
    fn octets(&mut self, octets: &[u8]);

    /// A pair of lines is done; whether they are the same.
    fn answer(&mut self, yes: bool) {
        self.text(if yes { "equal" } else { "unequal" });
    }
}

/// Times the work, and adds up what comes of it so that none of it can be left out.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub time: Duration,
    pub accepted: usize,
    pub bytes: usize,
}

impl Sink for Tally {
    fn measure(&mut self, work: impl FnOnce(&mut Self)) {
        let mut work = Some(work);
        let start = Instant::now();
        oneiri_bench_measured(&mut || {
            if let Some(work) = work.take() {
                work(self);
            }
        });
        self.time += start.elapsed();
    }

    #[inline]
    fn part(&mut self, _: &'static str, text: Option<&str>) {
        self.bytes += black_box(text).map_or(0, str::len);
    }

    #[inline]
    fn accepted(&mut self) {
        self.accepted += 1;
    }

    #[inline]
    fn refused(&mut self) {}

    #[inline]
    fn octets(&mut self, octets: &[u8]) {
        self.bytes += black_box(octets).len();
        self.accepted += 1;
    }
}

/// The one function under which all measured work is done, by a name that callgrind can be told.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn oneiri_bench_measured(work: &mut dyn FnMut()) {
    work();
    // Not a tail call: the function must be there when the work ends.
    black_box(());
}

/// Keeps what becomes of each line: `None` where it was refused.
///
/// Parts are joined as `name=text`, one a line; an absent part is `name` alone.
#[derive(Default)]
pub struct Record {
    pub outcomes: Vec<Option<String>>,
    open: String,
}

impl Sink for Record {
    fn measure(&mut self, work: impl FnOnce(&mut Self)) {
        work(self);
    }

    fn part(&mut self, name: &'static str, text: Option<&str>) {
        if !name.is_empty() {
            if !self.open.is_empty() {
                self.open.push('\n');
            }
            self.open.push_str(name);
            self.open.push_str(if text.is_some() { "=" } else { "" });
        }
        self.open.push_str(text.unwrap_or_default());
    }

    fn accepted(&mut self) {
        self.outcomes.push(Some(std::mem::take(&mut self.open)));
    }

    fn refused(&mut self) {
        self.open.clear();
        self.outcomes.push(None);
    }

    fn octets(&mut self, octets: &[u8]) {
        self.text(&octets.escape_ascii().to_string());
    }
}
