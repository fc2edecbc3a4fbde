//! `oneiri check`: reports invalid identifiers.

use oneiri::{Alphabet, HasScheme, MaybeScheme};
use oneiri_documents::Passes;

use crate::args::{DocumentBase, Plan, Records, UsageError, Writes, Written};
use crate::commands::{Job, Reads, UNREAD_TABLES};
use crate::comparison;
use crate::comparison::Grammar;
use crate::output::{Answers, Item, Tally, escape, json::Components};
use crate::pipeline::Items;

/// Report which URLs are invalid, and why
///
/// Each invalid URL is printed in one line with its place and the reason; on a
/// terminal, with the text, a mark below the error, and advice. A valid URL prints
/// nothing. With -o - the valid lines are printed there instead, and the errors go
/// to standard error. The exit code is 1 if any URL is invalid.
///
/// A relative reference, such as example.com, is valid, and so is the empty one.
/// The summary of a list says how many have no scheme, and with --absolute they are
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
    const TROUBLE: &'static str = UNREAD_TABLES;

    fn job_in<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let how = self.grammar.how();
        // Valid lines need no output unless something is written, so many lines can be checked together.
        // What has no scheme is looked at again, to count it.
        let passes: Passes = |text, ranges| oneiri::batch::validity::<A, HasScheme>(text, ranges);
        let adds = self.written.adds();
        let check = move |item: &Item<'_>, answers: &mut Answers| {
            if item.is_gap() {
                return answers.gap(item);
            }
            let checked = item
                .text()
                .and_then(|text| comparison::parse::<A, MaybeScheme>(text, how).map(|reference| (text, reference)));
            if let (Ok(_), Some(note)) = (&checked, item.field.and_then(|field| field.note)) {
                let place = item.in_line(0..item.bytes.len());
                let (file, number, note) = (item.file, item.number, escape::visible(note));
                answers.tell(&format!("{file}:{number}:{}-{}: note: {note}", place.start, place.end));
            }
            // In documents, references without a scheme are usual.
            if !item.is_in_document() && checked.as_ref().is_ok_and(|(_, reference)| reference.scheme().is_none()) {
                answers.tally.without_scheme += 1;
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
                answers.tally.read += passed;
            }
        };
        let input = self.input.lists("check")?.with_documents(Some(self.base));
        let plan = Plan { is_verdict: true, ..input.plan(self.written, Writes::Faults, json)? };
        Ok(Job::new(move |session| {
            plan.open(session)?.work(session, work, |_, _, ()| Ok(()))?;
            let tally = session.tally();
            let &Tally { read, refused: invalid, without_scheme, .. } = tally;
            let schemeless = match without_scheme {
                0 => String::new(),
                count => format!(", {count} without a scheme"),
            };
            let left_out = tally.left_out();
            session.sum_up(&format!("{read} checked, {invalid} invalid{schemeless}{left_out}"));
            Ok(())
        }))
    }
}
