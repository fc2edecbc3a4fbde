//! The policy "repair": how a value that cannot stand somewhere is made to fit.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::percent::push_escaped;
use crate::syntax::error::{Component, Error, ErrorKind, Grammar};
use crate::syntax::grammar::mask;
use crate::syntax::grammar::unicode::Repertoire;
use crate::syntax::parse::ip::is_ipv6;
use crate::syntax::scan::run;

/// What goes before a path that breaks one of the three rules between components.
pub(super) const fn prefix(rule: ErrorKind) -> &'static str {
    match rule {
        ErrorKind::PathRootless => "/",
        ErrorKind::PathDoubleSlash => "/.",
        ErrorKind::PathColon => "./",
        _ => "",
    }
}

/// A value that its component's grammar refuses, made to fit; the error again where it cannot be.
pub(super) fn value<'v>(
    value: &'v str,
    error: Error,
    grammar: Grammar,
) -> Result<Cow<'v, str>, Error> {
    let text_set = Repertoire::of(grammar.unicode);
    let (class, repertoire) = match error.component {
        Component::Scheme | Component::Port | Component::Text => return Err(error),
        Component::Userinfo => (mask::USERINFO, text_set),
        Component::Host if is_ipv6(value) => return Ok(Cow::Owned(["[", value, "]"].concat())),
        Component::Host => (mask::REG_NAME, text_set),
        Component::Path => (mask::PATH, text_set),
        Component::Query => (mask::QUERY, Repertoire::of_query(grammar.unicode)),
        Component::Fragment => (mask::QUERY, text_set),
    };
    Ok(Cow::Owned(encode(value, class, repertoire)))
}

/// Escapes what stops the scanner, and goes on behind it.
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
