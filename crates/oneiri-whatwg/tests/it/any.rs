//! The laws that hold for every input. The fuzz target calls them, too.

use oneiri_whatwg::Url;

use crate::attributes::{NAMES, all, set};
use crate::pieces::PIECES;

/// The input is a text, a base, and values for setters, with bytes 0xFF between them, which no text in UTF-8
/// has. The first character of a value chooses the setter. A byte 0xFE and the byte after it are one of
/// [`PIECES`].
pub(crate) fn any(input: &[u8]) {
    let (mut expanded, mut bytes) = (Vec::new(), input.iter());
    while let Some(byte) = bytes.next() {
        match bytes.as_slice().first().filter(|_| *byte == 0xFE) {
            Some(nth) => {
                expanded.extend(PIECES[usize::from(*nth) % PIECES.len()].bytes());
                bytes.next();
            }
            None => expanded.push(*byte),
        }
    }
    let mut parts = expanded.split(|byte| *byte == 0xFF).map(String::from_utf8_lossy);
    let (text, base) = (parts.next().unwrap_or_default(), parts.next());
    let base = base.and_then(|base| parsed(&base, None));
    if let Some(base) = &base {
        parsed(&text, Some(base));
    }
    let Some(mut url) = parsed(&text, None) else { return };
    for part in parts {
        let mut value = part.chars();
        let Some(choice) = value.next() else { continue };
        let name = NAMES[2..][choice as usize % (NAMES.len() - 2)];
        let before = url.clone();
        if let Err(error) = set(&mut url, name, value.as_str()) {
            assert_eq!(before, url, "a value that is refused changes nothing");
            assert!(value.as_str().get(error.range()).is_some(), "{name}: {error} in {value:?}");
        }
        // The Standard itself: a host or a path that a file would not have stays when the scheme becomes
        // `file`.
        if name == "protocol" && url.scheme() == "file" {
            return;
        }
        stays(&url);
    }
}

/// Parses a text in every way. `parse_with_errors` runs the state machine, without the fast path.
fn parsed(text: &str, base: Option<&Url>) -> Option<Url> {
    let (expected, errors) = Url::parse_with_errors(text, base);
    let url = match base {
        Some(base) => base.join(text),
        None => Url::parse(text),
    };
    assert_eq!(url.as_ref().map(all), expected.as_ref().map(all), "{text:?}");
    assert_eq!(url.as_ref().err(), expected.as_ref().err(), "{text:?}");
    let base = base.map(Url::href);
    assert_eq!(Url::can_parse(text, base), url.is_ok(), "{text:?} relative to {base:?}");
    for error in &errors {
        assert!(text.get(error.range()).is_some(), "{error} in {text:?}");
    }
    if url.is_err() {
        assert_eq!(errors.last(), url.as_ref().err());
    }
    url.ok().inspect(stays)
}

/// Parsing a URL again gives the same.
fn stays(url: &Url) {
    assert!(url.href().is_ascii(), "{url}");
    let again = Url::parse(url.href());
    assert_eq!(again.as_ref().map(all), Ok(all(url)), "{url}");
}
