//! The masks by AVX-512, 64 bytes at a time: one look-up gives each byte its classes, a bit for each.
//! Those of one text are tested class by class; of many texts, all are turned at once.
//!
//! The intrinsics are younger than our oldest compiler, so this is assembly. It uses the upper sixteen
//! registers alone, which need no `vzeroupper`.
#![allow(unsafe_code)]

mod plain;

use core::arch::asm;
use core::mem::{offset_of, size_of};

use super::classes::{BEYOND, CHECK, COUNT, is_checked, of_ascii};
use super::eight::Eight;
use super::walk::{Classify, Masks};
use crate::syntax::spans::Packed;

/// That the machine has AVX-512 F, BW, VBMI and VPOPCNTDQ, GFNI, and BMI1 and BMI2.
#[derive(Clone, Copy)]
#[cfg_attr(any(test, fuzzing), derive(Debug))]
pub(super) struct Avx512(());

/// The classes of every byte, a bit for each.
#[repr(C, align(64))]
struct Tables {
    ascii: [u8; 128],
    beyond: [u8; 128],
    /// The bit of each class, 64 times.
    bits: [[u8; 64]; COUNT],
    turn: Turn,
}

/// How the classes of 64 bytes become the masks of eight classes. It is to turn a square of bits for
/// every eight bytes, and to bring together what is of one class.
#[repr(C, align(64))]
struct Turn {
    /// Each eight the other way round, since the matrix has its first row last.
    reversed: [u8; 64],
    /// A bit in each byte, its own.
    diagonal: [u8; 64],
    /// The first of each eight, then the second of each, and so on.
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

/// Loads the bytes in `valid` of `text`, and no others, and makes `zmm17` their classes, and zero what is
/// behind them.
macro_rules! classes {
    () => {
        "kmovq k1, {valid}
        vmovdqu8 zmm16{{k1}}{{z}}, [{text}]
        vmovdqa64 zmm17, [{tables}]
        vmovdqa64 zmm18, [{tables} + 128]
        // By the low seven bits; what is beyond ASCII by its own table.
        vpermt2b zmm17{{k1}}{{z}}, zmm16, [{tables} + 64]
        vpermt2b zmm18, zmm16, [{tables} + 192]
        vpmovb2m k2, zmm16
        vmovdqu8 zmm17{{k2}}, zmm18"
    };
}

/// The assembly counts on it.
const _: () = assert!(offset_of!(Tables, turn) == 768 && size_of::<Masks>() == 64);

impl Classify for Avx512 {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn masks(self, bytes: &[u8], at: usize, unicode: bool) -> Masks {
        let rest = &bytes[at..];
        let valid = if rest.len() < 64 { !(!0 << rest.len()) } else { !0u64 };
        let tables = if unicode { &UNICODE } else { &ASCII };
        let (slash, question, hash, colon_or_at, dot, upper, beyond, check);
        // SAFETY: of the text the bytes in `valid` are read and no others (a masked load does not
        // touch what it leaves out), and they are in `rest`. Of the tables all is read, as the
        // layout of `Tables` has it, and they are aligned to 64 bytes. Registers are written that
        // are named here. The machine has what it takes, as whoever made `self` knew.
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
    fn put_masks(self, bytes: &[u8], unicode: bool, masks: &mut Masks, head: &mut u64) {
        let valid = if bytes.len() < 64 { !(!0 << bytes.len()) } else { !0u64 };
        let tables = if unicode { &UNICODE } else { &ASCII };
        // SAFETY: of the text the bytes in `valid` are read and no others, and they are in `bytes`. Of
        // the tables all is read, and they are aligned. 64 bytes are written, which is what `masks` has,
        // and eight, which is what `head` has. Registers are written that are named here. The machine
        // has what it takes, as whoever made `self` knew.
        unsafe {
            asm!(
                classes!(),
                "vpshufb zmm17, zmm17, [{tables} + 768]",
                "vmovdqa64 zmm18, [{tables} + 832]",
                "vgf2p8affineqb zmm17, zmm18, zmm17, 0",
                "vmovdqa64 zmm18, [{tables} + 896]",
                "vpermb zmm17, zmm18, zmm17",
                "vmovdqu64 [{masks}], zmm17",
                "vmovq [{head}], xmm16",
                text = in(reg) bytes.as_ptr(),
                tables = in(reg) tables,
                valid = in(reg) valid,
                masks = in(reg) masks,
                head = in(reg) head,
                out("zmm16") _, out("zmm17") _, out("zmm18") _,
                out("k1") _, out("k2") _,
                options(nostack, preserves_flags),
            );
        }
    }

    #[inline(always)]
    fn plain(self, eight: &Eight, spans: &mut [Packed; 8]) -> u8 {
        // SAFETY: whoever made `self` knew that the machine has what it takes.
        unsafe { plain::plain(eight, spans) }
    }
}
