//! Reads identifiers as the options ask, and compares them at the rung that the options name.

use std::borrow::Cow;

use oneiri::compare::Evidence;
use oneiri::{Alphabet, HasScheme, Ladder, MaybeScheme, Ri, Rung};

use crate::assume::assumption::Assumption;
use crate::assume::assumptions::Assumptions;
use crate::input::identifier;
use crate::output::fault::Fault;

/// The settings by which identifiers are read and compared.
pub(crate) struct Judge<A> {
    pub(crate) rung: Rung,
    pub(crate) ignore_fragment: bool,
    pub(crate) idna: bool,
    pub(crate) urn_names: bool,
    pub(crate) lenient: bool,
    pub(crate) base: Option<Ri<String, A, HasScheme>>,
    pub(crate) evidence: Option<Evidence<'static>>,
    /// With assumptions, the rung is at least [`Rung::Scheme`].
    pub(crate) assumptions: Option<Assumptions>,
}

impl<A: Alphabet> Judge<A> {
    /// Reads an identifier. If there is a base, the identifier is resolved against it, and the
    /// result lies in `buffer`.
    pub(crate) fn read<'t>(
        &self,
        text: &'t str,
        buffer: &'t mut String,
    ) -> Result<Ri<Cow<'t, str>, A, MaybeScheme>, Fault> {
        self.read_with(text, buffer, self.lenient, true)
    }

    /// Reads an identifier as [`read`](Self::read) does, but leniently only if `lenient`, and
    /// without the base if not `based`.
    pub(crate) fn read_with<'t>(
        &self,
        text: &'t str,
        buffer: &'t mut String,
        lenient: bool,
        based: bool,
    ) -> Result<Ri<Cow<'t, str>, A, MaybeScheme>, Fault> {
        let reference = identifier::parse::<A, MaybeScheme>(text, lenient)?;
        Ok(match self.base.as_ref().filter(|_| based) {
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
    #[cfg(any(test, fuzzing))]
    pub(crate) fn syntax() -> Self {
        let (rung, evidence) = (Rung::SYNTAX, None);
        let (ignore_fragment, idna, urn_names) = (false, false, false);
        let (lenient, base, assumptions) = (false, None, None);
        Self { rung, ignore_fragment, idna, urn_names, lenient, base, evidence, assumptions }
    }

    /// Whether a normal form that is read again is its own normal form. A base or evidence can
    /// break this.
    pub(crate) fn is_idempotent(&self) -> bool {
        self.base.is_none() && self.evidence.is_none()
    }

    /// The text by which identifiers are compared: the normal form at the rung, changed by the
    /// assumptions. A changed text lies in `buffer`. `ladder` is that of [`ladder`](Self::ladder).
    pub(crate) fn form<'t>(
        &self,
        ladder: &Ladder<'_>,
        identifier: &Ri<&'t str, A, MaybeScheme>,
        buffer: &'t mut String,
    ) -> Ri<Cow<'t, str>, A, MaybeScheme> {
        let normal = ladder.normalize(identifier, self.rung);
        let Some(text) = self.assumptions.as_ref().and_then(|it| it.change(&normal)) else {
            return normal;
        };
        *buffer = text;
        // The changed text is an identifier, so it is not refused here.
        Ri::<&str, A, MaybeScheme>::parse(buffer.as_str()).map_or(normal, Ri::into)
    }

    /// The assumptions that make two identifiers equal which are different at the rung. Empty if they
    /// are equal at the rung, and `None` if they are different even under the assumptions.
    pub(crate) fn needed<T: AsRef<str>>(
        &self,
        a: &Ri<T, A, MaybeScheme>,
        b: &Ri<T, A, MaybeScheme>,
    ) -> Option<Vec<Assumption>> {
        let (a, b, ladder) = (a.as_borrowed(), b.as_borrowed(), self.ladder());
        let [a, b] = [&a, &b].map(|it| ladder.normalize(it, self.rung));
        if a.as_str() == b.as_str() {
            return Some(Vec::new());
        }
        self.assumptions.as_ref()?.needed(&a.as_borrowed(), &b.as_borrowed())
    }

    /// The name of an assumption with its version.
    pub(crate) fn versioned(&self, assumption: Assumption) -> &str {
        let own = self.assumptions.as_ref().map(|it| it.versioned(assumption));
        own.unwrap_or(assumption.versioned())
    }

    pub(crate) fn ladder(&self) -> Ladder<'_> {
        let ladder = Ladder::new()
            .ignore_fragment(self.ignore_fragment)
            .idna(self.idna)
            .urn_names(self.urn_names);
        match &self.evidence {
            Some(evidence) => ladder.evidence(evidence),
            None => ladder,
        }
    }
}
