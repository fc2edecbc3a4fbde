//! The IRIs of Turtle and TriG as items.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use super::super::line::Wrong;
use super::grammar::{self, Statement, Syntax, Term, Tokens};
use super::graph;
use super::lost::{self, Lost, What};
use super::scope::{Scope, Unknown};
use super::token::Token;
use crate::divide::{Passes, Records};
use crate::error::{Error, utf8};
use crate::escapes::{self, Escapes, has_scheme};
use crate::lines::split_terminator;
use crate::located::{Located, Spelling};
use crate::whole::{self, Piece, Place, in_line};

#[derive(Clone, Copy)]
pub(super) struct Record<'b> {
    /// The stretch, and the places in it where the record begins and ends.
    pub(super) bytes: &'b [u8],
    pub(super) from: usize,
    pub(super) end: usize,
    /// Its tokens, whose places count in the stretch, if they were kept.
    pub(super) tokens: Option<&'b [Token]>,
    /// What it may declare although it is invalid, if that is known already.
    pub(super) lost: &'b [Lost],
}

/// Why a record is looked at, although it may be valid and no directive.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    /// Whether it has tokens that a directive or an invalid statement has.
    pub(super) has_tokens: bool,
    /// Whether it has more `<` than its tokens, so that others are in strings, comments or IRIs.
    pub(super) has_strays: bool,
}

impl<'b> Record<'b> {
    pub(super) fn text(&self) -> &'b [u8] {
        self.bytes.get(self.from..self.end).unwrap_or_default()
    }

    fn read(&self, syntax: Syntax, statement: &mut Statement) {
        let tokens = self.tokens.map_or(Tokens::Unknown, |it| Tokens::Kept(it, self.from));
        grammar::read(self.text(), tokens, syntax, statement);
    }

    /// Takes what the record declares, if it is a directive, and calls `lose` for what it may declare although it is
    /// invalid, with the byte of the stretch where that begins.
    pub(super) fn declare(
        &self,
        signs: Signs,
        syntax: Syntax,
        scope: &mut Scope,
        mut lose: impl FnMut(&mut Scope, usize, What),
    ) {
        let text = self.text();
        if !signs.has_tokens && lost::shapes(text, false).is_empty() {
            return;
        }
        let mut statement = Statement::default();
        self.read(syntax, &mut statement);
        if let Some(directive) = &statement.declares {
            scope.declare(directive, text);
        }
        // `PREFIXe:` is the subject of some statements, where `PREFIX e:` was meant.
        let is_directive = |term: &Term| match term {
            Term::Name(token) => {
                let name = text.get(token.start..token.end).unwrap_or_default();
                lost::is_glued(name) && name.ends_with(b":") && scope.expand(name).is_err()
            }
            _ => false,
        };
        let is_broken = statement.is_broken || statement.terms.iter().any(is_directive);
        let mut lose_all = |from: usize, text: &[u8], is_broken| {
            for lost::Shape { at, what } in lost::shapes(text, is_broken) {
                lose(scope, from + at, what.moved(from));
            }
        };
        if is_broken {
            return lose_all(self.from, text, true);
        }
        // An IRI that is not closed takes what follows it, up to the end of another one.
        for term in statement.terms.iter().filter(|_| signs.has_strays) {
            let Term::Iri(iri) = term else { continue };
            let inner = text.get(iri.start + 1..iri.end).unwrap_or_default();
            if memchr(b'<', inner).is_some() {
                lose_all(self.from + iri.start + 1, inner, false);
            }
        }
    }

    /// Takes what the record declares or may declare, after it was read.
    fn apply(&self, statement: &Statement, scope: &mut Scope) {
        if let Some(directive) = &statement.declares {
            scope.declare(directive, self.text());
        }
        for Lost { what, line, .. } in self.lost {
            scope.lose(what, self.bytes, *line);
        }
    }
}

/// Whole statements of a document.
pub(super) struct Document<'b> {
    pub(super) records: Records<'b>,
    pub(super) syntax: Syntax,
}

/// How many IRIs are looked at together.
const TOGETHER: usize = 1024;

/// Records whose IRIs wait to be looked at, and how many these are.
type Waiting<'b> = Vec<(Record<'b>, usize)>;

impl<'b> Document<'b> {
    /// The records of the stretch.
    fn all(&self) -> impl Iterator<Item = Record<'b>> + use<'b> {
        let Records { bytes, context, .. } = self.records;
        let (mut from, mut lost) = (0, &context.lost[..]);
        context.cuts.iter().enumerate().map_while(move |(nth, cut)| {
            let start = std::mem::replace(&mut from, cut.end);
            let tokens = cut.tokens.clone().and_then(|range| context.tokens.get(range));
            bytes.get(start..cut.end)?;
            let own = lost.iter().take_while(|it| it.record == nth).count();
            let (own, others) = lost.split_at(own);
            lost = others;
            Some(Record { bytes, from: start, end: cut.end, tokens, lost: own })
        })
    }

    /// Calls `each` for the IRIs, for the prefixed names that may represent no IRI, and for errors of
    /// the grammar. A record without any is a gap.
    pub(super) fn each(&self, each: &mut dyn FnMut(&Located<'_>)) {
        let mut scope = self.records.context.scope.clone();
        let (mut at, mut statement) = (self.place_of_start(), Statement::default());
        for record in self.all() {
            record.read(self.syntax, &mut statement);
            give(record, &statement, &mut at, &scope, each);
            record.apply(&statement, &mut scope);
        }
    }

    /// The same for the records with something that needs an answer. Returns how many IRIs the other
    /// records have.
    pub(super) fn each_but(&self, passes: Passes, each: &mut dyn FnMut(&Located<'_>)) -> u64 {
        let Ok(text) = std::str::from_utf8(self.records.bytes) else {
            self.each(each);
            return 0;
        };
        let mut scope = self.records.context.scope.clone();
        let (mut at, mut statement) = (self.place_of_start(), Statement::default());
        let (mut iris, mut waiting, mut passed) = (Vec::new(), Waiting::new(), 0);
        for record in self.all() {
            record.read(self.syntax, &mut statement);
            let first = iris.len();
            let is_plain = is_plain(record, &statement, &scope, &mut iris);
            if is_plain {
                waiting.push((record, iris.len() - first));
                if iris.len() <= TOGETHER && statement.declares.is_none() && record.lost.is_empty() {
                    continue;
                }
            } else {
                iris.truncate(first);
            }
            let bits = passes(text, &mut iris.drain(..));
            passed += self.settle(&bits, &mut waiting, &mut at, &scope, each);
            if !is_plain {
                give(record, &statement, &mut at, &scope, each);
            }
            record.apply(&statement, &mut scope);
        }
        let bits = passes(text, &mut iris.drain(..));
        passed + self.settle(&bits, &mut waiting, &mut at, &scope, each)
    }

    /// Gives the records that wait and have an IRI that does not pass. Returns how many IRIs the others
    /// have.
    fn settle(
        &self,
        bits: &[u64],
        waiting: &mut Waiting<'b>,
        at: &mut Place,
        scope: &Scope,
        each: &mut dyn FnMut(&Located<'_>),
    ) -> u64 {
        let (mut nth, mut passed, mut statement) = (0, 0, Statement::default());
        for (record, count) in waiting.drain(..) {
            let good = (nth..nth + count).all(|nth| bits[nth / 64] >> (nth % 64) & 1 == 1);
            nth += count;
            if good {
                passed += count as u64;
            } else {
                record.read(self.syntax, &mut statement);
                give(record, &statement, at, scope, each);
            }
        }
        passed
    }

    fn place_of_start(&self) -> Place {
        Place::of_start(self.records)
    }
}

/// Whether a record needs an answer only if one of its IRIs does not pass. Appends the places of its IRIs.
fn is_plain(record: Record<'_>, statement: &Statement, scope: &Scope, iris: &mut Vec<Range<usize>>) -> bool {
    let text = record.text();
    statement.terms.iter().all(|term| match term {
        Term::Iri(iri) => {
            let range = iri.start + 1..iri.end - 1;
            let raw = text.get(range.clone()).unwrap_or_default();
            iris.push(record.from + range.start..record.from + range.end);
            has_scheme(raw) && memchr(b'\\', raw).is_none()
        }
        Term::Name(name) => {
            let name = text.get(name.start..name.end).unwrap_or_default();
            matches!(scope.expand(name), Ok(None))
        }
        Term::Wrong(_) => false,
    })
}

/// Calls `each` for the items of a record.
fn give(record: Record<'_>, statement: &Statement, at: &mut Place, scope: &Scope, each: &mut dyn FnMut(&Located<'_>)) {
    match graph::parts(record, statement, scope) {
        None => give_part(record, statement, None, at, scope, each),
        Some(parts) => {
            for graph::Part { record, statement, head } in parts {
                give_part(record, &statement, head, at, scope, each);
            }
        }
    }
}

/// The same for a record, or for a part of a graph, which is a record of its own.
fn give_part(
    record: Record<'_>,
    statement: &Statement,
    graph: Option<&[u8]>,
    at: &mut Place,
    scope: &Scope,
    each: &mut dyn FnMut(&Located<'_>),
) {
    let (text, terminator) = split_terminator(record.text());
    let mut given = pieces(text, scope, statement).peekable();
    let line = at.to(record.bytes, record.from).line;
    let located = Located { graph, ..Located::record(line, text, terminator) };
    if given.peek().is_none() {
        each(&located);
    }
    whole::give(given, record.bytes, record.from, &located, at, each);
}

/// The items of a record. Each is made when it is given, because a record without an end may have any number.
fn pieces<'a>(record: &'a [u8], scope: &'a Scope, statement: &'a Statement) -> impl Iterator<Item = Piece<'a>> {
    let mut terms: Vec<&Term> = statement.terms.iter().collect();
    terms.sort_by_key(|term| term.start());
    let (mut before, mut broken) = (terms.len(), None);
    if let Err(error) = utf8(record) {
        let at = error.start;
        let has_it = |term: &&Term| matches!(term, Term::Iri(iri) if (iri.start + 1..iri.end - 1).contains(&at));
        if !terms.iter().any(has_it) {
            before = terms.partition_point(|term| term.start() < at);
            broken = Some(in_line(record, at..error.end, error.message));
        }
    }
    let after = terms.split_off(before);
    let piece = move |term: &Term| match term {
        Term::Iri(token) => Some(iri(record, token, scope)),
        Term::Name(token) => name(record, token, scope),
        Term::Wrong(wrong) => {
            // The first character is named.
            let end = (wrong.start + 4).min(record.len());
            let text = String::from_utf8_lossy(&record[wrong.start..end]);
            let error = Wrong { start: 0, end: 0, expected: wrong.expected }.error(&text);
            Some(in_line(record, wrong.start..wrong.end, error.message))
        }
    };
    terms.into_iter().filter_map(piece).chain(broken).chain(after.into_iter().filter_map(piece))
}

fn iri<'a>(record: &'a [u8], token: &Token, scope: &Scope) -> Piece<'a> {
    let range = token.start + 1..token.end - 1;
    let bytes = record.get(range.clone()).unwrap_or_default();
    let piece = |text, spelling, error| Piece { range: range.clone(), text, spelling, error, note: None };
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
        Err(Unknown::Expected(expected)) => broken(0, raw.len(), expected),
        Err(Unknown::Lost(line)) => {
            let message = format!(
                "expected an IRI with a scheme, because the declaration of the base is within an invalid statement \
                 (line {line})"
            );
            piece(bytes.into(), Spelling::Reference, Some(Error::new(0..raw.len(), message)))
        }
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
            Some(Piece { range, text, spelling: Spelling::Derived, error: None, note: None })
        }
        Err(unknown) => {
            let end = raw.find(':').map_or(raw.len(), |at| at + 1);
            let prefix = &raw[..end];
            let message = match unknown {
                Unknown::Expected(expected) => format!("expected {expected}, found '{prefix}'"),
                Unknown::Lost(line) => {
                    format!("the declaration of the prefix '{prefix}' is within an invalid statement (line {line})")
                }
            };
            let error = Some(Error::new(0..end, message));
            Some(Piece { range, text: bytes.into(), spelling: Spelling::Derived, error, note: None })
        }
    }
}
