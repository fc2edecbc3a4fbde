//! `oneiri check`: reports invalid identifiers.

use oneiri::{Alphabet, MaybeScheme};
use oneiri_documents::Passes;

use crate::args::input::DocumentBase;
use crate::args::records::{Records, Writes, Written};
use crate::args::usage::UsageError;
use crate::commands::{Job, Reads};
use crate::comparison;
use crate::comparison::Grammar;
use crate::output::answers::Answers;
use crate::output::escape;
use crate::output::item::Item;
use crate::output::json::Components;
use crate::pipeline::items::Items;

/// Report which identifiers are invalid, and why
///
/// Prints nothing for a valid identifier. Relative references are valid, and so is
/// the empty one. Each error is reported in one line; on a terminal, with the text,
/// a mark below the error, and advice. The exit code is 1 if any identifier is
/// invalid.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri check 'http://example.com/a b'
  oneiri check --uri -f links.txt
  oneiri check -f dump.nt --rejects bad.nt -o good.nt
  oneiri check --base http://example.org/terms -f terms.ttl"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    #[command(flatten)]
    grammar: Grammar,

    #[command(flatten)]
    base: DocumentBase,

    #[command(flatten)]
    written: Written,
}

impl Reads for Args {
    fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    fn job_in<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let lenient = self.grammar.lenient;
        // Valid lines need no output unless something is written, so many lines can be checked together.
        let passes: Passes = |text, ranges| oneiri::batch::validity::<A, MaybeScheme>(text, ranges);
        let adds = self.written.adds();
        let check = move |item: &Item<'_>, answers: &mut Answers| {
            if item.is_gap() {
                return answers.close(item);
            }
            let checked = item.text().and_then(|text| {
                comparison::parse::<A, MaybeScheme>(text, lenient)
                    .map(|reference| (text, reference))
            });
            if let (Ok(_), Some(note)) = (&checked, item.field.and_then(|field| field.note)) {
                let place = item.in_line(0..item.bytes.len());
                let (file, number, note) = (item.file, item.number, escape::visible(note));
                answers
                    .tell(&format!("{file}:{number}:{}-{}: note: {note}", place.start, place.end));
            }
            match checked {
                Err(fault) => answers.refuse(item, &fault),
                Ok((text, reference)) if answers.json() => {
                    answers.record(item, text, Components::of(&reference));
                }
                Ok(_) if adds => answers.answer(item, b""),
                Ok(_) => answers.pass(item),
            }
        };
        let work = move |items: &Items<'_>, answers: &mut Answers| {
            if answers.json() || answers.options().records {
                items.each(|item| check(item, answers));
            } else {
                let passed = items.each_but(passes, |item| check(item, answers));
                answers.read += passed;
            }
        };
        let plan =
            self.input.with_documents(Some(self.base)).plan(self.written, Writes::Faults, json)?;
        Ok(Job::new(move |session| {
            plan.open(session)?.work(session, work, |_, _, ()| Ok(()))?;
            session.sum_up(&format!("{} checked, {} refused", session.read(), session.refused()));
            Ok(())
        }))
    }
}
