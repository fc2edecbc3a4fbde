//! Names that do not lead to the public internet, and public names that lead to addresses which are not public.
//!
//! No list can hold all of the second kind, because anybody can let a name lead to 127.0.0.1. Names that are well known
//! are denied at once, and `Checked::admits` finds the others when they are resolved. An entry has its source, in lower
//! case and without a dot at its end, and no entry is below another one (`every_entry_counts`).

/// A name in a list, and what reserves it or explains it. The names below it are meant as well.
type Named = (&'static str, &'static str);

/// Names that are reserved, or that each machine or network has for itself.
const LOCAL: &[Named] = &[
    // Special-use names: https://www.iana.org/assignments/special-use-domain-names/
    ("localhost", "RFC 6761"),
    ("invalid", "RFC 6761"),
    ("test", "RFC 6761"),
    ("local", "RFC 6762"),
    ("onion", "RFC 7686"),
    ("home.arpa", "RFC 8375"),
    ("resolver.arpa", "RFC 9462"),
    ("service.arpa", "RFC 9665"),
    ("ipv4only.arpa", "RFC 8880"),
    ("alt", "RFC 9476"),
    ("internal", "ICANN resolution 2024.07.29.06"),
    // Delegated to nobody, because of the collisions that ICANN found.
    ("corp", "ICANN resolution 2018.02.04.12"),
    ("home", "ICANN resolution 2018.02.04.12"),
    ("mail", "ICANN resolution 2018.02.04.12"),
    // Top-level names that networks use although nothing reserves them.
    ("lan", "RFC 6762 appendix G"),
    ("intranet", "RFC 6762 appendix G"),
    ("private", "RFC 6762 appendix G"),
    // The file /etc/hosts of Red Hat, Fedora and CentOS, from their package "setup": localhost4.localdomain4.
    ("localdomain", "/etc/hosts"),
    ("localdomain4", "/etc/hosts"),
    ("localdomain6", "/etc/hosts"),
    // Kubernetes, "DNS for Services and Pods": a resolver in a cluster appends ".svc.cluster.local".
    ("kubernetes.default", "Kubernetes, DNS for services"),
    ("svc", "Kubernetes, DNS for services"),
    // Consul, "DNS interface": its names end in ".consul" unless somebody changes that.
    ("consul", "Consul, DNS interface"),
];

/// Metadata services of clouds, which give credentials to whoever asks from within. Their addresses are special, but
/// a name looks public.
const METADATA: &[Named] = &[
    // Google Cloud, "About VM metadata". Its other name ends in ".internal", as those of AWS and Azure do.
    ("metadata.goog", "metadata of Google Cloud"),
    // IBM Cloud, "VPC Instance Metadata Service". The other is the private endpoint of its classic infrastructure (SLDN,
    // SoftLayer_Resource_Metadata), which answers for the machine that asks.
    ("api.metadata.cloud.ibm.com", "metadata of IBM Cloud"),
    ("api.service.softlayer.com", "metadata of IBM Cloud"),
    // Tencent Cloud, "Viewing instance metadata".
    ("metadata.tencentyun.com", "metadata of Tencent Cloud"),
    // Equinix Metal, formerly Packet, "Metadata".
    ("metadata.packet.net", "metadata of Equinix Metal"),
    ("metadata.platformequinix.com", "metadata of Equinix Metal"),
    // Exoscale, "Cloud-init user data"; its cloud controller for Kubernetes asks this name.
    ("metadata.exoscale.com", "metadata of Exoscale"),
];

/// Services that let a name lead to any address that is in the name.
const ANY_ADDRESS: &str = "leads to the address that is written in the name";
/// Services that answer with one address first, and with another one then.
const REBINDING: &str = "made for DNS rebinding";
/// Domains whose names lead to 127.0.0.1 or ::1, for people who develop web pages.
const LOOPBACK: &str = "leads to a loopback address";

/// Public names that are known to lead to addresses that are not public. Most are described by their own pages, and in
/// lists for testers such as "Server Side Request Forgery" of PayloadsAllTheThings.
const LEADING: &[Named] = &[
    ("nip.io", ANY_ADDRESS),
    ("sslip.io", ANY_ADDRESS),
    ("xip.io", ANY_ADDRESS),
    ("traefik.me", ANY_ADDRESS),
    // 10-0-0-1.my.local-ip.co, as the documentation of the Community Health Toolkit uses it.
    ("local-ip.co", ANY_ADDRESS),
    // https://github.com/m5r/local-ip.sh
    ("local-ip.sh", ANY_ADDRESS),
    // 192-168-1-50.(hash).plex.direct: https://github.com/WICG/private-network-access/issues/23
    ("plex.direct", ANY_ADDRESS),
    // 192-0-2-101.ip.addr.tools, in the tests of https://addr.tools
    ("ip.addr.tools", ANY_ADDRESS),
    // https://github.com/Twixes/backname
    ("backname.io", ANY_ADDRESS),
    ("1u.ms", REBINDING),
    ("rbndr.us", REBINDING),
    // The demonstration of https://github.com/nccgroup/singularity
    ("rebind.it", REBINDING),
    ("rebind.network", REBINDING),
    ("localtest.me", LOOPBACK),
    // Has no page of its own that we found; test setups of Kubernetes and of web servers use it for 127.0.0.1.
    ("local.gd", LOOPBACK),
    ("localho.st", LOOPBACK),
    // "All subdomains on *.localhost.tv (except www) points to 127.0.0.1": http://localhost.tv/ in 2013
    ("localhost.tv", LOOPBACK),
    ("localhst.co.uk", LOOPBACK),
    ("lvh.me", LOOPBACK),
    ("fuf.me", LOOPBACK),
    ("vcap.me", LOOPBACK),
    ("lacolhost.com", LOOPBACK),
    ("yoogle.com", LOOPBACK),
    ("42foo.com", LOOPBACK),
    ("ulh.us", LOOPBACK),
    ("127-0-0-1.org.uk", LOOPBACK),
    ("ddev.site", LOOPBACK),
    // Lando gives each project a name here, and needs the network to look it up: https://github.com/lando/lando/issues/1581
    ("lndo.site", LOOPBACK),
    ("spoofed.burpcollaborator.net", LOOPBACK),
    ("mail.ebc.apple.com", LOOPBACK),
    ("bugbounty.dod.network", LOOPBACK),
];

const ALL: [&[Named]; 3] = [LOCAL, METADATA, LEADING];

fn all() -> impl Iterator<Item = &'static Named> {
    ALL.into_iter().flatten()
}

/// The ends of all names in the lists, at most two labels of each, as bits. Nearly all names have other ends, so that the
/// lists are not looked through for them.
const ENDS: [u64; ENDS_WORDS] = {
    let mut ends = [0; ENDS_WORDS];
    let mut list = 0;
    while list < ALL.len() {
        let mut nth = 0;
        while nth < ALL[list].len() {
            let name = ALL[list][nth].0.as_bytes();
            let bit = bit(name, start_of_end(name, 2));
            ends[bit / 64] |= 1 << (bit % 64);
            nth += 1;
        }
        list += 1;
    }
    ends
};
const ENDS_WORDS: usize = 32;

/// Where the last labels of a name begin.
const fn start_of_end(name: &[u8], labels: usize) -> usize {
    let (mut at, mut dots) = (name.len(), 0);
    while at > 0 {
        if name[at - 1] == b'.' {
            dots += 1;
            if dots == labels {
                return at;
            }
        }
        at -= 1;
    }
    at
}

/// The number of a name, from a byte on, among the bits.
const fn bit(name: &[u8], start: usize) -> usize {
    let length = name.len() - start;
    if length == 0 {
        return 0;
    }
    let (first, middle) = (name[start] as usize, name[start + length / 2] as usize);
    (length * 31 + first * 37 + middle * 101) % (64 * ENDS_WORDS)
}

/// Whether a name may be in the lists, or below one that is.
fn may_be_listed(name: &str) -> bool {
    let name = name.as_bytes();
    let is_end = |labels| {
        let bit = bit(name, start_of_end(name, labels));
        ENDS[bit / 64] >> (bit % 64) & 1 != 0
    };
    is_end(1) || is_end(2)
}

/// Why a name is not public, as a clause or as the document that reserves it. `None` if it is public, as far as the
/// lists know. The name is in ASCII and in lower case, and has no dot at its end.
///
/// A name of one label is never public: the resolver completes it from its search list, so it leads to another host on
/// every network (RFC 1535).
pub(crate) fn special_name(name: &str) -> Option<&'static str> {
    match listed(name) {
        Some((_, source)) => Some(source),
        None => (!name.contains('.')).then_some("a name of one label, RFC 1535"),
    }
}

/// Whether a name is in the lists, or is below one that is. A name of one label that is not in them is only incomplete.
pub(crate) fn is_reserved(name: &str) -> bool {
    listed(name).is_some()
}

/// The entry for a name, or for one that it is below.
fn listed(name: &str) -> Option<&'static Named> {
    if !may_be_listed(name) {
        return None;
    }
    all().find(|(known, _)| is_below(name, known))
}

fn is_below(name: &str, other: &str) -> bool {
    name.strip_suffix(other).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;
    use alloc::format;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn special_names() {
        let special = "localhost a.localhost intranet printer.local x.internal a.home.arpa localhost6 ip6-localhost \
             localhost4.localdomain4 localhost6.localdomain6 localhost.localdomain a.localdomain kubernetes \
             kubernetes.default kubernetes.default.svc kubernetes.default.svc.cluster.local api.prod.svc \
             vault.service.consul metadata.google.internal metadata.goog www.metadata.goog \
             api.metadata.cloud.ibm.com metadata.tencentyun.com instance-data.ec2.internal nip.io \
             127.0.0.1.nip.io 7f000001.nip.io 127-0-0-1.sslip.io make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms \
             7f000001.c0a80001.rbndr.us local.gd a.local.gd fuf.me localho.st lvh.me localtest.me vcap.me \
             lacolhost.com 10.0.0.1.xip.io spoofed.burpcollaborator.net app.ddev.site";
        for name in special.split_whitespace() {
            assert!(special_name(name).is_some(), "{name}");
        }
        let public = "example.com notlocalhost.com local.example xlocal.com mylocalhost.io kubernetes.io \
             default.kubernetes.example xkubernetes.default.example cloud.ibm.com burpcollaborator.net apple.com \
             snip.io bnip.io.example lvh.me.example svc.example mail.example.com test.example.org";
        for name in public.split_whitespace() {
            assert_eq!(special_name(name), None, "{name}");
        }
    }

    /// An entry below another one, or one that is written in another way than hosts are, would do nothing.
    #[test]
    fn every_entry_counts() {
        let all: Vec<_> = all().map(|it| it.0).collect();
        for (nth, name) in all.iter().enumerate() {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
            assert!(name.chars().all(plain), "{name}");
            for name in [(*name).to_owned(), format!("a.{name}"), format!("a.b-1.{name}")] {
                assert!(special_name(&name).is_some() && is_reserved(&name), "{name}");
            }
            let others = all.iter().enumerate().filter(|(other, _)| *other != nth);
            assert!(others.clone().all(|(_, other)| !is_below(name, other)), "{name}");
        }
    }
}
