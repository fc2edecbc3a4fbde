//! `oneiri edit`: replaces components of identifiers.

mod changes;

use oneiri::{Alphabet, Ascii, MaybeScheme, Policy, Unicode};

use crate::commands::shared::grammar::Grammar;
use crate::commands::shared::records::{Records, Writes, Written};
use crate::commands::shared::transform;
use crate::input::identifier;
use crate::output::session::Session;
use crate::output::stop::Flow;

use changes::Changes;

/// Replace components of each identifier
///
/// Changes are made in the order of the options, and options can be repeated. All
/// other components stay as they are, byte for byte. A value must fit its component
/// and its place: if the result would be read differently, the whole line is
/// refused.
///
/// With --repair, a value is adapted: characters that its component cannot hold are
/// percent-encoded, an IPv6 address gets brackets, and a path gets the /, /. or ./
/// that it needs in its place. Unfit schemes, ports and authorities are still
/// refused.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri edit --scheme https --unset port http://example.com:80/a
  oneiri edit --set-query page=2 --unset fragment -f links.txt
  oneiri edit --push-segment 'a b' http://example.com/docs/"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    #[command(flatten)]
    changes: Changes,

    /// Adapt values that do not fit instead of refusing them
    #[arg(long)]
    repair: bool,

    /// Pairs are application/x-www-form-urlencoded: + is a space
    #[arg(long, requires = "set-query")]
    form: bool,

    #[command(flatten)]
    grammar: Grammar,

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
    let policy = if args.repair { Policy::Repair } else { Policy::Refuse };
    let source = args.input.open(args.written, Writes::Answers, session)?;
    transform::each(source, session, move |text, output| {
        let mut target = identifier::parse::<A, MaybeScheme>(text, lenient)?.into_owned();
        args.changes.apply(&mut target, policy, args.form)?;
        output.push_str(target.as_str());
        Ok(())
    })
}
