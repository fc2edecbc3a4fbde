//! `oneiri report`: makes an HTML page about a list of identifiers.

mod html;
mod line;
mod page;
mod tally;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use oneiri_documents::Options;

use crate::args::input::{Columns, DocumentBase, Identifiers};
use crate::args::records;
use crate::args::usage::UsageError;
use crate::commands::{Command, Job};
use crate::output::answers::Answers;
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::Flow;
use crate::pipeline::items::Items;
use crate::pipeline::run::{Reading, Source};

use line::{Lines, Look};
use tally::Tally;

/// Make an HTML page about a list
///
/// The page counts schemes, hosts and duplicates. It shows the largest classes
/// (sets of spellings of one identifier), invalid lines by reason, lines that
/// parsers read differently (see `oneiri parsers --help`), and the findings of
/// `oneiri lint`. It is one file without scripts, loads nothing, and holds no
/// passwords.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Memory grows with the distinct identifiers and hosts: 5,000,000 take 1.2 GB.

Examples:
  oneiri report links.txt -o report.html
  oneiri report january.txt february.txt > report.html
  oneiri report dump.nt > report.html"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Identifiers,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    base: DocumentBase,

    /// Write the page to FILE; - is stdout, the default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Command for Args {
    const JSON: bool = false;

    fn job(self, json: bool) -> Result<Job, UsageError> {
        if json {
            return Err(UsageError::conflict(
                "--json cannot be used with report, which makes a page; see `oneiri dedupe --json`",
            ));
        }
        let input = self.input.into_lists("report", &|file| self.columns.reads(file))?;
        let (files, notes) = (input.files().to_vec(), input.notes());
        let output = self.output.filter(|it| it != Path::new("-"));
        let options = Options { base: self.base.read()?, ..Options::default() };
        let (format, note) = self.columns.formats(&files, options)?;
        if format.rows.is_some() && files.is_empty() {
            return Err(UsageError::conflict("--format parquet needs at least one FILE"));
        }
        let reading = Reading { format: Arc::new(format), ..Reading::default() };
        Ok(Job::new(move |session| {
            if let Some(target) = records::open(output.as_deref(), "--output", &files)? {
                session.redirect(target);
            }
            notes.iter().chain(&note).for_each(|note| session.sum_up(note));
            let names: Vec<String> = files.iter().map(|path| escape::path(path)).collect();
            page(input.source().reading(reading), &names, session)
        }))
    }
}

fn page(source: Source, names: &[String], session: &mut Session) -> Flow {
    let mut tally = Tally::default();
    let look = Look::new();
    let work = move |items: &Items<'_>, answers: &mut Answers| -> Lines {
        let seen = look.at(items);
        answers.read += seen.lines.len() as u64;
        answers.refused += seen.lines.iter().filter(|line| line.is_refused()).count() as u64;
        seen
    };
    source.work(session, work, |_, items, seen| {
        tally.add_all(items, seen);
        Ok(())
    })?;
    session.part(&page::page(&tally, names))?;
    session.flush()?;
    session.note(&tally.summary());
    // The process is about to end, and to free each class takes long.
    std::mem::forget(tally);
    Ok(())
}
