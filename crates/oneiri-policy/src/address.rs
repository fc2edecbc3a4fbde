//! Addresses that are not on the public internet: by the registries of IANA, and one that a cloud took for itself. No
//! test fetches the registries, so whoever updates a table writes the new date there. The first block that holds an
//! address decides, so a block comes before the larger one that holds it. A form of IPv6 that carries an IPv4 address
//! belongs in `embedded_v4`, because rules that deny and the violation `ipv4-in-ipv6` look there.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A block of addresses in a registry of IANA: the block, its name, the document that reserves it, and
/// whether the registry calls it globally reachable.
struct Block<A> {
    first: A,
    length: u32,
    name: &'static str,
    source: &'static str,
    global: bool,
}

const fn v4(octets: [u8; 4], length: u32, name: &'static str, source: &'static str) -> Block<u32> {
    Block { first: u32::from_be_bytes(octets), length, name, source, global: false }
}

const fn v6(head: [u16; 3], length: u32, name: &'static str, source: &'static str) -> Block<u128> {
    let [a, b, c] = head;
    let first = ((a as u128) << 112) | ((b as u128) << 96) | ((c as u128) << 80);
    Block { first, length, name, source, global: false }
}

impl<A> Block<A> {
    const fn global(self) -> Self
    where
        A: Copy,
    {
        Self { global: true, ..self }
    }
}

/// The IPv4 Special-Purpose Address Registry, as of 2020-09-04, and multicast. The first block that holds an
/// address decides.
/// <https://www.iana.org/assignments/iana-ipv4-special-registry/>
#[rustfmt::skip]
const IPV4: &[Block<u32>] = &[
    v4([0, 0, 0, 0], 8, "this network", "RFC 791"),
    v4([10, 0, 0, 0], 8, "private use", "RFC 1918"),
    v4([100, 64, 0, 0], 10, "shared address space", "RFC 6598"),
    v4([127, 0, 0, 0], 8, "loopback", "RFC 1122"),
    // In a public block, but in every virtual network of Azure it leads to the platform: Microsoft Learn, "What is IP
    // address 168.63.129.16".
    v4([168, 63, 129, 16], 32, "the WireServer of Azure", "Microsoft Learn"),
    v4([169, 254, 0, 0], 16, "link-local", "RFC 3927"),
    v4([172, 16, 0, 0], 12, "private use", "RFC 1918"),
    v4([192, 0, 0, 9], 32, "Port Control Protocol anycast", "RFC 7723").global(),
    v4([192, 0, 0, 10], 32, "TURN anycast", "RFC 8155").global(),
    v4([192, 0, 0, 0], 24, "IETF protocol assignments", "RFC 6890"),
    v4([192, 0, 2, 0], 24, "documentation", "RFC 5737"),
    v4([192, 88, 99, 0], 24, "6to4 relay anycast, deprecated", "RFC 7526"),
    v4([192, 168, 0, 0], 16, "private use", "RFC 1918"),
    v4([198, 18, 0, 0], 15, "benchmarking", "RFC 2544"),
    v4([198, 51, 100, 0], 24, "documentation", "RFC 5737"),
    v4([203, 0, 113, 0], 24, "documentation", "RFC 5737"),
    v4([224, 0, 0, 0], 4, "multicast", "RFC 5771"),
    v4([240, 0, 0, 0], 4, "reserved, or the limited broadcast", "RFC 1112"),
];

/// The IPv6 Special-Purpose Address Registry, as of 2024-07 (its newest block is 3fff::/20), for addresses in 2000::/3, which is the only block
/// that IANA has made global unicast. Addresses outside of it are special, except for translated ones.
/// <https://www.iana.org/assignments/iana-ipv6-special-registry/>
#[rustfmt::skip]
const IPV6: &[Block<u128>] = &[
    // Port Control Protocol and TURN anycast, DNS-SD anycast.
    Block { first: 0x2001_0001_u128 << 96 | 1, length: 128, name: "Port Control Protocol anycast", source: "RFC 7723", global: true },
    Block { first: 0x2001_0001_u128 << 96 | 2, length: 128, name: "TURN anycast", source: "RFC 8155", global: true },
    Block { first: 0x2001_0001_u128 << 96 | 3, length: 128, name: "DNS-SD anycast", source: "RFC 9665", global: true },
    v6([0x2001, 0, 0], 32, "Teredo", "RFC 4380"),
    v6([0x2001, 2, 0], 48, "benchmarking", "RFC 5180"),
    v6([0x2001, 3, 0], 32, "AMT", "RFC 7450").global(),
    v6([0x2001, 4, 0x112], 48, "AS112", "RFC 7535").global(),
    v6([0x2001, 0x20, 0], 28, "ORCHIDv2", "RFC 7343").global(),
    v6([0x2001, 0x30, 0], 28, "drone remote identification", "RFC 9374").global(),
    v6([0x2001, 0, 0], 23, "IETF protocol assignments", "RFC 2928"),
    v6([0x2001, 0xDB8, 0], 32, "documentation", "RFC 3849"),
    v6([0x2002, 0, 0], 16, "6to4", "RFC 3056"),
    v6([0x3FFF, 0, 0], 20, "documentation", "RFC 9637"),
];

/// Why an address is not public: the name of its block, and the document that reserves it. `None` if the
/// address is public.
pub(crate) fn special(address: IpAddr) -> Option<(&'static str, &'static str)> {
    match address {
        IpAddr::V4(address) => special_v4(address),
        IpAddr::V6(address) => special_v6(address),
    }
}

fn special_v4(address: Ipv4Addr) -> Option<(&'static str, &'static str)> {
    let bits = u32::from(address);
    let block = IPV4.iter().find(|it| (bits ^ it.first) >> (32 - it.length) == 0)?;
    (!block.global).then_some((block.name, block.source))
}

fn special_v6(address: Ipv6Addr) -> Option<(&'static str, &'static str)> {
    let bits = u128::from(address);
    if let Some(block) = IPV6.iter().find(|it| (bits ^ it.first) >> (128 - it.length) == 0) {
        return (!block.global).then_some((block.name, block.source));
    }
    match (embedded_v4(address), address.segments()) {
        (Some(inside), _) => special_v4(inside),
        (None, [0x2000..=0x3FFF, ..]) => None,
        (None, [0, 0, 0, 0, 0, 0, 0, 1]) => Some(("loopback", "RFC 4291")),
        (None, [0, 0, 0, 0, 0, 0, 0, 0]) => Some(("unspecified", "RFC 4291")),
        (None, [0xFE80..=0xFEBF, ..]) => Some(("link-local", "RFC 4291")),
        (None, [0xFC00..=0xFDFF, ..]) => Some(("unique local", "RFC 4193")),
        (None, [0xFF00..=0xFFFF, ..]) => Some(("multicast", "RFC 4291")),
        _ => Some(("not global unicast", "RFC 4291")),
    }
}

/// The IPv4 address that an IPv6 address carries: mapped (RFC 4291 section 2.5.5.2), NAT64 (RFC 6052), 6to4
/// (RFC 3056), Teredo (RFC 4380, where the client's address is inverted), ISATAP (RFC 5214).
pub(crate) fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let bits = u128::from(address);
    let from = |shift: u32| Some(Ipv4Addr::from((bits >> shift) as u32));
    match address.segments() {
        [0, 0, 0, 0, 0, 0xFFFF, ..] | [0x64, 0xFF9B, 0, 0, 0, 0, ..] => from(0),
        // IPv4-compatible and IPv4-translated addresses, which are deprecated: ::1 and :: are not meant.
        [0, 0, 0, 0, 0xFFFF, 0, ..] => from(0),
        [0, 0, 0, 0, 0, 0, high, _] if high != 0 => from(0),
        [0x2002, ..] => from(80),
        [0x2001, 0, ..] => Some(Ipv4Addr::from(!(bits as u32))),
        [_, _, _, _, 0 | 0x0200, 0x5EFE, ..] => from(0),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;

    #[test]
    fn special_addresses() {
        let special_ones = "0.0.0.0 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 168.63.129.16 169.254.169.254 172.31.255.255 \
             192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.19.0.1 198.51.100.7 203.0.113.9 \
             224.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:0:127.0.0.1 ::ffff:168.63.129.16 64:ff9b::7f00:1 \
             64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:db8::1 2001:10::1 2002:7f00:1:: 2002:808:808:: fc00::1 \
             fd00:ec2::254 fe80::1 fec0::1 ff02::1 3fff::1 5f00::1 4000::1 2606:4700::5efe:7f00:1";
        for address in special_ones.split_whitespace() {
            assert!(special(address.parse().unwrap()).is_some(), "{address}");
        }
        let public = "168.63.129.15 168.63.129.17 1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.32.0.1 192.0.0.9 192.0.1.1 198.20.0.1 \
             223.255.255.255 2606:4700:4700::1111 ::ffff:8.8.8.8 64:ff9b::808:808 2001:1::1 2001:3::1 2a00::1";
        for address in public.split_whitespace() {
            assert_eq!(special(address.parse().unwrap()), None, "{address}");
        }
    }
}
