//! Finds the ends of the records of Turtle and TriG: of statements, and of the blank lines and
//! comments between them. It keeps the tokens that it finds, so that a statement is read by the grammar
//! without being scanned again.

use std::ops::Range;

use memchr::memchr2;

use super::grammar::Syntax;
use super::lost;
use super::token::{self, Kind, Lost, Next, Token};

/// The records of some bytes, one after the other.
pub(crate) struct Cutter {
    syntax: Syntax,
    /// Where the record begins that is being read, and where its next token is looked for.
    start: usize,
    at: usize,
    form: Form,
    depth: u32,
    lost: Lost,
    /// What the next cut says of the record.
    angles: usize,
    look: bool,
    /// Whether the last token is a string.
    after_string: bool,
    /// The tokens of the records so far.
    tokens: Vec<Token>,
    /// Where the tokens of the current record begin. `None` if there are too many to keep.
    first: Option<usize>,
}

/// A record: where it ends, and which of the tokens are its own. `None` if they were not kept.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) end: usize,
    pub(crate) tokens: Option<Range<usize>>,
    /// How many `<` begin its tokens. If it has more, they are in strings, comments or IRIs.
    pub(crate) angles: usize,
    /// Whether it may be a directive, or has a token that no valid statement has there. What an invalid statement may
    /// have declared is looked for in such records only, because the others hold no directive outside of strings,
    /// comments and IRIs.
    pub(crate) look: bool,
}

/// How many tokens of a record are kept. A graph of TriG is one record, and may be as large as a document;
/// the tokens of a larger one would take more memory than the time to find them again is worth.
const MOST: usize = 1 << 18;

/// What is known of the record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Nothing: no token was read.
    New,
    /// It ends with a dot or a closing brace.
    Statement,
    /// It ends with its first IRI, as `PREFIX` and `BASE` do, or with a dot.
    Directive,
    /// It ends with its first string, as `VERSION` does, or with a dot.
    Version,
}

#[derive(Clone, Debug)]
pub(crate) enum End {
    Found(Cut),
    /// It lies after these bytes, and no earlier than after the token that begins here.
    Behind(usize),
}

impl Cutter {
    pub(crate) fn new(syntax: Syntax) -> Self {
        let (start, at, form, depth, lost) = (0, 0, Form::New, 0, Lost::default());
        let (angles, look, after_string) = (0, false, false);
        Self { syntax, start, at, form, depth, lost, angles, look, after_string, tokens: Vec::new(), first: Some(0) }
    }

    pub(crate) fn tokens(&self, cut: &Cut) -> Option<&[Token]> {
        self.tokens.get(cut.tokens.clone()?)
    }

    /// The bytes before the start of the current record are gone. Returns the tokens of these bytes.
    pub(crate) fn forget(&mut self) -> Vec<Token> {
        self.lost = self.lost.map(|until| until.saturating_sub(self.start));
        let first = self.first.unwrap_or(self.tokens.len());
        let mut rest = self.tokens.split_off(first);
        rest.iter_mut().for_each(|token| *token = token.moved(self.start));
        (self.at, self.start, self.first) = (self.at - self.start, 0, self.first.map(|_| 0));
        std::mem::replace(&mut self.tokens, rest)
    }

    /// The end of the next record of these bytes, which are those of the last call and perhaps more.
    /// `is_all` says that no others follow.
    pub(crate) fn next(&mut self, bytes: &[u8], is_all: bool) -> End {
        if self.form == Form::New {
            let gap = gap(bytes, self.start);
            if gap > self.start {
                return self.found(gap);
            }
        }
        loop {
            let token = match token::next(bytes, self.at, is_all, &mut self.lost) {
                Next::Token(token) => token,
                Next::End if is_all => return self.found(bytes.len()),
                Next::End => return End::Behind(bytes.len()),
                Next::More(at) => return End::Behind(at),
            };
            if self.form == Form::New {
                (self.form, self.look) = self.begins(token, bytes);
            } else if matches!(token.kind, Kind::Word | Kind::At | Kind::Wrong(_)) || is_glued(token, bytes) {
                self.look |= self.is_odd(token, bytes);
            }
            let ends = match token.kind {
                Kind::Iri => self.form == Form::Directive,
                Kind::String { .. } => self.form == Form::Version,
                Kind::Sign(b'.') | Kind::Wrong(_) => self.depth == 0 && token.is_end(bytes),
                Kind::Sign(b'{') if self.syntax == Syntax::Trig => {
                    self.depth += 1;
                    false
                }
                Kind::Sign(b'}') if self.syntax == Syntax::Trig => {
                    self.depth = self.depth.saturating_sub(1);
                    self.depth == 0
                }
                _ => false,
            };
            if ends {
                let Some(end) = line_end(bytes, token.end, is_all) else {
                    // The token is read again, with what follows it.
                    self.depth += u32::from(token.kind == Kind::Sign(b'}'));
                    self.at = token.start;
                    return End::Behind(token.start);
                };
                self.keep(token);
                return self.found(end);
            }
            self.keep(token);
            self.at = token.end;
        }
    }

    /// What a record is that begins with a token, and whether it is looked at.
    fn begins(&self, token: Token, bytes: &[u8]) -> (Form, bool) {
        let text = bytes.get(token.start..token.end).unwrap_or_default();
        let is = |word: &[u8]| text.eq_ignore_ascii_case(word);
        match token.kind {
            Kind::Word if is(b"prefix") || is(b"base") => (Form::Directive, true),
            Kind::Word if is(b"version") => (Form::Version, false),
            Kind::Word => (Form::Statement, !(self.syntax == Syntax::Trig && is(b"graph"))),
            kind => (Form::Statement, matches!(kind, Kind::At | Kind::Wrong(_)) || is_glued(token, bytes)),
        }
    }

    /// Whether no valid statement has the token here, after others. A language tag with a blank before it is odd as
    /// well, because it is rather a directive after a forgotten dot.
    fn is_odd(&self, token: Token, bytes: &[u8]) -> bool {
        let text = bytes.get(token.start..token.end).unwrap_or_default();
        let is = |word: &[u8]| text.eq_ignore_ascii_case(word);
        match token.kind {
            Kind::Word => !matches!(text, b"a" | b"true" | b"false"),
            Kind::At => !self.after_string || token.start > self.at || is(b"@prefix") || is(b"@base"),
            _ => true,
        }
    }

    #[inline]
    fn keep(&mut self, token: Token) {
        self.angles += match token.kind {
            Kind::Iri => 1,
            Kind::OpenReified | Kind::OpenTerm => 2,
            _ => 0,
        };
        self.after_string = matches!(token.kind, Kind::String { .. });
        let Some(first) = self.first else { return };
        if self.tokens.len() - first < MOST {
            self.tokens.push(token);
        } else {
            self.tokens.truncate(first);
            self.tokens.shrink_to(MOST);
            self.first = None;
        }
    }

    fn found(&mut self, end: usize) -> End {
        (self.start, self.at, self.form, self.depth) = (end, end, Form::New, 0);
        let next = self.tokens.len();
        let first = self.first.replace(next);
        let (angles, look) = (std::mem::take(&mut self.angles), std::mem::take(&mut self.look));
        End::Found(Cut { end, tokens: first.map(|first| first..next), angles, look })
    }
}

/// Whether a name may be a directive with a forgotten blank, such as `PREFIXe:`.
#[inline]
fn is_glued(token: Token, bytes: &[u8]) -> bool {
    token.kind == Kind::Name && bytes.get(token.start..token.end).is_some_and(lost::is_glued)
}

/// The end of the whole lines from here on that are blank or have only a comment.
fn gap(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    loop {
        let rest = bytes.get(end..).unwrap_or_default();
        // A line with anything else is not read to its end, because it may hold many statements.
        // White space as Turtle has it: a form feed is an error, and begins a statement.
        let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\r');
        let blanks = rest.iter().take_while(is_blank).count();
        let length = match rest.get(blanks) {
            Some(b'\n') => blanks,
            // What follows a CR within the line may be a statement.
            Some(b'#') => match memchr2(b'\n', b'\r', rest) {
                Some(length) if rest.get(length) == Some(&b'\n') => length,
                Some(length) if rest.get(length + 1) == Some(&b'\n') => length + 1,
                _ => return end,
            },
            _ => return end,
        };
        end += length + 1;
    }
}

/// The end of the line after a statement, if only blanks and a comment follow, or the end of the
/// statement. `None` if the bytes do not say.
pub(super) fn line_end(bytes: &[u8], end: usize, is_all: bool) -> Option<usize> {
    let rest = bytes.get(end..).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    match rest.get(blanks) {
        Some(b'\n') => Some(end + blanks + 1),
        // A comment ends at CR, too, and what follows it is another statement.
        Some(b'#') => match memchr2(b'\n', b'\r', &rest[blanks..]) {
            Some(length) => match &rest[blanks + length..] {
                [b'\n', ..] => Some(end + blanks + length + 1),
                [b'\r', b'\n', ..] => Some(end + blanks + length + 2),
                [b'\r'] if !is_all => None,
                [b'\r'] => Some(bytes.len()),
                _ => Some(end),
            },
            None => is_all.then_some(bytes.len()),
        },
        Some(_) => Some(end),
        None if is_all => Some(bytes.len()),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str, syntax: Syntax) -> Vec<&str> {
        let (mut cutter, mut records, mut start) = (Cutter::new(syntax), Vec::new(), 0);
        while start < text.len() {
            let End::Found(cut) = cutter.next(text.as_bytes(), true) else { break };
            records.push(&text[start..cut.end]);
            start = cut.end;
        }
        records
    }

    const TEXT: &str = "\n# c\n@prefix a: <b> . # x\nPREFIX a: <b>\n  a:b.c a:d 1.5, .5, 1. <s> <p> \"\"\".\n\"\"\"\n  ; a:q '.' . # y\n\n_:a.b <p> [ <.> 1.e5 ] .\n<a> <b .\n<c> <d> \"x .\n. <e> <f> <g> .";

    #[test]
    fn a_record_is_a_statement() {
        let expected = [
            "\n# c\n",
            "@prefix a: <b> . # x\n",
            "PREFIX a: <b>\n",
            "  a:b.c a:d 1.5, .5, 1.",
            " <s> <p> \"\"\".\n\"\"\"\n  ; a:q '.' . # y\n",
            "\n",
            "_:a.b <p> [ <.> 1.e5 ] .\n",
            "<a> <b .\n",
            "<c> <d> \"x .\n",
            ".",
            " <e> <f> <g> .",
        ];
        assert_eq!(records(TEXT, Syntax::Turtle), expected);
    }

    #[test]
    fn a_graph_is_one_record() {
        let text = "<g> { <s> <p> <o> . <s> <p> <}> } # x\nGRAPH _:a {\n}\n{} <s> <p> <o> .\n<g> { <s>";
        let expected =
            ["<g> { <s> <p> <o> . <s> <p> <}> } # x\n", "GRAPH _:a {\n}\n", "{}", " <s> <p> <o> .\n", "<g> { <s>"];
        assert_eq!(records(text, Syntax::Trig), expected);
    }

    /// However the bytes come, the records are the same.
    #[test]
    fn records_do_not_depend_on_how_bytes_come() {
        let whole = records(TEXT, Syntax::Turtle);
        for step in 1..40 {
            let (mut cutter, mut found, mut start) = (Cutter::new(Syntax::Turtle), Vec::new(), 0);
            for limit in (0..TEXT.len() + step).step_by(step) {
                let limit = limit.min(TEXT.len());
                let is_all = limit == TEXT.len();
                while start < limit {
                    let End::Found(cut) = cutter.next(&TEXT.as_bytes()[..limit], is_all) else {
                        break;
                    };
                    found.push(&TEXT[start..cut.end]);
                    start = cut.end;
                }
            }
            // Gaps may come in pieces.
            let text = |it: &[&str]| -> Vec<String> {
                let it = it.iter().filter(|it| !it.trim().is_empty() && !it.starts_with('#'));
                it.map(|it| it.trim_start_matches("\n# c\n").to_owned()).filter(|it| !it.is_empty()).collect()
            };
            assert_eq!(found.concat(), TEXT, "{step}");
            assert_eq!(text(&found), text(&whole), "{step}");
        }
    }
}
