//! Reads identifiers as the options ask, and compares them at the rung that the options name.

use std::borrow::Cow;

use oneiri::{Alphabet, Evidence, HasScheme, Ladder, MaybeScheme, Ri, Rung};

use crate::input::identifier;
use crate::output::fault::Fault;

/// The settings by which identifiers are read and compared.
pub(crate) struct Judge<A> {
    pub(crate) rung: Rung,
    pub(crate) ignore_fragment: bool,
    pub(crate) lenient: bool,
    pub(crate) base: Option<Ri<String, A, HasScheme>>,
    pub(crate) evidence: Option<Evidence>,
}

impl<A: Alphabet> Judge<A> {
    /// Reads an identifier. If there is a base, the identifier is resolved against it, and the
    /// result lies in `buffer`.
    pub(crate) fn read<'t>(
        &self,
        text: &'t str,
        buffer: &'t mut String,
    ) -> Result<Ri<Cow<'t, str>, A, MaybeScheme>, Fault> {
        let reference = identifier::parse::<A, MaybeScheme>(text, self.lenient)?;
        Ok(match &self.base {
            Some(base) => {
                Ri::<_, A, MaybeScheme>::from(base.resolve_into(&reference, buffer)).into()
            }
            None => reference,
        })
    }

    /// Whether an identifier is only parsed when it is read: the parser is strict, and there is no
    /// base.
    pub(crate) fn takes_text_as_it_is(&self) -> bool {
        !self.lenient && self.base.is_none()
    }

    /// The settings without any options.
    #[cfg(test)]
    pub(crate) fn syntax() -> Self {
        let (rung, evidence) = (Rung::SYNTAX, None);
        Self { rung, ignore_fragment: false, lenient: false, base: None, evidence }
    }

    /// Whether a normal form that is read again is its own normal form. A base or evidence can
    /// break this.
    pub(crate) fn is_idempotent(&self) -> bool {
        self.base.is_none() && self.evidence.is_none()
    }

    pub(crate) fn ladder(&self) -> Ladder<'_> {
        let ladder = Ladder::new().ignore_fragment(self.ignore_fragment);
        match &self.evidence {
            Some(evidence) => ladder.evidence(evidence),
            None => ladder,
        }
    }
}
