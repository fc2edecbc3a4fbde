//! `oneiri report`: a list of identifiers as one page.

mod html;
mod page;
mod tally;

use std::path::{Path, PathBuf};

use crate::input::pattern;
use crate::input::source::Source;
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::output::target::Target;

use tally::Tally;

/// Make a page of HTML about a list
///
/// It counts schemes, hosts, and the rungs at which spellings join; it shows the
/// largest classes of spellings, refused lines by reason, where parsers disagree
/// (see `oneiri diff --help`), and what `oneiri lint` finds. The page is one file
/// without scripts, and loads nothing. Passwords are not in it.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Memory grows with the distinct identifiers and hosts.

Examples:
  oneiri report links.txt -o report.html
  oneiri report january.txt february.txt > report.html"
)]
pub(crate) struct Args {
    /// Files of lines, or patterns; without any, and for -, stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the page there, all or nothing; without it, and for -, to stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(mut args: Args, session: &mut Session) -> Flow {
    if session.json() {
        session.fail("a report is a page; for objects see `oneiri dedupe --json`");
        return Err(Stop::Told);
    }
    args.files = pattern::expand(args.files);
    if let Some(output) = args.output.as_deref().filter(|it| is_among(it, &args.files)) {
        let name = escape::path(output);
        session.fail(&format!("{name}: --output would overwrite a file that is to be read"));
        return Err(Stop::Told);
    }
    if let Some(path) = args.output.as_deref().filter(|it| *it != Path::new("-")) {
        let failed = |error| Stop::Failed(format!("{}: {error}", escape::path(path)));
        session.redirect(Target::create(path).map_err(failed)?);
    }
    let names: Vec<String> = args.files.iter().map(|path| escape::path(path)).collect();
    let mut tally = Tally::default();
    Source::Files(args.files).each(session, |session, item| {
        if tally.line(item) {
            session.pass();
        } else {
            session.count_refused();
        }
        Ok(())
    })?;
    session.part(&page::page(&tally, &names))?;
    session.flush()?;
    session.note(&tally.summary());
    Ok(())
}

fn is_among(output: &Path, inputs: &[PathBuf]) -> bool {
    let Ok(output) = output.canonicalize() else { return false };
    inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == output))
}
