//! A reference against the URL that a handle has already.

use alloc::format;
use alloc::string::String;

use oneiri::percent::unescape;

use super::Curl;
use crate::reading::Reading;

impl Curl {
    /// The URL that a handle gives back.
    fn written(self, base: &Reading<'_>) -> String {
        // curl 7.88 forgets the query of a file.
        let query = base.query().filter(|_| self > Self::V7_88 || base.scheme() != Some("file"));
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
            part("?", query, ""),
            part("#", base.fragment(), ""),
        ]
        .concat()
    }

    /// The text that is read in place of a reference.
    pub(super) fn resolve(self, base: &Reading<'_>, reference: &str) -> String {
        let mut url = self.written(base);
        let authority = url.find("//").map_or(0, |at| at + 2);
        let cut = |url: &mut String, ends: &[char]| {
            let end = url[authority..].find(ends).map_or(url.len(), |at| authority + at);
            url.truncate(end);
        };
        let mut rest = reference;
        let mut needs_slash = false;
        if let Some(behind) = reference.strip_prefix("//") {
            url.truncate(authority);
            let host = host_end(behind);
            url.push_str(&behind[..host]);
            rest = &behind[host..];
        } else if reference.starts_with('/') {
            cut(&mut url, &['/', '?']);
        } else if self == Self::V7_88 {
            needs_slash = climb(&mut url, authority, &mut rest);
        } else if reference.starts_with('#') {
            cut(&mut url, &['#']);
        } else {
            // curl 8 leaves the dots of the reference to the parser.
            cut(&mut url, &['?', '#']);
            if !reference.starts_with('?') {
                url.truncate(url.rfind('/').map_or(url.len(), |slash| slash + 1));
            }
        }
        if needs_slash {
            url.push('/');
        }
        self.encode(rest, &mut url);
        url
    }

    /// Appends what follows the host of a reference, with escapes. Since curl 8, controls have escapes too, and the digits of all
    /// of them are upper case.
    fn encode(self, rest: &str, url: &mut String) {
        let is_old = self == Self::V7_88;
        let mut in_query = false;
        for (at, c) in rest.char_indices() {
            in_query |= c == '?';
            match c {
                ' ' => url.push_str(if in_query { "+" } else { "%20" }),
                _ if is_old && c.is_ascii() => url.push(c),
                _ if is_old => c.encode_utf8(&mut [0; 4]).bytes().for_each(|it| url.push_str(&format!("%{it:02x}"))),
                _ if c.is_ascii_hexdigit() && in_escape(rest.as_bytes(), at) => url.push(c.to_ascii_uppercase()),
                _ if c.is_ascii_graphic() => url.push(c),
                _ => c.encode_utf8(&mut [0; 4]).bytes().for_each(|it| url.push_str(&format!("%{it:02X}"))),
            }
        }
    }
}

/// Whether the byte is a digit of an escape.
fn in_escape(bytes: &[u8], at: usize) -> bool {
    (1..=2).any(|back| at >= back && unescape(bytes, at - back).is_some())
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

/// Where the host of a reference ends, after its slashes.
fn host_end(text: &str) -> usize {
    let start = text.find("//").map_or(0, |at| at + 2);
    let query = text[start..].find('?').map_or(text.len(), |at| start + at);
    text[start..].find('/').map_or(text.len(), |at| start + at).min(query)
}
