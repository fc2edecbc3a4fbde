//! The options by which two identifiers are equal, where no rule of a rung says why.

use oneiri::{Alphabet, Ladder, Rung};

use crate::comparison::Comparison;

/// An option that changes what is compared, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merging {
    Lenient,
    Base,
    UrnNames,
    IgnoreFragment,
}

impl Merging {
    /// The order in which the options are tried. Where two options do the same, the last one is
    /// named.
    const ALL: [Self; 4] = [Self::Lenient, Self::Base, Self::UrnNames, Self::IgnoreFragment];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lenient => "--lenient",
            Self::Base => "--base",
            Self::UrnNames => "--urn-names",
            Self::IgnoreFragment => "--ignore-fragment",
        }
    }

    pub(crate) fn says(self) -> &'static str {
        match self {
            Self::Lenient => "characters that no identifier may contain are percent-encoded",
            Self::Base => "references are resolved against the base",
            Self::UrnNames => "the r-, q- and f-components of URNs are left out",
            Self::IgnoreFragment => "fragments are left out",
        }
    }
}

impl<A: Alphabet> Comparison<A> {
    /// The options without which two texts are not equal at a rung at which they are equal with
    /// them. `--idna` and `--evidence` are never among them, because rules say what those do.
    pub(crate) fn merging(&self, texts: [&str; 2], rung: Rung) -> Vec<Merging> {
        let is_given = |option: &Merging| match option {
            Merging::Lenient => self.lenient,
            Merging::Base => self.base.is_some(),
            Merging::UrnNames => self.urn_names,
            Merging::IgnoreFragment => self.ignore_fragment,
        };
        let mut needed: Vec<Merging> = Merging::ALL.into_iter().filter(is_given).collect();
        for option in Merging::ALL {
            let rest: Vec<Merging> = needed.iter().copied().filter(|it| *it != option).collect();
            if rest.len() < needed.len() && self.are_equal(texts, &rest, rung) {
                needed = rest;
            }
        }
        needed
    }

    /// Whether two texts are equal at a rung with only these of the options.
    fn are_equal(&self, texts: [&str; 2], options: &[Merging], rung: Rung) -> bool {
        let has = |option| options.contains(&option);
        let [mut ours, mut theirs] = [String::new(), String::new()];
        let (lenient, based) = (has(Merging::Lenient), has(Merging::Base));
        let a = self.read_with(texts[0], &mut ours, lenient, based);
        let b = self.read_with(texts[1], &mut theirs, lenient, based);
        let (Ok(a), Ok(b)) = (a, b) else { return false };
        let ladder: Ladder<'_> =
            self.ladder().urn_names(has(Merging::UrnNames)).ignore_fragment(has(Merging::IgnoreFragment));
        ladder.compare(&a, &b).rung().is_some_and(|it| it <= rung)
    }
}
