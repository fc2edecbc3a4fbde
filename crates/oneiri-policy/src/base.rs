//! The URL that references are resolved against. `joined` resolves for the fast path and for rules, so it must agree
//! with what the parsers make of a reference and `as_str`: the laws in `tests/it/random.rs` compare both ways.
//! `is_plain` may be true only if every parser reads the base as it is. The origin of `own` is no host of anybody, so
//! no text is on it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use oneiri::{Component, IriRef, Split, Uri};
use oneiri_parsers::agreement::{Form, Host};
use oneiri_parsers::{Parser, Reading, Rfc3987, Whatwg};

use crate::decision::Denied;
use crate::host::{SELF_HOST, is_simple_name};
use crate::reason::{Code, Reason};

/// The URL that references are resolved against: the page of a link, or the URL that redirected. Compile it once, and use it for
/// many checks.
///
/// Only the scheme, the host, the port, the path and the query of the base count. What is invalid in its path and query
/// is encoded first, as in `https://h.example/list?f[]=1`.
///
/// ```
/// use oneiri_policy::{Base, Policy, Preset};
///
/// let policy = Policy::preset(Preset::OpenRedirect);
/// let base = Base::compile("https://app.example/login?next[]=1")?;
/// let checked = policy.check_with_base("/account", &base).allowed().unwrap();
/// assert_eq!(checked.as_str(), "https://app.example/account");
/// assert!(!policy.check_with_base("//evil.example", &base).is_allowed());
/// assert!(Base::compile("file:///etc/").is_err());
/// # Ok::<(), oneiri_policy::BaseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Base {
    /// Without userinfo and fragment.
    text: String,
    /// Where the path begins, and where it ends.
    path: core::ops::Range<usize>,
    form: Form,
    /// Whether every parser surely reads the base as it is.
    is_plain: bool,
}

/// The reason why a text cannot be a base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseError {
    message: String,
}

impl Base {
    /// Compiles a base.
    ///
    /// # Errors
    ///
    /// If the text is not an absolute URL with a host, or RFC 3987 and the URL Standard find different origins or paths in it.
    pub fn compile(text: &str) -> Result<Self, BaseError> {
        // Brackets are valid in hosts alone; the URL Standard leaves them in a path and in a query.
        let path = Split::of(text).range(Component::Path).unwrap_or_default();
        let (head, tail) = text.split_at(path.start);
        let given = [head, &tail.replace('[', "%5B").replace(']', "%5D")].concat();
        let given = IriRef::parse_lenient(&given);
        let given = given.map_err(|error| BaseError::new(error.to_string()))?;
        let form = |reading: Result<Reading<'_>, oneiri_parsers::Refusal>| {
            let reading = reading.map_err(|refusal| BaseError::new(refusal.reason()))?;
            Form::of(&reading).map_err(|fault| BaseError::new(fault.reason()))
        };
        let (form, other) = (form(Rfc3987.read(given.as_str()))?, form(Whatwg.read(text))?);
        if let Some(component) = form.differs(&other) {
            let name = component.name();
            return Err(BaseError::new(format!("parsers find another {name} in it")));
        }
        Self::of(form)
    }

    /// The base of texts that begin with a slash if none is given. No text is on this origin but relative ones:
    /// RFC 6761 section 6.4.
    pub(crate) fn own() -> Option<Self> {
        let text = ["https://", SELF_HOST, "/"].concat();
        Form::of(&Rfc3987.read(&text).ok()?).ok().and_then(|form| Self::of(form).ok())
    }

    fn of(form: Form) -> Result<Self, BaseError> {
        if form.host().is_none_or(Host::is_empty) {
            return Err(BaseError::new("it has no host"));
        }
        let bare = |error: oneiri::Error| BaseError::new(error.to_string());
        let mut uri = form.uri().clone();
        uri.set_userinfo(None).map_err(|error| BaseError::new(error.to_string()))?;
        uri.set_fragment(None).map_err(bare)?;
        let text = uri.as_str().to_string();
        let path = uri.range(Component::Path).unwrap_or_default();
        let is_name = |host: &Host| match host.address() {
            Some(address) => address.is_ipv4(),
            None => is_simple_name(host.text().as_bytes()),
        };
        let is_plain = matches!(uri.scheme(), "http" | "https" | "ws" | "wss")
            && form.host().is_some_and(is_name)
            && Uri::parse(&text).is_ok_and(|uri| uri.is_plain())
            && !text.contains('\'');
        Ok(Self { text, path, form, is_plain })
    }

    /// The text of the base, in its canonical form and without userinfo and fragment.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether every parser surely reads the base as it is.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    pub(crate) fn is_origin_of(&self, form: &Form) -> bool {
        self.form.uri().scheme() == form.uri().scheme()
            && self.form.host() == form.host()
            && self.form.port() == form.port()
    }

    /// Whether these are the scheme, the host and the port of the base.
    pub(crate) fn is_origin(&self, scheme: &str, host: &str, port: Option<u16>) -> bool {
        self.form.uri().scheme() == scheme
            && self.form.host().is_some_and(|own| own.text() == host)
            && self.form.port() == port
    }

    /// The text that a reference without a scheme leads to, before dot segments are removed.
    pub(crate) fn joined(&self, reference: &str) -> String {
        let (origin, rest) = self.text.split_at(self.path.start);
        let path = &self.text[self.path.clone()];
        let parts: [&str; 3] = match reference.as_bytes() {
            [b'/', b'/', ..] => [self.form.uri().scheme(), ":", reference],
            [b'/', ..] => [origin, "", reference],
            [b'?', ..] => [origin, path, reference],
            [b'#', ..] | [] => [origin, rest, reference],
            _ => [origin, &path[..path.rfind('/').map_or(0, |at| at + 1)], reference],
        };
        parts.concat()
    }
}

impl BaseError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// `Display` says what a base has to be, and what is wrong.
impl fmt::Display for BaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the base must be an absolute URL with a host: {}", self.message)
    }
}

impl core::error::Error for BaseError {}

/// The denial of every text, for programs that are given a base with each text.
impl From<BaseError> for Denied {
    fn from(error: BaseError) -> Self {
        Self::new(Vec::from([Reason::new(Code::Base, 0..0, error.to_string())]))
    }
}
