//! `oneiri fix`: makes invalid URLs valid, where that is possible without guessing.

pub(super) mod in_place;

use oneiri::Alphabet;

use crate::args::{DocumentBase, Records, UsageError, Writes, Written, invalid::Repairs};
use crate::commands::{Job, Reads, lint, lint::Levels, lint::linter::Run, lint::linter::To};
use crate::comparison::{Grammar, How};
use crate::output::Painter;

/// Make invalid URLs valid, where that is possible without guessing
///
/// Characters that no URL may contain, such as a space, < or |, are
/// percent-encoded. Valid URLs do not change. What cannot be repaired without
/// guessing, such as a bracket in a path, a second # or a broken %, is reported: it
/// stays as it is, or goes to the file of --rejects.
///
/// Lists, tables, N-Triples, N-Quads, Turtle, TriG and sitemaps can be repaired. A
/// statement is repaired as a whole, or not at all. For Turtle and TriG, the file
/// of --rejects begins with the prefixes and the base that its statements need, so
/// it can be read alone.
///
/// With --rejects no reasons are printed, but --dry-run prints them.
///
/// With --lint, the fixes of lints are applied, too: they change valid URLs, but
/// not what these denote. The findings that are left go to standard error.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri fix dump.ttl --rejects bad.ttl -o good.ttl
  oneiri fix --dry-run links.txt
  oneiri fix --lint --in-place links.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// Apply the fixes of lints, too
    #[arg(long)]
    lint: bool,

    /// Print what would change, and write nothing
    #[arg(long)]
    #[arg(conflicts_with_all = ["output", "into", "tag", "rejects", "null", "json", "in_place"])]
    dry_run: bool,

    /// Write the result back into the files, which are lists
    #[arg(long)]
    #[arg(conflicts_with_all = ["output", "into", "tag", "rejects", "null"])]
    in_place: bool,

    #[command(flatten)]
    levels: Levels,

    #[command(flatten)]
    grammar: Grammar,

    #[command(flatten)]
    base: DocumentBase,

    #[command(flatten)]
    written: Written,
}

impl Reads for Args {
    const EXIT_CODES: &'static str = "  1  something is still invalid, and neither --rejects nor --invalid says what\n     becomes of it; with --lint, something was found that is denied\n";

    fn job_in<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        if !self.lint && self.levels.are_given() {
            return Err(UsageError::conflict("--profile, --allow, --warn, --deny and --config need --lint"));
        }
        let (to, writes) = if self.in_place {
            (To::Files, Writes::Findings)
        } else if self.dry_run {
            (To::Changes, Writes::Findings)
        } else {
            (To::Fixed, Writes::Fixes)
        };
        let input = self.input.lists("fix")?;
        let files = input.files().to_vec();
        let how = How { lenient: true, ..self.grammar.how() };
        let repairs = if self.lint { Repairs::AndMore } else { Repairs::Only };
        let input = input.with_documents(Some(self.base)).repaired(repairs);
        let plan = input.plan(self.written, writes, json)?;
        if self.in_place && !plan.is_plain() {
            return Err(UsageError::conflict("--in-place is for lists, and takes no options of columns; see --output"));
        }
        if self.in_place && files.is_empty() {
            return Err(UsageError::conflict("--in-place needs a file, whose lines it replaces"));
        }
        Ok(Job::new(move |session| {
            let painter = Painter::for_stderr();
            let lints = if self.lint { Some(self.levels.lints(&files, session)?) } else { None };
            let run = Run { lints, to, painter, how, only_repairs: !self.lint };
            lint::all::<A>(run, plan.open(session)?, &files, session)
        }))
    }
}
