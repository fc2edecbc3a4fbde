//! The passwords of a word.

use core::ops::Range;

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
        // `\u0026` is no slash.
        let is_slash = |at: &usize| match self.bytes[*at] {
            b'/' => true,
            b'\\' => unit(&self.bytes[*at..]).is_some_and(|it| matches!(it.byte, b'/' | b'\\')),
            _ => false,
        };
        let slashes = (from..self.bytes.len()).take_while(is_slash).count();
        // Of a very long word, the scheme may be cut.
        let is_cut = !self.is_begin && before.len() < 5 && before.iter().all(u8::is_ascii_alphabetic);
        let is_begun = slashes >= 2 || has_colon && (is_cut || is_of_web(before));
        is_begun.then_some(from + slashes)
    }

    /// Where the authority ends that begins at `start`. A backslash that JSON writes for a character does not end it.
    fn authority_end(&self, start: usize) -> usize {
        let mut frame = self.frame;
        let ends = |at: &usize| match self.bytes[*at] {
            b'/' | b'?' => true,
            // HTML writes `&#x3D;`.
            b'#' => *at == start || unit(&self.bytes[at - 1..]).is_none_or(|unit| unit.length == 1),
            b'\\' => !matches!(self.bytes.get(at + 1), Some(b'u' | b'x')),
            byte => frame.as_mut().is_some_and(|frame| frame.closes(byte)),
        };
        (start..self.bytes.len()).find(ends).unwrap_or(self.bytes.len())
    }

    /// Hides the password of an authority. Returns where to go on: the authority is read on, because in a query it may hold the
    /// parameters that follow.
    pub(crate) fn userinfo(&mut self, start: usize) -> usize {
        // What was looked through has no `@` after the last one.
        let is_known = start < self.authority_until;
        let end = if is_known { self.authority_until } else { self.authority_end(start) };
        self.authority_until = end;
        if end == self.bytes.len() && !self.is_end {
            return self.cut_userinfo(start, Inside::Password);
        }
        let authority = &self.bytes[start..end];
        let colon = self.end_of_user(authority);
        let at = match memrchr(b'@', authority).filter(|_| !is_known) {
            Some(at) => start + at,
            None if self.may_end_with_port(start, end) => return start,
            None => match self.last_at.filter(|&last| last >= end) {
                last if !self.is_end && (last.is_some() || colon.is_some()) => {
                    self.may_be_query();
                    return self.cut_userinfo(start, Inside::Overlong);
                }
                Some(last) => {
                    self.may_be_query();
                    last
                }
                None => return start,
            },
        };
        match self.hidden_from(start, at) {
            Some(from) => self.hide(from..at, false),
            None => return start,
        }
        at
    }

    /// From where a userinfo is hidden: its password, or all of a token.
    fn hidden_from(&self, start: usize, at: usize) -> Option<usize> {
        let user = &self.bytes[start..at];
        // In a query, parameters may come before the password.
        let colon = self.end_of_user(user);
        if self.is_strict() || is_token(user) || colon.is_some_and(|it| is_no_password(&user[it + 1..])) {
            return Some(start);
        }
        user.contains(&b':').then_some(start + colon? + 1)
    }

    /// Where a user ends: at a colon, and at what may begin a parameter, which is more in a query.
    fn end_of_user(&self, user: &[u8]) -> Option<usize> {
        (0..user.len()).find(|&at| match user[at] {
            b':' | b';' => true,
            b'&' | b'%' | b'\\' => self.is_in_query() || unit(&user[at..]).is_some_and(|unit| unit.byte == b';'),
            _ => false,
        })
    }

    /// Hides what may be a userinfo in a piece of a very long word, because the last `@` may come in the next one. Nobody reads on
    /// in what is hidden.
    fn cut_userinfo(&mut self, start: usize, inside: Inside) -> usize {
        let end = self.bytes.len();
        self.open = inside;
        self.hide(start..end, false);
        end
    }

    /// Whether an authority without `@` is whole. Otherwise a delimiter that should have been escaped seems to end a password,
    /// because the host would have a port that is no number.
    fn may_end_with_port(&self, start: usize, end: usize) -> bool {
        let authority = &self.bytes[start..end];
        let bracket = memrchr(b']', authority).map_or(0, |bracket| bracket + 1);
        let Some(colon) = authority[bracket..].iter().position(|&byte| byte == b':') else {
            return true;
        };
        let port = &authority[bracket + colon + 1..];
        let before = &self.bytes[..start];
        let is_file = before.len() >= 8 && before[before.len() - 8..].eq_ignore_ascii_case(b"file:///");
        let is_scheme = before.ends_with(b":") && self.bytes[end..].starts_with(b"//");
        if port.is_empty() {
            return is_file || is_scheme;
        }
        bracket + colon > 0 && is_port(port)
    }

    /// Where to go on after an authority or a parameter. A colon at its end may lead to an authority: `ftp:http://`.
    pub(crate) fn after_authority(&self, start: usize, end: usize) -> usize {
        if end > start && self.bytes[end - 1] == b':' { end - 1 } else { end }
    }

    /// Hides the rest of a userinfo, or what may be one.
    pub(crate) fn rest_of_password(&mut self, inside: Inside, is_marked: bool) -> usize {
        let (end, whole) = (self.authority_end(0), self.bytes.len());
        let at = memrchr(b'@', &self.bytes[..end]).filter(|_| matches!(inside, Inside::Password));
        let at = match at {
            Some(at) if self.is_end || end < whole => at,
            _ if !self.is_end => {
                self.open = if end < whole { Inside::Overlong } else { inside };
                whole
            }
            _ => {
                // What ends the authority may belong to the password.
                self.may_be_query();
                let Some(last) = self.last_at else {
                    // After a `&`, a parameter begins.
                    return self.value(0, 0, is_marked);
                };
                last
            }
        };
        self.hide(0..at, is_marked);
        at
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
            Some(colon) if colon.depth > 0 => (0..2).all(|_| next().is_some_and(|it| it.byte == b'/')),
            _ => self.authority(at).is_some(),
        }
    }

    /// Hides the password of a URL that is escaped at least in part, as in `?next=https%3A%2F%2Fu%3Ap%40h`. The two slashes are at
    /// `start`, and what leads to them has this depth. Returns where to go on.
    pub(crate) fn escaped_userinfo(&mut self, start: usize, depth: u8) -> usize {
        let Some(range) = self.find_escaped(start, depth) else { return start };
        let end = range.end;
        self.hide(range, false);
        self.may_be_query();
        end
    }

    /// What may be a userinfo that goes on in the next piece of a very long word.
    fn cut_escaped(&mut self, start: usize) -> Range<usize> {
        self.open = Inside::Value(0);
        start..self.bytes.len()
    }

    pub(crate) fn find_escaped(&mut self, start: usize, depth: u8) -> Option<Range<usize>> {
        let (mut at, is_escaped, mut depth) = (start, depth > 0, depth);
        for _ in 0..2 {
            match unit(&self.bytes[at..]) {
                Some(slash) if slash.byte == b'/' => {
                    at += slash.length;
                    depth = depth.max(slash.depth);
                }
                None if !self.is_end => return Some(self.cut_escaped(start)),
                _ => return None,
            }
        }
        if at < self.escaped_until {
            return None;
        }
        let found = Escaped::read(self.bytes, at, depth);
        self.escaped_until = found.end;
        // A URL that is escaped as a whole may have a query that is escaped.
        if is_escaped {
            self.may_be_query();
        }
        if found.end == self.bytes.len() && !self.is_end {
            return Some(self.cut_escaped(start));
        }
        let last = found.last?;
        let from = match found.colon {
            _ if self.is_strict() || is_token(&self.bytes[at..]) => at,
            Some(colon) if colon <= last && is_no_password(&self.bytes[colon..last]) => at,
            Some(colon) if colon <= last => found.delimiter.unwrap_or(colon),
            _ => return None,
        };
        Some(from..last)
    }
}

/// What [`Word::escaped_userinfo`] finds.
struct Escaped {
    /// After the first colon that is in no bracket.
    colon: Option<usize>,
    /// After the first delimiter before the colon, which may begin a parameter.
    delimiter: Option<usize>,
    /// The last `@`.
    last: Option<usize>,
    end: usize,
}

impl Escaped {
    /// Reads an authority, and what follows if its port is no number and no `@` came.
    fn read(bytes: &[u8], start: usize, depth: u8) -> Self {
        let mut found = Self { colon: None, delimiter: None, last: None, end: start };
        let is_hostless = unit(&bytes[start..]).is_some_and(|unit| unit.byte == b':');
        let mut is_over = false;
        while let Some(unit) = unit(&bytes[found.end..]) {
            let next = found.end + unit.length;
            match unit.byte {
                b'&' if unit.depth <= depth => break,
                b'/' | b'?' | b'#' if unit.depth <= depth => {
                    let port = found.colon.map(|colon| &bytes[colon..found.end]);
                    if found.last.is_some() || port.is_none_or(is_port) && !is_hostless {
                        break;
                    }
                    is_over = true;
                    // A parameter may follow.
                    if found.colon.or(found.delimiter).is_none() {
                        found.delimiter = Some(next);
                    }
                }
                b']' if found.last.is_none() && !is_over => found.colon = None,
                b':' if found.colon.is_none() => found.colon = Some(next),
                b'&' | b';' | b'/' | b'?' | b'#' if found.colon.or(found.delimiter).is_none() => {
                    found.delimiter = Some(next);
                }
                b'@' => found.last = Some(found.end),
                _ => {}
            }
            found.end = next;
        }
        found
    }
}

/// Whether a userinfo is a token by its beginning.
fn is_token(user: &[u8]) -> bool {
    TOKENS.iter().any(|token| user.starts_with(token.as_bytes()))
}

/// Whether a password says that the user is the secret, as the interfaces of Stripe and GitHub have it.
fn is_no_password(password: &[u8]) -> bool {
    password.is_empty() || password.eq_ignore_ascii_case(b"x-oauth-basic")
}

fn is_port(port: &[u8]) -> bool {
    (1..=5).contains(&port.len()) && port.iter().all(u8::is_ascii_digit)
}

/// Whether some bytes end with a scheme of the web. A letter before it belongs to another scheme, or to an escape such as `%3F`.
fn is_of_web(bytes: &[u8]) -> bool {
    ["http", "https", "ws", "wss", "ftp"].iter().any(|scheme| {
        let (before, last) = bytes.split_at(bytes.len().saturating_sub(scheme.len()));
        let mut escape = before.iter().rev().take(6);
        last.eq_ignore_ascii_case(scheme.as_bytes())
            && (!before.last().is_some_and(u8::is_ascii_alphabetic) || escape.any(|byte| matches!(byte, b'%' | b'\\')))
    })
}
