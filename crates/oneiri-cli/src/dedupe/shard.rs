//! A set of normal forms of bounded size: one of many, each for the texts of some hashes.

use std::hint::black_box;

use super::numbers;

/// What became of a text.
pub(super) enum Fate {
    /// It is the first of its class, which is known from now on.
    First,
    /// Its class is known, and lies there.
    Again(At),
    /// Its class is not known, and there is no room for it.
    NoRoom,
}

/// Where a class lies: a chunk and a place in it. Chunks never move, and a text longer than they are
/// has its own.
#[derive(Clone, Copy)]
pub(super) struct At(u32);

/// Texts are told apart byte by byte; the hash only leads to where an equal one would be.
pub(super) struct Shard {
    table: Table,
    chunks: Vec<Vec<u8>>,
    /// A place in a chunk takes so many bits of where a class lies, and the chunk the others.
    chunk_bits: u32,
    /// The bytes of all chunks.
    size: usize,
    /// How many bytes chunks and table may take.
    limit: usize,
    /// Nothing more is added.
    full: bool,
}

impl Shard {
    pub(super) fn new(limit: usize) -> Self {
        let chunk_bits = (limit / 32).clamp(1 << 10, 1 << 16).ilog2();
        let (table, chunks) = (Table::default(), Vec::new());
        Self { table, chunks, chunk_bits, size: 0, limit, full: false }
    }

    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// From now on, what is not known is not added.
    pub(super) fn close(&mut self) {
        self.full = true;
    }

    /// Brings near where a hash would be.
    fn touch_slot(&self, hash: u64) -> u32 {
        let index = (hash >> 32) as usize & self.table.slots.len().wrapping_sub(1);
        self.table.slots.get(index).map_or(0, |slot| slot.at)
    }

    /// Brings near the beginning and the end of a text, if it is of the length expected.
    fn touch_text(&self, at: At, length: usize) -> u8 {
        let Some((chunk, at)) = self.locate(at) else { return 0 };
        let byte = |at| chunk.get(at).copied().unwrap_or(0);
        byte(at) ^ byte(at + length)
    }

    /// Where the text lies that has this hash, if there is one; another text may have it too.
    fn candidate(&self, hash: u64) -> Option<At> {
        self.table.find((hash >> 32) as u32, |_| true)
    }

    /// Adds a text if it is new and there is room, and how it was spelled, if that is wanted later.
    pub(super) fn insert(&mut self, hash: u64, text: &[u8], spelling: Option<&[u8]>) -> Fate {
        let hash = (hash >> 32) as u32;
        if let Some(at) = self.table.find(hash, |at| self.text(at) == text) {
            return Fate::Again(at);
        }
        // The text behind its length. If spellings are wanted, 0 for the text's own, or 1 and the
        // spelling behind its length.
        let other = spelling.filter(|&spelling| spelling != text);
        let length = text.len() + other.map_or(0, <[u8]>::len) + 20;
        let Some((at, chunk)) = self.place(length) else {
            self.full = true;
            return Fate::NoRoom;
        };
        numbers::push(chunk, text.len() as u64);
        chunk.extend_from_slice(text);
        if spelling.is_some() {
            chunk.push(u8::from(other.is_some()));
        }
        if let Some(other) = other {
            numbers::push(chunk, other.len() as u64);
            chunk.extend_from_slice(other);
        }
        self.table.insert(hash, at);
        Fate::First
    }

    /// The spelling that a class was added with.
    pub(super) fn spelling(&self, at: At) -> &[u8] {
        let Some((chunk, mut at)) = self.locate(at) else { return &[] };
        let text = numbers::take_bytes(chunk, &mut at);
        match chunk.get(at) {
            Some(0) | None => text,
            Some(_) => {
                at += 1;
                numbers::take_bytes(chunk, &mut at)
            }
        }
    }

    /// A place for so many bytes, if the limit allows it. An empty set has room for any one text, so
    /// whoever comes back with what found none gets done.
    fn place(&mut self, length: usize) -> Option<(At, &mut Vec<u8>)> {
        let chunk = 1 << self.chunk_bits;
        // Where a text begins must be told in so many bits.
        let has_room =
            |last: &&Vec<u8>| last.len() < chunk && last.capacity() - last.len() >= length;
        let last = self.chunks.last().is_some_and(|last| has_room(&last));
        let more = if last { 0 } else { length.max(chunk) };
        let room = self.size + more + self.table.size_with_one_more() <= self.limit;
        let index = self.chunks.len() - usize::from(last);
        let told = index >> (32 - self.chunk_bits) == 0;
        if self.full || !told || !(room || self.table.is_empty()) {
            return None;
        }
        if more > 0 {
            self.chunks.push(Vec::with_capacity(more));
            self.size += more;
        }
        let chunk = self.chunks.last_mut()?;
        Some((At((index << self.chunk_bits | chunk.len()) as u32), chunk))
    }

    pub(super) fn text(&self, at: At) -> &[u8] {
        let Some((chunk, mut at)) = self.locate(at) else { return &[] };
        numbers::take_bytes(chunk, &mut at)
    }

    fn locate(&self, At(at): At) -> Option<(&[u8], usize)> {
        let chunk = self.chunks.get((at >> self.chunk_bits) as usize)?;
        Some((chunk, at as usize & ((1 << self.chunk_bits) - 1)))
    }
}

/// How many texts are looked up at a time.
pub(super) const BATCH: usize = 32;

/// Where each of a batch of texts lies, if it is known; each with its hash.
///
/// Nearly all of the time that takes is waiting for memory. So all slots are touched before any is
/// looked at, and all texts before any is compared: where nothing depends on what comes, the
/// processor waits for many at once.
pub(super) fn known<'t, 's>(
    texts: impl Iterator<Item = (u64, &'t [u8])> + Clone,
    shard: impl Fn(u64) -> Option<&'s Shard>,
) -> [Option<At>; BATCH] {
    let mut known = [None; BATCH];
    let mut touched = 0;
    for (hash, _) in texts.clone() {
        touched ^= shard(hash).map_or(0, |shard| shard.touch_slot(hash));
    }
    black_box(touched);
    for (known, (hash, _)) in known.iter_mut().zip(texts.clone()) {
        *known = shard(hash).and_then(|shard| shard.candidate(hash));
    }
    let mut touched = 0;
    for (known, (hash, text)) in known.iter().zip(texts.clone()) {
        if let (Some(at), Some(shard)) = (known, shard(hash)) {
            touched ^= shard.touch_text(*at, text.len());
        }
    }
    black_box(touched);
    for (known, (hash, text)) in known.iter_mut().zip(texts) {
        *known = known.filter(|at| shard(hash).is_some_and(|shard| shard.text(*at) == text));
    }
    known
}

/// Where the classes of each hash lie: eight bytes for each in one row, so that a look costs one
/// access to memory, and several looks at once overlap. That, and that a growing table reads no
/// texts, is what a general one does not do.
#[derive(Default)]
struct Table {
    /// A power of two, or none at all; at least a third is empty.
    slots: Vec<Slot>,
    count: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    at: u32,
}

impl Slot {
    /// No class lies there: a text takes more bytes than the one that would be left.
    const EMPTY: Self = Self { hash: 0, at: u32::MAX };
}

impl Table {
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn find(&self, hash: u32, is: impl Fn(At) -> bool) -> Option<At> {
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

    /// Adds what is not there.
    fn insert(&mut self, hash: u32, At(at): At) {
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

    /// In bytes. A table that grows is there twice while it does.
    fn size_with_one_more(&self) -> usize {
        let factor = if self.must_grow() { 3 } else { 1 };
        factor * self.slots.len() * size_of::<Slot>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts told apart by their text alone, as all have one hash, or one of two.
    #[test]
    fn every_text_is_first_once() {
        for (limit, hashes) in [(usize::MAX, 1), (usize::MAX, 2), (1 << 24, 1 << 40)] {
            let mut shard = Shard::new(limit);
            let long = "x".repeat(70_000);
            let texts: Vec<String> =
                (0..2_000).map(|n| format!("{n}")).chain([long, String::new()]).collect();
            for again in [false, true] {
                for (nth, text) in texts.iter().enumerate() {
                    let hash = (nth as u64 % hashes) << 32;
                    let spelling = format!("%{text}");
                    let spelling = if nth % 3 == 0 { text } else { &spelling };
                    match shard.insert(hash, text.as_bytes(), Some(spelling.as_bytes())) {
                        Fate::Again(at) if again => {
                            assert_eq!(shard.text(at), text.as_bytes());
                            assert_eq!(shard.spelling(at), spelling.as_bytes());
                        }
                        Fate::First if !again => {}
                        _ => unreachable!("{text}"),
                    }
                }
            }
        }
    }

    /// The first text finds room whatever the limit; what finds none is known as little as before.
    #[test]
    fn a_full_set_knows_what_it_knows() {
        for limit in [0, 1 << 14, 1 << 18] {
            let mut shard = Shard::new(limit);
            let text = |nth: u64| format!("{nth}{}", "y".repeat(nth as usize % 3000));
            let hash = |nth: u64| nth.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut insert = |nth| shard.insert(hash(nth), text(nth).as_bytes(), None);
            let known = (0..).find(|&nth| !matches!(insert(nth), Fate::First)).unwrap_or(0);
            assert!(known > 0);
            assert_eq!(known == 1, limit == 0);
            for nth in 0..2 * known {
                assert_eq!(matches!(insert(nth), Fate::Again(_)), nth < known);
                assert_eq!(matches!(insert(nth), Fate::NoRoom), nth >= known);
            }
        }
    }
}
