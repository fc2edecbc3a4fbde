//! Lines, each of which is an identifier.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr_iter;

use crate::divide::{Passes, Records};
use crate::each::each_but;
use crate::ends::Ends;
use crate::error::{Error, utf8};
use crate::format::{Description, Format, Unit};
use crate::lines::{first_line, whole_lines};
use crate::links::{Link, Links};
use crate::located::Located;

pub(crate) static LINES: Description =
    Description { links: true, ..Description::new("text", "lines", &[], Unit::Line, |_| Box::new(Lines::default())) };

/// Lines, each of which is an identifier.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    end: u8,
}

impl Default for Lines {
    /// Lines that end with LF, or with CR and LF.
    fn default() -> Self {
        Self { end: b'\n' }
    }
}

impl Lines {
    /// Lines that end with NUL, as `find -print0` writes them.
    #[must_use]
    pub fn nul() -> Self {
        Self { end: 0 }
    }
}

impl Format for Lines {
    fn description(&self) -> &'static Description {
        &LINES
    }

    fn ends(&self) -> Ends {
        Ends::Lines(self.end)
    }

    fn find<'r>(&self, record: &'r [u8]) -> Result<(Range<usize>, Cow<'r, [u8]>), Error> {
        Ok((0..record.len(), Cow::Borrowed(record)))
    }

    /// The URLs in running text and in Markdown, each with a scheme and `//`.
    fn links_in(&self, document: Records<'_>) -> Links {
        let (document, mut links) = (document.bytes, Links::default());
        for range in oneiri_redact::urls(document) {
            match utf8(&document[range.clone()]) {
                Ok(text) => links.all.push(Link::new(range, text, ["text", ""], None)),
                Err(error) => {
                    links.wrong.push((range.start + error.start..range.start + error.end, error.message));
                }
            }
        }
        links
    }

    fn each_but(&self, lines: Records<'_>, passes: Passes, each: &mut dyn FnMut(&Located<'_>)) -> u64 {
        if lines.trim || self.end != b'\n' {
            return each_but(self.ends(), |record| self.find(record), lines, passes, each);
        }
        let (mut bytes, mut number, mut passed) = (lines.bytes, lines.first, 0);
        while !bytes.is_empty() {
            let text = whole_lines(bytes);
            let bits = match text {
                "" => Vec::new(),
                text => passes(text, &mut ranges(text.as_bytes())),
            };
            let (whole, rest) = bytes.split_at(text.len());
            // The line after these is not UTF-8, or has no terminator.
            let (bad, rest) = rest.split_at(first_line(rest));
            let mut start = 0;
            for (nth, end) in memchr_iter(b'\n', whole).enumerate() {
                if bits.get(nth / 64).is_some_and(|bits| bits >> (nth % 64) & 1 == 1) {
                    passed += 1;
                } else {
                    each(&Located::line(number, &whole[start..=end]));
                }
                (number, start) = (number + 1, end + 1);
            }
            if !bad.is_empty() {
                each(&Located::line(number, bad));
                number += 1;
            }
            bytes = rest;
        }
        passed
    }
}

/// The lines of a text that ends with one, without their terminators.
fn ranges(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    memchr_iter(b'\n', text).map(move |end| {
        let from = std::mem::replace(&mut start, end + 1);
        let cut = end > from && text[end - 1] == b'\r';
        from..end - usize::from(cut)
    })
}
