//! `--keep`: which record of a class is kept.

use std::str::FromStr;

use toml::value::{Datetime, Offset, Time};

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

/// A number that is the greater, the newer a value is: a date or time (RFC 3339, in UTC if it names no
/// other offset), or a number. Anything else is the oldest.
pub(super) fn rank(value: &str) -> u64 {
    let value = value.trim();
    let instant = value.parse().ok().and_then(|it| microseconds(&it));
    let number = instant.or_else(|| value.parse::<f64>().ok()).filter(|it| it.is_finite());
    // The bits of positive numbers have their order, and those of negative ones the reverse.
    number.map_or(0, |number| match number.to_bits() {
        bits if bits >> 63 == 0 => bits | 1 << 63,
        bits => !bits,
    })
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
