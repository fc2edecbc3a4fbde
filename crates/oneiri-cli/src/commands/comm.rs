//! `oneiri comm`: compares two lists with the engine of `dedupe`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use oneiri::Alphabet;
use oneiri_documents::{Ends, Options};
use oneiri_sets::{Totals, Wanted};

use crate::args::{Columns, Resources, UsageError, arguments, arguments::Argument, input::one_column};
use crate::assume::Assume;
use crate::commands::{Command, Job, dedupe::unique};
use crate::dedupe::{Grouping, Look, Show};
use crate::output::counted;
use crate::pipeline::{Input, Source, source};

/// Print which URLs are only in A, only in B, or in both
///
/// Like `comm` of two sorted lists, but the lists may be in any order, and lines
/// are equal if their normal forms are (see `oneiri normalize --help`). Each one is
/// printed once: as it is first spelled in A, in the order of A, and then as it is
/// first spelled in B, if it is only there. The first column has what is only in A.
/// The second (only in B) has a TAB before it, and the third (both) has two.
/// A column that is not printed has no TAB.
///
/// With --column the lists are tables with the same columns, and whole records are
/// printed. If more than one of the three columns is printed, a new first column
/// `in` says a, b or both. A record whose cell is empty has no URL that could be in
/// the other table, so it is not printed, and the summary counts it apart.
///
/// The summary on standard error has the numbers. The unique lines are those of the
/// three columns, and with the duplicates and the invalid ones they are all lines.
/// An invalid line is in no column: it is reported, or written to the file of
/// --rejects. With --invalid keep it is printed as one that is in no other list. If
/// a file cannot be read, nothing is printed.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/comm.txt"), mut_arg("column", one_column))]
#[command(override_usage = "oneiri comm [OPTIONS] <A> <B>")]
pub(crate) struct Args {
    /// Two lists or tables, each a file or a URL (- is stdin)
    #[arg(value_names = ["A", "B"], num_args = 0..=2, conflicts_with = "files")]
    arguments: Vec<OsString>,

    /// A, and then B, instead of the arguments (- is stdin)
    #[arg(id = "files", short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Do not print what is only in A
    #[arg(short = '1')]
    not_a: bool,

    /// Do not print what is only in B
    #[arg(short = '2')]
    not_b: bool,

    /// Do not print what is in both
    #[arg(short = '3')]
    not_both: bool,

    /// Separate columns by TEXT instead of a TAB
    #[arg(long, value_name = "TEXT", default_value = "\t", hide_default_value = true)]
    output_delimiter: String,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    comparison: Assume,
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let (is_read, end) = (|file: &Path| self.columns.reads(file, "comm"), self.resources.end());
        let mut lists = arguments::arguments("comm", self.arguments, &is_read)?;
        for file in self.files {
            lists.push(Argument::Files(arguments::found(file, "comm", &is_read)?));
        }
        if lists.len() != 2 {
            let found = counted(lists.len() as u64, "list");
            return Err(UsageError::value(&format!("comm compares two lists, expected A and B, found {found}")));
        }
        let inputs = lists.into_iter().zip(["A", "B"]).map(|(list, name)| input(list, name, end));
        let inputs = inputs.collect::<Result<Vec<Input>, UsageError>>()?;
        let files: Vec<PathBuf> = inputs.iter().filter_map(Input::path).map(PathBuf::from).collect();
        let printed = [!self.not_a, !self.not_b, !self.not_both];
        let is_mixed = !json && printed.iter().filter(|it| **it).count() > 1;
        self.columns.refuse_prose("comm", &files)?;
        self.columns.refuse_several("comm", &files)?;
        let added = is_mixed.then(|| IN.to_owned());
        let (format, note) = self.columns.format(&files, Options { added, ..Options::default() })?;
        let delimiter = match format.ends() {
            Ends::Quoted(delimiter, _) => delimiter,
            Ends::Lines(_) => b'\t',
        };
        let (is_text, has_header, is_rows) = (format.is_text(), format.has_header(), format.rows.is_some());
        UsageError::first(&[
            (files.iter().filter(|it| **it == Path::new("-")).count() == 2, "A and B cannot both be standard input"),
            (
                format.is_document(),
                "comm compares lists and tables; to compare the lines of a document, add --format text, and to compare \
                 what pages refer to, write that to a list first: oneiri links PAGE > LIST",
            ),
            (
                !is_text && files.len() < 2,
                "a table cannot be compared with a URL; write the URL to a table with the same header",
            ),
            (
                is_mixed && !is_text && !has_header,
                "the records of ndjson and parquet have no place for a column that says where each one is: print one \
                 list with -12, -13 or -23 (of ndjson, --json says where each URL is)",
            ),
            (
                is_rows && (json || self.resources.out.file().is_none()),
                "--format parquet writes rows, so it needs --output, and has no --json",
            ),
            (
                !is_text && self.output_delimiter != "\t",
                "--output-delimiter is for lists; the records of tables stay as they are",
            ),
            (
                source::any_twice(&[&self.resources.out.output, &self.resources.out.rejects]),
                "--output and --rejects must be different files",
            ),
        ])?;
        let plan = self.resources.plan(Source::inputs(inputs), format, note.into_iter().collect())?;
        let unread = self.comparison.comparison::<A>()?;
        Ok(Box::new(move |session| {
            let comparison = unread.read(session)?;
            let source = plan.open(session)?;
            // On a terminal, control characters are spelled out, so a TAB is blanks there.
            let is_shown = session.style.terminal && self.output_delimiter == "\t";
            let look = match self.output_delimiter {
                _ if json => Look::Json,
                _ if is_shown && is_text => Look::Columns(" ".repeat(8)),
                between if is_text => Look::Columns(between),
                _ if is_mixed => Look::Cell(IN, delimiter),
                _ => Look::Record,
            };
            let grouping = Grouping {
                comparison,
                map: None,
                newest: None,
                options: self.resources.options(Wanted::Lists, false),
                dry_run: false,
                invalid: self.resources.invalid,
                show: Show { printed, look },
            };
            let done = grouping.run(source, session)?;
            session.flush()?;
            let (Totals { records, refused, classes, .. }, gaps, [a, b, both]) = (done.totals, done.gaps, done.places);
            let sum = unique(classes, records - refused - classes - gaps, refused);
            let gaps = if gaps > 0 { format!(", {gaps} without a URL") } else { String::new() };
            let assumed = done.assumed.map(|it| it.summary()).unwrap_or_default();
            let lines = counted(records, if is_text { "line" } else { "record" });
            session.sum_up_at_the_end(format!(
                "{lines}: {sum}{gaps}; {a} only in A, {b} only in B, {both} in both{assumed}"
            ));
            Ok(())
        }))
    }
}

/// The column of a table that says in which list a record is.
const IN: &str = "in";

/// A list that an argument gives: a file, or one URL.
fn input(argument: Argument, name: &'static str, end: u8) -> Result<Input, UsageError> {
    let files = match argument {
        Argument::Text(url) => return arguments::as_lines(name, &[url], end),
        Argument::Files(found) => found.checked()?.files,
    };
    match <[PathBuf; 1]>::try_from(files) {
        Ok([file]) => Ok(Input::File(file)),
        Err(files) => Err(UsageError::conflict(&format!(
            "{name} names {} files, and comm compares two lists; join them first: cat FILES | oneiri comm - B",
            files.len()
        ))),
    }
}
