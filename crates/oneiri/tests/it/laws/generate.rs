//! Where the values come from: the grammar with all that is nasty in it, what becomes of that when a character
//! is lost or gained, and any text at all.

#[path = "generate/piece.rs"]
pub(crate) mod piece;

use super::run::NINE;
use crate::oracle::alphabet::{Alphabet, bidi_formatting, iprivate, ucschar, unreserved};
use crate::oracle::percent::{escape, escape_octet};
use crate::oracle::split::{Seven, seven};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Characters that some rule or decision singles out, to be met as they are and as escapes.
const SINGLED_OUT: [char; 31] = [
    'A', 'z', '~', '-', '.', '/', '%', ' ', '@', ':', '?', '#', 'é', 'É', '£', '‥', '\u{7F}', '\u{80}', '\u{A0}',
    '\u{200E}', '\u{202E}', '\u{2066}', '\u{D7FF}', '\u{E000}', '\u{F8FF}', '\u{FDD0}', '\u{FFEF}', '\u{FFFD}',
    '\u{1FFFD}', '\u{1FFFE}', '\u{10FFFD}',
];

/// Escapes that are no UTF-8, or become it only when put together wrongly.
const BROKEN: [&str; 12] =
    ["%C3", "%a9", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%e2%80", "%ff", "%FC", "%80", "%00", "%C3%41", "%2541"];

fn escapes() -> impl Strategy<Value = String> {
    prop_oneof![
        select(&SINGLED_OUT[..]).prop_map(escape),
        select(&SINGLED_OUT[..]).prop_map(|c| escape(c).to_ascii_lowercase()),
        select(&BROKEN[..]).prop_map(String::from),
        any::<u8>().prop_map(escape_octet),
    ]
}

/// What the rules call `unreserved / pct-encoded / sub-delims`, with the characters of `more`.
fn plain(alphabet: Alphabet, more: &'static str) -> BoxedStrategy<String> {
    let ascii = prop_oneof![
        4 => "[a-cA-C0-2]",
        2 => "[-._~!$&'()*+,;=]",
        2 => select(more.chars().chain(['x']).collect::<Vec<_>>()).prop_map(String::from),
    ];
    match alphabet {
        Alphabet::Uri => prop_oneof![5 => ascii, 2 => escapes()].boxed(),
        Alphabet::Iri => {
            let singled_out: Vec<char> = SINGLED_OUT.into_iter().filter(|&c| ucschar(c)).collect();
            let anything = any::<char>().prop_map(|c| if ucschar(c) { c } else { 'Ê' });
            let beyond = prop_oneof![select(singled_out), anything].prop_map(String::from);
            prop_oneof![5 => ascii, 2 => escapes(), 2 => beyond].boxed()
        }
    }
}

fn several(atoms: BoxedStrategy<String>, most: usize) -> BoxedStrategy<String> {
    vec(atoms, 0..=most).prop_map(|atoms| atoms.concat()).boxed()
}

fn scheme() -> BoxedStrategy<String> {
    let known = select(&["http", "HTTP", "https", "s", "urn", "file", "mailto", "x+Y.1-z"][..]).prop_map(String::from);
    prop_oneof![3 => known, 1 => "[a-zA-Z][a-cA-C0-2+.-]{0,3}"].boxed()
}

fn host(alphabet: Alphabet) -> BoxedStrategy<String> {
    let fixed = [
        "", "", "h", "EXAMPLE.org", "ex%41mple.ORG", "1.2.3.4", "01.2.3.4", "1.2.3.256", "%31%30.0.0.1", "[::1]",
        "[2001:DB8::A]", "[1:2:3:4:5:6:7::]", "[::FFFF:1.2.3.4]", "[1:2:3:4:5:6:7:8]", "[V1.Ab:~]", "[vF.!]",
    ];
    prop_oneof![2 => select(fixed.to_vec()).prop_map(String::from), 1 => several(plain(alphabet, "!"), 5)].boxed()
}

fn port() -> BoxedStrategy<String> {
    let fixed = ["", "0", "000", "80", "080", "443", "00443", "65535", "65536", "0065535", "99999999999999999999999"];
    prop_oneof![3 => select(fixed.to_vec()).prop_map(String::from), 1 => "[0-9]{1,6}"].boxed()
}

fn segments(alphabet: Alphabet) -> BoxedStrategy<Vec<String>> {
    let fixed = ["", "", ".", ".", "..", "..", "...", "a", "b", "a:b", ":", "@", "%2E", "%2e%2E", ".%2e", "%2F"];
    let segment =
        prop_oneof![3 => select(fixed.to_vec()).prop_map(String::from), 1 => several(plain(alphabet, ":@"), 4)];
    vec(segment, 0..7).boxed()
}

/// A grammatical reference; with a scheme if one is demanded, and mostly otherwise.
pub(crate) fn valid(alphabet: Alphabet, scheme_demanded: bool) -> BoxedStrategy<String> {
    let scheme =
        (scheme(), any::<bool>()).prop_map(move |(scheme, given)| (given || scheme_demanded).then_some(scheme));
    let authority =
        option::of((option::of(several(plain(alphabet, ":"), 4)), host(alphabet), option::weighted(0.4, port())));
    let private = match alphabet {
        Alphabet::Uri => Just("?".to_string()).boxed(),
        Alphabet::Iri => select(&["\u{E000}", "\u{F8FF}", "\u{F0000}", "\u{10FFFD}"][..]).prop_map_into().boxed(),
    };
    let query = prop_oneof![6 => plain(alphabet, "/?:@"), 1 => private].boxed();
    let tail = (option::weighted(0.4, several(query, 5)), option::weighted(0.3, several(plain(alphabet, "/?:@"), 4)));
    (scheme, authority, any::<bool>(), segments(alphabet), tail)
        .prop_map(|(scheme, authority, absolute, segments, (query, fragment))| {
            let (userinfo, host, port) = authority.map_or((None, None, None), |(u, h, p)| (u, Some(h), p));
            let path = fitting(scheme.is_some(), host.is_some(), absolute, &segments);
            Seven { scheme, userinfo, host, port, path, query, fragment }.recompose()
        })
        .boxed()
}

/// The three rules between components, kept by a dot segment where a path would break one.
fn fitting(has_scheme: bool, has_authority: bool, absolute: bool, segments: &[String]) -> String {
    let path = segments.join("/");
    if has_authority {
        return if segments.is_empty() { path } else { format!("/{path}") };
    }
    let path = if absolute { format!("/{path}") } else { path };
    if path.starts_with("//") {
        return if absolute { format!("/.{path}") } else { format!(".{path}") };
    }
    let colon_first = path.split('/').next().is_some_and(|first| first.contains(':'));
    if !has_scheme && colon_first { format!("./{path}") } else { path }
}

/// A grammatical text that one to three blows have hit: a character put in, taken out or replaced.
pub(crate) fn mutated(alphabet: Alphabet) -> BoxedStrategy<String> {
    let foreign = "%[]:/?#@. \"<>\\^`{|}\t\n\0é\u{202E}\u{E000}\u{FFFF}aG4";
    let symbol = prop_oneof![9 => select(foreign.chars().collect::<Vec<_>>()), 1 => any::<char>()];
    let blows = vec((0..3_u8, any::<prop::sample::Index>(), symbol), 1..=3);
    (valid(alphabet, false), blows)
        .prop_map(|(text, blows)| {
            let mut text: Vec<char> = text.chars().collect();
            for (blow, place, symbol) in blows {
                let at = place.index(text.len() + 1);
                match blow {
                    0 => text.insert(at, symbol),
                    1 if at < text.len() => drop(text.remove(at)),
                    2 if at < text.len() => text[at] = symbol,
                    _ => {}
                }
            }
            text.into_iter().collect()
        })
        .boxed()
}

/// Any text at all; so short that the oracle can read it even with every character escaped.
pub(crate) fn arbitrary() -> BoxedStrategy<String> {
    vec(any::<char>(), 0..21).prop_map(String::from_iter).boxed()
}

/// Longer strings over the nine symbols than the exhaustive tests reach, and a few symbols more.
pub(crate) fn symbols() -> BoxedStrategy<String> {
    let all: Vec<&str> = NINE.into_iter().chain(["..", "[", "]", "0", "v", "//", "%", "É", "%C3%A9"]).collect();
    vec(select(all), 0..16).prop_map(|symbols| symbols.concat()).boxed()
}

/// Texts of all four kinds, for laws about what is accepted and what is not.
pub(crate) fn any_text() -> BoxedStrategy<String> {
    prop_oneof![
        3 => valid(Alphabet::Iri, false),
        2 => valid(Alphabet::Uri, false),
        3 => mutated(Alphabet::Iri),
        2 => mutated(Alphabet::Uri),
        2 => symbols(),
        1 => arbitrary(),
    ]
    .boxed()
}

/// Grammatical texts, URIs and IRIs, with and without a scheme.
pub(crate) fn any_valid() -> BoxedStrategy<String> {
    prop_oneof![
        3 => valid(Alphabet::Iri, false),
        3 => valid(Alphabet::Uri, false),
        1 => valid(Alphabet::Iri, true),
        1 => valid(Alphabet::Uri, true),
    ]
    .boxed()
}

/// The same identifier in another spelling, as the path rung of the ladder understands it.
///
/// The choices say where to turn the case, where to escape what need not be escaped, where to put `./` and zeros.
pub(crate) fn respelled(alphabet: Alphabet, text: &str, choices: &[bool]) -> String {
    let mut choices = choices.iter().copied().cycle();
    let mut choose = move || choices.next().unwrap_or(false);
    let it = seven(text);
    let scheme = it.scheme.map(|scheme| if choose() { scheme.to_ascii_uppercase() } else { scheme });
    let absolute = scheme.is_some() && it.path.starts_with('/');
    let host = it.host.map(|host| match (host.starts_with('['), choose()) {
        (true, true) => host.to_ascii_uppercase(),
        (true, false) => host,
        (false, _) => escaped_here_and_there(alphabet, false, &turned(&host), &mut choose),
    });
    let port = match it.port {
        Some(port) if port.is_empty() && choose() => None,
        Some(port) if !port.is_empty() && choose() => Some(format!("00{port}")),
        None if host.is_some() && choose() => Some(String::new()),
        port => port,
    };
    let path = if absolute && choose() { it.path.replacen('/', "/./", 1) } else { it.path };
    let mut escaped = |in_query, part: String| escaped_here_and_there(alphabet, in_query, &part, &mut choose);
    Seven {
        scheme,
        userinfo: it.userinfo.map(|userinfo| escaped(false, userinfo)),
        host,
        port,
        path: escaped(false, path),
        query: it.query.map(|query| escaped(true, query)),
        fragment: it.fragment.map(|fragment| escaped(false, fragment)),
    }
    .recompose()
}

/// The letters outside escapes in the other case; within them it is the digits that may be in either.
fn turned(host: &str) -> String {
    host.chars().map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }).collect()
}

fn escaped_here_and_there(alphabet: Alphabet, in_query: bool, part: &str, choose: &mut impl FnMut() -> bool) -> String {
    let mut digits = 0;
    let mut respelled = String::new();
    for c in part.chars() {
        let in_escape = digits > 0;
        digits = if c == '%' { 2_u8 } else { digits.saturating_sub(1) };
        let beyond = ucschar(c) || bidi_formatting(c) || (in_query && iprivate(c));
        let may_escape = unreserved(c) || (alphabet == Alphabet::Iri && beyond);
        match (in_escape, choose()) {
            (true, true) => respelled.push(c.to_ascii_lowercase()),
            (false, true) if may_escape => respelled.push_str(&escape(c)),
            _ => respelled.push(c),
        }
    }
    respelled
}
