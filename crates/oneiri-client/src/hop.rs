//! What is decided before each request, for any client.

use std::time::{Duration, Instant};

use oneiri_policy::{Base, Checked, Code, Denied, Policy};

use crate::error::{Error, ErrorKind};

/// What a request may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The greatest number of redirects.
    pub redirects: usize,
    /// The greatest length of a body in bytes, after unpacking.
    pub body: u64,
    /// The time for all requests and the body together.
    pub time: Duration,
}

/// Ten redirects, 10 MiB, 30 seconds.
impl Default for Limits {
    fn default() -> Self {
        Self { redirects: 10, body: 10 << 20, time: Duration::from_secs(30) }
    }
}

impl Limits {
    /// The error of a request that should have been over at `end`.
    pub(crate) fn time_over(self, end: Instant) -> ErrorKind {
        let (limit, left) = (self.time.min(LONGEST), end.saturating_duration_since(Instant::now()));
        ErrorKind::Time { limit, elapsed: limit.saturating_sub(left) }
    }
}

/// 136 years, which fit into an `Instant`.
const LONGEST: Duration = Duration::from_secs(u32::MAX as u64);

/// One of the requests that a URL leads to: the first one, or that of a redirect.
///
/// ```
/// use oneiri_client::{Hop, Limits};
/// use oneiri_policy::{Policy, Preset};
///
/// let policy = Policy::preset(Preset::Ssrf);
/// let mut hop = Hop::first(&policy, Limits::default(), "https://example.com/a")?;
/// let redirect = hop.follow(303, "POST", Some(b"//example.org/b"))?.unwrap();
/// assert_eq!(hop.checked().as_str(), "https://example.org/b");
/// assert!(redirect.is_get && redirect.is_other_origin);
/// assert!(hop.follow(302, "GET", Some(b"http://127.0.0.1/")).is_err());
/// # Ok::<(), oneiri_client::Error>(())
/// ```
#[derive(Debug)]
pub struct Hop<'p> {
    policy: &'p Policy,
    pub(crate) limits: Limits,
    pub(crate) end: Instant,
    pub(crate) number: usize,
    pub(crate) checked: Checked<'static>,
}

/// What changes in the next request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Redirect {
    /// The next request is a `GET` without content (RFC 9110 section 15.4). Otherwise it is the same request.
    pub is_get: bool,
    /// The scheme, the host or the port is another one, so credentials must not be sent.
    pub is_other_origin: bool,
}

impl<'p> Hop<'p> {
    /// The first request.
    ///
    /// # Errors
    ///
    /// The policy denies the URL.
    pub fn first(policy: &'p Policy, limits: Limits, url: &str) -> Result<Self, Error> {
        let checked = policy.check(url).into_result();
        let checked = checked.map_err(|denied| explained(policy, 0, url, None, denied))?;
        let end = Instant::now() + limits.time.min(LONGEST);
        Ok(Self { policy, limits, end, number: 0, checked: checked.into_owned() })
    }

    /// The URL of the request. Only its canonical text may be sent.
    #[must_use]
    pub fn checked(&self) -> &Checked<'static> {
        &self.checked
    }

    /// An error at this hop.
    #[must_use]
    pub fn error(&self, kind: ErrorKind) -> Error {
        Error::new(self.number, kind)
    }

    /// The time that is left.
    ///
    /// # Errors
    ///
    /// No time is left.
    pub fn time(&self) -> Result<Duration, Error> {
        time_until(self.end).ok_or_else(|| self.error(self.limits.time_over(self.end)))
    }

    /// Goes on to the target of a response, if it is a redirect. Bytes of `location` that are not UTF-8 are percent-encoded, as browsers do.
    ///
    /// # Errors
    ///
    /// The policy denies the target, or there were too many redirects.
    pub fn follow(&mut self, status: u16, method: &str, location: Option<&[u8]>) -> Result<Option<Redirect>, Error> {
        let Some(location) = location.filter(|_| matches!(status, 301 | 302 | 303 | 307 | 308)) else {
            return Ok(None);
        };
        self.number += 1;
        if self.number > self.limits.redirects {
            return Err(self.error(ErrorKind::Redirects(self.limits.redirects)));
        }
        let location = text_of(location);
        let base = Base::compile(self.checked.as_str());
        let base = base.map_err(|error| self.error(ErrorKind::Denied(error.into())))?;
        let next = self.policy.check_with_base(&location, &base).into_result();
        let next = next.map_err(|denied| explained(self.policy, self.number, &location, Some(&base), denied))?;
        let is_get = match status {
            301 | 302 => method == "POST",
            303 => !matches!(method, "GET" | "HEAD"),
            _ => false,
        };
        let is_other_origin = origin(&next) != origin(&self.checked);
        self.checked = next.into_owned();
        Ok(Some(Redirect { is_get, is_other_origin }))
    }
}

/// A denial, with the rule that comes nearest if no rule allows the URL.
fn explained(policy: &Policy, hop: usize, url: &str, base: Option<&Base>, denied: Denied) -> Error {
    let has_no_rule = denied.reasons().iter().any(|reason| reason.code == Code::NoRule);
    let nearest = if has_no_rule { policy.inspect(url, base).nearest() } else { None };
    Error::denied(hop, denied, nearest)
}

/// The text of a field of HTTP, without the white space around it (RFC 9110 section 5.5).
fn text_of(field: &[u8]) -> String {
    let mut text = String::with_capacity(field.len());
    for chunk in field.utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|octet| text.push_str(&format!("%{octet:02X}")));
    }
    text.trim_matches([' ', '\t']).to_owned()
}

pub(crate) fn time_until(end: Instant) -> Option<Duration> {
    end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
}

fn origin<'c>(checked: &'c Checked<'_>) -> (Option<&'c str>, Option<&'c str>, Option<u16>) {
    (checked.parts().scheme, checked.host(), checked.port())
}
