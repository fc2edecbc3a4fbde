//! Scheme, userinfo and port.

use alloc::format;
use alloc::string::String;

use oneiri::Component;
use oneiri::registry::registration;

use crate::code::Code;
use crate::inspection::Inspection;
use crate::lints::Fix;
use crate::plain::{has_capitals, is_plain_name};
use crate::rules::begins_with_port;

/// The last labels of names that are probably those of hosts, even where a name of a file may be.
const SITES: [&str; 7] = ["com", "org", "net", "edu", "gov", "int", "mil"];

impl Inspection<'_> {
    /// The registration and the spelling of the scheme.
    pub(crate) fn at_scheme(&mut self) {
        let Some(scheme) = self.text_of(Component::Scheme) else {
            let whole = 0..self.text.len();
            self.find(Code::RelativeReference, None, whole, "");
            return self.at_missing_scheme();
        };
        let range = 0..scheme.len();
        if begins_with_port(self.text) {
            let (path, start) = self.path();
            let port = path.split('/').next().unwrap_or_default();
            let detail = format!("parsers take \"{scheme}\" for the scheme");
            self.find(Code::MissingScheme, None, 0..start + port.len(), detail);
        } else if registration(scheme).is_none() {
            self.find(Code::UnregisteredScheme, Component::Scheme, range.clone(), "");
        }
        if has_capitals(scheme) {
            let fix = Fix { range: range.clone(), text: scheme.to_ascii_lowercase() };
            self.find_fixable(Code::UpperCaseScheme, Component::Scheme, range, "", fix);
        }
    }

    /// A suffix reference, such as `www.example.com/a`: RFC 3986 section 4.5. A name is one only if it is probably not that of a
    /// file, because most last labels of hosts are endings of files as well: `.md`, `.zip`, `.rs`.
    fn at_missing_scheme(&mut self) {
        let (path, start) = self.path();
        let name = path.split('/').next().unwrap_or_default();
        let begins = name.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("www."));
        let last = name.rsplit_once('.').map_or("", |(_, last)| last);
        let ends = SITES.iter().any(|it| it.eq_ignore_ascii_case(last));
        let is_host = ends || begins && name.get(4..).is_some_and(|it| it.contains('.'));
        if is_host && is_plain_name(name) {
            let range = start..start + name.len();
            self.find(Code::MissingScheme, Component::Path, range, "parsers take it for a relative path");
        }
    }

    /// The userinfo and the port. The host has a file of its own.
    pub(crate) fn at_authority(&mut self) {
        if let Some((userinfo, start)) = self.part(Component::Userinfo) {
            let range = start..start + userinfo.len();
            if let Some((user, password)) = userinfo.split_once(':') {
                if !password.is_empty() {
                    let password = start + user.len() + 1..range.end;
                    self.find(Code::Password, Component::Userinfo, password, "");
                }
            }
            if self.scheme_is(&["http", "https"]) {
                let host = self.host.map(|host| format!("\"{}\"", host.as_str()));
                self.find(Code::Userinfo, Component::Userinfo, range, host.unwrap_or_default());
            }
        }
        self.at_port();
    }

    fn at_port(&mut self) {
        let Some((port, start)) = self.part(Component::Port) else { return };
        let range = start..start + port.len();
        let with_colon = start - 1..range.end;
        let removed = Fix { range: with_colon.clone(), text: String::new() };
        if port.is_empty() && (self.host_is_scheme() || self.host_ends_with_scheme()) {
            // The colon belongs to a second identifier, which has its own code.
            return;
        }
        if port.is_empty() {
            return self.find_fixable(Code::EmptyPort, Component::Port, with_colon, "", removed);
        }
        // Without a host there is nothing that the default port would be the port of.
        let scheme = self.scheme.as_ref().filter(|_| self.has_named_host());
        let default = scheme.and_then(|scheme| scheme.default_port);
        let number = port.parse::<u16>().ok();
        if number.is_some() && number == default {
            return self.find_fixable(Code::DefaultPort, Component::Port, with_colon, "", removed);
        }
        let digits = without_zeros(port);
        if digits != port {
            let fix = Fix { range: range.clone(), text: digits.into() };
            self.find_fixable(Code::ZerosInPort, Component::Port, range.clone(), "", fix);
        }
        // The grammar allows digits only, so a port that is not a number is too large.
        if number.is_none() {
            self.find(Code::PortOutOfRange, Component::Port, range, "");
        }
    }
}

/// The digits of a port without leading zeros: `080` is `80`, and `000` is `0`.
fn without_zeros(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        significant => significant,
    }
}
