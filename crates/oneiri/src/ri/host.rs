//! What kind of host, and the port as a number.

use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

use crate::syntax::parse::ip::is_ipv4;

/// What a host is: RFC 3986 section 3.2.2.
///
/// Normalize before you ask: `%31%30.0.0.1` is a registered name until its escapes are decoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Host<'a> {
    /// `IPv4address`: four decimal octets, and nothing that merely looks like them.
    Ipv4(Ipv4Addr),
    /// `IPv6address`, between brackets in the text.
    Ipv6(Ipv6Addr),
    /// `IPvFuture`, between brackets in the text.
    IpvFuture {
        /// The hexadecimal digits behind the `v`.
        version: &'a str,
        /// What stands behind the dot.
        address: &'a str,
    },
    /// `reg-name`: any other host, the empty one too.
    RegName(&'a str),
}

impl<'a> Host<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let literal = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if let Some(inside) = literal {
            if let Ok(address) = inside.parse() {
                return Self::Ipv6(address);
            }
            if let Some((version, address)) = inside.split_once('.') {
                return Self::IpvFuture { version: &version[1..], address };
            }
        } else if is_ipv4(text.as_bytes(), 0, text.len()) {
            if let Ok(address) = text.parse() {
                return Self::Ipv4(address);
            }
        }
        Self::RegName(text)
    }
}

/// A port beyond 65535: grammatical (RFC 3986 section 3.2.3), and no TCP or UDP port.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PortOutOfRange;

impl fmt::Display for PortOutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the port is beyond 65535")
    }
}

impl core::error::Error for PortOutOfRange {}
