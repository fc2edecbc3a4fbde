//! `oneiri resolve`: resolves references against a base.

use oneiri::{Alphabet, Ascii, MaybeScheme, Unicode};

use crate::commands::shared::grammar::{self, Grammar};
use crate::commands::shared::records::{Records, Writes, Written};
use crate::commands::shared::transform;
use crate::input::identifier;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// Resolve each reference against a base
///
/// Follows RFC 3986 section 5.2 strictly. The base may have any scheme, even
/// mailto:, and its fragment is ignored.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri resolve --base http://a/b/c/d ../g '?q'
  oneiri resolve --base https://example.com/docs/ -f references.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// The base, which must have a scheme
    #[arg(long, value_name = "BASE")]
    base: String,

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
    let base = grammar::base::<A>(&args.base, lenient);
    let source = args.input.open(args.written, Writes::Answers, session)?;
    transform::each(source, session, move |text, output| {
        let reference = identifier::parse::<A, MaybeScheme>(text, lenient)?;
        base.resolve_into(&reference, output);
        Ok(())
    })
}
