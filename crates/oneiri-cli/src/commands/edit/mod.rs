//! `oneiri edit`: replaces components of identifiers.

mod changes;

use oneiri::{Alphabet, MaybeScheme, OnInvalid};

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{FORGIVEN, Job, Reads};
use crate::comparison;
use crate::comparison::Grammar;

use changes::Changes;

/// Change components of each URL
///
/// Changes are made in the order of the options, and options can be repeated. All
/// other components stay as they are, byte for byte. A value must fit its component
/// and its place: if the result would be read differently, the whole line is
/// invalid.
///
/// --unset takes user, host, port, path, query, fragment or authority, or query.
/// and the name of pairs, where * at the end stands for any rest of the name.
///
/// With --repair, a value is adapted: characters that its component cannot hold are
/// percent-encoded, an IPv6 address gets brackets, and a path gets the /, /. or ./
/// that it needs in its place. Unfit schemes, ports and authorities are still
/// invalid.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri edit --scheme https --unset port http://example.com:80/a
  oneiri edit --set-query page=2 --unset fragment -f links.txt
  oneiri edit --unset 'query.utm_*' 'http://example.com/?id=7&utm_source=x'
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
    #[arg(long)]
    form: bool,

    #[command(flatten)]
    grammar: Grammar,

    #[command(flatten)]
    written: Written,
}

impl Reads for Args {
    const EXIT_CODES: &'static str = FORGIVEN;

    fn job_in<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        if self.form && !self.changes.have_pairs() {
            return Err(UsageError::conflict("--form is for --set-query and --unset query.NAME"));
        }
        let how = self.grammar.how();
        let policy = if self.repair { OnInvalid::Repair } else { OnInvalid::Refuse };
        let plan = self.input.plan(self.written, Writes::Answers, json)?;
        Ok(plan.transform(move |text, output| {
            let mut target = comparison::parse::<A, MaybeScheme>(text, how)?.into_owned();
            self.changes.apply(&mut target, policy, self.form)?;
            output.push_str(target.as_str());
            Ok(())
        }))
    }
}
