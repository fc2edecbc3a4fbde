//! The order of the names of schemes.

use core::cmp::Ordering;

/// Compares a name in lower case with another name, ignoring the letter case of the other name.
pub(super) fn compare(name: &str, other: &str) -> Ordering {
    name.bytes().cmp(other.bytes().map(|byte| byte.to_ascii_lowercase()))
}
