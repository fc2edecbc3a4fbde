//! `oneiri report`: makes an HTML page about a list of identifiers.

mod html;
mod line;
mod page;
mod tally;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::commands::shared::arguments;
use crate::commands::shared::base::Base;
use crate::commands::shared::columns::{Columns, wrong};
use crate::input::items::Items;
use crate::input::pattern;
use crate::input::source::{Reading, Source};
use crate::output::answers::Answers;
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::output::target::Target;

use line::{Lines, Look};
use tally::Tally;

/// Make an HTML page about a list
///
/// The page counts schemes, hosts and merged lines. It shows the largest classes
/// (sets of spellings of one identifier), refused lines by reason, lines that
/// parsers read differently (see `oneiri diff --help`), and the findings of `oneiri
/// lint`. It is one file without scripts, loads nothing, and holds no passwords.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Memory grows with the distinct identifiers and hosts.

Examples:
  oneiri report links.txt -o report.html
  oneiri report january.txt february.txt > report.html
  oneiri report dump.nt > report.html"
)]
pub(crate) struct Args {
    /// Files of lines, or patterns; stdin if there is none, or for -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// More files, as in other commands (repeatable)
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    more: Vec<PathBuf>,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    base: Base,

    /// Write the page to FILE; - is stdout, the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(mut args: Args, session: &mut Session) -> Flow {
    if session.json() {
        session.fail(
            "--json cannot be used with report, which makes a page; see `oneiri dedupe --json`",
        );
        return Err(Stop::Told);
    }
    arguments::are_files(&args.files);
    args.files.append(&mut args.more);
    args.files = pattern::expand(args.files);
    if let Some(output) = args.output.as_deref().filter(|it| is_among(it, &args.files)) {
        let name = escape::path(output);
        session.fail(&format!("{name}: --output would overwrite an input"));
        return Err(Stop::Told);
    }
    if let Some(path) = args.output.as_deref().filter(|it| *it != Path::new("-")) {
        let failed = |error| Stop::Failed(format!("{}: {error}", escape::path(path)));
        session.redirect(Target::create(path).map_err(failed)?);
    }
    let base = args.base.read();
    let format = args.columns.format(&args.files, None, base, session);
    if format.rows.is_some() && args.files.is_empty() {
        wrong("--format parquet needs at least one FILE");
    }
    let reading = Reading { format: Arc::new(format), ..Reading::default() };
    let names: Vec<String> = args.files.iter().map(|path| escape::path(path)).collect();
    let mut tally = Tally::default();
    let look = Look::new();
    let work = move |items: &Items<'_>, answers: &mut Answers| -> Lines {
        let seen = look.at(items);
        answers.read += seen.lines.len() as u64;
        answers.refused += seen.lines.iter().filter(|line| line.is_refused()).count() as u64;
        seen
    };
    Source::files(args.files).reading(reading).work(session, work, |_, items, seen| {
        tally.add_all(items, seen);
        Ok(())
    })?;
    session.part(&page::page(&tally, &names))?;
    session.flush()?;
    session.note(&tally.summary());
    // The process is about to end, and to free each class takes long.
    std::mem::forget(tally);
    Ok(())
}

fn is_among(output: &Path, inputs: &[PathBuf]) -> bool {
    let Ok(output) = output.canonicalize() else { return false };
    inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == output))
}
