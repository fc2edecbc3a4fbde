//! The origin of an identifier: RFC 6454.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::net::IpAddr;

use super::{Alphabet, HasScheme, Ri, Unicode, apply};
use crate::normalize::Plan;
use crate::registry::Registry;

/// The origin of an identifier, as RFC 6454 section 6.1 writes it: scheme, host, and the port if it is not the
/// default port, in normal form. An IPv6 address is written in its shortest form (RFC 5952), so equal addresses have equal
/// origins. A domain name with characters beyond ASCII and the same name in Punycode have different `Origin` values,
/// although browsers read them as one: use `oneiri-whatwg` where that matters.
///
/// To ask whether two identifiers have the same origin, use [`Ri::same_origin`]: an identifier without an `Origin` has an
/// opaque one, which no other identifier has, and `None == None` would say the opposite.
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
    /// opaque origins: compare by [`same_origin`](Self::same_origin).
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let origin = |text| Ok::<_, oneiri::Error>(Uri::parse(text)?.origin());
    /// assert!(origin("http://h:80/a")?.is_some_and(|it| it.as_str() == "http://h"));
    /// assert_ne!(origin("http://h/")?, origin("https://h/")?);
    /// assert_eq!(origin("http://[0:0::1]/")?, origin("http://[::1]:80/")?);
    /// assert_eq!(origin("file:///etc/hosts")?, None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn origin(&self) -> Option<Origin> {
        let iri: Ri<&str, Unicode, HasScheme> = self.as_borrowed().retype();
        let iri: Ri<Cow<'_, str>, Unicode, HasScheme> = apply(iri.untyped(), const { &Plan::full(true) });
        let default = Registry::default().rules(iri.scheme()).default_port?;
        let host = iri.host().filter(|host| !host.is_empty())?;
        let mut origin = match host.ip() {
            Some(IpAddr::V6(address)) => format!("{}://[{address}]", iri.scheme()),
            _ => [iri.scheme(), "://", &host].concat(),
        };
        let port = iri.port_number().ok()?.filter(|&port| port != default);
        if let (Some(_), Some(digits)) = (port, iri.port()) {
            origin.push(':');
            origin.push_str(digits);
        }
        Some(Origin(origin))
    }

    /// Whether two identifiers have the same origin: RFC 6454 section 5. An identifier with an opaque origin (`data:`,
    /// `file:`, `urn:`) has the same origin as none, not even as itself.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let same = |a, b| Ok::<_, oneiri::Error>(Uri::parse(a)?.same_origin(&Uri::parse(b)?));
    /// assert!(same("https://h/a", "HTTPS://H:443/b?c")?);
    /// assert!(!same("http://h/", "https://h/")?);
    /// assert!(!same("file:///etc/passwd", "data:,x")?);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn same_origin<U: AsRef<str>, B: Alphabet>(&self, other: &Ri<U, B, HasScheme>) -> bool {
        let origin = self.origin();
        origin.is_some() && origin == other.origin()
    }
}
