//! The backward machine: finds the units that are left of a path without its dot segments. It writes
//! nothing.

use alloc::vec;
use alloc::vec::Vec;

use super::segment::{Escapes, dot_segment};
use crate::syntax::scan::first_of;

/// A unit that is left when the dot segments are removed: a segment, and whether a slash follows it.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'a> {
    pub(crate) segment: &'a str,
    pub(crate) slash: bool,
    /// The index of the unit among all units of the path, the removed units included.
    index: usize,
}

fn without_root(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or(path)
}

/// The units that are left, from the last to the first. In this direction, a `..` comes before the unit that it
/// removes, so a counter of the units that are still to be removed is enough.
pub(crate) struct UnitsBack<'a> {
    rest: Option<&'a str>,
    slash: bool,
    escapes: Escapes,
    /// The number of units that `..` segments have yet to remove.
    debt: usize,
    index: usize,
}

impl<'a> UnitsBack<'a> {
    pub(crate) fn new(path: &'a str, escapes: Escapes) -> Self {
        Self::of(without_root(path), escapes)
    }

    /// Those of some units.
    fn of(units: &'a str, escapes: Escapes) -> Self {
        Self { rest: Some(units), slash: false, escapes, debt: 0, index: 0 }
    }

    /// Whether the same units are left of two paths. `same` compares two segments.
    pub(crate) fn same(mut self, mut other: Self, same: impl Fn(&str, &str) -> bool) -> bool {
        loop {
            match (self.next(), other.next()) {
                (None, None) => return true,
                (Some(ours), Some(theirs)) => {
                    if ours.slash != theirs.slash || !same(ours.segment, theirs.segment) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
    }
}

impl<'a> Iterator for UnitsBack<'a> {
    /// The `index` counts from the last unit.
    type Item = Unit<'a>;

    fn next(&mut self) -> Option<Unit<'a>> {
        loop {
            let rest = self.rest?;
            let slash = core::mem::replace(&mut self.slash, true);
            let index = self.index;
            self.index += 1;
            let slash_at = rest.bytes().rev().position(|byte| byte == b'/');
            let (before, segment) = match slash_at.map(|behind| rest.len() - behind) {
                Some(start) => (Some(&rest[..start - 1]), &rest[start..]),
                None => (None, rest),
            };
            self.rest = before;
            match dot_segment(segment.as_bytes(), self.escapes) {
                // A path that ends with a slash has no unit after it.
                None if segment.is_empty() && !slash => {}
                None if self.debt > 0 => self.debt -= 1,
                None => return Some(Unit { segment, slash, index }),
                Some(dots) => self.debt += usize::from(dots.up),
            }
        }
    }
}

/// A bit for every unit of a path: on the stack for up to 1,024 units, and on the heap for more.
enum Marks {
    Few([u64; 16]),
    Many(Vec<u64>),
}

impl Marks {
    fn bits(&mut self) -> &mut [u64] {
        match self {
            Self::Few(bits) => bits,
            Self::Many(bits) => bits,
        }
    }

    fn has(&self, index: usize) -> bool {
        let bits: &[u64] = match self {
            Self::Few(bits) => bits,
            Self::Many(bits) => bits,
        };
        bits[index / 64] >> (index % 64) & 1 == 1
    }
}

/// The units that are left, from the first to the last.
pub(crate) struct Units<'a> {
    rest: Option<&'a str>,
    /// How many units are in `rest`.
    count: usize,
    kept: Marks,
    /// How many units before the first one the `..` segments remove, as far as there are any.
    debt: usize,
}

impl<'a> Units<'a> {
    pub(crate) fn new(path: &'a str, escapes: Escapes) -> Self {
        Self::of(without_root(path), escapes)
    }

    fn of(units: &'a str, escapes: Escapes) -> Self {
        let count = units.bytes().filter(|&byte| byte == b'/').count() + 1;
        let mut kept = match count {
            0..=1024 => Marks::Few([0; 16]),
            _ => Marks::Many(vec![0; count / 64 + 1]),
        };
        let mut back = UnitsBack::of(units, escapes);
        for unit in &mut back {
            kept.bits()[unit.index / 64] |= 1 << (unit.index % 64);
        }
        Self { rest: Some(units), count, kept, debt: back.debt }
    }

    /// The units that are left of two paths, which both have a root or have none. Units of a beginning that both
    /// paths share are left out, if they are left of both.
    pub(crate) fn of_both(a: &'a str, b: &'a str, escapes: Escapes) -> [Self; 2] {
        let shared = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
        let units = a.as_bytes()[..shared].iter().rposition(|&byte| byte == b'/');
        let behind = units.map_or(0, |slash| slash + 1);
        if behind > 0 {
            let (units, mut from) = (without_root(&a[..behind]), behind);
            let [ours, theirs] = [a, b].map(|path| Self::of(&path[behind..], escapes));
            // If the debts are equal, the same units are left of the beginning.
            if ours.debt == theirs.debt {
                return [ours, theirs];
            }
            // The first difference is among the units that only one path removes from the beginning.
            let mut back = UnitsBack::of(units, escapes);
            for _ in 0..ours.debt.max(theirs.debt) {
                if back.next().is_none() {
                    break;
                }
                from = behind - units.len() + back.rest.map_or(0, |before| before.len() + 1);
            }
            return [a, b].map(|path| Self::of(&path[from..], escapes));
        }
        [Self::new(a, escapes), Self::new(b, escapes)]
    }
}

impl<'a> Iterator for Units<'a> {
    type Item = Unit<'a>;

    fn next(&mut self) -> Option<Unit<'a>> {
        loop {
            let rest = self.rest?;
            let (segment, behind) = match first_of(b'/', rest.as_bytes(), 0) {
                Some(slash) => (&rest[..slash], Some(&rest[slash + 1..])),
                None => (rest, None),
            };
            self.rest = behind;
            self.count -= 1;
            let index = self.count;
            if self.kept.has(index) {
                return Some(Unit { segment, slash: behind.is_some(), index });
            }
        }
    }
}
