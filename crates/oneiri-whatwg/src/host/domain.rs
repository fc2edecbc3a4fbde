//! IDNA (section 3.3 of the Standard).

use alloc::string::String;
#[cfg(feature = "idna")]
use alloc::vec::Vec;

use super::is_forbidden_domain;
use crate::error::{Error, ErrorKind};

/// Domain to ASCII (section 3.3): the domain in lower case, with its labels beyond ASCII in Punycode.
///
/// A strict domain has labels of at most 63 letters, digits and hyphens. Hosts of URLs are not strict.
/// Without the feature `idna` only an ASCII domain that is not strict can be read.
///
/// ```
/// use oneiri_whatwg::domain_to_ascii;
///
/// assert_eq!(domain_to_ascii("EXAMPLE_1.com", false)?, "example_1.com");
/// # #[cfg(feature = "idna")]
/// assert_eq!(domain_to_ascii("B\u{fc}cher.example", true)?, "xn--bcher-kva.example");
/// # #[cfg(feature = "idna")]
/// assert!(domain_to_ascii("EXAMPLE_1.com", true).is_err());
/// # Ok::<(), oneiri_whatwg::Error>(())
/// ```
///
/// # Errors
///
/// UTS 46 refuses the domain, or the domain is not strict and has a forbidden domain code point.
pub fn domain_to_ascii(domain: &str, be_strict: bool) -> Result<String, Error> {
    let mut out = String::new();
    to_ascii(&mut out, domain, be_strict)?;
    Ok(out)
}

/// Domain to Unicode (section 3.3): the domain as it is shown, and an error if UTS 46
/// refuses it. A label whose Punycode it cannot decode stays as it is, in lower case, so two domains that differ in
/// such a label also look different. Any other character that UTS 46 refuses is shown as U+FFFD.
///
/// Without the feature `idna` a domain comes back as it is, with an error unless it is lower-case ASCII
/// without Punycode.
///
/// ```
/// use oneiri_whatwg::domain_to_unicode;
///
/// assert_eq!(domain_to_unicode("example.com", false), ("example.com".to_owned(), Ok(())));
/// # #[cfg(feature = "idna")]
/// assert_eq!(domain_to_unicode("xn--bcher-kva.example", false).0, "b\u{fc}cher.example");
/// # #[cfg(feature = "idna")]
/// assert_eq!(domain_to_unicode("xn--a.example", false).0, "xn--a.example");
/// ```
pub fn domain_to_unicode(domain: &str, be_strict: bool) -> (String, Result<(), Error>) {
    let (text, kind) = unicode_to_unicode(domain, be_strict);
    (text, kind.map_err(|kind| Error::new(kind, 0..domain.len())))
}

/// Domain to ASCII, appended to `out`.
pub(crate) fn to_ascii(out: &mut String, domain: &str, be_strict: bool) -> Result<(), Error> {
    let start = out.len();
    let whole = |kind| Error::new(kind, 0..domain.len());
    if domain.is_ascii() && !be_strict {
        // Web compatibility (whatwg/url #914): Punycode that is not valid passes.
        out.push_str(domain);
        out[start..].make_ascii_lowercase();
    } else {
        unicode_to_ascii(out, domain, be_strict).map_err(whole)?;
    }
    if out.len() == start {
        return Err(whole(ErrorKind::DomainToAscii));
    }
    let forbidden = out.bytes().skip(start).position(is_forbidden_domain).filter(|_| !be_strict);
    match forbidden {
        // The offsets in an ASCII domain are those in the result.
        Some(at) if domain.is_ascii() => Err(Error::new(ErrorKind::DomainToAscii, at..at + 1)),
        Some(_) => Err(whole(ErrorKind::DomainToAscii)),
        None => Ok(()),
    }
}

/// The flags of UTS 46 that the Standard names: UseSTD3ASCIIRules and CheckHyphens.
#[cfg(feature = "idna")]
fn flags(be_strict: bool) -> (idna::AsciiDenyList, idna::uts46::Hyphens) {
    use idna::AsciiDenyList;
    use idna::uts46::Hyphens;

    if be_strict { (AsciiDenyList::STD3, Hyphens::Check) } else { (AsciiDenyList::EMPTY, Hyphens::Allow) }
}

/// Unicode ToASCII of UTS 46.
#[cfg(feature = "idna")]
fn unicode_to_ascii(out: &mut String, domain: &str, be_strict: bool) -> Result<(), ErrorKind> {
    use idna::uts46::{DnsLength, Uts46};

    let (denied, hyphens) = flags(be_strict);
    let length = if be_strict { DnsLength::Verify } else { DnsLength::Ignore };
    let ascii = Uts46::new().to_ascii(domain.as_bytes(), denied, hyphens, length);
    let ascii = ascii.map_err(|_| ErrorKind::DomainToAscii)?;
    // UTS 46, section 4.1, criterion 4, which the crate does not check: without CheckHyphens no label begins
    // with "xn--" once it is decoded.
    let twice = |label: &str| {
        let decoded = label.strip_prefix("xn--").filter(|label| label.starts_with("xn--"));
        let decoded = decoded.and_then(idna::punycode::decode_to_string);
        decoded.is_some_and(|label| label.starts_with("xn--"))
    };
    if ascii.split('.').any(twice) {
        return Err(ErrorKind::DomainToAscii);
    }
    out.push_str(&ascii);
    Ok(())
}

/// Unicode ToUnicode of UTS 46.
#[cfg(feature = "idna")]
fn unicode_to_unicode(domain: &str, be_strict: bool) -> (String, Result<(), ErrorKind>) {
    let (denied, hyphens) = flags(be_strict);
    let shown = |text: &str| {
        let (shown, result) = idna::uts46::Uts46::new().to_unicode(text.as_bytes(), denied, hyphens);
        (shown.into_owned(), result.map_err(|_| ErrorKind::DomainToAscii))
    };
    let (text, result) = shown(domain);
    if !text.contains(char::REPLACEMENT_CHARACTER) {
        return (text, result);
    }
    // The crate writes U+FFFD into a label whose Punycode it cannot decode.
    let label = |label: &str| {
        let is_punycode = label.is_ascii() && label.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("xn--"));
        let (text, _) = shown(label);
        if is_punycode && text.contains(char::REPLACEMENT_CHARACTER) { label.to_ascii_lowercase() } else { text }
    };
    let labels: Vec<String> = domain.split(['.', '\u{3002}', '\u{ff0e}', '\u{ff61}']).map(label).collect();
    (labels.join("."), result)
}

#[cfg(not(feature = "idna"))]
fn unicode_to_ascii(_: &mut String, _: &str, _: bool) -> Result<(), ErrorKind> {
    Err(ErrorKind::IdnaDisabled)
}

#[cfg(not(feature = "idna"))]
fn unicode_to_unicode(domain: &str, be_strict: bool) -> (String, Result<(), ErrorKind>) {
    let is_lower = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.');
    let plain = !be_strict && domain.bytes().all(is_lower) && !domain.contains("xn--");
    (String::from(domain), if plain { Ok(()) } else { Err(ErrorKind::IdnaDisabled) })
}
