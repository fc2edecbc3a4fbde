//! `oneiri relativize`: the inverse of `oneiri resolve`.

use oneiri::{Alphabet, Ascii, HasScheme, Unicode};

use crate::commands::shared::grammar::{self, Grammar};
use crate::commands::shared::records::{Records, Writes, Written};
use crate::commands::shared::transform;
use crate::input::identifier;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// Print the shortest reference from a base to each identifier
///
/// Resolving the reference against the same base gives the identifier back,
/// character for character. The identifier itself is printed if no reference is
/// shorter, or if none leads to it because its path has dot segments. Identifiers
/// without a scheme are refused.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri relativize --base http://a/b/c/d http://a/b/g
  oneiri relativize --base https://example.com/docs/ -f links.txt"
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
        let target = identifier::parse::<A, HasScheme>(text, lenient)?;
        output.push_str(base.relativize(&target).as_str());
        Ok(())
    })
}
