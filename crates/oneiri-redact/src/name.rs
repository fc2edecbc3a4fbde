//! The name of a parameter while it is read.

use alloc::string::String;

use crate::Redactor;
use crate::secrets::{ENDINGS, NAMES};

/// The last segment of a name, without case, `-` and `_`. In `user[password]` the segments are `user` and `password`. All
/// characters but letters, digits and `.` end a segment.
pub(crate) struct Name {
    bytes: [u8; LONGEST],
    length: usize,
    /// Whether a segment before the last one is a secret.
    is_secret: bool,
    has_segments: bool,
}

/// No name of the list is longer. Of a longer name, the end counts.
const LONGEST: usize = 64;

impl Name {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; LONGEST], length: 0, is_secret: false, has_segments: false }
    }

    pub(crate) fn push(&mut self, byte: u8) {
        match byte {
            b'-' | b'_' => {}
            // No name of the list has another character, so `#/code`, `?+code` and `user[password]` have the name at their end.
            byte if byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'.' => {
                self.is_secret |= is_secret(self.segment());
                self.length = 0;
                self.has_segments = true;
            }
            byte => {
                if self.length == LONGEST {
                    self.bytes.copy_within(LONGEST / 2.., 0);
                    self.length = LONGEST / 2;
                    self.has_segments = true;
                }
                self.bytes[self.length] = byte.to_ascii_lowercase();
                self.length += 1;
            }
        }
    }

    fn segment(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Whether the value of the parameter is hidden.
    pub(crate) fn is_hidden(&self, redactor: &Redactor) -> bool {
        match &redactor.shown {
            None => self.is_of_list(),
            Some(shown) => self.has_segments || !shown.iter().any(|name| name.as_bytes() == self.segment()),
        }
    }

    /// Whether a segment is a secret of the list.
    pub(crate) fn is_of_list(&self) -> bool {
        self.is_secret || is_secret(self.segment())
    }
}

/// A name as [`Name`] compares it.
pub(crate) fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

fn is_secret(name: &[u8]) -> bool {
    let Some(first) = name.first() else { return false };
    let is = |secret: &str| {
        let mut letters = secret.bytes().filter(|byte| !matches!(byte, b'-' | b'_'));
        name.iter().all(|&byte| letters.next().is_some_and(|it| it.to_ascii_lowercase() == byte))
            && letters.next().is_none()
    };
    let may_be = |secret: &str| secret.as_bytes()[0].to_ascii_lowercase() == *first && secret.len() >= name.len();
    NAMES.iter().any(|secret| may_be(secret) && is(secret))
        || ENDINGS.iter().any(|ending| name.ends_with(ending.as_bytes()))
}
