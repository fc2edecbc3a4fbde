//! The host: its spelling, and the names that are taken for others.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::ops::Range;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use unicode_security::{
    GeneralSecurityProfile as _, MixedScript as _, RestrictionLevel,
    RestrictionLevelDetection as _, skeleton,
};

use super::ipv4::{self, Reading};
use super::{Code, Fix, Look};
use crate::percent::decode_text;
use crate::ri::Host;
use crate::syntax::error::Component;
use crate::syntax::grammar::escape_at;

/// No domain name is longer, were each of its 253 characters four octets and all of them escaped.
const LONGEST: usize = 253 * 4 * 3;

impl<'a> Look<'a> {
    pub(super) fn at_host(&mut self) {
        let host = self.part(Component::Host);
        let demanded = self.scheme_is(&["http", "https", "ws", "wss", "ftp", "coap", "coaps"]);
        if demanded && host.is_none_or(|(host, _)| host.is_empty()) {
            let at = self.source.range(Component::Host).start;
            self.find(Code::MissingHost, Component::Host, at..at, "");
        }
        let Some((host, start)) = host.filter(|(host, _)| !host.is_empty()) else { return };
        let range = start..start + host.len();
        let lower = lower(host);
        if lower != host {
            let fix = Fix { range: range.clone(), text: lower };
            self.find_fixable(Code::UpperCaseHost, Component::Host, range.clone(), "", fix);
        }
        if let Host::RegName(name) = Host::of(host) {
            self.at_name(name, range);
        }
    }

    fn at_name(&mut self, host: &'a str, range: Range<usize>) {
        // Of a network-path reference the scheme is yet to come: that of the web, more often than not.
        let is_domain = self.rules.is_none_or(|rules| rules.dns_host);
        let name = decode_text(host).ok().filter(|_| host.len() <= LONGEST);
        let Some(name) = name else {
            if is_domain {
                self.find(Code::NotADomainName, Component::Host, range, "");
            }
            return;
        };
        let (shown, _) = to_unicode(&name);
        match ipv4::read(&shown).filter(|_| is_domain) {
            Some(Reading::Address(address)) => {
                let detail = format!("read as {address}");
                self.find(Code::Ipv4LookAlike, Component::Host, range.clone(), detail);
            }
            Some(Reading::Refused) => {
                let detail = "its last label is a number, so that others refuse it";
                self.find(Code::Ipv4LookAlike, Component::Host, range.clone(), detail);
            }
            None if is_domain && !is_domain_name(&name) => {
                self.find(Code::NotADomainName, Component::Host, range.clone(), "");
            }
            None => {}
        }
        let mut at = range.start;
        for label in host.split('.') {
            let end = at + label.len();
            self.at_label(label, at..end);
            at = end + 1;
        }
    }

    fn at_label(&mut self, label: &str, range: Range<usize>) {
        let Ok(decoded) = decode_text(label) else { return };
        let (name, valid) = to_unicode(&decoded);
        let punycode = decoded.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("xn--"));
        if punycode && valid && self.unicode {
            let detail = format!("\"{name}\"");
            self.find(Code::PunycodeHost, Component::Host, range.clone(), detail);
        }
        // A full-width full stop divides labels too.
        for name in name.split('.').filter(|name| !name.is_ascii()) {
            if mixes_scripts(name) {
                let detail = format!("\"{name}\"");
                self.find(Code::MixedScriptHost, Component::Host, range.clone(), detail);
            }
            let seen: String = skeleton(name).collect();
            if seen.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
                let detail = format!("\"{name}\" looks like \"{seen}\"");
                self.find(Code::ConfusableHost, Component::Host, range.clone(), detail);
            }
        }
    }
}

/// Letters in lower case, but for the digits of escapes.
fn lower(host: &str) -> String {
    let mut digits = 0;
    let fold = |(at, character): (usize, char)| {
        if escape_at(host.as_bytes(), at).is_some() {
            digits = 3;
        }
        let in_escape = digits > 0;
        digits -= usize::from(in_escape);
        if in_escape { character } else { character.to_ascii_lowercase() }
    };
    host.char_indices().map(fold).collect()
}

/// The name as UTS 46 shows it, and whether it is valid.
fn to_unicode(name: &str) -> (Cow<'_, str>, bool) {
    let (shown, valid) =
        Uts46::new().to_unicode(name.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    (shown, valid.is_ok())
}

/// Letters, digits and hyphens, in labels of the right length (RFC 1123 section 2.1), once mapped to
/// ASCII.
fn is_domain_name(name: &str) -> bool {
    let length = DnsLength::VerifyAllowRootDot;
    Uts46::new()
        .to_ascii(name.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, length)
        .is_ok()
}

/// Beyond the level "highly restrictive", which lets Latin stand beside the scripts that are written
/// together with it. What is no part of identifiers has no script to speak of.
fn mixes_scripts(name: &str) -> bool {
    if name.is_single_script() {
        return false;
    }
    let name: String = name.chars().filter(|c| c.identifier_allowed()).collect();
    !name.check_restriction_level(RestrictionLevel::HighlyRestrictive)
}
