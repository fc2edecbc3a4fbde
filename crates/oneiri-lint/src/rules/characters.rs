//! Characters beyond ASCII that are in the text unescaped.

use alloc::format;

use oneiri::characters::{is_bidi_control, is_iprivate};
use oneiri::{Component, IriRef, percent};

use crate::code::Code;
use crate::inspection::{FREE_TEXT, Inspection};
use crate::lints::Fix;
use crate::unicode::{bidi_issues, is_nfc};

impl Inspection<'_> {
    /// Normalization, and characters that a reader cannot see or cannot interpret.
    pub(crate) fn at_characters(&mut self) {
        if self.text.is_ascii() {
            return;
        }
        for component in FREE_TEXT {
            match self.part(component) {
                Some((text, start)) if !text.is_ascii() => self.at_text(component, text, start),
                _ => {}
            }
        }
        self.at_directions();
    }

    fn at_text(&mut self, component: Component, text: &str, start: usize) {
        if !is_nfc(text) {
            self.find(Code::NotNfc, component, start..start + text.len(), "");
        }
        for (at, character) in text.char_indices().filter(|(_, character)| !character.is_ascii()) {
            let within = at..at + character.len_utf8();
            let range = start + within.start..start + within.end;
            let detail = || format!("U+{:04X}", u32::from(character));
            if is_bidi_control(character) {
                let escaped = percent::encode(&text[within], percent::SafeSet::UNRESERVED).into_owned();
                let fix = Fix { range: range.clone(), text: escaped };
                self.find_fixable(Code::BidiControl, component, range, detail(), fix);
            } else if is_iprivate(character) {
                self.find(Code::PrivateUse, component, range, detail());
            } else if is_invisible(character) {
                self.find(Code::InvisibleCharacter, component, range, detail());
            }
        }
    }

    /// The rules for parts that contain right-to-left characters.
    fn at_directions(&mut self) {
        // A text with characters beyond ASCII is an IRI reference, whatever type it was parsed as.
        let Ok(iri) = IriRef::parse(self.text) else { return };
        for (component, range, detail) in bidi_issues(&iri) {
            self.find(Code::BidiStructure, component, range, detail);
        }
    }
}

/// Whether the character is a space or a default ignorable character: UTS 39 section 3.1. The zero-width joiners
/// U+200C and U+200D count as visible, because Persian and several scripts of South Asia are not written without
/// them.
const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{1680}'
        | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{2000}'..='\u{200B}'
        | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}'..='\u{206F}' | '\u{3000}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0100}'..='\u{E01EF}')
}
