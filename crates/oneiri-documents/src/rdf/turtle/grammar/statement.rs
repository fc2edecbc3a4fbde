//! Where statements begin.

use super::super::token::{Kind, Token};
use super::{Anon, At, Open, Reader, Role, Style};

impl Reader<'_> {
    #[inline]
    pub(super) fn begins(&mut self, token: Token) -> Option<At> {
        use Kind::{Iri, Label, Name, OpenReified, Sign, Word};
        match (self.at, token.kind) {
            // triples ::= subject predicateObjectList | ...
            // subject ::= iri | BlankNode | collection
            // triplesOrGraph ::= labelOrSubject ( wrappedGraph | predicateObjectList '.' ) | ...
            (At::Start, Iri | Name | Label) => Some(At::Subject { graph: self.may_name_graph() }),
            // triples ::= blankNodePropertyList predicateObjectList?
            (At::Start, Sign(b'[')) => Some(self.opens(Open::Properties(Role::Subject))),
            (At::Start, Sign(b'(')) => Some(self.opens(Open::List(Role::Subject))),
            // triples ::= reifiedTriple predicateObjectList?
            (At::Start, OpenReified) => Some(self.opens(Open::Reified(Role::Subject))),
            // directive ::= prefixID | base | version | sparqlPrefix | sparqlBase | sparqlVersion
            (At::Start, Kind::At) if self.brace.is_none() => {
                let is = |word| self.is_word(token, word);
                self.directive_of(is("@prefix"), is("@base"), is("@version"), Style::At)
            }
            // block ::= 'GRAPH' labelOrSubject wrappedGraph | ...
            (At::Start, Word) if self.may_name_graph() && self.is_keyword(token, "graph") => Some(At::GraphName),
            (At::Start, Word) if self.brace.is_none() => {
                let is = |word| self.is_keyword(token, word);
                self.directive_of(is("prefix"), is("base"), is("version"), Style::Sparql)
            }
            // labelOrSubject ::= iri | BlankNode
            (At::GraphName, Iri | Name | Label) => Some(At::GraphOpen),
            (At::GraphName, Sign(b'[')) => Some(At::Anon(Anon::Graph)),
            // wrappedGraph ::= '{' triplesBlock? '}'
            (At::Start, Sign(b'{')) if self.may_name_graph() => Some(self.graph(token)),
            (At::GraphOpen, Sign(b'{')) => Some(self.graph(token)),
            (At::Start, Sign(b'}')) if self.brace.is_some() => {
                self.close_graph(token);
                Some(At::End)
            }
            _ => None,
        }
    }

    fn directive_of(&self, prefix: bool, base: bool, version: bool, style: Style) -> Option<At> {
        match (prefix, base, version) {
            (true, ..) => Some(At::Prefix(style)),
            (_, true, _) => Some(At::Base(style)),
            (.., true) => Some(At::Version(style)),
            _ => None,
        }
    }

    pub(super) fn graph(&mut self, brace: Token) -> At {
        self.brace = Some(brace.start);
        self.statement.graph.open = brace.end;
        At::Start
    }
}
