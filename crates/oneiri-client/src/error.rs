//! Why a request failed, and at which hop.

use std::error::Error as StdError;
use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use oneiri_policy::{Denied, Nearest};

/// Why a request failed.
#[derive(Debug)]
pub struct Error {
    hop: usize,
    kind: ErrorKind,
    nearest: Option<Box<Nearest>>,
}

/// What failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The policy denies the URL, or the target of a redirect.
    Denied(Denied),
    /// The name leads to no address that the policy admits.
    Address(NoAddress),
    /// There were more redirects than this limit.
    Redirects(usize),
    /// The time is over: that of the request, or a shorter one of the client.
    Time {
        /// The time for all requests and the body.
        limit: Duration,
        /// The time that the request has taken.
        elapsed: Duration,
    },
    /// The body is longer than this limit of bytes.
    Body(u64),
    /// The client failed, for example to connect.
    Client(Box<dyn StdError + Send + Sync>),
}

/// A name that leads to no admitted address.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NoAddress {
    /// The name.
    pub host: String,
    /// The addresses to which it leads.
    pub addresses: Vec<IpAddr>,
}

impl fmt::Display for NoAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, addresses } = self;
        write!(f, "'{host}' leads to no address that the policy admits")?;
        addresses
            .iter()
            .enumerate()
            .try_for_each(|(nth, address)| write!(f, "{}{address}", if nth == 0 { "; found " } else { ", " }))
    }
}

impl StdError for NoAddress {}

impl Error {
    pub(crate) fn new(hop: usize, kind: ErrorKind) -> Self {
        Self { hop, kind, nearest: None }
    }

    pub(crate) fn denied(hop: usize, denied: Denied, nearest: Option<Nearest>) -> Self {
        Self { hop, kind: ErrorKind::Denied(denied), nearest: nearest.map(Box::new) }
    }

    /// What failed.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The rule that comes nearest to a URL that no rule allows.
    #[must_use]
    pub fn nearest(&self) -> Option<&Nearest> {
        self.nearest.as_deref()
    }

    /// The number of redirects before the request that failed: 0 for the first URL.
    #[must_use]
    pub fn hop(&self) -> usize {
        self.hop
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hop > 0 {
            write!(f, "redirect {}: ", self.hop)?;
        }
        match &self.kind {
            ErrorKind::Denied(denied) => {
                denied.fmt(f)?;
                self.nearest.as_ref().map_or(Ok(()), |nearest| write!(f, "; {nearest}"))
            }
            ErrorKind::Address(none) => none.fmt(f),
            ErrorKind::Redirects(most) => write!(f, "there were more than {most} redirects"),
            ErrorKind::Time { limit, elapsed } if elapsed < limit => {
                write!(
                    f,
                    "a timeout of the client is over after {elapsed:.1?}, before the time for the request, {limit:?}"
                )
            }
            ErrorKind::Time { limit, .. } => write!(f, "the time for the request, {limit:?}, is over"),
            ErrorKind::Body(most) => write!(f, "the body is longer than {most} bytes"),
            ErrorKind::Client(error) => {
                // reqwest says only "error sending request", and the reason is below it.
                let mut below = std::iter::successors(error.source(), |&error| error.source());
                error.fmt(f)?;
                below.try_for_each(|error| write!(f, ": {error}"))
            }
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &self.kind {
            ErrorKind::Denied(denied) => Some(denied),
            ErrorKind::Address(none) => Some(none),
            _ => None,
        }
    }
}
