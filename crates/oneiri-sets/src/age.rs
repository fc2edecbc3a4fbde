//! The order of dates and of numbers. It is exact: a value whose order a rank cannot express has none, so two values are
//! never taken for equal because they are almost equal.

/// The age of a record, as a text says it, with a [rank](crate::Records::rank) that has the same order. The newer a record
/// is, the greater is its rank. Dates and numbers have no common order.
///
/// ```
/// use oneiri_sets::Age;
///
/// // These two are equal as numbers of 64-bit floating point.
/// assert!(Age::of("9007199254740993") > Age::of("9007199254740992.5"));
/// assert!(Age::of("2025-01-31T12:00:00Z") > Age::of("2025-01-31T12:30:00+01:00"));
/// assert_eq!(Age::of("01/31/2025"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Age {
    /// The text is empty, so the record is older than all others. Its rank is 0, and no other rank is.
    Unknown,
    /// A date, or a date with a time (RFC 3339, in UTC if it names no other offset).
    Instant(u128),
    /// A decimal number, which may have an exponent.
    Number(u128),
}

/// The most digits of a number, without zeros at its beginning and its end. A `u128` has room for so many.
const DIGITS: usize = 34;

/// The most digits of a fraction of a second: with the digits of the date and the time they are [`DIGITS`].
const FRACTION: usize = 20;

/// The rank of the number 0.
const ZERO: u128 = 1 << 126;

impl Age {
    /// Reads a text. Gives `None` for a text that is neither empty nor a date nor a number, such as "Mon, 01 Jan 2024"
    /// and "01/02/2025", because it does not show its order. The same is true of a value that has more than 34 digits,
    /// or an exponent of more than 2,000.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() {
            return Some(Self::Unknown);
        }
        instant(text).map(Self::Instant).or_else(|| number(text).map(Self::Number))
    }

    /// The rank. Compare only ranks of dates with each other, or ranks of numbers.
    #[must_use]
    pub fn rank(self) -> u128 {
        match self {
            Self::Unknown => 0,
            Self::Instant(rank) | Self::Number(rank) => rank,
        }
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The digits after the point of 0, as a whole number of so many digits. `None` if there are more.
fn fraction(digits: &str, most: usize) -> Option<u128> {
    let digits = digits.trim_end_matches('0');
    let zeros = u32::try_from(most.checked_sub(digits.len())?).ok()?;
    let value: u128 = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    Some(value * 10_u128.pow(zeros))
}

/// The rank of a number: its exponent, and after it its digits. Negative numbers have the reverse order.
fn number(text: &str) -> Option<u128> {
    let (is_negative, size) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let (size, exponent) = match size.split_once(['e', 'E']) {
        Some((size, exponent)) => (size, exponent.parse::<i64>().ok()?),
        None => (size, 0),
    };
    let (whole, part) = size.split_once('.').unwrap_or((size, ""));
    let digits = [whole, part].concat();
    if digits.is_empty() || !is_digits(&digits) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(ZERO);
    }
    // The number is 0.DIGITS times 10 to the power of this.
    let exponent = exponent.checked_add(digits.len() as i64 - part.len() as i64)?;
    let power = exponent.checked_add(2048).and_then(|it| u128::try_from(it).ok()).filter(|it| *it < 4096)?;
    // The digits take 113 bits, and the exponent takes 12 more.
    let rank = power << 113 | fraction(digits, DIGITS)?;
    Some(if is_negative { ZERO - rank } else { ZERO + rank })
}

/// The rank of a date or time.
fn instant(text: &str) -> Option<u128> {
    let two = |at: usize| text.get(at..at + 2).filter(|it| is_digits(it))?.parse::<i64>().ok();
    let is = |at: usize, any: &[u8]| text.as_bytes().get(at).is_some_and(|byte| any.contains(byte));
    let (year, month, day) = (100 * two(0)? + two(2)?, two(5)?, two(8)?);
    let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let last = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let is_date = is(4, b"-") && is(7, b"-") && (1..=12).contains(&month) && (1..=last).contains(&day);
    let (clock, rest) = if text.len() == 10 { (Some([0; 3]), "") } else { clock(text.get(10..)?) };
    let ([hour, minute, second], true) = (clock?, is_date) else { return None };
    let (digits, offset) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count()),
        None => ("0", rest),
    };
    // Years begin with March here, so that a leap day is the last day of its year.
    let early = i64::from(month < 3);
    let (years, months) = (year - early, month + 12 * early - 3);
    let days = 365 * years + years.div_euclid(4) - years.div_euclid(100)
        + years.div_euclid(400)
        + (153 * months + 2) / 5
        + day;
    let minutes = (24 * days + hour) * 60 + minute - self::offset(offset)?;
    // A leap second is the 61st of its minute, and comes before the next one. A few years more make the sum positive.
    let seconds = u128::try_from(61 * (minutes + 3000 * 24 * 60) + second).ok()?;
    let part = if digits.is_empty() { None } else { fraction(digits, FRACTION) };
    Some(seconds * 10_u128.pow(FRACTION as u32) + part?)
}

/// The hour, the minute and the second of a time after the letter T or a blank, and what follows them.
fn clock(text: &str) -> (Option<[i64; 3]>, &str) {
    let part = |at: usize, before: &[u8], most: i64| {
        let is_after = text.as_bytes().get(at).is_some_and(|byte| before.contains(byte));
        let number = text.get(at + 1..at + 3).filter(|it| is_after && is_digits(it))?.parse::<i64>().ok();
        number.filter(|it| *it <= most)
    };
    let (hour, minute, second) = (part(0, b"Tt ", 23), part(3, b":", 59), part(6, b":", 60));
    let end = if second.is_some() { 9 } else { 6 };
    // A fraction is one of the second.
    let is_whole = second.is_some() || text.get(6..7) != Some(".");
    let all = hour.zip(minute).filter(|_| is_whole).map(|(hour, minute)| [hour, minute, second.unwrap_or(0)]);
    (all, text.get(end..).unwrap_or_default())
}

/// The minutes by which a local time is before UTC.
fn offset(text: &str) -> Option<i64> {
    let sign = match text.as_bytes() {
        [] | [b'Z' | b'z'] => return Some(0),
        [b'+', ..] => 1,
        [b'-', ..] => -1,
        _ => return None,
    };
    let (hours, minutes) = text[1..].split_once(':')?;
    let two = |text: &str, most: i64| {
        let is_two = text.len() == 2 && is_digits(text);
        if is_two { text.parse::<i64>().ok().filter(|it| *it <= most) } else { None }
    };
    Some(sign * (60 * two(hours, 23)? + two(minutes, 59)?))
}

#[cfg(test)]
mod tests {
    use super::Age;

    /// Each group is in order, and what has the same order is between bars.
    #[test]
    fn ages_have_their_true_order() {
        for ordered in [
            &[
                "-1e2000",
                "-18446744073709551616",
                "-18446744073709551615",
                "-10.5",
                "-10.4999",
                "-1",
                "-1e-300|-.1e-299",
                "0|-0|0.0|+0|0e5|.0",
                "1e-1999",
                "5e-324",
                "0.1",
                "0.10000000000000000000000001",
                "9|9.|09|9.0|0.9e1|90e-1|9E0",
                "10|1e1",
                "9007199254740992",
                "9007199254740992.5",
                "9007199254740993",
                "1329823740283740161",
                "1329823740283740162",
                "1735689600000000000",
                "1735689600000000001",
                "18446744073709551614",
                "18446744073709551615",
                "18446744073709551616|1.8446744073709551616e19",
                "1234567890123456789012345678901234",
                "1234567890123456789012345678901235",
                "1e308",
                "1e309",
            ][..],
            &[
                "0000-01-01T00:00:00+23:59",
                "0000-01-01|0000-01-01T00:00:00",
                "0000-02-29",
                "0000-03-01",
                "1900-02-28",
                "1900-03-01",
                "1969-12-31T23:59:59.9Z",
                "1970-01-01|1970-01-01t00:00z|1970-01-01 00:00:00-00:00|1970-01-01T01:00:00+01:00",
                "1970-01-01T00:00:00.0000000001Z",
                "1970-01-01T00:00:00.0000000002Z",
                "1970-01-01T00:00:00.00000000020000000001Z",
                "1970-01-01T00:00:00.1",
                "2016-12-31T23:59:59.999Z",
                "2016-12-31T23:59:60Z|2016-12-31T18:59:60-05:00",
                "2016-12-31T23:59:60.5Z",
                "2017-01-01",
                "2024-02-29",
                "2024-03-01",
                "9999-12-31T23:59:60.99999999999999999999-23:59",
            ],
        ] {
            let ages = ordered.iter().map(|group| {
                let ages: Vec<Option<Age>> = group.split('|').map(Age::of).collect();
                assert!(ages.iter().all(|age| age.is_some() && *age == ages[0]), "{group}");
                ages[0].unwrap_or(Age::Unknown)
            });
            let ranks: Vec<u128> = ages.map(Age::rank).collect();
            for (two, texts) in ranks.windows(2).zip(ordered.windows(2)) {
                assert!(0 < two[0] && two[0] < two[1] && two[1] < u128::MAX, "{texts:?}");
            }
        }
    }

    #[test]
    fn what_does_not_show_its_order_has_none() {
        for text in [
            "Mon, 01 Jan 2024",
            "01/02/2025",
            "2025",
            "2025-01",
            "2025-1-1",
            "2025-13-01",
            "2025-00-01",
            "2025-04-31",
            "2025-01-00",
            "1900-02-29",
            "2025-02-29",
            "12:00:00",
            "2025-01-01T",
            "2025-01-01T12",
            "2025-01-01T24:00:00Z",
            "2025-01-01T12:60:00Z",
            "2025-01-01T12:00:61Z",
            "2025-01-01T12:00:00.Z",
            "2025-01-01T12:00.5Z",
            "2025-01-01T12:00:00,5Z",
            "2025-01-01T12:00:00+1:00",
            "2025-01-01T12:00:00+24:00",
            "2025-01-01T12:00:00+0100",
            "2025-01-01T12:00:00Zx",
            "2025-01-01T12:00:00+01:00 ",
            "2025-01-01T12:00:00.000000000000000000001Z",
            "２０２５-01-01",
            "2025-01-01é",
            "+",
            "-",
            ".",
            "e5",
            "1e",
            "1e+",
            "1.2.3",
            "--1",
            "1_000",
            "0x10",
            "inf",
            "nan",
            "NaN",
            "infinity",
            "1e3000",
            "1e-3000",
            "1e99999999999999999999",
            "1e9223372036854775807",
            "12345678901234567890123456789012345",
            "true",
            "null",
            "1 2",
        ] {
            let expected = match text {
                // A year is a number, and blanks around a value do not count.
                "2025" => Age::of("2025.0"),
                "2025-01-01T12:00:00+01:00 " => Age::of("2025-01-01T11:00:00"),
                _ => None,
            };
            assert_eq!(Age::of(text), expected, "{text}");
        }
        assert_eq!(Age::of(" \t"), Some(Age::Unknown));
        assert_eq!(Age::of(&"1".repeat(1 << 20)), None);
        assert!(Age::of(&format!("0.{}1", "0".repeat(100))).is_some());
    }

    /// Whatever two numbers are, their ranks have their order.
    #[test]
    fn whole_numbers_and_halves_are_in_order() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> (state % 60)) as i64
        };
        for _ in 0..20_000 {
            let a = i128::from(next());
            let b = if a % 2 == 0 { a + i128::from(next() % 3) } else { i128::from(next()) };
            // Twice a half is a whole number.
            let text = |twice: i128| {
                let (sign, twice) = (if twice < 0 { "-" } else { "" }, twice.abs());
                format!("{sign}{}.{}", twice / 2, 5 * (twice % 2))
            };
            let [one, other] = [a, b].map(|it| Age::of(&text(it)));
            assert!(one.is_some() && other.is_some(), "{} {}", text(a), text(b));
            assert_eq!(one.cmp(&other), a.cmp(&b), "{} {}", text(a), text(b));
        }
    }
}
