//! Where the URL Standard's parser finds the components in a text.

use core::ops::Range;

use oneiri::Component;
use oneiri_whatwg::Url;

use crate::cleaned::Cleaned;

pub(crate) type Ranges = [Option<Range<usize>>; 7];

/// The ranges of the components of `text`, which was parsed to `url`.
pub(super) fn locate(text: &str, base: Option<&Url>, url: &Url) -> Ranges {
    let cleaned = Cleaned::at_both_ends(text);
    let base = base.map(Url::scheme);
    in_input(cleaned.text.as_bytes(), base, url.scheme()).map(|range| Some(cleaned.range(range?)))
}

/// The ranges in the text without spaces at its ends, tabs and newlines. `url` and `base` are schemes.
pub(crate) fn in_input(input: &[u8], base: Option<&str>, url: &str) -> Ranges {
    let mut ranges = Ranges::default();
    let mut set = |component: Component, range| ranges[component as usize] = Some(range);
    let (special, file) = (is_special(url), url == "file");
    let is_slash = |at: usize| input.get(at).is_some_and(|byte| *byte == b'/' || (special && *byte == b'\\'));
    let find = |start: usize, ends: &dyn Fn(u8) -> bool| {
        input[start..].iter().position(|byte| ends(*byte)).map_or(input.len(), |at| start + at)
    };
    let scheme = scheme_end(input);
    if let Some(end) = scheme {
        set(Component::Scheme, 0..end);
    }
    let mut at = scheme.map_or(0, |end| end + 1);
    let plain = input[at..].starts_with(b"//");
    let relative = match scheme {
        None => true,
        Some(_) if file => false,
        // Special relative or authority state.
        Some(_) => special && !plain && base == Some(url),
    };
    let two = is_slash(at) && is_slash(at + 1);
    let authority = if file || relative { two } else { special || plain };
    if authority {
        let skipped = if special && !file {
            input[at..].iter().take_while(|byte| matches!(byte, b'/' | b'\\')).count()
        } else {
            2
        };
        let start = at + skipped;
        let ends = |byte| matches!(byte, b'/' | b'?' | b'#') || (special && byte == b'\\');
        let end = find(start, &ends);
        let drive = file && is_drive_letter(&input[start..end]);
        if !drive {
            hosts(input, start..end, file, &mut set);
        }
        at = if drive { start } else { end };
    }
    let path_end = find(at, &|byte| matches!(byte, b'?' | b'#'));
    // An empty path is that of the base, if the authority is too.
    if path_end > at || authority || !relative {
        set(Component::Path, at..path_end);
    }
    let query_end = find(path_end, &|byte| byte == b'#');
    if query_end > path_end {
        set(Component::Query, path_end + 1..query_end);
    }
    if query_end < input.len() {
        set(Component::Fragment, query_end + 1..input.len());
    }
    ranges
}

/// Userinfo, host and port of an authority.
fn hosts(input: &[u8], authority: Range<usize>, file: bool, set: &mut impl FnMut(Component, Range<usize>)) {
    let Range { start, end } = authority;
    if file {
        return set(Component::Host, start..end);
    }
    let at = input[start..end].iter().rposition(|byte| *byte == b'@');
    let host = at.map_or(start, |at| start + at + 1);
    if at.is_some() {
        set(Component::Userinfo, start..host - 1);
    }
    let mut inside = false;
    let colon = input[host..end].iter().position(|byte| {
        match byte {
            b'[' => inside = true,
            b']' => inside = false,
            _ => {}
        }
        *byte == b':' && !inside
    });
    set(Component::Host, host..colon.map_or(end, |colon| host + colon));
    if let Some(colon) = colon {
        set(Component::Port, host + colon + 1..end);
    }
}

pub(crate) fn is_special(scheme: &str) -> bool {
    scheme == "file" || oneiri_whatwg::default_port(scheme).is_some()
}

/// The end of the scheme, if a colon follows.
pub(crate) fn scheme_end(input: &[u8]) -> Option<usize> {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = input.iter().position(|byte| !is_scheme(byte))?;
    (input[0].is_ascii_alphabetic() && input[end] == b':').then_some(end)
}

/// A Windows drive letter.
pub(crate) fn is_drive_letter(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}
