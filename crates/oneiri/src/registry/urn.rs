//! The syntax of URNs that rules and lints ask about.

/// Whether these octets are a namespace identifier: RFC 8141 section 2,
/// `NID = (alphanum) 0*30(ldh) (alphanum)`.
///
/// ```
/// use oneiri::registry::is_nid;
///
/// assert!(is_nid("isbn".bytes()));
/// assert!(!is_nid("a".bytes()) && !is_nid("isbn-".bytes()));
/// ```
pub fn is_nid(octets: impl IntoIterator<Item = u8>) -> bool {
    let (mut length, mut last) = (0, b'-');
    for octet in octets {
        if !octet.is_ascii_alphanumeric() && (octet != b'-' || length == 0) {
            return false;
        }
        length += 1;
        last = octet;
    }
    (2..=32).contains(&length) && last != b'-'
}

/// Whether these octets are a UUID: RFC 9562 section 4,
/// `8HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 12HEXDIG`.
///
/// ```
/// use oneiri::registry::is_uuid;
///
/// assert!(is_uuid("f81d4fae-7dec-11d0-a765-00a0c91e6bf6".bytes()));
/// assert!(!is_uuid("f81d4fae".bytes()));
/// ```
pub fn is_uuid(octets: impl IntoIterator<Item = u8>) -> bool {
    let mut length = 0;
    for octet in octets {
        let hyphen = matches!(length, 8 | 13 | 18 | 23);
        if if hyphen { octet != b'-' } else { !octet.is_ascii_hexdigit() } {
            return false;
        }
        length += 1;
    }
    length == 36
}
