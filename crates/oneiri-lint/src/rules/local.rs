//! Hosts that are not on the public internet, by the registries of special addresses and names.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether a name is reserved for this machine or its network: `localhost` (RFC 6761), `local` (RFC 6762), `home.arpa`
/// (RFC 8375) and `internal`, each with all names below it.
pub(crate) fn is_local_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    ["localhost", "local", "internal", "home.arpa"].iter().any(|local| {
        let (before, end) = name.split_at_checked(name.len().wrapping_sub(local.len())).unwrap_or_default();
        end.eq_ignore_ascii_case(local) && (before.is_empty() || before.ends_with('.'))
    })
}

/// Whether an address is not globally reachable by IANA's registries of special-purpose addresses (RFC 6890). An
/// address of version 6 that represents one of version 4 is as global as that.
pub(crate) fn is_local_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_local_v4(address),
        IpAddr::V6(address) => match (version_4(address), address.segments()) {
            (Some(address), _) => is_local_v4(address),
            (None, [first, second, ..]) => {
                address.is_unspecified()
                    || address.is_loopback()
                    || address.is_unicast_link_local()
                    || address.is_unique_local()
                    || address.is_multicast()
                    || (first, second) == (0x2001, 0xDB8)
                    // Addresses of a site, which RFC 3879 deprecates.
                    || first & 0xFFC0 == 0xFEC0
            }
        },
    }
}

/// The address of version 4 that an IPv4-mapped address, an address of NAT64 (RFC 6052) or of 6to4 (RFC 3056) stands
/// for.
fn version_4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let bits = u128::from(address);
    let low = |shift: u32| Ipv4Addr::from((bits >> shift) as u32);
    match address.segments() {
        [0, 0, 0, 0, 0, 0xFFFF, ..] | [0x64, 0xFF9B, 0, 0, 0, 0, ..] => Some(low(0)),
        [0x2002, ..] => Some(low(80)),
        _ => None,
    }
}

fn is_local_v4(address: Ipv4Addr) -> bool {
    address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || match address.octets() {
            // "This network", shared addresses (RFC 6598), assignments of protocols, benchmarks, reserved addresses.
            [0 | 240..=255, ..] | [100, 64..=127, ..] | [192, 0, 0, _] | [198, 18 | 19, ..] => true,
            _ => false,
        }
}
