//! Divides Turtle and TriG (W3C Recommendations of 25 February 2014) into tokens.

use memchr::{memchr, memchr2, memchr3};

use super::super::label;
use crate::escapes;

/// A token, and where it stands.
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
    /// `@prefix`, `@base`, or a language tag.
    At,
    /// A string with its quotes. Its escapes are not checked.
    String {
        quotes: usize,
    },
    Number,
    /// A blank node with a label.
    Label,
    /// `^^`
    Carets,
    /// `. , ; [ ] ( ) { }`
    Sign(u8),
    /// No token: what was expected in its place.
    Wrong(&'static str),
}

impl Token {
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
    /// The bytes end in or directly behind a token, which begins here and may go on.
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
            b'<' if second == Some(b'<') => {
                (Kind::Wrong("an IRI (a triple term, which RDF 1.2 adds, is not read)"), 2)
            }
            b'<' => self.iri(at),
            quote @ (b'"' | b'\'') => self.string(at, quote),
            b'.' if second.is_some_and(|it| it.is_ascii_digit()) => self.number(at),
            b'+' | b'-' | b'0'..=b'9' => self.number(at),
            sign @ (b'.' | b',' | b';' | b'[' | b']' | b'(' | b')' | b'{' | b'}') => {
                (Kind::Sign(sign), 1)
            }
            b'^' if second == Some(b'^') => (Kind::Carets, 2),
            b'@' => self.at(at),
            b'_' if second == Some(b':') => {
                let length = self.word(at + 2) + 2;
                match label::length(&self.bytes[at..(at + length).min(self.bytes.len())]) {
                    Some(length) => (Kind::Label, length),
                    None => (Kind::Wrong("a blank node, such as \"_:a\""), length),
                }
            }
            byte if is_inner(byte) => {
                let length = self.word(at);
                let word = &self.bytes[at..at + length];
                (if memchr(b':', word).is_some() { Kind::Name } else { Kind::Word }, length)
            }
            _ => {
                (Kind::Wrong("an IRI, a name or a literal"), escapes::char_end(self.bytes, at) - at)
            }
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
            _ => (Kind::Wrong("a \">\" that closes the IRI"), trim_cr(rest, length)),
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
                    let expected = "a quotation mark that closes the string";
                    return (Kind::Wrong(expected), trim_cr(&bytes[start..], at - start));
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
        let expected = match opening {
            1 => "a quotation mark that closes the string",
            _ => "three quotation marks that close the string, within 16 MiB",
        };
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        (Kind::Wrong(expected), trim_cr(rest, length))
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
            return (Kind::Wrong("a number, which has a digit"), 1);
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

    /// `@` and letters, then groups of letters and digits behind hyphens.
    fn at(&mut self, start: usize) -> (Kind, usize) {
        let (mut at, mut digits) = (start, false);
        loop {
            let from = at + 1;
            at = from;
            let fits = |byte: u8| byte.is_ascii_alphabetic() || digits && byte.is_ascii_digit();
            while self.get(at).is_some_and(fits) {
                at += 1;
            }
            if at == from {
                return (Kind::Wrong("a directive or a language tag"), at - start);
            }
            if self.get(at) != Some(b'-') {
                return (Kind::At, at - start);
            }
            digits = true;
        }
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

fn is_inner(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':') || !byte.is_ascii()
}

/// The length without a CR at the end.
fn trim_cr(bytes: &[u8], length: usize) -> usize {
    length - usize::from(length > 1 && bytes.get(length - 1) == Some(&b'\r'))
}

/// The byte of a prefixed name that its grammar does not allow, and what was expected there.
/// `PNAME_NS` is a name without a local part.
pub(crate) fn wrong_name(name: &str) -> Option<(usize, &'static str)> {
    let colon = name.find(':')?;
    let (prefix, local) = (&name[..colon], &name[colon + 1..]);
    let is_plain = |it: &str| it.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = |it: &str| it.bytes().next().is_none_or(|byte| byte.is_ascii_alphabetic());
    if begins(prefix) && is_plain(prefix) && is_plain(local) {
        return None;
    }
    let mut last = ' ';
    for (at, c) in prefix.char_indices() {
        let fits = if at == 0 { label::is_base(c) } else { label::is_inner(c) || c == '.' };
        if !fits {
            return Some((at, "a prefix, which begins with a letter and has letters and digits"));
        }
        last = c;
    }
    if last == '.' {
        return Some((colon - 1, "a prefix, which does not end with a dot"));
    }
    wrong_local(local).map(|(at, expected)| (colon + 1 + at, expected))
}

fn wrong_local(local: &str) -> Option<(usize, &'static str)> {
    const LOCAL: &str = "the local part of a name, in which \\ stands before punctuation";
    const HEX: &str = "two hexadecimal digits behind \"%\"";
    let (bytes, mut at) = (local.as_bytes(), 0);
    while let Some(c) = local.get(at..).and_then(|rest| rest.chars().next()) {
        let hex = |nth: usize| bytes.get(at + nth).is_some_and(u8::is_ascii_hexdigit);
        at += match c {
            '%' if hex(1) && hex(2) => 3,
            '%' => return Some((at, HEX)),
            '\\' if bytes.get(at + 1).is_some_and(|it| b"_~.-!$&'()*+,;=/?#@%".contains(it)) => 2,
            ':' => 1,
            '.' if at > 0 && at + 1 < local.len() => 1,
            c if label::is_inner(c)
                && (at > 0 || c == '_' || c.is_ascii_digit() || label::is_base(c)) =>
            {
                c.len_utf8()
            }
            _ => return Some((at, LOCAL)),
        };
    }
    None
}
