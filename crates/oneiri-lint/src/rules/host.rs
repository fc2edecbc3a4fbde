//! The host: its spelling, and names that a reader or a program takes for another host.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::Ipv4Addr;
use core::ops::Range;

use oneiri::Component;
use oneiri::component::{Encoded, Host, HostKind};

use crate::code::Code;
use crate::inspection::Inspection;
use crate::lints::Fix;
use crate::plain::{has_capitals, is_plain_name};
use crate::rules::local::{is_local_address, is_local_name};
use crate::unicode::{is_domain_name, looks_like, mixes_scripts, to_unicode};

/// The longest host that can be a domain name, in bytes: 253 characters of four octets each, all of them escaped.
const LONGEST: usize = 253 * 4 * 3;

impl<'a> Inspection<'a> {
    /// A host that is missing, the case of its letters, and the rules for names.
    pub(crate) fn at_host(&mut self) {
        let demanded = self.scheme_is(&["http", "https", "ws", "wss", "ftp", "coap", "coaps"]);
        if demanded && !self.has_named_host() {
            let at = self.range(Component::Host).start;
            self.find(Code::MissingHost, Component::Host, at..at, "");
        }
        let Some(host) = self.host.filter(|host| !host.is_empty()) else {
            return self.at_empty_host();
        };
        let range = self.range(Component::Host);
        if has_capitals(&host) {
            let lower = lower(&host);
            // The capital digits of escapes are not meant.
            if lower != host {
                let fix = Fix { range: range.clone(), text: lower };
                self.find_fixable(Code::UpperCaseHost, Component::Host, range.clone(), "", fix);
            }
        }
        // A reference without a scheme is taken for one of the web, where hosts are domain names.
        let is_domain = self.scheme.as_ref().is_none_or(|scheme| scheme.dns_host);
        if is_domain && (host.ip().is_some_and(is_local_address) || is_local_name(&host)) {
            self.find(Code::LocalHost, Component::Host, range.clone(), "");
        }
        if let HostKind::RegName(name) = host.kind() {
            self.at_name(name, range);
        }
    }

    /// A reference such as `///other.example/a`: beside a page of the web, browsers ignore slashes after the second.
    fn at_empty_host(&mut self) {
        let (path, start) = self.path();
        let rest = path.trim_start_matches('/');
        let name = rest.split('/').next().unwrap_or_default();
        if self.scheme.is_none() && self.host.is_some() && !name.is_empty() {
            let start = start + path.len() - rest.len();
            let range = start..start + name.len();
            self.find(Code::OtherHost, Component::Path, range, format!("\"{name}\""));
        }
    }

    fn at_name(&mut self, host: Encoded<'a>, range: Range<usize>) {
        if is_plain_name(&host) {
            return;
        }
        let is_domain = self.scheme.as_ref().is_none_or(|scheme| scheme.dns_host);
        let name = host.decode().ok().filter(|_| host.len() <= LONGEST);
        let Some(name) = name else {
            if is_domain {
                self.find(Code::NotADomainName, Component::Host, range, "");
            }
            return;
        };
        let (shown, _) = to_unicode(&name);
        if is_domain && ends_in_number(&shown) {
            let detail: Cow<'static, str> = match legacy_ipv4(&shown) {
                Some(address) => format!("read as {address}").into(),
                None => "no address fits, so they refuse it".into(),
            };
            self.find(Code::Ipv4LookAlike, Component::Host, range.clone(), detail);
        } else if is_domain {
            if !is_domain_name(&name) {
                self.find(Code::NotADomainName, Component::Host, range.clone(), "");
            }
            if name.chars().any(becomes_ascii) {
                let detail = format!("\"{shown}\"");
                self.find(Code::OtherHost, Component::Host, range.clone(), detail);
            }
        }
        let mut at = range.start;
        for label in host.as_str().split('.') {
            let end = at + label.len();
            self.at_label(label.into(), at..end);
            at = end + 1;
        }
    }

    fn at_label(&mut self, label: Encoded<'_>, range: Range<usize>) {
        let Ok(decoded) = label.decode() else { return };
        let (name, valid) = to_unicode(&decoded);
        let punycode = decoded.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("xn--"));
        if punycode && valid && self.unicode {
            let detail = format!("\"{name}\"");
            self.find(Code::PunycodeHost, Component::Host, range.clone(), detail);
        }
        // Dots other than the full stop, such as the full-width one, separate labels once they are mapped.
        for name in name.split('.').filter(|name| !name.is_ascii()) {
            if mixes_scripts(name) {
                let detail = format!("\"{name}\" with {}", code_points(name));
                self.find(Code::MixedScriptHost, Component::Host, range.clone(), detail);
            }
            if let Some(seen) = looks_like(name) {
                let detail = format!("\"{name}\" looks like \"{seen}\", with {}", code_points(name));
                self.find(Code::ConfusableHost, Component::Host, range.clone(), detail);
            }
        }
    }
}

/// The characters of a name that are not ASCII, as numbers, each once: what looks alike cannot be told
/// apart as text.
fn code_points(name: &str) -> String {
    const MOST: usize = 8;
    let mut seen = Vec::new();
    for c in name.chars().filter(|c| !c.is_ascii()) {
        if !seen.contains(&c) {
            seen.push(c);
        }
    }
    let mut text = String::new();
    for (nth, c) in seen.iter().take(MOST).enumerate() {
        let comma = if nth == 0 { "" } else { ", " };
        text.push_str(&format!("{comma}U+{:04X}", u32::from(*c)));
    }
    if seen.len() > MOST {
        text.push_str(", ...");
    }
    text
}

/// Whether IDNA maps a character beyond ASCII to characters of ASCII, or to nothing: the full-width full stop is a
/// full stop, and the soft hyphen is ignored.
fn becomes_ascii(character: char) -> bool {
    let mut text = [0; 4];
    !character.is_ascii() && to_unicode(character.encode_utf8(&mut text)).0.is_ascii()
}

/// The host with its letters in lower case and the digits of its escapes unchanged: `A%4A` is `a%4A`.
fn lower(host: &str) -> String {
    let mut digits = 0;
    let fold = |character: char| {
        if digits > 0 {
            digits -= 1;
            return character;
        }
        // The grammar has two digits after every percent sign.
        digits = if character == '%' { 2 } else { 0 };
        character.to_ascii_lowercase()
    };
    host.chars().map(fold).collect()
}

/// Whether the last label of a name is a number in decimal digits, or a hexadecimal one such as `0x7f`. The WHATWG
/// URL Standard (section 3.5) reads such a host as an IPv4 address or rejects it.
fn ends_in_number(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// The address that a decoded name is read as.
fn legacy_ipv4(name: &str) -> Option<Ipv4Addr> {
    // What was decoded once is not decoded again: `%2531` is not the digit 1.
    if name.contains('%') {
        return None;
    }
    Host::parse(name).ok()?.legacy_ipv4()
}
