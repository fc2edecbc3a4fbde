//! `oneiri resolve`: resolves references against a base.

use oneiri::{Alphabet, MaybeScheme};

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{FORGIVEN, Job, Reads};
use crate::comparison;
use crate::comparison::Grammar;

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

impl Reads for Args {
    const EXIT_CODES: &'static str = FORGIVEN;

    fn job_in<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let how = self.grammar.how();
        let base = comparison::base::<A>(&self.base, how)?;
        let plan = self.input.plan(self.written, Writes::Answers, json)?;
        Ok(plan.transform(move |text, output| {
            let reference = comparison::parse::<A, MaybeScheme>(text, how)?;
            base.resolve_into(&reference, output);
            Ok(())
        }))
    }
}
