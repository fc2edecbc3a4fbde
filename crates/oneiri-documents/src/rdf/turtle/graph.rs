//! The parts of a graph of TriG. A graph is read as one record, because what is wrong in it may concern all of it. If it does
//! not, the graph is given in parts: the name with the opening brace, each statement, and the closing brace. So a program
//! can take out an invalid statement, and the others stay.

use memchr::memmem::find;

use super::cut::line_end;
use super::document::Record;
use super::grammar::{Statement, Term};
use super::scope::Scope;
use super::token::{self, Kind, Lost, Next, Token};
use crate::error::utf8;

/// A part of a graph, as a record of its own.
pub(super) struct Part<'b> {
    pub(super) record: Record<'b>,
    pub(super) statement: Statement,
    /// The name with its brace, before a statement that is within them.
    pub(super) head: Option<&'b [u8]>,
}

/// The parts of a graph in their order. `None` if the record is no graph, or is to be kept or left out as a whole: its name is
/// invalid or has to be repaired, or it has none that another file could say; its braces do not match; or it may declare
/// something, which its later statements may need.
pub(super) fn parts<'b, 's>(
    record: Record<'b>,
    statement: &'s Statement,
    scope: &Scope,
) -> Option<impl Iterator<Item = Part<'b>> + use<'b, 's>> {
    let (text, graph) = (record.text(), &statement.graph);
    let close = graph.close.filter(|_| record.lost.is_empty() && !graph.is_nested)?;
    let is_within = |term: &Term| match term {
        Term::Wrong(wrong) => wrong.start >= graph.open && wrong.start < close,
        _ if term.start() < graph.open => scope.is_valid(term, text),
        _ => true,
    };
    if !statement.terms.iter().all(is_within) || !is_sound(text.get(..graph.open)?) || utf8(text.get(close..)?).is_err()
    {
        return None;
    }
    let after = |at| line_end(text, at, true).unwrap_or(at);
    let open = after(graph.open);
    let mut ends = Vec::with_capacity(graph.ends.len() + 3);
    ends.push(open);
    ends.extend(graph.ends.iter().map(|end| after(*end)));
    let last = ends.last().copied().unwrap_or_default();
    if tokens(text.get(last..close)?).next().is_some() {
        ends.push(close);
    }
    ends.push(text.len());
    let mut terms: Vec<&Term> = statement.terms.iter().collect();
    terms.sort_unstable_by_key(|term| term.start());
    let (mut terms, mut from, head) = (terms.into_iter().peekable(), 0, text.get(..graph.open)?.trim_ascii_start());
    Some(ends.into_iter().map(move |end| {
        let start = std::mem::replace(&mut from, end);
        let mut statement = Statement::default();
        while let Some(term) = terms.next_if(|term| term.start() < end) {
            statement.terms.push(term.moved(start));
        }
        let is_inner = start > 0 && end < text.len();
        let place = (record.from + start, record.from + end);
        let record = Record { from: place.0, end: place.1, tokens: None, ..record };
        Part { record, statement, head: is_inner.then_some(head) }
    }))
}

/// Whether the name of a graph is the same in every file: `[]` is another graph in each.
fn is_sound(head: &[u8]) -> bool {
    utf8(head).is_ok() && tokens(head).all(|token| token.kind != Kind::Sign(b'['))
}

/// Whether a blank node with a label is in these bytes. One may be in what an open string or IRI takes.
pub(super) fn has_label(bytes: &[u8]) -> bool {
    let is_label = |token: Token| match token.kind {
        Kind::Label => true,
        Kind::Wrong(_) => bytes.get(token.start..token.end).is_some_and(|it| find(it, b"_:").is_some()),
        _ => false,
    };
    tokens(bytes).any(is_label)
}

fn tokens(bytes: &[u8]) -> impl Iterator<Item = Token> {
    let (mut lost, mut at) = (Lost::default(), 0);
    std::iter::from_fn(move || match token::next(bytes, at, true, &mut lost) {
        Next::Token(token) => {
            at = token.end;
            Some(token)
        }
        Next::End | Next::More(_) => None,
    })
}
