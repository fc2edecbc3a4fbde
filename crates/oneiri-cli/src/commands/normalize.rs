//! `oneiri normalize`: prints normal forms.

use clap::ValueEnum;
use oneiri::{Alphabet, Ascii, Normalization, Rung, Unicode};

use crate::commands::shared::ladder::Ladders;
use crate::commands::shared::records::{Records, Writes, Written};
use crate::commands::shared::transform;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// Print the normal form of each identifier
///
/// Three steps: decode unneeded escapes (%7e is ~; %c3%a9 is é in an IRI, %C3%A9 in
/// a URI), fold the letter case of scheme and host, and remove dot segments. A port
/// loses leading zeros, and an empty port its colon. Escapes of reserved characters
/// are never decoded, and relative references keep their dot segments. This is the
/// normal form of the path rung; --rung scheme also applies the rules of the
/// scheme.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri normalize 'HTTP://Example.com:080/%7Eada/../b'
  oneiri normalize --rung scheme --ignore-fragment http://example.com:80#top
  oneiri normalize --only case,escape -f links.txt > normal.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    #[command(flatten)]
    ladders: Ladders,

    /// Only these steps, separated by commas; ports do not change
    #[arg(long, value_name = "STEPS", value_delimiter = ',', conflicts_with = "rung")]
    only: Vec<Step>,

    #[command(flatten)]
    written: Written,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    /// Letter case of scheme and host, and of the digits of escapes
    Case,
    /// Escapes of characters that need none
    Escape,
    /// Dot segments
    Path,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.ladders.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet + Send + Sync + 'static>(args: Args, session: &mut Session) -> Flow {
    let has = |step| args.only.contains(&step);
    let steps =
        Normalization { case: has(Step::Case), escape: has(Step::Escape), path: has(Step::Path) };
    let judge = args.ladders.judge::<A>(session)?;
    // The steps start from the normal form at the string rung: the text, or the text without its
    // fragment.
    let rung = if args.only.is_empty() { judge.rung } else { Rung::String };
    let all = args.only.is_empty();
    let source = args.input.with_documents(None).open(args.written, Writes::Answers, session)?;
    transform::each(source, session, move |text, output| {
        let mut buffer = String::new();
        let identifier = judge.read(text, &mut buffer)?;
        let normal = judge.ladder().normalize(&identifier, rung);
        if all {
            output.push_str(normal.as_str());
        } else {
            output.push_str(normal.normalize_steps(steps).as_str());
        }
        Ok(())
    })
}
