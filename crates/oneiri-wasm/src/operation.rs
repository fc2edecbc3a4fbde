//! The operations on one text or two: the numbers of a call become a [`oneiri_operations::Call`], and the answer becomes
//! numbers and texts.
//!
//! JavaScript reads them in the order in which they are written here: `explain` and `lint` in
//! `bindings/js/src/index.js` read what `explained` and `findings` write, and `fault` in `engine.js` reads what
//! `refusal` writes. A number more or less on one side shifts all that follows. `cases.test.js` of the package compares
//! errors, rungs and findings with `testdata/`.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use oneiri::{Alphabet, Ascii, Error, MaybeScheme, Ri, Unicode, Unit, Verdict};
use oneiri_lint::{Code, Finding, Level, Lints};
use oneiri_operations::{Answer as Answered, Grammar, Operation, Settings, Stop};

use crate::answer::{Answer, Counter};
use crate::build::Components;
use crate::numbers::{grammar_of, number_of, profile_of, rung_of};

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
    /// The [number](Operation::number) of the operation.
    pub operation: u32,
    /// The number of a rung or of a profile; 1 to build with repairs; zero for operations without an option.
    pub option: u32,
    /// The text, or the base; or the components to build from, one after the other.
    pub first: &'a str,
    /// The reference, the target, or the other side of a comparison; for lints, the name of the only code to look for;
    /// the characters that are not encoded; the lengths of the components, see [`build`](crate::build).
    /// Empty for operations on one text.
    pub second: &'a str,
}

impl<'a> Call<'a> {
    /// Does the operation, and reads the texts by the grammar with a number.
    pub fn run(self, grammar: u32) -> Outcome {
        self.run_by(grammar).unwrap_or(Outcome::Misuse)
    }

    fn run_by(self, grammar: u32) -> Option<Outcome> {
        let operation = Operation::of_number(self.operation.try_into().ok()?)?;
        let grammar = grammar_of(grammar)?;
        let lints;
        let mut settings = Settings::default();
        match operation {
            Operation::Build if grammar.is_ascii() => return self.build::<Ascii>(grammar),
            Operation::Build => return self.build::<Unicode>(grammar),
            // Not offered in JavaScript, or by another module, and named here so that the module does not hold them.
            Operation::Check | Operation::NormalizeSteps | Operation::RedactText | Operation::Set => return None,
            Operation::Normalize => settings.rung = rung_of(self.option)?,
            Operation::Lint | Operation::Fix => {
                lints = self.lints()?;
                settings.lints = Some(&lints);
            }
            _ => {}
        }
        let (first, second) = (self.first, Some(self.second));
        let call = oneiri_operations::Call { operation, grammar, first, second, settings };
        match call.run(|answer| self.outcome(answer)) {
            Ok(outcome) => Some(outcome),
            Err(Stop::Refused(it)) => Some(Outcome::Invalid(refusal(it.text, &it.error, it.argument))),
            Err(Stop::Misuse) => None,
        }
    }

    #[inline(never)]
    fn outcome(&self, answer: Answered<'_>) -> Outcome {
        match answer {
            Answered::Same => Outcome::Same,
            Answered::Text(text) => Outcome::Text(text),
            Answered::Rung(rung) => {
                let mut answer = Answer::default();
                answer.number(rung.map_or(usize::MAX, number_of));
                Outcome::Parts(answer)
            }
            Answered::Verdict(verdict) => Outcome::Parts(self.explained(verdict)),
            Answered::Findings(findings) => Outcome::Parts(self.findings(findings)),
            _ => Outcome::Misuse,
        }
    }

    fn build<A: Alphabet>(&self, grammar: Grammar) -> Option<Outcome> {
        let components = Components::new(self.first, self.second)?;
        if grammar.has_scheme() && !components.has_scheme() {
            // Only a scheme is demanded of a text that is nothing else.
            return Some(match Ri::<&str, A, oneiri::HasScheme>::parse("") {
                Err(error) => Outcome::Invalid(refusal("", &error, 0)),
                Ok(_) => Outcome::Misuse,
            });
        }
        let built: Result<Ri<String, A, MaybeScheme>, _> = components.build(self.option != 0);
        Some(match built {
            Ok(built) => Outcome::Text(built.into_string()),
            Err((nth, text, error)) => Outcome::Invalid(refusal(text, &error, nth)),
        })
    }

    /// The levels of a profile; or one code alone, if the second text has its name.
    fn lints(&self) -> Option<Lints> {
        let mut lints = profile_of(self.option).map(Lints::new)?;
        if !self.second.is_empty() {
            let wanted: Code = self.second.parse().ok()?;
            for code in Code::all() {
                lints.set(code, if code == wanted { Level::Warn } else { Level::Allow });
            }
        }
        Some(lints)
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
            answer.text(step.rule.name());
            answer.number(number_of(step.rule.rung()));
            answer.text(step.source);
            answer.text(step.rule.describe());
        }
        let difference = verdict.difference();
        answer.number(difference.is_some().into());
        if let Some(difference) = difference {
            answer.text(difference.component.name());
            ranges(&mut texts, [difference.a, difference.b], &mut answer);
            answer.text(difference.reason.name());
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
            answer.text(&format!("{finding}"));
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
    let mut answer = Answer::default();
    answer.number(argument);
    answer.range(&mut Counter::new(text), error.start()..error.end());
    answer.text(error.kind().name());
    answer.text(error.component().map_or("text", oneiri::Component::name));
    answer.numbers.push(error.found().map_or(u32::MAX, u32::from));
    answer.text(&format!("{}", error.display_in(Unit::Utf16, text)));
    answer
}
