//! What a check decides, and why.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::net::IpAddr;
use core::ops::Range;

use oneiri::{Parts, UriRef, UriRefBuf};

use crate::networks::Networks;

/// Whether a text is admitted.
#[derive(Clone, Debug)]
#[must_use]
pub enum Decision<'t> {
    /// The text is admitted, as its canonical text.
    Allow(Checked<'t>),
    /// The text is not admitted. There is at least one reason.
    Deny(Vec<Reason>),
}

impl<'t> Decision<'t> {
    /// The admitted text. `None` if it is not admitted.
    #[must_use]
    pub fn allowed(self) -> Option<Checked<'t>> {
        match self {
            Self::Allow(checked) => Some(checked),
            Self::Deny(_) => None,
        }
    }

    /// Whether the text is admitted.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        matches!(self, Self::Allow(_))
    }

    /// The reasons why the text is not admitted. Empty if it is admitted.
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        match self {
            Self::Allow(_) => &[],
            Self::Deny(reasons) => reasons,
        }
    }
}

/// A text that a policy admitted. Only [`Policy::check`](crate::Policy::check) makes it, so a function
/// that takes a `Checked` cannot be called with a text that was not checked.
///
/// It holds the canonical text, which every reader of the policy reads alike. Forward this text and not
/// the one that was checked. The canonical text is admitted by the same policy, and is its own canonical text.
///
/// ```
/// use oneiri_policy::Policy;
///
/// let policy = Policy::preset("ssrf").unwrap();
/// let checked = policy.check("HTTPS://Example.com:443/a/../b").allowed().unwrap();
/// assert_eq!(checked.as_str(), "https://example.com/b");
/// assert!(checked.admits([93, 184, 215, 14].into()));
/// assert!(!checked.admits([127, 0, 0, 1].into()));
/// ```
#[derive(Clone, Debug)]
pub struct Checked<'t> {
    pub(crate) text: Canonical<'t>,
    pub(crate) port: Option<u16>,
    pub(crate) address: Option<IpAddr>,
    pub(crate) rule: usize,
    pub(crate) networks: Arc<Networks>,
}

/// The canonical text: the text that was checked, or another one.
#[derive(Clone, Debug)]
pub(crate) enum Canonical<'t> {
    Given(UriRef<'t>),
    Written(UriRefBuf),
}

impl Checked<'_> {
    /// The canonical text. It is a path with an optional query if the text was a path and no base was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.text {
            Canonical::Given(uri) => uri.as_str(),
            Canonical::Written(uri) => uri.as_str(),
        }
    }

    /// The components of the canonical text.
    #[must_use]
    pub fn parts(&self) -> Parts<'_> {
        match &self.text {
            Canonical::Given(uri) => uri.parts(),
            Canonical::Written(uri) => uri.parts(),
        }
    }

    /// The host: a name in ASCII, or an address, IPv6 in brackets.
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        self.parts().host
    }

    /// The port to connect to: that of the text, or the default port of the scheme.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// The index of the rule that admits the text, among the `[[allow]]` rules of the policy, from 0.
    #[must_use]
    pub fn rule(&self) -> usize {
        self.rule
    }

    /// Whether a connection to an address may be made for this text.
    ///
    /// Call it for the address that the name resolved to, directly before the connection, and connect to
    /// that address: a name may lead to another address the next time (DNS rebinding). If the host of the
    /// text is an address, only this address is admitted.
    #[must_use]
    pub fn admits(&self, address: IpAddr) -> bool {
        match self.address {
            Some(own) => own.to_canonical() == address.to_canonical(),
            None => self.networks.admit(address),
        }
    }

    /// The same value with a text of its own.
    #[must_use]
    pub fn into_owned(self) -> Checked<'static> {
        let Self { text, port, address, rule, networks } = self;
        let text = Canonical::Written(match text {
            Canonical::Given(uri) => uri.into_owned(),
            Canonical::Written(uri) => uri,
        });
        Checked { text, port, address, rule, networks }
    }
}

/// `Display` writes the canonical text.
impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl AsRef<str> for Checked<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// A reason why a text is not admitted.
///
/// No message holds a userinfo.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reason {
    /// The name of the reason: that of a [`Violation`](crate::Violation), or `length`, `refused`,
    /// `disagreement`, `special-address`, `special-name`, `denied`, `no-rule`.
    pub code: &'static str,
    /// What is wrong, and the section or the rule that says so.
    pub message: String,
    /// The bytes of the text that are meant.
    pub range: Range<usize>,
    /// What each reader saw, if the reason is about readers.
    pub readers: Vec<Seen>,
}

/// Why a text is not admitted.
pub(crate) type Reasons = Vec<Reason>;

/// What a reader saw.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Seen {
    /// The name of the reader.
    pub reader: &'static str,
    /// The value of the component in its one spelling, or why the reader refuses the text.
    pub saw: String,
}

impl Seen {
    /// Whether the reader refuses the text.
    #[must_use]
    pub fn refuses(&self) -> bool {
        self.saw.starts_with(NO_URL)
    }
}

impl Reason {
    /// A reason without what readers saw.
    #[must_use]
    pub fn new(
        code: &'static str,
        range: Range<usize>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { code, message: message.into().into_owned(), range, readers: Vec::new() }
    }
}

/// What [`Seen`] says of a reader that refuses the text.
pub(crate) const NO_URL: &str = "no URL";

/// The names with commas, and `and` before the last.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => [&*names.join(", "), " and ", last].concat(),
        names => names.concat(),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        // The message says who refuses the text.
        if self.readers.iter().all(|it| it.saw == NO_URL) {
            return Ok(());
        }
        let saw = |nth: usize| &self.readers[nth].saw;
        let places = || 0..self.readers.len();
        let firsts = places().filter(|nth| (0..*nth).all(|before| saw(before) != saw(*nth)));
        for first in firsts {
            f.write_str(if first == 0 { ": " } else { ", " })?;
            let alike = places().filter(|nth| saw(*nth) == saw(first));
            let alike: Vec<_> = alike.map(|nth| self.readers[nth].reader).collect();
            let sees = if alike.len() == 1 { "sees" } else { "see" };
            write!(f, "{} {sees} {}", listed(&alike), saw(first))?;
        }
        Ok(())
    }
}
