//! `oneiri compare`: prints the lowest rung at which two identifiers are equal.

use oneiri::Alphabet;

use crate::args::pairs::Pairs;
use crate::args::usage::UsageError;
use crate::commands::{Job, Reads};
use crate::comparison::{ComparisonArgs, Grammar};

/// Print the lowest rung at which two identifiers are equal
///
/// The rungs of the ladder are string, case, escape, path, scheme and protocol. If
/// no rung makes the two equal, prints "different". The exit code is 0 if the rung
/// is at most --rung, otherwise 1. Without arguments, each line holds two
/// identifiers with one TAB between them.
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
    comparison: ComparisonArgs,
}

impl Reads for Args {
    const EXIT_CODES: &'static str = "  1  they are not equal at --rung, or one was refused\n";

    fn grammar(&self) -> &Grammar {
        self.comparison.grammar()
    }

    fn job_in<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        self.pairs.check()?;
        let unread = self.comparison.comparison::<A>()?;
        Ok(Job::new(move |session| {
            let comparison = unread.read(session)?;
            self.pairs.each(session, comparison, |comparison, pair, answers| {
                let ladder = comparison.ladder();
                let verdict = ladder.compare(&pair.a, &pair.b);
                let compared = pair.compared(answers, &verdict, comparison.rung);
                if answers.json() {
                    answers.record(pair.item, pair.input, compared);
                } else {
                    answers.line(compared.rung.unwrap_or("different").as_bytes());
                }
            })
        }))
    }
}
