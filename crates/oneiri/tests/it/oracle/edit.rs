//! Setters: D-19, D-21 and D-22 on optional components.

use super::abnf::{Rule, matches};
use super::alphabet::Alphabet;
use super::split::{Seven, five, seven};

/// What SRFI 275's `update-…` and `set-…!` procedures are given.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Scheme(String),
    Userinfo(Option<String>),
    Host(Option<String>),
    Port(Option<String>),
    Authority(Option<String>),
    Path(String),
    Query(Option<String>),
    Fragment(Option<String>),
}

/// The text after the change, or `None` where the change is an error.
///
/// "Component grammar check + the three rules": both hold exactly if the changed components, put
/// together, are grammatical and are split into these very components again.
pub(crate) fn edit(alphabet: Alphabet, text: &str, change: &Change) -> Option<String> {
    let mut it = seven(text);
    match change.clone() {
        // D-22: an error on a relative reference.
        Change::Scheme(scheme) => it.scheme = Some(it.scheme.map(|_| scheme)?),
        // D-21: removing never removes the authority; setting where there is none makes one.
        Change::Userinfo(userinfo) => it.userinfo = in_authority(&mut it.host, userinfo),
        Change::Port(port) => it.port = in_authority(&mut it.host, port),
        Change::Host(Some(host)) => it.host = Some(host),
        // D-21: the authority goes, or else the host becomes empty.
        Change::Host(None) if it.userinfo.is_none() && it.port.as_deref().is_none_or(str::is_empty) => {
            (it.host, it.port) = (None, None);
        }
        Change::Host(None) => it.host = it.host.map(|_| String::new()),
        Change::Authority(None) => (it.userinfo, it.host, it.port) = (None, None, None),
        Change::Authority(Some(authority)) => {
            let alone = format!("//{authority}");
            let is_one = five(&alone).authority == Some(authority.as_str());
            if !is_one || !matches(alphabet, Rule::UriReference, &alone) {
                return None;
            }
            let alone = seven(&alone);
            (it.userinfo, it.host, it.port) = (alone.userinfo, alone.host, alone.port);
        }
        Change::Path(path) => it.path = path,
        Change::Query(query) => it.query = query,
        Change::Fragment(fragment) => it.fragment = fragment,
    }
    stands(alphabet, &it)
}

fn in_authority(host: &mut Option<String>, value: Option<String>) -> Option<String> {
    if value.is_some() {
        host.get_or_insert_default();
    }
    value
}

fn stands(alphabet: Alphabet, it: &Seven) -> Option<String> {
    let text = it.recompose();
    (matches(alphabet, Rule::UriReference, &text) && seven(&text) == *it).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::Change::*;
    use super::*;

    fn some(text: &str) -> Option<String> {
        Some(text.to_string())
    }

    #[test]
    fn the_table_of_d_19() {
        for (text, change, expected) in [
            ("foo:a/b", Host(some("h")), None),
            ("foo:a/b", Userinfo(some("u")), None),
            ("foo:/a", Userinfo(some("u")), Some("foo://u@/a")),
            ("foo:/a", Port(some("80")), Some("foo://:80/a")),
            ("foo:////g", Host(None), None),
            ("foo:////g", Authority(None), None),
            ("foo://h/a", Path("b".to_string()), None),
            ("foo://h/a", Path("//b".to_string()), Some("foo://h//b")),
            ("foo:a", Path("//b".to_string()), None),
            ("foo:a", Path("b:c".to_string()), Some("foo:b:c")),
            ("a", Path("b:c".to_string()), None),
            ("a", Path("./b:c".to_string()), Some("./b:c")),
            ("foo:a", Query(some("x#y")), None),
            ("foo:a", Query(some("x?y")), Some("foo:a?x?y")),
            ("foo://h", Host(some("a:80")), None),
            ("foo://h", Host(some("[::1]")), Some("foo://[::1]")),
            ("foo://h", Userinfo(some("a@b")), None),
            ("?q", Host(some("h")), Some("//h?q")),
        ] {
            assert_eq!(edit(Alphabet::Uri, text, &change).as_deref(), expected, "{text} {change:?}");
        }
    }

    #[test]
    fn the_examples_of_d_21_and_d_22() {
        for (text, change, expected) in [
            ("foo://h/a", Host(None), Some("foo:/a")),
            ("http://h:/x", Host(None), Some("http:/x")),
            ("http://u@h:80/x", Host(None), Some("http://u@:80/x")),
            ("foo://h/a", Host(some("")), Some("foo:///a")),
            ("http://:80/x", Port(None), Some("http:///x")),
            ("//@", Userinfo(None), Some("//")),
            ("foo:a", Scheme("X+".to_string()), Some("X+:a")),
            ("a", Scheme("x".to_string()), None),
        ] {
            assert_eq!(edit(Alphabet::Uri, text, &change).as_deref(), expected, "{text} {change:?}");
        }
    }
}
