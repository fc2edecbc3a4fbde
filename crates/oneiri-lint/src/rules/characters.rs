//! Characters beyond ASCII, as they stand.

use alloc::format;
use alloc::string::String;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::{Code, Fix, Look};
use crate::percent::push_escaped;
use crate::ri::{BidiRule, IriRef};
use crate::syntax::error::Component;
use crate::syntax::grammar::unicode::{is_bidi_control, is_iprivate};

const COMPONENTS: [Component; 5] =
    [Component::Userinfo, Component::Host, Component::Path, Component::Query, Component::Fragment];

impl Look<'_> {
    pub(super) fn at_characters(&mut self) {
        if self.source.text.is_ascii() {
            return;
        }
        for component in COMPONENTS {
            match self.part(component) {
                Some((text, start)) if !text.is_ascii() => self.at_text(component, text, start),
                _ => {}
            }
        }
        self.at_directions();
    }

    fn at_text(&mut self, component: Component, text: &str, start: usize) {
        if !ComposingNormalizerBorrowed::new_nfc().is_normalized(text) {
            self.find(Code::NotNfc, component, start..start + text.len(), "");
        }
        for (at, character) in text.char_indices().filter(|(_, character)| !character.is_ascii()) {
            let range = start + at..start + at + character.len_utf8();
            let detail = || format!("U+{:04X}", u32::from(character));
            if is_bidi_control(character) {
                let mut escaped = String::new();
                push_escaped(character, &mut escaped);
                let fix = Fix { range: range.clone(), text: escaped };
                self.find_fixable(Code::BidiControl, component, range, detail(), fix);
            } else if is_iprivate(character) {
                self.find(Code::PrivateUse, component, range, detail());
            } else if is_invisible(character) {
                self.find(Code::InvisibleCharacter, component, range, detail());
            }
        }
    }

    fn at_directions(&mut self) {
        let Ok(iri) = IriRef::parse(self.source.text) else { return };
        for issue in iri.bidi_issues() {
            let detail = match issue.rule {
                BidiRule::OneDirection => "it also runs from left to right",
                BidiRule::RightToLeftEnds => "it does not begin and end so",
                BidiRule::NoControls => continue,
            };
            self.find(Code::BidiStructure, issue.component, issue.range, detail);
        }
    }
}

/// Spaces, and what is ignored where it cannot be shown, but for the joiners that scripts of South
/// Asia and Persian cannot do without.
const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{1680}'
        | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{2000}'..='\u{200B}'
        | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}'..='\u{206F}' | '\u{3000}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0100}'..='\u{E01EF}')
}
