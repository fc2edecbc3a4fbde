//! What the rules ask Unicode's tables. `no_unicode.rs` takes the place of this file without the feature `unicode`.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use oneiri::component::Encoded;
use oneiri::{BidiRule, Component, IriRef};
use unicode_security::{
    GeneralSecurityProfile as _, MixedScript as _, RestrictionLevel, RestrictionLevelDetection as _, skeleton,
};

pub(crate) fn is_nfc(text: &str) -> bool {
    <Encoded<'_>>::from(text).is_nfc()
}

/// The parts of an IRI that break the rules for right-to-left characters (RFC 3987 section 4.2), each with what is wrong.
pub(crate) fn bidi_issues(iri: &IriRef<'_>) -> impl Iterator<Item = (Component, Range<usize>, &'static str)> {
    iri.bidi_issues().into_iter().filter_map(|issue| {
        let detail = match issue.rule {
            BidiRule::OneDirection => "it also contains left-to-right characters",
            BidiRule::RightToLeftEnds => "it does not begin and end with a right-to-left character",
            // `Code::BidiControl` reports each of the controls.
            _ => return None,
        };
        Some((issue.component, issue.range, detail))
    })
}

/// The name as UTS 46 displays it, and whether the name is valid.
pub(crate) fn to_unicode(name: &str) -> (Cow<'_, str>, bool) {
    let (shown, valid) = Uts46::new().to_unicode(name.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    (shown, valid.is_ok())
}

/// Whether the name, mapped to ASCII, consists of labels of letters, digits and hyphens that have a valid length:
/// RFC 1123 section 2.1.
pub(crate) fn is_domain_name(name: &str) -> bool {
    let length = DnsLength::VerifyAllowRootDot;
    Uts46::new().to_ascii(name.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, length).is_ok()
}

/// Whether a label of a host, as it is shown, mixes more scripts than the level "highly restrictive" of UTS 39
/// section 5.2 allows, which lets Latin be next to Chinese, Japanese and Korean. Characters that identifiers may
/// not contain are ignored. `false` without the feature `unicode`.
///
/// ```
/// assert!(oneiri_lint::mixes_scripts("p\u{430}ypal"));
/// assert!(!oneiri_lint::mixes_scripts("b\u{fc}cher"));
/// ```
#[must_use]
pub fn mixes_scripts(name: &str) -> bool {
    if name.is_single_script() {
        return false;
    }
    let name: String = name.chars().filter(|c| c.identifier_allowed()).collect();
    !name.check_restriction_level(RestrictionLevel::HighlyRestrictive)
}

/// The letters, digits and hyphens that a label of a host looks like (UTS 39 section 4), if there are any. `None`
/// without the feature `unicode`.
///
/// ```
/// assert_eq!(oneiri_lint::looks_like("\u{440}\u{430}\u{443}"), Some("pay".to_owned()));
/// assert_eq!(oneiri_lint::looks_like("b\u{fc}cher"), None);
/// ```
#[must_use]
pub fn looks_like(name: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    skeleton(name).map(|c| is_plain(c).then_some(c)).collect()
}
