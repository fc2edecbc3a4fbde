//! The rules of `ws` and `tel`.

use oneiri::Component;
use oneiri::component::Encoded;

use crate::code::Code;
use crate::inspection::Inspection;

impl Inspection<'_> {
    /// `ws-URI` and `wss-URI`: RFC 6455 section 3.
    pub(crate) fn at_ws(&mut self) {
        if self.part(Component::Fragment).is_some() {
            self.wrong(Code::WsFragment, Component::Fragment, "");
        }
    }

    /// `telephone-uri`: RFC 3966 section 3.
    pub(crate) fn at_tel(&mut self) {
        for (component, detail) in [
            (Component::Host, "there is no authority: no slashes after the colon"),
            (Component::Query, "a telephone number has no query"),
        ] {
            if self.part(component).is_some() {
                return self.wrong(Code::TelSyntax, component, detail);
            }
        }
        let (path, start) = self.path();
        let (number, parameters) = path.split_once(';').unwrap_or((path, ""));
        let range = start..start + number.len();
        let context = parameters.split(';').any(|parameter| {
            let context = parameter.split_once('=').filter(|(_, value)| !value.is_empty());
            context.is_some_and(|(name, _)| name.eq_ignore_ascii_case("phone-context"))
        });
        let global = number.strip_prefix('+');
        let digits = <Encoded<'_>>::from(global.unwrap_or(number)).decode_bytes();
        let digit = |octet: &u8| match global {
            Some(_) => octet.is_ascii_digit(),
            None => octet.is_ascii_hexdigit() || matches!(octet, b'*' | b'#'),
        };
        let separator = |octet: &u8| matches!(octet, b'-' | b'.' | b'(' | b')');
        if !digits.iter().all(|octet| digit(octet) || separator(octet)) || !digits.iter().any(digit) {
            let detail = "expected digits, with \"-\", \".\" and parentheses between them";
            self.find(Code::TelSyntax, Component::Path, range, detail);
        } else if global.is_none() && !context {
            // The letters A to F are digits of local numbers, but a word is a mistake.
            if digits.iter().all(|octet| octet.is_ascii_alphabetic()) {
                self.find(Code::TelSyntax, Component::Path, range, "expected a number, found letters");
            } else {
                self.find(Code::TelContext, Component::Path, range, "");
            }
        }
    }
}
