//! A hash table that stores places, not texts. It gets the upper half of a hash, because the lowest bits are the same
//! for all texts of a shard. `size_with_one_more` has to say what `insert` will take, because a shard keeps its limit
//! by it.

/// The place of a text: the index of a chunk and the position in it, in one number. Chunks never
/// move, so places stay valid. A text that is longer than a chunk gets a chunk of its own.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) u32);

/// A hash table with open addressing. A slot has eight bytes, and all slots lie in one array, so a
/// lookup costs one access to memory, and several lookups overlap. When the table grows, it reads
/// no texts, because a slot contains half of the hash.
#[derive(Default)]
pub(crate) struct Table {
    /// The number of slots is zero or a power of two, and at least a third of the slots is empty.
    slots: Vec<Slot>,
    count: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    at: u32,
}

impl Slot {
    /// An empty slot. No text can have this place: only one byte would be left for it there, and a
    /// text takes more.
    const EMPTY: Self = Self { hash: 0, at: u32::MAX };
}

impl Table {
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Loads the slot of a hash into the processor's cache.
    pub(crate) fn touch(&self, hash: u32) -> u32 {
        let index = hash as usize & self.slots.len().wrapping_sub(1);
        self.slots.get(index).map_or(0, |slot| slot.at)
    }

    pub(crate) fn find(&self, hash: u32, is: impl Fn(At) -> bool) -> Option<At> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut index = hash as usize & mask;
        loop {
            let slot = self.slots.get(index)?;
            if slot.at == Slot::EMPTY.at {
                return None;
            }
            if slot.hash == hash && is(At(slot.at)) {
                return Some(At(slot.at));
            }
            index = (index + 1) & mask;
        }
    }

    /// Adds a text that is not in the table.
    pub(crate) fn insert(&mut self, hash: u32, At(at): At) {
        if self.must_grow() {
            let slots = vec![Slot::EMPTY; (2 * self.slots.len()).max(16)];
            for slot in std::mem::replace(&mut self.slots, slots) {
                if slot.at != Slot::EMPTY.at {
                    self.put(slot);
                }
            }
        }
        self.put(Slot { hash, at });
        self.count += 1;
    }

    fn put(&mut self, new: Slot) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut index = new.hash as usize & mask;
        while let Some(slot) = self.slots.get_mut(index) {
            if slot.at == Slot::EMPTY.at {
                *slot = new;
                return;
            }
            index = (index + 1) & mask;
        }
    }

    fn must_grow(&self) -> bool {
        3 * (self.count + 1) > 2 * self.slots.len()
    }

    /// The size in bytes after one more text. While the table grows, the old and the new slots
    /// exist together.
    pub(crate) fn size_with_one_more(&self) -> usize {
        let factor = if self.must_grow() { 3 } else { 1 };
        factor * self.slots.len() * size_of::<Slot>()
    }
}
