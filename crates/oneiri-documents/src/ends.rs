//! Finds the ends of records in a stretch of bytes.

use crate::lines::split_terminator;

/// Finds the ends of records: of lines, or of CSV records, in which a quoted field may contain line
/// feeds.
#[derive(Clone, Copy, Debug)]
pub enum Ends {
    /// A record ends with this byte.
    Lines(u8),
    /// A record of CSV with this delimiter.
    Quoted(u8, State),
}

/// The state of the CSV scanner. A quote opens a field only at the beginning of the field, and a
/// doubled quote inside represents one quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// At the beginning of a field.
    Start,
    /// In a field without quotes.
    Plain,
    /// Between quotes.
    Quoted,
    /// After a quote, which ends the field or is the first of two.
    Quote,
}

impl Ends {
    /// The end of the next record, terminator included, or `None` if it lies after these bytes.
    /// The scanner keeps its state, so the bytes must follow those of the last call: from the end
    /// that it found, or all bytes if it found none.
    #[inline]
    pub fn next(&mut self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Lines(end) => memchr::memchr(*end, bytes).map(|at| at + 1),
            Self::Quoted(delimiter, state) => Self::next_quoted(*delimiter, state, bytes),
        }
    }

    fn next_quoted(delimiter: u8, state: &mut State, bytes: &[u8]) -> Option<usize> {
        if let (State::Start | State::Plain, Some(at)) = (*state, memchr::memchr(b'\n', bytes)) {
            // A record without quotes is a line.
            if memchr::memchr(b'"', &bytes[..at]).is_none() {
                *state = State::Start;
                return Some(at + 1);
            }
        }
        let mut at = 0;
        while at < bytes.len() {
            at += match state {
                State::Plain => memchr::memchr2(delimiter, b'\n', &bytes[at..])?,
                State::Quoted => memchr::memchr(b'"', &bytes[at..])?,
                _ => 0,
            };
            let end = bytes[at] == b'\n' && *state != State::Quoted;
            *state = match (*state, bytes[at]) {
                (State::Quoted, _) => State::Quote,
                (State::Start | State::Quote, b'"') => State::Quoted,
                (_, b'\n') => State::Start,
                (_, byte) if byte == delimiter => State::Start,
                _ => State::Plain,
            };
            at += 1;
            if end {
                return Some(at);
            }
        }
        None
    }

    /// The end of the last record that ends in these bytes.
    pub fn last(&mut self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Lines(end) => memchr::memrchr(*end, bytes).map(|at| at + 1),
            Self::Quoted(delimiter, state)
                if !matches!(state, State::Quoted | State::Quote) && memchr::memchr(b'"', bytes).is_none() =>
            {
                *state = match bytes.last() {
                    None => *state,
                    Some(byte) if *byte == b'\n' || byte == delimiter => State::Start,
                    Some(_) => State::Plain,
                };
                memchr::memrchr(b'\n', bytes).map(|at| at + 1)
            }
            Self::Quoted(..) => {
                let mut last = 0;
                while let Some(end) = self.next(&bytes[last..]) {
                    last += end;
                }
                (last > 0).then_some(last)
            }
        }
    }

    /// The end of the first of these records, of which only the last one of a file may lack a
    /// terminator. If a quote is opened and never closed, its record ends with its line, so that
    /// the records after it are not lost.
    #[inline]
    pub fn cut(&mut self, records: &[u8]) -> usize {
        if let Some(end) = self.next(records) {
            return end;
        }
        let Self::Quoted(_, state) = self else { return records.len() };
        match std::mem::replace(state, State::Start) {
            State::Quoted => memchr::memchr(b'\n', records).map_or(records.len(), |at| at + 1),
            _ => records.len(),
        }
    }

    /// The length of a record without its terminator.
    #[inline]
    #[must_use]
    pub fn split(&self, record: &[u8]) -> usize {
        match self {
            Self::Lines(b'\n') | Self::Quoted(..) => split_terminator(record).0.len(),
            Self::Lines(end) => record.strip_suffix(&[*end]).unwrap_or(record).len(),
        }
    }

    /// How many records end in these bytes, which begin with one.
    pub fn count(&mut self, bytes: &[u8]) -> u64 {
        let end = match self {
            Self::Lines(end) => *end,
            Self::Quoted(..) if memchr::memchr(b'"', bytes).is_none() => b'\n',
            Self::Quoted(..) => {
                let (mut at, mut count) = (0, 0);
                while let Some(end) = self.next(&bytes[at..]) {
                    (at, count) = (at + end, count + 1);
                }
                return count;
            }
        };
        memchr::memchr_iter(end, bytes).count() as u64
    }
}
