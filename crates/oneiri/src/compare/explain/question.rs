//! The questions that people often ask about two identifiers that differ.

use alloc::vec::Vec;
use core::fmt;
use core::net::Ipv6Addr;

use crate::syntax::error::Component;
use crate::syntax::spans::Untyped;

/// A difference that people often ask about, because the two identifiers are often the same page, or look as if they were.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Question {
    /// `http` in one identifier, and `https` in the other.
    Https,
    /// `www.` before one of two hosts that are the same without it.
    Www,
    /// The dot of the root at the end of one host.
    RootDot,
    /// Two spellings of one IPv6 address.
    Ipv6Spelling,
    /// A domain name and its Punycode, also in an address of mail (only with the feature `idna`).
    Punycode,
    /// A slash at the end of one path.
    TrailingSlash,
    /// The same pairs of a query in another order.
    PairOrder,
    /// `+` in one identifier where the other one has a space, as `%20`.
    Plus,
    /// The r-, q- and f-components of URNs (RFC 8141).
    UrnComponents,
}

impl Question {
    /// The name of the question in lower case, for JSON and for other languages. It never changes.
    ///
    /// ```
    /// assert_eq!(oneiri::compare::Question::TrailingSlash.name(), "trailing-slash");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Https => "https",
            Self::Www => "www",
            Self::RootDot => "root-dot",
            Self::Ipv6Spelling => "ipv6-spelling",
            Self::Punycode => "punycode",
            Self::TrailingSlash => "trailing-slash",
            Self::PairOrder => "pair-order",
            Self::Plus => "plus",
            Self::UrnComponents => "urn-components",
        }
    }

    /// The section that answers the question.
    pub const fn section(self) -> &'static str {
        match self {
            Self::Https => "RFC 9110 section 4.2.2",
            Self::Www | Self::RootDot => "RFC 3986 section 3.2.2",
            Self::Ipv6Spelling => "RFC 5952 section 4",
            Self::Punycode => "RFC 3987 section 5.3.3",
            Self::TrailingSlash => "RFC 3986 section 6.2.4",
            Self::PairOrder => "RFC 3986 section 3.4",
            Self::Plus => "RFC 3986 section 2.2",
            Self::UrnComponents => "RFC 8141 section 3",
        }
    }

    /// The answer as a phrase: why the two are different.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Https => "http and https are two schemes, and each has resources of its own",
            Self::Www => "\"www.\" is a label like any other, so these are two names",
            Self::RootDot => "the dot of the root is part of the name, although it ends where it would without",
            Self::Ipv6Spelling => "the same IPv6 address, but only letter case is ignored in its spelling",
            Self::Punycode => {
                "two spellings of a domain name with the same Punycode: one name in the DNS, but not by syntax"
            }
            Self::TrailingSlash => {
                "a slash at the end makes another path, even if the server redirects one to the other"
            }
            Self::PairOrder => "the same pairs in another order: only the server knows whether the order matters",
            Self::Plus => "\"+\" is a space only in the query of a form (application/x-www-form-urlencoded)",
            Self::UrnComponents => "the r-, q- and f-components are no part of the name, but of the identifier",
        }
    }

    /// The question that a difference in a component raises.
    pub(in crate::compare) fn about(a: Untyped<'_, '_>, b: Untyped<'_, '_>, component: Component) -> Option<Self> {
        let [x, y] = [a, b].map(|side| side.scheme().unwrap_or_default().to_ascii_lowercase());
        match component {
            Component::Scheme => {
                let two = [x.as_str(), y.as_str()];
                (two == ["http", "https"] || two == ["https", "http"]).then_some(Self::Https)
            }
            Component::Host => host(&a.host()?.to_ascii_lowercase(), &b.host()?.to_ascii_lowercase()),
            Component::Path if x == "mailto" && y == "mailto" => mailto(a.path(), b.path()),
            Component::Path => path(a.path(), b.path()),
            Component::Query | Component::Fragment if x == "urn" && y == "urn" => Some(Self::UrnComponents),
            Component::Query => query(a.query()?, b.query()?),
            _ => None,
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.describe())
    }
}

fn host(a: &str, b: &str) -> Option<Question> {
    let address = |host: &str| host.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok();
    if let (Some(x), Some(y)) = (address(a), address(b)) {
        return (x == y).then_some(Question::Ipv6Spelling);
    }
    let either = |longer: fn(&str, &str) -> bool| longer(a, b) || longer(b, a);
    if either(|x, y| x.strip_prefix("www.") == Some(y)) {
        return Some(Question::Www);
    }
    if either(|x, y| x.strip_suffix('.') == Some(y)) {
        return Some(Question::RootDot);
    }
    punycode(a, b)
}

#[cfg(feature = "idna")]
fn punycode(a: &str, b: &str) -> Option<Question> {
    let ascii = |name: &str| idna::domain_to_ascii(&crate::percent::decode_text(name).ok()?).ok();
    (ascii(a)? == ascii(b)?).then_some(Question::Punycode)
}

#[cfg(not(feature = "idna"))]
fn punycode(_: &str, _: &str) -> Option<Question> {
    None
}

/// Addresses of mail that differ only in a domain name and its Punycode.
fn mailto(a: &str, b: &str) -> Option<Question> {
    let ((user, host_a), (other, host_b)) = (a.rsplit_once('@')?, b.rsplit_once('@')?);
    let question = host(&host_a.to_ascii_lowercase(), &host_b.to_ascii_lowercase());
    question.filter(|question| user == other && *question == Question::Punycode)
}

fn path(a: &str, b: &str) -> Option<Question> {
    let slash = |x: &str, y: &str| x.strip_suffix('/') == Some(y) && !y.is_empty();
    if slash(a, b) || slash(b, a) {
        return Some(Question::TrailingSlash);
    }
    plus(a, b)
}

fn query(a: &str, b: &str) -> Option<Question> {
    fn sorted(query: &str) -> Vec<&str> {
        let mut pairs: Vec<&str> = query.split(['&', ';']).collect();
        pairs.sort_unstable();
        pairs
    }
    if a.contains(['&', ';']) && sorted(a) == sorted(b) {
        return Some(Question::PairOrder);
    }
    plus(a, b)
}

/// Whether the two are the same but for spaces that one of them writes as `+`.
fn plus(a: &str, b: &str) -> Option<Question> {
    let spaced = |text: &str| text.replace('+', "%20");
    (spaced(a) == spaced(b)).then_some(Question::Plus)
}
