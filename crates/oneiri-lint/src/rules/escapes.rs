//! Escapes: those that are not needed, and those that are dangerous when a program decodes them at the wrong time.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::characters::{is_bidi_control, is_iprivate, is_ucschar};
use oneiri::{Component, percent};

use super::path::disguised_dots;
use crate::code::Code;
use crate::inspection::{FREE_TEXT, Inspection};
use crate::lints::Fix;

/// Adjacent escapes to which the same code applies: one finding.
struct Stretch {
    code: Code,
    range: Range<usize>,
    /// The characters that the escapes represent, if they represent text.
    text: String,
}

impl Inspection<'_> {
    /// All escapes of all components.
    pub(crate) fn at_escapes(&mut self) {
        if !self.text.as_bytes().contains(&b'%') {
            return;
        }
        for component in FREE_TEXT {
            let Some((text, start)) = self.part(component) else { continue };
            if !text.contains('%') {
                continue;
            }
            let mut at = start;
            let delimiter = if component == Component::Path { '/' } else { '\0' };
            for segment in text.split(delimiter) {
                // The rule for paths has reported escaped dot segments already.
                let reported = component == Component::Path
                    && self.has_segments()
                    && disguised_dots(segment).is_some()
                    && self.looks_for(Code::EncodedDotSegment);
                if !reported {
                    self.at_escapes_of(component, segment, at);
                }
                at += segment.len() + 1;
            }
        }
    }

    fn at_escapes_of(&mut self, component: Component, text: &str, start: usize) {
        let mut at = 0;
        while let Some(ahead) = text[at..].find('%') {
            let first = at + ahead;
            at = first;
            // The grammar has two digits after every percent sign.
            while text[at..].starts_with('%') {
                at += 3;
            }
            self.at_run(component, &text[first..], at - first, start + first);
        }
    }

    /// The escapes in the first `length` bytes of the text, which has nothing else there.
    fn at_run(&mut self, component: Component, text: &str, length: usize, start: usize) {
        let octets = percent::decode(&text[..length]);
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
                let code = self.code_for(component, character).filter(|&code| self.looks_for(code));
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
            // The data of a `data` URI may be any octets.
            if !range.is_empty() && !self.scheme_is(&["data"]) {
                add(Code::NotUtf8, range.clone(), "");
            }
            if text.get(range.clone()).is_some_and(has_lower_digits) {
                add(Code::LowerCaseEscape, range, "");
            }
        }
        for stretch in stretches {
            let given = text.get(stretch.range.clone()).unwrap_or_default();
            self.report(component, stretch, given, start);
        }
    }

    fn report(&mut self, component: Component, stretch: Stretch, given: &str, start: usize) {
        let Stretch { code, range, text } = stretch;
        let range = start + range.start..start + range.end;
        // A detail never quotes a password or a control character.
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

    /// The code that applies to the escapes of a character.
    fn code_for(&self, component: Component, character: char) -> Option<Code> {
        let here = |delimiters: &str| delimiters.contains(character);
        let private = component == Component::Query && is_iprivate(character);
        match character {
            '\0' => Some(Code::EncodedNul),
            _ if character.is_ascii_control() => {
                // Line breaks belong into the text of `data` and the fields of `mailto`.
                let data = self.scheme_is(&["data", "mailto"]);
                if data { None } else { Some(Code::EncodedControl) }
            }
            _ if is_unreserved(character) => Some(Code::UnneededEscape),
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

/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"`: RFC 3986 section 2.3.
const fn is_unreserved(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '.' | '_' | '~')
}

/// Whether the escape of a percent sign that ends at `at` makes an escape with the two characters after it, as in
/// `%2541`.
fn is_encoded_escape(text: &str, at: usize) -> bool {
    let digits = text.as_bytes().get(at..at + 2);
    digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

fn has_lower_digits(escapes: &str) -> bool {
    escapes.bytes().any(|byte| byte.is_ascii_lowercase())
}
