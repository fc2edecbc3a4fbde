//! What the rules ask Unicode's tables, for a build without them: every answer is the one that reports nothing, unless
//! ASCII alone decides.

use alloc::borrow::Cow;
use alloc::string::String;
use core::iter::Empty;
use core::ops::Range;

use oneiri::{Component, IriRef};

pub(crate) fn is_nfc(_: &str) -> bool {
    true
}

pub(crate) fn bidi_issues(_: &IriRef<'_>) -> Empty<(Component, Range<usize>, &'static str)> {
    core::iter::empty()
}

/// The name, and `false`, so that no Punycode is shown decoded.
pub(crate) fn to_unicode(name: &str) -> (Cow<'_, str>, bool) {
    (Cow::Borrowed(name), false)
}

/// Whether an ASCII name consists of labels of letters, digits and hyphens that have a valid length: RFC 1123 section
/// 2.1. Other names count as valid.
pub(crate) fn is_domain_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let label = |label: &str| {
        let letters = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        letters && (1..=63).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
    };
    !name.is_ascii() || name.len() <= 253 && name.split('.').all(label)
}

/// No: a label of a host is not looked at without the feature `unicode`.
#[must_use]
pub fn mixes_scripts(_: &str) -> bool {
    false
}

/// None: a label of a host is not looked at without the feature `unicode`.
#[must_use]
pub fn looks_like(_: &str) -> Option<String> {
    None
}
