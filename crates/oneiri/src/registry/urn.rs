//! Two rules about the names of URNs: the syntax of namespace identifiers, and the syntax of UUIDs.

/// Whether a text is a namespace identifier, the part of a URN after `urn:`: 2 to 32 letters, digits and hyphens
/// that neither begin nor end with a hyphen (RFC 8141 section 2).
///
/// ```
/// use oneiri::registry::is_nid;
///
/// assert!(is_nid("isbn") && is_nid("UUID") && is_nid("x-y"));
/// assert!(!is_nid("x") && !is_nid("-ab") && !is_nid("a_b"));
/// ```
pub fn is_nid(text: &str) -> bool {
    is_nid_of(text.as_bytes())
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
    is_uuid_of(text.as_bytes())
}

/// `NID = (alphanum) 0*30(ldh) (alphanum)`
pub(crate) fn is_nid_of(text: &[u8]) -> bool {
    (2..=32).contains(&text.len())
        && text.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !text.starts_with(b"-")
        && !text.ends_with(b"-")
}

/// `8HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 12HEXDIG`
pub(crate) fn is_uuid_of(text: &[u8]) -> bool {
    let fits = |(at, byte): (usize, &u8)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.iter().enumerate().all(fits)
}
