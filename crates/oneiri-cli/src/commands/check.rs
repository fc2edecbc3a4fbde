//! `oneiri check`: reports invalid identifiers.

use oneiri::{Alphabet, Ascii, MaybeScheme, Unicode};

use crate::commands::shared::base::Base;
use crate::commands::shared::grammar::Grammar;
use crate::commands::shared::records::{Records, Writes, Written};
use crate::input::identifier;
use crate::input::items::{Items, Passes};
use crate::output::answers::Answers;
use crate::output::item::Item;
use crate::output::json::Components;
use crate::output::session::Session;
use crate::output::stop::Flow;

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
    base: Base,

    #[command(flatten)]
    written: Written,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.grammar.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet + Send + Sync + 'static>(args: Args, session: &mut Session) -> Flow {
    let lenient = args.grammar.lenient;
    // Valid lines need no output unless something is written, so many lines can be checked together.
    let passes: Passes = |text, ranges| oneiri::list::validity::<A, MaybeScheme>(text, ranges);
    let adds = args.written.adds();
    let check = move |item: &Item<'_>, answers: &mut Answers| {
        if item.is_gap() {
            return answers.close(item);
        }
        let checked = item.text().and_then(|text| {
            identifier::parse::<A, MaybeScheme>(text, lenient).map(|reference| (text, reference))
        });
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
        if answers.json() || answers.shape().records {
            items.each(|item| check(item, answers));
        } else {
            let passed = items.each_but(passes, |item| check(item, answers));
            answers.read += passed;
        }
    };
    let source =
        args.input.with_documents(Some(args.base)).open(args.written, Writes::Faults, session)?;
    let ran = source.work(session, work, |_, _, ()| Ok(()));
    if ran.is_ok() {
        session.sum_up(&format!("{} checked, {} refused", session.read(), session.refused()));
    }
    ran
}
