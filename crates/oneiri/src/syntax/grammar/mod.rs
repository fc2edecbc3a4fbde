//! The character classes of RFC 3986 (appendix A). Each rule is quoted above its table.
//!
//! `pct-encoded` is a sequence of three characters, so no class contains it; the scanner checks escapes where a
//! rule allows them. The characters that RFC 3987 adds lie beyond ASCII: see [`unicode`].

pub(crate) mod unicode;

/// A set of ASCII characters, with one bit for each.
#[derive(Clone, Copy, Debug)]
pub struct Class(u128);

impl Class {
    /// All ASCII characters.
    pub(crate) const ASCII: Self = Self(!0);

    /// The class of some ASCII characters.
    pub const fn of(characters: &[u8]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < characters.len() {
            bits |= 1 << characters[i];
            i += 1;
        }
        Self(bits)
    }

    const fn range(first: u8, last: u8) -> Self {
        let mut bits = 0;
        let mut byte = first;
        while byte <= last {
            bits |= 1 << byte;
            byte += 1;
        }
        Self(bits)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the class contains the character of this byte. It contains no byte from `0x80` up.
    pub(crate) const fn has(self, byte: u8) -> bool {
        byte < 0x80 && self.0 >> byte & 1 == 1
    }
}

/// `ALPHA = %x41-5A / %x61-7A`
pub(crate) const ALPHA: Class = Class::range(b'A', b'Z').or(Class::range(b'a', b'z'));
/// `DIGIT = %x30-39`
pub(crate) const DIGIT: Class = Class::range(b'0', b'9');
/// `HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"`, in either case (RFC 5234 2.3)
pub(crate) const HEXDIG: Class = DIGIT.or(Class::range(b'A', b'F')).or(Class::range(b'a', b'f'));
/// `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"`
pub(crate) const UNRESERVED: Class = ALPHA.or(DIGIT).or(Class::of(b"-._~"));
/// `gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@"`
pub(crate) const GEN_DELIMS: Class = Class::of(b":/?#[]@");
/// `sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="`
pub(crate) const SUB_DELIMS: Class = Class::of(b"!$&'()*+,;=");
/// `reserved = gen-delims / sub-delims`
pub(crate) const RESERVED: Class = GEN_DELIMS.or(SUB_DELIMS);
/// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`: what may follow the first letter
pub(crate) const SCHEME: Class = ALPHA.or(DIGIT).or(Class::of(b"+-."));
/// `reg-name = *( unreserved / pct-encoded / sub-delims )`
pub(crate) const REG_NAME: Class = UNRESERVED.or(SUB_DELIMS);
/// `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`
pub(crate) const USERINFO: Class = REG_NAME.or(Class::of(b":"));
/// `pchar = unreserved / pct-encoded / sub-delims / ":" / "@"`
pub(crate) const PCHAR: Class = USERINFO.or(Class::of(b"@"));
/// `segment = *pchar`, and the `"/"` between segments
pub(crate) const PATH: Class = PCHAR.or(Class::of(b"/"));
/// `query = *( pchar / "/" / "?" )`, and `fragment`, the same
pub(crate) const QUERY: Class = PATH.or(Class::of(b"?"));
/// The characters that a key or a value of a query holds unescaped: `query` without `"&"` and `"="`, which delimit pairs, and without
/// `"+"`, which readers of forms take for a space
pub(crate) const QUERY_DATA: Class = UNRESERVED.or(Class::of(b"!$'()*,;:@/?"));
/// The characters that `application/x-www-form-urlencoded` leaves unescaped (WHATWG URL, section 1.3)
pub(crate) const FORM_DATA: Class = ALPHA.or(DIGIT).or(Class::of(b"*-._"));

/// One bit of [`MASKS`] for each class that inner loops test.
pub(crate) mod mask {
    pub(crate) const SCHEME: u8 = 1;
    pub(crate) const REG_NAME: u8 = 1 << 1;
    pub(crate) const USERINFO: u8 = 1 << 2;
    pub(crate) const PATH: u8 = 1 << 3;
    pub(crate) const QUERY: u8 = 1 << 4;
    pub(crate) const DIGIT: u8 = 1 << 5;
}

/// For each byte, the classes that contain it.
pub(crate) const MASKS: [u8; 256] = {
    const BY_BIT: [Class; 6] = [SCHEME, REG_NAME, USERINFO, PATH, QUERY, DIGIT];
    let mut masks = [0; 256];
    let mut byte = 0;
    while byte < 0x80 {
        let mut bit = 0;
        while bit < BY_BIT.len() {
            if BY_BIT[bit].has(byte) {
                masks[byte as usize] |= 1 << bit;
            }
            bit += 1;
        }
        byte += 1;
    }
    masks
};

/// The value of a hexadecimal digit.
pub(crate) const fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// The octet of `pct-encoded = "%" HEXDIG HEXDIG` at `at`, if one is there (RFC 3986 2.1).
pub(crate) const fn escape_at(bytes: &[u8], at: usize) -> Option<u8> {
    if bytes.len() < 3 || at > bytes.len() - 3 || bytes[at] != b'%' {
        return None;
    }
    // A table, because which digits are letters cannot be predicted.
    let (high, low) = (HEX_VALUES[bytes[at + 1] as usize], HEX_VALUES[bytes[at + 2] as usize]);
    if high | low < 16 { Some(high << 4 | low) } else { None }
}

/// The value of every byte as a hexadecimal digit; 255 for a byte that is none.
const HEX_VALUES: [u8; 256] = {
    let mut values = [255; 256];
    let mut byte = 0;
    while byte < 0x80 {
        if let Some(value) = hex_value(byte as u8) {
            values[byte] = value;
        }
        byte += 1;
    }
    values
};

/// One octet as an escape, in upper case.
pub(crate) const fn escape(octet: u8) -> [u8; 3] {
    const UPPER: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', UPPER[(octet >> 4) as usize], UPPER[(octet & 15) as usize]]
}
