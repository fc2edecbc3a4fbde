//! The set of normal forms that `dedupe` keeps in memory.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Where a class was first seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) file: u64,
    pub(crate) line: u64,
}

/// Every distinct text once, one behind the other in a single buffer, and a table of their
/// positions: a dozen bytes for each beyond its own, where a set of strings takes fifty.
///
/// Texts are told apart byte by byte, never by their hash alone; the hash is keyed by chance, so
/// nobody can write a list that makes it slow.
pub(crate) struct Classes {
    /// For each class: its place if those are kept, the length of its text, its text.
    arena: Vec<u8>,
    /// Where in the arena each class begins.
    table: HashTable<usize>,
    state: RandomState,
    places: bool,
}

impl Classes {
    /// `places`: remember where each class was first seen.
    pub(crate) fn new(places: bool) -> Self {
        Self { arena: Vec::new(), table: HashTable::new(), state: RandomState::new(), places }
    }

    /// Adds a text. `None` if it is new; else where it was seen first, or `place` if those are not
    /// kept.
    pub(crate) fn insert(&mut self, text: &str, place: Place) -> Option<Place> {
        let Self { arena, table, state, places } = self;
        let hash = |text: &[u8]| state.hash_one(text);
        let entry = table.entry(
            hash(text.as_bytes()),
            |&at| read(arena, at, *places).1 == text.as_bytes(),
            |&at| hash(read(arena, at, *places).1),
        );
        match entry {
            Entry::Occupied(entry) => Some(read(arena, *entry.get(), *places).0.unwrap_or(place)),
            Entry::Vacant(entry) => {
                entry.insert(arena.len());
                if *places {
                    push_number(arena, place.file);
                    push_number(arena, place.line);
                }
                push_number(arena, text.len() as u64);
                arena.extend_from_slice(text.as_bytes());
                None
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }
}

fn read(arena: &[u8], mut at: usize, places: bool) -> (Option<Place>, &[u8]) {
    let place = places
        .then(|| Place { file: read_number(arena, &mut at), line: read_number(arena, &mut at) });
    let length = usize::try_from(read_number(arena, &mut at)).unwrap_or(usize::MAX);
    // Positions are those that `insert` wrote, so the text is there in full.
    (place, arena.get(at..at.saturating_add(length)).unwrap_or_default())
}

/// Seven bits a byte, the lowest first, as LEB128 has it.
fn push_number(arena: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        arena.push(number as u8 | 0x80);
        number >>= 7;
    }
    arena.push(number as u8);
}

fn read_number(arena: &[u8], at: &mut usize) -> u64 {
    let mut number = 0;
    let mut shift = 0;
    while let Some(&byte) = arena.get(*at) {
        *at += 1;
        number |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_new_once() {
        for places in [false, true] {
            let mut classes = Classes::new(places);
            let long = "x".repeat(70_000);
            let texts: Vec<String> =
                (0..10_000).map(|n| format!("{n}")).chain([long, String::new()]).collect();
            for (line, text) in texts.iter().enumerate() {
                let place = Place { file: 300, line: line as u64 };
                assert_eq!(classes.insert(text, place), None, "{text}");
            }
            let again = Place { file: 0, line: 7 };
            for (line, text) in texts.iter().enumerate() {
                let first = Place { file: 300, line: line as u64 };
                assert_eq!(
                    classes.insert(text, again),
                    Some(if places { first } else { again }),
                    "{text}"
                );
            }
            assert_eq!(classes.len(), texts.len());
        }
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 16_383, 16_384, u64::MAX] {
            let mut arena = Vec::new();
            push_number(&mut arena, number);
            let mut at = 0;
            assert_eq!(read_number(&arena, &mut at), number);
            assert_eq!(at, arena.len());
        }
    }
}
