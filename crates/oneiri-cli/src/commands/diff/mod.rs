//! `oneiri diff`: shows how parsers read the same text, and whether the differences matter.

mod cell;
pub(crate) mod comparison;
mod java;
mod parser;
mod reading;
mod table;
mod verdict;
mod whatwg;

use crate::commands::shared::sources::Identifiers;
use crate::output::paint::Painter;
use crate::output::session::Session;
use crate::output::stop::Flow;

use comparison::Diff;

/// Show how parsers read the same text
///
/// The parsers are rfc3986 and rfc3987 (the grammars), whatwg (the URL Standard, by
/// the crate `url`), java (java.net.URI, as documented) and regex (RFC 3986
/// appendix B, which accepts every text, as many programs do). Only components that
/// they read differently are shown, each with the reason.
///
/// The verdict says whether a difference moves the host, the port, the userinfo or
/// the path prefix. Then one program may check a host, and another program connect
/// to a different one. The exit code is 1 if any two of the first four parsers
/// disagree, even if only in spelling.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri diff 'http://good.example\\@evil.example/'
  oneiri diff --only-disagreements -f links.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Identifiers,

    /// Leave out identifiers that all parsers read alike
    #[arg(long)]
    only_disagreements: bool,

    /// Show all components, not only those that differ
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    let painter = Painter::for_stdout();
    args.input.source().each(session, move |item, answers| {
        let text = match item.text() {
            Ok(text) => text,
            Err(fault) => return answers.refuse(item, &fault),
        };
        let diff = Diff::new(text);
        if diff.disagrees() {
            answers.differ();
        } else if args.only_disagreements {
            return answers.pass();
        }
        if answers.json() {
            return answers.record(item, text, diff.record());
        }
        answers.separate("\n");
        let mut block = String::new();
        table::push(&diff, args.all, painter, &mut block);
        answers.block(&block);
    })
}
