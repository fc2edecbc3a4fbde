//! The authority: `[ userinfo "@" ] host [ ":" port ]` (RFC 3986 section 3.2).

use super::{Encoded, Host, kind};
use crate::syntax::error::{Component, Error, ErrorKind};

/// An authority: the text between `//` and the path (RFC 3986 section 3.2).
///
/// ```
/// use oneiri::Uri;
///
/// let uri = Uri::parse("ftp://me:secret@[::1]:2121/x")?;
/// let authority = uri.authority().ok_or("no authority")?;
/// assert_eq!(authority, "me:secret@[::1]:2121");
/// assert_eq!(authority.userinfo().as_deref(), Some("me:secret"));
/// assert_eq!(authority.host(), "[::1]");
/// assert_eq!(authority.port(), Some("2121"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Authority<'a> = Encoded<'a, kind::Authority>;

impl<'a> Authority<'a> {
    /// The userinfo, before the `@`: RFC 3986 section 3.2.1.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://@h")?;
    /// assert_eq!(uri.authority().and_then(|it| it.userinfo()).as_deref(), Some(""));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn userinfo(self) -> Option<Encoded<'a>> {
        let (userinfo, _) = self.as_str().split_once('@')?;
        Some(Encoded::new(userinfo))
    }

    /// The host: RFC 3986 section 3.2.2. Every authority has a host, which may be empty.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("file:///x")?;
    /// assert_eq!(uri.authority().map(|it| it.host()).as_deref(), Some(""));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn host(self) -> Host<'a> {
        Host::new(self.host_and_port().0)
    }

    /// The digits of the port, after the `:` of the host: RFC 3986 section 3.2.3. There may be no digits, and they
    /// may have leading zeros.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://h:080")?;
    /// assert_eq!(uri.authority().and_then(|it| it.port()), Some("080"));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn port(self) -> Option<&'a str> {
        self.host_and_port().1
    }

    /// The port as a number; `None` if it is absent or empty.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::PortRange`] for a port beyond 65535. The grammar allows such a port, so parsing accepts it.
    /// The range in the error is the range of the digits within the authority.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://h:080")?;
    /// assert_eq!(uri.authority().map(|it| it.port_number()), Some(Ok(Some(80))));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn port_number(self) -> Result<Option<u16>, Error> {
        let digits = self.port().unwrap_or_default();
        port_number(digits, self.len() - digits.len())
    }

    fn host_and_port(self) -> (&'a str, Option<&'a str>) {
        let text = self.as_str();
        let behind_userinfo = text.split_once('@').map_or(text, |(_, rest)| rest);
        // The brackets of an IPv6 address enclose its colons, so the search for the port starts at the `]`.
        let literal = behind_userinfo.find(']').unwrap_or(0);
        match behind_userinfo[literal..].find(':') {
            Some(colon) => {
                let (host, port) = behind_userinfo.split_at(literal + colon);
                (host, Some(&port[1..]))
            }
            None => (behind_userinfo, None),
        }
    }
}

/// The number that the digits of a port represent; `None` if there are no digits. `start` is the offset of the
/// digits in the text that an error reports.
pub(crate) fn port_number(digits: &str, start: usize) -> Result<Option<u16>, Error> {
    if digits.is_empty() {
        return Ok(None);
    }
    // The text holds only digits, so parsing can only fail because the number is too large.
    digits.parse().map(Some).map_err(|_| Error {
        start,
        end: start + digits.len(),
        kind: ErrorKind::PortRange,
        component: Some(Component::Port),
        grammar: None,
        found: digits.chars().next(),
    })
}
