//! The schemes that a rule matches. Policies with `scheme = "*"` rely on `DANGEROUS`, so a scheme may be added and none
//! may be taken out. The comment of `Rule::schemes` (`rule.rs`) lists them for readers (`tests/it/elsewhere.rs`).

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use crate::error::PolicyError;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SchemePattern {
    Any,
    /// Every scheme but the [`DANGEROUS`] ones.
    Safe,
    Listed(Vec<Box<str>>),
}

/// The schemes that `scheme = "*"` does not represent.
const DANGEROUS: [&str; 21] = [
    "about", "blob", "chrome", "data", "dict", "file", "filesystem", "gopher", "jar", "javascript", "ldap", "ldapi",
    "ldaps", "netdoc", "php", "phar", "res", "smb", "tftp", "vbscript", "view-source",
];

/// Whether `scheme = "*"` of a rule that allows represents a scheme.
pub(crate) fn is_safe(scheme: &str) -> bool {
    !DANGEROUS.contains(&scheme) && !scheme.starts_with("chrome-") && !scheme.starts_with("moz-")
}

pub(crate) fn scheme(text: &str) -> Result<Box<str>, PolicyError> {
    let probe = format!("{text}:");
    match oneiri::Uri::parse(&probe) {
        Ok(uri) if uri.scheme().len() == text.len() => Ok(text.to_ascii_lowercase().into()),
        _ => Err(PolicyError::of("scheme", format!("'{text}' is not a scheme"))),
    }
}
