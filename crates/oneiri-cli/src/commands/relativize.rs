//! `oneiri relativize`: the inverse of `oneiri resolve`.

use oneiri::{Alphabet, HasScheme, Resolution};

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{FORGIVEN, Job, Reads};
use crate::comparison;
use crate::comparison::Grammar;

/// Print the shortest reference from a base to each URL
///
/// Resolving the reference against the same base gives the identifier back,
/// character for character. The identifier itself is printed if no reference is
/// shorter, if none leads to it because its path has dot segments, or if programs
/// that follow RFC 3986 to the letter resolve the reference to another one, as `..`
/// against `x:a/b`. A URL without a scheme is invalid here.
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

impl Reads for Args {
    const EXIT_CODES: &'static str = FORGIVEN;

    fn job_in<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let how = self.grammar.how();
        let base = comparison::base::<A>(&self.base, how)?;
        let plan = self.input.plan(self.written, Writes::Answers, json)?;
        Ok(plan.transform(move |text, output| {
            let target = comparison::parse::<A, HasScheme>(text, how)?;
            let reference = base.relativize(&target);
            // Dot segments at the beginning of a path without a slash are where programs differ.
            let verbatim = Resolution::new().verbatim(true);
            let is_plain = base.host().is_some() || base.path().starts_with('/');
            let is_same = is_plain || base.resolve_with(&reference, verbatim).is_ok_and(|found| found == target);
            output.push_str(if is_same { reference.as_str() } else { text });
            Ok(())
        }))
    }
}
