//! The IRIs of Turtle and TriG as items.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use super::super::line::Wrong;
use super::grammar::{self, Statement, Term};
use super::scope::Scope;
use super::token::Token;
use crate::divide::{Passes, Records};
use crate::error::{Error, utf8};
use crate::escapes::{self, Escapes, has_scheme};
use crate::lines::split_terminator;
use crate::located::{Located, Spelling};
use crate::whole::{self, Piece, Place, gap, in_line};

/// Takes the directives of a record.
pub(super) fn declare(record: &[u8], scope: &mut Scope) {
    // Only these have a first token that begins so.
    let first = record.get(super::token::blank(record, 0)).copied();
    if matches!(first, Some(b'@' | b'p' | b'P' | b'b' | b'B')) {
        let mut statement = Statement::default();
        grammar::read(record, false, &mut statement);
        if let Some(directive) = &statement.declares {
            scope.declare(directive, record);
        }
    }
}

/// Whole statements of a document.
pub(super) struct Document<'b> {
    pub(super) records: Records<'b>,
    pub(super) trig: bool,
}

/// How many IRIs are looked at together.
const TOGETHER: usize = 1024;

impl Document<'_> {
    /// Calls `each` for the IRIs, for the prefixed names that may stand for no IRI, and for errors of
    /// the grammar. A record without any is a gap.
    pub(super) fn each(&self, each: &mut dyn FnMut(&Located<'_>)) {
        let (mut scope, mut from) = (self.records.context.scope.clone(), 0);
        let (mut at, mut statement) = (self.place_of_start(), Statement::default());
        for &end in &self.records.context.ends {
            let Some(record) = self.records.bytes.get(from..end) else { return };
            self.record(from..end, &mut at, &scope, &mut statement, each);
            declare(record, &mut scope);
            from = end;
        }
    }

    /// The same for the records with something that needs an answer. Returns how many IRIs the other
    /// records have.
    pub(super) fn each_but(&self, passes: Passes, each: &mut dyn FnMut(&Located<'_>)) -> u64 {
        let Ok(text) = std::str::from_utf8(self.records.bytes) else {
            self.each(each);
            return 0;
        };
        let (mut scope, mut from, mut passed) = (self.records.context.scope.clone(), 0, 0);
        let (mut at, mut statement) = (self.place_of_start(), Statement::default());
        let (mut iris, mut waiting) = (Vec::new(), Vec::new());
        for &end in &self.records.context.ends {
            let Some(record) = self.records.bytes.get(from..end) else { break };
            grammar::read(record, self.trig, &mut statement);
            let first = iris.len();
            let plain = statement.terms.iter().all(|term| match term {
                Term::Iri(iri) => {
                    let range = iri.start + 1..iri.end - 1;
                    let raw = record.get(range.clone()).unwrap_or_default();
                    iris.push(from + range.start..from + range.end);
                    has_scheme(raw) && memchr(b'\\', raw).is_none()
                }
                Term::Name(name) => {
                    matches!(scope.expand(&record[name.start..name.end]), Ok(None))
                }
                Term::Wrong(_) => false,
            });
            if !plain {
                iris.truncate(first);
            }
            waiting.push((from..end, iris.len() - first, plain));
            if !plain || iris.len() > TOGETHER || statement.declares.is_some() {
                let bits = passes(text, &mut iris.iter().cloned());
                let mut nth = 0;
                for (record, count, plain) in waiting.drain(..) {
                    let is_good = |nth: usize| bits[nth / 64] >> (nth % 64) & 1 == 1;
                    let good = plain && (nth..nth + count).all(is_good);
                    nth += count;
                    if good {
                        passed += count as u64;
                    } else {
                        self.record(record, &mut at, &scope, &mut statement, each);
                    }
                }
                iris.clear();
                declare(record, &mut scope);
            }
            from = end;
        }
        let bits = passes(text, &mut iris.iter().cloned());
        let mut nth = 0;
        for (record, count, _) in waiting {
            let good = (nth..nth + count).all(|nth| bits[nth / 64] >> (nth % 64) & 1 == 1);
            nth += count;
            if good {
                passed += count as u64;
            } else {
                self.record(record, &mut at, &scope, &mut statement, each);
            }
        }
        passed
    }

    fn place_of_start(&self) -> Place {
        Place::new(self.records.first, self.records.context.column)
    }

    /// Calls `each` for the items of a record.
    fn record(
        &self,
        range: Range<usize>,
        at: &mut Place,
        scope: &Scope,
        statement: &mut Statement,
        each: &mut dyn FnMut(&Located<'_>),
    ) {
        let (bytes, from) = (self.records.bytes, range.start);
        let (record, terminator) = split_terminator(&bytes[range]);
        let given = pieces(record, self.trig, scope, statement);
        if given.is_empty() {
            each(&gap(at.to(bytes, from).line, record, terminator));
        }
        whole::give(given, (bytes, from), (record, terminator), at, each);
    }
}

/// The items of a record.
fn pieces<'a>(
    record: &'a [u8],
    trig: bool,
    scope: &Scope,
    statement: &mut Statement,
) -> Vec<Piece<'a>> {
    grammar::read(record, trig, statement);
    let terms = &statement.terms;
    let mut pieces = Vec::with_capacity(terms.len());
    let mut wrongs = Vec::new();
    for term in terms {
        match term {
            Term::Iri(token) => pieces.push(iri(record, token, scope)),
            Term::Name(token) => pieces.extend(name(record, token, scope)),
            Term::Wrong(wrong) => wrongs.push(wrong),
        }
    }
    if let Err(error) = utf8(record) {
        if !pieces.iter().any(|piece| piece.range.contains(&error.start)) {
            pieces.push(in_line(record, error.start..error.end, error.message));
        }
    }
    for wrong in wrongs {
        // The first character is named.
        let end = (wrong.start + 4).min(record.len());
        let text = String::from_utf8_lossy(&record[wrong.start..end]);
        let error = Wrong { start: 0, end: 0, expected: wrong.expected }.error(&text);
        pieces.push(in_line(record, wrong.start..wrong.end, error.message));
    }
    pieces.sort_by_key(|piece| match &piece.error {
        Some(error) => piece.range.start + error.start,
        None => piece.range.start,
    });
    pieces
}

fn iri<'a>(record: &'a [u8], token: &Token, scope: &Scope) -> Piece<'a> {
    let range = token.start + 1..token.end - 1;
    let bytes = record.get(range.clone()).unwrap_or_default();
    let piece = |text, spelling, error| Piece { range: range.clone(), text, spelling, error };
    let Ok(raw) = std::str::from_utf8(bytes) else {
        return piece(bytes.into(), Spelling::Reference, None);
    };
    let broken = |start, end, expected| {
        let error = Wrong { start, end, expected }.error(raw);
        piece(bytes.into(), Spelling::Reference, Some(error))
    };
    let text = match escapes::decode(raw, Escapes::Iri) {
        Ok(text) => text,
        Err((place, expected)) => return broken(place.start, place.end, expected),
    };
    match scope.target(text) {
        Err(expected) => broken(0, raw.len(), expected),
        Ok(target) => {
            let spelling = if target.verbatim { Spelling::Reference } else { Spelling::Derived };
            let text = match target.text {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            };
            piece(text, spelling, None)
        }
    }
}

fn name<'a>(record: &'a [u8], token: &Token, scope: &Scope) -> Option<Piece<'a>> {
    let range = token.start..token.end;
    let bytes = record.get(range.clone())?;
    let raw = std::str::from_utf8(bytes).ok()?;
    match scope.expand(bytes) {
        Ok(None) => None,
        Ok(Some(iri)) => {
            let text = Cow::Owned(iri.into_bytes());
            Some(Piece { range, text, spelling: Spelling::Derived, error: None })
        }
        Err(expected) => {
            let end = raw.find(':').map_or(raw.len(), |at| at + 1);
            let message = format!("expected {expected}, found '{}'", &raw[..end]);
            let error = Some(Error::new(0..end, message));
            Some(Piece { range, text: bytes.into(), spelling: Spelling::Derived, error })
        }
    }
}
