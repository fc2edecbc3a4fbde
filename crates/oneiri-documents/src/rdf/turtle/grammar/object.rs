//! Objects, the items of lists, and literals.

use super::super::token::{Kind, Token};
use super::{At, Open, Reader, Role};
use crate::escapes::{self, Escapes};

impl Reader<'_> {
    /// object ::= iri | BlankNode | collection | blankNodePropertyList | literal | tripleTerm
    ///          | reifiedTriple
    #[inline]
    pub(super) fn object(&mut self, token: Token) -> Option<At> {
        use Kind::{Iri, Label, Name, Number, OpenReified, OpenTerm, Sign, Word};
        match token.kind {
            // NumericLiteral ::= INTEGER | DECIMAL | DOUBLE
            Iri | Name | Label | Number => Some(self.behind()),
            // RDFLiteral ::= String ( LANG_DIR | ( '^^' iri ) )?
            Kind::String { quotes } => Some(if self.check_string(token, quotes) { At::String } else { At::Lost }),
            // BooleanLiteral ::= 'true' | 'false'
            Word => self.is_boolean(token).then(|| self.behind()),
            Sign(b'[') => Some(self.opens(Open::Properties(Role::Object))),
            // collection ::= '(' object* ')'
            Sign(b'(') => Some(self.opens(Open::List(Role::Object))),
            Sign(b')') if self.at == At::Item => match self.open.pop()? {
                Open::List(Role::Subject) => Some(At::Verb),
                _ => Some(self.behind()),
            },
            OpenTerm => Some(self.opens(Open::Term)),
            OpenReified => Some(self.opens(Open::Reified(Role::Object))),
            _ => None,
        }
    }

    pub(super) fn is_boolean(&self, token: Token) -> bool {
        self.is_word(token, "true") || self.is_word(token, "false")
    }

    /// RDFLiteral ::= String ( LANG_DIR | ( '^^' iri ) )?
    #[inline]
    pub(super) fn literal(&mut self, token: Token) -> Option<At> {
        match (self.at, token.kind) {
            (At::String, Kind::At) => Some(self.behind()),
            (At::String, Kind::Carets) => Some(At::Datatype),
            (At::Datatype, Kind::Iri | Kind::Name) => Some(self.behind()),
            (At::String, _) => {
                self.at = self.behind();
                self.step(token)
            }
            _ => None,
        }
    }

    /// Checks the escapes of a string.
    ///
    /// ECHAR ::= '\' [tbnrf\"']
    pub(super) fn check_string(&mut self, token: Token, quotes: u8) -> bool {
        let quotes = usize::from(quotes);
        let inner = self.bytes.get(token.start + quotes..token.end - quotes).unwrap_or_default();
        let mut at = 0;
        while let Some(length) = memchr::memchr(b'\\', inner.get(at..).unwrap_or_default()) {
            at += length;
            match escapes::escape(&inner[at..], Escapes::Literal) {
                Some((length, _)) => at += length,
                None => {
                    let start = token.start + quotes + at;
                    let end = escapes::char_end(self.bytes, start);
                    self.wrong(start, end, escapes::ESCAPE_OF_LITERAL);
                    return false;
                }
            }
        }
        if quotes == 1 && memchr::memchr(b'\r', inner).is_some() {
            self.wrong(token.start, token.end, "a quotation mark that closes the string");
            return false;
        }
        true
    }
}
