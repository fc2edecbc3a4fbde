//! Component recomposition: RFC 3986 section 5.3. The composer writes text and spans together, so the composed
//! text need not be parsed again.

use alloc::string::String;

use crate::syntax::error::Component;
use crate::syntax::parts::Parts;
use crate::syntax::spans::{Spans, Untyped};

/// Writes the components of an identifier, in their order.
pub(crate) struct Composer<'o> {
    out: &'o mut String,
    spans: Spans,
}

impl<'o> Composer<'o> {
    /// Clears `out` but keeps its capacity, and starts to write there.
    pub(crate) fn new(out: &'o mut String) -> Self {
        out.clear();
        Self { out, spans: Spans::default() }
    }

    pub(crate) fn scheme(&mut self, write: impl FnOnce(&mut String)) {
        write(self.out);
        self.spans.scheme_end = self.out.len();
        self.out.push(':');
    }

    /// Begins the authority. The caller then writes userinfo, host and port.
    pub(crate) fn authority(&mut self) {
        self.out.push_str("//");
        self.spans.host_start = self.out.len();
        self.spans.host_end = self.out.len();
    }

    pub(crate) fn userinfo(&mut self, write: impl FnOnce(&mut String)) {
        write(self.out);
        self.out.push('@');
        self.spans.host_start = self.out.len();
        self.spans.host_end = self.out.len();
    }

    pub(crate) fn host(&mut self, write: impl FnOnce(&mut String)) {
        write(self.out);
        self.spans.host_end = self.out.len();
    }

    pub(crate) fn port(&mut self, write: impl FnOnce(&mut String)) {
        self.out.push(':');
        write(self.out);
    }

    pub(crate) fn path(&mut self, write: impl FnOnce(&mut String)) {
        self.spans.path_start = self.out.len();
        write(self.out);
        self.spans.path_end = self.out.len();
        self.spans.query_end = self.out.len();
    }

    pub(crate) fn query(&mut self, write: impl FnOnce(&mut String)) {
        self.out.push('?');
        write(self.out);
        self.spans.query_end = self.out.len();
    }

    pub(crate) fn fragment(&mut self, write: impl FnOnce(&mut String)) {
        self.out.push('#');
        write(self.out);
    }

    /// Copies the authority of `source` unchanged, if there is one.
    pub(crate) fn copy_authority(&mut self, source: Untyped<'_, '_>) {
        let Some(authority) = source.authority() else { return };
        self.authority();
        let begin = self.out.len();
        self.out.push_str(authority);
        let old = source.spans;
        self.spans.host_start = begin + (old.host_start - old.authority_start());
        self.spans.host_end = begin + (old.host_end - old.authority_start());
    }

    pub(crate) fn finish(self) -> Spans {
        self.spans
    }
}

/// Copies a component unchanged.
pub(crate) fn verbatim(text: &str) -> impl FnOnce(&mut String) {
    move |out| out.push_str(text)
}

/// Writes the parts in their order with their delimiters, each with the function `write`. The result has an
/// authority if there is a host.
pub(crate) fn recompose(
    parts: &Parts<'_>,
    out: &mut String,
    mut write: impl FnMut(Component, &str, &mut String),
) -> Spans {
    let mut target = Composer::new(out);
    if let Some(scheme) = parts.scheme {
        target.scheme(|out| write(Component::Scheme, scheme, out));
    }
    if let Some(host) = parts.host {
        target.authority();
        if let Some(userinfo) = parts.userinfo {
            target.userinfo(|out| write(Component::Userinfo, userinfo, out));
        }
        target.host(|out| write(Component::Host, host, out));
        if let Some(port) = parts.port {
            target.port(|out| write(Component::Port, port, out));
        }
    }
    target.path(|out| write(Component::Path, parts.path, out));
    if let Some(query) = parts.query {
        target.query(|out| write(Component::Query, query, out));
    }
    if let Some(fragment) = parts.fragment {
        target.fragment(|out| write(Component::Fragment, fragment, out));
    }
    target.finish()
}
