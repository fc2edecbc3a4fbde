//! `oneiri edit`: some components replaced, the others left alone.

mod changes;

use oneiri::{Alphabet, Ascii, MaybeScheme, Policy, Unicode};

use crate::commands::shared::grammar::Grammar;
use crate::commands::shared::sources::Identifiers;
use crate::commands::shared::transform;
use crate::input::identifier;
use crate::output::session::Session;
use crate::output::stop::Flow;

use changes::Changes;

/// Replace components of each identifier
///
/// Changes are made in the order of the options, and each may be given again. What
/// is not named stays as it is, to the byte. A value has to fit its component and
/// its place: it is refused if the result would read as something else, and then
/// so is the whole line.
///
/// With --repair a value is made to fit: what its component cannot hold is
/// percent-encoded, an IPv6 address is put in brackets, and a path is given the /,
/// /. or ./ that it needs where it stands. Schemes, ports and authorities are still
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
    input: Identifiers,

    #[command(flatten)]
    changes: Changes,

    /// Make values fit instead of refusing them
    #[arg(long)]
    repair: bool,

    /// Pairs are application/x-www-form-urlencoded: + is a space
    #[arg(long, requires = "set-query")]
    form: bool,

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
    let policy = if args.repair { Policy::Repair } else { Policy::Refuse };
    transform::each(args.input.source(), session, |text, output| {
        let mut target = identifier::parse::<A, MaybeScheme>(text, lenient)?.into_owned();
        args.changes.apply(&mut target, policy, args.form)?;
        output.push_str(target.as_str());
        Ok(())
    })
}
