//! Finds the ends of the records of Turtle and TriG: of statements, and of the blank lines and
//! comments between them.

use memchr::memchr;

use super::token::{self, Kind, Lost, Next};

/// The records of some bytes, one behind the other.
pub(crate) struct Cutter {
    trig: bool,
    /// Where the record begins that is being read, and where its next token is looked for.
    start: usize,
    at: usize,
    form: Form,
    /// How many braces are open.
    depth: u32,
    lost: Lost,
}

/// What is known of the record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Nothing: no token was read.
    New,
    /// It ends with a dot or a closing brace.
    Statement,
    /// It ends with its first IRI, as `PREFIX` and `BASE` do, or with a dot.
    Directive,
}

/// The end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Found(usize),
    /// It lies behind these bytes, and no earlier than behind the token that begins here.
    Behind(usize),
}

impl Cutter {
    pub(crate) fn new(trig: bool) -> Self {
        Self { trig, start: 0, at: 0, form: Form::New, depth: 0, lost: Lost::default() }
    }

    /// The bytes before the start of the current record are gone.
    pub(crate) fn forget(&mut self) {
        self.lost = self.lost.map(|until| until.saturating_sub(self.start));
        (self.at, self.start) = (self.at - self.start, 0);
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
                let text = bytes.get(token.start..token.end).unwrap_or_default();
                let is = |word: &[u8]| text.eq_ignore_ascii_case(word);
                let declares = token.kind == Kind::Word && (is(b"prefix") || is(b"base"));
                self.form = if declares { Form::Directive } else { Form::Statement };
            }
            let ends = match token.kind {
                Kind::Iri => self.form == Form::Directive,
                Kind::Sign(b'.') | Kind::Wrong(_) => self.depth == 0 && token.is_end(bytes),
                Kind::Sign(b'{') if self.trig => {
                    self.depth += 1;
                    false
                }
                Kind::Sign(b'}') if self.trig => {
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
                return self.found(end);
            }
            self.at = token.end;
        }
    }

    fn found(&mut self, end: usize) -> End {
        (self.start, self.at, self.form, self.depth) = (end, end, Form::New, 0);
        End::Found(end)
    }
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
            Some(b'#') => match memchr(b'\n', rest) {
                Some(length) if memchr(b'\r', rest[..length].trim_ascii()).is_none() => length,
                _ => return end,
            },
            _ => return end,
        };
        end += length + 1;
    }
}

/// The end of the line behind a statement, if only blanks and a comment follow, or the end of the
/// statement. `None` if the bytes do not say.
fn line_end(bytes: &[u8], end: usize, is_all: bool) -> Option<usize> {
    let rest = bytes.get(end..).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    let line = |from: usize| memchr(b'\n', &rest[from..]).map(|at| from + at);
    match rest.get(blanks) {
        Some(b'\n') => Some(end + blanks + 1),
        Some(b'#') => match line(blanks) {
            Some(at) if memchr(b'\r', rest[blanks..at].trim_ascii_end()).is_some() => Some(end),
            Some(at) => Some(end + at + 1),
            None if is_all => Some(bytes.len()),
            None => None,
        },
        Some(_) => Some(end),
        None if is_all => Some(bytes.len()),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str, trig: bool) -> Vec<&str> {
        let (mut cutter, mut records, mut start) = (Cutter::new(trig), Vec::new(), 0);
        while start < text.len() {
            let End::Found(end) = cutter.next(text.as_bytes(), true) else { break };
            records.push(&text[start..end]);
            start = end;
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
        assert_eq!(records(TEXT, false), expected);
    }

    #[test]
    fn a_graph_is_one_record() {
        let text =
            "<g> { <s> <p> <o> . <s> <p> <}> } # x\nGRAPH _:a {\n}\n{} <s> <p> <o> .\n<g> { <s>";
        let expected = [
            "<g> { <s> <p> <o> . <s> <p> <}> } # x\n",
            "GRAPH _:a {\n}\n",
            "{}",
            " <s> <p> <o> .\n",
            "<g> { <s>",
        ];
        assert_eq!(records(text, true), expected);
    }

    /// However the bytes come, the records are the same.
    #[test]
    fn records_do_not_depend_on_how_bytes_come() {
        let whole = records(TEXT, false);
        for step in 1..40 {
            let (mut cutter, mut found, mut start) = (Cutter::new(false), Vec::new(), 0);
            for limit in (0..TEXT.len() + step).step_by(step) {
                let limit = limit.min(TEXT.len());
                let is_all = limit == TEXT.len();
                while start < limit {
                    let End::Found(end) = cutter.next(&TEXT.as_bytes()[..limit], is_all) else {
                        break;
                    };
                    found.push(&TEXT[start..end]);
                    start = end;
                }
            }
            // Gaps may come in pieces.
            let text = |it: &[&str]| -> Vec<String> {
                let it = it.iter().filter(|it| !it.trim().is_empty() && !it.starts_with('#'));
                it.map(|it| it.trim_start_matches("\n# c\n").to_owned())
                    .filter(|it| !it.is_empty())
                    .collect()
            };
            assert_eq!(found.concat(), TEXT, "{step}");
            assert_eq!(text(&found), text(&whole), "{step}");
        }
    }
}
