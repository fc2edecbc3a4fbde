//! A reference in a document, and where it stands.

use std::ops::Range;

use memchr::{memchr_iter, memrchr};

/// A reference in a document.
pub(crate) struct Link {
    /// The bytes of the document that spell it.
    pub(crate) range: Range<usize>,
    /// The reference. White space around it is left out.
    pub(crate) text: String,
    /// The element that holds it, the header, or `url` of an index.
    pub(crate) element: String,
    pub(crate) attribute: String,
}

/// The references of a document.
#[derive(Default)]
pub(crate) struct Links {
    pub(crate) all: Vec<Link>,
    /// The first `<base href>`.
    pub(crate) base: Option<Link>,
}

impl Links {
    /// Adds a reference, without the white space before and behind it.
    pub(crate) fn push(&mut self, range: Range<usize>, text: &str, element: &str, attribute: &str) {
        let (element, attribute) = (element.to_owned(), attribute.to_owned());
        let text = text.trim_ascii().to_owned();
        self.all.push(Link { range, text, element, attribute });
    }
}

/// Lines and columns of a document, for places that go forward.
pub(crate) struct Lines<'b> {
    bytes: &'b [u8],
    line: u64,
    at: usize,
}

impl<'b> Lines<'b> {
    pub(crate) fn new(bytes: &'b [u8], first: u64) -> Self {
        Self { bytes, line: first, at: 0 }
    }

    /// The number of the line of a byte, and how many bytes of the line stand before it.
    pub(crate) fn place(&mut self, at: usize) -> (u64, usize) {
        let at = at.min(self.bytes.len());
        let lines = |range: Range<usize>| memchr_iter(b'\n', &self.bytes[range]).count() as u64;
        self.line = if at >= self.at {
            self.line + lines(self.at..at)
        } else {
            self.line - lines(at..self.at)
        };
        self.at = at;
        (self.line, at - memrchr(b'\n', &self.bytes[..at]).map_or(0, |feed| feed + 1))
    }
}
