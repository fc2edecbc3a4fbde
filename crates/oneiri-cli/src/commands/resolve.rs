//! `oneiri resolve`, and its inverse `oneiri relativize`.

use oneiri::{Alphabet, HasScheme, MaybeScheme, Resolution, Ri};

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{Command, Job};
use crate::comparison::{self, Grammar, How};
use crate::output::Fault;

/// The options of both commands.
#[derive(clap::Args)]
struct Against {
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

/// Writes the answer for a base and a text.
type Answer<A> = fn(&Ri<String, A, HasScheme>, &str, How, &mut String) -> Result<(), Fault>;

impl Against {
    /// The job that makes an answer of the base and of each text.
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool, answer: Answer<A>) -> Result<Job, UsageError> {
        let how = self.grammar.how;
        let base = comparison::base::<A>(&self.base, how)?;
        let plan = self.input.plan(self.written, Writes::Answers, json)?;
        Ok(plan.transform(move |text, output| answer(&base, text, how, output)))
    }
}

/// Resolve each reference against a base
///
/// Follows RFC 3986 section 5.2 strictly. The base may have any scheme, even
/// mailto:, and its fragment is ignored.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/resolve.txt"))]
pub(crate) struct Resolve {
    #[command(flatten)]
    against: Against,
}

impl Command for Resolve {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        self.against.job::<A>(json, |base, text, how, output| {
            let reference = comparison::parse::<A, MaybeScheme>(text, how)?;
            base.resolve_into(&reference, output);
            Ok(())
        })
    }
}

/// Print the shortest reference from a base to each URL
///
/// Resolving the reference against the same base gives the identifier back,
/// character for character. The identifier itself is printed if no reference is
/// shorter, if none leads to it because its path has dot segments, or if programs
/// that follow RFC 3986 to the letter resolve the reference to another one, as `..`
/// against `x:a/b`. A URL without a scheme is invalid here.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/relativize.txt"))]
pub(crate) struct Relativize {
    #[command(flatten)]
    against: Against,
}

impl Command for Relativize {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        self.against.job::<A>(json, |base, text, how, output| {
            let target = comparison::parse::<A, HasScheme>(text, how)?;
            let reference = base.relativize(&target);
            // Dot segments at the beginning of a path without a slash are where programs differ.
            let verbatim = Resolution::new().verbatim(true);
            let is_plain = base.host().is_some() || base.path().starts_with('/');
            let is_same = is_plain || base.resolve_with(&reference, verbatim).is_ok_and(|found| found == target);
            output.push_str(if is_same { reference.as_str() } else { text });
            Ok(())
        })
    }
}
