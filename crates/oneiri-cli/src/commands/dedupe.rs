//! `oneiri dedupe`: the options of the command, and the start of the engine.

use std::path::PathBuf;

use oneiri::Alphabet;
use oneiri_documents::{Ends, Options, Unit};
use oneiri_sets::{Totals, Wanted};

use crate::args::records::{NO_DOCUMENTS, NO_FILE_FOR_ROWS, NO_ROWS, lacks_rows};
use crate::args::{Columns, Identifiers, Resources, UsageError, input::one_column};
use crate::assume::Assume;
use crate::commands::{Command, Job};
use crate::dedupe::{COUNT, Grouping, Look, Show, keep::Keep, map::Rows};
use crate::output::counted;
use crate::pipeline::{Format, source};

/// Remove duplicates: print the first spelling of each URL, in input order
///
/// Two lines are the same identifier if their normal forms at the rung are equal
/// (see `oneiri normalize --help`). They need not follow each other, as they must
/// for `uniq`, whose -c, -d and -u mean the same here. An invalid line is
/// never merged: it is reported and not printed, or written to the file of
/// --rejects. The summary on standard error counts unique lines, duplicates and
/// invalid lines, and together they are all lines. In tables, an empty cell has no
/// URL, so its record is never merged, and a blank line stays blank. Files may be
/// packed with gzip or zstd. A named file is written completely or not at all.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/dedupe.txt"), mut_arg("column", one_column))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Identifiers,

    /// Write to FILE which spelling was kept for which, and why
    ///
    /// Lines of KEPT, ALIAS, RUNG and RULES with TABs between them, or JSON
    /// objects if FILE ends in .ndjson or .jsonl
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    map: Option<PathBuf>,

    /// Print before each URL how many lines have it, as uniq -c
    #[arg(short, long)]
    count: bool,

    /// Print only identifiers that have several lines
    #[arg(short, long, conflicts_with = "unique")]
    duplicates: bool,

    /// Print only identifiers that have a single line
    #[arg(short, long)]
    unique: bool,

    /// The record to keep: first, last, or newest=COLUMN
    ///
    /// COLUMN, or the field of ndjson, has dates and times of RFC 3339, or
    /// numbers, of at most 34 digits. An empty one is the oldest, and any
    /// other is an error, except in a record whose URL is empty or invalid.
    /// The default is first. last and newest are not for --json, --map,
    /// --assume, --any-order, -c, -d and -u, and newest not for Parquet
    #[arg(long, value_name = "WHICH", verbatim_doc_comment)]
    #[arg(conflicts_with_all = ["count", "duplicates", "unique", "any_order", "assume"])]
    keep: Option<Keep>,

    /// Print no list, but what the assumptions would merge
    #[arg(long, requires = "assume", conflicts_with_all = ["output", "count", "duplicates", "unique"])]
    dry_run: bool,

    #[command(flatten)]
    columns: Columns,

    /// Print in any order, which is faster if not all fits in memory
    #[arg(long)]
    any_order: bool,

    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    comparison: Assume,
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(mut self, json: bool) -> Result<Job, UsageError> {
        self.input = self.input.into_lists("dedupe", &self.columns)?;
        let files = self.input.files().to_vec();
        self.columns.refuse_several("dedupe", &files)?;
        let added = self.count.then(|| COUNT.to_owned());
        let mut options = Options { added, ..Options::default() };
        let mut newest = None;
        if let Some(Keep::Newest(name)) = &self.keep {
            if self.columns.format(&files, Options::default())?.0.unit() != Unit::Record {
                return Err(UsageError::conflict("--keep newest=COLUMN is for tables, which have a column with dates"));
            }
            let beside = self.columns.beside(name).format(&files, Options::default())?.0;
            if beside.rows.is_some() {
                return Err(UsageError::conflict(
                    "--keep newest=COLUMN is for csv, tsv and ndjson, because of Parquet only the column of URLs is read; \
                     keep first or last, in rows that are sorted by their date",
                ));
            }
            // A header without the column is an error before anything is read.
            options.also.extend(beside.has_header().then(|| name.clone()));
            newest = Some(beside);
        }
        let (format, note) = self.columns.format(&files, options)?;
        self.check(&format, json)?;
        let unread = self.comparison.comparison::<A>()?;
        let (wanted, show) = self.show(&format, json);
        let selects = self.duplicates || self.unique;
        let shown = selects.then_some(show.printed);
        let noun = if format.is_text() { "line" } else { "record" };
        let has_format = self.input.has_urls() && !format.is_text();
        UsageError::first(&[(has_format, "--format is for files; an argument that is a URL has no format")])?;
        let notes = self.input.take_notes().into_iter().chain(note).collect();
        let plan = self.resources.plan(self.input.lines(self.resources.end())?, format, notes)?;
        Ok(Box::new(move |session| {
            let comparison = unread.read(session)?;
            let map = source::create(self.map.as_deref(), "--map", &files)?;
            let source = plan.open(session)?;
            let grouping = Grouping {
                comparison,
                map: map.zip(self.map.as_deref().map(Rows::of)),
                newest,
                options: self.resources.options(wanted, self.any_order),
                dry_run: self.dry_run,
                invalid: self.resources.invalid,
                show,
            };
            let done = grouping.run(source, session)?;
            if let Some(assumed) = done.assumed.as_ref().filter(|_| self.dry_run) {
                session.lines(assumed.losses(noun).as_bytes())?;
            }
            session.flush()?;
            let printed = shown.map(|shown| {
                let places = done.places.iter().zip(shown);
                let printed: u64 = places.filter(|(_, shown)| *shown).map(|(count, _)| count).sum();
                format!(", {printed} printed")
            });
            let (printed, assumed) = (printed.unwrap_or_default(), done.assumed.map(|it| it.summary()));
            let Totals { records: lines, refused, classes, .. } = done.totals;
            let sum = unique(classes, lines - refused - classes, refused);
            let (lines, assumed) = (counted(lines, noun), assumed.unwrap_or_default());
            session.sum_up_at_the_end(format!("{lines}: {sum}{printed}{assumed}"));
            Ok(())
        }))
    }
}

impl Args {
    fn show(&self, format: &Format, json: bool) -> (Wanted, Show) {
        let tallied = self.count || self.duplicates || self.unique;
        let (wanted, look) = match format.ends() {
            _ if json && tallied => (Wanted::Counts, Look::Json),
            _ if json => (Wanted::Every, Look::Json),
            _ if self.keeps_another() => (Wanted::Greatest, Look::Record),
            _ if !tallied => (Wanted::Firsts, Look::Record),
            _ if !self.count => (Wanted::Counts, Look::Record),
            _ if format.is_text() => (Wanted::Counts, Look::Count),
            Ends::Quoted(delimiter, _) => (Wanted::Counts, Look::Cell(COUNT, delimiter)),
            Ends::Lines(_) => (Wanted::Counts, Look::Cell(COUNT, b'\t')),
        };
        (wanted, Show { printed: [!self.duplicates, !self.unique, false], look })
    }

    fn keeps_another(&self) -> bool {
        self.keep.as_ref().is_some_and(|keep| *keep != Keep::First)
    }

    fn check(&self, format: &Format, json: bool) -> Result<(), UsageError> {
        let is_parquet = format.rows.is_some();
        let lacks_output = self.resources.out.file().is_none() && !self.dry_run;
        let selects = self.map.is_some() || self.count || self.duplicates || self.unique;
        UsageError::first(&[
            (format.is_document(), NO_DOCUMENTS),
            (
                self.count && !format.is_text() && !format.has_header(),
                "--count works with text, csv and tsv; a count has no place in the objects or rows of other formats",
            ),
            (
                json && self.keeps_another(),
                "--json has every record with its normal form, in input order, and prints it before the last or newest one \
                 is known; leave out --keep, and choose among the objects with the same `output`",
            ),
            (
                self.map.is_some() && self.keeps_another(),
                "--map says which spelling was kept, and is written while --keep last or newest has not chosen one yet; \
                 leave out --keep to see what is merged, or leave out --map",
            ),
            (
                json && self.comparison.assumes(),
                "--json cannot be used with --assume; --map says what each assumption merges",
            ),
            (json && self.map.is_some(), "--json cannot be used with --map, because its objects already are a map"),
            (
                selects && self.resources.invalid.is_some(),
                "--invalid cannot be used with --count, --duplicates, --unique and --map, because an invalid line has no \
                 class; see --rejects",
            ),
            (json && is_parquet, "--json writes no rows, so Parquet cannot be used with it"),
            (
                source::any_twice(&[&self.resources.out.output, &self.resources.out.rejects, &self.map]),
                "--output, --rejects and --map must be different files",
            ),
            (is_parquet && lacks_rows(self.input.files()), NO_ROWS),
            (is_parquet && lacks_output, NO_FILE_FOR_ROWS),
            (
                is_parquet && self.any_order,
                "--any-order cannot be used with --format parquet, which copies rows in their order",
            ),
        ])
    }
}

/// What became of the lines of a list, for its summary: each is unique, a duplicate or invalid.
pub(super) fn unique(unique: u64, duplicates: u64, invalid: u64) -> String {
    format!("{unique} unique, {}, {invalid} invalid", counted(duplicates, "duplicate"))
}
