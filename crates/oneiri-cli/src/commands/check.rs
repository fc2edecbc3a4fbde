//! `oneiri check`: reports invalid identifiers.

use oneiri::{Alphabet, Ascii, MaybeScheme, Unicode};

use crate::commands::shared::grammar::Grammar;
use crate::commands::shared::sources::Identifiers;
use crate::input::identifier;
use crate::input::items::Items;
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
  oneiri check --uri -f links.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Identifiers,

    #[command(flatten)]
    grammar: Grammar,
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
    // Valid lines need no output unless JSON is asked for, so many lines can be checked together.
    let passes: fn(&str) -> Vec<u64> =
        |text| oneiri::validity::<A, MaybeScheme>(text, oneiri::lines(text));
    let check = move |item: &Item<'_>, answers: &mut Answers| {
        let checked = item.text().and_then(|text| {
            identifier::parse::<A, MaybeScheme>(text, lenient).map(|reference| (text, reference))
        });
        match checked {
            Err(fault) => answers.refuse(item, &fault),
            Ok((text, reference)) if answers.json() => {
                answers.record(item, text, Components::of(&reference));
            }
            Ok(_) => answers.pass(),
        }
    };
    let work = move |items: &Items<'_>, answers: &mut Answers| {
        if answers.json() {
            items.iter().for_each(|item| check(&item, answers));
        } else {
            let passed = items.each_but(passes, |item| check(item, answers));
            answers.read += passed;
        }
    };
    let ran = args.input.source().work(session, work, |_, _, ()| Ok(()));
    if ran.is_ok() {
        session.note(&format!("{} checked, {} refused", session.read(), session.refused()));
    }
    ran
}
