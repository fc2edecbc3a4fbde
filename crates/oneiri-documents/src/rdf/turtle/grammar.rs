//! Reads the tokens of a statement of Turtle or TriG by the grammar.

use super::super::line::Wrong;
use super::token::{self, Kind, Next, Token, wrong_name};
use crate::escapes::{self, Escapes};

/// What a statement holds, in the order of its bytes.
#[derive(Default)]
pub(crate) struct Statement {
    pub(crate) terms: Vec<Term>,
    /// The prefix or the base that it declares, if it is a directive.
    pub(crate) declares: Option<Declares>,
}

impl Statement {
    /// Nothing, in the memory of another one.
    fn clear(&mut self) {
        self.terms.clear();
        self.declares = None;
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

/// A directive.
pub(crate) enum Declares {
    Base(Token),
    /// The prefix with its colon, and the namespace.
    Prefix(Token, Token),
}

/// What may stand next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// The beginning of a statement; in a graph also its end.
    Start,
    /// Behind the name of a graph, or the subject; the first is possible only before `{`.
    Subject {
        graph: bool,
    },
    /// Behind `GRAPH`, behind `[`, and behind the name of the graph.
    GraphName,
    GraphBlank,
    GraphOpen,
    /// Behind `[`.
    Properties,
    /// A verb, or the end if the subject had properties of its own.
    MaybeVerb,
    Object,
    /// An item of a list, or its end.
    Item,
    /// Behind a string.
    String,
    Datatype,
    /// Behind an object.
    Behind,
    /// Behind `;`
    Semicolon,
    /// A directive: `@prefix` or `@base` need a dot at the end.
    Prefix {
        dot: bool,
    },
    Namespace {
        dot: bool,
    },
    Base {
        dot: bool,
    },
    Dot,
    /// Behind the end.
    End,
    /// Behind an error. The next dot ends the statement.
    Lost,
}

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `[` or `(`, as a subject or as an object.
    Properties {
        subject: bool,
    },
    List {
        subject: bool,
    },
}

/// Reads a statement into `statement`. All its tokens are given. In TriG a graph with its braces is
/// one statement.
pub(crate) fn read(bytes: &[u8], trig: bool, statement: &mut Statement) {
    statement.clear();
    let mut reader = Reader {
        bytes,
        trig,
        at: At::Start,
        open: Vec::new(),
        brace: None,
        prefix: None,
        statement,
    };
    let mut end = 0;
    let mut lost = token::Lost::default();
    while let Next::Token(token) = token::next(bytes, end, true, &mut lost) {
        end = token.end;
        reader.token(token);
    }
    let last = token::blank(bytes, end).min(bytes.len());
    let last = if end == 0 { last } else { end };
    match reader.at {
        _ if reader.brace.is_some() => {
            let start = reader.brace.unwrap_or_default();
            reader.wrong(start, start + 1, "a \"}\" that closes the graph");
        }
        At::Start | At::End | At::Lost => {}
        at => reader.wrong(last, last, expected(at, reader.open.last())),
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    trig: bool,
    at: At,
    open: Vec<Open>,
    /// Where the brace of a graph stands.
    brace: Option<usize>,
    prefix: Option<Token>,
    statement: &'b mut Statement,
}

impl Reader<'_> {
    fn wrong(&mut self, start: usize, end: usize, expected: &'static str) {
        self.statement.terms.push(Term::Wrong(Wrong { start, end, expected }));
        self.at = At::Lost;
        self.open.clear();
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
                    Kind::Wrong(expected) => expected,
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

    /// Goes on behind an error, if the token ends the statement or the graph.
    fn recover(&mut self, token: Token) {
        match token.kind {
            Kind::Sign(b'}') if self.brace.is_some() => self.close_graph(),
            _ if !token.is_end(self.bytes) => {}
            _ if self.brace.is_some() => self.at = At::Start,
            _ => self.at = At::End,
        }
    }

    fn close_graph(&mut self) {
        self.brace = None;
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
            None if matches!(self.at, At::Prefix { .. }) => {}
            None => self.statement.terms.push(Term::Name(token)),
        }
    }

    fn is_word(&self, token: Token, word: &str, folds: bool) -> bool {
        let text = self.bytes.get(token.start..token.end).unwrap_or_default();
        if folds { text.eq_ignore_ascii_case(word.as_bytes()) } else { text == word.as_bytes() }
    }

    /// What may stand behind a token. `None` if the token may not stand here.
    fn step(&mut self, token: Token) -> Option<At> {
        use Kind::{Carets, Iri, Label, Name, Number, Sign, Word};
        match (self.at, token.kind) {
            (At::Start, Kind::At) if self.brace.is_none() => {
                if self.is_word(token, "@prefix", false) {
                    return Some(At::Prefix { dot: true });
                }
                self.is_word(token, "@base", false).then_some(At::Base { dot: true })
            }
            (At::Start, Word) if self.brace.is_none() => {
                if self.is_word(token, "prefix", true) {
                    return Some(At::Prefix { dot: false });
                }
                if self.trig && self.is_word(token, "graph", true) {
                    return Some(At::GraphName);
                }
                self.is_word(token, "base", true).then_some(At::Base { dot: false })
            }
            (At::Start, Iri | Name | Label) => {
                Some(At::Subject { graph: self.trig && self.brace.is_none() })
            }
            (At::Start, Sign(b'[')) => Some(self.opens(Open::Properties { subject: true })),
            (At::Start, Sign(b'(')) => Some(self.opens(Open::List { subject: true })),
            (At::Start, Sign(b'}')) if self.brace.is_some() => {
                self.close_graph();
                Some(At::End)
            }
            (At::Start, Sign(b'{')) if self.trig && self.brace.is_none() => Some(self.graph(token)),
            (At::Subject { graph: true } | At::GraphOpen, Sign(b'{')) => Some(self.graph(token)),
            (At::GraphName, Iri | Name | Label) => Some(At::GraphOpen),
            (At::GraphName, Sign(b'[')) => Some(At::GraphBlank),
            (At::GraphBlank, Sign(b']')) => Some(At::GraphOpen),
            (At::Properties, Sign(b']')) => {
                let Some(Open::Properties { subject }) = self.open.pop() else { return None };
                // A subject without properties needs a verb, and may name a graph.
                let graph = self.trig && self.brace.is_none();
                Some(if subject { At::Subject { graph } } else { self.behind() })
            }
            (At::Subject { .. } | At::Properties | At::MaybeVerb | At::Semicolon, Iri | Name) => {
                Some(At::Object)
            }
            (At::Subject { .. } | At::Properties | At::MaybeVerb | At::Semicolon, Word) => {
                self.is_word(token, "a", false).then_some(At::Object)
            }
            (At::Object | At::Item, Iri | Name | Label | Number) => Some(self.behind()),
            (At::Object | At::Item, Word) => {
                let is_boolean =
                    self.is_word(token, "true", false) || self.is_word(token, "false", false);
                is_boolean.then(|| self.behind())
            }
            (At::Object | At::Item, Kind::String { quotes }) => self.string(token, quotes),
            (At::Object | At::Item, Sign(b'[')) => {
                Some(self.opens(Open::Properties { subject: false }))
            }
            (At::Object | At::Item, Sign(b'(')) => Some(self.opens(Open::List { subject: false })),
            (At::Item, Sign(b')')) => match self.open.pop() {
                Some(Open::List { subject: true }) => Some(At::Subject { graph: false }),
                _ => Some(self.behind()),
            },
            (At::String, Kind::At) => Some(self.behind()),
            (At::String, Carets) => Some(At::Datatype),
            (At::Datatype, Iri | Name) => Some(self.behind()),
            (At::String, _) => {
                self.at = self.behind();
                self.step(token)
            }
            (At::Behind, Sign(b',')) => Some(At::Object),
            (At::Behind | At::Semicolon, Sign(b';')) => Some(At::Semicolon),
            (At::Behind | At::Semicolon, Sign(b']')) => match self.open.pop()? {
                Open::Properties { subject: true } => Some(At::MaybeVerb),
                Open::Properties { subject: false } => Some(self.behind()),
                Open::List { .. } => None,
            },
            (At::Behind | At::Semicolon | At::MaybeVerb, Sign(b'.')) if self.open.is_empty() => {
                Some(if self.brace.is_some() { At::Start } else { At::End })
            }
            (At::Behind | At::Semicolon | At::MaybeVerb, Sign(b'}'))
                if self.open.is_empty() && self.brace.is_some() =>
            {
                self.close_graph();
                Some(At::End)
            }
            (At::Prefix { dot }, Name) if self.bytes.get(token.end - 1) == Some(&b':') => {
                self.prefix = Some(token);
                Some(At::Namespace { dot })
            }
            (At::Namespace { dot }, Iri) => {
                self.statement.declares = self.prefix.map(|name| Declares::Prefix(name, token));
                Some(if dot { At::Dot } else { At::End })
            }
            (At::Base { dot }, Iri) => {
                self.statement.declares = Some(Declares::Base(token));
                Some(if dot { At::Dot } else { At::End })
            }
            (At::Dot, Sign(b'.')) => Some(At::End),
            _ => None,
        }
    }

    fn opens(&mut self, open: Open) -> At {
        self.open.push(open);
        match open {
            Open::Properties { .. } => At::Properties,
            Open::List { .. } => At::Item,
        }
    }

    fn graph(&mut self, brace: Token) -> At {
        self.brace = Some(brace.start);
        At::Start
    }

    /// What may stand behind a whole object.
    fn behind(&self) -> At {
        if matches!(self.open.last(), Some(Open::List { .. })) { At::Item } else { At::Behind }
    }

    /// Checks the escapes of a string.
    fn string(&mut self, token: Token, quotes: usize) -> Option<At> {
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
                    return Some(At::Lost);
                }
            }
        }
        if quotes == 1 && memchr::memchr(b'\r', inner).is_some() {
            let expected = "a quotation mark that closes the string";
            self.wrong(token.start, token.end, expected);
            return Some(At::Lost);
        }
        Some(At::String)
    }
}

/// What the grammar expects, in words.
fn expected(at: At, open: Option<&Open>) -> &'static str {
    match (at, open) {
        (At::Start | At::Lost | At::End, _) => {
            "a statement, which begins with an IRI, a name, a blank node, \"@prefix\" or \"@base\""
        }
        (At::Subject { graph: false } | At::MaybeVerb | At::Properties | At::Semicolon, _) => {
            "an IRI, a name or \"a\" as the predicate"
        }
        (At::Subject { graph: true }, _) => {
            "an IRI, a name or \"a\" as the predicate, or the \"{\" of a graph"
        }
        (At::GraphName, _) => "the name of a graph",
        (At::GraphBlank, _) => "a \"]\", because a blank node that names a graph has no properties",
        (At::GraphOpen, _) => "the \"{\" of a graph",
        (At::Object, _) => "an IRI, a name, a blank node or a literal as the object",
        (At::Item, _) => "an item of the list, or the \")\" that closes it",
        (At::Datatype, _) => "the IRI or the name of a datatype",
        (At::Behind | At::String, Some(Open::Properties { .. })) => {
            "a \",\", a \";\", or the \"]\" that closes the blank node"
        }
        (At::String, Some(Open::List { .. })) => "an item of the list, or the \")\" that closes it",
        (At::Behind | At::String, _) => "a \",\", a \";\", or the \".\" behind the statement",
        (At::Prefix { .. }, _) => "a prefix and its colon",
        (At::Namespace { .. }, _) => "the IRI of a namespace",
        (At::Base { .. }, _) => "the IRI of the base",
        (At::Dot, _) => "the \".\" behind the directive",
    }
}
