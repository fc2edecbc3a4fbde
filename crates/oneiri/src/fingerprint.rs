//! Fingerprints: 128 bits that stand for a normal form.

use core::fmt;

/// The fingerprint of a normal form: the same on every platform and in every version.
///
/// It is XXH3-128 ([`Ri::fingerprint`](crate::Ri::fingerprint)), seedless, of the UTF-8 of the
/// normal form, most significant byte first, as `xxh128sum` prints it. Anyone can compute it. For
/// lists that a stranger made to collide, there is the same of BLAKE3, cut to 128 bits
/// ([`Ri::fingerprint_blake3`](crate::Ri::fingerprint_blake3)), as `b3sum --length 16` prints it.
///
/// Equal identifiers have equal fingerprints. Different ones have different fingerprints but for an
/// accident (2^-64 for some pair among four thousand million), so what must never merge compares
/// the normal forms when fingerprints are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 16]);

impl Fingerprint {
    /// Its bytes, in the order in which they are printed.
    ///
    /// ```
    /// let fingerprint = oneiri::Fingerprint::from_bytes([7; 16]);
    /// assert_eq!(fingerprint.to_bytes(), [7; 16]);
    /// ```
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// The fingerprint of these bytes, as [`to_bytes`](Self::to_bytes) gave them.
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
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// XXH3-128 of what `feed` puts in.
#[cfg(feature = "fingerprint")]
pub(crate) fn xxh3(feed: impl FnOnce(&mut dyn FnMut(&[u8]))) -> Fingerprint {
    use twox_hash::xxhash3_128::{RawHasher, SecretBuffer};

    let mut hasher = RawHasher::new(SecretBuffer::default());
    feed(&mut |chunk| hasher.write(chunk));
    Fingerprint(hasher.finish_128().to_be_bytes())
}

/// The first 128 bits of the BLAKE3 of what `feed` puts in.
#[cfg(feature = "blake3")]
pub(crate) fn blake3(feed: impl FnOnce(&mut dyn FnMut(&[u8]))) -> Fingerprint {
    let mut hasher = ::blake3::Hasher::new();
    feed(&mut |chunk| {
        hasher.update(chunk);
    });
    let mut bytes = [0; 16];
    hasher.finalize_xof().fill(&mut bytes);
    Fingerprint(bytes)
}
