//! The rules that the specifications of schemes add to the generic syntax, as values. Comparison applies them at
//! the scheme rung of the ladder (RFC 3986 section 6.2.3, RFC 3987 section 5.3.3).

mod builtin;
mod iana;
mod lookup;
mod name;
mod registration;
mod rules;
mod urn;
#[cfg(test)]
mod version;

pub use builtin::SCHEME_RULES_VERSION;
pub use lookup::Registry;
pub use registration::{REGISTRY_DATE, Registration, registration};
pub use rules::{PathRule, QueryRule, SchemeRules};
pub use urn::{is_nid, is_uuid};
pub(crate) use urn::{is_nid_of, is_uuid_of};

/// The status of a scheme in IANA's registry (RFC 7595).
pub use iana::Status;
