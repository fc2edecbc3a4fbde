//! Two rules about the names of URNs: the syntax of namespace identifiers, and the syntax of UUIDs.

/// Whether a text is a namespace identifier, the part of a URN behind `urn:`: 2 to 32 letters, digits and hyphens
/// that neither begin nor end with a hyphen (RFC 8141 section 2).
///
/// ```
/// use oneiri::registry::is_nid;
///
/// assert!(is_nid("isbn") && is_nid("UUID") && is_nid("x-y"));
/// assert!(!is_nid("x") && !is_nid("-ab") && !is_nid("a_b"));
/// ```
pub fn is_nid(text: &str) -> bool {
    is_nid_of(text.bytes())
}

/// Whether a text is a UUID, the name in the namespace `uuid`: RFC 9562 section 4. Letters may be in either case.
///
/// ```
/// use oneiri::registry::is_uuid;
///
/// assert!(is_uuid("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"));
/// assert!(!is_uuid("f81d4fae7dec11d0a76500a0c91e6bf6"));
/// ```
pub fn is_uuid(text: &str) -> bool {
    is_uuid_of(text.bytes())
}

/// `NID = (alphanum) 0*30(ldh) (alphanum)`
pub(crate) fn is_nid_of(bytes: impl Iterator<Item = u8>) -> bool {
    let (mut length, mut last) = (0, b'-');
    for byte in bytes {
        if !byte.is_ascii_alphanumeric() && (byte != b'-' || length == 0) {
            return false;
        }
        length += 1;
        last = byte;
    }
    (2..=32).contains(&length) && last != b'-'
}

/// `8HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 12HEXDIG`
pub(crate) fn is_uuid_of(bytes: impl Iterator<Item = u8>) -> bool {
    let mut length = 0;
    for byte in bytes {
        let hyphen = matches!(length, 8 | 13 | 18 | 23);
        if if hyphen { byte != b'-' } else { !byte.is_ascii_hexdigit() } {
            return false;
        }
        length += 1;
    }
    length == 36
}
