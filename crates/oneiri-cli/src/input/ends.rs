//! Finds the ends of records in a stretch of bytes.

/// Finds the ends of records: of lines, or of CSV records, in which a quoted field may contain line
/// feeds.
pub(crate) enum Ends {
    Lines,
    Quoted(State),
}

/// The state of the CSV scanner. A quote opens a field only at the beginning of the field, and a
/// doubled quote inside stands for one quote.
#[derive(Clone, Copy)]
pub(crate) enum State {
    Start,
    Plain,
    Quoted,
    Quote,
}

impl Ends {
    /// The end of the next record, terminator included, or `None` if it lies behind these bytes.
    /// The scanner keeps its state, so the bytes must follow those of the last call: from the end
    /// that it found, or all bytes if it found none.
    pub(crate) fn next(&mut self, bytes: &[u8]) -> Option<usize> {
        let Self::Quoted(state) = self else {
            return memchr::memchr(b'\n', bytes).map(|at| at + 1);
        };
        let mut at = 0;
        while at < bytes.len() {
            at += match state {
                State::Plain => memchr::memchr2(b',', b'\n', &bytes[at..])?,
                State::Quoted => memchr::memchr(b'"', &bytes[at..])?,
                _ => 0,
            };
            let end = bytes[at] == b'\n' && !matches!(state, State::Quoted);
            *state = match (*state, bytes[at]) {
                (State::Quoted, _) => State::Quote,
                (State::Start | State::Quote, b'"') => State::Quoted,
                (_, b',' | b'\n') => State::Start,
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
    pub(crate) fn last(&mut self, bytes: &[u8]) -> Option<usize> {
        if let Self::Lines = self {
            return memchr::memrchr(b'\n', bytes).map(|at| at + 1);
        }
        let mut last = 0;
        while let Some(end) = self.next(&bytes[last..]) {
            last += end;
        }
        (last > 0).then_some(last)
    }
}
