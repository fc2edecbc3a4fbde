//! Scans lines of N-Triples and N-Quads (W3C Recommendations of 25 February 2014, with what RDF 1.2
//! adds: triple terms, base directions and versions): finds each IRI and the first error of the
//! grammar.

use std::ops::Range;

use memchr::{memchr, memchr3};

use super::label;
use crate::error::Error;
use crate::escapes::{self, Escapes};

/// An error of the grammar: its range in the line, and what was expected there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) expected: &'static str,
}

impl Wrong {
    /// The same with the text in which it was found.
    pub(crate) fn error(&self, text: &str) -> Error {
        let found = text.get(self.start..).and_then(|rest| rest.chars().next());
        let found = found.map_or_else(|| "the end".to_owned(), Error::found);
        let message = format!("expected {}, found {found}", self.expected);
        Error::new(self.start..self.end, message)
    }
}

/// What a statement may have: a quad may name its graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Triple,
    Quad,
}

/// Scans a line without its terminator and appends the range of each IRI to `iris`, without the
/// angle brackets. The characters of an IRI are not checked: it extends to the next `>`.
///
/// A line may hold several statements with CRs between them, because a CR ends a line as well. The
/// scan ends at the first error, so `iris` then has the IRIs before it.
pub(crate) fn scan(line: &[u8], kind: Kind, iris: &mut Vec<Range<usize>>) -> Result<(), Wrong> {
    let mut scan = Scan { line, at: 0, iris };
    loop {
        match scan.next() {
            None => return Ok(()),
            Some(b'\r') => scan.at += 1,
            Some(b'#') => scan.comment(),
            Some(b'V') if scan.rest().starts_with(b"VERSION") => scan.version()?,
            Some(_) => scan.statement(kind)?,
        }
    }
}

struct Scan<'l> {
    line: &'l [u8],
    at: usize,
    iris: &'l mut Vec<Range<usize>>,
}

impl Scan<'_> {
    /// The byte after blanks. Without the attribute, here and below, `check` takes 3 % more
    /// instructions.
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        while let Some(&(b' ' | b'\t')) = self.line.get(self.at) {
            self.at += 1;
        }
        self.line.get(self.at).copied()
    }

    fn wrong<T>(&self, expected: &'static str) -> Result<T, Wrong> {
        self.wrong_until(escapes::char_end(self.line, self.at), expected)
    }

    fn wrong_until<T>(&self, end: usize, expected: &'static str) -> Result<T, Wrong> {
        Err(Wrong { start: self.at, end, expected })
    }

    fn comment(&mut self) {
        let rest = self.line.get(self.at..).unwrap_or_default();
        self.at += memchr(b'\r', rest).unwrap_or(rest.len());
    }

    fn rest(&self) -> &[u8] {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// `VERSION` and a string.
    fn version(&mut self) -> Result<(), Wrong> {
        self.at += 7;
        match self.next() {
            Some(b'"') => self.string()?,
            _ => return self.wrong("a version between quotation marks"),
        }
        self.behind()
    }

    fn statement(&mut self, kind: Kind) -> Result<(), Wrong> {
        match self.next() {
            Some(b'<') => self.iri()?,
            Some(b'_') => self.label()?,
            _ => return self.wrong("a statement, which begins with an IRI or a blank node"),
        }
        self.predicate()?;
        match self.next() {
            Some(b'<') if self.line.get(self.at + 1) == Some(&b'<') => self.triple_terms()?,
            _ => self.object()?,
        }
        if kind == Kind::Quad {
            match self.next() {
                Some(b'<') => self.iri()?,
                Some(b'_') => self.label()?,
                _ => {}
            }
        }
        match self.next() {
            Some(b'.') => self.at += 1,
            _ if kind == Kind::Quad => {
                return self.wrong("the name of a graph, or a \".\" after the statement");
            }
            _ => return self.wrong("a \".\" after the statement"),
        }
        self.behind()
    }

    #[inline]
    fn predicate(&mut self) -> Result<(), Wrong> {
        match self.next() {
            Some(b'<') => self.iri(),
            _ => self.wrong("an IRI as the predicate"),
        }
    }

    #[inline]
    fn object(&mut self) -> Result<(), Wrong> {
        match self.next() {
            Some(b'<') => self.iri(),
            Some(b'_') => self.label(),
            Some(b'"') => self.literal(),
            _ => self.wrong("an IRI, a blank node or a literal as the object"),
        }
    }

    /// A triple term, of which the object may be another one.
    #[cold]
    fn triple_terms(&mut self) -> Result<(), Wrong> {
        let mut open = 0_usize;
        while self.next().is_some() && self.rest().starts_with(b"<<(") {
            (self.at, open) = (self.at + 3, open + 1);
            match self.next() {
                Some(b'<') => self.iri()?,
                Some(b'_') => self.label()?,
                _ => return self.wrong("an IRI or a blank node as the subject"),
            }
            self.predicate()?;
        }
        self.object()?;
        for _ in 0..open {
            self.next();
            if !self.rest().starts_with(b")>>") {
                return self.wrong("a \")>>\" that closes the triple term");
            }
            self.at += 3;
        }
        Ok(())
    }

    #[inline]
    fn behind(&mut self) -> Result<(), Wrong> {
        match self.next() {
            None | Some(b'\r' | b'#') => Ok(()),
            _ => self.wrong("the end of the line after the statement"),
        }
    }

    #[inline(always)]
    fn iri(&mut self) -> Result<(), Wrong> {
        let start = self.at + 1;
        let rest = self.line.get(start..).unwrap_or_default();
        if rest.first() == Some(&b'<') {
            return self.wrong("an IRI (a triple term may stand only as an object)");
        }
        let Some(length) = memchr(b'>', rest) else {
            return self.wrong_until(self.line.len(), "a \">\" that closes the IRI");
        };
        self.iris.push(start..start + length);
        self.at = start + length + 1;
        Ok(())
    }

    fn label(&mut self) -> Result<(), Wrong> {
        let rest = self.line.get(self.at..).unwrap_or_default();
        match label::length(rest) {
            Some(length) => {
                self.at += length;
                Ok(())
            }
            None => self.wrong("a blank node, such as \"_:a\""),
        }
    }

    fn literal(&mut self) -> Result<(), Wrong> {
        self.string()?;
        // Blanks may be between all tokens.
        self.next();
        match self.line.get(self.at..) {
            Some([b'@', ..]) => self.language(),
            Some([b'^', b'^', ..]) => {
                self.at += 2;
                match self.next() {
                    Some(b'<') => self.iri(),
                    _ => self.wrong("the IRI of a datatype"),
                }
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn string(&mut self) -> Result<(), Wrong> {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = self.line.get(self.at..).unwrap_or_default();
            let stop = memchr3(b'"', b'\\', b'\r', rest).and_then(|at| Some((at, *rest.get(at)?)));
            match stop {
                Some((length, b'"')) => {
                    self.at += length + 1;
                    return Ok(());
                }
                Some((length, b'\\')) => {
                    self.at += length;
                    let escaped = rest.get(length..).unwrap_or_default();
                    match escapes::escape(escaped, Escapes::Literal) {
                        Some((length, _)) => self.at += length,
                        None => return self.wrong(escapes::ESCAPE_OF_LITERAL),
                    }
                }
                _ => {
                    self.at = start;
                    let expected = "a quotation mark that closes the literal";
                    return self.wrong_until(self.line.len(), expected);
                }
            }
        }
    }

    /// `@` and a language tag: letters, then groups of letters and digits after hyphens, then perhaps
    /// two hyphens and a base direction.
    fn language(&mut self) -> Result<(), Wrong> {
        self.at += 1;
        let mut digits = false;
        loop {
            let rest = self.line.get(self.at..).unwrap_or_default();
            let fits = |byte: &&u8| byte.is_ascii_alphabetic() || digits && byte.is_ascii_digit();
            let length = rest.iter().take_while(fits).count();
            self.at += length;
            if length == 0 {
                return self.wrong("a language tag");
            }
            if rest.get(length) != Some(&b'-') {
                return Ok(());
            }
            self.at += 1;
            if rest.get(length + 1) == Some(&b'-') {
                self.at += 1;
                let direction = self.rest().get(..3).unwrap_or_default();
                let ends = self.rest().get(3).is_none_or(|byte| !byte.is_ascii_alphanumeric());
                if ends && matches!(direction, b"ltr" | b"rtl") {
                    self.at += 3;
                    return Ok(());
                }
                return self.wrong("a base direction, ltr or rtl");
            }
            digits = true;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;

    fn read(line: &str, kind: Kind) -> (Vec<&str>, Option<(usize, usize)>) {
        let mut iris = Vec::new();
        let wrong = scan(line.as_bytes(), kind, &mut iris).err();
        let iris = iris.into_iter().map(|range| &line[range]).collect();
        (iris, wrong.map(|it| (it.start, it.end)))
    }

    #[test]
    fn a_line_has_a_statement_a_comment_or_nothing() {
        for (line, iris) in [
            ("", &[][..]),
            (" \t", &[]),
            ("# <a>", &[]),
            ("<s><p><o>.", &["s", "p", "o"]),
            ("\t<s> \t<p> <o> .# <c>", &["s", "p", "o"]),
            ("_:a.b <p> _:b.", &["p"]),
            ("_:a <p> \"\" .", &["p"]),
            ("_:a <p> \"<x> . \\\" # \\u0041\\U0001F600\" .", &["p"]),
            ("_:a <p> \"é\"@en .", &["p"]),
            ("_:a <p> \"x\"@en-GB-1997 .", &["p"]),
            ("_:a <p> \"x\"^^<d> .", &["p", "d"]),
            ("_:a <p> \"x\" ^^ <d> .", &["p", "d"]),
            ("_:a <p> \"x\" @en .", &["p"]),
            ("<a b> <p\\n> <> .", &["a b", "p\\n", ""]),
            ("<s> <p> <<( <s> <p> <o> )>> .", &["s", "p", "s", "p", "o"]),
            ("<s><p><<(_:a<p><<(<s><q>\"x\"^^<d>)>>)>>.", &["s", "p", "p", "s", "q", "d"]),
            ("_:a <p> \"x\"@en-GB--ltr .", &["p"]),
            ("VERSION \"1.2\" # x", &[]),
            ("_:a <p> <o> .\r_:a <q> <o> . # x\r\r<s> <p> <o>.", &["p", "o", "q", "o", "s", "p", "o"]),
        ] {
            let (found, wrong) = read(line, Kind::Triple);
            assert_eq!((found, wrong), (iris.to_vec(), None), "{line}");
        }
        assert_eq!(read("<s> <p> <o> <g> .", Kind::Quad), (vec!["s", "p", "o", "g"], None));
        assert_eq!(read("<s> <p> \"o\"@en _:g .", Kind::Quad), (vec!["s", "p"], None));
        assert_eq!(read("<s> <p> <o> .", Kind::Quad), (vec!["s", "p", "o"], None));
    }

    #[test]
    fn the_first_error_has_its_place() {
        for (line, place) in [
            ("x", (0, 1)),
            ("@prefix a: <b> .", (0, 1)),
            ("\"s\" <p> <o> .", (0, 1)),
            ("é", (0, 2)),
            ("<s> _:p <o> .", (4, 5)),
            ("<s> \"p\" <o> .", (4, 5)),
            ("<s> <p> x .", (8, 9)),
            ("_:a.b <p> _:b..", (14, 15)),
            ("<s> <p> <o>", (11, 11)),
            ("<s> <p> <o> <g> .", (12, 13)),
            ("<s> <p> <o> . .", (14, 15)),
            ("_:s <p> _:o..", (12, 13)),
            ("<s> <p> <o> . <s>", (14, 15)),
            ("<s> <p> <o .", (8, 12)),
            ("<< <s> <p> <o> >> <p> <o> .", (0, 1)),
            ("<s> <p> <<( <s> <p> <o> ) .", (24, 25)),
            ("<s> <p> <<( <<( <s> <p> <o> )>> <p> <o> )>> .", (12, 13)),
            ("<s> <p> << <s> <p> <o> >> .", (8, 9)),
            ("<s> <p> \"x\"@en--up .", (16, 17)),
            ("<s> <p> \"x\"@en--ltrx .", (16, 17)),
            ("VERSION 1.2", (8, 9)),
            ("<s> <p> _: .", (8, 9)),
            ("<s> <p> _:-a .", (8, 9)),
            ("<s> <p> 'x' .", (8, 9)),
            ("<s> <p> \"x .", (8, 12)),
            ("<s> <p> \"x\r\" .", (8, 14)),
            ("<s> <p> \"a\\z\" .", (10, 11)),
            ("<s> <p> \"\\u12\" .", (9, 10)),
            ("<s> <p> \"\\uD800\" .", (9, 10)),
            ("<s> <p> \"x\"@ .", (12, 13)),
            ("<s> <p> \"x\"@en- .", (15, 16)),
            ("<s> <p> \"x\"^^d .", (13, 14)),
            ("<s> <p> 1 .", (8, 9)),
        ] {
            assert_eq!(read(line, Kind::Triple).1, Some(place), "{line}");
        }
        assert_eq!(read("<s> <p> <o> \"g\" .", Kind::Quad).1, Some((12, 13)));
        assert_eq!(read("<s> <p> <o> <g> <h> .", Kind::Quad).1, Some((16, 17)));
        let error = scan(b"<s> <p>", Kind::Triple, &mut Vec::new()).unwrap_err().error("<s> <p>");
        assert!(error.message.ends_with("as the object, found the end"), "{}", error.message);
    }

    /// Whatever the bytes are, the ranges lie in the line, between brackets, in their order.
    #[test]
    fn ranges_are_iris_in_any_bytes() {
        const PIECES: [&[u8]; 14] =
            [b"<", b">", b"<a>", b" ", b"\"", b"\\", b".", b"_:a", b"@en", b"^^", b"#", b"\r", b"\xFF", b"<s> <p> "];
        for number in 0..14_usize.pow(5) {
            let line: Vec<u8> = (0..5).flat_map(|nth| PIECES[number / 14_usize.pow(nth) % 14]).copied().collect();
            let (mut iris, mut last) = (Vec::new(), 0);
            let scanned = scan(&line, if number % 2 == 0 { Kind::Quad } else { Kind::Triple }, &mut iris);
            for iri in &iris {
                assert!(last < iri.start && iri.start <= iri.end, "{line:?}");
                assert_eq!((line[iri.start - 1], line[iri.end]), (b'<', b'>'), "{line:?}");
                last = iri.end;
            }
            if let Err(wrong) = scanned {
                assert!(wrong.start <= wrong.end && wrong.end <= line.len(), "{line:?}");
            }
        }
    }
}
