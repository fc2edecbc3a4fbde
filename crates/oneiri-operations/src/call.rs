//! A call, and what each operation does.
//!
//! Each operation is an arm of `in_alphabet`. The operations are compiled for references in two alphabets, and not for
//! all four grammars, because each type makes the WebAssembly module larger. So [`Call::read`] checks what a grammar
//! demands beyond the alphabet, which is the scheme.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use oneiri::{Alphabet, Ascii, Error, HasScheme, Ladder, MaybeScheme, Ri, Rung, SchemePresence, Unicode, percent};
use oneiri_lint::{Lints, assume};

use crate::answer::Answer;
use crate::grammar::Grammar;
use crate::operation::Operation;
use crate::refusal::{Refusal, Stop};
use crate::settings::Settings;

/// An operation with its texts and options.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The operation.
    pub operation: Operation,
    /// The grammar of the texts. An operation that needs a base with a scheme reads it by the grammar that demands one.
    pub grammar: Grammar,
    /// The first text: for [`Operation::Resolve`] the base, as in C.
    pub first: &'a str,
    /// The second text, if the operation takes one.
    pub second: Option<&'a str>,
    /// The options.
    pub settings: Settings<'a>,
}

/// A reference in one of the two alphabets.
type Reference<'a, A> = Ri<&'a str, A, MaybeScheme>;

impl<'a> Call<'a> {
    /// Does the operation, and passes the answer to `take`.
    ///
    /// # Errors
    ///
    /// A text that is invalid, or a call that does not fit its operation.
    #[inline(always)]
    pub fn run<R>(&self, take: impl FnOnce(Answer<'_>) -> R) -> Result<R, Stop<'a>> {
        if self.grammar.is_ascii() { self.in_alphabet::<Ascii, R>(take) } else { self.in_alphabet::<Unicode, R>(take) }
    }

    #[inline]
    fn in_alphabet<A: Alphabet, R>(&self, take: impl FnOnce(Answer<'_>) -> R) -> Result<R, Stop<'a>> {
        let (grammar, settings) = (self.grammar, &self.settings);
        let (absolute, any) = (grammar.with_scheme(true), grammar.with_scheme(false));
        Ok(match self.operation {
            Operation::Resolve => {
                let base = Self::with_scheme(self.first::<A>(absolute)?)?;
                take(Answer::Text(base.resolve(&self.second::<A>(any)?).into_string()))
            }
            Operation::Relativize => {
                let base = Self::with_scheme(self.read::<A>(self.first, 0, absolute)?)?;
                let target = Self::with_scheme(self.second::<A>(absolute)?)?;
                take(Answer::Text(base.relativize(&target).into_string()))
            }
            Operation::ToUri => {
                let uri = self.read_here::<Unicode>(self.first, 0, grammar.with_ascii(false))?.to_uri();
                take(self.changed(uri))
            }
            Operation::ToIri => {
                let iri = self.read_here::<Ascii>(self.first, 0, grammar.with_ascii(true))?.to_iri();
                take(self.changed(iri))
            }
            Operation::Set => {
                let set = if grammar.has_scheme() {
                    self.set(&Self::with_scheme(self.read::<A>(self.first, 0, grammar)?)?)
                } else {
                    self.set(&self.read::<A>(self.first, 0, grammar)?)
                };
                take(Answer::Text(set?))
            }
            Operation::ParseLenient => match Reference::<A>::parse_lenient(self.first) {
                Ok(lenient) if grammar.admits(&lenient) => take(self.changed(lenient)),
                _ => return Err(self.refused(self.first, 0, lenient_error(self.first, grammar))),
            },
            Operation::Encode => take(replaced(match self.second {
                None | Some("") => percent::encode(self.first, percent::SafeSet::UNRESERVED),
                Some(safe) => percent::encode(self.first, &percent::SafeSet::of(safe)),
            })),
            Operation::DecodeText => match percent::decode_text(self.first) {
                Ok(decoded) => take(replaced(decoded)),
                Err(error) => return Err(self.refused(self.first, 0, Some(error))),
            },
            #[cfg(feature = "redact")]
            Operation::RedactText => take(replaced(oneiri_redact::redact(self.first))),
            #[cfg(not(feature = "redact"))]
            Operation::RedactText => return Err(Stop::Misuse),
            // These have functions of their own in all bindings, because their results or their texts are no UTF-8, are
            // for columns, or are of another crate.
            Operation::Decode
            | Operation::WhatwgHref
            | Operation::Build
            | Operation::Parse
            | Operation::IsValid
            | Operation::Fingerprint => return Err(Stop::Misuse),
            Operation::Check if grammar.has_scheme() => {
                self.first::<A>(grammar)?;
                take(Answer::Valid)
            }
            // The compiler leaves out of this parse what finds the components, because nothing asks for them.
            Operation::Check => match Reference::<A>::parse(self.first) {
                Ok(_) => take(Answer::Valid),
                Err(error) => return Err(self.refused(self.first, 0, Some(error))),
            },
            Operation::Normalize => {
                take(self.changed(Ladder::new().normalize(&self.first::<A>(grammar)?, settings.rung)))
            }
            Operation::NormalizeSteps => take(self.changed(self.first::<A>(grammar)?.normalize_steps(settings.steps))),
            Operation::Rung => {
                let first = self.read::<A>(self.first, 0, grammar)?;
                take(Answer::Rung(first.compare(&self.second::<A>(grammar)?).rung()))
            }
            Operation::Explain => {
                let first = self.read::<A>(self.first, 0, grammar)?;
                take(Answer::Verdict(&Ladder::new().compare(&first, &self.second::<A>(grammar)?)))
            }
            Operation::Lint => {
                let first = self.first::<A>(grammar)?;
                let findings = settings.lints.map_or_else(|| oneiri_lint::lint(&first), |lints| lints.check(&first));
                take(Answer::Findings(&findings))
            }
            Operation::Fix => {
                let first = self.read::<A>(self.first, 0, grammar)?;
                let fixed = settings.lints.map_or_else(|| Lints::default().fix(&first), |lints| lints.fix(&first));
                take(fixed.map_or(Answer::Same, |fixed| Answer::Text(fixed.into_string())))
            }
            Operation::Redact => take(self.text(self.read::<A>(self.first, 0, grammar)?.redacted().to_string())),
            Operation::Htu => {
                let mut normal = self.read::<A>(self.first, 0, grammar)?.normalize_at(Rung::Scheme).into_string();
                // No earlier component has these characters.
                normal.truncate(normal.find(['?', '#']).unwrap_or(normal.len()));
                take(self.text(normal))
            }
            Operation::Drive => {
                let normal = self.read::<A>(self.first, 0, grammar)?.normalize_at(Rung::Scheme);
                take(self.text(assume::with_drive(&normal).unwrap_or_else(|| normal.into_string())))
            }
        })
    }

    /// The answer with a text that may be the first one.
    fn text(&self, text: String) -> Answer<'static> {
        if text == self.first { Answer::Same } else { Answer::Text(text) }
    }

    fn set<A: Alphabet, F: SchemePresence>(&self, identifier: &Ri<&'a str, A, F>) -> Result<String, Stop<'a>> {
        let edit = self.settings.part.and_then(|part| part.edit(self.second));
        let edited = identifier.edited(edit.ok_or(Stop::Misuse)?, self.settings.policy);
        let value = self.second.unwrap_or_default();
        edited.map(Ri::into_string).map_err(|error| self.refused(value, 1, Some(error)))
    }

    /// Parses the first text, for operations that take little longer than the parse: to return the reference from a function
    /// costs a third of it.
    #[inline(always)]
    fn first<A: Alphabet>(&self, grammar: Grammar) -> Result<Reference<'a, A>, Stop<'a>> {
        self.read_here(self.first, 0, grammar)
    }

    fn second<A: Alphabet>(&self, grammar: Grammar) -> Result<Reference<'a, A>, Stop<'a>> {
        self.read(self.second.ok_or(Stop::Misuse)?, 1, grammar)
    }

    fn with_scheme<A: Alphabet>(reference: Reference<'a, A>) -> Result<Ri<&'a str, A, HasScheme>, Stop<'a>> {
        reference.try_into().map_err(|_| Stop::Misuse)
    }

    /// Parses a text. The alphabet is that of the grammar.
    #[inline(never)]
    fn read<A: Alphabet>(
        &self,
        text: &'a str,
        argument: usize,
        grammar: Grammar,
    ) -> Result<Reference<'a, A>, Stop<'a>> {
        self.read_here(text, argument, grammar)
    }

    /// As [`read`](Self::read), as a part of its caller, but not in a WebAssembly module, which has to be small.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn read_here<A: Alphabet>(
        &self,
        text: &'a str,
        argument: usize,
        grammar: Grammar,
    ) -> Result<Reference<'a, A>, Stop<'a>> {
        match Reference::<A>::parse(text) {
            Ok(parsed) if grammar.admits(&parsed) => Ok(parsed),
            _ => Err(self.refused(text, argument, grammar.error(text))),
        }
    }

    /// The refusal of a text for an error. There is always an error, because the text did not fit its grammar.
    #[cold]
    fn refused(&self, text: &'a str, argument: usize, error: Option<Error>) -> Stop<'a> {
        match error {
            Some(error) => Stop::Refused(Refusal { text, argument, error }),
            None => Stop::Misuse,
        }
    }

    /// The answer with an identifier that borrows the first text if it is the same.
    fn changed<'t, A, F>(&self, identifier: Ri<Cow<'t, str>, A, F>) -> Answer<'t> {
        if core::ptr::eq(identifier.as_str(), self.first) {
            Answer::Same
        } else {
            Answer::Text(identifier.into_string())
        }
    }
}

/// The answer with a text that is borrowed if it is the same.
fn replaced(text: Cow<'_, str>) -> Answer<'_> {
    match text {
        Cow::Borrowed(_) => Answer::Same,
        Cow::Owned(text) => Answer::Text(text),
    }
}

/// The error of a text that no escapes make valid.
#[cold]
fn lenient_error(text: &str, grammar: Grammar) -> Option<Error> {
    match grammar {
        Grammar::Uri => Ri::<&str, Ascii, HasScheme>::parse_lenient(text).err(),
        Grammar::UriReference => Ri::<&str, Ascii, MaybeScheme>::parse_lenient(text).err(),
        Grammar::Iri => Ri::<&str, Unicode, HasScheme>::parse_lenient(text).err(),
        Grammar::IriReference => Ri::<&str, Unicode, MaybeScheme>::parse_lenient(text).err(),
    }
}
