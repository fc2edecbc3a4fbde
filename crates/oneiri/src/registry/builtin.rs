//! The built-in rules. They state what the specification of each scheme says, as far as rewriting to a normal form
//! can express it. `docs/schemes.md` lists the rules that are left out, with reasons.

use super::rules::{PathRule, QueryRule, SchemeRules};

const fn generic(source: &'static str) -> SchemeRules {
    SchemeRules::GENERIC.source(source)
}

const fn port(port: u16, source: &'static str) -> SchemeRules {
    generic(source).default_port(port).dns_host()
}

/// A default port, and an empty path that means `/`.
const fn rooted(default: u16, source: &'static str) -> SchemeRules {
    port(default, source).empty_path_is_root()
}

/// A default port, an empty path that means `/`, and permanent redirects that count as evidence.
const fn web(default: u16, source: &'static str) -> SchemeRules {
    rooted(default, source).observable()
}

/// The version of the built-in rules of schemes.
///
/// The normal form at the scheme rung depends on these rules, and with it the keys and the fingerprints that you
/// stored. Store this number with them: as long as it is the same, the same identifiers have the same keys. A release
/// of the library that changes a rule, or adds one, has a new number and is a breaking release, and its entry in the
/// changelog lists the schemes. Normal forms at [`Rung::Path`](crate::Rung::Path) use no rules, so they never change.
///
/// ```
/// assert_eq!(oneiri::SCHEME_RULES_VERSION, 1);
/// ```
pub const SCHEME_RULES_VERSION: u32 = 1;

/// Sorted by the name of the scheme, which is in lower case.
pub(super) const RULES: &[(&str, SchemeRules)] = &[
    ("coap", rooted(5683, "RFC 7252 sections 6.1 and 6.3")),
    ("coaps", rooted(5684, "RFC 7252 sections 6.2 and 6.3")),
    ("data", generic("RFC 2397 section 3")),
    ("file", generic("RFC 8089 section 2").local_host()),
    ("ftp", rooted(21, "RFC 1738 sections 3.1 and 3.2")),
    ("git", port(9418, "git-daemon(1)")),
    ("http", web(80, "RFC 9110 sections 4.2.1 and 4.2.3")),
    ("https", web(443, "RFC 9110 sections 4.2.2 and 4.2.3")),
    ("imap", rooted(143, "RFC 5092 sections 1 and 4")),
    ("ldap", rooted(389, "RFC 4516 sections 3 and 4").empty_query_is_absent()),
    (
        "mailto",
        generic("RFC 3986 section 6.2.3, RFC 6068 section 2").path(PathRule::Mailto).query(QueryRule::FoldNames),
    ),
    ("mqtt", port(1883, "mqtt.org, URI Scheme")),
    ("mqtts", port(8883, "mqtt.org, URI Scheme")),
    ("news", generic("RFC 5538")),
    ("postgres", generic("PostgreSQL, libpq connection strings")),
    ("postgresql", generic("PostgreSQL, libpq connection strings")),
    ("redis", port(6379, "IANA, provisional registration of redis")),
    ("rtsp", port(554, "RFC 7826 section 4.2")),
    ("rtsps", port(322, "RFC 7826 section 4.2")),
    ("s3", generic("not registered")),
    ("sftp", port(22, "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 4.4")),
    ("sip", generic("RFC 3261 section 19.1.4").path(PathRule::Sip)),
    ("sips", generic("RFC 3261 section 19.1.4").path(PathRule::Sip)),
    ("ssh", port(22, "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 3.4")),
    ("tel", generic("RFC 3966 sections 4 and 5.1.1").path(PathRule::Telephone)),
    ("urn", generic("RFC 8141 section 3.1").path(PathRule::Urn)),
    ("ws", rooted(80, "RFC 6455 section 3")),
    ("wss", rooted(443, "RFC 6455 section 3")),
];
