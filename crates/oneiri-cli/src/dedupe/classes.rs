//! The set of classes that `dedupe --json` keeps in memory, each with the place of its first
//! spelling.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::numbers;

/// The place of the first spelling of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) file: u64,
    pub(super) line: u64,
}

/// A set of texts. All texts lie in one buffer, and a table has their positions. Beside its own
/// bytes, a text takes about 12 bytes; in a set of strings it would take about 50.
///
/// Texts are compared byte by byte; equal hashes are not enough. The hash is keyed at random, so
/// that nobody can construct a list that makes the table slow.
#[derive(Default)]
pub(super) struct Classes {
    /// For each class: its place, the length of its normal form, and the normal form.
    arena: Vec<u8>,
    /// The position of each class in the arena.
    table: HashTable<usize>,
    state: RandomState,
}

impl Classes {
    /// Adds a normal form. Returns `None` if it is new, otherwise the place of its first spelling.
    pub(super) fn insert(&mut self, text: &str, place: Place) -> Option<Place> {
        let Self { arena, table, state } = self;
        let hash = |text: &[u8]| state.hash_one(text);
        let entry = table.entry(
            hash(text.as_bytes()),
            |&at| read(arena, at).1 == text.as_bytes(),
            |&at| hash(read(arena, at).1),
        );
        match entry {
            Entry::Occupied(entry) => Some(read(arena, *entry.get()).0),
            Entry::Vacant(entry) => {
                entry.insert(arena.len());
                numbers::push(arena, place.file);
                numbers::push(arena, place.line);
                numbers::push(arena, text.len() as u64);
                arena.extend_from_slice(text.as_bytes());
                None
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }
}

fn read(arena: &[u8], mut at: usize) -> (Place, &[u8]) {
    let (file, line) = (numbers::take(arena, &mut at), numbers::take(arena, &mut at));
    (Place { file, line }, numbers::take_bytes(arena, &mut at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_new_once() {
        let mut classes = Classes::default();
        let long = "x".repeat(70_000);
        let texts: Vec<String> =
            (0..10_000).map(|n| format!("{n}")).chain([long, String::new()]).collect();
        for (line, text) in texts.iter().enumerate() {
            let place = Place { file: 300, line: line as u64 };
            assert_eq!(classes.insert(text, place), None, "{text}");
        }
        for (line, text) in texts.iter().enumerate() {
            let first = Place { file: 300, line: line as u64 };
            assert_eq!(classes.insert(text, Place { file: 0, line: 7 }), Some(first), "{text}");
        }
        assert_eq!(classes.len(), texts.len());
    }
}
