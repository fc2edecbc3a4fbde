//! The components as texts, and the URL serializer (section 4.5 of the Standard).

use alloc::string::String;
use core::ops::Range;

use super::value::{Offsets, Url};
use crate::fast::SPARE;

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
        let lengths = self.scheme.len() + self.username.len() + self.password.len() + self.path.len();
        let rest = [self.host, Some(self.port), self.query, self.fragment];
        let rest: usize = rest.into_iter().flatten().map(|part| part.len() + 1).sum();
        // Room for the delimiters, too.
        let mut href = String::with_capacity(lengths + rest + 8);
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

    /// Replaces a component that is not empty by a text that stays as it is.
    pub(super) fn replace(&mut self, range: Range<usize>, text: &str) {
        let length = self.href.len() - range.len() + text.len();
        if length > self.href.capacity() {
            let mut href = String::with_capacity(length + SPARE);
            href.push_str(&self.href[..range.start]);
            href.push_str(text);
            href.push_str(&self.href[range.end..]);
            self.href = href;
        } else {
            // Twice as fast as `replace_range`, which goes over the text byte by byte.
            self.href.drain(range.clone());
            self.href.insert_str(range.start, text);
        }
        let Offsets { host_end, path_start, query_start, fragment_start, .. } = &mut self.offsets;
        for offset in [host_end, path_start, query_start, fragment_start] {
            if *offset >= range.end {
                *offset = *offset - range.len() + text.len();
            }
        }
    }

    /// Replaces the path by what `write` appends to the text, from the offset that it is given on.
    pub(super) fn rewrite_path(&mut self, write: impl FnOnce(&mut String, usize)) {
        let (start, query) = (self.authority_end(), self.offsets.fragment_start - self.offsets.query_start);
        let behind = String::from(&self.href[self.offsets.query_start..]);
        self.href.truncate(start);
        self.offsets.path_start = start;
        write(&mut self.href, start);
        self.end_path();
        self.href.push_str(&behind);
        self.offsets.fragment_start += query;
    }

    /// Ends the path, and with it the text, for now. URL serializer, step 3: `/.` keeps a path that begins
    /// with an empty segment from being read as a host.
    pub(crate) fn end_path(&mut self) {
        let Self { href, offsets } = self;
        if !offsets.has_host() && href[offsets.path_start..].starts_with("//") {
            href.insert_str(offsets.path_start, "/.");
            offsets.path_start += 2;
        }
        offsets.query_start = href.len();
        offsets.fragment_start = href.len();
    }
}
