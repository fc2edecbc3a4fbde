//! `urllib.parse.urljoin`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Split, check_netloc};
use crate::cleaned::Cleaned;

/// The schemes whose references are resolved, and those that have an authority.
const RELATIVE: &[&str] = &[
    "", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms",
    "prospero", "rtsp", "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss",
];
const NETLOC: &[&str] = &[
    "", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp",
    "snews", "prospero", "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git",
    "git+ssh", "ws", "wss",
];
/// The schemes whose last segment has parameters of its own, behind a `;`.
const PARAMETERS: &[&str] = &[
    "", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip", "sips",
    "mms", "sftp", "tel",
];

/// The components that `urlparse` finds. An empty one and an absent one are the same.
struct Parsed {
    scheme: String,
    netloc: String,
    path: String,
    params: String,
    query: String,
    fragment: String,
}

fn parse(text: &str, default: &str) -> Result<Parsed, &'static str> {
    let cleaned = Cleaned::at_the_start(text);
    let text = &*cleaned.text;
    let split = Split::new(text);
    let netloc = &text[split.netloc.clone()];
    check_netloc(netloc)?;
    let owned = |range: Option<core::ops::Range<usize>>| text[range.unwrap_or_default()].to_owned();
    let scheme = match split.scheme {
        Some(range) => text[range].to_ascii_lowercase(),
        None => default.to_owned(),
    };
    let path = &text[split.path];
    let segment = path.rfind('/').unwrap_or(0);
    let end = match path[segment..].find(';').filter(|_| PARAMETERS.contains(&&*scheme)) {
        Some(at) => segment + at,
        None => path.len(),
    };
    Ok(Parsed {
        netloc: netloc.to_owned(),
        params: path.get(end + 1..).unwrap_or_default().to_owned(),
        path: path[..end].to_owned(),
        query: owned(split.query),
        fragment: owned(split.fragment),
        scheme,
    })
}

/// The text that `urljoin` makes of a reference and a base.
pub(super) fn join(base: &str, text: &str) -> Result<String, &'static str> {
    if base.is_empty() || text.is_empty() {
        return Ok(if base.is_empty() { text } else { base }.to_owned());
    }
    let base = parse(base, "")?;
    let mut url = parse(text, &base.scheme)?;
    if url.scheme != base.scheme || !RELATIVE.contains(&&*url.scheme) {
        return Ok(text.to_owned());
    }
    if NETLOC.contains(&&*url.scheme) {
        if !url.netloc.is_empty() {
            return Ok(unparse(&url));
        }
        url.netloc = base.netloc;
    }
    if url.path.is_empty() && url.params.is_empty() {
        url.path = base.path;
        url.params = base.params;
        if url.query.is_empty() {
            url.query = base.query;
        }
        return Ok(unparse(&url));
    }
    url.path = merge(&base.path, &url.path);
    Ok(unparse(&url))
}

/// The path of a reference behind the directory of a base, without dot segments.
fn merge(base: &str, path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    if path.starts_with('/') {
        segments.extend(path.split('/'));
    } else {
        segments.extend(base.split('/'));
        if segments.last() != Some(&"") {
            segments.pop();
        }
        segments.extend(path.split('/'));
        // Empty segments within the path go, but not the first and the last.
        let last = segments.len() - 1;
        let mut nth = 0;
        segments.retain(|segment| {
            nth += 1;
            nth == 1 || nth == last + 1 || !segment.is_empty()
        });
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in &segments {
        match *segment {
            ".." => {
                kept.pop();
            }
            "." => {}
            segment => kept.push(segment),
        }
    }
    if matches!(segments.last(), Some(&"." | &"..")) {
        kept.push("");
    }
    let joined = kept.join("/");
    if joined.is_empty() { "/".to_owned() } else { joined }
}

fn unparse(url: &Parsed) -> String {
    let Parsed { scheme, netloc, path, params, query, fragment } = url;
    let mut text = path.clone();
    if !params.is_empty() {
        text = format!("{text};{params}");
    }
    let slashes = !scheme.is_empty() && NETLOC.contains(&&**scheme) && !text.starts_with("//");
    if !netloc.is_empty() || slashes {
        let root = if !text.is_empty() && !text.starts_with('/') { "/" } else { "" };
        text = format!("//{netloc}{root}{text}");
    }
    for (before, part, behind) in [("", scheme, ":"), ("?", query, ""), ("#", fragment, "")] {
        if part.is_empty() {
            continue;
        }
        text = match behind {
            ":" => format!("{part}:{text}"),
            _ => format!("{text}{before}{part}"),
        };
    }
    text
}
