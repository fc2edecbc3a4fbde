//! Escapes: those that need not be, and those that someone will decode at the wrong time.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::path::disguised_dots;
use super::{Code, Fix, Look};
use crate::syntax::error::Component;
use crate::syntax::grammar::unicode::{is_bidi_control, is_iprivate, is_ucschar};
use crate::syntax::grammar::{HEXDIG, UNRESERVED, escape_at};

const COMPONENTS: [Component; 5] =
    [Component::Userinfo, Component::Host, Component::Path, Component::Query, Component::Fragment];

/// Escapes side by side of which the same is to be said.
struct Stretch {
    code: Code,
    range: Range<usize>,
    /// What they stand for, where that is text.
    text: String,
}

impl Look<'_> {
    pub(super) fn at_escapes(&mut self) {
        for component in COMPONENTS {
            let Some((text, start)) = self.part(component) else { continue };
            if !text.contains('%') {
                continue;
            }
            let mut at = start;
            let delimiter = if component == Component::Path { '/' } else { '\0' };
            for segment in text.split(delimiter) {
                // Dot segments in disguise have been told.
                let told = component == Component::Path
                    && self.has_segments()
                    && disguised_dots(segment).is_some()
                    && self.looks_for(Code::EncodedDotSegment);
                if !told {
                    self.at_escapes_of(component, segment, at);
                }
                at += segment.len() + 1;
            }
        }
    }

    fn at_escapes_of(&mut self, component: Component, text: &str, start: usize) {
        let (bytes, mut at) = (text.as_bytes(), 0);
        while let Some(ahead) = text.get(at..).and_then(|rest| rest.find('%')) {
            let first = at + ahead;
            let mut octets = Vec::new();
            while let Some(octet) = escape_at(bytes, first + 3 * octets.len()) {
                octets.push(octet);
            }
            at = first + 3 * octets.len().max(1);
            self.at_run(component, &octets, text.get(first..).unwrap_or_default(), start + first);
        }
    }

    /// A run of escapes, and the text from there on.
    fn at_run(&mut self, component: Component, octets: &[u8], text: &str, start: usize) {
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut add = |code: Code, range: Range<usize>, what: &str| match stretches.last_mut() {
            Some(last) if last.code == code && last.range.end == range.start => {
                last.range.end = range.end;
                last.text.push_str(what);
            }
            _ => stretches.push(Stretch { code, range, text: what.into() }),
        };
        let mut at = 0;
        for chunk in octets.utf8_chunks() {
            for character in chunk.valid().chars() {
                let range = at..at + 3 * character.len_utf8();
                at = range.end;
                let lower = text.get(range.clone()).is_some_and(has_lower_digits);
                let code = self.about(component, character).filter(|&code| self.looks_for(code));
                if character == '%' && is_encoded_escape(text, at) {
                    add(Code::DoubleEncoding, range.start..range.end + 2, "");
                } else if let Some(code) = code {
                    add(code, range, character.encode_utf8(&mut [0; 4]));
                } else if lower {
                    add(Code::LowerCaseEscape, range, "");
                }
            }
            let range = at..at + 3 * chunk.invalid().len();
            at = range.end;
            // Data may be any octets.
            if !range.is_empty() && !self.scheme_is(&["data"]) {
                add(Code::NotUtf8, range.clone(), "");
            }
            if text.get(range.clone()).is_some_and(has_lower_digits) {
                add(Code::LowerCaseEscape, range, "");
            }
        }
        for stretch in stretches {
            let given = text.get(stretch.range.clone()).unwrap_or_default();
            self.tell(component, stretch, given, start);
        }
    }

    fn tell(&mut self, component: Component, stretch: Stretch, given: &str, start: usize) {
        let Stretch { code, range, text } = stretch;
        let range = start + range.start..start + range.end;
        // Nothing of a password is repeated, and no control.
        let detail = match code {
            _ if component == Component::Userinfo => String::new(),
            Code::UnneededEscape | Code::EscapedCharacter | Code::EncodedDelimiter => {
                format!("\"{given}\" stands for \"{text}\"")
            }
            Code::DoubleEncoding => format!("\"{given}\""),
            _ => String::new(),
        };
        let text = match code {
            Code::UnneededEscape | Code::EscapedCharacter => text,
            Code::LowerCaseEscape => given.to_ascii_uppercase(),
            _ => return self.find(code, component, range, detail),
        };
        let fix = Fix { range: range.clone(), text };
        self.find_fixable(code, component, range, detail, fix);
    }

    /// What there is to say of the escapes of a character.
    fn about(&self, component: Component, character: char) -> Option<Code> {
        let here = |delimiters: &str| delimiters.contains(character);
        let private = component == Component::Query && is_iprivate(character);
        match character {
            '\0' => Some(Code::EncodedNul),
            _ if character.is_ascii_control() => {
                // Where line breaks are data, they are not smuggled in.
                let data = self.scheme_is(&["data", "mailto"]);
                if data { None } else { Some(Code::EncodedControl) }
            }
            _ if character.is_ascii() && UNRESERVED.has(character as u8) => {
                Some(Code::UnneededEscape)
            }
            _ if character.is_ascii() => {
                let delimiter = match component {
                    Component::Userinfo | Component::Host => here("/\\?#@:[]"),
                    Component::Path => here("/\\"),
                    _ => false,
                };
                if delimiter { Some(Code::EncodedDelimiter) } else { None }
            }
            _ if !self.unicode || is_bidi_control(character) => None,
            _ if is_ucschar(character) || private => Some(Code::EscapedCharacter),
            _ => None,
        }
    }
}

fn is_encoded_escape(text: &str, at: usize) -> bool {
    let digits = text.as_bytes().get(at..at + 2);
    digits.is_some_and(|digits| digits.iter().all(|&digit| HEXDIG.has(digit)))
}

fn has_lower_digits(escapes: &str) -> bool {
    escapes.bytes().any(|byte| byte.is_ascii_lowercase())
}
