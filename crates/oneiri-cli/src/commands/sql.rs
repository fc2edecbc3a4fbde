//! `oneiri sql`: runs SQL queries on files of identifiers.

use std::path::PathBuf;

use oneiri_sql::{Error, Format, Query};

use crate::args::size::size;
use crate::args::usage::UsageError;
use crate::commands::{Command, Job};
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::output::watch::Watch;
use crate::pipeline::open::open;
use crate::pipeline::run;

/// Run an SQL query on files of identifiers (feature `sql`)
///
/// Each FILE is a table, named after the file without folders and endings, in lower
/// case, with _ for all but letters and digits: pages-2024.csv.gz is pages_2024. A
/// single file, or stdin, is also the table `input`.
///
/// The ending says how a file is read: .csv and .tsv have a header, and all their
/// columns are text; .ndjson and .jsonl have one object on each line; .parquet is
/// Parquet. Any other file has a row for each line, with the columns `line` (null
/// if it is not UTF-8) and `number`, from 1. A .gz or .zst may follow, except after
/// .parquet.
///
/// Besides the functions of DataFusion there are oneiri_normalize, oneiri_is_valid,
/// oneiri_why_not, oneiri_parse, oneiri_resolve, oneiri_to_uri, oneiri_to_iri,
/// oneiri_fingerprint and oneiri_rung. Only queries are run, so no file is written.
/// Rows come in any order, unless the query has ORDER BY.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri sql 'SELECT count(DISTINCT oneiri_normalize(line)) FROM input' list.txt
  oneiri sql 'SELECT * FROM input WHERE NOT oneiri_is_valid(line)' list.txt
  oneiri sql \"SELECT oneiri_parse(url)['host'], sum(CAST(hits AS BIGINT))
              FROM pages GROUP BY 1\" pages.csv
  oneiri sql 'SELECT a.line FROM a LEFT ANTI JOIN b ON
              oneiri_normalize(a.line) = oneiri_normalize(b.line)' a.txt b.txt"
)]
pub(crate) struct Args {
    /// The query; before one that begins with "-", write "--"
    #[arg(value_name = "QUERY")]
    query: String,

    /// Files; stdin if there is none, or for -
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The output format; by default a table on a terminal, else csv
    #[arg(long, value_name = "FORMAT", value_parser = ["table", "csv", "tsv", "ndjson"])]
    format: Option<String>,

    /// Memory to use, approximately; no limit by default
    ///
    /// A query that needs more uses temporary files, or fails
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<usize>,
}

impl Command for Args {
    const EXIT_CODES: &'static str = "  1  the query raises what is refused, and something was\n";

    fn job(self, _: bool) -> Result<Job, UsageError> {
        Ok(Job::new(move |session| self.run(session)))
    }
}

impl Args {
    fn run(mut self, session: &mut Session) -> Flow {
        run::or_stdin(&mut self.files, session);
        let format = match self.format.as_deref() {
            _ if session.json() => Format::Ndjson,
            Some("ndjson") => Format::Ndjson,
            Some("tsv") => Format::Tsv,
            Some("table") => Format::Table,
            None if session.terminal() => Format::Table,
            _ => Format::Csv,
        };
        let query = Query {
            sql: &self.query,
            files: &self.files,
            memory: self.memory,
            format,
            open: |path| open(path, &Watch::default()),
            hidden: escape::acts,
        };
        let ran = query.run(&mut |lines| match session.lines(lines) {
            Err(Stop::Output(error)) => Err(error),
            _ => Ok(()),
        });
        ran.map_err(|error| match error {
            Error::Raised(message) => {
                session.note(&escape::visible(&message));
                session.count_refused();
                Stop::Reported
            }
            Error::Failed(message) => Stop::Failed(escape::visible(&message).into_owned()),
            Error::Write(error) => Stop::Output(error),
        })
    }
}
