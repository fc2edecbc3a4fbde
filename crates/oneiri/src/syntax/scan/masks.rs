//! Which classes of characters are where in 64 bytes.

/// For each class of characters, one bit for each of 64 bytes: the lowest bit for the first byte. A bit is set if its
/// byte is in the class. Bits beyond the end of the text are zero.
// The fields are in the order of `classes`: some scanners write them as an array of eight words.
#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Masks {
    /// `/`
    pub slash: u64,
    /// `?`
    pub question: u64,
    /// `#`
    pub hash: u64,
    /// `:` and `@`
    pub colon_or_at: u64,
    /// `.`
    pub dot: u64,
    /// `A` to `Z`
    pub upper: u64,
    /// The bytes from 0x80 up: every byte of a character beyond ASCII.
    pub beyond: u64,
    /// The bytes that need a closer look: `%`; `'`, for the URL Standard; ASCII characters that no component but an IP
    /// literal admits, such as `[`, and those that none admits, such as a space; in a URI, every byte from 0x80 up; in
    /// an IRI, the bytes C2, E2, and EE up, which may begin a character that IRIs do not admit or that normalization
    /// changes.
    pub check: u64,
}

/// The length of the longest text whose end is a bit of its first block of 64 bytes.
pub(crate) const SHORT: usize = 63;

/// The set bits without the lowest.
#[inline(always)]
pub(crate) fn but_lowest(bits: u64) -> u64 {
    bits & bits.wrapping_sub(1)
}
