//! The lookup of a scheme in IANA's registry.

use super::iana::{self, Status};
use super::name::compare;

/// A scheme's entry in IANA's registry of URI schemes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Registration {
    /// The name of the scheme, in lower case.
    pub name: &'static str,
    /// The status of the registration.
    pub status: Status,
    /// The specification that defines the scheme; empty if the registry names none.
    pub reference: &'static str,
}

/// The entry of a scheme in IANA's registry, from the copy of [`REGISTRY_DATE`]; `None` if the scheme is not
/// registered in that copy.
///
/// ```
/// use oneiri::registry::{Status, registration};
///
/// assert_eq!(registration("HTTPS").map(|found| found.status), Some(Status::Permanent));
/// assert_eq!(registration("no-such-scheme"), None);
/// ```
pub fn registration(scheme: &str) -> Option<Registration> {
    let at = iana::SCHEMES.binary_search_by(|(name, ..)| compare(name, scheme)).ok()?;
    let &(name, status, reference) = iana::SCHEMES.get(at)?;
    Some(Registration { name, status, reference })
}

/// The date of the copy of IANA's registry that [`registration`] reads.
pub const REGISTRY_DATE: &str = iana::DATE;
