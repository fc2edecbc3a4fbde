//! A reference against the URL that a handle has already.

use alloc::format;
use alloc::string::String;

use crate::reading::Reading;

/// The URL that a handle gives back.
fn written(base: &Reading<'_>) -> String {
    let part = |before: &str, part: Option<&str>, behind: &str| match part {
        Some(part) => format!("{before}{part}{behind}"),
        None => String::new(),
    };
    [
        part("", base.scheme(), "://"),
        part("", base.userinfo(), "@"),
        part("", base.host(), ""),
        part(":", base.port(), ""),
        part("", base.path(), ""),
        part("?", base.query(), ""),
        part("#", base.fragment(), ""),
    ]
    .concat()
}

/// The text that is read in place of a reference.
pub(super) fn resolve(base: &Reading<'_>, reference: &str) -> String {
    let mut url = written(base);
    let authority = url.find("//").map_or(0, |at| at + 2);
    let mut rest = reference;
    let mut needs_slash = false;
    if let Some(behind) = reference.strip_prefix("//") {
        url.truncate(authority);
        let host = host_end(behind);
        url.push_str(&behind[..host]);
        rest = &behind[host..];
    } else if reference.starts_with('/') {
        let end = url[authority..].find(['/', '?']).map_or(url.len(), |at| authority + at);
        url.truncate(end);
    } else {
        needs_slash = climb(&mut url, authority, &mut rest);
    }
    if needs_slash {
        url.push('/');
    }
    let mut in_query = false;
    for c in rest.chars() {
        in_query |= c == '?';
        let mut bytes = [0; 4];
        match c {
            ' ' => url.push_str(if in_query { "+" } else { "%20" }),
            c if c.is_ascii() => url.push(c),
            c => {
                c.encode_utf8(&mut bytes).bytes().for_each(|it| url.push_str(&format!("%{it:02x}")))
            }
        }
    }
    url
}

/// Cuts a URL to the directory of a relative path, and skips the `../` at its beginning. Whether a slash
/// must follow.
fn climb(url: &mut String, authority: usize, rest: &mut &str) -> bool {
    let last_slash = |url: &str, from: usize| url[from..].rfind('/').map(|at| from + at);
    url.truncate(url[authority..].find('?').map_or(url.len(), |at| authority + at));
    if !rest.starts_with('?') {
        url.truncate(last_slash(url, authority).unwrap_or(url.len()));
    }
    let path = url[authority..].find('/').map(|at| authority + at + 1);
    *rest = rest.strip_prefix("./").unwrap_or(rest);
    while let Some(behind) = rest.strip_prefix("../") {
        *rest = behind;
        if let Some(path) = path.filter(|path| *path < url.len()) {
            url.truncate(last_slash(url, path).unwrap_or(path));
        }
    }
    !rest.starts_with(['/', '?']) && path != Some(url.len())
}

/// Where the host of a reference ends, behind its slashes.
fn host_end(text: &str) -> usize {
    let start = text.find("//").map_or(0, |at| at + 2);
    let query = text[start..].find('?').map_or(text.len(), |at| start + at);
    text[start..].find('/').map_or(text.len(), |at| start + at).min(query)
}
