//! What the rule asks of characters: their scripts (UAX 24), whether identifiers may contain them, and what they look like (UTS 39).
//!
//! The crates that have all of it are several times as large as all rules together, so `tables` holds what is asked for
//! here, and the tests compare it with theirs. `examples/lookalikes.rs` writes the tables, so the bits of the flags,
//! the numbers 254 to 256 of sets, and the spelling of the runs change in both files.

pub(super) use super::tables::{
    ARMENIAN, COMMON, CYRILLIC, ETHIOPIC, GEORGIAN, GREEK, HAN, HEBREW, HIRAGANA, INHERITED, KATAKANA, LATIN,
};
use super::tables::{CLASSES, RUNS, STARTS};

pub(super) type Script = u8;

#[derive(Clone, Copy)]
struct Class {
    flags: u8,
    script: Script,
    set: u16,
}

/// The class of a character, in time that does not depend on it.
fn class(c: char) -> Class {
    let code = u32::from(c);
    let before = STARTS.partition_point(|(start, _)| *start <= code);
    let (mut end, at) = before.checked_sub(1).and_then(|nth| STARTS.get(nth)).copied().unwrap_or_default();
    let mut rest = RUNS.get(usize::from(at)..).unwrap_or_default();
    while !rest.is_empty() {
        end += number(&mut rest);
        let class = number(&mut rest);
        if code < end {
            let class = usize::try_from(class).ok().and_then(|class| CLASSES.get(class));
            let (flags, script, set) = class.copied().unwrap_or_default();
            return Class { flags, script, set };
        }
    }
    Class { flags: 0, script: COMMON, set: 254 }
}

/// The next number of the runs.
fn number(rest: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    while let Some((byte, after)) = rest.split_first() {
        *rest = after;
        let digit = u32::from(byte.wrapping_sub(b'0'));
        number |= (digit & 31) << shift;
        if digit < 32 {
            break;
        }
        shift += 5;
    }
    number
}

pub(super) fn script(c: char) -> Script {
    class(c).script
}

/// Whether identifiers may contain a character: `Identifier_Status` is `Allowed`.
pub(super) fn is_allowed(c: char) -> bool {
    class(c).flags & 1 != 0
}

pub(super) fn is_mark(c: char) -> bool {
    class(c).flags & 2 != 0
}

/// Whether a character looks like letters, digits and hyphens of ASCII, without a mark.
pub(super) fn looks_plain(c: char) -> bool {
    class(c).flags & 4 != 0
}

pub(super) fn looks_like_digits(c: char) -> bool {
    class(c).flags & 8 != 0
}

/// A set of scripts, in which each writing system of several scripts is a script of its own (UTS 39 section 5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scripts([u64; 3]);

impl Scripts {
    pub(super) const ALL: Self = Self([u64::MAX; 3]);
    const NONE: Self = Self([0; 3]);
    /// Han with Bopomofo, Japanese, and Korean.
    const SYSTEMS: Self = Self([0, 0, 7 << 61]);

    pub(super) fn of(c: char) -> Self {
        let mut scripts = Self::NONE;
        match class(c).set {
            255 => scripts = Self::ALL,
            254 => {}
            set => match set.checked_sub(256) {
                None => scripts.add(u8::try_from(set).unwrap_or_default()),
                Some(nth) => {
                    let set = super::tables::SETS.get(usize::from(nth)).copied().unwrap_or_default();
                    set.iter().for_each(|script| scripts.add(*script));
                }
            },
        }
        scripts
    }

    fn add(&mut self, script: Script) {
        if let Some(bits) = self.0.get_mut(usize::from(script / 64)) {
            *bits |= 1 << (script % 64);
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a & d, b & e, c & f])
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    pub(super) fn has(self, script: Script) -> bool {
        let mut only = Self::NONE;
        only.add(script);
        !self.and(only).is_empty()
    }

    pub(super) fn has_system(self) -> bool {
        !self.and(Self::SYSTEMS).is_empty()
    }

    pub(super) fn of_all(chars: impl Iterator<Item = char>) -> Self {
        chars.fold(Self::ALL, |all, c| all.and(Self::of(c)))
    }
}
