//! [`Eight::plain`] with vectors: the spans of eight texts at once, one lane of 64 bits for each text. The
//! steps are the same, in the same order.
//!
//! No instruction returns the place of the lowest set bit of each lane. So [`below`] returns the bits below
//! the lowest set bit of x, `!x & (x - 1)`: they are a mask of what is before it, and their number is
//! its place.
#![allow(unsafe_code)]
#![allow(clippy::incompatible_msrv, reason = "compiled by Rust 1.89 and later only")]

use core::arch::x86_64::{
    __m512i, _mm512_add_epi8, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_load_si512,
    _mm512_maskz_set1_epi64, _mm512_or_si512, _mm512_popcnt_epi64, _mm512_set1_epi64, _mm512_shuffle_i64x2,
    _mm512_slli_epi64, _mm512_sllv_epi64, _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_test_epi64_mask,
    _mm512_testn_epi64_mask, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64, _mm512_xor_si512,
};
use core::ptr::from_ref;

use crate::syntax::scan::eight::{A_TO_ZERO, COLON_AND_SLASHES, Eight, NO_COLON, Z_TO_LOW};
use crate::syntax::scan::masks::Masks;
use crate::syntax::scan::word::HIGH;
use crate::syntax::spans::{Hints, Packed};

/// Does what [`Eight::plain`] does.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq")]
pub(super) fn plain(eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
    let Columns { slash, question, hash, colon_or_at, dot, upper, beyond, check } = Columns::new(&eight.masks);
    let (head, end) = (load(&eight.heads), load(&eight.ends));

    let scheme_end = place(or(and(colon_or_at, all(!1)), all(NO_COLON)));
    let bits_of_scheme = _mm512_slli_epi64::<3>(scheme_end);
    let from_a = xor(head, all(A_TO_ZERO));
    let other = and(or(from_a, _mm512_add_epi8(from_a, all(Z_TO_LOW))), all(HIGH));
    let other = _mm512_andnot_si512(from(bits_of_scheme), other);
    let behind_scheme = xor(_mm512_srlv_epi64(head, bits_of_scheme), all(COLON_AND_SLASHES));
    let behind_scheme = and(behind_scheme, all(0xFF_FFFF));

    let host_start = _mm512_add_epi64(scheme_end, all(3));
    let ends_query = or(hash, end);
    let ends_path = or(question, ends_query);
    let behind = from(host_start);
    let before_path = below(and(or(slash, ends_path), behind));
    let path_start = _mm512_popcnt_epi64(before_path);
    let path_end = place(ends_path);
    let query_end = place(ends_query);

    let user_or_port = and(and(colon_or_at, behind), before_path);
    let second_hash = and(hash, _mm512_add_epi64(hash, all(!0)));
    let odd = or(or(or(check, other), or(behind_scheme, user_or_port)), second_hash);

    let non_ascii = when(beyond, beyond, Hints::NON_ASCII);
    let dots = when(_mm512_slli_epi64::<1>(slash), dot, Hints::DOTS);
    let case = when(upper, before_path, Hints::CASE);
    let hints = or(or(non_ascii, dots), case);
    let host = or(
        _mm512_slli_epi64::<{ Packed::HOST_START }>(host_start),
        _mm512_slli_epi64::<{ Packed::HOST_END }>(path_start),
    );
    let path = or(
        _mm512_slli_epi64::<{ Packed::PATH_START }>(path_start),
        _mm512_slli_epi64::<{ Packed::PATH_END }>(path_end),
    );
    let query = _mm512_slli_epi64::<{ Packed::QUERY_END }>(query_end);
    let packed = or(or(scheme_end, host), or(or(path, query), hints));
    const { assert!(size_of::<[Packed; 8]>() == 64) };
    // SAFETY: 64 bytes are written, which is the size of `spans`, as asserted above. `spans` is exclusively
    // borrowed, and any eight words are valid spans.
    unsafe { _mm512_storeu_si512(spans.as_mut_ptr().cast(), packed) };
    // Plain: the text has an end, and nothing is odd.
    _mm512_test_epi64_mask(end, end) & _mm512_testn_epi64_mask(odd, odd)
}

/// The masks of eight texts, by class: the lanes of each vector are the texts.
struct Columns {
    slash: __m512i,
    question: __m512i,
    hash: __m512i,
    colon_or_at: __m512i,
    dot: __m512i,
    upper: __m512i,
    beyond: __m512i,
    check: __m512i,
}

impl Columns {
    /// Turns eight rows of eight masks into eight columns: pairs of rows first, then fours, then all.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(rows: &[Masks; 8]) -> Self {
        const { assert!(size_of::<Masks>() == 64) };
        // SAFETY: 64 bytes are read, which is the size of `Masks`, as asserted above. The rows begin at
        // addresses that are aligned to 64 bytes, since `Eight` is, and `masks` is its first field.
        let row = |nth: usize| unsafe { _mm512_load_si512(from_ref(&rows[nth]).cast()) };
        let pair = |nth| {
            let (one, two) = (row(nth), row(nth + 1));
            (_mm512_unpacklo_epi64(one, two), _mm512_unpackhi_epi64(one, two))
        };
        let [(even0, odd0), (even2, odd2), (even4, odd4), (even6, odd6)] = [pair(0), pair(2), pair(4), pair(6)];
        let split = |one, two| (_mm512_shuffle_i64x2::<0x88>(one, two), _mm512_shuffle_i64x2::<0xDD>(one, two));
        // The numbers are those of the classes.
        let (from_0_4, from_2_6) = split(even0, even2);
        let (from_1_5, from_3_7) = split(odd0, odd2);
        let (to_0_4, to_2_6) = split(even4, even6);
        let (to_1_5, to_3_7) = split(odd4, odd6);
        let ((slash, dot), (hash, beyond)) = (split(from_0_4, to_0_4), split(from_2_6, to_2_6));
        let ((question, upper), (colon_or_at, check)) = (split(from_1_5, to_1_5), split(from_3_7, to_3_7));
        Self { slash, question, hash, colon_or_at, dot, upper, beyond, check }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &[u64; 8]) -> __m512i {
    // SAFETY: 64 bytes are read, which is the size of `words`.
    unsafe { core::arch::x86_64::_mm512_loadu_si512(words.as_ptr().cast()) }
}

/// This word in each lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn all(word: u64) -> __m512i {
    _mm512_set1_epi64(word as i64)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn and(a: __m512i, b: __m512i) -> __m512i {
    _mm512_and_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn or(a: __m512i, b: __m512i) -> __m512i {
    _mm512_or_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn xor(a: __m512i, b: __m512i) -> __m512i {
    _mm512_xor_si512(a, b)
}

/// In each lane, the bits below the lowest set bit; all bits where none is set.
#[inline]
#[target_feature(enable = "avx512f")]
fn below(bits: __m512i) -> __m512i {
    _mm512_andnot_si512(bits, _mm512_add_epi64(bits, all(!0)))
}

/// In each lane, the place of the lowest set bit; 64 where none is set.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn place(bits: __m512i) -> __m512i {
    _mm512_popcnt_epi64(below(bits))
}

/// In each lane, the bits from this place on; none where the place is beyond 63.
#[inline]
#[target_feature(enable = "avx512f")]
fn from(place: __m512i) -> __m512i {
    _mm512_sllv_epi64(all(!0), place)
}

/// In each lane, the hint if the two have a bit in common.
#[inline]
#[target_feature(enable = "avx512f")]
fn when(a: __m512i, b: __m512i, hint: Hints) -> __m512i {
    _mm512_maskz_set1_epi64(_mm512_test_epi64_mask(a, b), Packed::hint(hint) as i64)
}
