//! The decision of a check, and the reasons for it. A `Checked` is a promise: every parser of the policy reads its text
//! alike, and the policy admits that text again (the laws in `tests/it/laws.rs`). So only `check.rs` and `plain/` make
//! one. `rule` is a place in `shared.rules`, which `builder.rs` keeps in the order of the rules that allow.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::net::IpAddr;

use oneiri::{Parts, UriRef, UriRefBuf};

use crate::networks::Shared;
use crate::reason::Reason;
use crate::source::RuleRef;

/// The answer of a policy about a URL.
#[derive(Clone, Debug)]
#[must_use]
pub enum Decision<'t> {
    /// The URL is admitted. Forward the canonical text that is in here.
    Allow(Checked<'t>),
    /// The URL is not admitted, for these reasons.
    Deny(Denied),
}

/// The error of a URL that is not admitted. It has at least one reason. The rule that comes nearest is not among them, because it takes time
/// to look at every rule: [`Check::nearest`](crate::Check::nearest) finds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Denied {
    reasons: Vec<Reason>,
}

impl Denied {
    /// A denial with these reasons. Programs that read a text before the policy does, such as bindings, make one.
    #[must_use]
    pub fn new(reasons: Vec<Reason>) -> Self {
        Self { reasons }
    }

    /// The reasons.
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// The reasons, as a list of its own.
    #[must_use]
    pub fn into_reasons(self) -> Vec<Reason> {
        self.reasons
    }
}

/// `Display` writes the reasons with semicolons between them.
impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the policy denies the URL")?;
        let mut before = ": ";
        for reason in &self.reasons {
            write!(f, "{before}{reason}")?;
            before = "; ";
        }
        Ok(())
    }
}

impl core::error::Error for Denied {}

impl From<Reason> for Denied {
    fn from(reason: Reason) -> Self {
        Self { reasons: [reason].into() }
    }
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

    /// The admitted text, or why it is not admitted, so that `?` works.
    ///
    /// # Errors
    ///
    /// The text is not admitted.
    ///
    /// ```
    /// use oneiri_policy::{Denied, Policy, Preset};
    ///
    /// fn fetch(policy: &Policy, url: &str) -> Result<(), Denied> {
    ///     let checked = policy.check(url).into_result()?;
    ///     // Connect to checked.host(), at an address that checked.admits(..).
    ///     Ok(())
    /// }
    ///
    /// let policy = Policy::preset(Preset::Ssrf);
    /// assert!(fetch(&policy, "https://example.com/").is_ok());
    /// assert!(fetch(&policy, "http://127.0.0.1/").unwrap_err().to_string().contains("loopback"));
    /// ```
    pub fn into_result(self) -> Result<Checked<'t>, Denied> {
        match self {
            Self::Allow(checked) => Ok(checked),
            Self::Deny(denied) => Err(denied),
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
            Self::Deny(denied) => denied.reasons(),
        }
    }
}

/// A URL that a policy admitted. Only [`Policy::check`](crate::Policy::check) makes it, so a function
/// that takes a `Checked` cannot be called with a URL that nobody checked.
///
/// It holds the canonical text, which every parser of the policy reads alike. Forward this text instead of
/// the one that you checked. The canonical text is admitted by the same policy, and is its own canonical text.
///
/// ```
/// use oneiri_policy::{Policy, Preset};
///
/// let policy = Policy::preset(Preset::Ssrf);
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
    /// The allow rule, as an index of `shared.rules`.
    pub(crate) rule: usize,
    pub(crate) shared: Arc<Shared>,
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

    /// The rule that admits the text.
    #[must_use]
    pub fn rule(&self) -> &RuleRef {
        &self.shared.rules[self.rule].reference
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
            None => self.shared.admit(self.rule, address),
        }
    }

    /// The same value, which now owns its text.
    #[must_use]
    pub fn into_owned(self) -> Checked<'static> {
        let Self { text, port, address, rule, shared } = self;
        let text = Canonical::Written(match text {
            Canonical::Given(uri) => uri.into_owned(),
            Canonical::Written(uri) => uri,
        });
        Checked { text, port, address, rule, shared }
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
