//! Texts that are simple once their host is mapped and other characters are encoded. A decision must be the one of
//! `check.rs`, with the same reasons, so a doubt must end with `None`, because then `check.rs` decides. `encoded`
//! changes together with `repaired` in `parsers.rs`, and `has_other_syntax` with `whole` in `detect/`, because nothing
//! here calls them. The law `the_fast_path_decides_alike` compares both ways, but its test only joins the pieces that
//! it lists.

use alloc::borrow::Cow;

use oneiri::Iri;
use oneiri::percent::{self, SafeSet};
use oneiri_parsers::agreement::Host;

use super::{Known, Origin, Simple};
use crate::decision::Decision;
use crate::detect::{Found, at_host, at_mapped_host};
use crate::policy::Policy;
use crate::violation::{PathUse, Violation};

/// The decision about a text that is simple but for its host beyond ASCII, and for characters of the path, the query and
/// the fragment that are encoded. `None` says nothing.
///
/// Both grammars read it as the text with the host in Punycode and with the other characters escaped. A host is
/// mapped once, and shown once.
pub(super) fn respelled<'t>(policy: &Policy, text: &'t str) -> Option<Decision<'t>> {
    let is_ascii = text.is_ascii();
    if (is_ascii && !policy.repair) || policy.rules.allow.has_uris() {
        return None;
    }
    if !is_ascii && !policy.parsers.reads_iris {
        return None;
    }
    if has_other_syntax(text) || text.ends_with(' ') {
        return None;
    }
    if !policy.repair {
        Iri::parse(text).ok()?;
    }
    let bytes = text.as_bytes();
    let colon = bytes.iter().position(|byte| *byte == b':')?;
    let start = colon + 3;
    if bytes.get(colon..start) != Some(b"://") {
        return None;
    }
    let find = |start: usize, is_end: fn(u8) -> bool| {
        let length = bytes[start..].iter().position(|byte| is_end(*byte));
        length.map_or(bytes.len(), |length| start + length)
    };
    // What is simple has neither a userinfo nor an address of IPv6.
    let path = find(start, |byte| matches!(byte, b'/' | b'?' | b'#'));
    let end = find(start, |byte| matches!(byte, b':' | b'/' | b'?' | b'#' | b'@' | b'['));
    let spelling = &text[start..end];
    let host = (!spelling.is_ascii()).then(|| Host::of(spelling)).transpose().ok()?;
    let name = host.as_ref().map_or(spelling, Host::text);
    let rest = encoded(policy, &text[path..])?;
    let ascii = [&text[..start], name, &text[end..path], &rest].concat();
    let is_normal = path == end
        && !text.contains('%')
        && !text[..path].bytes().any(|byte| byte.is_ascii_uppercase())
        && !rest.contains("/.");
    let simple = Simple::read(&ascii, Known { host: host.as_ref(), is_normal })?;
    let mut found = Found::new();
    match &host {
        Some(host) if spelling.contains('%') => at_host(start..end, spelling, host, &mut found),
        Some(host) => at_mapped_host(start..end, spelling, host, &mut found),
        None => {}
    }
    let is_forbidden = |(violation, _): &(Violation, _)| !policy.treatments.permits(*violation, PathUse::Ignored);
    let decided = if simple.is_too_long(policy) || found.iter().any(is_forbidden) {
        Err(None)
    } else {
        simple.rule(policy, text, Origin::Other)
    };
    match decided {
        Ok(rule) => Some(Decision::Allow(simple.checked(policy, rule).into_owned())),
        Err(reason) => simple.denied(policy, text, reason, found).map(Decision::Deny),
    }
}

/// Whether a text has what the URL Standard reads in its own way: a backslash, which it reads as a slash, a control, which
/// it may remove, or a percent sign that begins no escape, which it keeps.
fn has_other_syntax(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'%' => percent::unescape(bytes, at).is_none(),
        // The controls from U+0080 on have two bytes.
        0xC2 => bytes.get(at + 1).is_some_and(|next| *next < 0xA0),
        byte => *byte == b'\\' || byte.is_ascii_control(),
    })
}

/// What comes after the authority, with the characters encoded that a URI must not have.
fn encoded<'t>(policy: &Policy, rest: &'t str) -> Option<Cow<'t, str>> {
    let signs = rest.bytes().filter(|byte| *byte == b'#').count();
    if signs <= 1 {
        return Some(percent::encode(rest, const { &SafeSet::new("%!$&'()*+,;=:@/?#") }));
    }
    // A fragment has no second number sign.
    let (before, fragment) = rest.split_once('#').filter(|_| policy.repair)?;
    let safe = const { &SafeSet::new("%!$&'()*+,;=:@/?") };
    Some([&*percent::encode(before, safe), "#", &percent::encode(fragment, safe)].concat().into())
}
