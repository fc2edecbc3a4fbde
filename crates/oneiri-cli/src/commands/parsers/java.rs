//! The reasons why `java.net.URI` reads a text differently from the generic syntax.

use oneiri::Component;
use oneiri_parsers::Reading;

/// Whether the reading is opaque: there is a scheme, and no slash after its colon.
fn is_opaque(seen: &Reading<'_>) -> bool {
    seen.get(Component::Path).is_none()
}

/// The reasons why components of the reading differ from the generic syntax.
pub(super) fn reasons(given: &Reading<'_>, seen: &Reading<'_>) -> Vec<(Component, &'static str)> {
    let mut reasons = Vec::new();
    for component in Component::ALL {
        let (ours, theirs) = (given.get(component), seen.get(component));
        if ours == theirs {
            continue;
        }
        let why = match component {
            Component::Path | Component::Query if is_opaque(seen) => {
                "opaque: without a slash after the scheme there is neither a path nor a query"
            }
            Component::Port if theirs.is_some() => "a port is a number, so its leading zeros are dropped",
            Component::Port if ours == Some("") && seen.get(Component::Host).is_some() => "an empty port is dropped",
            Component::Host if ours == Some("") => "an empty authority is dropped",
            _ => {
                "registry-based: the authority is not the name of a server (letters, digits and inner hyphens, \
                 with a letter at the beginning of the last label), so userinfo, host and port are null"
            }
        };
        reasons.push((component, why));
    }
    reasons
}
