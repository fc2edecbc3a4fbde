//! Sets of addresses, and what the admitted texts of a policy share: which addresses each rule admits, and which are denied.
//!
//! A block holds an address if it shows it: an IPv6 block such as `::/8` holds no IPv4 address, although IPv4 addresses are
//! stored as if they were mapped into IPv6. What is listed wins over what is special, because the policy's author wrote
//! it. Denials also look at the IPv4 address that an IPv6 address carries, because a packet may end there; lists of admitted
//! addresses do not, because they would then admit more than they show.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv6Addr};

use hashbrown::HashMap;

use crate::address::{embedded_v4, special};
use crate::error::PolicyError;
use crate::source::RuleRef;

/// A block of addresses: a prefix of the bits of an IPv6 address, in which IPv4 addresses are mapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Network {
    bits: u128,
    length: u8,
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(address.to_ipv6_mapped()),
        IpAddr::V6(address) => u128::from(address),
    }
}

fn prefix(bits: u128, length: u8) -> u128 {
    bits & u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0)
}

impl Network {
    /// A block in the notation of CIDR, or one address: `10.0.0.0/8`, `[2001:db8::]/32`, `::1`. `None` if the
    /// text has no such form. `Some(Err)`, with a message, if the prefix is too long or bits are set after it.
    pub(crate) fn parse(text: &str) -> Option<Result<Self, String>> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length)),
            None => (text, None),
        };
        let bare = address.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let address: IpAddr = bare.unwrap_or(address).parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let length = match length {
            None => most,
            Some(length) if length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit()) => return None,
            Some(length) => match length.parse() {
                Ok(length) if length <= most => length,
                _ => {
                    let version = if address.is_ipv4() { "IPv4" } else { "IPv6" };
                    return Some(Err(format!("the prefix of {version} is at most {most}, found '{text}'")));
                }
            },
        };
        let (bits, length) = (bits(address), 128 - most + length);
        let network = Self { bits: prefix(bits, length), length };
        if network.bits == bits {
            return Some(Ok(network));
        }
        // A block of mapped addresses is told in the notation of IPv4.
        let shown = if network.first().is_ipv4() { length - 96 } else { length };
        let first = network.first();
        Some(Err(format!("bits are set after the prefix of the block: write {first}/{shown}")))
    }

    /// The block of one address.
    pub(crate) fn of(address: IpAddr) -> Self {
        Self { bits: bits(address), length: 128 }
    }

    pub(crate) fn covers(self, other: Self) -> bool {
        let is_shown = self.length >= 96 || !other.first().is_ipv4();
        is_shown && self.length <= other.length && prefix(other.bits, self.length) == self.bits
    }

    /// Whether the block is no larger than the largest block of private addresses: 10.0.0.0/8, fc00::/7.
    pub(crate) fn is_narrow(self) -> bool {
        let is_v4 = self.length >= 96 && self.bits >> 32 == 0xFFFF;
        self.length >= if is_v4 { 96 + 8 } else { 7 }
    }

    pub(crate) fn first(self) -> IpAddr {
        IpAddr::V6(Ipv6Addr::from(self.bits)).to_canonical()
    }
}

/// A value for each of some blocks. Finding all blocks that hold an address takes a look for each length
/// of a prefix, however many blocks there are.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct NetworkMap<T> {
    by_length: Vec<(u8, HashMap<u128, T>)>,
}

impl<T> NetworkMap<T> {
    pub(crate) fn entry(&mut self, network: Network, new: impl FnOnce() -> T) -> &mut T {
        let Network { bits, length } = network;
        let at = match self.by_length.iter().position(|(other, _)| *other == length) {
            Some(at) => at,
            None => {
                self.by_length.push((length, HashMap::new()));
                self.by_length.len() - 1
            }
        };
        self.by_length[at].1.entry(bits).or_insert_with(new)
    }

    /// The values of the blocks that hold an address.
    pub(crate) fn all(&self, address: IpAddr) -> impl Iterator<Item = &T> {
        let bits = bits(address);
        // The shortest prefix of a block of IPv4 addresses.
        let least = if address.is_ipv4() { 96 } else { 0 };
        let blocks = self.by_length.iter().filter(move |(length, _)| *length >= least);
        blocks.filter_map(move |(length, map)| map.get(&prefix(bits, *length)))
    }

    pub(crate) fn has(&self, address: IpAddr) -> bool {
        self.all(address).next().is_some()
    }
}

/// An address, and the IPv4 address that it carries, if any.
pub(crate) fn with_embedded(address: IpAddr) -> impl Iterator<Item = IpAddr> {
    let inside = match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => embedded_v4(address).map(IpAddr::V4),
    };
    [Some(address), inside].into_iter().flatten()
}

/// Which addresses a rule admits.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Addresses {
    Any,
    Some {
        /// Whether public addresses are among them.
        public: bool,
        /// The blocks that are admitted, public or not.
        listed: NetworkMap<()>,
    },
}

/// Why an address is not admitted.
pub(crate) enum Refused {
    /// The address is in a block that is not public: its name, and the document that reserves it.
    Special(&'static str, &'static str),
    /// The address is public, and only listed ones are admitted.
    Unlisted,
}

impl Default for Addresses {
    fn default() -> Self {
        Self::Some { public: true, listed: NetworkMap::default() }
    }
}

impl Addresses {
    pub(crate) fn parse(texts: &[String]) -> Result<Self, PolicyError> {
        let (mut any, mut public, mut listed) = (false, false, NetworkMap::default());
        for text in texts {
            match (&**text, Network::parse(text)) {
                ("public", _) => public = true,
                ("any", _) => any = true,
                (_, Some(Ok(network))) => *listed.entry(network, || ()) = (),
                (_, Some(Err(message))) => return Err(PolicyError::of("addresses", message)),
                _ => {
                    let message =
                        format!("expected \"public\", \"any\" or a block such as \"10.0.0.0/8\", found '{text}'");
                    return Err(PolicyError::of("addresses", message));
                }
            }
        }
        if texts.is_empty() {
            return Err(PolicyError::of("addresses", "expected at least one string"));
        }
        Ok(if any { Self::Any } else { Self::Some { public, listed } })
    }

    /// Whether every address and every name is admitted, public or not.
    pub(crate) fn is_any(&self) -> bool {
        matches!(self, Self::Any)
    }

    /// Why an address is not admitted. `None` if it is.
    pub(crate) fn refusal(&self, address: IpAddr) -> Option<Refused> {
        let Self::Some { public, listed } = self else { return None };
        if listed.has(address) {
            return None;
        }
        match special(address) {
            Some((block, source)) => Some(Refused::Special(block, source)),
            None => (!public).then_some(Refused::Unlisted),
        }
    }
}

/// What every admitted text of a policy refers to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    pub(crate) rules: Vec<SharedRule>,
    /// The blocks that rules deny.
    pub(crate) denied: NetworkMap<()>,
}

/// What an admitted text needs to know about the rule that allows it.
#[derive(Clone, Debug)]
pub(crate) struct SharedRule {
    pub(crate) reference: RuleRef,
    pub(crate) addresses: Arc<Addresses>,
}

impl Shared {
    /// Whether a name that a rule allows may lead to an address.
    pub(crate) fn admit(&self, rule: usize, address: IpAddr) -> bool {
        let denied = with_embedded(address).any(|address| self.denied.has(address));
        !denied && self.rules[rule].addresses.refusal(address).is_none()
    }
}
