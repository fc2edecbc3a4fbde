//! The hash of keys. It is another one in each run, so no hash is kept longer or shown. Its bits are divided up: the
//! lowest select the shard (`budget`), the next ones the partition of the temporary file (`settle`), and the upper half
//! is what a `table` stores. All of them must therefore be evenly distributed. A secret of fewer than 136 bytes would
//! make every hash 0: results stay right, because keys are compared byte by byte, but a run takes quadratic time.

use std::hash::{BuildHasher, RandomState};

use twox_hash::XxHash3_64;

/// XXH3 with a random secret, so that nobody can construct a list that makes a table slow.
pub(crate) struct Hasher([u8; 192]);

impl Hasher {
    pub(crate) fn new() -> Self {
        let mut secret = [0; 192];
        for eight in secret.chunks_mut(8) {
            // The standard library's maps get their random keys from the same source.
            eight.copy_from_slice(&RandomState::new().hash_one(0).to_le_bytes());
        }
        Self(secret)
    }

    #[inline]
    pub(crate) fn hash(&self, key: &[u8]) -> u64 {
        // This fails for a secret of fewer than 136 bytes.
        XxHash3_64::oneshot_with_secret(&self.0, key).unwrap_or_default()
    }
}
