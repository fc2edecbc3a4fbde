//! The lookup of the rules of a scheme by its name.

use super::builtin::RULES;
use super::rules::SchemeRules;

/// The rules of all known schemes: the built-in rules, and the caller's own rules, which take precedence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registry<'r> {
    own: &'r [(&'r str, SchemeRules)],
}

impl<'r> Registry<'r> {
    /// Adds these rules to the built-in ones. The registry looks a scheme up in `own` first, in order, and ignores
    /// its letter case.
    pub const fn new(own: &'r [(&'r str, SchemeRules)]) -> Self {
        Self { own }
    }

    /// The rules of a scheme; [`SchemeRules::GENERIC`] for an unknown scheme.
    ///
    /// ```
    /// use oneiri::registry::Registry;
    ///
    /// assert_eq!(Registry::default().rules("HTTPS").default_port, Some(443));
    /// ```
    pub fn rules(&self, scheme: &str) -> SchemeRules {
        self.find(scheme).unwrap_or(SchemeRules::GENERIC)
    }

    /// Like [`rules`](Self::rules), but `None` for an unknown scheme. A known scheme may also have no rules beyond
    /// the generic syntax; then the result is `Some`.
    ///
    /// ```
    /// use oneiri::registry::Registry;
    ///
    /// assert!(Registry::default().find("news").is_some());
    /// assert!(Registry::default().find("unheard-of").is_none());
    /// ```
    pub fn find(&self, scheme: &str) -> Option<SchemeRules> {
        self.get(scheme).copied()
    }

    #[inline]
    pub(crate) fn get(&self, scheme: &str) -> Option<&SchemeRules> {
        let own = self.own.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme));
        match own {
            Some((_, rules)) => Some(rules),
            None => builtin(scheme),
        }
    }
}

/// The built-in rules of a scheme.
#[inline]
fn builtin(scheme: &str) -> Option<&'static SchemeRules> {
    let (name, rules) = RULES.get(usize::from(PLACES[place(scheme.as_bytes(), FACTOR)]))?;
    (*name == scheme || name.eq_ignore_ascii_case(scheme)).then_some(rules)
}

/// A number for the name of a scheme, in which its letter case does not matter.
#[inline]
const fn place(name: &[u8], factor: u64) -> usize {
    let mut word = name.len() as u64;
    let mut at = 0;
    while at < name.len() && at < 10 {
        // The bit distinguishes the two cases of a letter, and is set in all other characters of a scheme.
        word = word.rotate_left(6) ^ (name[at] | 0x20) as u64;
        at += 1;
    }
    (word.wrapping_mul(factor) >> (64 - BITS)) as usize
}

/// How many bits the numbers of names have.
const BITS: u32 = 8;

/// A factor for which all built-in names have numbers of their own. It is searched when the library is compiled.
const FACTOR: u64 = {
    let mut factor = 0x9E37_79B9_7F4A_7C15;
    while places(factor).is_none() {
        factor = factor.wrapping_mul(0xD134_2543_DE82_EF95);
    }
    factor
};

/// For the number of each built-in name, the index of its rules.
const PLACES: [u8; 1 << BITS] = match places(FACTOR) {
    Some(places) => places,
    None => [NONE; 1 << BITS],
};

/// No index.
const NONE: u8 = u8::MAX;

/// The index of the rules for each number; `None` if two names have the same number.
const fn places(factor: u64) -> Option<[u8; 1 << BITS]> {
    let mut places = [NONE; 1 << BITS];
    let mut index = 0;
    while index < RULES.len() {
        let place = place(RULES[index].0.as_bytes(), factor);
        if places[place] != NONE {
            return None;
        }
        places[place] = index as u8;
        index += 1;
    }
    Some(places)
}
