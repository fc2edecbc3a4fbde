//! What people ask about two identifiers that no rung makes equal: `http` or `https`, `www.`, a
//! slash at the end, and the like.

use std::net::Ipv6Addr;

use oneiri::{Alphabet, Component, MaybeScheme, Ri, percent};

/// A difference that people often ask about.
pub(super) struct Question {
    /// The name of the reason in JSON.
    pub(super) name: &'static str,
    pub(super) says: &'static str,
    pub(super) section: &'static str,
}

const HTTPS: Question = Question {
    name: "https",
    says: "http and https are two schemes, and each has resources of its own",
    section: "RFC 9110 section 4.2.2",
};

const WWW: Question = Question {
    name: "www",
    says: "\"www.\" is a label like any other, so these are two names",
    section: "RFC 3986 section 3.2.2",
};

const ROOT_DOT: Question = Question {
    name: "root-dot",
    says: "the dot of the root is part of the name, although it ends where it would without",
    section: "RFC 3986 section 3.2.2",
};

const IPV6: Question = Question {
    name: "ipv6-spelling",
    says: "the same IPv6 address, but only letter case is ignored in its spelling",
    section: "RFC 5952 section 4",
};

const PUNYCODE: Question = Question {
    name: "punycode",
    says: "a domain name and its Punycode: the same in the DNS, but not by syntax",
    section: "RFC 3987 section 5.3.3",
};

const SLASH: Question = Question {
    name: "trailing-slash",
    says: "a slash at the end makes another path, even if the server redirects one to the other",
    section: "RFC 3986 section 6.2.4",
};

const ORDER: Question = Question {
    name: "pair-order",
    says: "the same pairs in another order: only the server knows whether the order matters",
    section: "RFC 3986 section 3.4",
};

const PLUS: Question = Question {
    name: "plus",
    says: "\"+\" is a space only in the query of a form (application/x-www-form-urlencoded)",
    section: "RFC 3986 section 2.2",
};

const URN_COMPONENTS: Question = Question {
    name: "urn-components",
    says: "the r-, q- and f-components are no part of the name, but of the identifier",
    section: "RFC 8141 section 3",
};

/// The question that a difference in a component raises.
pub(super) fn about<A: Alphabet>(
    component: Component,
    a: Ri<&str, A, MaybeScheme>,
    b: Ri<&str, A, MaybeScheme>,
) -> Option<Question> {
    let (ours, theirs) = (a.parts(), b.parts());
    let [x, y] = [ours.scheme, theirs.scheme].map(|it| it.unwrap_or_default().to_ascii_lowercase());
    match component {
        Component::Scheme => {
            let two = [x.as_str(), y.as_str()];
            (two == ["http", "https"] || two == ["https", "http"]).then_some(HTTPS)
        }
        Component::Host => host(&ours.host?.to_ascii_lowercase(), &theirs.host?.to_ascii_lowercase()),
        Component::Path if x == "mailto" && y == "mailto" => mailto(ours.path, theirs.path),
        Component::Path => path(ours.path, theirs.path),
        Component::Query | Component::Fragment if x == "urn" && y == "urn" => Some(URN_COMPONENTS),
        Component::Query => query(ours.query?, theirs.query?),
        _ => None,
    }
}

fn host(a: &str, b: &str) -> Option<Question> {
    let address = |host: &str| host.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok();
    if let (Some(x), Some(y)) = (address(a), address(b)) {
        return (x == y).then_some(IPV6);
    }
    let either = |longer: fn(&str, &str) -> bool| longer(a, b) || longer(b, a);
    if either(|x, y| x.strip_prefix("www.") == Some(y)) {
        return Some(WWW);
    }
    if either(|x, y| x.strip_suffix('.') == Some(y)) {
        return Some(ROOT_DOT);
    }
    let ascii = |name: &str| idna::domain_to_ascii(&percent::decode_text(name).ok()?).ok();
    (ascii(a)? == ascii(b)?).then_some(PUNYCODE)
}

/// Addresses of mail that differ only in a domain name and its Punycode.
fn mailto(a: &str, b: &str) -> Option<Question> {
    let ((user, host_a), (other, host_b)) = (a.rsplit_once('@')?, b.rsplit_once('@')?);
    let two = host(&host_a.to_ascii_lowercase(), &host_b.to_ascii_lowercase());
    two.filter(|it| user == other && it.name == PUNYCODE.name)
}

fn path(a: &str, b: &str) -> Option<Question> {
    let slash = |x: &str, y: &str| x.strip_suffix('/') == Some(y) && !y.is_empty();
    if slash(a, b) || slash(b, a) {
        return Some(SLASH);
    }
    plus(a, b)
}

fn query(a: &str, b: &str) -> Option<Question> {
    let sorted = |query: &str| {
        let mut pairs: Vec<String> = query.split(['&', ';']).map(ToOwned::to_owned).collect();
        pairs.sort_unstable();
        pairs
    };
    if a.contains(['&', ';']) && sorted(a) == sorted(b) {
        return Some(ORDER);
    }
    plus(a, b)
}

/// Whether the two are the same but for spaces that one of them writes as `+`.
fn plus(a: &str, b: &str) -> Option<Question> {
    let spaced = |text: &str| text.replace('+', "%20");
    (spaced(a) == spaced(b)).then_some(PLUS)
}
