//! Where records end.

/// Finds the ends of records.
pub(crate) enum Ends {
    Lines,
    Quoted(State),
}

/// Where in a record one is. A quote opens a field at its beginning only, and two in a row are one.
#[derive(Clone, Copy)]
pub(crate) enum State {
    Start,
    Plain,
    Quoted,
    Quote,
}

impl Ends {
    /// Where, behind its terminator, the next record ends; none if that is beyond these bytes. The
    /// bytes must follow those of the last call up to the end that it found, or else all of them.
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

    /// The same for the last record that ends.
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
