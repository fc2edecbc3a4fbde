//! `oneiri compare`: from which rung of the ladder on are two spellings the same identifier?

use oneiri::{Alphabet, Ascii, Unicode};

use crate::commands::shared::ladder::Ladders;
use crate::commands::shared::pairs::Pairs;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// Say from which rung on two identifiers are equal
///
/// Prints the lowest rung of the ladder at which they are: string, case, escape,
/// path, scheme or protocol; or "different". The exit code is 0 if that rung is no
/// higher than --rung, else 1. Without arguments, reads lines that hold two
/// identifiers and one TAB between them.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri compare http://example.org/ros%C3%A9 HTTP://example.org:/rosé
  oneiri compare --rung scheme http://example.com http://example.com:80/
  oneiri compare --rung string -f pairs.tsv"
)]
pub(crate) struct Args {
    #[command(flatten)]
    pairs: Pairs,

    #[command(flatten)]
    ladders: Ladders,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.ladders.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet>(args: Args, session: &mut Session) -> Flow {
    let judge = args.ladders.judge::<A>(session)?;
    let ladder = judge.ladder();
    args.pairs.each(session, &judge, |session, pair| {
        let verdict = ladder.compare(&pair.a, &pair.b);
        let compared = pair.compared(session, &verdict, judge.rung);
        if session.json() {
            session.record(pair.item, pair.input, compared)
        } else {
            session.line(compared.rung.unwrap_or("different").as_bytes())
        }
    })
}
