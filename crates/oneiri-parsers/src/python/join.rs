//! `urllib.parse.urljoin`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Python, Split};
use crate::cleaned::Cleaned;

/// The schemes whose references are resolved, and those that have an authority.
const RELATIVE: &[&str] = &[
    "", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtsps",
    "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss",
];
const NETLOC: &[&str] = &[
    "", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews",
    "prospero", "rtsp", "rtsps", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss",
];
/// The schemes whose last segment has parameters of its own, after a `;`.
const PARAMETERS: &[&str] = &[
    "", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "sip", "sips", "mms",
    "sftp", "tel",
];

/// The components that `urlparse` finds. Python 3.11 knows no difference between an empty one and an absent one.
struct Parsed {
    scheme: String,
    netloc: Option<String>,
    path: String,
    params: String,
    query: Option<String>,
    fragment: Option<String>,
}

impl Python {
    fn parse(self, text: &str, default: &str) -> Result<Parsed, &'static str> {
        let cleaned = Cleaned::at_the_start(text);
        let text = &*cleaned.text;
        let split = Split::new(text);
        self.check_netloc(&text[split.netloc.clone().unwrap_or_default()])?;
        let owned = |range: Option<Range<usize>>| {
            range.map(|range| text[range].to_owned()).filter(|part| self > Self::V3_11 || !part.is_empty())
        };
        let scheme = match split.scheme {
            Some(range) => text[range].to_ascii_lowercase(),
            None => default.to_owned(),
        };
        let path = &text[split.path];
        let segment = path.rfind('/').unwrap_or(0);
        // `urljoin` of Python 3.14 leaves the parameters in the path.
        let has_params = self == Self::V3_11 && PARAMETERS.contains(&&*scheme);
        let end = match path[segment..].find(';').filter(|_| has_params) {
            Some(at) => segment + at,
            None => path.len(),
        };
        Ok(Parsed {
            netloc: owned(split.netloc),
            params: path.get(end + 1..).unwrap_or_default().to_owned(),
            path: path[..end].to_owned(),
            query: owned(split.query),
            fragment: owned(split.fragment),
            scheme,
        })
    }

    fn has_netloc(self, scheme: &str) -> bool {
        NETLOC.contains(&scheme) || self > Self::V3_11 && scheme == "itms-services"
    }

    /// The text that `urljoin` makes of a reference and a base.
    pub(super) fn join(self, base: &str, text: &str) -> Result<String, &'static str> {
        if base.is_empty() || text.is_empty() {
            return Ok(if base.is_empty() { text } else { base }.to_owned());
        }
        let base = self.parse(base, "")?;
        let mut url = self.parse(text, &base.scheme)?;
        if url.scheme != base.scheme || !RELATIVE.contains(&&*url.scheme) {
            return Ok(text.to_owned());
        }
        if self.has_netloc(&url.scheme) {
            if url.netloc.as_ref().is_some_and(|netloc| !netloc.is_empty()) {
                return Ok(self.unparse(&url));
            }
            url.netloc = base.netloc;
        }
        if url.path.is_empty() && url.params.is_empty() {
            url.path = base.path;
            url.params = base.params;
            if url.query.is_none() {
                url.query = base.query;
                // Since Python 3.14 the fragment of the base stays, too.
                if self > Self::V3_11 && url.fragment.is_none() {
                    url.fragment = base.fragment;
                }
            }
            return Ok(self.unparse(&url));
        }
        url.path = merge(&base.path, &url.path);
        Ok(self.unparse(&url))
    }

    fn unparse(self, url: &Parsed) -> String {
        let Parsed { scheme, netloc, path, params, query, fragment } = url;
        let mut text = path.clone();
        if !params.is_empty() {
            text = format!("{text};{params}");
        }
        // Python 3.11 writes an empty authority if the scheme may have one, and Python 3.14 if the text had one, or if the
        // path begins with two slashes.
        let two = text.starts_with("//");
        let slashes = match self {
            Self::V3_11 => !scheme.is_empty() && self.has_netloc(scheme) && !two,
            _ => two && netloc.is_none(),
        };
        if netloc.is_some() || slashes {
            let root = if !text.is_empty() && !text.starts_with('/') { "/" } else { "" };
            let netloc = netloc.as_deref().unwrap_or_default();
            text = format!("//{netloc}{root}{text}");
        }
        if !scheme.is_empty() {
            text = format!("{scheme}:{text}");
        }
        for (before, part) in [('?', query), ('#', fragment)] {
            if let Some(part) = part {
                text.push(before);
                text.push_str(part);
            }
        }
        text
    }
}

/// The path of a reference after the directory of a base, without dot segments.
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
