//! Checks of one component alone, and of the three rules that relate components to each other.

use core::ops::Range;

use super::input::Input;
use super::{authority, ip};
use crate::syntax::error::{Component, Error, ErrorKind, Grammar};
use crate::syntax::grammar::unicode::Repertoire;
use crate::syntax::grammar::{ALPHA, mask};
use crate::syntax::scan::{Classify, best, run, run_plain};

/// Checks the text of a component against the rule of that component.
///
/// # Errors
///
/// The first error, with offsets in `text`.
pub(crate) const fn check(text: &str, component: Component, grammar: Grammar) -> Result<(), Error> {
    let bytes = text.as_bytes();
    let input = Input { bytes, grammar };
    let text_set = Repertoire::of(grammar.unicode);
    let end = match component {
        Component::Scheme if bytes.is_empty() || !ALPHA.has(bytes[0]) => {
            return Err(input.fault(0, ErrorKind::Character, component));
        }
        Component::Scheme => run_plain(bytes, 0, mask::SCHEME),
        Component::Userinfo => run(bytes, 0, mask::USERINFO, text_set),
        Component::Host if input.is(0, b'[') => match ip::literal(&input, 0) {
            Ok(end) => end,
            Err(error) => return Err(error),
        },
        Component::Host => run(bytes, 0, mask::REG_NAME, text_set),
        Component::Port => run_plain(bytes, 0, mask::DIGIT),
        Component::Path => run(bytes, 0, mask::PATH, text_set),
        Component::Query => run(bytes, 0, mask::QUERY, Repertoire::of_query(grammar.unicode)),
        Component::Fragment => run(bytes, 0, mask::QUERY, text_set),
    };
    if end == bytes.len() {
        return Ok(());
    }
    Err(match component {
        // These components admit no escapes, so a "%" is an error of its own, not the start of an escape.
        Component::Scheme | Component::Port => input.fault(end, ErrorKind::Character, component),
        _ => input.stopped(end, component),
    })
}

/// Whether the masks alone show that [`check`] accepts a text. If they do not, it may accept the text all the same.
pub(crate) fn surely_valid(text: &str, component: Component, grammar: Grammar) -> bool {
    let bytes = text.as_bytes();
    let scanner = best();
    // Every component that has escapes admits the bytes that are in none of these masks.
    (0..bytes.len()).step_by(64).all(|at| {
        let masks = scanner.masks(bytes, at, grammar.unicode);
        let question = masks.question | masks.hash | masks.check;
        let slash = masks.slash | masks.colon_or_at;
        match component {
            Component::Userinfo | Component::Host => slash | question == 0,
            Component::Path => question == 0,
            Component::Query | Component::Fragment => masks.hash | masks.check == 0,
            Component::Scheme | Component::Port => false,
        }
    })
}

/// Checks an authority, `[ userinfo "@" ] host [ ":" port ]` (RFC 3986 section 3.2), and returns the
/// range of its host.
pub(crate) fn check_authority(text: &str, grammar: Grammar) -> Result<Range<usize>, Error> {
    let input = Input { bytes: text.as_bytes(), grammar };
    let (host, end) = authority::parse(&input, 0)?;
    if end < text.len() {
        // The parser stopped at the "/", "?" or "#" that would begin the path, the query or the fragment.
        let component = if end > host.end { Component::Port } else { Component::Host };
        return Err(input.fault(end, ErrorKind::Character, component));
    }
    Ok(host)
}

/// Checks the three rules that relate a path to the components before it (RFC 3986 sections 3.3 and 4.2):
///
/// * after an authority, a path is empty or begins with `/`;
/// * without an authority, a path does not begin with `//`;
/// * with neither scheme nor authority, the first segment contains no `:`.
///
/// At most the first segment is read.
///
/// # Errors
///
/// The rule that is broken, with offsets in the path.
pub(crate) fn check_seams(has_scheme: bool, has_authority: bool, path: &str, grammar: Grammar) -> Result<(), Error> {
    let input = Input { bytes: path.as_bytes(), grammar };
    if has_authority {
        if !path.is_empty() && !path.starts_with('/') {
            return Err(input.fault(0, ErrorKind::PathRootless, Component::Path));
        }
    } else if path.starts_with("//") {
        return Err(input.fault(1, ErrorKind::PathDoubleSlash, Component::Path));
    } else if !has_scheme {
        if let Some(at) = path.bytes().take_while(|&byte| byte != b'/').position(|b| b == b':') {
            return Err(input.fault(at, ErrorKind::PathColon, Component::Path));
        }
    }
    Ok(())
}
