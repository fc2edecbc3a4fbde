//! Finds the violations of a text.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::IpAddr;
use core::ops::Range;

use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use oneiri::Parts;
use oneiri_readers::agreement::{Host, default_port};

use crate::address::embedded_v4;
use crate::lookalike::{looks_like_another, mixes_scripts};
use crate::names::is_reserved;
pub(crate) use crate::pattern::escape;
use crate::policy::Policy;
use crate::readings::{is_blank, is_ignored, nfkc};
use crate::reason::{Code, Reason};
use crate::violation::{PathUse, Violation as V};

pub(crate) type Found = Vec<(V, Range<usize>)>;

/// The violations of a text. `host` is the form of its host, if a parser found one.
pub(crate) fn violations(policy: &Policy, text: &str, host: Option<&Host>) -> Found {
    let mut found = Found::new();
    whole(text, &mut found);
    in_parts(text, &oneiri::split(text), host, &mut found);
    hidden_userinfo(text, policy, &mut found);
    found
}

/// What forbids a text, whatever the rules say.
pub(crate) struct Forbidden {
    /// The violations that the policy does not permit.
    found: Found,
    /// Escaped dot segments next to others, which no switch permits.
    mixed: Option<Range<usize>>,
}

impl Forbidden {
    pub(crate) fn of(policy: &Policy, text: &str, host: Option<&Host>, path: PathUse) -> Self {
        Self::among(policy, violations(policy, text, host), path)
    }

    /// Those of the violations of a text that the policy does not permit.
    pub(crate) fn among(policy: &Policy, mut found: Found, path: PathUse) -> Self {
        let mixed = mixed_dots(&found);
        found.retain(|(violation, _)| !policy.treatments.permits(*violation, path));
        Self { found, mixed }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.mixed.is_none()
    }

    /// The reasons. If `is_only_objection` is true, each reason also names the switch that would admit the URL, because
    /// setting it would be enough.
    pub(crate) fn reasons(self, is_only_objection: bool) -> Vec<Reason> {
        let Self { found, mixed } = self;
        let names_switch = is_only_objection && mixed.is_none();
        let reason = |(violation, range): (V, _)| {
            let (name, section) = (violation.name(), violation.section());
            let switch = if names_switch {
                format!("; {name} = \"allow\" admits it")
            } else {
                String::new()
            };
            let message = format!("{} ({section}){switch}", violation.description());
            Reason::new(Code::Violation(violation), range, message)
        };
        let mixed = mixed.map(|range| {
            Reason::new(Code::Disagreement, range, "programs remove other dot segments first")
        });
        found.into_iter().map(reason).chain(mixed).collect()
    }
}

/// Where a path has escaped dot segments next to others, if both are there. Whether `..` removes `%2e%2e`, or the
/// segment before it, depends on what a program does first: RFC 3986 section 5.2.4 removes, browsers decode.
pub(crate) fn mixed_dots(found: &Found) -> Option<Range<usize>> {
    let place = |of| found.iter().find(|(violation, _)| *violation == of).map(|it| it.1.clone());
    place(V::DotSegment).and(place(V::EncodedDotSegment))
}

/// The violations that a URI may have.
pub(crate) fn in_parts(text: &str, parts: &Parts<'_>, host: Option<&Host>, found: &mut Found) {
    if let Some(userinfo) = parts.userinfo {
        found.push((V::Userinfo, range(text, userinfo)));
        escaped_controls(text, userinfo, found);
    }
    if parts.host.is_some() {
        authority(text, found);
    }
    if let (Some(spelling), Some(host)) = (parts.host, host) {
        at_host(text, spelling, host, found);
    }
    port(text, parts, found);
    path(text, parts.path, parts.scheme.is_none(), found);
    if let Some(fragment) = parts.fragment {
        found.push((V::Fragment, range(text, fragment)));
        escaped_controls(text, fragment, found);
    }
}

fn authority(text: &str, found: &mut Found) {
    let rest = text.find("//").map_or("", |at| &text[at + 2..]);
    // The generic syntax ends an authority at "/", "?" and "#"; some programs end it at "/" alone.
    let long = rest.split('/').next().unwrap_or_default();
    let authority = long.split(['?', '#']).next().unwrap_or_default();
    if authority.matches('@').count() > 1 {
        found.push((V::MultipleAt, range(text, authority)));
    }
}

/// A userinfo as programs find it that end an authority at `/` alone: `host?@other`. Once the text is repaired, a slash
/// ends the authority, so only those are found that are made for attacks: before an address, or before a reserved name.
pub(crate) fn hidden_userinfo(text: &str, policy: &Policy, found: &mut Found) {
    let Some(at) = text.find("//") else { return };
    let long = text[at + 2..].split('/').next().unwrap_or_default();
    let length = long.find(['?', '#']).unwrap_or(long.len());
    let Some((_, other)) = long[length..].rsplit_once('@') else { return };
    if oneiri::split(text).host.is_none() || (policy.repair && !is_hostile(other)) {
        return;
    }
    found.insert(0, (V::Userinfo, range(text, long)));
}

/// Whether programs that read a text as an authority would connect to an address or to a reserved name.
fn is_hostile(authority: &str) -> bool {
    let host = authority.split(['?', '#', '&', '\\']).next().unwrap_or_default();
    let host =
        if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() };
    let host = if host.ends_with(']') { host } else { host.split("]:").next().unwrap_or_default() };
    Host::of(host).is_ok_and(|host| host.address().is_some() || is_reserved(host.text()))
}

pub(crate) fn range(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    start..start.saturating_add(part.len())
}

fn whole(text: &str, found: &mut Found) {
    if let Some((at, c)) = text.char_indices().find(|(_, c)| c.is_control()) {
        found.push((V::ControlCharacter, at..at + c.len_utf8()));
    }
    if let Some(at) = text.find('\\') {
        found.push((V::Backslash, at..at + 1));
    }
    let mut escapes = text.bytes().enumerate().filter(|(_, byte)| *byte == b'%');
    if let Some((at, _)) = escapes.find(|(at, _)| escape(text.as_bytes(), *at).is_none()) {
        found.push((V::InvalidEscape, at..at + 1));
    }
}

/// The escapes of a component: the place of each in the text, and its octet.
fn escapes<'a>(text: &str, part: &'a str) -> impl Iterator<Item = (usize, u8)> + 'a {
    let start = range(text, part).start;
    let percent = part.bytes().enumerate().filter(|(_, byte)| *byte == b'%');
    percent.filter_map(move |(at, _)| Some((start + at, escape(part.as_bytes(), at)?)))
}

fn escaped_controls(text: &str, part: &str, found: &mut Found) {
    if let Some((at, _)) = escapes(text, part).find(|(_, octet)| octet.is_ascii_control()) {
        found.push((V::ControlCharacter, at..at + 3));
    }
}

/// A host as it is shown: Punycode decoded.
fn shown(host: &str) -> String {
    let unicode = Uts46::new().to_unicode(host.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    unicode.0.into_owned()
}

/// The host that IDNA of 2003 makes of a host, if it is another one.
pub(crate) fn older(host: &str) -> Option<Host> {
    if !host.contains("xn--") {
        return None;
    }
    let shown = shown(host);
    let mut older = String::new();
    for c in shown.chars() {
        match c {
            'ß' => older.push_str("ss"),
            'ς' => older.push('σ'),
            '\u{200C}' | '\u{200D}' | '\u{1806}' => {}
            c => older.extend(c.to_lowercase()),
        }
    }
    if older == shown { None } else { Host::of(&older).ok() }
}

/// The violations of a host, which `spelling` stands for in the text.
pub(crate) fn at_host(text: &str, spelling: &str, host: &Host, found: &mut Found) {
    let place = range(text, spelling);
    let mut find = |violation| found.push((violation, place.clone()));
    if spelling.contains('%') {
        find(V::EncodedHost);
    }
    if spelling.len() > 1 && spelling.ends_with('.') {
        find(V::TrailingDot);
    }
    match host.address() {
        Some(IpAddr::V4(_)) if spelling != host.text() => find(V::LegacyIpv4),
        Some(IpAddr::V6(address)) if embedded_v4(address).is_some() => find(V::Ipv4InIpv6),
        _ => {}
    }
    let decoded = oneiri::percent::decode(spelling);
    let decoded = String::from_utf8_lossy(&decoded);
    if decoded.is_ascii() && !host.text().contains("xn--") {
        return;
    }
    let shown = shown(host.text());
    if !decoded.is_ascii() {
        find(V::NonAsciiHost);
        let deviates = decoded.contains(is_read_otherwise);
        let plain = decoded.chars().map(|c| c.to_ascii_lowercase()).eq(shown.chars());
        if deviates || !plain {
            find(V::MappedHost);
        }
    }
    let mut labels = shown.split('.').filter(|label| !label.is_ascii());
    if labels.any(mixes_scripts) {
        find(V::MixedScriptHost);
    }
    if shown.contains(maps_to_delimiter) || looks_like_another(&shown) {
        find(V::ConfusableHost);
    }
}

/// Whether IDNA of 2003 maps or removes a character that UTS 46 keeps: the sharp s, the final sigma, the joiners, the soft
/// hyphen of Mongolian, and letters such as those of Cherokee that some programs write in lower case.
fn is_read_otherwise(c: char) -> bool {
    matches!(c, 'ß' | 'ς' | '\u{200C}' | '\u{200D}' | '\u{1806}')
        || (!c.is_ascii() && !c.to_lowercase().eq([c]))
}

fn port(text: &str, parts: &Parts<'_>, found: &mut Found) {
    let Some(port) = parts.port.filter(|port| !port.is_empty()) else { return };
    let scheme = parts.scheme.unwrap_or_default().to_ascii_lowercase();
    if port.parse().ok() != default_port(&scheme) {
        found.push((V::NonDefaultPort, range(text, port)));
    }
}

/// `is_relative` says that there is no scheme, so the path has segments without a slash before them, too.
fn path(text: &str, path: &str, is_relative: bool, found: &mut Found) {
    let start = range(text, path).start;
    let (mut is_ascii, mut is_mapped) = (true, false);
    for (at, octet) in escapes(text, path) {
        is_ascii &= octet.is_ascii();
        let violation = match octet {
            b'/' => V::EncodedSlash,
            b'\\' => V::EncodedBackslash,
            b';' => V::Semicolon,
            b'%' => V::DoubleEncoding,
            b'?' | b'#' => V::EncodedDelimiter,
            octet if octet.is_ascii_control() => V::ControlCharacter,
            _ => continue,
        };
        once(found, violation, at..at + 3);
    }
    if !is_ascii || !path.is_ascii() {
        match core::str::from_utf8(&oneiri::percent::decode(path)) {
            Err(_) => {
                // Some programs take an overlong form, such as C0 AE for a dot.
                is_mapped = true;
                found.push((V::InvalidUtf8, start..start + path.len()));
            }
            Ok(decoded) => {
                let is_control = |c: char| c.is_control() && !c.is_ascii();
                let place = start..start + path.len();
                if decoded.contains(is_control) {
                    once(found, V::ControlCharacter, place.clone());
                }
                if decoded.contains(maps_to_delimiter) {
                    is_mapped = true;
                    found.push((V::MappedDelimiter, place));
                }
            }
        }
    }
    if hides_authority(path) {
        found.push((V::HiddenAuthority, start..start + path.len()));
    }
    if let Some(at) = path.find(';') {
        once(found, V::Semicolon, start + at..start + at + 1);
    }
    let is_rooted = path.starts_with('/');
    if !is_rooted && !is_relative {
        return;
    }
    let mut at = start;
    let last = path.matches('/').count();
    for (nth, segment) in path.split('/').enumerate() {
        let place = at..at + segment.len();
        at = place.end + 1;
        let name = segment.split(';').next().unwrap_or_default();
        let parameter = name.len() < segment.len();
        let violation = match dots(name) {
            _ if nth == 0 && is_rooted => continue,
            Some(_) if parameter => {
                once(found, V::EncodedDotSegment, place.clone());
                V::PathParameter
            }
            None if parameter && name.is_empty() => V::PathParameter,
            Some(true) => V::EncodedDotSegment,
            Some(false) => V::DotSegment,
            None if hides_dots(segment, is_mapped) => V::EncodedDotSegment,
            None if name.is_empty() && nth < last => V::EmptySegment,
            None => continue,
        };
        once(found, violation, place);
    }
}

/// Whether a path begins with two slashes for a program that decodes it, maps it and ignores what has no width.
fn hides_authority(path: &str) -> bool {
    if !path.starts_with('/') || path.as_bytes().get(1).is_some_and(u8::is_ascii_alphanumeric) {
        return false;
    }
    let decoded = fully_decoded(path).unwrap_or_else(|| path.into());
    let decoded = if decoded.is_ascii() { decoded } else { nfkc(&decoded) };
    let mut shown = decoded.chars().filter(|c| !is_blank(*c) && !is_ignored(*c));
    let mut is_slash = || matches!(shown.next(), Some('/' | '\\'));
    is_slash() && is_slash()
}

/// Whether a segment has dot segments for a program that decodes its escapes, that maps characters, or that ignores
/// spaces and control characters after dots. `is_mapped` says whether the path has a character that may be mapped to a dot.
fn hides_dots(segment: &str, is_mapped: bool) -> bool {
    let bytes = segment.as_bytes();
    let has_dot = |bytes: &[u8]| {
        bytes.contains(&b'.') || bytes.windows(2).any(|two| matches!(two, b"2e" | b"2E"))
    };
    if !is_mapped && !has_dot(bytes) {
        return false;
    }
    let Some(decoded) = fully_decoded(segment) else { return false };
    let decoded = if decoded.is_ascii() { decoded } else { nfkc(&decoded).replace('\\', "/") };
    decoded.split('/').any(|piece| {
        let name = piece.split(';').next().unwrap_or_default();
        let mut shown = name.chars().filter(|c| !is_blank(*c) && !is_ignored(*c));
        let dots = [shown.next(), shown.next(), shown.next()];
        matches!(dots, [Some('.'), None | Some('.'), None])
    })
}

/// The path as a program sees it that decodes escapes as long as there are any, and reads a backslash as a slash.
/// `None` if the path has neither.
fn fully_decoded(path: &str) -> Option<String> {
    if path.is_ascii() && !path.contains(['%', '\\']) {
        return None;
    }
    let (bytes, mut at) = (path.as_bytes(), 0);
    let mut decoded = Vec::with_capacity(bytes.len());
    while let Some(byte) = bytes.get(at) {
        // `%252e` is an escape of an escape: "25" after a percent sign stands for that sign.
        let mut end = at;
        while *byte == b'%' && bytes.get(end + 1..end + 3) == Some(b"25") {
            end += 2;
        }
        let octet = (*byte == b'%').then(|| escape(bytes, end)).flatten();
        at = if octet.is_some() { end + 3 } else { at + 1 };
        // Some programs take the overlong forms of a dot and of the slashes.
        let octet = match (decoded.last(), octet.unwrap_or(*byte)) {
            (Some(0xC0), 0xAE) => b'.',
            (Some(0xC0), 0xAF) | (Some(0xC1), 0x9C) => b'/',
            (_, octet) => {
                decoded.push(if octet == b'\\' { b'/' } else { octet });
                continue;
            }
        };
        decoded.pop();
        decoded.push(octet);
    }
    Some(String::from_utf8_lossy(&decoded).into_owned())
}

/// Whether NFKC, or the best fit of Windows, maps a character to a delimiter of paths.
fn maps_to_delimiter(c: char) -> bool {
    matches!(
        c,
        // U+037E is the Greek question mark, which looks like a semicolon and is mapped to one.
        '\u{37E}' | '․' | '‥' | '…' | '⁇' | '⁈' | '⁉' | '℀' | '℁' | '℅' | '℆' | '⒈'
            ..='⒛'
                | '㏂'
                | '㏇'
                | '㏘'
                | '︔'
                | '︖'
                | '︙'
                | '︰'
                | '﹒'
                | '﹔'
                | '﹖'
                | '﹟'
                | '﹨'
                | '﹪'
                | '＃'
                | '％'
                | '．'
                | '／'
                | '；'
                | '？'
                | '＼'
                | '\u{1F100}'
                | '∕'
                | '⁄'
                | '∖'
    )
}

/// Whether a segment is `.` or `..`, and if so, whether it has an escape.
fn dots(segment: &str) -> Option<bool> {
    // Two dots take six bytes at most.
    if segment.is_empty() || segment.len() > 6 {
        return None;
    }
    let dot = |text: &mut &str| {
        let rest = [".", "%2e", "%2E"].iter().find_map(|dot| text.strip_prefix(*dot))?;
        *text = rest;
        Some(())
    };
    let mut rest = segment;
    dot(&mut rest)?;
    let _ = dot(&mut rest);
    rest.is_empty().then_some(segment.contains('%'))
}

fn once(found: &mut Found, violation: V, place: Range<usize>) {
    if found.iter().all(|(other, _)| *other != violation) {
        found.push((violation, place));
    }
}
