//! `--keep`: which record of a class is kept.

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use oneiri_sets::Age;

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
    pub(super) fn rank(&self, number: u64, value: &str, is_alone: impl Fn() -> bool) -> u128 {
        let age = Age::of(value);
        // The flags are read when all threads have ended, so no ordering is needed.
        let saw = |flag: &AtomicBool| {
            if !flag.load(Ordering::Relaxed) && !is_alone() {
                flag.store(true, Ordering::Relaxed);
            }
        };
        match age {
            Some(Age::Instant(_)) => saw(&self.has_instants),
            Some(Age::Number(_)) => saw(&self.has_numbers),
            None if !is_alone() => {
                let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
                if wrong.as_ref().is_none_or(|(first, _)| number < *first) {
                    *wrong = Some((number, value.to_owned()));
                }
            }
            _ => {}
        }
        age.map_or(0, Age::rank)
    }

    /// Why the records cannot be compared, if they cannot.
    pub(super) fn objection(&self, place: impl Fn(u64) -> String) -> Option<String> {
        let wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = "so no record is the newest, and nothing was written";
        if let Some((number, value)) = &*wrong {
            let (place, shown) = (place(*number), escape::visible(value));
            return Some(format!(
                "{place}: --keep newest: expected a date or time of RFC 3339 (2025-01-31, 2025-01-31T12:00:00Z) or a number, of \
                 at most 34 digits, or nothing, found '{shown}', {rest}"
            ));
        }
        let is_mixed = self.has_instants.load(Ordering::Relaxed) && self.has_numbers.load(Ordering::Relaxed);
        is_mixed.then(|| {
            format!("--keep newest: the column has both dates and numbers, which have no common order, {rest}")
        })
    }
}
