//! A scanner without vectors: it reads eight bytes at a time, in a word of 64 bits. It returns exactly
//! the masks that [`Masks`] defines, like every other scanner; `law` checks this.

use crate::syntax::scan::classes::{BEYOND, CHECK, COUNT, is_checked, of_ascii};
use crate::syntax::scan::classify::{Classify, StopAt};
use crate::syntax::scan::masks::Masks;
use crate::syntax::scan::word::{EACH, HIGH, gather, places_of, spread, word_at};

/// The class of each ASCII character; [`COUNT`] for a character that is in no class.
const BY_BYTE: [u8; 128] = {
    let mut classes = [COUNT as u8; 128];
    let mut byte = 0;
    while byte < 0x80 {
        if let Some(class) = of_ascii(byte) {
            classes[byte as usize] = class as u8;
        }
        byte += 1;
    }
    classes
};

/// The scanner of words, which every machine can run.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(crate) struct Words;

impl Classify for Words {
    #[inline(always)]
    fn is_fast(self) -> bool {
        false
    }

    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks {
        let block = &bytes[at..bytes.len().min(at + 64)];
        // Most characters of a text are in no class. Arithmetic on words finds the bytes that may be in
        // one, and the table then gives the class of each of them.
        let (mut rare, mut beyond) = (0, 0);
        let mut words = block.chunks_exact(8);
        let mut shift = 0;
        for word in &mut words {
            let word = word.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
            rare |= gather(is_rare(word)) << shift;
            beyond |= gather(word & HIGH) << shift;
            shift += 8;
        }
        if !words.remainder().is_empty() {
            // The last word is filled up with "0", which is in no class.
            let mut last = [b'0'; 8];
            last[..words.remainder().len()].copy_from_slice(words.remainder());
            let word = u64::from_le_bytes(last);
            rare |= gather(is_rare(word)) << shift;
            beyond |= gather(word & HIGH) << shift;
        }
        // The last mask collects the bytes without a class, and is dropped below.
        let mut masks = [0; COUNT + 1];
        for place in bits(rare) {
            let class = BY_BYTE[usize::from(block[place] & 0x7F)];
            masks[usize::from(class)] |= 1 << place;
        }
        masks[BEYOND] = beyond;
        for place in bits(beyond) {
            if is_checked(block[place], unicode) {
                masks[CHECK] |= 1 << place;
            }
        }
        let [slash, question, hash, colon_or_at, dot, upper, beyond, check, _] = masks;
        Masks { slash, question, hash, colon_or_at, dot, upper, beyond, check }
    }

    #[inline]
    fn stops(self, bytes: &[u8], at: usize, starts: u64, besides: StopAt) -> u64 {
        let block = &bytes[at..bytes.len().min(at + 64)];
        let (mut stops, mut carry) = (0, 0);
        for place in (0..block.len()).step_by(8) {
            let Some(word) = word_at(block, place) else { break };
            // The highest bit of each byte at which a segment begins.
            let slashes = places_of(b'/', word);
            let starts = slashes << 8 | carry | spread(starts >> place & 0xFF);
            carry = slashes >> 56;
            let escapes = places_of(b'%', word);
            let besides = match besides {
                StopAt::Nothing => starts & escapes,
                StopAt::Escapes => escapes,
                StopAt::EscapesAndBidi => escapes | places_of(0xE2, word),
            };
            stops |= gather(starts & places_of(b'.', word) | besides) << place;
        }
        stops
    }
}

/// Sets the highest bit of each ASCII byte other than a lower-case letter, a digit or a hyphen.
#[inline(always)]
fn is_rare(word: u64) -> u64 {
    let low = word & !HIGH;
    // In each byte, the sum has its highest bit set if the character is `first` or greater.
    let from = |first: u8| low + u64::from(0x80 - first) * EACH;
    let letter = from(b'a') & !from(b'z' + 1);
    let digit = from(b'0') & !from(b'9' + 1);
    let hyphen = from(b'-') & !from(b'-' + 1);
    !(letter | digit | hyphen | word) & HIGH
}

/// The places of the set bits, in ascending order.
#[inline(always)]
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        place
    })
}
