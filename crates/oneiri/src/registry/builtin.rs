//! The rules built in, each with its source.

use super::{PathRule, SchemeRules};

const GENERIC: SchemeRules = SchemeRules::GENERIC;

/// A scheme of the web: a port, and an empty path that is the root.
const fn web(port: u16) -> SchemeRules {
    SchemeRules { default_port: Some(port), empty_path_is_root: true, ..GENERIC }
}

const fn port(port: u16) -> SchemeRules {
    SchemeRules { default_port: Some(port), ..GENERIC }
}

pub(super) const RULES: &[(&str, SchemeRules)] = &[
    // RFC 9110 sections 4.2.1 to 4.2.3
    ("https", SchemeRules { observable: true, ..web(443) }),
    ("http", SchemeRules { observable: true, ..web(80) }),
    // RFC 6455 section 3
    ("wss", web(443)),
    ("ws", web(80)),
    // RFC 1738 section 3.2, RFC 3986 section 6.2.3
    ("ftp", port(21)),
    // RFC 8089 section 2, RFC 3986 sections 3.2.2 and 6.2.3
    ("file", SchemeRules { local_host: true, ..GENERIC }),
    // RFC 6068 section 2, RFC 3986 section 6.2.3
    ("mailto", SchemeRules { path: PathRule::Addresses, ..GENERIC }),
    // RFC 8141 section 3.1
    ("urn", SchemeRules { path: PathRule::FoldFirst(':'), ..GENERIC }),
    // RFC 3966 section 4
    ("tel", SchemeRules { path: PathRule::Telephone, ..GENERIC }),
];
