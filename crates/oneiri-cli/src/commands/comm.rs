//! `oneiri comm`: compares two lists with the engine of `dedupe`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use oneiri::Alphabet;
use oneiri_sets::Wanted;

use crate::args::{Plan, Resources, UsageError, arguments, arguments::Argument};
use crate::assume;
use crate::assume::Assume;
use crate::commands::{Command, Job};
use crate::comparison::ComparisonArgs;
use crate::dedupe::{Grouping, Look, Show};
use crate::output::{counted, escape};
use crate::pipeline::{Format, Input, Source, format::other_name, source};

/// Print which URLs are only in A, only in B, or in both
///
/// Like `comm` of two sorted lists, but the lists may be in any order, and lines
/// are equal if their normal forms are (see `oneiri normalize --help`). Each one is
/// printed once: as it is first spelled in A, in the order of A, and then as it is
/// first spelled in B, if it is only there. The first column has what is only in A.
/// The second (only in B) has a TAB before it, and the third (both) has two.
/// A column that is not printed has no TAB.
///
/// The summary on standard error has the numbers. An invalid line is in no column:
/// it is reported, or written to the file of --rejects. If a file cannot be read,
/// nothing is printed.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri comm january.txt february.txt
  oneiri comm -13 january.txt february.txt > new.txt
  oneiri comm -12 --memory 256M -o both.txt january.txt.gz february.txt.gz"
)]
pub(crate) struct Args {
    /// A file of lines, or a URL (- is stdin)
    #[arg(value_name = "A")]
    a: OsString,

    /// The file of lines to compare it with, or a URL (- is stdin)
    #[arg(value_name = "B")]
    b: OsString,

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

    /// Write to FILE, which may be A or B (- is stdout)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write invalid lines to FILE unchanged, without reporting them
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    #[command(flatten)]
    resources: Resources,

    #[command(flatten)]
    comparison: ComparisonArgs,

    #[command(flatten)]
    assume: Assume,
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> = Some("  1  some input was invalid, and not in the file of --rejects\n");

    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let arguments = arguments::arguments("comm", vec![self.a, self.b], &arguments::is_list)?;
        let inputs = arguments.into_iter().zip(["A", "B"]).map(|(list, name)| input(list, name));
        let inputs = inputs.collect::<Result<Vec<Input>, UsageError>>()?;
        if inputs.iter().filter_map(Input::path).filter(|it| *it == Path::new("-")).count() == 2 {
            return Err(UsageError::conflict("A and B cannot both be standard input"));
        }
        let source = self.resources.read(Source::inputs(inputs), Format::lines());
        let plan = self.resources.plan(Plan { rejects: self.rejects, ..Plan::of(source, self.output, Vec::new()) });
        if source::any_twice(&[&plan.output, &plan.rejects]) {
            return Err(UsageError::conflict("--output and --rejects must be different files"));
        }
        let unread = self.assume.comparison::<A>(&self.comparison)?;
        let printed = [!self.not_a, !self.not_b, !self.not_both];
        Ok(Box::new(move |session| {
            let comparison = unread.read(session)?;
            let source = plan.open(session)?;
            // On a terminal, control characters are spelled out, so a TAB is blanks there.
            let is_shown = session.style.terminal && self.output_delimiter == "\t";
            let delimiter = if is_shown { " ".repeat(8) } else { self.output_delimiter };
            let look = if json { Look::Json } else { Look::Columns(delimiter) };
            let grouping = Grouping {
                comparison,
                map: None,
                newest: None,
                options: self.resources.options(Wanted::Lists, false),
                dry_run: false,
                invalid: None,
                show: Show { printed, look },
            };
            let done = grouping.run(source, session)?;
            session.flush()?;
            let (lines, refused, [a, b, both]) = (done.totals.records, done.totals.refused, done.places);
            let assumed = done.assumed.map(|it| assume::summary(&it)).unwrap_or_default();
            let lines = counted(lines, "line");
            session.sum_up_at_the_end(format!(
                "{lines}: {refused} invalid; {a} only in A, {b} only in B, {both} in both{assumed}"
            ));
            Ok(())
        }))
    }
}

/// A list that an argument gives: a file, or one URL.
fn input(argument: Argument, name: &'static str) -> Result<Input, UsageError> {
    let files = match argument {
        Argument::Text(url) => return arguments::as_lines(name, &[url]),
        Argument::Files(found) => found.files,
    };
    match <[PathBuf; 1]>::try_from(files) {
        Ok([file]) => is_list(&file).map(|()| Input::File(file)),
        Err(files) => Err(UsageError::conflict(&format!(
            "{name} names {} files, and comm compares two lists; join them first: cat FILES | oneiri comm - B",
            files.len()
        ))),
    }
}

/// A file that is, by its name, no list of lines is an error.
fn is_list(path: &Path) -> Result<(), UsageError> {
    let Some((format, _)) = other_name(path) else { return Ok(()) };
    let (name, quoted) = (escape::path(path), arguments::quoted(path.as_os_str()));
    Err(UsageError::conflict(&format!(
        "{name} is {format} by its name, and comm compares only lists of lines
  to compare the lines of that file, write - in its place, and at the end: < {quoted}"
    )))
}
