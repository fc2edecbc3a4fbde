//! The components that can move, and their names in a verdict. Whether one moves is decided by
//! [`oneiri_parsers::agreement::moves`].

use oneiri::Component;
use oneiri_parsers::Reading;

/// The components that can move, with their names in a verdict.
pub(super) const MOVABLE: [(Component, &str); 5] = [
    (Component::Scheme, "scheme"),
    (Component::Userinfo, "userinfo"),
    (Component::Host, "host"),
    (Component::Port, "port"),
    (Component::Path, "path-prefix"),
];

/// Whether the reading has a host that is not empty.
pub(super) fn has_host(reading: &Reading<'_>) -> bool {
    reading.host().is_some_and(|host| !host.is_empty())
}
