//! Divides Turtle and TriG, as it is read, into stretches of whole statements.

use memchr::memrchr;

use super::cut::{Cutter, End};
use super::document::Record;
use super::grammar::Syntax;
use super::token::LONG;
use crate::divide::{Context, Divide, Divided};

/// The reading of a document.
pub(super) struct Statements {
    cutter: Cutter,
    /// What is known where the next stretch begins.
    start: Context,
    /// How many of the bytes that come next were looked at already, and hold no whole record.
    seen: usize,
}

/// How much of a token is looked at again without waiting for more of it.
const SHORT: usize = 64 << 10;

impl Statements {
    pub(super) fn new(syntax: Syntax, start: Context) -> Self {
        Self { cutter: Cutter::new(syntax), start, seen: 0 }
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
                    let record = Record { bytes, from: last, end: cut.end, tokens: self.cutter.tokens(&cut) };
                    record.declare(&mut scope);
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
        let tokens = self.cutter.forget();
        self.seen = if token.is_some() { bytes.len() - last } else { 0 };
        let records = &bytes[..last];
        let column = match memrchr(b'\n', records) {
            Some(at) => last - at - 1,
            None => self.start.column + last,
        };
        let behind = Context { column, scope, ..Context::default() };
        let start = std::mem::replace(&mut self.start, behind);
        Divided::Records(last, Context { cuts, tokens, ..start })
    }
}
