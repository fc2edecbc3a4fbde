//! The origin of an identifier: RFC 6454.

use alloc::string::String;
use core::fmt;

use super::{Alphabet, HasScheme, Ri, Unicode};
use crate::registry::Registry;

/// The origin of an identifier, as RFC 6454 section 6.1 writes it: scheme, host, and the port if it is not the
/// default port, in normal form. Two identifiers have the same origin exactly if their `Origin` values are equal.
///
/// ```
/// use oneiri::Uri;
///
/// let origin = Uri::parse("HTTPS://Example.org:443/a")?.origin();
/// assert_eq!(origin, Uri::parse("https://example.org/b?c")?.origin());
/// assert_eq!(origin.map(|it| it.to_string()).as_deref(), Some("https://example.org"));
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Origin(String);

impl Origin {
    /// The text of the origin, such as `https://example.org:8443`.
    ///
    /// ```
    /// let origin = oneiri::Uri::parse("https://h:8443/a")?.origin();
    /// assert_eq!(origin.as_ref().map(|it| it.as_str()), Some("https://h:8443"));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl AsRef<str> for Origin {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<T: AsRef<str>, A: Alphabet> Ri<T, A, HasScheme> {
    /// The origin: RFC 6454 section 4. `None` without a host, for a port beyond 65535, and for a scheme without a
    /// default port in the built-in [`Registry`]. Identifiers of such schemes (`data:`, `file:`, `urn:`) have
    /// opaque origins.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let origin = |text| Ok::<_, oneiri::Error>(Uri::parse(text)?.origin());
    /// assert!(origin("http://h:80/a")?.is_some_and(|it| it.as_str() == "http://h"));
    /// assert_ne!(origin("http://h/")?, origin("https://h/")?);
    /// assert_eq!(origin("file:///etc/hosts")?, None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn origin(&self) -> Option<Origin> {
        let iri: Ri<&str, Unicode, HasScheme> = self.as_borrowed().retype();
        let iri = iri.normalize();
        let default = Registry::default().rules(iri.scheme()).default_port?;
        let host = iri.host().filter(|host| !host.is_empty())?;
        let mut origin = [iri.scheme(), "://", &host].concat();
        let port = iri.port_number().ok()?.filter(|&port| port != default);
        if let (Some(_), Some(digits)) = (port, iri.port()) {
            origin.push(':');
            origin.push_str(digits);
        }
        Some(Origin(origin))
    }
}
