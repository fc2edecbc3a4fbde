//! Directives, after their first word.

use super::super::token::{Kind, Token};
use super::{At, Declares, Reader, Style};

impl Reader<'_> {
    pub(super) fn directive(&mut self, token: Token) -> Option<At> {
        match (self.at, token.kind) {
            // prefixID ::= '@prefix' PNAME_NS IRIREF '.'
            // sparqlPrefix ::= 'PREFIX' PNAME_NS IRIREF
            (At::Prefix(style), Kind::Name) if self.is_namespace(token) => {
                self.prefix = Some(token);
                Some(At::Namespace(style))
            }
            (At::Namespace(style), Kind::Iri) => {
                self.statement.declares = self.prefix.map(|name| Declares::Prefix(name, token));
                Some(Self::end_of(style))
            }
            // base ::= '@base' IRIREF '.'
            // sparqlBase ::= 'BASE' IRIREF
            (At::Base(style), Kind::Iri) => {
                self.statement.declares = Some(Declares::Base(token));
                Some(Self::end_of(style))
            }
            // version ::= '@version' VersionSpecifier '.'
            // sparqlVersion ::= 'VERSION' VersionSpecifier
            // VersionSpecifier ::= STRING_LITERAL_QUOTE | STRING_LITERAL_SINGLE_QUOTE
            (At::Version(style), Kind::String { quotes: 1 }) => {
                self.check_string(token, 1).then(|| Self::end_of(style)).or(Some(At::Lost))
            }
            (At::Dot, Kind::Sign(b'.')) => Some(At::End),
            _ => None,
        }
    }

    /// PNAME_NS ::= PN_PREFIX? ':'
    fn is_namespace(&self, token: Token) -> bool {
        let text = self.bytes.get(token.start..token.end).unwrap_or_default();
        memchr::memchr(b':', text) == Some(text.len() - 1)
    }

    fn end_of(style: Style) -> At {
        match style {
            Style::At => At::Dot,
            Style::Sparql => At::End,
        }
    }
}
