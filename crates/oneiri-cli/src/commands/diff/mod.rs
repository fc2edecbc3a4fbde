//! `oneiri diff`: shows how parsers read the same text, and whether the differences matter.

mod cell;
pub(crate) mod comparison;
mod java;
mod parser;
mod reading;
mod table;
mod verdict;
mod whatwg;

use std::io::IsTerminal;

use crate::args::input;
use crate::args::records::{Records, Writes, Written};
use crate::args::usage::UsageError;
use crate::commands::{Command, Job};
use crate::output::answers::Answers;
use crate::output::item::Item;

use comparison::Diff;
use parser::Parser;

/// Show how parsers read the same text
///
/// The parsers are rfc3986 and rfc3987 (the grammars), whatwg (the URL Standard, as
/// browsers read), java (java.net.URI, as documented) and regex (RFC 3986 appendix
/// B, which accepts every text, as many programs do). Only components that they
/// read differently are shown, each with the reason.
///
/// The verdict says whether a difference moves the scheme, the host, the port, the
/// userinfo or the path prefix. Then one program may check a host, and another
/// program connect to a different one. The exit code is 1 if any two of the first
/// four parsers disagree, even if only in spelling. With --only-moving only what
/// moves is shown, and the exit code is 3 if something does.
///
/// Each text is shown by itself. `oneiri explain A B` compares two identifiers with
/// each other, and `oneiri comm A B` two lists.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri diff 'http://good.example\\@evil.example/'
  oneiri diff --only-disagreements -f links.txt
  oneiri diff --only-moving -f links.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// Ask only some: rfc3986, rfc3987, whatwg, java, regex
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_possible_values = true)]
    readers: Vec<Parser>,

    /// Leave out identifiers that all parsers read alike
    #[arg(long)]
    only_disagreements: bool,

    /// Leave out all but what moves; exit with 3 if something does
    #[arg(long, conflicts_with = "only_disagreements")]
    only_moving: bool,

    /// Show all components, not only those that differ
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    written: Written,
}

impl Command for Args {
    const EXIT_CODES: &'static str =
        "  1  parsers disagree (not with --only-moving), or a line was refused\n";
    const MORE_EXIT_CODES: &'static str = "  3  with --only-moving: something moves\n";

    fn job(self, json: bool) -> Result<Job, UsageError> {
        input::are_no_lists(self.input.arguments())?;
        let (painter, two) = (self.written.painter(), self.input.arguments().len() == 2);
        let adds = self.written.adds();
        let mut readers = self.readers;
        if readers.is_empty() {
            readers.extend(Parser::ALL);
        }
        readers.sort_unstable();
        readers.dedup();
        let plan = self.input.plan(self.written, Writes::Findings, json)?;
        let each = move |item: &Item<'_>, answers: &mut Answers| {
            let text = match item.text() {
                Ok(text) => text,
                Err(fault) => return answers.refuse(item, &fault),
            };
            let diff = Diff::of(text, &readers);
            let left_out = if self.only_moving {
                let moves = !diff.moves().is_empty();
                if moves {
                    answers.moved();
                }
                !moves
            } else {
                let disagrees = diff.disagrees();
                if disagrees {
                    answers.differ();
                }
                self.only_disagreements && !disagrees
            };
            if left_out {
                return if adds { answers.omit(item) } else { answers.pass(item) };
            }
            if adds {
                return answers.answer(item, table::verdict(&diff).1.as_bytes());
            }
            if answers.json() {
                return answers.record(item, text, diff.record());
            }
            answers.separate("\n");
            let mut block = String::new();
            table::push(&diff, self.all, painter, &mut block);
            answers.block(&block);
            answers.close(item);
        };
        Ok(Job::new(move |session| {
            plan.open(session)?.each(session, each)?;
            if two && std::io::stderr().is_terminal() {
                session.note(
                    "diff reads each of the two by itself; to compare them, write: oneiri explain A B",
                );
            }
            Ok(())
        }))
    }
}
