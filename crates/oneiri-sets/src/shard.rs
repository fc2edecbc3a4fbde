//! A shard: a set of keys with a limit on its memory. Each shard holds the keys whose hashes have
//! certain bits. `insert` writes a text and what is kept with it as bytes, which `count`, `tally`, `text` and
//! `spelling` read, so all of them change together. A place never moves and has 32 bits, because marks (`place`)
//! and the table store it so. The tests below insert texts longer than a chunk, and into full shards.

use std::hint::black_box;

use crate::numbers;
use crate::table::{At, Table};
use crate::tally::Tally;

/// The result of adding a text.
pub(crate) enum Inserted {
    /// The text is new, and was added at this place.
    First(At),
    /// The text is known, and lies at this place.
    Again(At),
    /// The text is unknown, and there is no room for it.
    NoRoom,
}

/// A set of texts. Texts are compared byte by byte; the hash only finds candidates.
pub(crate) struct Shard {
    table: Table,
    chunks: Vec<Vec<u8>>,
    /// How many bits of a place are the position in the chunk. The other bits are the index of the
    /// chunk.
    chunk_bits: u32,
    /// The size of all chunks in bytes.
    size: usize,
    /// The greatest size of chunks and table together.
    limit: usize,
    /// Whether no text is added any more.
    full: bool,
    kept: Kept,
}

/// The mark of a record that waits for its class: the place of the class, with the index of its shard in the upper half.
pub(crate) fn place(nth: usize, _: &Shard, class: At) -> u64 {
    (nth as u64) << 32 | u64::from(class.0)
}

/// The shard with the class that a record has by its mark, and the place there.
pub(crate) fn class_of(mark: u64, shards: &mut [Shard]) -> Option<(&mut Shard, At)> {
    let shard = shards.get_mut((mark >> 32) as usize)?;
    Some((shard, At(mark as u32)))
}

/// The facts that a shard stores with each text.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    /// Whether the spelling is kept with which the text was added.
    pub(crate) spelling: bool,
    pub(crate) tally: Option<Tally>,
}

impl Kept {
    /// How many bytes the tally takes.
    fn tally_size(self) -> usize {
        self.tally.map_or(0, Tally::size)
    }
}

impl Shard {
    pub(crate) fn new(limit: usize, kept: Kept) -> Self {
        let chunk_bits = (limit / 32).clamp(1 << 10, 1 << 16).ilog2();
        let (table, chunks) = (Table::default(), Vec::new());
        Self { table, chunks, chunk_bits, size: 0, limit, full: false, kept }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Stops adding texts. Known texts are still found.
    pub(crate) fn close(&mut self) {
        self.full = true;
    }

    /// Loads the slot of a hash into the processor's cache.
    fn touch_slot(&self, hash: u64) -> u32 {
        self.table.touch((hash >> 32) as u32)
    }

    /// Loads the beginning of a text into the cache, and its end if it has the expected length.
    fn touch_text(&self, at: At, length: usize) -> u8 {
        let Some((chunk, at)) = self.locate(at) else { return 0 };
        let byte = |at| chunk.get(at).copied().unwrap_or(0);
        byte(at) ^ byte(at + length)
    }

    /// The place of a text with this hash. It may be another text with the same hash.
    fn candidate(&self, hash: u64) -> Option<At> {
        self.table.find((hash >> 32) as u32, |_| true)
    }

    /// Adds a text, if it is new and there is room. `one` is the tally of its record alone.
    pub(crate) fn insert(&mut self, hash: u64, text: &[u8], spelling: &[u8], one: u128) -> Inserted {
        let hash = (hash >> 32) as u32;
        if let Some(at) = self.table.find(hash, |at| self.text(at) == text) {
            self.count(at, one);
            return Inserted::Again(at);
        }
        // A text is stored after its tally, if there is one, and its length. If spellings are kept,
        // one more byte follows: 0 if the spelling is the text itself, or 1 and then the length and
        // the bytes of the spelling.
        let kept = self.kept;
        let other = Some(spelling).filter(|&spelling| kept.spelling && spelling != text);
        let length = text.len() + other.map_or(0, <[u8]>::len) + 20 + kept.tally_size();
        let Some((at, chunk)) = self.place(length) else {
            self.full = true;
            return Inserted::NoRoom;
        };
        chunk.extend_from_slice(&one.to_le_bytes()[..kept.tally_size()]);
        numbers::push(chunk, text.len() as u64);
        chunk.extend_from_slice(text);
        if kept.spelling {
            chunk.push(u8::from(other.is_some()));
        }
        if let Some(other) = other {
            numbers::push(chunk, other.len() as u64);
            chunk.extend_from_slice(other);
        }
        self.table.insert(hash, at);
        Inserted::First(at)
    }

    /// Joins the tally of one more record to that of a text.
    pub(crate) fn count(&mut self, at: At, one: u128) {
        let Some(tally) = self.kept.tally else { return };
        let (chunk, at) = self.split(at);
        let place = self.chunks.get_mut(chunk).and_then(|chunk| chunk.get_mut(at..at + tally.size()));
        if let Some(place) = place {
            let joined = tally.join(number(place), one);
            place.copy_from_slice(&joined.to_le_bytes()[..tally.size()]);
        }
    }

    pub(crate) fn tally(&self, at: At) -> u128 {
        let (chunk, at) = self.split(at);
        self.chunks.get(chunk).and_then(|chunk| chunk.get(at..at + self.kept.tally_size())).map_or(0, number)
    }

    /// The spelling with which a text was added. The shard must keep spellings.
    pub(crate) fn spelling(&self, at: At) -> &[u8] {
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

    /// A place for so many bytes, within the limit. An empty shard accepts a text of any size, so
    /// every partition makes progress.
    fn place(&mut self, length: usize) -> Option<(At, &mut Vec<u8>)> {
        let chunk = 1 << self.chunk_bits;
        // The position at which a text begins must fit into `chunk_bits` bits.
        let has_room = |last: &&Vec<u8>| last.len() < chunk && last.capacity() - last.len() >= length;
        let last = self.chunks.last().is_some_and(|last| has_room(&last));
        let more = if last { 0 } else { length.max(chunk) };
        let room = self.size + more + self.table.size_with_one_more() <= self.limit;
        let index = self.chunks.len() - usize::from(last);
        // The index of the chunk must fit into the bits that `chunk_bits` leaves.
        let index_fits = index >> (32 - self.chunk_bits) == 0;
        if self.full || !index_fits || !(room || self.table.is_empty()) {
            return None;
        }
        if more > 0 {
            self.chunks.push(Vec::with_capacity(more));
            self.size += more;
        }
        let chunk = self.chunks.last_mut()?;
        Some((At((index << self.chunk_bits | chunk.len()) as u32), chunk))
    }

    pub(crate) fn text(&self, at: At) -> &[u8] {
        let Some((chunk, mut at)) = self.locate(at) else { return &[] };
        numbers::take_bytes(chunk, &mut at)
    }

    /// The chunk of a text, and the position of its length.
    fn locate(&self, at: At) -> Option<(&[u8], usize)> {
        let (chunk, at) = self.split(at);
        Some((self.chunks.get(chunk)?, at + self.kept.tally_size()))
    }

    /// The index of a chunk, and the position in it.
    fn split(&self, At(at): At) -> (usize, usize) {
        ((at >> self.chunk_bits) as usize, at as usize & ((1 << self.chunk_bits) - 1))
    }
}

fn number(bytes: &[u8]) -> u128 {
    let mut number = [0; size_of::<u128>()];
    number.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    u128::from_le_bytes(number)
}

pub(crate) const BATCH: usize = 32;

/// The places of a batch of texts, each given with its hash; `None` for an unknown text.
///
/// A single lookup spends most of its time waiting for memory. Therefore all slots of the batch are
/// loaded first, then all texts, and only then the texts are compared. These loads do not depend on
/// each other, so the processor waits for many of them at once.
pub(crate) fn known<'t, 's>(
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

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts have one of two hashes, so only their bytes tell them apart.
    #[test]
    fn every_text_is_first_once() {
        for (limit, hashes) in [(usize::MAX, 1), (usize::MAX, 2), (1 << 24, 1 << 40)] {
            let tally = (hashes == 2).then_some(Tally::Records);
            let mut shard = Shard::new(limit, Kept { spelling: true, tally });
            let long = "x".repeat(70_000);
            let texts: Vec<String> = (0..2_000).map(|n| format!("{n}")).chain([long, String::new()]).collect();
            for again in [false, true] {
                for (nth, text) in texts.iter().enumerate() {
                    let hash = (nth as u64 % hashes) << 32;
                    let spelling = format!("%{text}");
                    let spelling = if nth % 3 == 0 { text } else { &spelling };
                    match shard.insert(hash, text.as_bytes(), spelling.as_bytes(), 1) {
                        Inserted::Again(at) if again => {
                            assert_eq!(shard.text(at), text.as_bytes());
                            assert_eq!(shard.spelling(at), spelling.as_bytes());
                        }
                        Inserted::First(_) if !again => {}
                        _ => unreachable!("{text}"),
                    }
                }
            }
        }
    }

    /// The first text is accepted under any limit. A text that finds no room stays unknown.
    #[test]
    fn a_full_set_knows_what_it_knows() {
        for limit in [0, 1 << 14, 1 << 18] {
            let mut shard = Shard::new(limit, Kept::default());
            let text = |nth: u64| format!("{nth}{}", "y".repeat(nth as usize % 3000));
            let hash = |nth: u64| nth.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut insert = |nth| shard.insert(hash(nth), text(nth).as_bytes(), b"", 0);
            let known = (0..).find(|&nth| !matches!(insert(nth), Inserted::First(_))).unwrap_or(0);
            assert!(known > 0);
            assert_eq!(known == 1, limit == 0);
            for nth in 0..2 * known {
                assert_eq!(matches!(insert(nth), Inserted::Again(_)), nth < known);
                assert_eq!(matches!(insert(nth), Inserted::NoRoom), nth >= known);
            }
        }
    }

    /// Some texts have other spellings and some are longer than a chunk.
    #[test]
    fn tallies_count_every_record() {
        for (spelling, tally) in [(true, Tally::Records), (false, Tally::Records), (true, Tally::Lists)] {
            let mut shard = Shard::new(usize::MAX, Kept { spelling, tally: Some(tally) });
            let text = |nth: u64| format!("{nth}{}", "z".repeat(nth as usize * nth as usize % 90_000));
            let mut places = Vec::new();
            for round in 0..3 {
                for nth in (0..1000).filter(|nth| nth % (round + 1) == 0) {
                    let (text, hash) = (text(nth), nth << 32);
                    let spelling = if nth % 2 == 0 { "" } else { &text };
                    match shard.insert(hash, text.as_bytes(), spelling.as_bytes(), tally.of(round as usize, 0)) {
                        Inserted::First(at) => places.push(at),
                        inserted => assert!(matches!(inserted, Inserted::Again(_))),
                    }
                }
            }
            let expected = (0..1000u64).map(|nth| {
                let rounds = (0..3).filter(|round| nth % (round + 1) == 0);
                rounds.fold(0, |all, round| tally.join(all, tally.of(round as usize, 0)))
            });
            assert!(places.into_iter().map(|at| shard.tally(at)).eq(expected), "{spelling}, {tally:?}");
        }
    }
}
