//! Why a request failed, and at which hop.

use std::error::Error as StdError;
use std::fmt;
use std::net::IpAddr;

use oneiri_policy::Denied;

/// Why a request failed.
#[derive(Debug)]
pub struct Error {
    hop: usize,
    kind: ErrorKind,
}

/// What failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The policy denies the URL, or the target of a redirect.
    Denied(Denied),
    /// The name leads to no address that the policy admits.
    Address(NoAddress),
    /// There were more redirects than the limit.
    Redirects,
    /// A redirect has a target that is not text.
    Location,
    /// The time is over.
    Time,
    /// The body is longer than the limit.
    Body,
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
        Self { hop, kind }
    }

    /// What failed.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
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
            ErrorKind::Denied(denied) => denied.fmt(f),
            ErrorKind::Address(none) => none.fmt(f),
            ErrorKind::Redirects => f.write_str("there were too many redirects"),
            ErrorKind::Location => f.write_str("the target of the redirect is not text"),
            ErrorKind::Time => f.write_str("the time for the request is over"),
            ErrorKind::Body => f.write_str("the body is longer than the limit"),
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
