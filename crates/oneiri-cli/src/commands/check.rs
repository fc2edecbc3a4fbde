//! `oneiri check`: reports invalid identifiers.

use oneiri::{Alphabet, HasScheme, MaybeScheme};
use oneiri_documents::Passes;
use oneiri_lint::{begins_with_port, but_ports};

use crate::args::{DocumentBase, Plan, Records, UsageError, Writes, Written};
use crate::commands::{Command, INVALID, Job, UNREAD_TABLES, also};
use crate::comparison::{self, Grammar};
use crate::output::{Answers, OutputOptions, Tally, escape, json::Components};
use crate::pipeline::{Item, Items};

/// Report which URLs are invalid, and why
///
/// Each invalid URL is printed in one line with its place and the reason; on a
/// terminal, with the text, a mark below the error, and advice. A valid URL prints
/// nothing. With -o - the valid lines are printed there instead, and the errors go
/// to standard error. The exit code is 1 if any URL is invalid. With -q, only the
/// exit code says it, as with grep -q.
///
/// A relative reference, such as example.com, is valid, and so is the empty one.
/// The summary of a list says how many have no scheme, and with --absolute they are
/// invalid. In localhost:8080 the scheme is localhost, so it is valid even then,
/// but the summary counts such URLs, too.
///
/// In RDF, a blank node such as _:x is another node in each file, so join the files
/// of --output and --rejects again before you load them.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/check.txt"))]
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

impl Command for Args {
    const EXIT_CODES: Option<&'static str> = Some(INVALID);
    const TROUBLE: &'static str = UNREAD_TABLES;

    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let how = self.grammar.how;
        // Valid lines need no output unless something is written, so many lines can be checked together.
        // What has no scheme, or with --absolute a name and a port instead, is looked at again, to count it.
        let passes: Passes = if how.absolute {
            |text, ranges| but_ports(text, ranges, |it| oneiri::batch::validity::<A, HasScheme>(text, it))
        } else {
            |text, ranges| oneiri::batch::validity::<A, HasScheme>(text, ranges)
        };
        let adds = self.written.adds();
        let check = move |item: &Item<'_>, answers: &mut Answers| {
            item.with_text(answers, |text, answers| {
                let reference = comparison::parse::<A, MaybeScheme>(text, how)?;
                if let Some(note) = item.field.and_then(|field| field.note) {
                    let place = item.place(0..item.bytes.len(), 0);
                    answers.tell(&format!("{place}note: {}", escape::visible(note)));
                }
                // On pages, references without a scheme are usual. In RDF they are resolved, if there is a base.
                answers.tally.without_scheme += u64::from(!item.is_in_page() && reference.scheme().is_none());
                let may_lack = how.absolute && !item.is_in_document();
                answers.tally.with_port += u64::from(may_lack && begins_with_port(text));
                if answers.style.json {
                    answers.record(item, text, Components::of(&reference));
                } else if adds {
                    answers.answer(item, b"");
                } else {
                    answers.pass(item);
                }
                Ok(())
            });
        };
        let work = move |items: &Items<'_>, answers: &mut Answers| {
            let OutputOptions { records, rejects, .. } = *answers.style.options;
            // The directives of a document go to the file of rejects as well.
            if answers.style.json || records || rejects && items.format.is_document() {
                items.each(|item| check(item, answers));
            } else {
                let passed = items.each_but(passes, |item| check(item, answers));
                answers.tally.read += passed;
            }
        };
        let input = self.input.lists("check")?.with_documents(Some(self.base)).strict(self.grammar.uri, how.absolute);
        let plan = Plan { is_verdict: true, ..input.plan(self.written, Writes::Faults, json)? };
        let is_document = plan.source.reading.format.is_document();
        let why = if is_document { ", and there is no base; see --base and --absolute" } else { "" };
        Ok(Box::new(move |session| {
            plan.work(session, work, |_, _, ()| Ok(()))?;
            let tally = &session.tally;
            let &Tally { read, refused: invalid, without_scheme, with_port, .. } = tally;
            let (schemeless, left_out) = (also(without_scheme, &format!("without a scheme{why}")), tally.left_out());
            let ports = also(with_port, "with a name and a port instead of a scheme (see oneiri lint --explain L104)");
            session.sum_up_at_the_end(format!("{read} checked, {invalid} invalid{schemeless}{ports}{left_out}"));
            Ok(())
        }))
    }
}
