//! Where a normal form is written: a string, or a buffer on the stack.

use alloc::string::String;

use crate::syntax::grammar::escape;
use crate::syntax::scan::{lower, push_lower};

/// A place to write a text.
pub(crate) trait Output {
    /// Makes room for so many bytes, before anything is written.
    fn reserve(&mut self, bytes: usize);
    fn written(&self) -> &[u8];
    fn push(&mut self, text: &str);
    fn push_char(&mut self, character: char);
    /// Writes the escape of an octet.
    #[inline]
    fn push_escape(&mut self, octet: u8) {
        // Escapes are ASCII.
        self.push(core::str::from_utf8(&escape(octet)).unwrap_or_default());
    }
    /// Writes a text with its ASCII letters in lower case.
    fn push_folded(&mut self, text: &str);
    /// Removes all bytes from `length` on. `length` lies at a character boundary.
    fn cut(&mut self, length: usize);
    /// Inserts a text at `at`, which lies at a character boundary.
    fn insert(&mut self, at: usize, text: &str);
}

impl Output for String {
    #[inline]
    fn reserve(&mut self, bytes: usize) {
        if self.capacity() == 0 {
            *self = Self::with_capacity(bytes);
        }
    }

    #[inline]
    fn written(&self) -> &[u8] {
        self.as_bytes()
    }

    #[inline]
    fn push(&mut self, text: &str) {
        self.push_str(text);
    }

    #[inline]
    fn push_char(&mut self, character: char) {
        Self::push(self, character);
    }

    #[inline]
    fn push_folded(&mut self, text: &str) {
        push_lower(text, self);
    }

    fn cut(&mut self, length: usize) {
        self.truncate(length);
    }

    fn insert(&mut self, at: usize, text: &str) {
        self.insert_str(at, text);
    }
}

/// A buffer that does not grow. If something does not fit, it is lost, and [`bytes`](Self::bytes) returns `None`.
pub(crate) struct FixedBuffer<'b> {
    room: &'b mut [u8],
    length: usize,
    lost: bool,
}

impl<'b> FixedBuffer<'b> {
    pub(crate) const fn new(room: &'b mut [u8]) -> Self {
        Self { room, length: 0, lost: false }
    }

    /// The text written so far; `None` if a piece did not fit.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        if self.lost { None } else { self.room.get(..self.length) }
    }
}

impl Output for FixedBuffer<'_> {
    fn reserve(&mut self, _: usize) {}

    #[inline]
    fn written(&self) -> &[u8] {
        &self.room[..self.length]
    }

    #[inline]
    fn push(&mut self, text: &str) {
        match self.room.get_mut(self.length..self.length + text.len()) {
            Some(room) => {
                room.copy_from_slice(text.as_bytes());
                self.length += text.len();
            }
            None => self.lost = true,
        }
    }

    #[inline]
    fn push_char(&mut self, character: char) {
        self.push(character.encode_utf8(&mut [0; 4]));
    }

    #[inline]
    fn push_folded(&mut self, text: &str) {
        let start = self.length;
        self.push(text);
        lower(&mut self.room[start..self.length]);
    }

    fn cut(&mut self, length: usize) {
        self.length = length;
    }

    fn insert(&mut self, at: usize, text: &str) {
        let end = self.length;
        self.push(text);
        if !self.lost {
            self.room[at..self.length].rotate_right(self.length - end);
        }
    }
}
