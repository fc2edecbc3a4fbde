//! `oneiri report`: makes an HTML page about a list of identifiers.

use std::path::PathBuf;
use std::sync::Arc;

use oneiri::Alphabet;
use oneiri_documents::Options;
use tally::Tally;

use crate::args::{Columns, DocumentBase, Identifiers, Plan, UsageError, records::NO_ROWS};
use crate::commands::{Command, Job, report::tally::Lines, report::tally::Look};
use crate::output::{Answers, Flow, Session, escape};
use crate::pipeline::{Items, Reading, Source};

mod page;
mod tally;

/// Make an HTML page about a list
///
/// The page counts schemes, hosts and duplicates. It shows the largest classes
/// (sets of spellings of one URL), invalid lines by reason, lines that
/// parsers read differently (see `oneiri parsers --help`), and the findings of
/// `oneiri lint`. It is one file without scripts, loads nothing, and holds no
/// passwords. Names in RDF are compared by their text, and all other URLs at the
/// scheme rung. An empty cell of a table has no URL, and is not counted.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("../help/report.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Identifiers,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    base: DocumentBase,

    /// Write the page to FILE [default: -, which is stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Command for Args {
    const NO_JSON: Option<&'static str> =
        Some("--json cannot be used with report, which makes a page; see `oneiri dedupe --json`");

    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        let mut input = self.input.into_lists("report", &self.columns)?;
        let options = Options { base: self.base.read()?, ..Options::default() };
        let (format, note) = self.columns.formats(input.files(), options)?;
        if format.rows.is_some() && input.files().is_empty() {
            return Err(UsageError::conflict(NO_ROWS));
        }
        let notes = input.take_notes().into_iter().chain(note).collect();
        let names: Vec<String> = input.files().iter().map(|path| escape::path(path)).collect();
        let reading = Reading { format: Arc::new(format), ..Reading::default() };
        let source = input.source().reading(reading);
        let plan = Plan { keeps_inputs: true, ..Plan::of(source, self.output, notes) };
        Ok(Box::new(move |session| page(plan.open(session)?, &names, session)))
    }
}

fn page(source: Source, names: &[String], session: &mut Session) -> Flow {
    let mut tally = Tally::default();
    let look = Look::new();
    let noun = if source.reading.format.is_text() { "line" } else { "URL" };
    let work = move |items: &Items<'_>, answers: &mut Answers| -> Lines {
        let seen = look.at(items);
        answers.tally.read += seen.lines.len() as u64;
        answers.tally.refused += seen.lines.iter().filter(|line| line.read.is_err()).count() as u64;
        seen
    };
    source.work(session, work, |_, items, seen| {
        tally.add_all(items, seen);
        Ok(())
    })?;
    session.part(&page::page(&tally, names))?;
    session.flush()?;
    session.sum_up_at_the_end(tally.summary(noun));
    // The process is about to end, and to free each class takes long.
    std::mem::forget(tally);
    Ok(())
}
