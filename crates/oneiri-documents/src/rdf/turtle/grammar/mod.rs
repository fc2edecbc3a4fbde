//! Reads the tokens of a statement of Turtle or TriG by the grammar, without recursion: what is open
//! is on a stack. The steps are in one file for each part of the grammar, and above each arm stands
//! the production that it reads.

mod directive;
mod expected;
mod object;
mod predicates;
mod statement;
mod triple;

use super::super::line::Wrong;
use super::name::wrong_name;
use super::token::{self, Kind, Next, Token};
use crate::error::utf8;
use crate::escapes;

use expected::expected;

/// What a statement holds, in the order of its bytes. Places count in the record.
#[derive(Default)]
pub(crate) struct Statement {
    pub(crate) terms: Vec<Term>,
    /// The prefix or the base that it declares, if it is a directive.
    pub(crate) declares: Option<Declares>,
    /// Whether directives in it may not have been read: it has an error of the grammar, or it is a directive that is
    /// not UTF-8. It then declares nothing.
    pub(crate) is_broken: bool,
    /// Where the parts of a graph of TriG are.
    pub(crate) graph: Graph,
}

/// Where a graph of TriG opens, where its statements end, and where it closes. All is empty outside of TriG.
#[derive(Default)]
pub(crate) struct Graph {
    /// The byte after `{`.
    pub(crate) open: usize,
    /// The bytes after the dots of its statements, of which the last one may have none.
    pub(crate) ends: Vec<usize>,
    /// Where `}` is.
    pub(crate) close: Option<usize>,
    /// Whether there is another `{`, so that nobody can tell which `}` closes the graph.
    pub(crate) is_nested: bool,
}

impl Statement {
    /// Nothing, in the memory of another one.
    fn clear(&mut self) {
        self.terms.clear();
        self.declares = None;
        self.is_broken = false;
        self.graph.ends.clear();
        (self.graph.open, self.graph.close, self.graph.is_nested) = (0, None, false);
    }
}

pub(crate) enum Term {
    /// An IRI with its brackets.
    Iri(Token),
    /// A prefixed name.
    Name(Token),
    /// An error of the grammar.
    Wrong(Wrong),
}

impl Term {
    /// The same where so many bytes before it are gone.
    pub(crate) fn moved(&self, gone: usize) -> Self {
        match self {
            Self::Iri(token) => Self::Iri(token.moved(gone)),
            Self::Name(token) => Self::Name(token.moved(gone)),
            Self::Wrong(Wrong { start, end, expected }) => {
                Self::Wrong(Wrong { start: start - gone, end: end - gone, expected })
            }
        }
    }

    /// Where what it is about begins.
    pub(crate) fn start(&self) -> usize {
        match self {
            Self::Iri(token) => token.start + 1,
            Self::Name(token) => token.start,
            Self::Wrong(wrong) => wrong.start,
        }
    }
}

/// A directive that matters to the statements after it.
pub(crate) enum Declares {
    Base(Token),
    /// The prefix with its colon, and the namespace.
    Prefix(Token, Token),
}

#[derive(Clone, Copy)]
pub(crate) enum Tokens<'t> {
    /// These, whose places count from so many bytes before the record.
    Kept(&'t [Token], usize),
    /// They are looked for.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// The beginning of a statement; in a graph also its end.
    Start,
    /// After the name of a graph, or the subject; the first is possible only before `{`.
    Subject {
        graph: bool,
    },
    /// After `GRAPH`, and after the name of the graph.
    GraphName,
    GraphOpen,
    /// After `[`.
    Properties,
    /// A verb must follow.
    Verb,
    /// A verb, or the end, because the subject had properties of its own or is a reified triple.
    MaybeVerb,
    Object,
    /// An item of a list, or its end.
    Item,
    /// After a string.
    String,
    Datatype,
    /// After an object.
    Behind,
    /// After `;`.
    Semicolon,
    /// In a triple term or a reified triple.
    InnerSubject,
    InnerVerb,
    InnerObject,
    InnerBehind,
    /// After `~`, and after the reifier of a reified triple.
    Reifier,
    CloseReified,
    /// After the `[` of a blank node without properties.
    Anon(Anon),
    /// A directive with an at sign ends with a dot.
    Prefix(Style),
    Namespace(Style),
    Base(Style),
    Version(Style),
    Dot,
    /// After the end.
    End,
    /// After an error. The next dot ends the statement.
    Lost,
}

/// What a blank node without properties is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Anon {
    Graph,
    Subject,
    Object,
    Reifier,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// `@prefix`, which a dot ends.
    At,
    /// `PREFIX`.
    Sparql,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `[`
    Properties(Role),
    /// `(`
    List(Role),
    /// `<<`
    Reified(Role),
    /// `<<(`
    Term,
    /// `{|`
    Annotation,
}

/// Whether what is open is a subject or an object. Within another triple, the state after it follows
/// from what is open around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Subject,
    Object,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    Turtle,
    Trig,
}

/// Reads a record into `statement`. All its tokens are given. In TriG a graph with its braces is
/// one statement.
pub(crate) fn read(bytes: &[u8], tokens: Tokens<'_>, syntax: Syntax, statement: &mut Statement) {
    statement.clear();
    let (at, open, brace, prefix) = (At::Start, Vec::new(), None, None);
    let mut reader = Reader { bytes, syntax, at, open, brace, prefix, statement };
    let mut end = 0;
    match tokens {
        Tokens::Kept(tokens, before) => {
            for token in tokens {
                let token = token.moved(before);
                end = token.end;
                reader.take(token);
            }
        }
        Tokens::Unknown => {
            let mut lost = token::Lost::default();
            while let Next::Token(token) = token::next(bytes, end, true, &mut lost) {
                end = token.end;
                reader.take(token);
            }
        }
    }
    match reader.at {
        _ if reader.brace.is_some() => {
            let start = reader.brace.unwrap_or_default();
            reader.wrong(start, start + 1, "a \"}\" that closes the graph");
        }
        At::Start | At::End | At::Lost => {}
        at => reader.wrong(end, end, expected(at, reader.open.last())),
    }
    statement.is_broken |= statement.declares.is_some() && utf8(bytes).is_err();
    if statement.is_broken {
        statement.declares = None;
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    syntax: Syntax,
    at: At,
    open: Vec<Open>,
    /// Where the brace of a graph is.
    brace: Option<usize>,
    prefix: Option<Token>,
    statement: &'b mut Statement,
}

impl Reader<'_> {
    fn wrong(&mut self, start: usize, end: usize, expected: &'static str) {
        self.statement.terms.push(Term::Wrong(Wrong { start, end, expected }));
        self.statement.is_broken = true;
        self.at = At::Lost;
        self.open.clear();
    }

    fn take(&mut self, token: Token) {
        self.token(token);
        let graph = &mut self.statement.graph;
        graph.is_nested |= token.kind == Kind::Sign(b'{') && graph.open > 0 && token.end != graph.open;
        if self.brace.is_some() && self.at == At::Start && token.is_end(self.bytes) {
            self.statement.graph.ends.push(token.end);
        }
    }

    fn token(&mut self, token: Token) {
        // An IRI is read wherever it stands.
        match token.kind {
            Kind::Iri => self.statement.terms.push(Term::Iri(token)),
            Kind::Name if self.at != At::Lost => self.name(token),
            _ => {}
        }
        if self.at == At::Lost {
            return self.recover(token);
        }
        match self.step(token) {
            Some(at) => self.at = at,
            None => {
                let (start, mut end) = (token.start, token.end);
                let expected = match token.kind {
                    Kind::Wrong(fault) => fault.expected(),
                    _ => {
                        end = escapes::char_end(self.bytes, start);
                        expected(self.at, self.open.last())
                    }
                };
                self.wrong(start, end, expected);
                self.recover(token);
            }
        }
    }

    /// Goes on after an error, if the token ends the statement or the graph.
    fn recover(&mut self, token: Token) {
        match token.kind {
            Kind::Sign(b'}') if self.brace.is_some() => self.close_graph(token),
            _ if !token.is_end(self.bytes) => {}
            _ if self.brace.is_some() => self.at = At::Start,
            _ => self.at = At::End,
        }
    }

    fn close_graph(&mut self, brace: Token) {
        self.brace = None;
        self.statement.graph.close = Some(brace.start);
        self.open.clear();
        self.at = At::End;
    }

    fn name(&mut self, token: Token) {
        let text = self.bytes.get(token.start..token.end).unwrap_or_default();
        match std::str::from_utf8(text).ok().and_then(wrong_name) {
            Some((at, expected)) => {
                let start = token.start + at;
                self.wrong(start, escapes::char_end(self.bytes, start), expected);
            }
            None if matches!(self.at, At::Prefix(_)) => {}
            None => self.statement.terms.push(Term::Name(token)),
        }
    }

    fn is_word(&self, token: Token, word: &str) -> bool {
        self.bytes.get(token.start..token.end) == Some(word.as_bytes())
    }

    /// A word of SPARQL, in which case does not matter.
    fn is_keyword(&self, token: Token, word: &str) -> bool {
        let text = self.bytes.get(token.start..token.end).unwrap_or_default();
        text.eq_ignore_ascii_case(word.as_bytes())
    }

    /// What may come after a token. `None` if the token may not be here.
    #[inline]
    fn step(&mut self, token: Token) -> Option<At> {
        match self.at {
            At::Start | At::GraphName | At::GraphOpen => self.begins(token),
            At::Subject { .. } | At::Properties | At::Verb | At::MaybeVerb | At::Semicolon | At::Behind => {
                self.predicates(token)
            }
            At::Object | At::Item => self.object(token),
            At::String | At::Datatype => self.literal(token),
            At::InnerSubject
            | At::InnerVerb
            | At::InnerObject
            | At::InnerBehind
            | At::Reifier
            | At::CloseReified
            | At::Anon(_) => self.triple(token),
            At::Prefix(_) | At::Namespace(_) | At::Base(_) | At::Version(_) | At::Dot => self.directive(token),
            At::End | At::Lost => None,
        }
    }

    /// Whether the statement is in TriG, and outside of a graph.
    fn may_name_graph(&self) -> bool {
        self.syntax == Syntax::Trig && self.brace.is_none()
    }

    fn opens(&mut self, open: Open) -> At {
        self.open.push(open);
        match open {
            Open::Properties(_) => At::Properties,
            Open::List(_) => At::Item,
            Open::Reified(_) | Open::Term => At::InnerSubject,
            Open::Annotation => At::Verb,
        }
    }

    /// What may come after a whole object.
    #[inline]
    fn behind(&self) -> At {
        match self.open.last() {
            Some(Open::List(_)) => At::Item,
            Some(Open::Reified(_) | Open::Term) => At::InnerBehind,
            _ => At::Behind,
        }
    }
}
