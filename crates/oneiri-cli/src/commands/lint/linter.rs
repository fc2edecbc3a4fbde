//! The work of `oneiri lint` for one item.

use oneiri::{Alphabet, MaybeScheme, Ri};
use oneiri_lint::{Level, Lints};

use crate::comparison::parse;
use crate::output::answers::Answers;
use crate::output::item::Item;
use crate::output::paint::Painter;
use crate::output::session::Session;
use crate::output::{finding, json, sarif};

/// Where the findings and the fixed identifiers go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    Lines,
    /// The codes of the findings, beside the identifiers.
    Codes,
    Fixed,
    Files,
    Sarif,
}

pub(super) struct Run {
    pub(super) lints: Lints,
    pub(super) to: To,
    pub(super) painter: Painter,
    /// Whether invalid identifiers are repaired before they are looked at.
    pub(super) lenient: bool,
    /// Whether valid identifiers are not fixed.
    pub(super) only_repairs: bool,
}

/// What a run counts beside the inputs.
#[derive(Default)]
pub(super) struct Counts {
    /// How many warnings and how many errors were found.
    found: [u64; 2],
    fixed: u64,
}

impl Run {
    /// Processes an item. Returns the fixed identifier, if there is one.
    pub(super) fn line<A: Alphabet>(
        &self,
        item: &Item<'_>,
        counts: &mut Counts,
        answers: &mut Answers,
    ) -> Option<String> {
        if item.is_gap() {
            answers.close(item);
            return None;
        }
        let fixes = matches!(self.to, To::Fixed | To::Files);
        let parsed =
            item.text().and_then(|text| Ok((text, parse::<A, MaybeScheme>(text, self.lenient)?)));
        let (text, given) = match parsed {
            Ok(parsed) => parsed,
            Err(fault) => {
                if self.to == To::Sarif {
                    answers.count_refused();
                    sarif::refused(item, &fault, answers);
                } else {
                    answers.refuse(item, &fault);
                }
                return None;
            }
        };
        let mut fixed = None;
        if fixes && !self.only_repairs {
            fixed = self.lints.fix(&given.as_borrowed());
        }
        if fixes && fixed.is_none() && given.as_str() != text {
            fixed = Some(given.clone().into_owned());
        }
        let shown = fixed.as_ref().map_or_else(|| given.as_borrowed(), Ri::as_borrowed);
        let findings = self.lints.check(&shown);
        counts.fixed += u64::from(fixed.is_some());
        for finding in &findings {
            let denied = finding.level == Level::Deny;
            counts.found[usize::from(denied)] += 1;
            if denied {
                answers.differ();
            }
        }
        let shown = shown.as_str();
        match self.to {
            _ if answers.json() => {
                let output = fixes.then_some(shown);
                let findings = findings.iter().map(finding::record).collect();
                answers.record(item, text, json::Linted { output, findings });
            }
            To::Codes => {
                let codes: Vec<&str> = findings.iter().map(|found| found.code.id()).collect();
                answers.answer(item, codes.join(" ").as_bytes());
            }
            To::Sarif => {
                answers.pass(item);
                findings.iter().for_each(|it| sarif::finding(item, text, it, answers));
            }
            To::Lines => {
                answers.pass(item);
                finding::findings(item, shown, &findings, self.painter, |it| answers.part(it));
            }
            To::Fixed | To::Files => {
                finding::findings(item, shown, &findings, self.painter, |it| answers.tell(it));
                if self.to == To::Files {
                    answers.pass(item);
                } else {
                    answers.answer(item, shown.as_bytes());
                }
            }
        }
        fixed.map(Ri::into_string)
    }
}

impl Counts {
    pub(super) fn add(&mut self, Self { found: [warnings, errors], fixed }: Self) {
        self.found[0] += warnings;
        self.found[1] += errors;
        self.fixed += fixed;
    }

    pub(super) fn sum_up(&self, to: To, session: &Session) {
        let [warnings, errors] = self.found;
        let fixed = match to {
            To::Fixed | To::Files => format!(", {} fixed", self.fixed),
            _ => String::new(),
        };
        session.sum_up(&format!(
            "{} read, {} refused{fixed}, {}, {}",
            session.read(),
            session.refused(),
            counted(errors, "error"),
            counted(warnings, "warning"),
        ));
    }
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
