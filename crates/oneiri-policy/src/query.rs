//! The names of a query, as rules compare them. Rules that allow take `names`, which decodes once, and rules that deny
//! `may_have`, which has to find every name that some program reads: the law `other_spellings_of_a_denied_key` in
//! `tests/it/random.rs` reads queries as PHP and Rails do. `rule.rs` maps the listed names by `nfkc`, because the
//! readings are in that form.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;

use crate::readings::nfkc;

/// The names of a query, decoded once. Some programs divide at `;`, so it divides here, too.
pub(crate) fn names(query: &str) -> impl Iterator<Item = String> {
    pairs(query).map(decoded)
}

fn pairs(query: &str) -> impl Iterator<Item = &str> {
    let pairs = query.split(['&', ';']).filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split('=').next().unwrap_or_default())
}

fn decoded(name: &str) -> String {
    let name = name.replace('+', " ");
    String::from_utf8_lossy(&oneiri::percent::decode(&name)).into_owned()
}

/// Whether a program may find one of the names in a query.
///
/// Programs decode a name once or twice, map its characters, and take `debug[]`, `debug[a]` and `debug.a` for parts of
/// `debug`. PHP ignores spaces before a name, and writes `_` for a dot, a space and a bracket.
pub(crate) fn may_have(query: &str, is_listed: impl Fn(&str) -> bool) -> bool {
    pairs(query).any(|name| readings(name).iter().any(|name| is_listed(name)))
}

fn readings(name: &str) -> BTreeSet<String> {
    let once = decoded(name);
    let twice = decoded(&once);
    let mut readings: BTreeSet<String> = [once, twice].into();
    let mut extend = |change: fn(&str) -> String| {
        let more: BTreeSet<String> = readings.iter().map(|name| change(name)).collect();
        readings.extend(more);
    };
    extend(nfkc);
    // An escaped delimiter that a program decodes first ends the name.
    extend(|name| name.split(['=', '&', '\0']).next().unwrap_or_default().to_owned());
    extend(|name| name.trim_matches(|c: char| c.is_whitespace() || c.is_control()).to_owned());
    extend(|name| name.split('[').next().unwrap_or_default().to_owned());
    extend(|name| name.split('.').next().unwrap_or_default().to_owned());
    extend(|name| name.replace(['.', ' ', '['], "_"));
    readings
}
