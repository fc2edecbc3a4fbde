//! [`Eight::plain`] as assembly: the spans of eight texts at once, one lane of 64 bits for each text. The
//! steps are the same, in the same order.
//!
//! No instruction returns the place of the lowest set bit of each lane. So the code computes
//! `!x & (x - 1)`, the bits below the lowest set bit of x: they are a mask of what stands before it, and
//! their number is its place.
#![allow(unsafe_code)]

use core::arch::asm;
use core::mem::{offset_of, size_of};

use crate::syntax::scan::eight::{A_TO_ZERO, COLON_AND_SLASHES, Eight, NO_COLON, Z_TO_LOW};
use crate::syntax::scan::word::HIGH;
use crate::syntax::spans::{Hints, Packed};

/// The constants of the assembly, which are the same in all lanes.
#[repr(C)]
struct Constants {
    not_first: u64,
    no_colon: u64,
    a_to_zero: u64,
    z_to_low: u64,
    high: u64,
    colon_and_slashes: u64,
    three_bytes: u64,
    three: u64,
    dots: u64,
    case: u64,
    non_ascii: u64,
}

static CONSTANTS: Constants = Constants {
    not_first: !1,
    no_colon: NO_COLON,
    a_to_zero: A_TO_ZERO,
    z_to_low: Z_TO_LOW,
    high: HIGH,
    colon_and_slashes: COLON_AND_SLASHES,
    three_bytes: 0xFF_FFFF,
    three: 3,
    dots: Packed::hint(Hints::DOTS),
    case: Packed::hint(Hints::CASE),
    non_ascii: Packed::hint(Hints::NON_ASCII),
};

/// The assembly relies on these.
const _: () = {
    assert!(size_of::<[Packed; 8]>() == 64 && size_of::<Eight>() == 640);
    assert!(offset_of!(Eight, heads) == 512 && offset_of!(Eight, ends) == 576);
};

/// Sets, in each lane of `into`, the bits below the lowest set bit of `from`; all bits where `from` is
/// zero. Every bit of `zmm26` has to be set.
macro_rules! below {
    ($from:literal => $into:literal) => {
        concat!(
            "vpaddq ",
            $into,
            ", ",
            $from,
            ", zmm26\n",
            "vpandnq ",
            $into,
            ", ",
            $from,
            ", ",
            $into
        )
    };
}

/// Does what [`Eight::plain`] does.
///
/// # Safety
///
/// The machine has AVX-512 F, BW and VPOPCNTDQ.
#[inline(always)]
pub(super) unsafe fn plain(eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
    let plain: u32;
    // SAFETY: of `eight`, 640 bytes are read, which is its size, at offsets that are asserted above; it is
    // aligned to 64 bytes as the aligned loads need. Of the constants, words are read at the offsets of
    // the fields. 64 bytes are written to `spans`, which is its size as asserted above, and which is
    // exclusively borrowed. All registers that are written are declared as outputs. The machine has these
    // instructions, as the caller ensures.
    unsafe {
        asm!(
            // Eight rows of eight masks become eight columns: pairs of rows, then fours, then all.
            "vmovdqa64 zmm24, [{eight}]
            vpunpcklqdq zmm16, zmm24, [{eight} + 64]
            vpunpckhqdq zmm17, zmm24, [{eight} + 64]
            vmovdqa64 zmm24, [{eight} + 128]
            vpunpcklqdq zmm18, zmm24, [{eight} + 192]
            vpunpckhqdq zmm19, zmm24, [{eight} + 192]
            vmovdqa64 zmm24, [{eight} + 256]
            vpunpcklqdq zmm20, zmm24, [{eight} + 320]
            vpunpckhqdq zmm21, zmm24, [{eight} + 320]
            vmovdqa64 zmm24, [{eight} + 384]
            vpunpcklqdq zmm22, zmm24, [{eight} + 448]
            vpunpckhqdq zmm23, zmm24, [{eight} + 448]
            vshufi64x2 zmm24, zmm16, zmm18, 0x88
            vshufi64x2 zmm25, zmm16, zmm18, 0xDD
            vshufi64x2 zmm16, zmm20, zmm22, 0x88
            vshufi64x2 zmm18, zmm20, zmm22, 0xDD
            vshufi64x2 zmm20, zmm17, zmm19, 0x88
            vshufi64x2 zmm22, zmm17, zmm19, 0xDD
            vshufi64x2 zmm17, zmm21, zmm23, 0x88
            vshufi64x2 zmm19, zmm21, zmm23, 0xDD
            // zmm21: slash, zmm23: dot, zmm24: hash, zmm16: beyond, zmm25: question, zmm18: upper,
            // zmm20: colon_or_at, zmm17: check. From here on zmm17 collects everything odd.
            vshufi64x2 zmm21, zmm24, zmm16, 0x88
            vshufi64x2 zmm23, zmm24, zmm16, 0xDD
            vshufi64x2 zmm24, zmm25, zmm18, 0x88
            vshufi64x2 zmm16, zmm25, zmm18, 0xDD
            vshufi64x2 zmm25, zmm20, zmm17, 0x88
            vshufi64x2 zmm18, zmm20, zmm17, 0xDD
            vshufi64x2 zmm20, zmm22, zmm19, 0x88
            vshufi64x2 zmm17, zmm22, zmm19, 0xDD",
            // odd: a second hash
            "vpternlogd zmm26, zmm26, zmm26, 0xFF
            vpaddq zmm27, zmm24, zmm26
            vpternlogq zmm17, zmm24, zmm27, 0xF8",
            // zmm28 collects the packed spans: the hints non_ascii and dots
            "vptestmq k1, zmm16, zmm16
            vpbroadcastq zmm28{{k1}}{{z}}, [{with} + {non_ascii}]
            vpsllq zmm27, zmm21, 1
            vptestmq k1, zmm27, zmm23
            vporq zmm28{{k1}}, zmm28, [{with} + {dots}]{{1to8}}",
            // packed: scheme_end (zmm22); zmm27: the same in bits of the head; zmm29: the bits from there
            "vpandq zmm27, zmm20, [{with} + {not_first}]{{1to8}}
            vporq zmm27, zmm27, [{with} + {no_colon}]{{1to8}}",
            below!("zmm27" => "zmm29"),
            "vpopcntq zmm22, zmm29
            vporq zmm28, zmm28, zmm22
            vpsllq zmm27, zmm22, 3
            vpsllvq zmm29, zmm26, zmm27",
            // odd: a byte of the scheme that is not a lower-case letter
            "vmovdqa64 zmm30, [{eight} + 512]
            vpxorq zmm31, zmm30, [{with} + {a_to_zero}]{{1to8}}
            vpbroadcastq zmm19, [{with} + {z_to_low}]
            vpaddb zmm19, zmm31, zmm19
            vpternlogq zmm19, zmm31, zmm29, 0x54
            vpternlogq zmm17, zmm19, [{with} + {high}]{{1to8}}, 0xF8",
            // odd: bytes other than `://` behind the scheme
            "vpsrlvq zmm30, zmm30, zmm27
            vpxorq zmm30, zmm30, [{with} + {colon_and_slashes}]{{1to8}}
            vpternlogq zmm17, zmm30, [{with} + {three_bytes}]{{1to8}}, 0xF8",
            // packed: host_start (zmm27); zmm29: the bits from there on
            "vpaddq zmm27, zmm22, [{with} + {three}]{{1to8}}
            vpsllq zmm19, zmm27, {host_start}
            vporq zmm28, zmm28, zmm19
            vpsllvq zmm29, zmm26, zmm27",
            // zmm30: ends_query, zmm31: ends_path; packed: host_end and path_start, which are equal
            "vmovdqa64 zmm16, [{eight} + 576]
            vporq zmm30, zmm24, zmm16
            vporq zmm31, zmm30, zmm25
            vpternlogq zmm21, zmm31, zmm29, 0xA8",
            below!("zmm21" => "zmm27"),
            "vpopcntq zmm22, zmm27
            vpsllq zmm21, zmm22, {host_end}
            vpsllq zmm22, zmm22, {path_start}
            vpternlogq zmm28, zmm21, zmm22, 0xFE",
            // odd: a user or a port; packed: case
            "vpandq zmm20, zmm20, zmm29
            vpternlogq zmm17, zmm20, zmm27, 0xF8
            vptestmq k1, zmm18, zmm27
            vporq zmm28{{k1}}, zmm28, [{with} + {case}]{{1to8}}",
            // packed: path_end, query_end
            below!("zmm31" => "zmm19"),
            "vpopcntq zmm21, zmm19
            vpsllq zmm21, zmm21, {path_end}",
            below!("zmm30" => "zmm20"),
            "vpopcntq zmm20, zmm20
            vpsllq zmm20, zmm20, {query_end}
            vpternlogq zmm28, zmm21, zmm20, 0xFE
            vmovdqu64 [{spans}], zmm28",
            // plain: the text has an end, and nothing is odd
            "vptestmq k1, zmm16, zmm16
            vptestnmq k1{{k1}}, zmm17, zmm17
            kmovw {plain:e}, k1",
            eight = in(reg) eight,
            spans = in(reg) spans,
            with = in(reg) &CONSTANTS,
            not_first = const offset_of!(Constants, not_first),
            no_colon = const offset_of!(Constants, no_colon),
            a_to_zero = const offset_of!(Constants, a_to_zero),
            z_to_low = const offset_of!(Constants, z_to_low),
            high = const offset_of!(Constants, high),
            colon_and_slashes = const offset_of!(Constants, colon_and_slashes),
            three_bytes = const offset_of!(Constants, three_bytes),
            three = const offset_of!(Constants, three),
            dots = const offset_of!(Constants, dots),
            case = const offset_of!(Constants, case),
            non_ascii = const offset_of!(Constants, non_ascii),
            host_start = const Packed::HOST_START,
            host_end = const Packed::HOST_END,
            path_start = const Packed::PATH_START,
            path_end = const Packed::PATH_END,
            query_end = const Packed::QUERY_END,
            plain = lateout(reg) plain,
            out("zmm16") _, out("zmm17") _, out("zmm18") _, out("zmm19") _,
            out("zmm20") _, out("zmm21") _, out("zmm22") _, out("zmm23") _,
            out("zmm24") _, out("zmm25") _, out("zmm26") _, out("zmm27") _,
            out("zmm28") _, out("zmm29") _, out("zmm30") _, out("zmm31") _,
            out("k1") _,
            options(nostack, preserves_flags),
        );
    }
    plain as u8
}
