//! Respellings: an identifier spelled anew, as the rules up to a rung allow.
//!
//! What a scheme allows is tried blindly and kept where the oracle says that it is the same; all below is the same by
//! construction.

use crate::oracle::alphabet::{Alphabet, bidi_formatting, iprivate, ucschar, unreserved};
use crate::oracle::normalize::{normalize, normalize_case, normalize_escape};
use crate::oracle::percent::{escape, first_escape};
use crate::oracle::registry::normalize_registered;
use crate::oracle::split::{Seven, seven};
use oneiri::{Iri, Rung, Uri};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The normal form at a rung, as the oracle has it. Without evidence the last rung is the scheme rung.
pub(crate) fn form(letters: Alphabet, rung: Rung, text: &str) -> String {
    match rung {
        Rung::String => text.to_string(),
        Rung::Case => normalize_case(text),
        Rung::Escape => normalize_case(&normalize_escape(letters, text)),
        Rung::Path => normalize(letters, text),
        _ => normalize_registered(letters, text),
    }
}

/// What to do at each place where something could be done; 0 is to leave it.
struct Choices<'c> {
    all: &'c [u8],
    at: usize,
}

impl Choices<'_> {
    fn of(&mut self, several: u8) -> u8 {
        let choice = self.all.get(self.at % self.all.len().max(1)).copied().unwrap_or(0);
        self.at += 1;
        choice % several
    }

    fn yes(&mut self) -> bool {
        self.of(2) == 1
    }
}

/// As many choices as a text has any use for.
pub(crate) fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(0..60_u8, 1..40)
}

/// The identifier spelled otherwise, as the rung and those below it allow.
pub(crate) fn respell(letters: Alphabet, rung: Rung, text: &str, choices: &[u8]) -> String {
    let mut choices = Choices { all: choices, at: 0 };
    let mut text = text.to_string();
    if choices.yes() {
        text = form(letters, rung, &text);
    }
    if rung >= Rung::Scheme {
        text = by_scheme(letters, text, &mut choices);
    }
    let mut it = seven(&text);
    if rung >= Rung::Path {
        it.port = port(it.port, it.host.is_some(), &mut choices);
        if it.scheme.is_some() {
            it.path = dotted(&it.path, it.host.is_some(), &mut choices);
        }
    }
    if rung >= Rung::Escape {
        it = escaped(letters, it, &mut choices);
    }
    if rung >= Rung::Case {
        it = cased(it, &mut choices);
    }
    it.recompose()
}

/// Some attempts at what a scheme may allow, of which those stay that keep the normal form.
fn by_scheme(letters: Alphabet, text: String, choices: &mut Choices<'_>) -> String {
    let same = form(letters, Rung::Scheme, &text);
    let parses = |text: &str| match letters {
        Alphabet::Uri => Uri::parse(text).is_ok(),
        Alphabet::Iri => Iri::parse(text).is_ok(),
    };
    let mut spelled = text;
    for _ in 0..2 {
        let mut it = seven(&spelled);
        let scheme = it.scheme.as_deref().unwrap_or_default().to_ascii_lowercase();
        let at = usize::from(choices.of(30));
        match choices.of(7) {
            0 => it.port = default_port(&scheme).map(String::from),
            1 => it.port = None,
            2 => it.path = String::from(if it.path == "/" { "" } else { "/" }),
            3 => it.host = [None, Some(""), Some("localhost")][at % 3].map(String::from),
            4 => it.query = [None, Some(String::new())][at % 2].clone(),
            5 => it.path = insert(&it.path, at, ["-", ".", "(", ")"][at % 4]),
            _ => {
                it.path = turned_from(&it.path, at);
                it.query = it.query.map(|query| turned_from(&query, at));
            }
        }
        let attempt = it.recompose();
        if parses(&attempt) && form(letters, Rung::Scheme, &attempt) == same {
            spelled = attempt;
        }
    }
    spelled
}

fn default_port(scheme: &str) -> Option<&'static str> {
    Some(match scheme {
        "http" | "ws" => "80",
        "https" | "wss" => "443",
        "ftp" => "21",
        "ssh" | "sftp" => "22",
        "ldap" => "389",
        "coap" => "5683",
        _ => return None,
    })
}

fn insert(text: &str, at: usize, what: &str) -> String {
    let at = (at % (text.len() + 1)..=text.len()).find(|&at| text.is_char_boundary(at));
    let (before, after) = text.split_at(at.unwrap_or(0));
    format!("{before}{what}{after}")
}

/// The letters from a place on in the other case, but for one in three.
fn turned_from(text: &str, at: usize) -> String {
    let turned = |(index, c): (usize, char)| match index >= at && index % 3 != 1 {
        true if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
        true => c.to_ascii_lowercase(),
        false => c,
    };
    text.chars().enumerate().map(turned).collect()
}

/// RFC 3986 section 3.2.3: "empty port" and its `:`, and leading zeros.
fn port(port: Option<String>, has_authority: bool, choices: &mut Choices<'_>) -> Option<String> {
    match (port, choices.of(3)) {
        (None, 1) if has_authority => Some(String::new()),
        (Some(port), 1) if port.is_empty() => None,
        (Some(port), 1) if !port.is_empty() => Some(format!("0{port}")),
        (Some(port), 2) if !port.is_empty() => Some(format!("000{port}")),
        (port, _) => port,
    }
}

/// Dot segments put in, which take nothing along but what came with them.
fn dotted(path: &str, has_authority: bool, choices: &mut Choices<'_>) -> String {
    if has_authority && path.is_empty() {
        return String::new();
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    let mut result = String::from(root);
    let units: Vec<&str> = path[root.len()..].split_inclusive('/').collect();
    for (index, unit) in units.iter().enumerate() {
        result.push_str(match choices.of(8) {
            1 => "./",
            2 => "x/../",
            3 => "x/y/./.././../",
            // An empty segment at the head would be a root, or an authority.
            4 if index > 0 || has_authority => "/../",
            _ => "",
        });
        result.push_str(unit);
    }
    let last = units.last().copied().unwrap_or_default();
    match (last, choices.of(4)) {
        ("." | "..", 1) => result.push('/'),
        (last, 1) if last.is_empty() || last.ends_with('/') => result.push('.'),
        (last, 2) if last.is_empty() || last.ends_with('/') => result.push_str("x/.."),
        _ => {}
    }
    result
}

fn escaped(letters: Alphabet, it: Seven, choices: &mut Choices<'_>) -> Seven {
    let mut part = |part: String, in_query: bool| {
        let may_be = |c| {
            let beyond = ucschar(c) || bidi_formatting(c) || in_query && iprivate(c);
            unreserved(c) || letters == Alphabet::Iri && beyond
        };
        each(&part, |piece| match piece.chars().next() {
            Some(c) if piece.len() == c.len_utf8() && may_be(c) && choices.of(3) == 1 => escape(c),
            _ => piece.to_string(),
        })
    };
    Seven {
        userinfo: it.userinfo.map(|text| part(text, false)),
        host: it.host.map(|host| if host.starts_with('[') { host } else { part(host, false) }),
        path: part(it.path, false),
        query: it.query.map(|text| part(text, true)),
        fragment: it.fragment.map(|text| part(text, false)),
        ..it
    }
}

fn cased(it: Seven, choices: &mut Choices<'_>) -> Seven {
    let mut turned = |text: &str| -> String {
        let turn = |c: char| match choices.yes() {
            true if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
            true => c.to_ascii_lowercase(),
            false => c,
        };
        text.chars().map(turn).collect()
    };
    let scheme = it.scheme.map(|scheme| turned(&scheme));
    let host = it.host.map(|host| turned(&host));
    // Elsewhere only the digits of escapes.
    let mut digits = |text: String| {
        each(&text, |piece| match piece.starts_with('%') {
            true => turned(piece),
            false => piece.to_string(),
        })
    };
    Seven {
        scheme,
        userinfo: it.userinfo.map(&mut digits),
        host,
        path: digits(it.path),
        query: it.query.map(&mut digits),
        fragment: it.fragment.map(&mut digits),
        ..it
    }
}

/// The text with each character and each escape replaced.
fn each(text: &str, mut replace: impl FnMut(&str) -> String) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if first_escape(rest).is_some() { 3 } else { c.len_utf8() };
        let (piece, behind) = rest.split_at(length);
        result.push_str(&replace(piece));
        rest = behind;
    }
    result
}

#[rustfmt::skip]
const SCHEMES: [&str; 19] = [
    "http", "https", "ws", "wss", "ftp", "ssh", "file", "mailto", "urn", "tel", "sip", "ldap", "coap", "foo",
    "file", "mailto", "urn", "tel", "sip",
];
#[rustfmt::skip]
const AUTHORITIES: [&str; 17] = [
    "", "", "", "", "//", "//h", "//H.example:80", "//h:443", "//h:021", "//u@h:22", "//localhost",
    "//LocalHost:", "//%6cocalhost", "//@localhost", "//localhost:80", "//:80", "//[::1]:389",
];
#[rustfmt::skip]
const HEADS: [&str; 19] = [
    "", "/", "", "/", "a@B", "A@b@C", "+1-2", "1(2)3", "+1-(2).3", "-", "example:A", "Ex-:A",
    "UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "/./", ".//", "/.//x", "a/../", "x", "a:B@C",
];
#[rustfmt::skip]
const TAILS: [&str; 24] = [
    "", "", ",d@E", ",@", ";ext=1-2", ";Ext=A", ";phone-context=+1-2", ";p=A-B", ";Transport=UDP", "/", "/a",
    "/..", "/../y", "%2f", "%41", "%2D", "%C3%89", "%2C", "?", "?A=B&C", "?a@b", "#", "#A", "?#",
];

/// Texts in which the rules of schemes meet what they are about, and what looks like it.
pub(crate) fn of_known_schemes(letters: Alphabet) -> BoxedStrategy<String> {
    let scheme = select(&SCHEMES[..]);
    let authority = select(&AUTHORITIES[..]);
    let head = select(&HEADS[..]);
    let tail = select(&TAILS[..]);
    let beyond = match letters {
        Alphabet::Uri => select(&["", "%40"][..]),
        Alphabet::Iri => select(&["", "é", "É", "\u{202E}"][..]),
    };
    (scheme, authority, head, vec(prop_oneof![3 => tail, 1 => beyond], 0..4))
        .prop_map(|(scheme, authority, head, tail)| {
            let root = if authority.is_empty() || head.is_empty() || head.starts_with('/') { "" } else { "/" };
            format!("{scheme}:{authority}{root}{head}{}", tail.concat())
        })
        .boxed()
}
