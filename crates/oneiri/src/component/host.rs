//! The host: an address, or a registered name (RFC 3986 section 3.2.2).

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::{Encoded, ipv4, kind};
use crate::syntax::error::{Component, Error, Grammar};
use crate::syntax::parse::component::check;
use crate::syntax::parse::ip::is_ipv4;

/// A host: RFC 3986 section 3.2.2. An IP literal keeps its brackets.
///
/// Normalize before you test the kind of a host: `%31%30.0.0.1` is a registered name until its escapes are
/// decoded.
///
/// ```
/// use oneiri::component::Host;
/// use oneiri::Uri;
///
/// let uri = Uri::parse("http://[::1]:8080/")?;
/// assert!(uri.host().and_then(|host| host.ip()).is_some_and(|ip| ip.is_loopback()));
/// let name = Host::parse("www.example.org")?;
/// assert!(name.dns_labels().eq(["www", "example", "org"]));
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type Host<'a> = Encoded<'a, kind::Host>;

/// The kinds of hosts: RFC 3986 section 3.2.2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum HostKind<'a> {
    /// `IPv4address`: four decimal octets. Other spellings of an address, such as `0x7f.1`, are registered names;
    /// [`Host::legacy_ipv4`] reads them.
    Ipv4(Ipv4Addr),
    /// `IPv6address`, between brackets in the text.
    Ipv6(Ipv6Addr),
    /// `IPvFuture`, between brackets in the text.
    IpvFuture {
        /// The hexadecimal digits after the `v`.
        version: &'a str,
        /// The text after the dot.
        address: &'a str,
    },
    /// `reg-name`: any other host, including the empty host.
    RegName(Encoded<'a>),
}

impl<'a> Host<'a> {
    /// Checks a host on its own, by the grammar of IRIs: RFC 3986 section 3.2.2, RFC 3987 section 2.2.
    ///
    /// # Errors
    ///
    /// The first character that no host may hold, or an invalid IP literal. A port is not part of a host.
    ///
    /// ```
    /// use oneiri::component::Host;
    ///
    /// assert_eq!(Host::parse("example.org")?, "example.org");
    /// assert_eq!(Host::parse("example.org:80").unwrap_err().found(), Some(':'));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        check(text, Component::Host, Grammar { unicode: true, scheme: false })?;
        Ok(Self::new(text))
    }

    /// The kind of the host: an address of a certain version, or a registered name.
    ///
    /// ```
    /// use oneiri::component::{Host, HostKind};
    ///
    /// assert_eq!(Host::parse("10.0.0.1")?.kind(), HostKind::Ipv4([10, 0, 0, 1].into()));
    /// assert_eq!(Host::parse("1.2.3.256")?.kind(), HostKind::RegName("1.2.3.256".into()));
    /// assert_eq!(
    ///     Host::parse("[v1.x]")?.kind(),
    ///     HostKind::IpvFuture { version: "1", address: "x" },
    /// );
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn kind(self) -> HostKind<'a> {
        let text = self.as_str();
        if let Some(inside) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            if let Ok(address) = inside.parse() {
                return HostKind::Ipv6(address);
            }
            if let Some((version, address)) = inside.split_once('.') {
                let version = version.trim_start_matches(['v', 'V']);
                return HostKind::IpvFuture { version, address };
            }
        } else if is_ipv4(text.as_bytes(), 0, text.len()) {
            if let Ok(address) = text.parse() {
                return HostKind::Ipv4(address);
            }
        }
        HostKind::RegName(Encoded::new(text))
    }

    /// The address, if the host is an IPv4 or IPv6 address. Legacy spellings are not read: see
    /// [`legacy_ipv4`](Self::legacy_ipv4).
    ///
    /// `[::ffff:127.0.0.1]` is an IPv6 address, for which `is_loopback` is false, although it leads to 127.0.0.1: a
    /// filter asks [`IpAddr::to_canonical`] first.
    ///
    /// ```
    /// use oneiri::component::Host;
    ///
    /// assert_eq!(Host::parse("127.0.0.1")?.ip().map(|ip| ip.is_loopback()), Some(true));
    /// assert_eq!(Host::parse("127.1")?.ip(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn ip(self) -> Option<IpAddr> {
        match self.kind() {
            HostKind::Ipv4(address) => Some(IpAddr::V4(address)),
            HostKind::Ipv6(address) => Some(IpAddr::V6(address)),
            HostKind::IpvFuture { .. } | HostKind::RegName(_) => None,
        }
    }

    /// The IPv4 address that programs find if they follow `inet_aton` or the WHATWG URL Standard. Such programs
    /// read one to four numbers in decimal, octal (`0177.1`) or hexadecimal digits (`0x7f.1`), and the last number
    /// fills the remaining octets.
    ///
    /// By RFC 3986 such a host is a registered name, so a filter that looks at [`ip`](Self::ip) alone lets
    /// `http://0x7f.1/` pass, and a browser then connects to 127.0.0.1. This method decodes escapes before it
    /// reads the numbers, because those programs do so too. It does not map characters as IDNA does: browsers also read
    /// `http://１27.0.0.1/`, with a fullwidth digit, as 127.0.0.1. The lint `ipv4-look-alike` of `oneiri-lint` maps first
    /// and finds these too.
    ///
    /// ```
    /// use oneiri::component::Host;
    ///
    /// let address = Some([127, 0, 0, 1].into());
    /// assert_eq!(Host::parse("0x7f.1")?.legacy_ipv4(), address);
    /// assert_eq!(Host::parse("2130706433")?.legacy_ipv4(), address);
    /// assert_eq!(Host::parse("example.org")?.legacy_ipv4(), None);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn legacy_ipv4(self) -> Option<Ipv4Addr> {
        ipv4::legacy(&Encoded::<kind::Data>::new(self.as_str()).decode().ok()?)
    }

    /// The labels of a domain name, from left to right. A dot at the end (the root of the DNS) adds no label. An
    /// address and an empty host have no labels.
    ///
    /// The labels are not checked against the rules of the DNS, and escapes are not decoded.
    ///
    /// ```
    /// use oneiri::component::Host;
    ///
    /// let host = Host::parse("www.example.org.")?;
    /// assert!(host.dns_labels().eq(["www", "example", "org"]));
    /// assert_eq!(host.dns_labels().next_back().as_deref(), Some("org"));
    /// assert_eq!(Host::parse("10.0.0.1")?.dns_labels().count(), 0);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn dns_labels(self) -> impl DoubleEndedIterator<Item = Encoded<'a>> + Clone {
        let name = match self.kind() {
            HostKind::RegName(name) if !name.is_empty() => Some(name.as_str()),
            _ => None,
        };
        let labels = name.map(|name| name.strip_suffix('.').unwrap_or(name).split('.'));
        labels.into_iter().flatten().map(Encoded::new)
    }
}

/// Like [`Host::parse`].
impl<'a> TryFrom<&'a str> for Host<'a> {
    type Error = Error;

    fn try_from(text: &'a str) -> Result<Self, Error> {
        Self::parse(text)
    }
}
