//! The scanner of AVX-512, which reads 64 bytes at a time.
//!
//! One look-up in a table gives each byte its classes, as the bits of a byte. The masks are then made in
//! one of two ways: of one text, by a test for each class (`masks`); of many texts, by transposing the
//! matrix of bits (`put_masks`).
//!
//! The code is assembly, because the intrinsics are younger than the oldest compiler that we support. It
//! uses only the upper sixteen vector registers, so it needs no `vzeroupper`.
#![allow(unsafe_code)]

mod plain;

use core::arch::asm;
use core::mem::{offset_of, size_of};

use crate::syntax::scan::classes::{BEYOND, CHECK, COUNT, is_checked, of_ascii};
use crate::syntax::scan::classify::Classify;
use crate::syntax::scan::eight::Eight;
use crate::syntax::scan::masks::Masks;
use crate::syntax::spans::Packed;

/// The scanner of AVX-512. A value of this type proves that the machine has AVX-512 F, BW, VBMI and
/// VPOPCNTDQ, GFNI, BMI1 and BMI2.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(crate) struct Avx512(());

/// The constants of the assembly, which reads each field at its offset. The size of every array is a
/// multiple of 64 bytes, so that each begins at an address that is aligned to 64 bytes.
#[repr(C, align(64))]
struct Tables {
    /// The classes of each ASCII character: bit n for class n.
    ascii: [u8; 128],
    /// The classes of each byte from 0x80 up.
    beyond: [u8; 128],
    /// For each class, its bit in each of 64 bytes.
    bits: [[u8; 64]; COUNT],
    turn: Turn,
}

/// The constants that turn the classes of 64 bytes into eight masks. Eight bytes are a matrix of eight
/// by eight bits; to transpose it gives a byte for each class. The bytes of one class are then brought
/// together.
#[repr(C, align(64))]
struct Turn {
    /// The indices that reverse the order of every eight bytes: the instruction `vgf2p8affineqb` takes the
    /// first row of a matrix from the last byte.
    reversed: [u8; 64],
    /// In every eight bytes, byte n has bit n set.
    diagonal: [u8; 64],
    /// The indices of the first byte of each eight, then of the second byte of each eight, and so on.
    gathered: [u8; 64],
}

impl Turn {
    const fn new() -> Self {
        let mut turn = Self { reversed: [0; 64], diagonal: [0; 64], gathered: [0; 64] };
        let mut at = 0;
        while at < 64 {
            turn.reversed[at] = (at ^ 7) as u8;
            turn.diagonal[at] = 1 << (at % 8);
            turn.gathered[at] = (at % 8 * 8 + at / 8) as u8;
            at += 1;
        }
        turn
    }
}

impl Tables {
    const fn new(unicode: bool) -> Self {
        let mut tables =
            Self { ascii: [0; 128], beyond: [0; 128], bits: [[0; 64]; COUNT], turn: Turn::new() };
        let mut byte = 0;
        while byte < 0x80 {
            if let Some(class) = of_ascii(byte) {
                tables.ascii[byte as usize] = 1 << class;
            }
            let checked = is_checked(byte | 0x80, unicode) as u8;
            tables.beyond[byte as usize] = 1 << BEYOND | checked << CHECK;
            byte += 1;
        }
        let mut class = 0;
        while class < COUNT {
            tables.bits[class] = [1 << class; 64];
            class += 1;
        }
        tables
    }
}

static ASCII: Tables = Tables::new(false);
static UNICODE: Tables = Tables::new(true);

impl Avx512 {
    /// # Safety
    ///
    /// The machine has AVX-512 F, BW, VBMI and VPOPCNTDQ, GFNI, and BMI1 and BMI2.
    pub(super) const unsafe fn new() -> Self {
        Self(())
    }
}

/// Loads the bytes of `text` whose bits are set in `valid`, and no others. Puts the classes of these
/// bytes into `zmm17`, and zeros in the places of the others. Overwrites `zmm16` to `zmm18`, `k1` and
/// `k2`; `zmm16` then holds the loaded bytes.
macro_rules! classes {
    () => {
        "kmovq k1, {valid}
        vmovdqu8 zmm16{{k1}}{{z}}, [{text}]
        vmovdqa64 zmm17, [{tables}]
        vmovdqa64 zmm18, [{tables} + 128]
        // Both tables are indexed by the low seven bits; k2 selects the second one from 0x80 up.
        vpermt2b zmm17{{k1}}{{z}}, zmm16, [{tables} + 64]
        vpermt2b zmm18, zmm16, [{tables} + 192]
        vpmovb2m k2, zmm16
        vmovdqu8 zmm17{{k2}}, zmm18"
    };
}

/// The assembly relies on these.
const _: () = assert!(offset_of!(Tables, turn) == 768 && size_of::<Masks>() == 64);

impl Classify for Avx512 {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks {
        let rest = &bytes[at..];
        let valid = if rest.len() < 64 { !(!0 << rest.len()) } else { !0u64 };
        let tables = if unicode { &UNICODE } else { &ASCII };
        let (slash, question, hash, colon_or_at, dot, upper, beyond, check);
        // SAFETY: of the text, only the bytes whose bits are set in `valid` are read, and all of them lie
        // in `rest`; a masked load does not access the others. Of the tables, 768 bytes are read, all
        // within `Tables`, whose layout is fixed by `repr(C)` and which is aligned to 64 bytes as the
        // aligned loads need. Nothing is written to memory. All registers that are written are declared
        // as outputs. The machine has these instructions, as `self` proves.
        unsafe {
            asm!(
                classes!(),
                "vptestmb k0, zmm17, [{tables} + 256]",
                "vptestmb k1, zmm17, [{tables} + 320]",
                "vptestmb k2, zmm17, [{tables} + 384]",
                "vptestmb k3, zmm17, [{tables} + 448]",
                "vptestmb k4, zmm17, [{tables} + 512]",
                "vptestmb k5, zmm17, [{tables} + 576]",
                "vptestmb k6, zmm17, [{tables} + 640]",
                "vptestmb k7, zmm17, [{tables} + 704]",
                "kmovq {slash}, k0",
                "kmovq {question}, k1",
                "kmovq {hash}, k2",
                "kmovq {colon_or_at}, k3",
                "kmovq {dot}, k4",
                "kmovq {upper}, k5",
                "kmovq {beyond}, k6",
                "kmovq {check}, k7",
                text = in(reg) rest.as_ptr(),
                tables = in(reg) tables,
                valid = in(reg) valid,
                slash = lateout(reg) slash,
                question = lateout(reg) question,
                hash = lateout(reg) hash,
                colon_or_at = lateout(reg) colon_or_at,
                dot = lateout(reg) dot,
                upper = lateout(reg) upper,
                beyond = lateout(reg) beyond,
                check = lateout(reg) check,
                out("zmm16") _, out("zmm17") _, out("zmm18") _,
                out("k0") _, out("k1") _, out("k2") _, out("k3") _,
                out("k4") _, out("k5") _, out("k6") _, out("k7") _,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        Masks { slash, question, hash, colon_or_at, dot, upper, beyond, check }
    }

    #[inline(always)]
    fn put_masks(self, bytes: &[u8], unicode: bool, masks: &mut Masks, first: &mut u64) {
        let valid = if bytes.len() < 64 { !(!0 << bytes.len()) } else { !0u64 };
        let tables = if unicode { &UNICODE } else { &ASCII };
        // SAFETY: of the text, only the bytes whose bits are set in `valid` are read, and all of them lie
        // in `bytes`. Of the tables, the bytes read lie within `Tables`, the last of them in `turn` at the
        // offset asserted above; the tables are aligned to 64 bytes. 64 bytes are written to `masks`,
        // which is its size as asserted above, and 8 to `first`, which is a `u64`; both are exclusively
        // borrowed. All registers that are written are declared as outputs. The machine has these
        // instructions, as `self` proves.
        unsafe {
            asm!(
                classes!(),
                "vpshufb zmm17, zmm17, [{tables} + 768]",
                "vmovdqa64 zmm18, [{tables} + 832]",
                "vgf2p8affineqb zmm17, zmm18, zmm17, 0",
                "vmovdqa64 zmm18, [{tables} + 896]",
                "vpermb zmm17, zmm18, zmm17",
                "vmovdqu64 [{masks}], zmm17",
                "vmovq [{first}], xmm16",
                text = in(reg) bytes.as_ptr(),
                tables = in(reg) tables,
                valid = in(reg) valid,
                masks = in(reg) masks,
                first = in(reg) first,
                out("zmm16") _, out("zmm17") _, out("zmm18") _,
                out("k1") _, out("k2") _,
                options(nostack, preserves_flags),
            );
        }
    }

    #[inline(always)]
    fn plain(self, eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
        // SAFETY: the machine has the instructions, as `self` proves.
        unsafe { plain::plain(eight, spans) }
    }
}
