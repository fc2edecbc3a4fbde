//! Triple terms, reified triples, and reifiers (RDF 1.2).

use super::super::token::{Kind, Token};
use super::{Anon, At, Open, Reader, Role};

impl Reader<'_> {
    pub(super) fn triple(&mut self, token: Token) -> Option<At> {
        use Kind::{CloseReified, CloseTerm, Iri, Label, Name, Number, OpenReified, OpenTerm, Sign, Word};
        match (self.at, token.kind) {
            // rtSubject ::= iri | BlankNode | reifiedTriple
            // ttSubject ::= iri | BlankNode
            (At::InnerSubject, Iri | Name | Label) => Some(At::InnerVerb),
            (At::InnerSubject, Sign(b'[')) => Some(At::Anon(Anon::Subject)),
            (At::InnerSubject, OpenReified) if self.is_reified() => Some(self.opens(Open::Reified(Role::Subject))),
            // verb ::= predicate | 'a'
            (At::InnerVerb, Iri | Name) => Some(At::InnerObject),
            (At::InnerVerb, Word) => self.is_word(token, "a").then_some(At::InnerObject),
            // rtObject ::= iri | BlankNode | literal | tripleTerm | reifiedTriple
            // ttObject ::= iri | BlankNode | literal | tripleTerm
            (At::InnerObject, Iri | Name | Label | Number) => Some(At::InnerBehind),
            (At::InnerObject, Word) => self.is_boolean(token).then_some(At::InnerBehind),
            (At::InnerObject, Kind::String { quotes }) => {
                Some(if self.check_string(token, quotes) { At::String } else { At::Lost })
            }
            (At::InnerObject, Sign(b'[')) => Some(At::Anon(Anon::Object)),
            (At::InnerObject, OpenTerm) => Some(self.opens(Open::Term)),
            (At::InnerObject, OpenReified) if self.is_reified() => Some(self.opens(Open::Reified(Role::Object))),
            // tripleTerm ::= '<<(' ttSubject verb ttObject ')>>'
            (At::InnerBehind, CloseTerm) if !self.is_reified() => {
                self.open.pop();
                Some(self.behind())
            }
            // reifiedTriple ::= '<<' rtSubject verb rtObject reifier? '>>'
            (At::InnerBehind, Sign(b'~')) if self.is_reified() => Some(At::Reifier),
            (At::InnerBehind | At::CloseReified, CloseReified) if self.is_reified() => self.close_reified(),
            // reifier ::= '~' ( iri | BlankNode )?
            (At::Reifier, Iri | Name | Label) => Some(self.after_reifier()),
            (At::Reifier, Sign(b'[')) => Some(At::Anon(Anon::Reifier)),
            (At::Reifier, _) => {
                self.at = self.after_reifier();
                self.step(token)
            }
            // ANON ::= '[' WS* ']'
            (At::Anon(anon), Sign(b']')) => Some(match anon {
                Anon::Graph => At::GraphOpen,
                Anon::Subject => At::InnerVerb,
                Anon::Object => At::InnerBehind,
                Anon::Reifier => self.after_reifier(),
            }),
            _ => None,
        }
    }

    /// Whether the innermost of what is open is a reified triple, and no triple term.
    fn is_reified(&self) -> bool {
        matches!(self.open.last(), Some(Open::Reified(_)))
    }

    fn after_reifier(&self) -> At {
        if self.is_reified() { At::CloseReified } else { At::Behind }
    }

    fn close_reified(&mut self) -> Option<At> {
        let Some(Open::Reified(role)) = self.open.pop() else { return None };
        Some(match role {
            Role::Object => self.behind(),
            // The subject of another reified triple, or of a statement.
            Role::Subject if self.is_reified() => At::InnerVerb,
            Role::Subject => At::MaybeVerb,
        })
    }
}
