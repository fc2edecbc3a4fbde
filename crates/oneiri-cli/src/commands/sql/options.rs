//! The options of `oneiri sql`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::args::resources::size;

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
    pub(super) query: String,

    /// Files; stdin if there is none, or for -
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// The output format; by default a table on a terminal, else csv
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<Format>,

    /// Memory to use, approximately; no limit by default
    ///
    /// A query that needs more uses temporary files, or fails
    #[arg(long, value_name = "SIZE", value_parser = size)]
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
    /// One JSON object on each line, as with --json
    Ndjson,
}
