//! The components as texts, and the URL serializer (section 4.5 of the Standard).

use alloc::string::String;

use super::{Offsets, Url};

/// The components of a URL, as the Standard's URL record has them.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) scheme: &'a str,
    pub(super) username: &'a str,
    pub(super) password: &'a str,
    pub(super) host: Option<&'a str>,
    /// Empty if there is none.
    pub(super) port: &'a str,
    pub(super) path: &'a str,
    pub(super) query: Option<&'a str>,
    pub(super) fragment: Option<&'a str>,
}

impl Parts<'_> {
    /// The URL serializer.
    pub(super) fn serialize(&self) -> Url {
        let mut href = String::new();
        href.push_str(self.scheme);
        href.push(':');
        let mut offsets = Offsets::all(href.len());
        offsets.scheme_end = self.scheme.len();
        if let Some(host) = self.host {
            href.push_str("//");
            href.push_str(self.username);
            offsets.username_end = href.len();
            if !self.password.is_empty() {
                href.push(':');
                href.push_str(self.password);
            }
            if !self.username.is_empty() || !self.password.is_empty() {
                href.push('@');
            }
            offsets.host_start = href.len();
            href.push_str(host);
            offsets.host_end = href.len();
            if !self.port.is_empty() {
                href.push(':');
                href.push_str(self.port);
            }
        } else if self.path.starts_with("//") {
            href.push_str("/.");
        }
        offsets.path_start = href.len();
        href.push_str(self.path);
        offsets.query_start = href.len();
        if let Some(query) = self.query {
            href.push('?');
            href.push_str(query);
        }
        offsets.fragment_start = href.len();
        if let Some(fragment) = self.fragment {
            href.push('#');
            href.push_str(fragment);
        }
        Url { href, offsets }
    }
}

impl Url {
    pub(super) fn parts(&self) -> Parts<'_> {
        Parts {
            scheme: self.scheme(),
            username: self.username(),
            password: self.password(),
            host: self.offsets.has_host().then(|| self.hostname()),
            port: self.port(),
            path: self.pathname(),
            query: self.query(),
            fragment: self.fragment(),
        }
    }

    /// Sets the path to one that is encoded already.
    pub(super) fn set_path(&mut self, path: &str) {
        *self = Parts { path, ..self.parts() }.serialize();
    }
}
