//! The blocking client, upon [`ureq`](https://docs.rs/ureq).

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use http::{HeaderMap, StatusCode, Uri, header};
use oneiri_policy::{Checked, Policy};
use oneiri_whatwg::default_port;
use ureq::config::{Config, ConfigBuilder};
use ureq::typestate::AgentScope;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport, time};
use ureq::{Agent, Body, Proxy, Timeout};

use crate::client::{Admitted, OTHER_URL, Proxies, is_read_alike, no_address};
use crate::error::{Error, ErrorKind};
use crate::hop::{Hop, Limits};
use crate::request::Request;

/// A client that sends what a policy admits.
pub type Client = crate::Client<ConfigBuilder<AgentScope>, Agent>;

impl Client {
    /// A client with the settings that ureq has by default.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self::of(policy, Agent::config_builder)
    }

    /// A client with your settings of TLS, pools, families of addresses and timeouts, of which a shorter one counts before
    /// [`Limits::time`](crate::Limits::time). That of connections includes the time to resolve the name. The settings of proxies and
    /// redirects are replaced, and a status such as 404 is no error.
    #[must_use]
    pub fn with_config(policy: Policy, build: impl Fn() -> ConfigBuilder<AgentScope> + Send + Sync + 'static) -> Self {
        Self::of(policy, build)
    }

    fn agent(&self, checked: &Checked<'static>) -> Result<Agent, ureq::Error> {
        self.client(checked, |builder, admitted| {
            let config = builder.http_status_as_error(false).max_redirects(0);
            let config = match self.proxies {
                Proxies::None => config.proxy(None),
                Proxies::OfBuilder => config,
            };
            let connect = Connect { admitted: admitted.clone(), inner: DefaultConnector::default() };
            Ok(Agent::with_parts(config.build(), connect, admitted))
        })
    }
}

impl Request<'_, Client> {
    /// Sends the request, and follows redirects.
    ///
    /// # Errors
    ///
    /// The policy denies the URL, its addresses or the target of a redirect; a limit is reached; the client fails.
    pub fn send(mut self) -> Result<Response, Error> {
        let mut hop = Hop::first(&self.client.policy, self.client.limits, self.url)?;
        loop {
            let checked = hop.checked();
            let failed = |error: ureq::Error| hop.error(kind(error, hop.limits, hop.end));
            let uri = checked.as_str().parse().ok().filter(|uri: &Uri| {
                let port = uri.port_u16().or_else(|| checked.port());
                is_read_alike(checked, uri.scheme_str().unwrap_or_default(), uri.host(), port)
            });
            let uri = uri.ok_or_else(|| hop.error(ErrorKind::Client(OTHER_URL.into())))?;
            let agent = self.client.agent(checked).map_err(failed)?;
            let own = agent.config().timeouts().global;
            let mut request = http::Request::new(self.body.clone());
            request.headers_mut().clone_from(&self.headers);
            (*request.method_mut(), *request.uri_mut()) = (self.method.clone(), uri);
            let time = Some(hop.time()?.min(own.unwrap_or(Duration::MAX)));
            let inner = if self.body.is_empty() {
                let request = agent.configure_request(request.map(|_| ()));
                agent.run(request.timeout_global(time).build())
            } else {
                agent.run(agent.configure_request(request).timeout_global(time).build())
            };
            let inner = inner.map_err(failed)?;
            let location = inner.headers().get(header::LOCATION).map(|it| it.as_bytes());
            match hop.follow(inner.status().as_u16(), self.method.as_str(), location)? {
                Some(redirect) => self.follow(redirect),
                None => return Ok(Response::of(inner, hop)),
            }
        }
    }
}

/// A response. Its body has a limit.
pub type Response = crate::Response<http::Response<Body>>;

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

    /// The body.
    ///
    /// # Errors
    ///
    /// The body is longer than the limit, or the client fails.
    pub fn bytes(mut self) -> Result<Vec<u8>, Error> {
        let body = self.inner.body_mut().with_config().limit(self.left).read_to_vec();
        body.map_err(|error| self.error(kind(error, self.limits, self.end)))
    }

    /// The body as text, with U+FFFD for what is not UTF-8.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes).
    pub fn text(self) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(&self.bytes()?).into_owned())
    }
}

fn kind(error: ureq::Error, limits: Limits, end: Instant) -> ErrorKind {
    match error {
        ureq::Error::Timeout(_) => limits.time_over(end),
        ureq::Error::BodyExceedsLimit(_) => ErrorKind::Body(limits.body),
        ureq::Error::Io(error) => match no_address(&error) {
            Some(none) => ErrorKind::Address(none),
            None => ErrorKind::Client(error.into()),
        },
        error => ErrorKind::Client(error.into()),
    }
}

/// ureq asks this before it looks for a connection in its pool, so the answer is empty. [`Connect`] resolves if there is none.
impl Resolver for Admitted {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        // The proxy is named by the program, not by a stranger.
        if config.proxy().is_some_and(|proxy| proxy.uri() == uri && !proxy.is_no_proxy(uri)) {
            return DefaultResolver::default().resolve(uri, config, timeout);
        }
        Ok(self.empty())
    }
}

/// Opens connections, to admitted addresses alone.
#[derive(Debug)]
struct Connect {
    admitted: Admitted,
    inner: DefaultConnector,
}

impl Connector for Connect {
    type Out = Box<dyn Transport>;

    fn connect(&self, details: &ConnectionDetails<'_>, chained: Option<()>) -> Result<Option<Self::Out>, ureq::Error> {
        let is_resolved_by = |proxy: &Proxy| !proxy.resolve_target() && !proxy.is_no_proxy(details.uri);
        // Only a proxy itself has addresses already.
        if !details.addrs.is_empty() || details.config.proxy().is_some_and(is_resolved_by) {
            return self.inner.connect(details, chained);
        }
        let resolve = details.config.timeouts().resolve.map(time::Duration::Exact);
        let first = resolve.filter(|resolve| *resolve < details.timeout.after);
        let first = first.map(|after| NextTimeout { after, reason: Timeout::Resolve, ..details.timeout });
        let begin = Instant::now();
        let addrs = self.admitted.addresses(details, first.unwrap_or(details.timeout))?;
        let mut timeout = details.timeout;
        if let time::Duration::Exact(after) = &mut timeout.after {
            *after = after.saturating_sub(begin.elapsed());
        }
        let (now, current_time) = ((details.current_time)(), details.current_time.clone());
        let (run_connector, register_shutdown) = (details.run_connector.clone(), details.register_shutdown.clone());
        let details =
            ConnectionDetails { addrs, now, timeout, current_time, run_connector, register_shutdown, ..*details };
        self.inner.connect(&details, chained)
    }
}

impl Admitted {
    fn addresses(&self, of: &ConnectionDetails<'_>, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let (host, scheme) = (of.uri.host().unwrap_or_default().to_owned(), of.uri.scheme_str());
        let port = of.uri.port_u16().or_else(|| default_port(scheme?)).unwrap_or(80);
        // The thread goes on alone when the time is over.
        let ((send, receive), admitted) = (mpsc::sync_channel(1), self.clone());
        let resolve = move || drop(send.send(Self::resolve(&admitted, &host, port)));
        thread::Builder::new().spawn(resolve)?;
        let found = receive.recv_timeout(*timeout.after).map_err(|error| match error {
            RecvTimeoutError::Timeout => ureq::Error::Timeout(timeout.reason),
            RecvTimeoutError::Disconnected => io::Error::other("the resolver panicked").into(),
        })??;
        let mut addresses = Resolver::empty(self);
        // More than fit are more than anybody tries.
        let family = of.config.ip_family();
        family.keep_wanted(found.into_iter()).take(16).for_each(|address| addresses.push(address));
        if addresses.is_empty() { Err(ureq::Error::HostNotFound) } else { Ok(addresses) }
    }
}
