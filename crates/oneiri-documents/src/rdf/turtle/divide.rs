//! Divides Turtle and TriG, as it is read, into stretches of whole statements, and knows what is declared where each of them
//! begins.

use memchr::{memchr_iter, memrchr};

use super::cut::{Cut, Cutter, End};
use super::document::{Record, Signs};
use super::grammar::Syntax;
use super::lost::{self, Lost};
use super::scope::Scope;
use super::token::LONG;
use crate::divide::{Context, Divide, Divided};
use crate::located::code_points;

/// The reading of a document.
pub(super) struct Statements {
    syntax: Syntax,
    cutter: Cutter,
    /// The number of the line in which the next stretch begins.
    line: u64,
    /// What is known where the next stretch begins.
    start: Context,
    /// How many of the bytes that come next were looked at already, and hold no whole record.
    seen: usize,
}

/// How much of a token is looked at again without waiting for more of it.
const SHORT: usize = 64 << 10;

impl Statements {
    pub(super) fn new(syntax: Syntax, start: Context) -> Self {
        Self { syntax, cutter: Cutter::new(syntax), line: 1, start, seen: 0 }
    }

    /// Takes what the records of a stretch declare, and returns what those of them that are invalid may have declared.
    fn declare(&self, stretch: &[u8], cuts: &[Cut], scope: &mut Scope) -> Vec<Lost> {
        let is_more = |bytes: &[u8], angles| memchr_iter(b'<', bytes).count() > angles;
        // In most stretches neither is found, so that their records need not be looked at one by one.
        let strays = is_more(stretch, cuts.iter().map(|cut| cut.angles).sum());
        let mut words = if strays { lost::words(stretch) } else { Vec::new() }.into_iter().peekable();
        let (mut lost, mut from, mut line, mut counted) = (Vec::new(), 0, self.line, 0);
        for (nth, cut) in cuts.iter().enumerate() {
            let start = std::mem::replace(&mut from, cut.end);
            let mut has_word = false;
            while words.next_if(|at| *at < cut.end).is_some() {
                has_word = true;
            }
            let has_strays = has_word && is_more(stretch.get(start..cut.end).unwrap_or_default(), cut.angles);
            if !cut.look && !has_strays {
                continue;
            }
            let tokens = self.cutter.tokens(cut);
            let record = Record { bytes: stretch, from: start, end: cut.end, tokens, lost: &[] };
            let signs = Signs { has_tokens: cut.look, has_strays };
            record.declare(signs, self.syntax, scope, |scope, at, what| {
                line += memchr_iter(b'\n', stretch.get(counted..at).unwrap_or_default()).count() as u64;
                counted = at.max(counted);
                if scope.lose(&what, stretch, line) {
                    lost.push(Lost { record: nth, what, line });
                }
            });
        }
        lost
    }
}

impl Divide for Statements {
    fn divide(&mut self, bytes: &[u8], is_all: bool, most: usize) -> Divided {
        if bytes.len() <= self.seen && !is_all {
            return Divided::Needs(0);
        }
        // A buffer that a long string made much larger is passed on in several stretches.
        let most = most.max(bytes.len() / 16);
        let (mut cuts, mut scope) = (Vec::new(), self.start.scope.clone());
        let (mut last, mut token) = (0, None);
        while last < most && last < bytes.len() {
            match self.cutter.next(bytes, is_all) {
                End::Found(cut) => {
                    last = cut.end;
                    cuts.push(cut);
                }
                End::Behind(at) => {
                    token = Some(at);
                    break;
                }
            }
        }
        if last == 0 && !is_all {
            // A long token is read again only when there is twice as much of it.
            let length = bytes.len() - token.unwrap_or(bytes.len());
            return Divided::Needs(if length > SHORT { bytes.len() + length.min(LONG) } else { 0 });
        }
        let lost = self.declare(&bytes[..last], &cuts, &mut scope);
        let tokens = self.cutter.forget();
        self.seen = if token.is_some() { bytes.len() - last } else { 0 };
        let records = &bytes[..last];
        self.line += memchr_iter(b'\n', records).count() as u64;
        let (column, points) = match memrchr(b'\n', records) {
            Some(at) => (last - at - 1, code_points(&records[at + 1..])),
            None => (self.start.column + last, self.start.points + code_points(records)),
        };
        let behind = Context { column, points, scope, ..Context::default() };
        let start = std::mem::replace(&mut self.start, behind);
        Divided::Records(last, Context { cuts, tokens, lost, ..start })
    }
}
