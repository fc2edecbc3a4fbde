//! Finds the violations of a text. `check.rs` calls `violations`, but the fast path in `plain/` never calls `whole`, so
//! if `whole` finds more, `plain/` must leave such texts to `check.rs`. And `plain/` admits a plain URL without asking
//! here, unless it has a fragment or `is_plain_path` is false, so a new violation of such a URL also belongs there.
//! Reasons come in the order in which violations are found, and the law `the_fast_path_decides_alike` compares it.

mod host;
mod path;

use alloc::vec::Vec;
use core::ops::Range;

use oneiri::percent::unescape;
use oneiri::{Component, Parts, Split};
use oneiri_parsers::agreement::{Host, default_port};

pub(crate) use self::host::{at_host, at_mapped_host, older};
use self::path::in_path;
pub(crate) use self::path::maps_to_delimiter;
use crate::names::is_reserved;
use crate::reason::{Code, Reason};
use crate::violation::{PathUse, Treatments, Violation as V};

pub(crate) type Found = Vec<(V, Range<usize>)>;

/// The violations of a text. `host` is the form of its host, if a parser found one, and `repairs` says whether the policy
/// repairs texts.
pub(crate) fn violations(text: &str, host: Option<&Host>, repairs: bool) -> Found {
    let mut found = Found::new();
    whole(text, repairs, &mut found);
    let split = Split::of(text);
    in_parts(text, &split.parts(), &|component| split.range(component), host, &mut found);
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

/// Where a text has a component.
pub(crate) type PlaceOf<'p> = &'p dyn Fn(Component) -> Option<Range<usize>>;

/// The violations that a URI may have.
pub(crate) fn in_parts(text: &str, parts: &Parts<'_>, place_of: PlaceOf<'_>, host: Option<&Host>, found: &mut Found) {
    let place = |component| place_of(component).unwrap_or_default();
    if parts.userinfo.is_some() {
        found.push((V::Userinfo, place(Component::Userinfo)));
        escaped_controls(text, place(Component::Userinfo), found);
    }
    if parts.host.is_some() {
        authority(text, found);
    }
    if let (Some(spelling), Some(host)) = (parts.host, host) {
        at_host(place(Component::Host), spelling, host, found);
    }
    if has_other_port(parts) {
        found.push((V::NonDefaultPort, place(Component::Port)));
    }
    in_path(text, parts.path, &|| place(Component::Path).start, parts.scheme.is_none(), found);
    if parts.fragment.is_some() {
        found.push((V::Fragment, place(Component::Fragment)));
        escaped_controls(text, place(Component::Fragment), found);
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
    let Some(start) = text.find("//").map(|at| at + 2) else { return };
    let authority = text[start..].split(['/', '?', '#']).next().unwrap_or_default();
    if authority.matches('@').count() > 1 {
        found.push((V::MultipleAt, start..start + authority.len()));
    }
}

/// A userinfo as programs find it that end an authority at `/` alone: `host?@other`. Once the text is repaired, a slash
/// ends the authority, so only those are found that are made for attacks: before an address, or before a reserved name.
pub(crate) fn hidden_userinfo(text: &str, repairs: bool, found: &mut Found) {
    if !has_at_sign(text) {
        return;
    }
    let Some(start) = text.find("//").map(|at| at + 2) else { return };
    let long = text[start..].split('/').next().unwrap_or_default();
    let length = long.find(['?', '#']).unwrap_or(long.len());
    let Some((_, other)) = long[length..].rsplit_once('@') else { return };
    if oneiri::split(text).host.is_none() || (repairs && !is_hostile(other)) {
        return;
    }
    found.insert(0, (V::Userinfo, start..start + long.len()));
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

/// The bytes that a reason of the rules is about: those of the host, or all bytes if there is none, and of the path if it is
/// about a violation.
pub(crate) fn place_of(reason: &Reason, text: &str) -> Range<usize> {
    let split = Split::of(text);
    let place = match reason.code {
        Code::Violation(_) => split.range(Component::Path),
        _ => split.range(Component::Host).filter(|host| !host.is_empty()),
    };
    place.unwrap_or(0..text.len())
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
    if let Some((at, _)) = escapes.find(|(at, _)| unescape(text.as_bytes(), *at).is_none()) {
        found.push((V::InvalidEscape, at..at + 1));
    }
}

/// The escapes of a component, which begins at `start`: the place of each in the text, and its octet.
fn escapes(part: &str, start: usize) -> impl Iterator<Item = (usize, u8)> {
    let percent = part.bytes().enumerate().filter(|(_, byte)| *byte == b'%');
    percent.filter_map(move |(at, _)| Some((start + at, unescape(part.as_bytes(), at)?)))
}

fn escaped_controls(text: &str, part: Range<usize>, found: &mut Found) {
    let start = part.start;
    if let Some((at, _)) = escapes(&text[part], start).find(|(_, octet)| octet.is_ascii_control()) {
        found.push((V::ControlCharacter, at..at + 3));
    }
}

fn has_other_port(parts: &Parts<'_>) -> bool {
    let port = parts.port.filter(|port| !port.is_empty());
    port.is_some_and(|port| port.parse().ok() != default_port(parts.scheme.unwrap_or_default()))
}

fn once(found: &mut Found, violation: V, place: Range<usize>) {
    if found.iter().all(|(other, _)| *other != violation) {
        found.push((violation, place));
    }
}
