//! Sets of places in a text, and the repetitions of ABNF over them.

use std::ops::BitOr;

/// `*( rule )`
pub(crate) fn star(at: Places, rule: impl Fn(Places) -> Places) -> Places {
    let (mut all, mut newest) = (at, at);
    while newest != Places::NONE {
        newest = rule(newest).without(all);
        all = all | newest;
    }
    all
}

/// `1*( rule )`
pub(crate) fn plus(at: Places, rule: impl Fn(Places) -> Places) -> Places {
    star(rule(at), rule)
}

/// `n( rule )`
pub(crate) fn times(n: usize, at: Places, rule: impl Fn(Places) -> Places) -> Places {
    (0..n).fold(at, |at, _| rule(at))
}

/// `*n( rule )`
pub(crate) fn up_to(n: usize, at: Places, rule: impl Fn(Places) -> Places) -> Places {
    (0..n).fold(at, |all, _| all | rule(all))
}

/// A set of places in a text: before a character, or at the end. A bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places(u128, u128);

impl Places {
    pub(crate) const NONE: Places = Places(0, 0);

    pub(crate) fn only(place: usize) -> Places {
        assert!(place < 256, "the oracle reads texts of up to 255 characters");
        if place < 128 { Places(1 << place, 0) } else { Places(0, 1 << (place - 128)) }
    }

    pub(crate) fn contain(self, place: usize) -> bool {
        self.each().any(|it| it == place)
    }

    pub(crate) fn without(self, other: Places) -> Places {
        Places(self.0 & !other.0, self.1 & !other.1)
    }

    /// The places in their order.
    pub(crate) fn each(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            if left.0 != 0 {
                let place = left.0.trailing_zeros();
                left.0 &= left.0 - 1;
                return Some(place as usize);
            }
            let place = 128 + left.1.trailing_zeros();
            left.1 &= left.1.checked_sub(1)?;
            Some(place as usize)
        })
    }
}

impl BitOr for Places {
    type Output = Places;

    fn bitor(self, other: Places) -> Places {
        Places(self.0 | other.0, self.1 | other.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_count_as_abnf_says() {
        let step = |at: Places| at.each().filter(|&it| it < 5).fold(Places::NONE, |all, it| all | Places::only(it + 1));
        let places = |set: Places| set.each().collect::<Vec<_>>();
        assert_eq!(places(star(Places::only(0), step)), [0, 1, 2, 3, 4, 5]);
        assert_eq!(places(plus(Places::only(0), step)), [1, 2, 3, 4, 5]);
        assert_eq!(places(times(2, Places::only(1), step)), [3]);
        assert_eq!(
            places(up_to(2, Places::only(1) | Places::only(127) | Places::only(200), step)),
            [1, 2, 3, 127, 200]
        );
    }
}
