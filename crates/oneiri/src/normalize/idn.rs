//! Internationalized domain names and their Punycode (RFC 3987 section 5.3.3). They have the same
//! normal form if the caller asks for it. The normal form contains the name, never its
//! ASCII-compatible encoding.

use alloc::borrow::Cow;
use alloc::string::String;

use idna::uts46::{AsciiDenyList, Hyphens, Uts46};

use super::{Plan, Shape};
use crate::percent::{decode_text, push_escaped};
use crate::syntax::error::Component;

/// Replaces a host that is a valid domain name by its Unicode form.
pub(super) fn apply(plan: &Plan, shape: &mut Shape<'_>) {
    let Some(host) = shape.parts.host else { return };
    let encoded = host.contains('%') || !host.is_ascii();
    let punycode = host.as_bytes().windows(4).any(|label| label.eq_ignore_ascii_case(b"xn--"));
    if !encoded && !punycode || host.starts_with('[') {
        return;
    }
    let Ok(name) = decode_text(host) else { return };
    // The only ASCII characters of a name are letters, digits and hyphens, as section 5.3.3 demands. So
    // decoding and mapping can produce neither a delimiter nor an escape.
    let denied = AsciiDenyList::STD3;
    let (name, valid) = Uts46::new().to_unicode(name.as_bytes(), denied, Hyphens::CheckFirstLast);
    let mut written = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_ascii() || plan.unicode {
            written.push(character);
        } else {
            push_escaped(character, &mut written);
        }
    }
    let fits = crate::syntax::parse::component::check(&written, Component::Host, plan.grammar()).is_ok();
    if valid.is_ok() && fits && !written.is_empty() {
        shape.host = Some(Cow::Owned(written));
    }
}
