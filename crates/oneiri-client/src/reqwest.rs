//! The asynchronous client, upon [`reqwest`](https://docs.rs/reqwest).

use std::time::Instant;

use http::{HeaderMap, StatusCode, header};
use oneiri_policy::{Checked, Policy};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{ClientBuilder, redirect};
use tokio::time::timeout;

use crate::client::{Admitted, OTHER_URL, Proxies, is_read_alike, no_address};
use crate::error::{Error, ErrorKind, NoAddress};
use crate::hop::{Hop, Limits};
use crate::request::Request;

/// A client that sends what a policy admits.
///
/// ```no_run
/// use oneiri_client::reqwest::Client;
/// use oneiri_policy::{Policy, Preset};
///
/// # async fn run() -> Result<(), oneiri_client::Error> {
/// let client = Client::new(Policy::preset(Preset::Ssrf));
/// let page = client.get("http://example.com/").send().await?;
/// println!("{}: {}", page.url(), page.status());
/// println!("{}", page.text().await?);
/// # Ok(())
/// # }
/// ```
pub type Client = crate::Client<ClientBuilder, reqwest::Client>;

impl Client {
    /// A client with the settings that reqwest has by default.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self::of(policy, ClientBuilder::new)
    }

    /// A client with your settings of TLS, pools and timeouts, of which a shorter one counts before
    /// [`Limits::time`](crate::Limits::time). Proxies, redirects and the resolver are replaced.
    ///
    /// A builder may name an address (`resolve`, `resolve_to_addrs`) or a socket (`unix_socket`, `windows_named_pipe`), which reqwest
    /// uses without a resolver. The request is then sent, and the response is an error unless it comes from an address that the policy
    /// admits. So call none of these, but [`resolver`](Self::resolver).
    #[must_use]
    pub fn danger_with_builder(policy: Policy, build: impl Fn() -> ClientBuilder + Send + Sync + 'static) -> Self {
        Self::of(policy, build)
    }

    fn inner(&self, checked: &Checked<'static>) -> Result<reqwest::Client, reqwest::Error> {
        self.client(checked, |builder, admitted| {
            let builder = match self.proxies {
                Proxies::None => builder.no_proxy().dns_resolver(admitted),
                // The resolver would also have to admit the proxy, and does not learn which name is that of a proxy.
                Proxies::OfBuilder => builder,
            };
            builder.redirect(redirect::Policy::none()).build()
        })
    }
}

impl Request<'_, Client> {
    /// Sends the request, and follows redirects.
    ///
    /// # Errors
    ///
    /// The policy denies the URL, its addresses or the target of a redirect; a limit is reached; the client fails.
    pub async fn send(mut self) -> Result<Response, Error> {
        let mut hop = Hop::first(&self.client.policy, self.client.limits, self.url)?;
        loop {
            let checked = hop.checked();
            let failed = |error: reqwest::Error| hop.error(kind(error, hop.limits, hop.end));
            let url = reqwest::Url::parse(checked.as_str()).ok().filter(|url| {
                let port = url.port_or_known_default();
                is_read_alike(checked, url.scheme(), url.host_str(), port)
            });
            let url = url.ok_or_else(|| hop.error(ErrorKind::Client(OTHER_URL.into())))?;
            let client = self.client.inner(checked).map_err(failed)?;
            let request = client.request(self.method.clone(), url);
            let request = request.headers(self.headers.clone()).body(self.body.clone()).build();
            // The builder may have a shorter time of its own, which that of a request would replace.
            let inner = timeout(hop.time()?, client.execute(request.map_err(failed)?)).await;
            let inner = inner.map_err(|_| hop.error(hop.limits.time_over(hop.end)))?.map_err(failed)?;
            // A builder may name addresses, which reqwest then does not resolve, or a socket, which has none.
            let address = inner.remote_addr().map(|address| address.ip());
            if self.client.proxies == Proxies::None && !address.is_some_and(|it| checked.admits(it)) {
                let host = checked.host().unwrap_or_default().to_owned();
                let addresses = address.into_iter().collect();
                return Err(hop.error(ErrorKind::Address(NoAddress { host, addresses })));
            }
            let location = inner.headers().get(header::LOCATION).map(|it| it.as_bytes());
            match hop.follow(inner.status().as_u16(), self.method.as_str(), location)? {
                Some(redirect) => self.follow(redirect),
                None => return Ok(Response::of(inner, hop)),
            }
        }
    }
}

/// A response. Its body has a limit.
pub type Response = crate::Response<reqwest::Response>;

impl Response {
    /// The status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.inner.status()
    }

    /// The headers.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.inner.headers()
    }

    /// The next piece of the body.
    ///
    /// # Errors
    ///
    /// The body is longer than the limit, or the client fails.
    pub async fn chunk(&mut self) -> Result<Option<impl AsRef<[u8]> + use<>>, Error> {
        let chunk = timeout(self.time()?, self.inner.chunk()).await;
        let chunk = chunk.map_err(|_| self.error(self.limits.time_over(self.end)))?;
        let chunk = chunk.map_err(|error| self.error(kind(error, self.limits, self.end)))?;
        let length = chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
        let left = self.left.checked_sub(length);
        self.left = left.ok_or_else(|| self.error(ErrorKind::Body(self.limits.body)))?;
        Ok(chunk)
    }

    /// The body.
    ///
    /// # Errors
    ///
    /// As [`chunk`](Self::chunk).
    pub async fn bytes(mut self) -> Result<Vec<u8>, Error> {
        let mut body = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            body.extend_from_slice(chunk.as_ref());
        }
        Ok(body)
    }

    /// The body as text, with U+FFFD for what is not UTF-8.
    ///
    /// # Errors
    ///
    /// As [`chunk`](Self::chunk).
    pub async fn text(self) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(&self.bytes().await?).into_owned())
    }
}

fn kind(error: reqwest::Error, limits: Limits, end: Instant) -> ErrorKind {
    match no_address(&error) {
        Some(none) => ErrorKind::Address(none),
        None if error.is_timeout() => limits.time_over(end),
        // The URL of an error may have a password.
        None => ErrorKind::Client(error.without_url().into()),
    }
}

impl Resolve for Admitted {
    fn resolve(&self, name: Name) -> Resolving {
        let admitted = self.clone();
        Box::pin(async move {
            // The port 0 represents that of the URL.
            let resolve = move || Self::resolve(&admitted, name.as_str(), 0);
            let found = tokio::task::spawn_blocking(resolve).await??;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
