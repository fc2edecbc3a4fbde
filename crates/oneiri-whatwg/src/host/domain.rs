//! IDNA (section 3.3 of the Standard).

use alloc::string::String;

use super::is_forbidden_domain;
use crate::error::ErrorKind;

/// Domain to ASCII, appended to `out`.
pub(crate) fn to_ascii(out: &mut String, domain: &str, be_strict: bool) -> Result<(), ErrorKind> {
    let start = out.len();
    if domain.is_ascii() && !be_strict {
        // Web compatibility (whatwg/url #914): Punycode that is not valid passes.
        out.push_str(domain);
        out[start..].make_ascii_lowercase();
    } else {
        unicode_to_ascii(out, domain, be_strict)?;
    }
    if out.len() == start {
        return Err(ErrorKind::DomainToAscii);
    }
    if !be_strict && out[start..].bytes().any(is_forbidden_domain) {
        return Err(ErrorKind::DomainInvalidCodePoint);
    }
    Ok(())
}

/// Unicode ToASCII of UTS 46, with the flags that the Standard names.
#[cfg(feature = "idna")]
fn unicode_to_ascii(out: &mut String, domain: &str, be_strict: bool) -> Result<(), ErrorKind> {
    use idna::AsciiDenyList;
    use idna::uts46::{DnsLength, Hyphens, Uts46};

    let (denied, hyphens, length) = if be_strict {
        (AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify)
    } else {
        (AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore)
    };
    let ascii = Uts46::new().to_ascii(domain.as_bytes(), denied, hyphens, length);
    out.push_str(&ascii.map_err(|_| ErrorKind::DomainToAscii)?);
    Ok(())
}

#[cfg(not(feature = "idna"))]
fn unicode_to_ascii(_: &mut String, _: &str, _: bool) -> Result<(), ErrorKind> {
    Err(ErrorKind::IdnaDisabled)
}
