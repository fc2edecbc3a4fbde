//! `oneiri fix`: makes invalid URLs valid, where that is possible without guessing.

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use oneiri::Alphabet;
use oneiri_documents::{Packing, skip_mark};

use crate::args::{DocumentBase, Records, UsageError, Writes, Written, records::Repairs};
use crate::commands::{Command, Job, lint, lint::Levels, lint::linter::Counts, lint::linter::Run, lint::linter::To};
use crate::comparison::{Grammar, How};
use crate::output::{Answers, Flow, Painter, Session, Target, escape};
use crate::pipeline::{Items, Reading, Source};

/// Make invalid URLs valid, where that is possible without guessing
///
/// Characters that no URL may contain, such as a space, < or |, are
/// percent-encoded. Valid URLs do not change. What cannot be repaired without
/// guessing, such as a bracket in a path, a second # or a broken %, is reported: it
/// stays as it is, or goes to the file of --rejects.
///
/// Lists, tables, N-Triples, N-Quads, Turtle, TriG and sitemaps can be repaired. A
/// statement is repaired as a whole, or not at all. Files of Turtle and TriG are
/// repaired one by one, and their file of --rejects begins with the prefixes and
/// the base that its statements need, so it can be read alone. A blank node such
/// as _:x is another node in each file, so join both again before you load them.
///
/// With --rejects no reasons are printed, but --dry-run prints them.
///
/// With --lint, the fixes of lints are applied, too: they change valid URLs, but
/// not what these denote. The findings that are left go to standard error. In RDF
/// --format must be given, and names with a prefix and relative ones stay.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/fix.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// Apply the fixes of lints, too
    #[arg(long)]
    lint: bool,

    /// Print what would change, and write nothing
    #[arg(long)]
    #[arg(conflicts_with_all = ["output", "into", "tag", "rejects", "null", "json", "in_place"])]
    dry_run: bool,

    /// Write the result back into the files, which are lists
    #[arg(long)]
    #[arg(conflicts_with_all = ["output", "into", "tag", "rejects", "null"])]
    in_place: bool,

    #[command(flatten)]
    levels: Levels,

    #[command(flatten)]
    grammar: Grammar,

    #[command(flatten)]
    base: DocumentBase,

    #[command(flatten)]
    written: Written,
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> = Some(
        "  1  something is still invalid, and neither --rejects nor --invalid says what\n     becomes of it (--invalid is for lists and tables only); with --lint,\n     something was found that is denied\n",
    );

    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        if !self.lint && self.levels.are_given() {
            return Err(UsageError::conflict("--profile, --allow, --warn, --deny and --config need --lint"));
        }
        let (to, writes) = if self.in_place {
            (To::Files, Writes::Findings)
        } else if self.dry_run {
            (To::Changes, Writes::Findings)
        } else {
            (To::Fixed, Writes::Fixes)
        };
        let input = self.input.lists("fix")?;
        let files = input.files().to_vec();
        let how = How { lenient: true, ..self.grammar.how };
        let repairs = if self.lint { Repairs::AndMore } else { Repairs::Only };
        let input = input.with_documents(Some(self.base)).strict(self.grammar.uri, how.absolute).repaired(repairs);
        let plan = input.plan(self.written, writes, json)?;
        UsageError::first(&[
            (
                self.in_place && !plan.is_plain(),
                "--in-place is for lists; for tables and documents, write --output FILE, which may be the input",
            ),
            (self.in_place && files.is_empty(), "--in-place needs a file, whose lines it replaces"),
        ])?;
        Ok(Box::new(move |session| {
            let painter = Painter::for_stderr();
            let lints = if self.lint { Some(self.levels.lints(&files, session)?) } else { None };
            let run = Run { lints, to, painter, how, only_repairs: !self.lint, temp_dir: None };
            let source = plan.open(session)?;
            if to == To::Files {
                return in_place::<A>(run, &source.reading, &files, session);
            }
            lint::all::<A>(run, source, session)
        }))
    }
}

/// Fixes the lines of each file. An error is reported through the session, and the file stays unchanged.
fn in_place<A: Alphabet>(run: Run, like: &Reading, files: &[PathBuf], session: &mut Session) -> Flow {
    let (run, mut counts) = (Arc::new(run), Counts::default());
    for path in files {
        let name = escape::path(path);
        let reading = Reading { threads: like.threads, longest: like.longest, ..Reading::default() };
        let source = Source::new(Vec::new(), vec![path.clone()]).reading(reading);
        match objection(path, &name) {
            Some(refused) => session.fail(&refused),
            None => match rewrite::<A>(&run, path, source, &mut counts, session) {
                Ok(flow) => flow?,
                Err(error) => session.fail(&format!("{name}: {error}; it is as it was")),
            },
        }
    }
    session.flush()?;
    counts.sum_up(&run, session);
    Ok(())
}

/// Why a file cannot be fixed in place, if it cannot.
fn objection(path: &Path, name: &str) -> Option<String> {
    if path == Path::new("-") {
        return Some(
            "--in-place is for files, and - is standard input, whose lines go to stdout without it".to_owned(),
        );
    }
    match fs::metadata(path) {
        Err(error) => Some(format!("{name}: {error}")),
        Ok(there) if !there.is_file() => Some(format!("{name}: not a file, and cannot be fixed in place")),
        Ok(_) => packing(path).map(|packing| {
            format!(
                "{name}: packed with {packing}, and packed files cannot be fixed in place; \
                 unpack it first, or write the lines elsewhere with --output"
            )
        }),
    }
}

/// The compression format of a file, recognized by its first bytes. Compressed files are rejected,
/// because the fixed text would be written back uncompressed.
fn packing(path: &Path) -> Option<&'static str> {
    let mut head = Vec::new();
    fs::File::open(path).and_then(|file| file.take(Packing::HEAD as u64).read_to_end(&mut head)).ok()?;
    Packing::of(&head).map(Packing::name)
}

/// The fixed bytes of a block of lines.
struct New {
    bytes: Vec<u8>,
    /// How many bytes the lines had.
    read: u64,
    changed: bool,
    counts: Counts,
}

/// Writes the fixed lines to a new file, which replaces the old one only if a line changed and every
/// byte was read.
fn rewrite<A: Alphabet>(
    run: &Arc<Run>,
    path: &Path,
    source: Source,
    counts: &mut Counts,
    session: &mut Session,
) -> io::Result<Flow> {
    let mut out = BufWriter::new(Target::create(path)?);
    // A byte order mark is part of no line, so it is copied.
    let (_, mark) = skip_mark(fs::File::open(path)?)?;
    out.write_all(&"\u{FEFF}".as_bytes()[..mark])?;
    let (mut changed, mut written, mut read) = (false, Ok(()), mark as u64);
    let run = Arc::clone(run);
    let work = move |items: &Items<'_>, answers: &mut Answers| {
        let mut new = New { bytes: Vec::new(), read: 0, changed: false, counts: Counts::default() };
        for item in items.lines() {
            let fixed = run.line::<A>(&item, &mut new.counts, answers);
            new.read += item.bytes.len() as u64 + item.terminator.len() as u64;
            new.changed |= fixed.is_some();
            new.bytes.extend_from_slice(fixed.as_deref().map_or(item.bytes, str::as_bytes));
            new.bytes.extend_from_slice(item.terminator);
        }
        new
    };
    let ran = source.work(session, work, |_, _, new| {
        read += new.read;
        changed |= new.changed;
        counts.add(new.counts);
        if written.is_ok() {
            written = out.write_all(&new.bytes);
        }
        Ok(())
    });
    written?;
    if changed && ran.is_ok() {
        let new = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        // Lines that could not be read, or that were added in the meantime, would be lost.
        if read != fs::metadata(path)?.len() {
            return Err(io::Error::other("it could not be read to its end, or has changed"));
        }
        new.finish()?;
    }
    Ok(ran)
}
