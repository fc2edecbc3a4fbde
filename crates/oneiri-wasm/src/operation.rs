//! The operations on one text or two.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use core::ops::Range;

use oneiri::{Alphabet, Ascii, Error, HasScheme, MaybeScheme, Ri, Unicode, Verdict, percent};
use oneiri_lint::{Code, Finding, Level, Lints};

use crate::answer::{Answer, Counter, counted, unit_at};
use crate::build::Components;
use crate::numbers::{IRI, IRI_REFERENCE, URI, URI_REFERENCE, number_of, profile_of, rung_of};
use crate::parts;

// The numbers of the operations, in the order of `OPERATIONS` in `bindings/js/src/engine.js`.
const NORMALIZE: u32 = 0;
const RESOLVE: u32 = 1;
const RELATIVIZE: u32 = 2;
const TO_URI: u32 = 3;
const TO_IRI: u32 = 4;
const LENIENT: u32 = 5;
const FIX: u32 = 6;
const COMPARE: u32 = 7;
const EXPLAIN: u32 = 8;
const LINT: u32 = 9;
const ENCODE: u32 = 10;
const DECODE: u32 = 11;
const BUILD: u32 = 12;

/// The result of a call.
#[derive(Debug)]
pub enum Outcome {
    /// The result is the first text.
    Same,
    /// The result is this text.
    Text(String),
    /// The result has parts.
    Parts(Answer),
    /// A text is invalid: its number among the texts of the call, start, end, rule, component, the character that was found or
    /// `u32::MAX`, and the message.
    Invalid(Answer),
    /// A number of the call means nothing.
    Misuse,
}

/// An operation with its option, and one text or two.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The number of the operation.
    pub operation: u32,
    /// The number of a rung or of a profile; 1 to build with repairs; zero for operations without an option.
    pub option: u32,
    /// The text, or the base; or the components to build from, one behind the other.
    pub first: &'a str,
    /// The reference, the target, or the other side of a comparison; for lints, the name of the only code to look for;
    /// the characters that are not encoded; the lengths of the components, see [`build`](crate::build).
    /// Empty for operations on one text.
    pub second: &'a str,
}

/// Why an operation has no result.
enum Stop {
    Invalid(Answer),
    Misuse,
}

/// A reference in one of the two alphabets. Operations are compiled for no other type, because each type makes the
/// module larger; [`Call::read`] checks what else a grammar demands.
type Reference<'a, A> = Ri<&'a str, A, MaybeScheme>;

impl<'a> Call<'a> {
    /// Does the operation, and reads the texts by a grammar.
    pub fn run(self, grammar: u32) -> Outcome {
        let done = match grammar {
            URI | URI_REFERENCE => self.run_in::<Ascii>(grammar),
            IRI | IRI_REFERENCE => self.run_in::<Unicode>(grammar),
            _ => Err(Stop::Misuse),
        };
        match done {
            Ok(outcome) => outcome,
            Err(Stop::Invalid(answer)) => Outcome::Invalid(answer),
            Err(Stop::Misuse) => Outcome::Misuse,
        }
    }

    fn run_in<A: Alphabet>(self, grammar: u32) -> Result<Outcome, Stop> {
        let (absolute, any) = if A::UNICODE { (IRI, IRI_REFERENCE) } else { (URI, URI_REFERENCE) };
        // The form of the grammar in the other alphabet.
        let converted = |to| if grammar == absolute { to } else { to + 1 };
        Ok(match self.operation {
            NORMALIZE => {
                let rung = rung_of(self.option).ok_or(Stop::Misuse)?;
                self.changed(self.one::<A>(grammar)?.normalize_at(rung))
            }
            RESOLVE => {
                let base = self.with_scheme::<A>(self.first, 0, absolute)?;
                Outcome::Text(base.resolve(&self.other::<A>(any)?).into_string())
            }
            RELATIVIZE => {
                let base = self.with_scheme::<A>(self.first, 0, absolute)?;
                let target = self.with_scheme::<A>(self.second, 1, absolute)?;
                Outcome::Text(base.relativize(&target).into_string())
            }
            TO_URI => self.changed(self.one::<Unicode>(converted(IRI))?.to_uri()),
            TO_IRI => self.changed(self.one::<Ascii>(converted(URI))?.to_iri()),
            LENIENT => {
                let lenient = Ri::<&str, A, MaybeScheme>::parse_lenient(self.first);
                let lenient =
                    lenient.map_err(|error| Stop::Invalid(refusal(self.first, &error, 0)))?;
                self.read::<A>(lenient.as_str(), 0, grammar)?;
                self.changed(lenient)
            }
            FIX => {
                let lints = self.lints()?;
                let fixed = lints.fix(&self.one::<A>(grammar)?.into_owned());
                fixed.map_or(Outcome::Same, |fixed| Outcome::Text(fixed.into_string()))
            }
            COMPARE => {
                let (a, b) = (self.one::<A>(grammar)?, self.other::<A>(grammar)?);
                let mut answer = Answer::default();
                answer.number(a.compare(&b).rung().map_or(usize::MAX, number_of));
                Outcome::Parts(answer)
            }
            EXPLAIN => {
                let (a, b) = (self.one::<A>(grammar)?, self.other::<A>(grammar)?);
                Outcome::Parts(self.explained(&a.compare(&b)))
            }
            LINT => {
                let lints = self.lints()?;
                Outcome::Parts(self.findings(&lints.check(&self.one::<A>(grammar)?.into_owned())))
            }
            ENCODE => self.replaced(percent::encode(self.first, self.second)),
            DECODE => {
                let decoded = percent::decode_text(self.first);
                self.replaced(decoded.map_err(|error| {
                    Stop::Invalid(told(self.first, &error, 0, octets(self.first, &error)))
                })?)
            }
            BUILD => {
                let components = Components::new(self.first, self.second).ok_or(Stop::Misuse)?;
                if !components.has_scheme() {
                    // Only a scheme is demanded of a text that is nothing else.
                    self.read::<A>("", 0, grammar)?;
                }
                let built = components.build::<A>(self.option != 0);
                let invalid = |(nth, text, error)| Stop::Invalid(refusal(text, &error, nth));
                Outcome::Text(built.map_err(invalid)?.into_string())
            }
            _ => return Err(Stop::Misuse),
        })
    }

    fn one<A: Alphabet>(&self, grammar: u32) -> Result<Reference<'a, A>, Stop> {
        self.read(self.first, 0, grammar)
    }

    fn other<A: Alphabet>(&self, grammar: u32) -> Result<Reference<'a, A>, Stop> {
        self.read(self.second, 1, grammar)
    }

    /// Parses a text. The alphabet is that of the grammar.
    #[inline(never)]
    fn read<'t, A: Alphabet>(
        &self,
        text: &'t str,
        argument: usize,
        grammar: u32,
    ) -> Result<Reference<'t, A>, Stop> {
        let parsed = Reference::<A>::parse(text);
        let demanded = matches!(grammar, URI | IRI);
        parsed.ok().filter(|it| !demanded || it.scheme().is_some()).ok_or_else(|| {
            // The error has to name this grammar.
            match parts::parse(text, grammar) {
                Some(Err(error)) => Stop::Invalid(refusal(text, &error, argument)),
                _ => Stop::Misuse,
            }
        })
    }

    fn with_scheme<A: Alphabet>(
        &self,
        text: &'a str,
        argument: usize,
        grammar: u32,
    ) -> Result<Ri<&'a str, A, HasScheme>, Stop> {
        self.read::<A>(text, argument, grammar)?.try_into().map_err(|_| Stop::Misuse)
    }

    /// The levels of a profile; or one code alone, if the second text has its name.
    fn lints(&self) -> Result<Lints, Stop> {
        let mut lints = profile_of(self.option).map(Lints::new).ok_or(Stop::Misuse)?;
        if !self.second.is_empty() {
            let wanted: Code = self.second.parse().map_err(|_| Stop::Misuse)?;
            for code in Code::all() {
                lints.set(code, if code == wanted { Level::Warn } else { Level::Allow });
            }
        }
        Ok(lints)
    }

    fn changed<A: Alphabet>(&self, result: Ri<Cow<'_, str>, A, MaybeScheme>) -> Outcome {
        if result.as_str() == self.first {
            Outcome::Same
        } else {
            Outcome::Text(result.into_string())
        }
    }

    fn replaced(&self, result: Cow<'_, str>) -> Outcome {
        match result {
            Cow::Borrowed(_) => Outcome::Same,
            Cow::Owned(text) => Outcome::Text(text),
        }
    }

    fn explained(&self, verdict: &Verdict<'_>) -> Answer {
        let mut answer = Answer::default();
        answer.number(verdict.rung().map_or(usize::MAX, number_of));
        let mut texts = [self.first, self.second].map(Counter::new);
        let steps = verdict.steps();
        answer.number(steps.len());
        for step in steps {
            answer.text(step.component.map_or("text", oneiri::Component::name));
            ranges(&mut texts, [step.a, step.b], &mut answer);
            answer.text(&format!("{:?}", step.rule));
            answer.number(number_of(step.rule.rung()));
            answer.text(step.source);
            answer.text(step.rule.describe());
        }
        let difference = verdict.difference();
        answer.number(difference.is_some().into());
        if let Some(difference) = difference {
            answer.text(difference.component.name());
            ranges(&mut texts, [difference.a, difference.b], &mut answer);
            answer.text(&format!("{:?}", difference.reason));
            answer.text(difference.reason.section());
            answer.text(difference.reason.describe());
        }
        answer
    }

    fn findings(&self, findings: &[Finding]) -> Answer {
        let mut answer = Answer::default();
        answer.number(findings.len());
        let mut text = Counter::new(self.first);
        for finding in findings {
            answer.text(finding.code.name());
            answer.text(finding.code.id());
            answer.text(finding.level.name());
            answer.text(finding.component.map_or("text", oneiri::Component::name));
            answer.range(&mut text, finding.range.clone());
            answer.text(&finding.detail);
            answer.text(finding.code.section());
            answer.text(&finding.to_string());
            answer.number(finding.fix.is_some().into());
            if let Some(fix) = &finding.fix {
                answer.range(&mut text, fix.range.clone());
                answer.text(&fix.text);
            }
        }
        answer
    }
}

/// A range in each of the two texts.
fn ranges(texts: &mut [Counter<'_>; 2], ranges: [Range<usize>; 2], answer: &mut Answer) {
    texts.iter_mut().zip(ranges).for_each(|(text, range)| answer.range(text, range));
}

/// The parts of [`Outcome::Invalid`]. The message counts UTF-16 code units, as JavaScript does.
pub fn refusal(text: &str, error: &Error, argument: usize) -> Answer {
    told(text, error, argument, error.start()..error.end())
}

/// The same for an error whose bytes are others than it says.
fn told(text: &str, error: &Error, argument: usize, range: Range<usize>) -> Answer {
    let mut answer = Answer::default();
    let start = unit_at(text, range.start);
    answer.number(argument);
    answer.range(&mut Counter::new(text), range);
    answer.text(&format!("{:?}", error.kind()));
    answer.text(error.component().map_or("text", oneiri::Component::name));
    answer.numbers.push(error.found().map_or(u32::MAX, u32::from));
    answer.text(&counted(&error.to_string(), start));
    answer
}

/// The bytes of a text that stand for the decoded octets which an error names.
fn octets(text: &str, error: &Error) -> Range<usize> {
    let bytes = text.as_bytes();
    let is_escape = |at: usize| {
        let digits = bytes.get(at + 1..at + 3);
        bytes[at] == b'%' && digits.is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))
    };
    let (mut at, mut start) = (0, text.len());
    for octet in 0..error.end() {
        if octet == error.start() {
            start = at;
        }
        if at < bytes.len() {
            at += if is_escape(at) { 3 } else { 1 };
        }
    }
    start.min(at)..at
}
