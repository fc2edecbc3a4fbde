//! Percent-encoding (section 1.3 of the Standard): the percent-encode sets, percent-encoding and
//! percent-decoding.

use alloc::borrow::Cow;
use alloc::string::String;

/// A percent-encode set: the bytes that percent-encoding replaces by `%` and two hexadecimal digits.
///
/// Every set contains the C0 controls and all bytes above 0x7E, so the result is printable ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PercentEncodeSet(u16);

impl PercentEncodeSet {
    /// The C0 control percent-encode set.
    pub const C0_CONTROL: Self = Self(1);
    /// The fragment percent-encode set.
    pub const FRAGMENT: Self = Self(1 << 1);
    /// The query percent-encode set.
    pub const QUERY: Self = Self(1 << 2);
    /// The special-query percent-encode set: that of queries in special schemes.
    pub const SPECIAL_QUERY: Self = Self(1 << 3);
    /// The path percent-encode set.
    pub const PATH: Self = Self(1 << 4);
    /// The userinfo percent-encode set.
    pub const USERINFO: Self = Self(1 << 5);
    /// The component percent-encode set: that of JavaScript's `encodeURIComponent`.
    pub const COMPONENT: Self = Self(1 << 6);
    /// The `application/x-www-form-urlencoded` percent-encode set.
    pub const FORM_URLENCODED: Self = Self(1 << 7);
    /// The path set and the characters that a segment cannot hold as data: `/`, `\`, `%`, and `|`,
    /// which is a colon after a drive letter.
    pub(crate) const SEGMENT: Self = Self(1 << 8);

    /// Whether the set contains a byte.
    ///
    /// ```
    /// use oneiri_whatwg::PercentEncodeSet;
    ///
    /// assert!(PercentEncodeSet::PATH.contains(b'?'));
    /// assert!(!PercentEncodeSet::QUERY.contains(b'?'));
    /// ```
    #[must_use]
    pub const fn contains(self, byte: u8) -> bool {
        SETS[byte as usize] & self.0 != 0
    }
}

/// The sets that each byte is in, as bits. A set contains the sets it is built on.
const SETS: [u16; 256] = {
    let mut sets = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        let c0 = c < 0x20 || c > 0x7E;
        let fragment = c0 || matches!(c, b' ' | b'"' | b'<' | b'>' | b'`');
        let query = c0 || matches!(c, b' ' | b'"' | b'#' | b'<' | b'>');
        let special_query = query || c == b'\'';
        let path = query || matches!(c, b'?' | b'^' | b'`' | b'{' | b'}');
        let userinfo = path || matches!(c, b'/' | b':' | b';' | b'=' | b'@' | b'[' | b'\\' | b']' | b'|');
        let component = userinfo || matches!(c, b'$'..=b'&' | b'+' | b',');
        let form = component || matches!(c, b'!' | b'\''..=b')' | b'~');
        let segment = path || matches!(c, b'/' | b'\\' | b'%' | b'|');
        let all = [c0, fragment, query, special_query, path, userinfo, component, form, segment];
        let mut set = 0;
        while set < all.len() {
            sets[byte] |= (all[set] as u16) << set;
            set += 1;
        }
        byte += 1;
    }
    sets
};

/// UTF-8 percent-encodes a text using a set. The result borrows the text if nothing has to change.
///
/// ```
/// use oneiri_whatwg::{PercentEncodeSet, percent_encode};
///
/// assert_eq!(percent_encode("a b?é", PercentEncodeSet::PATH), "a%20b%3F%C3%A9");
/// ```
#[must_use]
pub fn percent_encode(text: &str, set: PercentEncodeSet) -> Cow<'_, str> {
    if !text.bytes().any(|byte| set.contains(byte)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    encode(&mut out, text, set);
    Cow::Owned(out)
}

/// Appends a text, percent-encoded.
pub(crate) fn encode(out: &mut String, text: &str, set: PercentEncodeSet) {
    // Every byte outside of ASCII is in every set, so a stretch between two of the set is ASCII. `get`
    // returns `None` for the empty stretch between two bytes of one character.
    let mut start = 0;
    for (index, byte) in text.bytes().enumerate() {
        if set.contains(byte) {
            out.push_str(text.get(start..index).unwrap_or_default());
            escape(out, byte);
            start = index + 1;
        }
    }
    out.push_str(&text[start..]);
}

/// Appends bytes that need not be UTF-8, percent-encoded.
#[cfg(all(feature = "std", any(unix, windows)))]
pub(crate) fn encode_bytes(out: &mut String, bytes: &[u8], set: PercentEncodeSet) {
    for byte in bytes {
        if set.contains(*byte) { escape(out, *byte) } else { out.push(char::from(*byte)) }
    }
}

fn escape(out: &mut String, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(HEX[usize::from(byte >> 4)].into());
    out.push(HEX[usize::from(byte & 15)].into());
}

/// Percent-decodes a text. A `%` without two hexadecimal digits after it stays.
///
/// ```
/// assert_eq!(*oneiri_whatwg::percent_decode("a%20b%zz"), *b"a b%zz");
/// ```
#[must_use]
pub fn percent_decode(text: &str) -> Cow<'_, [u8]> {
    oneiri::percent::decode(text)
}
