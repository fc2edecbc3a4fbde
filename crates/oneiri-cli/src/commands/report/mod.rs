//! `oneiri report`: makes an HTML page about a list of identifiers.

use oneiri::Alphabet;
use tally::Tally;

use crate::args::{DocumentBase, Out, Plan, Records, UsageError, Writes, Written};
use crate::commands::{Command, Job, UNREAD_TABLES, report::tally::Lines, report::tally::Look};
use crate::output::{Answers, Flow, Session, escape};
use crate::pipeline::{Items, Source};

mod page;
mod tally;

/// Make an HTML page about a list
///
/// The page counts schemes, hosts and duplicates. It shows the URLs with the most
/// lines in several spellings, invalid lines by reason, lines that parsers read
/// differently (see `oneiri parsers --help`), and the findings of `oneiri lint`.
/// It is one file without scripts, loads nothing, and hides the passwords and
/// tokens that `oneiri redact` hides. Names in RDF are compared by their text, and
/// all other URLs at the scheme rung. An empty cell of a table has no URL, and is
/// not counted. The page has invalid lines, so they are not reported one by one.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("../help/report.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    #[command(flatten)]
    base: DocumentBase,

    /// A URL without a scheme is invalid
    #[arg(long)]
    absolute: bool,

    #[command(flatten)]
    out: Out,
}

impl Command for Args {
    const TROUBLE: &'static str = UNREAD_TABLES;
    const NO_JSON: Option<&'static str> =
        Some("--json cannot be used with report, which makes a page; see `oneiri dedupe --json`");

    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        let input = self.input.lists("report")?;
        let names: Vec<String> = input.files().iter().map(|path| escape::path(path)).collect();
        let input = input.with_documents(Some(self.base)).strict(false, self.absolute);
        let plan = input.plan(Written { out: self.out, ..Written::default() }, Writes::Findings, false)?;
        let plan = Plan { keeps_inputs: true, is_verdict: true, ..plan };
        Ok(Box::new(move |session| page(plan.open(session)?, &names, Look::new(self.absolute), session)))
    }
}

fn page(source: Source, names: &[String], look: Look, session: &mut Session) -> Flow {
    let mut tally = Tally::default();
    let noun = if source.reading.format.is_text() { "line" } else { "URL" };
    let work = move |items: &Items<'_>, answers: &mut Answers| -> Lines { look.at(items, answers) };
    source.work(session, work, |_, items, seen| {
        tally.add_all(items, seen);
        Ok(())
    })?;
    session.part(&page::page(&tally, names, &session.unread))?;
    session.flush()?;
    session.sum_up_at_the_end(tally.summary(noun) + &session.tally.left_out());
    // The process is about to end, and to free each class takes long.
    std::mem::forget(tally);
    Ok(())
}
