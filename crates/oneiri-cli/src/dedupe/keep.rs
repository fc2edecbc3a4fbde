//! `--keep`: which record of a class is kept.

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use toml::value::{Datetime, Offset, Time};

use crate::output::escape;

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Keep {
    First,
    Last,
    /// The one with the greatest value in this column.
    Newest(String),
}

impl FromStr for Keep {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.strip_prefix("newest=")) {
            ("first", _) => Ok(Self::First),
            ("last", _) => Ok(Self::Last),
            (_, Some(column)) => Ok(Self::Newest(column.to_owned())),
            _ => Err("expected first, last, or newest=COLUMN"),
        }
    }
}

/// What the column of the dates says about a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Age {
    /// Nothing, so the record is older than all others.
    Unknown,
    /// A date or time (RFC 3339, in UTC if it names no other offset). The newer it is, the greater is the rank.
    Instant(u64),
    /// A number, with its rank.
    Number(u64),
}

impl Age {
    /// Reads a value. `None` for anything that is neither empty nor a date nor a number. For example, "Mon, 01 Jan 2024"
    /// and "01/02/2025" have no order that their text shows.
    pub(super) fn of(value: &str) -> Option<Self> {
        let value = value.trim();
        if value.is_empty() {
            return Some(Self::Unknown);
        }
        if let Some(instant) = value.parse().ok().and_then(|it| microseconds(&it)) {
            return Some(Self::Instant(rank(instant)));
        }
        let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(|number| Self::Number(rank(number)))
    }
}

/// A number with the same order. It is never 0.
fn rank(number: f64) -> u64 {
    // The bits of positive numbers have their order, and those of negative ones the reverse.
    match number.to_bits() {
        bits if bits >> 63 == 0 => bits | 1 << 63,
        bits => !bits,
    }
}

/// Reads the ages of records for all threads, and remembers why they cannot be compared.
#[derive(Default)]
pub(super) struct Ages {
    has_instants: AtomicBool,
    has_numbers: AtomicBool,
    /// The first record whose value has no order, by its number from 0, and the value.
    wrong: Mutex<Option<(u64, String)>>,
}

impl Ages {
    /// The rank of a record with this number and this value in the column. What the value of a record that `is_alone` says
    /// does not matter, because no other record equals it.
    pub(super) fn rank(&self, number: u64, value: &str, is_alone: impl Fn() -> bool) -> u64 {
        match Age::of(value) {
            None if is_alone() => 0,
            Some(Age::Unknown) => 0,
            // The flags are read when all threads have ended, so no ordering is needed.
            Some(Age::Instant(rank)) => {
                self.has_instants.store(true, Ordering::Relaxed);
                rank
            }
            Some(Age::Number(rank)) => {
                self.has_numbers.store(true, Ordering::Relaxed);
                rank
            }
            None => {
                let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
                if wrong.as_ref().is_none_or(|(first, _)| number < *first) {
                    *wrong = Some((number, value.to_owned()));
                }
                0
            }
        }
    }

    /// Why the records cannot be compared, if they cannot.
    pub(super) fn objection(&self, place: impl Fn(u64) -> String) -> Option<String> {
        let wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = "so no record is the newest, and nothing was written";
        if let Some((number, value)) = &*wrong {
            let (place, shown) = (place(*number), escape::visible(value));
            return Some(format!(
                "{place}: --keep newest: expected a date or time of RFC 3339 (2025-01-31, 2025-01-31T12:00:00Z), a number or \
                 nothing, found '{shown}', {rest}"
            ));
        }
        let is_mixed = self.has_instants.load(Ordering::Relaxed) && self.has_numbers.load(Ordering::Relaxed);
        is_mixed.then(|| {
            format!("--keep newest: the column has both dates and numbers, which have no common order, {rest}")
        })
    }
}

/// The microseconds since the beginning of 1970. `None` for a time without a date.
fn microseconds(value: &Datetime) -> Option<f64> {
    let date = value.date?;
    // Years begin with March here, so that a leap day is the last day of its year.
    let early = i64::from(date.month < 3);
    let (year, month) = (i64::from(date.year) - early, i64::from(date.month) + 12 * early - 3);
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5;
    let days = days + i64::from(date.day) - 719_469;
    let offset = match value.offset {
        Some(Offset::Custom { minutes }) => i64::from(minutes),
        _ => 0,
    };
    let Time { hour, minute, second, nanosecond } =
        value.time.unwrap_or(Time { hour: 0, minute: 0, second: None, nanosecond: None });
    let minutes = (24 * days + i64::from(hour)) * 60 + i64::from(minute) - offset;
    let seconds = 60 * minutes + i64::from(second.unwrap_or(0));
    Some((seconds * 1_000_000 + i64::from(nanosecond.unwrap_or(0)) / 1000) as f64)
}
