//! Predicates, and what is between objects.

use super::super::token::{Kind, Token};
use super::{At, Open, Reader, Role};

impl Reader<'_> {
    #[inline]
    pub(super) fn predicates(&mut self, token: Token) -> Option<At> {
        use Kind::{CloseAnnotation, Iri, Name, OpenAnnotation, Sign, Word};
        match (self.at, token.kind) {
            // objectList ::= object annotation ( ',' object annotation )*
            (At::Behind, Sign(b',')) => Some(At::Object),
            // predicateObjectList ::= verb objectList ( ';' ( verb objectList )? )*
            (At::Behind | At::Semicolon, Sign(b';')) => Some(At::Semicolon),
            // annotation ::= ( reifier | annotationBlock )*
            // reifier ::= '~' ( iri | BlankNode )?
            (At::Behind, Sign(b'~')) => Some(At::Reifier),
            // annotationBlock ::= '{|' predicateObjectList '|}'
            (At::Behind, OpenAnnotation) => Some(self.opens(Open::Annotation)),
            (At::Behind | At::Semicolon, CloseAnnotation) => match self.open.pop()? {
                Open::Annotation => Some(At::Behind),
                _ => None,
            },
            // blankNodePropertyList ::= '[' predicateObjectList ']'
            (At::Behind | At::Semicolon, Sign(b']')) => match self.open.pop()? {
                Open::Properties(Role::Subject) => Some(At::MaybeVerb),
                Open::Properties(Role::Object) => Some(self.behind()),
                _ => None,
            },
            // ANON ::= '[' WS* ']'
            (At::Properties, Sign(b']')) => match self.open.pop()? {
                // A subject without properties needs a verb, and may name a graph.
                Open::Properties(Role::Subject) => Some(At::Subject { graph: self.may_name_graph() }),
                Open::Properties(Role::Object) => Some(self.behind()),
                _ => None,
            },
            // statement ::= directive | triples '.'
            (At::Behind | At::Semicolon | At::MaybeVerb, Sign(b'.')) if self.open.is_empty() => {
                Some(if self.brace.is_some() { At::Start } else { At::End })
            }
            // wrappedGraph ::= '{' triplesBlock? '}'
            // triplesBlock ::= triples ( '.' triplesBlock? )?
            (At::Behind | At::Semicolon | At::MaybeVerb, Sign(b'}'))
                if self.open.is_empty() && self.brace.is_some() =>
            {
                self.close_graph(token);
                Some(At::End)
            }
            (At::Subject { graph: true }, Sign(b'{')) => Some(self.graph(token)),
            (At::Behind, _) => None,
            // verb ::= predicate | 'a'
            // predicate ::= iri
            (_, Iri | Name) => Some(At::Object),
            (_, Word) => self.is_word(token, "a").then_some(At::Object),
            _ => None,
        }
    }
}
