//! The violations of a host. `at_mapped_host` is for the fast path and must find what `at_host` finds, in the same
//! order, because both give reasons (the law `the_fast_path_decides_alike`). `older` reads a name as IDNA of 2003 does.
//! Rules ask for that reading, too, so a character in `is_read_otherwise` also needs its arm there.

use alloc::string::String;
use core::net::IpAddr;
use core::ops::Range;

use idna::punycode::decode_to_string;
use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use oneiri_parsers::agreement::Host;

use super::Found;
use super::path::maps_to_delimiter;
use crate::address::embedded_v4;
use crate::lookalike::{looks_like_another, mixes_scripts};
use crate::violation::Violation as V;

/// A host as it is shown: Punycode decoded.
fn shown(host: &str) -> String {
    let unicode = Uts46::new().to_unicode(host.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    unicode.0.into_owned()
}

/// The same without a check that the Punycode is valid, which it is after IDNA has mapped a name.
fn decoded(host: &str) -> String {
    let mut shown = String::with_capacity(host.len());
    for label in host.split('.') {
        let decoded = label.strip_prefix("xn--").and_then(decode_to_string);
        shown.push_str(decoded.as_deref().unwrap_or(label));
        shown.push('.');
    }
    shown.pop();
    shown
}

/// The host that IDNA of 2003 makes of a host, if it is another one.
pub(crate) fn older(host: &str) -> Option<Host> {
    if !host.contains("xn--") {
        return None;
    }
    let is_read_otherwise = |c: char| c.is_ascii_uppercase() || is_read_otherwise(c);
    if !decoded(host).contains(is_read_otherwise) {
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

/// The violations of a host, which `spelling` represents at `place` in the text.
pub(crate) fn at_host(place: Range<usize>, spelling: &str, host: &Host, found: &mut Found) {
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
    in_name(&decoded, &shown(host.text()), place, found);
}

/// The same for a host of which `host` is the form, so that `spelling` has neither escapes nor delimiters, and characters
/// beyond ASCII.
pub(crate) fn at_mapped_host(place: Range<usize>, spelling: &str, host: &Host, found: &mut Found) {
    if spelling.ends_with('.') {
        found.push((V::TrailingDot, place.clone()));
    }
    if host.address().is_some() {
        found.push((V::LegacyIpv4, place.clone()));
    }
    in_name(spelling, &decoded(host.text()), place, found);
}

/// The violations of a name as it is written, and as it is shown.
fn in_name(decoded: &str, shown: &str, place: Range<usize>, found: &mut Found) {
    let mut find = |violation| found.push((violation, place.clone()));
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
    if shown.contains(maps_to_delimiter) || looks_like_another(shown) {
        find(V::ConfusableHost);
    }
}

/// Whether IDNA of 2003 maps or removes a character that UTS 46 keeps: the sharp s, the final sigma, the joiners, the soft
/// hyphen of Mongolian, and letters such as those of Cherokee that some programs write in lower case.
fn is_read_otherwise(c: char) -> bool {
    matches!(c, 'ß' | 'ς' | '\u{200C}' | '\u{200D}' | '\u{1806}') || (!c.is_ascii() && !c.to_lowercase().eq([c]))
}
