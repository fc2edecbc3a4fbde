//! `URL.Parse` and `URL.ResolveReference`.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::escape::{Mode, encoded};
use super::{Go, Url};

impl Go {
    /// The reference resolved against the base.
    pub(super) fn resolve<'t>(self, base: Url<'_>, reference: Url<'t>) -> Url<'t> {
        let mut url = reference;
        let absolute = url.scheme.is_some() || !url.host.is_empty() || url.userinfo.is_some();
        let inherit = |part: Option<super::Part<'_>>| part.map(|(value, _)| (Cow::Owned(value.into_owned()), None));
        let Some((path, range)) = url.path.take() else { return url };
        if url.scheme.is_none() {
            url.scheme = inherit(base.scheme);
        }
        if absolute {
            url.path = Some((self.merge(&path, ""), range));
            return url;
        }
        if path.is_empty() && url.query.is_none() {
            url.query = inherit(base.query);
            if url.fragment.is_none() {
                url.fragment = inherit(base.fragment);
            }
        }
        // Since Go 1.22 a reference without a path takes the opaque part of the base.
        if self >= Self::V1_27 && path.is_empty() && base.path.is_none() {
            return url;
        }
        url.host = Cow::Owned(base.host.into_owned());
        url.host_range = None;
        url.userinfo = inherit(base.userinfo);
        let directory = base.path.map(|(path, _)| path.into_owned()).unwrap_or_default();
        url.path = Some((self.merge(&directory, &path), range.filter(|_| !path.is_empty())));
        url
    }

    /// The path of a reference after the directory of a base, without dot segments and with a slash before
    /// it.
    fn merge<'t>(self, base: &str, path: &str) -> Cow<'t, str> {
        let full = if path.is_empty() {
            String::from(base)
        } else if path.starts_with('/') {
            String::from(path)
        } else {
            [&base[..base.rfind('/').map_or(0, |slash| slash + 1)], path].concat()
        };
        if full.is_empty() {
            return Cow::Borrowed("");
        }
        let mut kept: Vec<&str> = Vec::new();
        // `.` at the beginning leaves an empty segment before what follows.
        let mut first = true;
        for segment in full.split('/') {
            match segment {
                "." if first => kept.push(""),
                "." => {}
                ".." => {
                    kept.pop();
                    // Go 1.27 forgets the first slash when it has nothing else.
                    if self >= Self::V1_27 && kept == [""] {
                        kept.clear();
                    }
                }
                segment => kept.push(segment),
            }
            first = kept.is_empty();
        }
        let mut joined = String::from("/");
        joined.push_str(&kept.join("/"));
        if full.ends_with("/.") || full.ends_with("/..") || matches!(&*full, "." | "..") {
            joined.push('/');
        }
        if joined.starts_with("//") {
            joined.remove(0);
        }
        let sent = encoded(&joined, Mode::Path).map(Cow::into_owned);
        Cow::Owned(sent.unwrap_or(joined))
    }
}
