//! The work of `oneiri lint` for one item.

use oneiri::{Alphabet, MaybeScheme, Ri};
use oneiri_lint::{Finding, Level, Lints};

use crate::output::item::Item;
use crate::output::paint::Painter;
use crate::output::sarif::Log;
use crate::output::session::Session;
use crate::output::stop::Stop;
use crate::output::{finding, json};

/// Where the findings and the fixed identifiers go.
pub(super) enum To {
    Told,
    Fixed,
    Files,
    Sarif(Log),
}

pub(super) struct Run {
    lints: Lints,
    pub(super) to: To,
    painter: Painter,
    /// How many warnings and how many errors were found.
    found: [u64; 2],
    fixed: u64,
}

/// The result for one identifier: the fixed one, if it was fixed, and the findings that are left.
struct Linted<A> {
    fixed: Option<Ri<String, A, MaybeScheme>>,
    findings: Vec<Finding>,
}

impl Run {
    pub(super) fn new(lints: Lints, to: To, painter: Painter) -> Self {
        Self { lints, to, painter, found: [0; 2], fixed: 0 }
    }

    /// Processes an item. Returns the fixed identifier, if there is one.
    pub(super) fn line<A: Alphabet>(
        &mut self,
        item: &Item<'_>,
        session: &mut Session,
    ) -> Result<Option<String>, Stop> {
        let fixes = matches!(self.to, To::Fixed | To::Files);
        let parsed =
            item.text().and_then(|text| Ok((text, Ri::<&str, A, MaybeScheme>::parse(text)?)));
        let (text, given) = match parsed {
            Ok(parsed) => parsed,
            Err(fault) => {
                if let To::Sarif(log) = &mut self.to {
                    session.count_refused();
                    log.refused(item, &fault, session)?;
                } else {
                    session.refuse(item, &fault)?;
                }
                if matches!(self.to, To::Fixed) && !session.json() {
                    session.copy(item.bytes)?;
                }
                return Ok(None);
            }
        };
        let mut linted =
            Linted { fixed: self.lints.fix(&given).filter(|_| fixes), findings: Vec::new() };
        let shown = linted.fixed.as_ref().map_or(given, Ri::as_borrowed);
        linted.findings = self.lints.check(&shown);
        self.count(&linted, session);
        let shown = shown.as_str();
        match &mut self.to {
            _ if session.json() => {
                let output = fixes.then_some(shown);
                let findings = linted.findings.iter().map(finding::record).collect();
                session.record(item, text, json::Linted { output, findings })?;
            }
            To::Sarif(log) => {
                session.pass();
                for finding in &linted.findings {
                    log.finding(item, text, finding, session)?;
                }
            }
            To::Told => {
                session.pass();
                finding::findings(item, shown, &linted.findings, self.painter, |block| {
                    session.part(block)
                })?;
            }
            To::Fixed | To::Files => {
                finding::findings(item, shown, &linted.findings, self.painter, |block| {
                    session.tell(block);
                    Ok(())
                })?;
                if matches!(self.to, To::Files) {
                    session.pass();
                } else {
                    session.line(shown.as_bytes())?;
                }
            }
        }
        Ok(linted.fixed.map(Ri::into_string))
    }

    fn count<A>(&mut self, linted: &Linted<A>, session: &mut Session) {
        self.fixed += u64::from(linted.fixed.is_some());
        for finding in &linted.findings {
            let denied = finding.level == Level::Deny;
            self.found[usize::from(denied)] += 1;
            if denied {
                session.differ();
            }
        }
    }

    pub(super) fn sum_up(&self, session: &Session) {
        let [warnings, errors] = self.found;
        let fixed = match self.to {
            To::Fixed | To::Files => format!(", {} fixed", self.fixed),
            _ => String::new(),
        };
        session.note(&format!(
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
