//! Names that do not lead to the public internet, and public names that lead to addresses which are not public.
//!
//! No list can hold all of the second kind, because anybody can let a name lead to 127.0.0.1. Names that are well known
//! are denied at once, and `Checked::admits` finds the others when they are resolved.

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
    // IBM Cloud, "VPC Instance Metadata Service", and the private interface of its classic infrastructure.
    ("api.metadata.cloud.ibm.com", "metadata of IBM Cloud"),
    ("api.service.softlayer.com", "metadata of IBM Cloud"),
    // Tencent Cloud, "Viewing instance metadata".
    ("metadata.tencentyun.com", "metadata of Tencent Cloud"),
    // Equinix Metal, formerly Packet, "Metadata".
    ("metadata.packet.net", "metadata of Equinix Metal"),
    ("metadata.platformequinix.com", "metadata of Equinix Metal"),
    // Exoscale, "Instance metadata".
    ("metadata.exoscale.com", "metadata of Exoscale"),
];

/// Services that let a name lead to any address that stands in the name.
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
    ("local-ip.co", ANY_ADDRESS),
    ("local-ip.sh", ANY_ADDRESS),
    ("localip.cc", ANY_ADDRESS),
    ("plex.direct", ANY_ADDRESS),
    ("ip.addr.tools", ANY_ADDRESS),
    ("backname.io", ANY_ADDRESS),
    ("1u.ms", REBINDING),
    ("rbndr.us", REBINDING),
    ("rebind.it", REBINDING),
    ("rebind.network", REBINDING),
    ("sub.mnmnn.de", REBINDING),
    ("localtest.me", LOOPBACK),
    ("local.gd", LOOPBACK),
    ("localho.st", LOOPBACK),
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
    ("lndo.site", LOOPBACK),
    ("docksal.site", LOOPBACK),
    ("spoofed.burpcollaborator.net", LOOPBACK),
    ("mail.ebc.apple.com", LOOPBACK),
    ("bugbounty.dod.network", LOOPBACK),
];

/// Why a name is not public, as a clause or as the document that reserves it. `None` if it is public, as far as the
/// lists know. The name is in ASCII and in lower case, and has no dot at its end.
///
/// A name of one label is never public: the resolver completes it from its search list, so it leads to another host on
/// every network (RFC 1535).
pub(crate) fn special_name(name: &str) -> Option<&'static str> {
    let known = || LOCAL.iter().chain(METADATA).chain(LEADING);
    if !name.contains('.') {
        let reserved = known().find(|(known, _)| *known == name);
        return Some(reserved.map_or("a name of one label, RFC 1535", |(_, source)| source));
    }
    let last = name.rsplit('.').next().unwrap_or_default();
    known().find(|(known, _)| known.ends_with(last) && is_below(name, known)).map(|it| it.1)
}

/// Whether a name is in the lists, or is below one that is. A name of one label that is not in them is only incomplete.
pub(crate) fn is_reserved(name: &str) -> bool {
    let mut known = LOCAL.iter().chain(METADATA).chain(LEADING);
    known.any(|(known, _)| is_below(name, known))
}

/// Whether a name is another one, or below it.
fn is_below(name: &str, other: &str) -> bool {
    name.strip_suffix(other).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
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
        let all: Vec<_> = LOCAL.iter().chain(METADATA).chain(LEADING).map(|it| it.0).collect();
        for (nth, name) in all.iter().enumerate() {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
            assert!(name.chars().all(plain), "{name}");
            let others = all.iter().enumerate().filter(|(other, _)| *other != nth);
            assert!(others.clone().all(|(_, other)| !is_below(name, other)), "{name}");
        }
    }
}
