//! The policy `Repair`: changes a value so that it is valid at its position.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::percent::push_escaped;
use crate::syntax::error::{Component, Error, ErrorKind, Grammar};
use crate::syntax::grammar::mask;
use crate::syntax::grammar::unicode::Repertoire;
use crate::syntax::parse::ip::is_ipv6;
use crate::syntax::scan::run;

/// The text to insert before a path that breaks one of the three rules between components.
pub(super) const fn prefix(rule: ErrorKind) -> &'static str {
    match rule {
        ErrorKind::PathRootless => "/",
        ErrorKind::PathDoubleSlash => "/.",
        ErrorKind::PathColon => "./",
        _ => "",
    }
}

/// Repairs a value that the grammar of its component rejects. Returns `error` if the component cannot be repaired.
pub(super) fn value<'v>(value: &'v str, error: Error, grammar: Grammar) -> Result<Cow<'v, str>, Error> {
    let text_set = Repertoire::of(grammar.unicode);
    let (class, repertoire) = match error.component {
        None | Some(Component::Scheme | Component::Port) => return Err(error),
        Some(Component::Userinfo) => (mask::USERINFO, text_set),
        Some(Component::Host) if is_ipv6(value) => {
            return Ok(Cow::Owned(["[", value, "]"].concat()));
        }
        Some(Component::Host) => (mask::REG_NAME, text_set),
        Some(Component::Path) => (mask::PATH, text_set),
        Some(Component::Query) => (mask::QUERY, Repertoire::of_query(grammar.unicode)),
        Some(Component::Fragment) => (mask::QUERY, text_set),
    };
    Ok(Cow::Owned(encode(value, class, repertoire)))
}

/// Escapes each character that stops the scanner, and continues after it.
fn encode(value: &str, class: u8, repertoire: Repertoire) -> String {
    let mut out = String::with_capacity(value.len() + 16);
    let mut rest = value;
    while !rest.is_empty() {
        let (good, tail) = rest.split_at(run(rest.as_bytes(), 0, class, repertoire));
        out.push_str(good);
        let mut tail = tail.chars();
        if let Some(foreign) = tail.next() {
            push_escaped(foreign, &mut out);
        }
        rest = tail.as_str();
    }
    out
}
