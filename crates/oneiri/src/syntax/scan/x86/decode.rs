//! Percent-decoding, 16 bytes at a time.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_and_si128, _mm_blendv_epi8, _mm_cmpeq_epi8, _mm_cvtsi64_si128, _mm_loadu_si128,
    _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8, _mm_shuffle_epi8, _mm_slli_epi16, _mm_srli_si128,
    _mm_storel_epi64, _mm_sub_epi8,
};

use alloc::vec::Vec;

/// The bytes that are decoded at once, and the bytes after them that their last escape may need.
const BLOCK: usize = 16;
const BEHIND: usize = 2;

/// Decodes every escape of a text, whose first `%` is at `first`: see
/// [`Classify::decode`](crate::syntax::scan::Classify::decode).
///
/// # Safety
///
/// The machine has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn decode(text: &[u8], first: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + BLOCK + BEHIND);
    out.extend_from_slice(text);
    // Zeros, which are no part of an escape, after the text.
    out.resize(text.len() + BLOCK + BEHIND, 0);
    let (mut at, mut written) = (first, first);
    // The places of the next block that an escape before it takes up, as bits.
    let mut taken = 0;
    while at < text.len() {
        let (octets, escapes) = {
            let block: &[u8; BLOCK + BEHIND] = match out[at..].first_chunk() {
                Some(block) => block,
                None => break,
            };
            // SAFETY: the machine has AVX2.
            unsafe { octets(block) }
        };
        let digits = escapes << 1 | escapes << 2 | taken;
        taken = digits >> BLOCK;
        let within = !(!0 << (text.len() - at).min(BLOCK));
        let kept = !digits & within;
        let (low, high) = ((kept & 0xFF) as usize, (kept >> 8) as usize);
        // SAFETY: the machine has AVX2. Two times eight bytes are written into `out`: at `written`, which is at most
        // `at`, and at most eight bytes after that. This ends at `at + 16` at the latest, which is within `out` as
        // the block is. No byte after the block is written, so the next block still holds the text.
        unsafe {
            let place = out.as_mut_ptr().add(written);
            let pack = |octets, kept: usize| _mm_shuffle_epi8(octets, _mm_cvtsi64_si128(PACKED[kept].places as i64));
            _mm_storel_epi64(place.cast::<__m128i>(), pack(octets, low));
            let place = place.add(PACKED[low].count);
            let octets = _mm_srli_si128::<8>(octets);
            _mm_storel_epi64(place.cast::<__m128i>(), pack(octets, high));
        }
        written += PACKED[low].count + PACKED[high].count;
        at += BLOCK;
    }
    out.truncate(written);
    out
}

/// The first 16 bytes, with the octet of each escape in the place of its `%`, and a bit for each escape.
///
/// # Safety
///
/// The machine has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn octets(block: &[u8; BLOCK + BEHIND]) -> (__m128i, u32) {
    // SAFETY: the three loads cover the bytes 0 to 15, 1 to 16 and 2 to 17 of the block. The machine has AVX2.
    unsafe {
        let start = block.as_ptr();
        let bytes = _mm_loadu_si128(start.cast::<__m128i>());
        let (high, are_high) = hex_values(_mm_loadu_si128(start.add(1).cast::<__m128i>()));
        let (low, are_low) = hex_values(_mm_loadu_si128(start.add(2).cast::<__m128i>()));
        let signs = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'%' as i8));
        let escapes = _mm_and_si128(signs, _mm_and_si128(are_high, are_low));
        // There is no shift by bytes; the mask removes what comes from the neighbour.
        let high = _mm_and_si128(_mm_slli_epi16::<4>(high), _mm_set1_epi8(0xF0_u8 as i8));
        let octets = _mm_blendv_epi8(bytes, _mm_or_si128(high, low), escapes);
        (octets, _mm_movemask_epi8(escapes) as u32)
    }
}

/// The values of hexadecimal digits, and ones in the places of such digits. The values in other places mean
/// nothing.
///
/// # Safety
///
/// The machine has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unused_unsafe, reason = "these are safe since Rust 1.87, and unsafe in the oldest compiler that we support")]
unsafe fn hex_values(bytes: __m128i) -> (__m128i, __m128i) {
    // SAFETY: the machine has AVX2.
    unsafe {
        let each = |byte: u8| _mm_set1_epi8(byte as i8);
        let at_most = |values, most| _mm_cmpeq_epi8(_mm_min_epu8(values, each(most)), values);
        let digits = _mm_sub_epi8(bytes, each(b'0'));
        let letters = _mm_sub_epi8(_mm_or_si128(bytes, each(0x20)), each(b'a'));
        let are_digits = at_most(digits, 9);
        let values = _mm_blendv_epi8(_mm_add_epi8(letters, each(10)), digits, are_digits);
        (values, _mm_or_si128(are_digits, at_most(letters, 5)))
    }
}

/// Which of eight bytes are kept.
#[derive(Clone, Copy)]
struct Packed {
    /// The places of the kept bytes, the first lowest.
    places: u64,
    count: usize,
}

/// For each set of kept bytes, as bits.
static PACKED: [Packed; 256] = {
    let mut packed = [Packed { places: 0, count: 0 }; 256];
    let mut set = 0;
    while set < 256 {
        let mut place = 0;
        while place < 8 {
            if set >> place & 1 == 1 {
                packed[set].places |= (place as u64) << (8 * packed[set].count);
                packed[set].count += 1;
            }
            place += 1;
        }
        set += 1;
    }
    packed
};
