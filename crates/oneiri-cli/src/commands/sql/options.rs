//! The options of `oneiri sql`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::commands::shared::size;

/// Answer a question in SQL about files of identifiers (feature `sql`)
///
/// Each FILE is a table. Its name is that of the file without folders and endings,
/// in lower case, with _ for all but letters and digits: pages-2024.csv.gz is
/// pages_2024. If there is one file, or none and stdin is read, it is also `input`.
///
/// What a file is, its ending says: .csv and .tsv have a header, and all their
/// columns are text; .ndjson and .jsonl have an object a line; .parquet is Parquet.
/// Everything else is text with a row for each line: `line` (null if it is not
/// UTF-8) and `number`, from 1. A .gz or .zst may follow, but for .parquet.
///
/// To all that DataFusion knows come oneiri_normalize, oneiri_is_valid,
/// oneiri_why_not, oneiri_parse, oneiri_resolve, oneiri_to_uri, oneiri_to_iri,
/// oneiri_fingerprint and oneiri_rung. Nothing but a query is run: no file is
/// written. Rows come in no order, unless ORDER BY asks for one.
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
#[cfg_attr(not(feature = "sql"), allow(dead_code, reason = "read by the engine alone"))]
pub(crate) struct Args {
    /// The question; before one that begins with "-", write "--"
    #[arg(value_name = "QUERY")]
    pub(super) query: String,

    /// Files; without any, and for -, stdin
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// How rows are printed: a table on a terminal, else csv, if not given
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<Format>,

    /// How much memory to use, about; no limit if not given
    ///
    /// What needs more goes to temporary files, or ends the run
    #[arg(long, value_name = "SIZE", value_parser = size::size)]
    pub(super) memory: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Table,
    /// Comma-separated (RFC 4180), with a header; empty text is ""
    Csv,
    /// TABs between fields, no quotes, a header
    Tsv,
    /// A JSON object a line, as with --json
    Ndjson,
}
