//! The work of `oneiri lint` for one item.

use std::path::PathBuf;

use oneiri::{Alphabet, MaybeScheme, Ri};
use oneiri_documents::{Unit, certain_repair};
use oneiri_lint::{Level, Lints};

use crate::comparison::{How, parse};
use crate::output::{Answers, Fault, Painter, Session, Tally, counted, escape, finding, json, redact, sarif};
use crate::pipeline::{Item, items::Field};

/// Where the findings and the fixed identifiers go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Lines,
    /// The codes of the findings, beside the identifiers.
    Codes,
    /// The fixed identifiers.
    Fixed,
    /// What `fix` would change.
    Changes,
    /// The files themselves.
    Files,
    Sarif,
}

pub(crate) struct Run {
    /// What is looked for. `None` if identifiers are only repaired.
    pub(crate) lints: Option<Lints>,
    pub(crate) to: To,
    pub(crate) painter: Painter,
    /// How identifiers are read: if leniently, invalid ones are repaired before they are looked at.
    pub(crate) how: How,
    /// Whether valid identifiers are not fixed.
    pub(crate) only_repairs: bool,
    /// The folder for a log that is too long for memory.
    pub(crate) temp_dir: Option<PathBuf>,
}

#[derive(Default)]
pub(crate) struct Counts {
    /// How many warnings and how many errors were found.
    found: [u64; 2],
    fixed: u64,
    statement: Statement,
}

/// The repairs of a statement or a row, which is repaired as a whole or not at all.
#[derive(Default)]
struct Statement {
    stays: bool,
    fixed: u64,
    /// The lines that `--dry-run` prints.
    changes: String,
}

impl Run {
    /// Processes an item. Returns the fixed identifier, if there is one.
    pub(crate) fn line<A: Alphabet>(
        &self,
        item: &Item<'_>,
        counts: &mut Counts,
        answers: &mut Answers,
    ) -> Option<String> {
        if item.is_gap() {
            answers.gap(item);
            counts.fix(item, Ok(None), answers);
            return None;
        }
        let fixes = matches!(self.to, To::Fixed | To::Changes | To::Files);
        let parsed = item.text().and_then(|text| {
            let given = parse::<A, MaybeScheme>(text, self.how)?;
            if fixes && given.as_str() != text {
                let strict = || parse::<A, MaybeScheme>(text, How { lenient: false, ..self.how }).err();
                certain_repair(text, given.host().as_deref()).map_err(|guess| Fault::guess(strict(), guess))?;
            }
            Ok((text, given))
        });
        let (text, given) = match parsed {
            Ok(parsed) => parsed,
            Err(fault) => {
                if self.to == To::Sarif {
                    answers.tally.refuse();
                    sarif::refused(item, &fault, answers);
                } else {
                    answers.refuse(item, &fault);
                }
                counts.fix(item, Err(()), answers);
                return None;
            }
        };
        let mut fixed = None;
        if let Some(lints) = self.lints.as_ref().filter(|_| fixes && !self.only_repairs && item.may_change()) {
            fixed = lints.fix(&given.as_borrowed());
        }
        if fixes && fixed.is_none() && given.as_str() != text {
            fixed = Some(given.clone().into_owned());
        }
        let shown = fixed.as_ref().map_or_else(|| given.as_borrowed(), Ri::as_borrowed);
        let lints = self.lints.as_ref();
        let findings = lints.map(|lints| lints.check(&shown)).unwrap_or_default();
        for finding in &findings {
            let denied = finding.level == Level::Deny;
            counts.found[usize::from(denied)] += 1;
            answers.tally.different |= denied;
        }
        let (shown, mut change) = (shown.as_str(), String::new());
        match self.to {
            _ if answers.style.json => {
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
                sarif::findings(item, shown, &findings, answers);
            }
            To::Changes => {
                answers.pass(item);
                if fixed.is_some() {
                    let (file, number) = (item.file, item.line_number());
                    let [old, mut new] = [text, shown].map(|it| redact::hidden(&escape::visible(it)).into_owned());
                    if redact::password(text).is_some() && redact::password(shown).is_none() {
                        // Only a browser finds this password, and only in the old text.
                        redact::HIDDEN.clone_into(&mut new);
                    }
                    change = format!("{file}:{number}: {old} -> {new}\n");
                }
            }
            To::Lines | To::Fixed | To::Files => {
                finding::findings(item, shown, &findings, self.painter, |it| answers.tell(it));
                if self.to == To::Fixed {
                    answers.answer(item, shown.as_bytes());
                } else {
                    answers.pass(item);
                }
            }
        }
        counts.fix(item, Ok(fixed.is_some().then_some(change)), answers);
        fixed.map(Ri::into_string)
    }
}

impl Counts {
    /// Counts the repair of an item, and prints its line of `--dry-run`. For a statement this waits for its end, because it
    /// stays as it is if one of its items is refused.
    fn fix(&mut self, item: &Item<'_>, repair: Result<Option<String>, ()>, answers: &mut Answers) {
        let statement = &mut self.statement;
        match repair {
            Ok(Some(change)) => {
                statement.fixed += 1;
                statement.changes.push_str(&change);
            }
            Ok(None) => {}
            Err(()) => statement.stays = true,
        }
        let ends = |field: Field<'_>| field.last || field.format.description().unit == Unit::Document;
        if item.field.is_none_or(ends) {
            let Statement { stays, fixed, changes } = std::mem::take(statement);
            if !stays {
                self.fixed += fixed;
                answers.part(&changes);
            }
        }
    }

    pub(crate) fn add(&mut self, Self { found: [warnings, errors], fixed, .. }: Self) {
        self.found[0] += warnings;
        self.found[1] += errors;
        self.fixed += fixed;
    }

    pub(crate) fn sum_up(&self, run: &Run, session: &mut Session) {
        let [warnings, errors] = self.found;
        let fixed = match run.to {
            To::Fixed | To::Files => format!(", {} fixed", self.fixed),
            To::Changes => format!(", {} would be fixed", self.fixed),
            _ => String::new(),
        };
        let found = match &run.lints {
            Some(_) => format!(", {}, {}", counted(errors, "error"), counted(warnings, "warning")),
            None => String::new(),
        };
        let tally = &session.tally;
        let (&Tally { read, refused: invalid, .. }, left_out) = (tally, tally.left_out());
        session.sum_up_at_the_end(format!("{read} read, {invalid} invalid{fixed}{found}{left_out}"));
    }
}
