//! Divides Turtle and TriG (RDF 1.1 and 1.2) into tokens. Above each arm stands the terminal of the grammar that it reads.

use memchr::{memchr, memchr2, memchr3};

use super::super::label;
use super::name::is_inner;
use crate::escapes;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `<...>`. The characters between the brackets are not checked.
    Iri,
    /// A prefixed name, or a namespace with its colon.
    Name,
    /// Letters without a colon: `a`, `true`, `PREFIX`.
    Word,
    /// `@prefix`, `@base`, `@version`, or a language tag with or without a base direction.
    At,
    /// A string with so many quotes on each side. Its escapes are not checked.
    String {
        quotes: u8,
    },
    Number,
    /// A blank node with a label.
    Label,
    /// `^^`
    Carets,
    /// `. , ; [ ] ( ) { } ~`
    Sign(u8),
    /// `<<`
    OpenReified,
    /// `>>`
    CloseReified,
    /// `<<(`
    OpenTerm,
    /// `)>>`
    CloseTerm,
    /// `{|`
    OpenAnnotation,
    /// `|}`
    CloseAnnotation,
    /// No token.
    Wrong(Fault),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Iri,
    String,
    LongString,
    Number,
    At,
    Direction,
    Label,
    Other,
}

impl Fault {
    pub(crate) fn expected(self) -> &'static str {
        match self {
            Self::Iri => "a \">\" that closes the IRI",
            Self::String => "a quotation mark that closes the string",
            Self::LongString => "three quotation marks that close the string, within 16 MiB",
            Self::Number => "a number, which has a digit",
            Self::At => "a directive or a language tag",
            Self::Direction => "a language tag whose base direction is --ltr or --rtl",
            Self::Label => "a blank node, such as \"_:a\"",
            Self::Other => "an IRI, a name or a literal",
        }
    }
}

impl Token {
    /// The same where so many bytes before it are gone.
    #[inline]
    pub(crate) fn moved(self, gone: usize) -> Self {
        Self { start: self.start - gone, end: self.end - gone, ..self }
    }

    /// Whether a statement ends here: with a dot, or with a line that an open string or IRI takes and
    /// that has a dot at its end.
    pub(crate) fn is_end(&self, bytes: &[u8]) -> bool {
        match self.kind {
            Kind::Sign(b'.') => true,
            Kind::Wrong(_) if self.end > self.start + 1 => bytes.get(self.end - 1) == Some(&b'.'),
            _ => false,
        }
    }
}

/// The next token, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Token(Token),
    /// The bytes end. The rest, from this byte, is blank.
    End,
    /// The bytes end in or directly after a token, which begins here and may go on.
    More(usize),
}

/// How far the end of a long string is looked for. A string that is never closed would else take the
/// rest of the document, and all of it would have to be held in memory.
pub(crate) const LONG: usize = 16 << 20;

/// For each kind of quotes, the byte before which a long string is looked for in its line only,
/// because one that begins before it is not closed before it. So a text of many such strings is not
/// read again for each.
pub(crate) type Lost = [usize; 2];

/// The first token from `at` on. `is_all` says that no bytes follow these.
pub(crate) fn next(bytes: &[u8], at: usize, is_all: bool, lost: &mut Lost) -> Next {
    let start = blank(bytes, at);
    match bytes.get(start) {
        None => return Next::End,
        // An incomplete comment.
        Some(b'#') => return if is_all { Next::End } else { Next::More(start) },
        Some(_) => {}
    }
    let mut scan = Scan { bytes, seen: start, lost: *lost, gave_up: false };
    let (kind, length) = scan.token(start);
    let end = (start + length).min(bytes.len());
    if scan.seen.max(end) >= bytes.len() && !is_all && !scan.gave_up {
        return Next::More(start);
    }
    *lost = scan.lost;
    Next::Token(Token { kind, start, end })
}

/// The first byte from `at` on that is neither blank nor in a comment that ends in these bytes.
pub(crate) fn blank(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
            Some(b'#') => match memchr2(b'\n', b'\r', &bytes[at..]) {
                Some(length) => at += length,
                None => return at,
            },
            _ => return at,
        }
    }
}

struct Scan<'b> {
    bytes: &'b [u8],
    /// The last byte that was looked at.
    seen: usize,
    lost: Lost,
    /// Whether a long string was not closed, however many bytes follow.
    gave_up: bool,
}

impl Scan<'_> {
    fn get(&mut self, at: usize) -> Option<u8> {
        self.seen = self.seen.max(at);
        self.bytes.get(at).copied()
    }

    /// The kind and the length of the token at a byte.
    fn token(&mut self, at: usize) -> (Kind, usize) {
        let second = self.get(at + 1);
        match self.bytes[at] {
            // '<<(' and '<<'
            b'<' if second == Some(b'<') => match self.get(at + 2) {
                Some(b'(') => (Kind::OpenTerm, 3),
                _ => (Kind::OpenReified, 2),
            },
            // '>>'
            b'>' if second == Some(b'>') => (Kind::CloseReified, 2),
            // ')>>'
            b')' if second == Some(b'>') => match self.get(at + 2) {
                Some(b'>') => (Kind::CloseTerm, 3),
                _ => (Kind::Sign(b')'), 1),
            },
            // '{|' and '|}'
            b'{' if second == Some(b'|') => (Kind::OpenAnnotation, 2),
            b'|' if second == Some(b'}') => (Kind::CloseAnnotation, 2),
            // IRIREF ::= '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'
            b'<' => self.iri(at),
            // STRING_LITERAL_QUOTE, STRING_LITERAL_SINGLE_QUOTE, STRING_LITERAL_LONG_QUOTE and
            // STRING_LITERAL_LONG_SINGLE_QUOTE
            quote @ (b'"' | b'\'') => self.string(at, quote),
            // INTEGER, DECIMAL and DOUBLE
            b'.' if second.is_some_and(|it| it.is_ascii_digit()) => self.number(at),
            b'+' | b'-' | b'0'..=b'9' => self.number(at),
            sign @ (b'.' | b',' | b';' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'~') => (Kind::Sign(sign), 1),
            b'^' if second == Some(b'^') => (Kind::Carets, 2),
            // LANG_DIR ::= '@' [a-zA-Z]+ ( '-' [a-zA-Z0-9]+ )* ( '--' [a-zA-Z]+ )?
            b'@' => self.at(at),
            // BLANK_NODE_LABEL ::= '_:' ( PN_CHARS_U | [0-9] ) ( ( PN_CHARS | '.' )* PN_CHARS )?
            b'_' if second == Some(b':') => {
                let length = self.word(at + 2) + 2;
                match label::length(&self.bytes[at..(at + length).min(self.bytes.len())]) {
                    Some(length) => (Kind::Label, length),
                    None => (Kind::Wrong(Fault::Label), length),
                }
            }
            // PNAME_NS ::= PN_PREFIX? ':'    PNAME_LN ::= PNAME_NS PN_LOCAL
            byte if is_inner(byte) => {
                let length = self.word(at);
                first(&self.bytes[at..at + length])
            }
            _ => (Kind::Wrong(Fault::Other), escapes::char_end(self.bytes, at) - at),
        }
    }

    /// An IRI extends to the next `>` of its line.
    fn iri(&mut self, at: usize) -> (Kind, usize) {
        let rest = &self.bytes[at..];
        let found = memchr2(b'>', b'\n', rest);
        let length = found.unwrap_or(rest.len());
        self.seen = self.seen.max(at + length);
        match rest.get(length) {
            Some(b'>') => (Kind::Iri, length + 1),
            _ => (Kind::Wrong(Fault::Iri), trim_cr(rest, length)),
        }
    }

    fn string(&mut self, start: usize, quote: u8) -> (Kind, usize) {
        let is_quote = |byte| byte == Some(quote);
        let opening = match (is_quote(self.get(start + 1)), is_quote(self.get(start + 2))) {
            (true, true) => 3,
            (true, false) => return (Kind::String { quotes: 1 }, 2),
            _ => 1,
        };
        let line = || memchr(b'\n', &self.bytes[start..]).map_or(self.bytes.len(), |at| start + at);
        let kind = usize::from(quote == b'"');
        let is_lost = opening == 3 && start < self.lost[kind];
        let whole = match opening {
            1 => self.bytes.len(),
            _ if is_lost => line(),
            _ => self.bytes.len().min(start + LONG),
        };
        let (bytes, mut at) = (&self.bytes[..whole], start + opening);
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let stop = match opening {
                1 => memchr3(quote, b'\\', b'\n', rest),
                _ => memchr2(quote, b'\\', rest),
            };
            let Some(length) = stop else { break };
            at += length;
            self.seen = self.seen.max(at);
            match bytes[at] {
                b'\\' if self.get(at + 1) == Some(b'\n') && opening == 1 => at += 1,
                b'\\' => at += 2,
                b'\n' => {
                    return (Kind::Wrong(Fault::String), trim_cr(&bytes[start..], at - start));
                }
                _ if opening == 1 => return (Kind::String { quotes: 1 }, at + 1 - start),
                _ if is_quote(self.get(at + 1)) && is_quote(self.get(at + 2)) => {
                    return (Kind::String { quotes: 3 }, at + 3 - start);
                }
                _ => at += 1,
            }
        }
        // The string is never closed. It takes one line, so that the rest is not lost.
        self.seen = self.bytes.len();
        if opening == 3 {
            self.gave_up = whole < self.bytes.len();
            self.lost[kind] = self.lost[kind].max(whole);
        }
        let rest = &self.bytes[start..whole];
        let fault = if opening == 1 { Fault::String } else { Fault::LongString };
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        (Kind::Wrong(fault), trim_cr(rest, length))
    }

    /// The longest number: `-1`, `.5`, `1.5`, `1.e5`. A dot that no digit or exponent follows ends a
    /// statement.
    fn number(&mut self, start: usize) -> (Kind, usize) {
        let mut at = start + usize::from(matches!(self.bytes[start], b'+' | b'-'));
        let whole = self.digits(&mut at);
        let mut fraction = 0;
        if self.get(at) == Some(b'.') {
            let mut behind = at + 1;
            fraction = self.digits(&mut behind);
            if fraction > 0 || whole > 0 && self.exponent(behind).is_some() {
                at = behind;
            }
        }
        if whole + fraction == 0 {
            return (Kind::Wrong(Fault::Number), 1);
        }
        if let Some(end) = self.exponent(at) {
            at = end;
        }
        (Kind::Number, at - start)
    }

    fn digits(&mut self, at: &mut usize) -> usize {
        let start = *at;
        while self.get(*at).is_some_and(|byte| byte.is_ascii_digit()) {
            *at += 1;
        }
        *at - start
    }

    /// The end of the exponent at this byte.
    fn exponent(&mut self, at: usize) -> Option<usize> {
        self.get(at).filter(|byte| matches!(byte, b'e' | b'E'))?;
        let mut at = at + 1;
        at += usize::from(matches!(self.get(at), Some(b'+' | b'-')));
        (self.digits(&mut at) > 0).then_some(at)
    }

    /// `@` and letters, then groups of letters and digits after hyphens, then perhaps a base direction
    /// after two hyphens.
    fn at(&mut self, start: usize) -> (Kind, usize) {
        let (mut at, mut digits) = (start, false);
        loop {
            let from = at + 1;
            at = self.letters(from, digits);
            if at == from {
                let is_direction = digits && self.get(at) == Some(b'-');
                return if is_direction { self.direction(start, at + 1) } else { (Kind::Wrong(Fault::At), at - start) };
            }
            if self.get(at) != Some(b'-') {
                return (Kind::At, at - start);
            }
            digits = true;
        }
    }

    /// RDF 1.2 Concepts section 3.3: a base direction is `ltr` or `rtl`.
    fn direction(&mut self, start: usize, from: usize) -> (Kind, usize) {
        let end = self.letters(from, false);
        match self.bytes.get(from..end) {
            Some(b"ltr" | b"rtl") => (Kind::At, end - start),
            _ => (Kind::Wrong(Fault::Direction), end - start),
        }
    }

    /// The end of the letters from here on, or of the letters and digits.
    fn letters(&mut self, mut at: usize, digits: bool) -> usize {
        let fits = |byte: u8| byte.is_ascii_alphabetic() || digits && byte.is_ascii_digit();
        while self.get(at).is_some_and(fits) {
            at += 1;
        }
        at
    }

    /// The length of a name, of which dots are no end where more of the name follows.
    fn word(&mut self, start: usize) -> usize {
        let mut at = start;
        loop {
            match self.bytes.get(at) {
                Some(&byte) if is_inner(byte) || byte == b'%' => at += 1,
                Some(b'\\') if self.bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => {
                    at += 2;
                }
                Some(b'.') => {
                    let rest = &self.bytes[at..];
                    let dots = rest.iter().take_while(|byte| **byte == b'.').count();
                    self.seen = self.seen.max(at + dots);
                    match rest.get(dots) {
                        Some(&byte) if is_inner(byte) || matches!(byte, b'%' | b'\\') => at += dots,
                        _ => break,
                    }
                }
                _ => break,
            }
        }
        self.seen = self.seen.max(at + usize::from(self.bytes.get(at) == Some(&b'\\')));
        at - start
    }
}

/// The length without a CR at the end.
fn trim_cr(bytes: &[u8], length: usize) -> usize {
    length - usize::from(length > 1 && bytes.get(length - 1) == Some(&b'\r'))
}

/// The kind and the length of the longest token at the beginning of a word, which may hold more than one: a local part does not
/// begin with a dot, and a prefix does not end with one, so `e:.5` is a name and a number.
#[inline]
fn first(word: &[u8]) -> (Kind, usize) {
    let dot = || memchr(b'.', word).unwrap_or(word.len());
    match memchr(b':', word) {
        None => (Kind::Word, dot()),
        Some(colon) if colon > 0 && word.get(colon - 1) == Some(&b'.') => (Kind::Word, dot()),
        Some(colon) if word.get(colon + 1) == Some(&b'.') => (Kind::Name, colon + 1),
        Some(_) => (Kind::Name, word.len()),
    }
}
