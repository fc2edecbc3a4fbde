//! A scanner without vectors: it reads eight bytes at a time, in a word of 64 bits. It returns exactly
//! the masks that [`Masks`] defines, like every other scanner; `law` checks this.

use crate::syntax::scan::classes::{BEYOND, is_checked, of_ascii};
use crate::syntax::scan::classify::{Classify, StopAt};
use crate::syntax::scan::masks::Masks;
use crate::syntax::scan::word::{EACH, HIGH, gather, places_of, spread, word_at};

/// The class of each ASCII character; [`BEYOND`] for a character that is in no class.
const BY_BYTE: [u8; 128] = {
    let mut classes = [BEYOND as u8; 128];
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
        // Most characters of a text are in no class. Arithmetic on words finds the bytes that may be in
        // one, and the table then gives the class of each of them.
        let (mut rare, mut high) = (0u64, 0);
        for place in (0..64).step_by(8) {
            let Some(word) = word_at(bytes, at + place) else { break };
            rare |= gather(is_rare(word)) << place;
            high |= word;
        }
        let block = &bytes[at..bytes.len().min(at + 64)];
        // Zeros fill up the last word.
        rare &= !0u64 >> (64 - block.len().max(1));
        // The numbers of the classes, as binary digits: registers hold these masks, but not one for each class.
        let (mut ones, mut twos, mut fours) = (0, 0, 0u64);
        for place in bits(rare) {
            let class = u64::from(BY_BYTE[usize::from(block[place] & 0x7F)]);
            ones |= (class & 1) << place;
            twos |= (class >> 1 & 1) << place;
            fours |= (class >> 2) << place;
        }
        let of = |class: usize| {
            let digit = |mask: u64, nth: u32| if class >> nth & 1 == 1 { mask } else { !mask };
            rare & digit(ones, 0) & digit(twos, 1) & digit(fours, 2)
        };
        let (mut beyond, mut checked) = (0, 0);
        if high & HIGH != 0 {
            for place in (0..64).step_by(8) {
                beyond |= word_at(bytes, at + place).map_or(0, |word| gather(word & HIGH) << place);
            }
            let is_checked = |place: &usize| is_checked(block[*place], unicode);
            checked = bits(beyond).filter(is_checked).fold(0, |all, place| all | 1 << place);
        }
        let [slash, question, hash, colon_or_at, dot, upper, _, check] = core::array::from_fn(of);
        Masks { slash, question, hash, colon_or_at, dot, upper, beyond, check: check | checked }
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
    // Each range begins with one of these characters, and one ends before the next.
    let hyphen = from(b'-') ^ from(b'-' + 1);
    let digit = from(b'0') ^ from(b'9' + 1);
    let letter = from(b'a') ^ from(b'z' + 1);
    !(hyphen ^ digit ^ letter | word) & HIGH
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
