//! Hosts that look like other hosts.

use alloc::string::String;

use unicode_security::{
    GeneralSecurityProfile as _, MixedScript as _, RestrictionLevel,
    RestrictionLevelDetection as _, skeleton,
};

/// Whether a label of a host, as it is shown, mixes more scripts than the level "highly restrictive" of UTS 39
/// section 5.2 allows, which lets Latin stand next to Chinese, Japanese and Korean. Characters that identifiers may not
/// contain are ignored.
pub(crate) fn mixes_scripts(label: &str) -> bool {
    if label.is_single_script() {
        return false;
    }
    let label: String = label.chars().filter(|c| c.identifier_allowed()).collect();
    !label.check_restriction_level(RestrictionLevel::HighlyRestrictive)
}

/// Whether a host, as it is shown, has a label beyond ASCII that looks like letters, digits and hyphens of ASCII (UTS 39
/// section 4).
pub(crate) fn looks_like_another(host: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    host.split('.').filter(|label| !label.is_ascii()).any(|label| skeleton(label).all(is_plain))
}
