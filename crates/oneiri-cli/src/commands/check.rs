//! `oneiri check`: reports invalid identifiers.

use oneiri::{Alphabet, Ascii, MaybeScheme, Unicode};

use crate::commands::shared::grammar::Grammar;
use crate::commands::shared::sources::Identifiers;
use crate::input::identifier;
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

fn run_in<A: Alphabet>(args: Args, session: &mut Session) -> Flow {
    let lenient = args.grammar.lenient;
    // Valid lines need no output unless JSON is asked for, so many lines can be checked together.
    let passes: fn(&str) -> Vec<u64> =
        |text| oneiri::validity::<A, MaybeScheme>(text, oneiri::lines(text));
    let passes = (!session.json()).then_some(passes);
    let ran = args.input.source().each_but(passes, session, |session, item| {
        let checked = item.text().and_then(|text| {
            identifier::parse::<A, MaybeScheme>(text, lenient).map(|reference| (text, reference))
        });
        match checked {
            Err(fault) => session.refuse(item, &fault),
            Ok((text, reference)) if session.json() => {
                session.record(item, text, Components::of(&reference))
            }
            Ok(_) => {
                session.pass();
                Ok(())
            }
        }
    });
    if ran.is_ok() {
        session.note(&format!("{} checked, {} refused", session.read(), session.refused()));
    }
    ran
}
