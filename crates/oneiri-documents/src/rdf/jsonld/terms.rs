//! What a context defines, as the document spells it: terms, and on which others they depend.

use std::borrow::Cow;

use super::context::{KEYWORDS, is_keyword};
use super::tape::{Kind, Tape};

/// The terms that a context defines, and their definitions.
pub(super) fn definitions<'t, 'd>(
    tape: &'t Tape<'d>,
    local: usize,
) -> impl Iterator<Item = (Cow<'d, str>, usize)> + use<'t, 'd> {
    tape.members(local).filter_map(|(key, value)| {
        let name = tape.text(key);
        (!is_keyword(&name) || name == "@type").then_some((name, value?))
    })
}

/// Section 4.2.2: the terms that must be defined before another one, because its type or its IRI begins with them.
pub(super) fn needed<'n>(tape: &Tape<'_>, name: &'n str, value: usize) -> impl Iterator<Item = String> + use<'n> {
    let member = |name: &str| {
        let value = tape.member(value, name).filter(|_| tape.kind(value) == Kind::Object);
        value.filter(|it| tape.kind(*it) == Kind::String).map(|it| tape.text(it).into_owned())
    };
    let id = spelled(tape, value).unwrap_or_else(|| name.to_owned());
    let begins = |text: String, name: Option<&str>| match text.split_once(':') {
        // Section 5.2, step 6.2: an IRI, or a blank node.
        Some((prefix, rest)) if prefix == "_" || rest.starts_with("//") => None,
        Some((prefix, _)) => Some(prefix.to_owned()),
        None if Some(&*text) == name => None,
        None => Some(text),
    };
    let of_type = member("@type").and_then(|text| begins(text, None));
    of_type.into_iter().chain(begins(id, Some(name)))
}

/// The text of the IRI that a definition gives a term.
fn spelled(tape: &Tape<'_>, value: usize) -> Option<String> {
    let id = match tape.kind(value) {
        Kind::String => Some(value),
        Kind::Object => tape.member(value, "@id").or_else(|| tape.member(value, "@reverse")),
        _ => None,
    };
    let id = id.filter(|it| tape.kind(*it) == Kind::String);
    id.map(|it| tape.text(it).into_owned())
}

/// Section 4.2.2, steps 13.3 and 14.2.2: a definition by what has the form of a keyword, and is none, defines nothing.
pub(super) fn is_left_out(tape: &Tape<'_>, value: usize) -> bool {
    spelled(tape, value).is_some_and(|it| is_keyword(&it) && !KEYWORDS.contains(&&*it))
}
