//! The differences that no rung ignores, each with what would make the two equal.

use std::net::Ipv6Addr;
use std::ops::Range;

use oneiri::compare::{Difference, ObservationKind, Observations, Reason};
use oneiri::{Alphabet, Component, HasScheme, Ladder, MaybeScheme, Ri, Verdict, percent};
use serde::Serialize;

use crate::output::json;

/// The cure that is no option: observations of the resources.
pub(super) const EVIDENCE: &str = "evidence";

/// The option that resolves both, after which they may be equal.
pub(super) const BASE: &str = "--base";

/// A difference that no rung ignores, as far as the two components differ, and its form in JSON.
#[derive(Serialize)]
pub(super) struct Barrier {
    #[serde(serialize_with = "json::component")]
    pub(super) component: Component,
    pub(super) a: Range<usize>,
    pub(super) b: Range<usize>,
    #[serde(rename = "reason")]
    pub(super) name: &'static str,
    pub(super) section: &'static str,
    #[serde(rename = "description")]
    pub(super) says: &'static str,
    /// What would remove the difference: options, and [`EVIDENCE`].
    #[serde(rename = "removed_by")]
    pub(super) cures: Vec<&'static str>,
}

impl Barrier {
    pub(super) fn cures(&self) -> String {
        if self.cures.is_empty() { "nothing".to_owned() } else { self.cures.join(" or ") }
    }
}

/// The differences between two identifiers, from left to right. Empty if they are equal at some
/// rung.
pub(super) fn all<A: Alphabet>(
    ladder: Ladder<'_>,
    [a, b]: [Ri<&str, A, MaybeScheme>; 2],
    verdict: &Verdict<'_>,
) -> Vec<Barrier> {
    let walls = verdict.differences();
    if walls.is_empty() {
        return Vec::new();
    }
    // An option removes a difference if no wall is left in its component. What the options do is
    // tried, not guessed.
    let options = [
        ("--ignore-fragment", ladder.ignore_fragment(true)),
        ("--urn-names", ladder.urn_names(true)),
        ("--idna", ladder.idna(true)),
    ];
    let left = options.map(|(name, ladder)| {
        let walls = ladder.compare(&a, &b).differences();
        (name, walls.iter().map(|wall| wall.component).collect::<Vec<_>>())
    });
    // Observations hold whatever the fragments are, but the fragments have to be the same.
    let observed = can_be_observed(ladder, [a, b]);
    let named = a.scheme().is_some() && b.scheme().is_some();
    // A base gives a reference what it lacks: the scheme, the authority, or the beginning of the path.
    let complete =
        |it: Ri<&str, A, MaybeScheme>| (it.scheme().is_some(), it.host().is_some(), it.path().starts_with('/'));
    let relative = !named && (complete(a) != complete(b) || complete(a) == (false, false, false));
    let barrier = |wall: Difference| {
        let component = wall.component;
        let by_option = left.iter().filter(|(_, left)| !left.contains(&component));
        let mut cures: Vec<&str> = by_option.map(|(name, _)| *name).collect();
        if observed && component != Component::Fragment {
            cures.push(EVIDENCE);
        }
        if relative && !matches!(component, Component::Query | Component::Fragment) {
            cures.push(BASE);
        }
        let reason = wall.reason;
        let (name, says, section) = match about(component, a, b) {
            Some(Question { name, says, section }) => (name, says, section),
            None => (reason.name(), reason.describe(), reason.section()),
        };
        let ends = [a, b].map(|side| side.range(component).map_or(0, |range| range.end));
        let [ours, theirs] = widened([a.as_str(), b.as_str()], ends, &wall);
        Barrier { component, a: ours, b: theirs, name, says, section, cures }
    };
    walls.into_iter().map(barrier).collect()
}

/// Whether `--evidence` takes an observation about the two: both have a scheme that gives it a meaning.
fn can_be_observed<A: Alphabet>(ladder: Ladder<'_>, given: [Ri<&str, A, MaybeScheme>; 2]) -> bool {
    let resource = |it: Ri<&str, A, MaybeScheme>| {
        let text = it.as_str().split('#').next().unwrap_or_default();
        Ri::<String, A, HasScheme>::parse(text.to_owned()).ok()
    };
    let [Some(a), Some(b)] = given.map(resource) else { return false };
    Observations::new(ladder).observe(ObservationKind::Redirect, &a, &b, "").is_ok()
}

/// Widens a wall to where the rest of both components is the same.
fn widened(texts: [&str; 2], ends: [usize; 2], wall: &Difference) -> [Range<usize>; 2] {
    let walls = [wall.a.clone(), wall.b.clone()];
    let rest = |side: usize| texts[side].get(walls[side].start..ends[side]).unwrap_or_default();
    let (ours, theirs) = (rest(0), rest(1));
    if wall.reason == Reason::Presence || ours.is_empty() && theirs.is_empty() {
        return walls;
    }
    let same = ours.chars().rev().zip(theirs.chars().rev()).take_while(|(x, y)| x == y);
    let shared: Vec<usize> = same.map(|(x, _)| x.len_utf8()).collect();
    // The rest must not begin within an escape.
    let cuts = |text: &str, length: usize| {
        let head = &text.as_bytes()[..text.len() - length];
        head.iter().rev().take(2).any(|&byte| byte == b'%')
    };
    let lengths = (0..=shared.len()).rev().map(|count| shared[..count].iter().sum::<usize>());
    let fits = |length: &usize| !cuts(ours, *length) && !cuts(theirs, *length);
    // No escape is cut at the very end.
    let length = lengths.into_iter().find(fits).unwrap_or_default();
    let [a, b] = walls;
    [a.start..a.start + ours.len() - length, b.start..b.start + theirs.len() - length]
}

/// A difference that people often ask about.
pub(super) struct Question {
    /// The name of the reason in JSON.
    pub(super) name: &'static str,
    pub(super) says: &'static str,
    pub(super) section: &'static str,
}

const HTTPS: Question =
    question("https", "http and https are two schemes, and each has resources of its own", "RFC 9110 section 4.2.2");
const WWW: Question =
    question("www", "\"www.\" is a label like any other, so these are two names", "RFC 3986 section 3.2.2");
const ROOT_DOT: Question = question(
    "root-dot",
    "the dot of the root is part of the name, although it ends where it would without",
    "RFC 3986 section 3.2.2",
);
const IPV6: Question = question(
    "ipv6-spelling",
    "the same IPv6 address, but only letter case is ignored in its spelling",
    "RFC 5952 section 4",
);
const PUNYCODE: Question = question(
    "punycode",
    "a domain name and its Punycode: the same in the DNS, but not by syntax",
    "RFC 3987 section 5.3.3",
);
const SLASH: Question = question(
    "trailing-slash",
    "a slash at the end makes another path, even if the server redirects one to the other",
    "RFC 3986 section 6.2.4",
);
const ORDER: Question = question(
    "pair-order",
    "the same pairs in another order: only the server knows whether the order matters",
    "RFC 3986 section 3.4",
);
const PLUS: Question = question(
    "plus",
    "\"+\" is a space only in the query of a form (application/x-www-form-urlencoded)",
    "RFC 3986 section 2.2",
);
const URN_COMPONENTS: Question = question(
    "urn-components",
    "the r-, q- and f-components are no part of the name, but of the identifier",
    "RFC 8141 section 3",
);
const fn question(name: &'static str, says: &'static str, section: &'static str) -> Question {
    Question { name, says, section }
}

/// The question that a difference in a component raises.
pub(super) fn about<A: Alphabet>(
    component: Component,
    a: Ri<&str, A, MaybeScheme>,
    b: Ri<&str, A, MaybeScheme>,
) -> Option<Question> {
    let (ours, theirs) = (a.parts(), b.parts());
    let [x, y] = [ours.scheme, theirs.scheme].map(|it| it.unwrap_or_default().to_ascii_lowercase());
    match component {
        Component::Scheme => {
            let two = [x.as_str(), y.as_str()];
            (two == ["http", "https"] || two == ["https", "http"]).then_some(HTTPS)
        }
        Component::Host => host(&ours.host?.to_ascii_lowercase(), &theirs.host?.to_ascii_lowercase()),
        Component::Path if x == "mailto" && y == "mailto" => mailto(ours.path, theirs.path),
        Component::Path => path(ours.path, theirs.path),
        Component::Query | Component::Fragment if x == "urn" && y == "urn" => Some(URN_COMPONENTS),
        Component::Query => query(ours.query?, theirs.query?),
        _ => None,
    }
}

fn host(a: &str, b: &str) -> Option<Question> {
    let address = |host: &str| host.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok();
    if let (Some(x), Some(y)) = (address(a), address(b)) {
        return (x == y).then_some(IPV6);
    }
    let either = |longer: fn(&str, &str) -> bool| longer(a, b) || longer(b, a);
    if either(|x, y| x.strip_prefix("www.") == Some(y)) {
        return Some(WWW);
    }
    if either(|x, y| x.strip_suffix('.') == Some(y)) {
        return Some(ROOT_DOT);
    }
    let ascii = |name: &str| idna::domain_to_ascii(&percent::decode_text(name).ok()?).ok();
    (ascii(a)? == ascii(b)?).then_some(PUNYCODE)
}

/// Addresses of mail that differ only in a domain name and its Punycode.
fn mailto(a: &str, b: &str) -> Option<Question> {
    let ((user, host_a), (other, host_b)) = (a.rsplit_once('@')?, b.rsplit_once('@')?);
    let two = host(&host_a.to_ascii_lowercase(), &host_b.to_ascii_lowercase());
    two.filter(|it| user == other && it.name == PUNYCODE.name)
}

fn path(a: &str, b: &str) -> Option<Question> {
    let slash = |x: &str, y: &str| x.strip_suffix('/') == Some(y) && !y.is_empty();
    if slash(a, b) || slash(b, a) {
        return Some(SLASH);
    }
    plus(a, b)
}

fn query(a: &str, b: &str) -> Option<Question> {
    let sorted = |query: &str| {
        let mut pairs: Vec<String> = query.split(['&', ';']).map(ToOwned::to_owned).collect();
        pairs.sort_unstable();
        pairs
    };
    if a.contains(['&', ';']) && sorted(a) == sorted(b) {
        return Some(ORDER);
    }
    plus(a, b)
}

/// Whether the two are the same but for spaces that one of them writes as `+`.
fn plus(a: &str, b: &str) -> Option<Question> {
    let spaced = |text: &str| text.replace('+', "%20");
    (spaced(a) == spaced(b)).then_some(PLUS)
}
