//! The items of a stretch of the input: some lines of a file, or all arguments.

use std::ffi::OsString;

use memchr::memchr;

use crate::input::lines::{split_terminator, whole_lines};
use crate::output::item::Item;

/// Some items that stand one behind the other.
pub(crate) struct Items<'b> {
    /// The name of the file as messages show it.
    pub(crate) file: &'b str,
    /// The index of the file among all files, and whether there are several.
    pub(crate) file_index: usize,
    pub(crate) several: bool,
    /// The number of the first line.
    pub(crate) first: u64,
    pub(crate) bytes: Bytes<'b>,
}

#[derive(Clone, Copy)]
pub(crate) enum Bytes<'b> {
    /// Each argument is an item.
    Arguments(&'b [OsString]),
    /// Each line is an item.
    Lines(&'b [u8]),
}

impl<'b> Items<'b> {
    pub(crate) fn arguments(arguments: &'b [OsString]) -> Self {
        let (file, file_index, several) = ("argument", 0, false);
        Self { file, file_index, several, first: 1, bytes: Bytes::Arguments(arguments) }
    }

    /// The items, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Item<'b>> {
        let &Self { file, file_index, several, mut first, mut bytes } = self;
        std::iter::from_fn(move || next(&mut bytes, &mut first, (file, file_index, several)))
    }

    /// Calls `each` for the items, but only counts those that need no answer. `passes` takes many
    /// lines at once and returns a bit for each; a line whose bit is set is not given to `each`.
    /// Returns how many lines were only counted.
    pub(crate) fn each_but(
        &self,
        passes: fn(&str) -> Vec<u64>,
        mut each: impl FnMut(&Item<'b>),
    ) -> u64 {
        let &Self { file, file_index, several, mut first, mut bytes } = self;
        let (place, mut passed) = ((file, file_index, several), 0);
        loop {
            if let Bytes::Lines(rest) = bytes {
                let lines = whole_lines(rest);
                let bits = if lines.is_empty() { Vec::new() } else { passes(lines) };
                let end = rest.len() - lines.len();
                let mut nth = 0;
                while let Bytes::Lines(left) = bytes {
                    if left.len() == end {
                        break;
                    }
                    let Some(item) = next(&mut bytes, &mut first, place) else { break };
                    if bits.get(nth / 64).is_some_and(|bits| bits >> (nth % 64) & 1 == 1) {
                        passed += 1;
                    } else {
                        each(&item);
                    }
                    nth += 1;
                }
            }
            // A line that is not UTF-8, a last line without a terminator, or an argument.
            match next(&mut bytes, &mut first, place) {
                Some(item) => each(&item),
                None => return passed,
            }
        }
    }
}

/// Takes the next item.
fn next<'b>(
    bytes: &mut Bytes<'b>,
    number: &mut u64,
    (file, file_index, several): (&'b str, usize, bool),
) -> Option<Item<'b>> {
    let item = match bytes {
        Bytes::Arguments(arguments) => {
            let (argument, rest) = arguments.split_first()?;
            *arguments = rest;
            Item::argument(*number, argument)
        }
        Bytes::Lines([]) => return None,
        Bytes::Lines(lines) => {
            let end = memchr(b'\n', lines).map_or(lines.len(), |at| at + 1);
            let (line, rest) = lines.split_at(end);
            *lines = rest;
            let (bytes, terminator) = split_terminator(line);
            Item { file, file_index, several, number: *number, bytes, terminator }
        }
    };
    *number += 1;
    Some(item)
}
