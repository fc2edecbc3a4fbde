//! The laws that hold for every input. The fuzz target calls them, too.

use oneiri::{Alphabet, Ascii, Component, HasScheme, MaybeScheme, Ri, SchemePresence, Unicode};
use oneiri_capi::*;

use crate::call::{apply, build, compare, equivalent, parse, split};

/// The first bytes choose an operation, a grammar, an option, and where the rest is divided into two texts. No call
/// fails but as the header says; what parses has the ranges of the library, and what is written parses again.
pub(crate) fn any(data: &[u8]) {
    let [operation, grammar, option, middle, ref rest @ ..] = *data else { return };
    let grammar = i32::from(grammar % 4);
    let (text, other) = rest.split_at(usize::from(middle).min(rest.len()));
    let parts = split(text);
    assert!(parts.path.start <= parts.path.end && parts.path.end <= text.len());
    match grammar {
        ONEIRI_URI => parsed::<Ascii, HasScheme>(grammar, text, &parts),
        ONEIRI_URI_REFERENCE => parsed::<Ascii, MaybeScheme>(grammar, text, &parts),
        ONEIRI_IRI => parsed::<Unicode, HasScheme>(grammar, text, &parts),
        _ => parsed::<Unicode, MaybeScheme>(grammar, text, &parts),
    }
    let operation = i32::from(operation % 15);
    let options = [option.into(), i32::from(option % 16), i32::from(option % 9) + ONEIRI_REPAIR];
    for option in options {
        for other in [None, Some(other)] {
            let Ok(result) = apply(operation, grammar, option, text, other) else { continue };
            let written = match operation {
                ONEIRI_NORMALIZE | ONEIRI_NORMALIZE_STEPS | ONEIRI_SET | ONEIRI_LENIENT => grammar,
                ONEIRI_RESOLVE => grammar & !1,
                ONEIRI_RELATIVIZE => grammar | 1,
                ONEIRI_TO_URI => grammar & 1,
                ONEIRI_TO_IRI => grammar | 2,
                ONEIRI_WHATWG_HREF => {
                    let again = apply(operation, grammar, option, &result, None);
                    assert_eq!(again.as_ref(), Ok(&result), "{}", result.escape_ascii());
                    continue;
                }
                _ => continue,
            };
            assert!(parse(written, &result).is_ok(), "{operation}: {}", result.escape_ascii());
        }
    }
    if let Ok(lowest) = compare(grammar, text, other) {
        for rung in ONEIRI_RUNG_STRING..=ONEIRI_RUNG_SCHEME {
            let equal = lowest != ONEIRI_DIFFERENT && rung >= lowest;
            assert_eq!(equivalent(grammar, rung, text, other), Ok(equal));
        }
    }
}

/// The ranges and the errors of a parse are those of the library.
fn parsed<A: Alphabet, F: SchemePresence>(grammar: i32, bytes: &[u8], parts: &oneiri_parts) {
    let got = parse(grammar, bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(fault) => {
            let error = got.unwrap_err().error().unwrap_or_else(|| panic!("no error"));
            assert_eq!((error.kind, error.start), (ONEIRI_KIND_UTF8, fault.valid_up_to()));
            return;
        }
    };
    match Ri::<&str, A, F>::parse(text) {
        Ok(library) => {
            let range = |component| {
                let range = library.range(component).unwrap_or(usize::MAX..usize::MAX);
                oneiri_range { start: range.start, end: range.end }
            };
            let expected = oneiri_parts {
                scheme: range(Component::Scheme),
                userinfo: range(Component::Userinfo),
                host: range(Component::Host),
                port: range(Component::Port),
                path: range(Component::Path),
                query: range(Component::Query),
                fragment: range(Component::Fragment),
            };
            assert_eq!(got, Ok(expected), "{text:?}");
            assert_eq!(*parts, expected, "{text:?}: split");
            assert_eq!(build(grammar, text, parts).as_deref(), Ok(text));
        }
        Err(fault) => {
            let error = got.unwrap_err().error().unwrap_or_else(|| panic!("no error"));
            assert_eq!((error.start, error.end), (fault.start(), fault.end()), "{text:?}");
            assert_eq!(error.found, fault.found().map_or(ONEIRI_END, u32::from), "{text:?}");
            let place = fault.component().map_or("text", Component::name);
            let names = ["text", "scheme", "userinfo", "host", "port", "path", "query", "fragment"];
            let component = names.iter().position(|&name| name == place);
            assert_eq!(component, usize::try_from(error.component).ok(), "{text:?}");
        }
    }
}
