//! The passwords of a word.

use memchr::memrchr;

use crate::secrets::TOKENS;
use crate::unit::unit;
use crate::word::{BEFORE_URL, Inside, Word};

impl Word<'_> {
    /// Where the authority begins, if a byte leads to one: after `:` and two slashes, after the `:` of a scheme of the web and any
    /// number of slashes, and after two slashes at the beginning of a URL. A backslash is a slash.
    pub(crate) fn authority(&self, at: usize) -> Option<usize> {
        let (before, rest) = self.bytes.split_at(at);
        let has_colon = rest.first() == Some(&b':');
        // So a run of slashes is counted once.
        if !has_colon && before.last().is_some_and(|byte| !BEFORE_URL.contains(byte)) {
            return None;
        }
        let from = at + usize::from(has_colon);
        let slashes =
            self.bytes[from..].iter().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
        let is_begun = slashes >= 2 || has_colon && is_of_web(before);
        is_begun.then_some(from + slashes)
    }

    /// Where the authority ends that begins at `start`. A backslash that JSON writes for a character does not end it.
    fn authority_end(&self, start: usize) -> usize {
        let mut frame = self.frame;
        let ends = |at: &usize| match self.bytes[*at] {
            b'/' | b'?' | b'#' => true,
            b'\\' => !matches!(self.bytes.get(at + 1), Some(b'u' | b'x')),
            byte => frame.as_mut().is_some_and(|frame| frame.closes(byte)),
        };
        (start..self.bytes.len()).find(ends).unwrap_or(self.bytes.len())
    }

    /// Hides the password of an authority. Returns where to go on.
    pub(crate) fn userinfo(&mut self, start: usize) -> usize {
        let end = self.authority_end(start);
        let authority = &self.bytes[start..end];
        let colon = authority.iter().position(|&byte| byte == b':');
        let at = match memrchr(b'@', authority) {
            Some(at) => start + at,
            None if end == self.bytes.len() && !self.is_end => {
                // A very long word goes on, and what comes may be a password.
                let from = if self.is_strict() { Some(0) } else { colon.map(|colon| colon + 1) };
                self.open = if from.is_some() { Inside::Password } else { Inside::User };
                self.hide(start + from.unwrap_or(end - start)..end, false);
                return end;
            }
            None => {
                // A delimiter that should have been escaped seems to end a password. The host would then have a port that is no number.
                let bracket = memrchr(b']', authority).map_or(0, |bracket| bracket + 1);
                let port = authority[bracket..].iter().position(|&byte| byte == b':');
                let port = port.map(|port| &authority[bracket + port + 1..]);
                let is_port = port.is_none_or(|port| port.iter().all(u8::is_ascii_digit));
                match self.last_at.filter(|&last| last >= end && !is_port) {
                    Some(last) => last,
                    None => return self.after_authority(start, end),
                }
            }
        };
        let user = &self.bytes[start..at];
        let is_token = TOKENS.iter().any(|token| user.starts_with(token.as_bytes()));
        match colon.map(|colon| start + colon).filter(|&colon| colon < at) {
            _ if self.is_strict() || is_token => self.hide(start..at, false),
            Some(colon) => self.hide(colon + 1..at, false),
            None => {}
        }
        self.after_authority(at, end.max(at))
    }

    /// Where to go on after an authority or a parameter. A colon at its end may lead to an authority: `ftp:http://`.
    pub(crate) fn after_authority(&self, start: usize, end: usize) -> usize {
        if end > start && self.bytes[end - 1] == b':' { end - 1 } else { end }
    }

    /// Hides the rest of a userinfo, or what may be one.
    pub(crate) fn rest_of_password(&mut self, is_marked: bool) -> usize {
        let end = self.authority_end(0);
        let at = memrchr(b'@', &self.bytes[..end]);
        if at.is_none() && end == self.bytes.len() && !self.is_end {
            self.open = Inside::Password;
        }
        self.hide(0..at.unwrap_or(end), is_marked);
        end
    }

    /// Whether a colon, escaped or not, leads to an authority.
    pub(crate) fn leads_to_authority(&self, at: usize) -> bool {
        let mut rest = &self.bytes[at..];
        let mut next = || {
            let unit = unit(rest)?;
            rest = &rest[unit.length..];
            Some(unit)
        };
        match next() {
            Some(colon) if colon.depth > 0 => {
                (0..2).all(|_| next().is_some_and(|it| it.byte == b'/'))
            }
            _ => self.authority(at).is_some(),
        }
    }

    /// Hides the password of a URL that is escaped, as in `?next=https%3A%2F%2Fu%3Ap%40h`. `start` is after the colon.
    pub(crate) fn escaped_userinfo(&mut self, start: usize) -> usize {
        let (mut at, mut slashes, mut from, mut last) = (start, 0, None, None);
        while let Some(unit) = unit(&self.bytes[at..]) {
            let next = at + unit.length;
            match unit.byte {
                b'/' if slashes < 2 => {
                    slashes += 1;
                    from = Some(next).filter(|_| slashes == 2 && self.is_strict());
                }
                _ if slashes < 2 => return start,
                b'/' | b'?' | b'#' | b'&' => break,
                b':' if from.is_none() => from = Some(next),
                b'@' => last = Some(at),
                _ => {}
            }
            at = next;
        }
        match (from, last) {
            (Some(from), Some(last)) if from <= last => {
                self.hide(from..last, false);
                last
            }
            _ => start,
        }
    }
}

/// Whether some bytes end with a scheme of the web. A letter before it belongs to another scheme, or to an escape such as `%3F`.
fn is_of_web(bytes: &[u8]) -> bool {
    ["http", "https", "ws", "wss", "ftp"].iter().any(|scheme| {
        let (before, last) = bytes.split_at(bytes.len().saturating_sub(scheme.len()));
        let mut escape = before.iter().rev().take(6);
        last.eq_ignore_ascii_case(scheme.as_bytes())
            && (!before.last().is_some_and(u8::is_ascii_alphabetic)
                || escape.any(|byte| matches!(byte, b'%' | b'\\')))
    })
}
