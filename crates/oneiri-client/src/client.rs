//! What both clients have: a policy, limits, how names are resolved, and a client of the library for each rule.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http::{HeaderMap, Method};
use oneiri_policy::{Checked, Policy, RuleRef};

use crate::error::{Error, ErrorKind, NoAddress};
use crate::hop::{Hop, Limits, time_until};
use crate::request::Request;

/// How names are resolved.
pub(crate) type Resolve = Arc<dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync>;

/// Who resolves names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proxies {
    None,
    OfBuilder,
}

/// A client that sends what a policy admits: [`reqwest::Client`](crate::reqwest::Client) or [`ureq::Client`](crate::ureq::Client).
pub struct Client<B, C> {
    pub(crate) policy: Policy,
    pub(crate) limits: Limits,
    pub(crate) proxies: Proxies,
    pub(crate) resolve: Resolve,
    pub(crate) build: Box<dyn Fn() -> B + Send + Sync>,
    clients: Mutex<Vec<(Key, C)>>,
}

/// A connection is used again only for a URL that admits the same addresses: those of a rule for names, and its own if the host is
/// an address.
type Key = (RuleRef, bool);

/// How many clients are kept, each with its connections.
const MOST: usize = 64;

impl<B, C: Clone> Client<B, C> {
    pub(crate) fn of(policy: Policy, build: impl Fn() -> B + Send + Sync + 'static) -> Self {
        let resolve = |host: &str, port: u16| Ok((host, port).to_socket_addrs()?.collect());
        let (resolve, build) = (Arc::new(resolve), Box::new(build));
        let (limits, proxies) = (Limits::default(), Proxies::None);
        Self { policy, limits, proxies, resolve, build, clients: Mutex::default() }
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Resolves names otherwise than the system does. The policy still checks each address. The function gets a name and the port, which
    /// is 0 with reqwest, and the connection goes to the port of the URL, whichever the function answers.
    #[must_use]
    pub fn resolver(self, resolve: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static) -> Self {
        Self { resolve: Arc::new(resolve), clients: Mutex::default(), ..self }
    }

    /// Uses the proxies of the builder and of the environment. A proxy resolves names itself, so the policy checks only texts.
    /// Without a proxy for a URL (`NO_PROXY`), and for proxies such as SOCKS4 and SOCKS5 for which it resolves names, ureq
    /// checks addresses as ever. With reqwest no address is checked, and [`resolver`](Self::resolver) is not used.
    #[must_use]
    pub fn danger_use_proxies(self) -> Self {
        Self { proxies: Proxies::OfBuilder, clients: Mutex::default(), ..self }
    }

    /// A `GET` request.
    pub fn get<'c>(&'c self, url: &'c str) -> Request<'c, Self> {
        self.request(Method::GET, url)
    }

    /// A request with another method.
    pub fn request<'c>(&'c self, method: Method, url: &'c str) -> Request<'c, Self> {
        Request { client: self, url, method, headers: HeaderMap::new(), body: Vec::new() }
    }

    /// The client for a URL.
    pub(crate) fn client<E>(
        &self,
        checked: &Checked<'static>,
        make: impl FnOnce(B, Admitted) -> Result<C, E>,
    ) -> Result<C, E> {
        let key = (checked.rule().clone(), is_address(checked));
        let lock = || self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        // The client that was used last is at the end.
        let find = |clients: &mut Vec<(Key, C)>| {
            let at = clients.iter().position(|(own, _)| *own == key)?;
            clients[at..].rotate_left(1);
            clients.last().map(|(_, client)| client.clone())
        };
        if let Some(client) = find(&mut lock()) {
            return Ok(client);
        }
        // Without the lock, because a library may load certificates here.
        let admitted = Admitted { checked: checked.clone(), resolve: Arc::clone(&self.resolve) };
        let client = make((self.build)(), admitted)?;
        let mut clients = lock();
        if let Some(client) = find(&mut clients) {
            return Ok(client);
        }
        if clients.len() == MOST {
            clients.remove(0);
        }
        clients.push((key, client.clone()));
        Ok(client)
    }
}

impl<B, C> fmt::Debug for Client<B, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// A response. Its body has a limit.
pub struct Response<R> {
    pub(crate) inner: R,
    checked: Checked<'static>,
    pub(crate) end: Instant,
    hop: usize,
    pub(crate) limits: Limits,
    pub(crate) left: u64,
}

impl<R> Response<R> {
    pub(crate) fn of(inner: R, hop: Hop<'_>) -> Self {
        let Hop { limits, end, number, checked, .. } = hop;
        Self { inner, checked, end, hop: number, limits, left: limits.body }
    }

    pub(crate) fn error(&self, kind: ErrorKind) -> Error {
        Error::new(self.hop, kind)
    }

    /// The URL that answered, after all redirects.
    #[must_use]
    pub fn url(&self) -> &Checked<'static> {
        &self.checked
    }

    /// The time that is left for the body.
    ///
    /// # Errors
    ///
    /// No time is left.
    pub fn time(&self) -> Result<Duration, Error> {
        time_until(self.end).ok_or_else(|| self.error(self.limits.time_over(self.end)))
    }

    /// The response of the library, whose body has no limit of length, and with reqwest none of time.
    #[must_use]
    pub fn danger_into_inner(self) -> R {
        self.inner
    }
}

/// `Debug` shows neither the URL nor headers, because they may have secrets.
impl<R> fmt::Debug for Response<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response").field("hop", &self.hop).finish_non_exhaustive()
    }
}

/// Resolves names to the addresses that URLs like one that was checked may lead to.
#[derive(Clone)]
pub(crate) struct Admitted {
    checked: Checked<'static>,
    resolve: Resolve,
}

impl Admitted {
    /// The admitted addresses of a name.
    pub(crate) fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let literal = bare.parse::<IpAddr>().ok().map(|address| SocketAddr::new(address, port));
        let mut found = literal.map_or_else(|| (self.resolve)(bare, port), |it| Ok(vec![it]))?;
        found.iter_mut().for_each(|address| address.set_port(port));
        // If the host is an address, the policy admitted the text itself.
        let is_literal = literal.is_some() && is_address(&self.checked);
        let admits = |found: &SocketAddr| is_literal || self.checked.admits(found.ip());
        let (admitted, others): (Vec<_>, Vec<_>) = found.into_iter().partition(admits);
        if admitted.is_empty() {
            let addresses = others.iter().map(SocketAddr::ip).collect();
            return Err(io::Error::other(NoAddress { host: host.to_owned(), addresses }));
        }
        Ok(admitted)
    }
}

impl fmt::Debug for Admitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Admitted").field(&self.checked).finish()
    }
}

/// The reason in a chain of errors why no connection was made.
pub(crate) fn no_address(error: &(dyn std::error::Error + 'static)) -> Option<NoAddress> {
    let mut next = Some(error);
    while let Some(error) = next {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let found = inner.and_then(|inner| inner.downcast_ref::<NoAddress>());
        if let Some(found) = found.or_else(|| error.downcast_ref()) {
            return Some(found.clone());
        }
        next = error.source();
    }
    None
}

/// Whether the library reads the URL as the policy did.
pub(crate) fn is_read_alike(checked: &Checked<'_>, scheme: &str, host: Option<&str>, port: Option<u16>) -> bool {
    checked.parts().scheme == Some(scheme) && checked.host() == host && checked.port() == port
}

/// The error of a URL that the library reads otherwise.
pub(crate) const OTHER_URL: &str =
    "the client reads another URL than the parsers of the policy; add the parser 'whatwg' to the policy";

/// Whether the host is an address, which admits no other. A name such as `db.1x` is none.
fn is_address(checked: &Checked<'_>) -> bool {
    let host = checked.host().unwrap_or_default();
    host.starts_with('[') || host.trim_end_matches('.').parse::<Ipv4Addr>().is_ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;

    #[test]
    fn names_that_end_with_a_digit_are_no_addresses() {
        let policy = Policy::compile("addresses = 'any'\nparsers = ['rfc3986']\n[[allow]]\nhost = '*'").unwrap();
        for (url, is) in [
            ("http://10.0.0.1/", true),
            ("http://[::1]/", true),
            ("http://db.1x/", false),
            ("http://1db/", false),
            ("http://a.example/", false),
        ] {
            let decision = policy.check(url);
            assert_eq!(decision.allowed().map(|checked| is_address(&checked)), Some(is), "{url}");
        }
    }
}
