//! The grammar of RFC 6570 section 2, as functions that also run when a program is compiled.

use oneiri::characters::{is_iprivate, is_ucschar};

use crate::error::{Error, ErrorKind};
use crate::operator::Operator;

/// What is expected where the text breaks the grammar, or `None` if it is a URI Template.
#[must_use]
pub const fn expected(text: &str) -> Option<&'static str> {
    match check(text.as_bytes()) {
        Ok(()) => None,
        Err(error) => Some(error.kind.rule().sentence),
    }
}

/// Checks the text, which is UTF-8.
pub(crate) const fn check(text: &[u8]) -> Result<(), Error> {
    let mut at = 0;
    while at < text.len() {
        let end = if text[at] == b'{' { expression(text, at) } else { literal(text, at) };
        at = match end {
            Ok(end) => end,
            Err(error) => return Err(error),
        };
    }
    Ok(())
}

/// The end of the character or escape of a literal that begins here.
const fn literal(text: &[u8], at: usize) -> Result<usize, Error> {
    match text[at] {
        b'%' => escape(text, at),
        b'!' | b'#'..=b';' | b'=' | b'?'..=b'[' | b']' | b'_' | b'a'..=b'z' | b'~' => Ok(at + 1),
        0..0x80 => fault(ErrorKind::Literal, text, at),
        _ => {
            let (character, length) = character(text, at);
            if is_ucschar(character) || is_iprivate(character) {
                Ok(at + length)
            } else {
                fault(ErrorKind::Literal, text, at)
            }
        }
    }
}

/// The end of the expression whose `{` is here.
const fn expression(text: &[u8], at: usize) -> Result<usize, Error> {
    let mut at = at + 1;
    match byte(text, at) {
        b'=' | b',' | b'!' | b'@' | b'|' => return fault(ErrorKind::ReservedOperator, text, at),
        operator if Operator::of(operator).is_some() => at += 1,
        _ => {}
    }
    loop {
        at = match variable(text, at) {
            Ok(end) => end,
            Err(error) => return Err(error),
        };
        // `variable` stops at one of the two.
        if text[at] == b'}' {
            return Ok(at + 1);
        }
        at += 1;
    }
}

/// The place of the `,` or `}` after the variable that begins here.
const fn variable(text: &[u8], at: usize) -> Result<usize, Error> {
    let name = match name(text, at) {
        Ok(end) => end,
        Err(error) => return Err(error),
    };
    let end = match byte(text, name) {
        b'*' => name + 1,
        b':' => match length(text, name + 1) {
            Ok(end) => end,
            Err(error) => return Err(error),
        },
        _ => name,
    };
    match byte(text, end) {
        b',' | b'}' => Ok(end),
        b'{' => fault(ErrorKind::Unclosed, text, end),
        _ if end == text.len() => fault(ErrorKind::Unclosed, text, end),
        _ if end == name => fault(ErrorKind::AfterName, text, end),
        _ => fault(ErrorKind::AfterModifier, text, end),
    }
}

/// The end of the name that begins here: `varchar *( ["."] varchar )`.
const fn name(text: &[u8], start: usize) -> Result<usize, Error> {
    let mut at = start;
    loop {
        let dot = at > start && byte(text, at) == b'.';
        let next = if dot { at + 1 } else { at };
        at = match byte(text, next) {
            b'%' => match escape(text, next) {
                Ok(end) => end,
                Err(error) => return Err(error),
            },
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' => next + 1,
            _ if dot || at == start => return fault(ErrorKind::Name, text, next),
            _ => return Ok(at),
        };
    }
}

/// The end of the length that begins here: 1 to 9999.
const fn length(text: &[u8], start: usize) -> Result<usize, Error> {
    let mut at = start;
    while byte(text, at).is_ascii_digit() && at - start < 4 {
        at += 1;
    }
    if at == start || text[start] == b'0' {
        fault(ErrorKind::Length, text, start)
    } else if byte(text, at).is_ascii_digit() {
        fault(ErrorKind::Length, text, at)
    } else {
        Ok(at)
    }
}

const fn escape(text: &[u8], at: usize) -> Result<usize, Error> {
    if !byte(text, at + 1).is_ascii_hexdigit() {
        fault(ErrorKind::Escape, text, at + 1)
    } else if !byte(text, at + 2).is_ascii_hexdigit() {
        fault(ErrorKind::Escape, text, at + 2)
    } else {
        Ok(at + 3)
    }
}

/// The byte at this place; 0, which no rule allows, after the end.
const fn byte(text: &[u8], at: usize) -> u8 {
    if at < text.len() { text[at] } else { 0 }
}

const fn fault(kind: ErrorKind, text: &[u8], start: usize) -> Result<usize, Error> {
    let found = if start < text.len() { Some(character(text, start).0) } else { None };
    Err(Error { kind, start, found })
}

/// The character that begins here, and its length in bytes.
const fn character(text: &[u8], at: usize) -> (char, usize) {
    let (first, length) = match text[at] {
        first @ 0..0x80 => (first, 1),
        first @ 0x80..0xE0 => (first & 0x1F, 2),
        first @ 0xE0..0xF0 => (first & 0x0F, 3),
        first => (first & 0x07, 4),
    };
    let mut code = first as u32;
    let mut next = 1;
    while next < length {
        code = code << 6 | (byte(text, at + next) & 0x3F) as u32;
        next += 1;
    }
    match char::from_u32(code) {
        Some(character) => (character, length),
        None => (char::REPLACEMENT_CHARACTER, length),
    }
}
