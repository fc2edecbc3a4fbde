//! `oneiri comm`: compares two lists with the engine of `dedupe`.

use std::path::{Path, PathBuf};

use oneiri::{Alphabet, Ascii, Unicode};

use crate::commands::shared::arguments;
use crate::commands::shared::assume::Assume;
use crate::commands::shared::assumed;
use crate::commands::shared::columns::{other_name, wrong};
use crate::commands::shared::ladder::Ladders;
use crate::commands::shared::room::Room;
use crate::commands::shared::targets;
use crate::dedupe::job::{Job, Targets};
use crate::dedupe::show::{Look, Show};
use crate::dedupe::tally::Tally;
use crate::input::format::Format;
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// Print which identifiers are only in A, only in B, or in both
///
/// Like `comm` of two sorted lists, but the lists may be in any order, and lines
/// are compared at the rung (see `oneiri normalize --help`). Each identifier is
/// printed once: as it is first spelled in A, in the order of A, and then as it is
/// first spelled in B, if it is only there. The first column has what is only in A;
/// before the second column (only in B) stands a TAB, before the third (both) two.
/// A column that is not printed has no TAB.
///
/// A refused line is in no column: it is reported, or written to the file of
/// --rejects. If a file cannot be read, nothing is printed.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri comm january.txt february.txt
  oneiri comm -13 --rung scheme january.txt february.txt > new.txt
  oneiri comm -12 --memory 256M -o both.txt january.txt.gz february.txt.gz"
)]
pub(crate) struct Args {
    /// A file of lines; - is stdin
    #[arg(value_name = "A")]
    a: PathBuf,

    /// The file of lines to compare it with; - is stdin
    #[arg(value_name = "B")]
    b: PathBuf,

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

    /// Write to FILE, which may be A or B; - is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write refused lines to FILE unchanged, without reporting them
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    #[command(flatten)]
    room: Room,

    #[command(flatten)]
    ladders: Ladders,

    #[command(flatten)]
    assume: Assume,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.ladders.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet + Send + Sync + 'static>(args: Args, session: &mut Session) -> Flow {
    let Args {
        a,
        b,
        not_a,
        not_b,
        not_both,
        output_delimiter,
        output,
        rejects,
        room,
        ladders,
        assume,
    } = args;
    let paths = [a, b];
    arguments::are_files(&paths);
    let stdin = Path::new("-");
    if paths.iter().all(|path| path == stdin) {
        wrong("A and B cannot both be standard input");
    }
    for path in &paths {
        if let Some((told, _)) = other_name(path) {
            let name = escape::path(path);
            let quoted = arguments::quoted(path.as_os_str());
            wrong(&format!(
                "{name} is {told} by its name, and comm compares only lists of lines
  to compare the lines of that file, write - in its place, and at the end: < {quoted}"
            ));
        }
    }
    let output = output.filter(|it| it != stdin);
    if targets::any_twice(&[&output, &rejects]) {
        wrong("--output and --rejects must be different files");
    }
    // On a terminal, control characters are spelled out, so a TAB is blanks there.
    let shown = session.terminal() && output.is_none() && output_delimiter == "\t";
    let delimiter = if shown { " ".repeat(8) } else { output_delimiter };
    room.prepare(session);
    let judge = assume.judge::<A>(&ladders, session)?;
    let targets = Targets {
        output: targets::open(output.as_deref(), "--output", &[])?,
        rejects: targets::open(rejects.as_deref(), "--rejects", &paths)?,
        map: None,
    };
    let look = if session.json() { Look::Json } else { Look::Columns(delimiter) };
    let printed = [!not_a, !not_b, !not_both];
    let job = Job {
        paths: paths.into(),
        judge,
        format: Format::lines(),
        rows: None,
        memory: room.memory,
        temp_dir: room.folder(),
        any_order: false,
        dry_run: false,
        show: Some(Show { tally: Tally::Files, printed, look }),
    };
    let done = job.run(targets, session)?;
    session.flush()?;
    let (lines, refused, [a, b, both]) = (done.records, session.refused(), done.places);
    let assumed = done.assumed().map(|it| assumed::summary(&it)).unwrap_or_default();
    let s = if lines == 1 { "" } else { "s" };
    session.sum_up(&format!(
        "{lines} line{s}: {refused} refused; {a} only in A, {b} only in B, {both} in both{assumed}"
    ));
    done.finish(session)
}
