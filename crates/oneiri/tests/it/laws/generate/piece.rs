//! Components out of place: grammatical ones, and ones that hold what would end them.

use super::valid;
use crate::oracle::alphabet::Alphabet;
use crate::oracle::split::{Seven, seven};
use proptest::prelude::*;
use proptest::sample::select;

fn or_from(fixed: &'static [&'static str], of: impl Fn(Seven) -> Option<String> + 'static) -> BoxedStrategy<String> {
    let found = valid(Alphabet::Iri, false).prop_map(move |text| of(seven(&text)).unwrap_or_default());
    prop_oneof![2 => select(fixed).prop_map(String::from), 1 => found].boxed()
}

pub(crate) fn scheme() -> BoxedStrategy<String> {
    or_from(&["s", "S+.-1", "", "1", "s:", "é", "%73", "a/b"], |it| it.scheme)
}

pub(crate) fn userinfo() -> BoxedStrategy<String> {
    or_from(&["", "u", "u:p", "u@v", "%4", "é", "u/", "\u{202E}"], |it| it.userinfo)
}

pub(crate) fn host() -> BoxedStrategy<String> {
    let fixed = &["", "h", "[::1]", "[::1", "::1", "h:1", "a/b", "a@b", "1.2.3.4", "[v1.a]", "é", "%zz", "[::1]x"];
    or_from(fixed, |it| it.host)
}

pub(crate) fn port() -> BoxedStrategy<String> {
    or_from(&["", "0", "080", "80a", ":", "é", "-1", " 1"], |it| it.port)
}

pub(crate) fn path() -> BoxedStrategy<String> {
    let fixed =
        &["", "/", "//", "///", "a", "a/b", "a:b", "./a:b", "/a", "//a", "/a?b", "a#b", "/é", "/%2", "a/b:c", ":"];
    or_from(fixed, |it| Some(it.path))
}

pub(crate) fn query() -> BoxedStrategy<String> {
    or_from(&["", "q", "a?b", "a#b", "\u{E000}", "[", "%41", "%"], |it| it.query)
}

pub(crate) fn fragment() -> BoxedStrategy<String> {
    or_from(&["", "f", "a?b", "a#b", "\u{E000}", "]", "%zz"], |it| it.fragment)
}
