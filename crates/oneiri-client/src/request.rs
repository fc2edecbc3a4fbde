//! A request, which may be sent again after a redirect.

use std::fmt;

use http::{HeaderMap, HeaderName, HeaderValue, Method};

use crate::hop::Redirect;

/// The headers that describe a body.
const CONTENT: &str =
    "content-encoding content-language content-length content-location content-type transfer-encoding";

/// The headers that go to the origin for which they were given, and to no other.
const SECRETS: &str = "authorization cookie proxy-authorization host";

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
    /// Adds a header. `Authorization`, `Cookie` and `Proxy-Authorization` are dropped when a redirect leads to another origin. All
    /// other headers go there, also those with a secret such as `X-Api-Key`. To send one, set
    /// [`Limits::redirects`](crate::Limits::redirects) to 0.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.append(name, value);
        self
    }

    /// Sets the content. A redirect with the status 307 or 308, and 301 or 302 unless the method is `POST`, sends it to another origin, too.
    pub fn body(self, body: impl Into<Vec<u8>>) -> Self {
        Self { body: body.into(), ..self }
    }

    /// Makes the request of a redirect.
    pub(crate) fn follow(&mut self, redirect: Redirect) {
        if redirect.is_get {
            (self.method, self.body) = (Method::GET, Vec::new());
            CONTENT.split(' ').for_each(|name| drop(self.headers.remove(name)));
        }
        if redirect.is_other_origin {
            SECRETS.split(' ').for_each(|name| drop(self.headers.remove(name)));
        }
    }
}
