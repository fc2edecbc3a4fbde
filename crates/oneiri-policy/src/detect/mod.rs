//! Finds the violations of a text. `check.rs` calls `violations`, but the fast path in `plain/` never calls `whole`, so
//! if `whole` finds more, `plain/` must leave such texts to `check.rs`. And `plain/` admits a plain URL without asking
//! here, unless it has a fragment or `is_plain_path` is false, so a new violation of such a URL also belongs there.
//! Reasons come in the order in which violations are found, and the law `the_fast_path_decides_alike` compares it.

mod host;
mod path;

use alloc::vec::Vec;
use core::ops::Range;

use oneiri::Parts;
use oneiri_parsers::agreement::{Host, default_port};

pub(crate) use self::host::{at_host, at_mapped_host, older};
use self::path::in_path;
pub(crate) use self::path::maps_to_delimiter;
use crate::names::is_reserved;
pub(crate) use crate::pattern::escape;
use crate::reason::{Code, Reason};
use crate::violation::{PathUse, Treatments, Violation as V};

pub(crate) type Found = Vec<(V, Range<usize>)>;

/// The violations of a text. `host` is the form of its host, if a parser found one, and `repairs` says whether the policy
/// repairs texts.
pub(crate) fn violations(text: &str, host: Option<&Host>, repairs: bool) -> Found {
    let mut found = Found::new();
    whole(text, repairs, &mut found);
    in_parts(text, &oneiri::split(text), host, &mut found);
    hidden_userinfo(text, repairs, &mut found);
    found
}

pub(crate) struct Forbidden {
    /// The violations that the policy does not permit.
    found: Found,
    /// Escaped dot segments next to others, which no switch permits.
    mixed: Option<Range<usize>>,
}

impl Forbidden {
    /// Those of the violations of a text that the policy does not permit.
    pub(crate) fn among(treatments: &Treatments, mut found: Found, path: PathUse) -> Self {
        let mixed = mixed_dots(&found);
        found.retain(|(violation, _)| !treatments.permits(*violation, path));
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
            let switch = if names_switch { ["; ", name, " = \"allow\" admits it"] } else { [""; 3] };
            let [before, key, after] = switch;
            let message = [violation.description(), " (", section, ")", before, key, after].concat();
            Reason::new(Code::Violation(violation), range, message)
        };
        let mixed =
            mixed.map(|range| Reason::new(Code::Disagreement, range, "programs remove other dot segments first"));
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
    in_path(text, parts.path, parts.scheme.is_none(), found);
    if let Some(fragment) = parts.fragment {
        found.push((V::Fragment, range(text, fragment)));
        escaped_controls(text, fragment, found);
    }
}

/// Most texts have none, and this is found out without dividing them.
fn has_at_sign(text: &str) -> bool {
    text.as_bytes().contains(&b'@')
}

fn authority(text: &str, found: &mut Found) {
    if !has_at_sign(text) {
        return;
    }
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
pub(crate) fn hidden_userinfo(text: &str, repairs: bool, found: &mut Found) {
    if !has_at_sign(text) {
        return;
    }
    let Some(at) = text.find("//") else { return };
    let long = text[at + 2..].split('/').next().unwrap_or_default();
    let length = long.find(['?', '#']).unwrap_or(long.len());
    let Some((_, other)) = long[length..].rsplit_once('@') else { return };
    if oneiri::split(text).host.is_none() || (repairs && !is_hostile(other)) {
        return;
    }
    found.insert(0, (V::Userinfo, range(text, long)));
}

/// Whether programs that read a text as an authority would connect to an address or to a reserved name.
fn is_hostile(authority: &str) -> bool {
    let host = authority.split(['?', '#', '&', '\\']).next().unwrap_or_default();
    let host = if host.starts_with('[') {
        host.find(']').map_or(host, |bracket| &host[..=bracket])
    } else {
        host.split(':').next().unwrap_or_default()
    };
    Host::of(host).is_ok_and(|host| host.address().is_some() || is_reserved(host.text()))
}

pub(crate) fn range(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    start..start.saturating_add(part.len())
}

/// The bytes that a reason of the rules is about: those of the host, or all bytes if there is none, and of the path if it is
/// about a violation.
pub(crate) fn place_of(reason: &Reason, text: &str) -> Range<usize> {
    let parts = oneiri::split(text);
    match (reason.code, parts.host) {
        (Code::Violation(_), _) => range(text, parts.path),
        (_, Some(host)) if !host.is_empty() => range(text, host),
        _ => 0..text.len(),
    }
}

fn whole(text: &str, repairs: bool, found: &mut Found) {
    if let Some((at, c)) = text.char_indices().find(|(_, c)| c.is_control()) {
        found.push((V::ControlCharacter, at..at + c.len_utf8()));
    }
    if let Some(at) = text.find('\\') {
        found.push((V::Backslash, at..at + 1));
    }
    // In a query and in a fragment, the sign is repaired as other characters are.
    let end = if repairs { text.find(['?', '#']) } else { None };
    let checked = &text[..end.unwrap_or(text.len())];
    let mut escapes = checked.bytes().enumerate().filter(|(_, byte)| *byte == b'%');
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

fn port(text: &str, parts: &Parts<'_>, found: &mut Found) {
    let Some(port) = parts.port.filter(|port| !port.is_empty()) else { return };
    if port.parse().ok() != default_port(parts.scheme.unwrap_or_default()) {
        found.push((V::NonDefaultPort, range(text, port)));
    }
}

fn once(found: &mut Found, violation: V, place: Range<usize>) {
    if found.iter().all(|(other, _)| *other != violation) {
        found.push((violation, place));
    }
}
