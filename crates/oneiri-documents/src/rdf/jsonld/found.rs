//! The IRIs and errors of a document, in eight bytes each, because a document may have one for every few bytes. The text
//! of an IRI is put together when it is given.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::tape::{Kind, Tape, grow};
use crate::whole::{Base, Piece, in_line, resolve, spelled};

#[derive(Clone, Copy)]
struct Spot {
    /// The string that spells the IRI; of an error, its number.
    nth: u32,
    /// The number of the [`Way`] in which it does, or [`WRONG`].
    way: u32,
}

const WRONG: u32 = u32::MAX;

/// How a string spells an IRI.
struct Way {
    part: Part,
    /// The text before that part, such as a namespace.
    prefix: Option<Rc<str>>,
    /// The base against which the IRI is resolved.
    base: Base,
}

/// The part of a string that an IRI ends with.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Whole,
    /// The text after the first colon.
    Local,
    /// No part: the prefix is all of the IRI.
    Nothing,
}

/// The address of a prefix and of a base: each of them is held by its [`Way`], so nothing else has that address.
type Key = (Part, usize, usize);

#[derive(Default)]
pub(super) struct Finds {
    spots: Vec<Spot>,
    ways: Vec<Way>,
    numbers: HashMap<Key, u32>,
    /// The way of the last IRI, because the next one often has the same.
    last: Option<(Key, u32)>,
    wrong: Vec<(Range<usize>, String)>,
    /// The IRIs that have the note, and the note.
    noted: HashSet<u32>,
    note: String,
}

impl Finds {
    /// A string that spells an IRI by all of its text, or by the part after its first colon if a prefix takes the place of
    /// what is before it.
    pub(super) fn iri(&mut self, nth: usize, prefix: Option<Rc<str>>, is_local: bool, base: &Base) {
        let part = if is_local { Part::Local } else { Part::Whole };
        let address = |it: &Rc<str>| it.as_ptr().addr();
        let key = (part, prefix.as_ref().map_or(0, address), base.as_ref().map_or(0, |it| Rc::as_ptr(it).addr()));
        let way = match self.last {
            Some((last, way)) if last == key => way,
            _ => match self.numbers.get(&key) {
                Some(way) => *way,
                None => {
                    let way = self.way(Way { part, prefix, base: base.clone() });
                    self.numbers.insert(key, way);
                    way
                }
            },
        };
        self.last = Some((key, way));
        self.push(nth as u32, way);
    }

    /// A string that represents an IRI.
    pub(super) fn defined(&mut self, tape: &Tape<'_>, nth: usize, iri: &Rc<str>) {
        if *tape.text(nth) == **iri {
            return self.iri(nth, None, false, &None);
        }
        let way = self.way(Way { part: Part::Nothing, prefix: Some(Rc::clone(iri)), base: None });
        self.push(nth as u32, way);
    }

    pub(super) fn wrong(&mut self, range: Range<usize>, message: String) {
        self.push(self.wrong.len() as u32, WRONG);
        self.wrong.push((range, message));
    }

    /// An error of a value, which is all of a text, and the first byte of anything else.
    pub(super) fn wrong_value(&mut self, tape: &Tape<'_>, nth: usize, message: String) {
        let range = tape.range(nth);
        let end = if tape.kind(nth) == Kind::String { range.end } else { range.start + 1 };
        self.wrong(range.start..end, message);
    }

    /// The IRIs that these strings spell have a note.
    pub(super) fn note(&mut self, strings: impl Iterator<Item = usize>, note: String) {
        self.noted = strings.map(|nth| nth as u32).collect();
        self.note = note;
    }

    fn way(&mut self, way: Way) -> u32 {
        grow(&mut self.ways);
        self.ways.push(way);
        self.ways.len() as u32 - 1
    }

    fn push(&mut self, nth: u32, way: u32) {
        grow(&mut self.spots);
        self.spots.push(Spot { nth, way });
    }

    pub(super) fn pieces<'d>(mut self, tape: &Tape<'d>) -> impl Iterator<Item = Piece<'d>> {
        let mut spots = std::mem::take(&mut self.spots);
        let start = |it: &Spot| match it.way {
            WRONG => self.wrong.get(it.nth as usize).map_or(0, |(range, _)| range.start),
            _ => tape.range(it.nth as usize).start,
        };
        // Nearly always they are in that order: only a context that is not the first member of its node comes before those.
        if !spots.is_sorted_by_key(start) {
            spots.sort_by_key(start);
        }
        spots.into_iter().filter_map(move |it| self.piece(tape, it))
    }

    fn piece<'d>(&mut self, tape: &Tape<'d>, Spot { nth, way }: Spot) -> Option<Piece<'d>> {
        let bytes = tape.document().as_bytes();
        if way == WRONG {
            let (range, message) = self.wrong.get_mut(nth as usize)?;
            return Some(in_line(bytes, range.clone(), std::mem::take(message)));
        }
        let Way { part, prefix, base } = self.ways.get(way as usize)?;
        let text = match (part, tape.text(nth as usize)) {
            (Part::Whole, text) => text,
            (Part::Local, Cow::Borrowed(text)) => Cow::Borrowed(local(text)),
            (Part::Local, Cow::Owned(text)) => Cow::Owned(local(&text).to_owned()),
            (Part::Nothing, _) => Cow::Borrowed(""),
        };
        let text = match prefix {
            Some(prefix) => Cow::Owned(format!("{prefix}{text}")),
            None => text,
        };
        let text = if base.is_some() { Cow::Owned(resolve(&text, base)) } else { text };
        let note = self.noted.contains(&nth).then(|| self.note.clone());
        Some(Piece { note, ..spelled(bytes, tape.range(nth as usize), text) })
    }
}

fn local(text: &str) -> &str {
    text.split_once(':').map_or(text, |(_, rest)| rest)
}
