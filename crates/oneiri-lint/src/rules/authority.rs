//! Scheme, userinfo and port.

use alloc::string::String;

use super::{Code, Fix, Look};
use crate::normalize::significant;
use crate::registry::registration;
use crate::syntax::error::Component;

impl Look<'_> {
    pub(super) fn at_scheme(&mut self) {
        let Some((scheme, _)) = self.part(Component::Scheme) else {
            let whole = 0..self.source.text.len();
            return self.find(Code::RelativeReference, Component::Text, whole, "");
        };
        let range = self.source.range(Component::Scheme);
        if registration(scheme).is_none() {
            self.find(Code::UnregisteredScheme, Component::Scheme, range.clone(), "");
        }
        let lower = scheme.to_ascii_lowercase();
        if lower != scheme {
            let fix = Fix { range: range.clone(), text: lower };
            self.find_fixable(Code::UpperCaseScheme, Component::Scheme, range, "", fix);
        }
    }

    pub(super) fn at_authority(&mut self) {
        if let Some((userinfo, start)) = self.part(Component::Userinfo) {
            let range = start..start + userinfo.len();
            if let Some((user, password)) = userinfo.split_once(':') {
                if !password.is_empty() {
                    let password = start + user.len() + 1..range.end;
                    self.find(Code::Password, Component::Userinfo, password, "");
                }
            }
            if self.scheme_is(&["http", "https"]) {
                self.find(Code::Userinfo, Component::Userinfo, range, "");
            }
        }
        self.at_port();
    }

    fn at_port(&mut self) {
        let Some((port, start)) = self.part(Component::Port) else { return };
        let range = start..start + port.len();
        let with_colon = start - 1..range.end;
        let removed = Fix { range: with_colon.clone(), text: String::new() };
        let named = self.source.host().is_some_and(|host| !host.is_empty());
        let default = self.rules.and_then(|rules| rules.default_port).filter(|_| named);
        let number = port.parse::<u16>().ok();
        match significant(port) {
            None => self.find_fixable(Code::EmptyPort, Component::Port, with_colon, "", removed),
            Some(_) if number.is_some() && number == default => {
                self.find_fixable(Code::DefaultPort, Component::Port, with_colon, "", removed);
            }
            Some(digits) => {
                if digits != port {
                    let fix = Fix { range: range.clone(), text: digits.into() };
                    let zeros = range.clone();
                    self.find_fixable(Code::ZerosInPort, Component::Port, zeros, "", fix);
                }
                if number.is_none() {
                    self.find(Code::PortOutOfRange, Component::Port, range, "");
                }
            }
        }
    }
}
