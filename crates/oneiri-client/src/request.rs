//! A request, which may be sent again after a redirect.

use std::fmt;

use http::{HeaderMap, HeaderName, HeaderValue, Method, header};

use crate::hop::Redirect;

/// A request of one of the clients.
#[must_use = "a request does nothing until it is sent"]
pub struct Request<'c, C> {
    pub(crate) client: &'c C,
    pub(crate) url: &'c str,
    pub(crate) method: Method,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// `Debug` shows neither the URL nor headers nor content, because they may have secrets.
impl<C> fmt::Debug for Request<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("method", &self.method).finish_non_exhaustive()
    }
}

impl<'c, C> Request<'c, C> {
    pub(crate) fn new(client: &'c C, method: Method, url: &'c str) -> Self {
        Self { client, url, method, headers: HeaderMap::new(), body: Vec::new() }
    }

    /// Adds a header. `Authorization` and `Cookie` are dropped when a redirect leads to another origin.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.append(name, value);
        self
    }

    /// Sets the content.
    pub fn body(self, body: impl Into<Vec<u8>>) -> Self {
        Self { body: body.into(), ..self }
    }

    /// Makes the request of a redirect.
    pub(crate) fn follow(&mut self, redirect: Redirect) {
        if redirect.is_get {
            (self.method, self.body) = (Method::GET, Vec::new());
            [
                header::CONTENT_ENCODING,
                header::CONTENT_LANGUAGE,
                header::CONTENT_LENGTH,
                header::CONTENT_LOCATION,
                header::CONTENT_TYPE,
                header::TRANSFER_ENCODING,
            ]
            .iter()
            .for_each(|name| drop(self.headers.remove(name)));
        }
        if redirect.is_other_origin {
            [header::AUTHORIZATION, header::COOKIE, header::PROXY_AUTHORIZATION, header::HOST]
                .iter()
                .for_each(|name| drop(self.headers.remove(name)));
        }
    }
}
