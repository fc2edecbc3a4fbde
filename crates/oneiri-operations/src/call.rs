//! A call, and what each operation does.
//!
//! The operations are compiled for references in two alphabets, and not for all four grammars, because each type makes the
//! WebAssembly module larger. So `parsed` checks what a grammar demands beyond the alphabet, which is the scheme.
//!
//! Each operation is a function of its own, which takes from the call what it needs and not the call. So a caller need not
//! write the call to memory, and a short operation does not save the registers that a long one needs.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use oneiri::percent::{self, SafeSet};
use oneiri::{Alphabet, Ascii, Error, HasScheme, Ladder, MaybeScheme, Normalization, OnInvalid, Ri, Rung, Unicode};
use oneiri_lint::{Lints, Profile, assume};

use crate::answer::Answer;
use crate::grammar::Grammar;
use crate::operation::Operation;
use crate::refusal::{Refusal, Stop};
use crate::settings::{Part, Settings};

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

/// The lints of a call that names none.
const WEB: &Lints = &Lints::new(Profile::Web);

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
        let Self { operation, grammar, first, second, ref settings } = *self;
        // Calls a function for the alphabet of the grammar.
        macro_rules! in_alphabet {
            ($does:ident $(, $argument:expr)*) => {
                if grammar.is_ascii() {
                    $does::<Ascii, R>(take, first, grammar $(, $argument)*)
                } else {
                    $does::<Unicode, R>(take, first, grammar $(, $argument)*)
                }
            };
        }
        match operation {
            Operation::Check => in_alphabet!(check),
            Operation::Normalize => in_alphabet!(normalize, settings.rung),
            Operation::NormalizeSteps => in_alphabet!(normalize_steps, settings.steps),
            Operation::Resolve => in_alphabet!(resolve, second),
            Operation::Relativize => in_alphabet!(relativize, second),
            Operation::ToUri => to_uri(take, first, grammar),
            Operation::ToIri => to_iri(take, first, grammar),
            Operation::Set => in_alphabet!(set, second, settings.part, settings.policy),
            Operation::ParseLenient => in_alphabet!(parse_lenient),
            Operation::Encode => {
                let safe = second.unwrap_or_default().as_bytes();
                Ok(take(replaced(SafeSet::with(safe, |set| percent::encode(first, set)))))
            }
            Operation::DecodeText => match percent::decode_text(first) {
                Ok(decoded) => Ok(take(replaced(decoded))),
                Err(error) => Err(refused(first, 0, Some(error))),
            },
            #[cfg(feature = "redact")]
            Operation::RedactText => Ok(take(replaced(oneiri_redact::redact(first)))),
            #[cfg(not(feature = "redact"))]
            Operation::RedactText => Err(Stop::Misuse),
            // These have functions of their own in all bindings, because their results or their texts are no UTF-8, are
            // for columns, or are of another crate.
            Operation::Decode
            | Operation::WhatwgHref
            | Operation::Build
            | Operation::Parse
            | Operation::IsValid
            | Operation::Fingerprint => Err(Stop::Misuse),
            Operation::Rung => in_alphabet!(rung, second),
            Operation::Explain => in_alphabet!(explain, second),
            Operation::Lint => in_alphabet!(lint, settings.lints),
            Operation::Fix => in_alphabet!(fix, settings.lints),
            Operation::Redact => in_alphabet!(redact),
            Operation::Htu => in_alphabet!(htu),
            Operation::Drive => in_alphabet!(drive),
        }
    }
}

#[inline(never)]
fn check<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
) -> Result<R, Stop<'a>> {
    if grammar.has_scheme() {
        parsed::<A>(text, 0, grammar)?;
    } else if let Err(error) = Reference::<A>::parse(text) {
        // The compiler leaves out of this parse what finds the components, because nothing asks for them.
        return Err(refused(text, 0, Some(error)));
    }
    Ok(take(Answer::Valid))
}

#[inline(never)]
fn normalize<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
    rung: Rung,
) -> Result<R, Stop<'a>> {
    const LADDER: &Ladder<'_> = &Ladder::new();
    Ok(take(changed(text, LADDER.normalize(&parsed::<A>(text, 0, grammar)?, rung))))
}

#[inline(never)]
fn normalize_steps<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
    steps: Normalization,
) -> Result<R, Stop<'a>> {
    Ok(take(changed(text, parsed::<A>(text, 0, grammar)?.normalize_steps(steps))))
}

#[inline(never)]
fn resolve<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    base: &'a str,
    grammar: Grammar,
    reference: Option<&'a str>,
) -> Result<R, Stop<'a>> {
    let base = with_scheme(parsed::<A>(base, 0, grammar.with_scheme(true))?)?;
    let reference = parsed::<A>(reference.ok_or(Stop::Misuse)?, 1, grammar.with_scheme(false))?;
    Ok(take(Answer::Text(base.resolve(&reference).into_string())))
}

#[inline(never)]
fn relativize<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    base: &'a str,
    grammar: Grammar,
    target: Option<&'a str>,
) -> Result<R, Stop<'a>> {
    let base = with_scheme(parsed::<A>(base, 0, grammar.with_scheme(true))?)?;
    let target = with_scheme(parsed::<A>(target.ok_or(Stop::Misuse)?, 1, grammar.with_scheme(true))?)?;
    Ok(take(Answer::Text(base.relativize(&target).into_string())))
}

#[inline(never)]
fn to_uri<'a, R>(take: impl FnOnce(Answer<'_>) -> R, text: &'a str, grammar: Grammar) -> Result<R, Stop<'a>> {
    Ok(take(changed(text, parsed::<Unicode>(text, 0, grammar.with_ascii(false))?.to_uri())))
}

#[inline(never)]
fn to_iri<'a, R>(take: impl FnOnce(Answer<'_>) -> R, text: &'a str, grammar: Grammar) -> Result<R, Stop<'a>> {
    Ok(take(changed(text, parsed::<Ascii>(text, 0, grammar.with_ascii(true))?.to_iri())))
}

#[inline(never)]
fn set<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
    value: Option<&'a str>,
    part: Option<Part>,
    policy: OnInvalid,
) -> Result<R, Stop<'a>> {
    let parsed = parsed::<A>(text, 0, grammar)?;
    let edit = part.and_then(|part| part.edit(value)).ok_or(Stop::Misuse)?;
    let edited = if grammar.has_scheme() {
        with_scheme(parsed)?.edited(edit, policy).map(Ri::into_string)
    } else {
        parsed.edited(edit, policy).map(Ri::into_string)
    };
    match edited {
        Ok(text) => Ok(take(Answer::Text(text))),
        Err(error) => Err(refused(value.unwrap_or_default(), 1, Some(error))),
    }
}

#[inline(never)]
fn parse_lenient<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
) -> Result<R, Stop<'a>> {
    match Reference::<A>::parse_lenient(text) {
        Ok(lenient) if grammar.admits(&lenient) => Ok(take(changed(text, lenient))),
        _ => Err(refused(text, 0, lenient_error(text, grammar))),
    }
}

#[inline(never)]
fn rung<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    first: &'a str,
    grammar: Grammar,
    second: Option<&'a str>,
) -> Result<R, Stop<'a>> {
    let first = read::<A>(first, 0, grammar)?;
    Ok(take(Answer::Rung(first.compare(&read(second.ok_or(Stop::Misuse)?, 1, grammar)?).rung())))
}

#[inline(never)]
fn explain<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    first: &'a str,
    grammar: Grammar,
    second: Option<&'a str>,
) -> Result<R, Stop<'a>> {
    let first = read::<A>(first, 0, grammar)?;
    Ok(take(Answer::Verdict(&first.compare(&read(second.ok_or(Stop::Misuse)?, 1, grammar)?))))
}

#[inline(never)]
fn lint<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
    lints: Option<&Lints>,
) -> Result<R, Stop<'a>> {
    Ok(take(Answer::Findings(&lints.unwrap_or(WEB).check(&parsed::<A>(text, 0, grammar)?))))
}

#[inline(never)]
fn fix<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
    lints: Option<&Lints>,
) -> Result<R, Stop<'a>> {
    let fixed = lints.unwrap_or(WEB).fix(&read::<A>(text, 0, grammar)?);
    Ok(take(fixed.map_or(Answer::Same, |fixed| Answer::Text(fixed.into_string()))))
}

#[inline(never)]
fn redact<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
) -> Result<R, Stop<'a>> {
    Ok(take(unless_same(text, read::<A>(text, 0, grammar)?.redacted().to_string())))
}

#[inline(never)]
fn htu<'a, A: Alphabet, R>(take: impl FnOnce(Answer<'_>) -> R, text: &'a str, grammar: Grammar) -> Result<R, Stop<'a>> {
    let mut normal = read::<A>(text, 0, grammar)?.normalize_at(Rung::Scheme).into_string();
    // No earlier component has these characters.
    normal.truncate(normal.find(['?', '#']).unwrap_or(normal.len()));
    Ok(take(unless_same(text, normal)))
}

#[inline(never)]
fn drive<'a, A: Alphabet, R>(
    take: impl FnOnce(Answer<'_>) -> R,
    text: &'a str,
    grammar: Grammar,
) -> Result<R, Stop<'a>> {
    let normal = read::<A>(text, 0, grammar)?.normalize_at(Rung::Scheme);
    Ok(take(unless_same(text, assume::with_drive(&normal).unwrap_or_else(|| normal.into_string()))))
}

/// Parses a text, for operations that take much longer than that. The alphabet is that of the grammar.
#[inline(never)]
fn read<A: Alphabet>(text: &str, argument: usize, grammar: Grammar) -> Result<Reference<'_, A>, Stop<'_>> {
    parsed(text, argument, grammar)
}

/// As [`read`], as a part of its caller, because to return the reference from a function costs a third of the parse. A
/// WebAssembly module has to be small, so there it is a function.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
fn parsed<A: Alphabet>(text: &str, argument: usize, grammar: Grammar) -> Result<Reference<'_, A>, Stop<'_>> {
    match Reference::<A>::parse(text) {
        Ok(parsed) if grammar.admits(&parsed) => Ok(parsed),
        _ => Err(refused(text, argument, grammar.error(text))),
    }
}

#[inline(always)]
fn with_scheme<A: Alphabet>(reference: Reference<'_, A>) -> Result<Ri<&str, A, HasScheme>, Stop<'_>> {
    reference.try_into().map_err(|_| Stop::Misuse)
}

/// The refusal of a text for an error. There is always an error, because the text did not fit its grammar.
#[cold]
fn refused(text: &str, argument: usize, error: Option<Error>) -> Stop<'_> {
    match error {
        Some(error) => Stop::Refused(Refusal { text, argument, error }),
        None => Stop::Misuse,
    }
}

/// The answer with an identifier that borrows the text if it is the same.
#[inline(always)]
fn changed<'t, A, F>(text: &str, identifier: Ri<Cow<'t, str>, A, F>) -> Answer<'t> {
    if core::ptr::eq(identifier.as_str(), text) { Answer::Same } else { Answer::Text(identifier.into_string()) }
}

/// The answer with a text that may be the first one.
fn unless_same(first: &str, text: String) -> Answer<'static> {
    if text == first { Answer::Same } else { Answer::Text(text) }
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
