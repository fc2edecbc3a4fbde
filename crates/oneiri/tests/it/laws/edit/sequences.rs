//! A million sequences of twenty changes each, or a quarter of them (see `is_tried`): an offset that is moved wrongly, and is not seen at once, lets a
//! later change cut the text in the wrong place.

use super::change::POLICIES;
use crate::laws::run::is_tried;
use oneiri::component::PathMut;
use oneiri::{Alphabet, Ascii, Edit, Error, HasScheme, MaybeScheme, Normalization, Ri, Rung, SchemePresence, Unicode};
use std::time::Instant;

/// For each of the four types.
const SEQUENCES: u32 = 250_000;
const LENGTH: usize = 20;

/// Pseudo-random numbers (Marsaglia's xorshift64): the same ones for the same seed, and cheap.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn of_sequence(number: u64) -> Self {
        // An odd factor keeps the seeds apart, and one that is not zero keeps them from it.
        let mut random = Self(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            random.below(1);
        }
        random
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A fifth are removals.
    fn choose_or_none<'a>(&mut self, from: &[&'a str]) -> Option<&'a str> {
        (self.below(5) > 0).then(|| self.choose(from))
    }
}

const ABSOLUTE: [&str; 8] =
    ["s:", "s:a/b", "s:/a", "s:////g", "http://u@h:80/x?q#f", "s://[::1]:", "urn:a:b#", "s:/.//g?"];
const RELATIVE: [&str; 8] = ["", "a/b", "/a", "//h", "//@:", "?q", "#f", "./a:b"];
const SCHEMES: [&str; 6] = ["s", "https", "X+", "a.b-c", "1x", ""];
const USERINFOS: [&str; 7] = ["", "u", "u:p", ":", "a@b", "é", "%zz"];
const HOSTS: [&str; 11] = ["", "h", "example.org", "[::1]", "1.2.3.4", "[v1.a]", "::1", "a:80", "a/b", "É", "%41"];
const PORTS: [&str; 6] = ["", "0", "80", "00443", "-1", "8a"];
const AUTHORITIES: [&str; 9] = ["", "h", "u@h:80", "@:", "[::1]:", ":@é", "u@[v1.a]:080", "h/", "a@b@c"];
const PATHS: [&str; 15] =
    ["", "/", "a", "/a", "a/b/", "//a", "//", "/.//a", "b:c", "./b:c", "a/b:c", "/é/ê", "/a?b", "..", "/a/../b"];
const QUERIES: [&str; 8] = ["", "q", "a=1&b=2", "a?b", "x#y", "\u{E000}", "a=1&&a", "a b"];
const FRAGMENTS: [&str; 6] = ["", "f", "a/b?c", "x#y", "été", "%"];
const SEGMENTS: [&str; 10] = ["", "a", "b c", "d/e", "f:g", "é", "%", "%2E", ".", ".."];
const PAIRS: [&str; 7] = ["", "a", "b", "x y", "&=+", "é%", "\u{FFFD}"];

/// One random change. Whether it was made, or refused.
fn change<A: Alphabet, F: SchemePresence>(value: &mut Ri<String, A, F>, random: &mut Random) -> Result<(), Error> {
    let policy = random.choose(&POLICIES);
    let edit = match random.below(24) {
        0 => Edit::Scheme(random.choose(&SCHEMES)),
        1 | 2 => Edit::Userinfo(random.choose_or_none(&USERINFOS)),
        3 | 4 => Edit::Host(random.choose_or_none(&HOSTS)),
        5 | 6 => Edit::Port(random.choose_or_none(&PORTS)),
        7 | 8 => Edit::Authority(random.choose_or_none(&AUTHORITIES)),
        9..=12 => Edit::Path(random.choose(&PATHS)),
        13 => Edit::Query(random.choose_or_none(&QUERIES)),
        14 => Edit::Fragment(random.choose_or_none(&FRAGMENTS)),
        15 => return value.path_mut().push(random.choose(&SEGMENTS)).map(drop),
        16 => {
            let two = [random.choose(&SEGMENTS), random.choose(&SEGMENTS)];
            return value.path_mut().extend(two).map(drop);
        }
        17 => return change_segments(value, random),
        18 => {
            let (index, segment) = (random.below(4), random.choose(&SEGMENTS));
            return value.path_mut().replace(index, segment).map(drop);
        }
        19 => {
            let mut query = value.query_mut();
            if random.below(2) == 0 {
                query.form();
            }
            for _ in 0..=random.below(3) {
                let key = random.choose(&PAIRS);
                match random.below(10) {
                    0..=3 => query.set(key, random.choose(&PAIRS)),
                    4 | 5 => query.append(key, random.choose(&PAIRS)),
                    6 => query.extend([(key, ""), ("a", key)]),
                    7 | 8 => query.remove(key),
                    _ => query.clear(),
                };
            }
            return Ok(());
        }
        20 => {
            let address = [[10, 0, 0, 1].into(), std::net::Ipv6Addr::LOCALHOST.into()];
            return value.set_host_ip(random.choose::<std::net::IpAddr>(&address));
        }
        21 => return value.set_port(random.choose(&[None, Some(0), Some(443), Some(65535)])),
        22 => {
            let (userinfo, host) = (random.choose_or_none(&USERINFOS), random.choose_or_none(&HOSTS));
            return value.set_authority_parts(userinfo, host, random.choose_or_none(&PORTS));
        }
        _ => {
            match random.below(4) {
                0 => value.normalize_at_in_place(Rung::Path),
                1 => value.normalize_steps_in_place(Normalization::PATH),
                _ => {}
            }
            return Ok(());
        }
    };
    value.edit(edit, policy)
}

/// Up to four changes through one guard, which are those through a guard for each. An error if all were refused.
fn change_segments<A: Alphabet, F: SchemePresence>(
    value: &mut Ri<String, A, F>,
    random: &mut Random,
) -> Result<(), Error> {
    let mut one_by_one = value.clone();
    let mut path = value.path_mut();
    let mut result = Ok(());
    for nth in 0..=random.below(4) {
        let choice = (random.below(10), random.below(4), random.choose(&SEGMENTS));
        let changed = change_segment(&mut path, choice);
        let alone = change_segment(&mut one_by_one.path_mut(), choice);
        assert_eq!(changed, alone, "{one_by_one:?}");
        result = if nth == 0 { changed.map(drop) } else { result.or(changed.map(drop)) };
    }
    drop(path);
    assert_eq!(*value, one_by_one);
    result
}

/// One change. Whether it found its segment, or was refused.
fn change_segment(path: &mut PathMut<'_>, (choice, index, segment): (usize, usize, &str)) -> Result<bool, Error> {
    match choice {
        0..=2 => path.insert(index, segment),
        3 | 4 => path.remove(index),
        5 | 6 => path.replace(index, segment),
        7 => path.push(segment).map(|_| true),
        8 => Ok(path.pop()),
        _ => Ok(!path.clear().is_empty()),
    }
}

/// After every change the components are those that the text has, each in its place; and a change that was
/// refused was none.
fn hold_after_every_change<A: Alphabet, F: SchemePresence>(name: &str) {
    let (mut tried, mut refused, begun) = (0, 0, Instant::now());
    let mut before = String::new();
    for number in (0..SEQUENCES).filter(|&number| is_tried(number)) {
        tried += 1;
        let mut random = Random::of_sequence(number.into());
        let relative = !F::SCHEME && random.below(2) == 0;
        let base = random.choose(if relative { &RELATIVE } else { &ABSOLUTE });
        let value = Ri::<String, A, F>::parse(base).expect("a base");
        refused += hold_on_the_way(value, &mut random, &mut before, || format!("{name} {number}"));
    }
    let total = tried * LENGTH;
    println!(
        "{name}: {tried} sequences of {LENGTH} changes, {} made and {refused} refused, in {:.1?}",
        total - refused,
        begun.elapsed()
    );
    assert!(refused > total / 10 && refused < total / 2, "{name}: {refused} of {total} refused");
}

/// As `is_as_parsed`, without what costs time: the parts are slices of one text, so they are the same if they
/// lie in the same place.
fn is_as_a_fresh_parse<A: Alphabet, F: SchemePresence>(value: &Ri<String, A, F>) -> Result<(), String> {
    let fresh = Ri::<&str, A, F>::parse(value.as_str()).map_err(|error| error.to_string())?;
    let (a, b) = (value.parts(), fresh.parts());
    let same = |a: Option<&str>, b: Option<&str>| match (a, b) {
        (Some(a), Some(b)) => std::ptr::eq(a, b),
        (a, b) => a == b,
    };
    let all = same(a.scheme, b.scheme)
        && same(a.userinfo, b.userinfo)
        && same(a.host, b.host)
        && same(a.port, b.port)
        && same(Some(a.path), Some(b.path))
        && same(a.query, b.query)
        && same(a.fragment, b.fragment);
    if all { Ok(()) } else { Err(format!("{a:?}, but parsed {b:?}")) }
}

/// One sequence; how many of its changes were refused.
fn hold_on_the_way<A: Alphabet, F: SchemePresence>(
    mut value: Ri<String, A, F>,
    random: &mut Random,
    before: &mut String,
    name: impl Fn() -> String,
) -> usize {
    let mut refused = 0;
    for step in 0..LENGTH {
        before.clear();
        before.push_str(value.as_str());
        let at_this = random.clone();
        if change(&mut value, random).is_err() {
            refused += 1;
            assert_eq!(value.as_str(), before, "{}, {step}: refused, and changed", name());
        }
        if let Err(fault) = is_as_a_fresh_parse(&value) {
            panic!("{}, {step}: {before:?} by {at_this:?} to {value:?}: {fault}", name());
        }
    }
    let fresh = Ri::<&str, A, F>::parse(value.as_str()).expect("a value");
    assert_eq!(value.normalize_at(Rung::Path), fresh.normalize_at(Rung::Path), "{}: {value:?}", name());
    refused
}

/// A sequence for fuzzers, from any text on.
pub(crate) fn sequence(text: &str, seed: u64) {
    fn of<A: Alphabet, F: SchemePresence>(text: &str, seed: u64) {
        if let Ok(value) = Ri::<String, A, F>::parse(text) {
            let name = || format!("{text:?}, {seed}");
            hold_on_the_way(value, &mut Random::of_sequence(seed), &mut String::new(), name);
        }
    }
    of::<Ascii, HasScheme>(text, seed);
    of::<Ascii, MaybeScheme>(text, seed);
    of::<Unicode, HasScheme>(text, seed);
    of::<Unicode, MaybeScheme>(text, seed);
}

/// Fuzzing found the one that had none: a text may represent any number.
#[test]
fn the_last_number_has_a_sequence_too() {
    sequence("a/b", u64::MAX);
}

#[test]
fn a_million_sequences_uri() {
    hold_after_every_change::<Ascii, HasScheme>("sequences of URIs");
}

#[test]
fn a_million_sequences_uri_reference() {
    hold_after_every_change::<Ascii, MaybeScheme>("sequences of URI references");
}

#[test]
fn a_million_sequences_iri() {
    hold_after_every_change::<Unicode, HasScheme>("sequences of IRIs");
}

#[test]
fn a_million_sequences_iri_reference() {
    hold_after_every_change::<Unicode, MaybeScheme>("sequences of IRI references");
}
