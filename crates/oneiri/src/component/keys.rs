//! A map from the keys of a query to the places of their pairs.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::string::String;
use core::mem;

/// The indices of the first and the last pair of a key.
pub(super) struct Ends {
    pub(super) first: usize,
    pub(super) last: usize,
}

/// The map. It is ordered by the hashes of the keys, which are compared faster than texts, and then by the keys. So
/// each operation costs O(log n), also where somebody chose keys that have one hash.
#[derive(Default)]
pub(super) struct Keys {
    by_hash: BTreeMap<u64, Same>,
}

/// The keys of one hash.
enum Same {
    One(String, Ends),
    Many(BTreeMap<String, Ends>),
}

impl Keys {
    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Ends> {
        self.by_hash.get_mut(&hash(key))?.get_mut(key)
    }

    /// Notes that the last pair of a key is the one at `at`. Returns the one that was the last.
    pub(super) fn note(&mut self, key: Cow<'_, str>, at: usize) -> Option<usize> {
        let ends = Ends { first: at, last: at };
        let same = match self.by_hash.entry(hash(&key)) {
            Entry::Vacant(entry) => {
                entry.insert(Same::One(key.into_owned(), ends));
                return None;
            }
            Entry::Occupied(entry) => entry.into_mut(),
        };
        if let Some(ends) = same.get_mut(&key) {
            return Some(mem::replace(&mut ends.last, at));
        }
        let mut all = match mem::replace(same, Same::Many(BTreeMap::new())) {
            Same::One(other, its_ends) => BTreeMap::from([(other, its_ends)]),
            Same::Many(all) => all,
        };
        all.insert(key.into_owned(), ends);
        *same = Same::Many(all);
        None
    }

    pub(super) fn remove(&mut self, key: &str) {
        let hash = hash(key);
        match self.by_hash.get_mut(&hash) {
            Some(Same::One(found, _)) if found == key => {
                self.by_hash.remove(&hash);
            }
            Some(Same::Many(all)) => {
                all.remove(key);
            }
            _ => {}
        }
    }
}

impl Same {
    fn get_mut(&mut self, key: &str) -> Option<&mut Ends> {
        match self {
            Self::One(found, ends) => (found == key).then_some(ends),
            Self::Many(all) => all.get_mut(key),
        }
    }
}

/// FNV-1a, of 64 bits; in tests of four values, so that many keys have one.
fn hash(key: &str) -> u64 {
    let hash = key
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    if cfg!(any(test, fuzzing)) { hash % 4 } else { hash }
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use alloc::string::ToString;

    #[test]
    fn keys_of_one_hash_are_told_apart() {
        let mut keys = Keys::default();
        let names: [_; 32] = core::array::from_fn(|at| at.to_string());
        for (at, name) in names.iter().enumerate() {
            assert!(keys.get_mut(name).is_none());
            assert_eq!(keys.note(name.into(), at), None);
            assert_eq!(keys.note(name.into(), at + 100), Some(at));
        }
        for (at, name) in names.iter().enumerate() {
            let ends = keys.get_mut(name).map(|ends| (ends.first, ends.last));
            assert_eq!(ends, Some((at, at + 100)));
            keys.remove(name);
            assert!(keys.get_mut(name).is_none());
            keys.remove(name);
        }
        assert_eq!(keys.note("0".into(), 7), None);
    }
}
