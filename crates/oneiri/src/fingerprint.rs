//! Fingerprints: 128-bit hashes of normal forms.

use core::fmt;

/// The fingerprint of a normal form. It is the same on every platform and in every version of this
/// library in which the normal form is the same.
///
/// [`Normal::fingerprint`](crate::Normal::fingerprint) computes XXH3-128 without a seed, over the UTF-8 of the
/// normal form, and stores the most significant byte first, as `xxh128sum` prints it. Other programs can
/// therefore compute the same fingerprints.
///
/// [`Normal::fingerprint_blake3`](crate::Normal::fingerprint_blake3) computes the first 128 bits of BLAKE3, as
/// `b3sum --length 16` prints them. Use it for identifiers from strangers, who could choose identifiers
/// with equal XXH3 fingerprints.
///
/// Equal identifiers have equal fingerprints. Different identifiers have different fingerprints, except
/// for accidental collisions: among four thousand million identifiers, the probability of one collision
/// is 2^-64. Where a collision must never merge two identifiers, compare the normal forms of
/// identifiers with equal fingerprints.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 16]);

impl Fingerprint {
    /// The bytes of the fingerprint, in the order in which they are printed.
    ///
    /// ```
    /// let fingerprint = oneiri::Fingerprint::from_bytes([7; 16]);
    /// assert_eq!(fingerprint.to_bytes(), [7; 16]);
    /// ```
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// Makes a fingerprint from the bytes that [`to_bytes`](Self::to_bytes) returned.
    ///
    /// ```
    /// let fingerprint = oneiri::Fingerprint::from_bytes([7; 16]);
    /// assert_eq!(fingerprint.to_string(), "07".repeat(16));
    /// ```
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

impl From<Fingerprint> for u128 {
    fn from(fingerprint: Fingerprint) -> Self {
        Self::from_be_bytes(fingerprint.0)
    }
}

/// Thirty-two hexadecimal digits, in lower case.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // All digits at once: byte by byte took longer than the normal form.
        write!(f, "{:032x}", u128::from(*self))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// XXH3-128 of these bytes.
#[cfg(feature = "fingerprint")]
pub(crate) fn xxh3(bytes: &[u8]) -> Fingerprint {
    Fingerprint(twox_hash::XxHash3_128::oneshot(bytes).to_be_bytes())
}

/// The first 128 bits of the BLAKE3 of these bytes.
#[cfg(feature = "blake3")]
pub(crate) fn blake3(bytes: &[u8]) -> Fingerprint {
    let mut hasher = ::blake3::Hasher::new();
    hasher.update(bytes);
    let mut bytes = [0; 16];
    hasher.finalize_xof().fill(&mut bytes);
    Fingerprint(bytes)
}
