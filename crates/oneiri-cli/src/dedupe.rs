//! `oneiri dedupe`: one spelling of each identifier.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use oneiri::{Alphabet, Ascii, Unicode};

use crate::classes::{Classes, Place};
use crate::input::{self, Line, Source};
use crate::json::Deduped;
use crate::ladder::Ladders;
use crate::session::{Flow, Session, Stop};

/// Print the first spelling of each identifier, in input order
///
/// Lines are the same identifier if their normal forms at the rung are the same
/// text; see `oneiri normalize --help`. A refused line is never merged and never
/// lost: it is reported, or kept in the file of --rejects. A summary goes to
/// standard error.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Memory grows with the normal forms of the distinct identifiers.

Examples:
  oneiri dedupe links.txt > unique.txt
  oneiri dedupe --rung scheme --ignore-fragment links.txt > pages.txt
  oneiri dedupe --rejects refused.txt january.txt february.txt > unique.txt"
)]
pub(crate) struct Args {
    /// Files of lines; without any, and for -, stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write refused lines there, byte for byte, unreported
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    #[command(flatten)]
    ladders: Ladders,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.ladders.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet>(args: Args, session: &mut Session) -> Flow {
    let judge = args.ladders.judge::<A>(session)?;
    let ladder = judge.ladder();
    let mut buffer = String::new();
    let mut rejects = match &args.rejects {
        Some(path) => Some(Rejects::create(path, &args.files, session)?),
        None => None,
    };
    let names: Vec<String> = args.files.iter().map(|path| input::name(path)).collect();
    let mut classes = Classes::new(session.json());
    Source::Files(args.files).each(session, |session, line| {
        let read = line.text().and_then(|text| Ok((text, judge.read(text, &mut buffer)?)));
        let (text, identifier) = match read {
            Ok(read) => read,
            Err(fault) => {
                if let Some(rejects) = &mut rejects {
                    rejects.keep(line, session)?;
                }
                if rejects.is_none() || session.json() {
                    session.refuse(line, &fault)?;
                } else {
                    session.count_refused();
                }
                return Ok(());
            }
        };
        let normal = ladder.normalize(&identifier, judge.rung);
        let place = Place { file: line.file_index as u64, line: line.number };
        let first = classes.insert(normal.as_str(), place);
        if session.json() {
            let at = first.unwrap_or(place);
            let file = usize::try_from(at.file).ok().and_then(|file| names.get(file));
            let body = Deduped {
                output: normal.as_str(),
                kept: first.is_none(),
                first_line: at.line,
                first_file: file.filter(|_| line.several).map(String::as_str),
            };
            session.record(line, text, body)?;
        } else if first.is_none() {
            session.line(line.bytes)?;
        } else {
            session.pass();
        }
        Ok(())
    })?;
    if let Some(rejects) = rejects {
        rejects.finish(session)?;
    }
    session.flush()?;
    summarize(session, classes.len() as u64);
    Ok(())
}

fn summarize(session: &Session, classes: u64) {
    let (lines, refused) = (session.read(), session.refused());
    let merged = lines - refused - classes;
    let (s, es) = (if lines == 1 { "" } else { "s" }, if classes == 1 { "" } else { "es" });
    session
        .note(&format!("{lines} line{s}: {refused} refused, {classes} class{es}, {merged} merged"));
}

/// The file of refused lines.
struct Rejects {
    name: String,
    file: BufWriter<File>,
    /// The last line had no terminator, so another one must not be glued to it.
    open: bool,
}

impl Rejects {
    fn create(path: &Path, inputs: &[PathBuf], session: &mut Session) -> Result<Self, Stop> {
        let name = input::name(path);
        let is_input = |real: PathBuf| {
            inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == real))
        };
        if path.canonicalize().is_ok_and(is_input) {
            session.fail(&format!("{name}: --rejects would overwrite a file that is to be read"));
            return Err(Stop::Told);
        }
        match File::create(path) {
            Ok(file) => Ok(Self { name, file: BufWriter::new(file), open: false }),
            Err(error) => {
                session.fail(&format!("{name}: {error}"));
                Err(Stop::Told)
            }
        }
    }

    fn keep(&mut self, line: &Line<'_>, session: &mut Session) -> Flow {
        let written = self.write(line);
        self.check(written, session)
    }

    fn write(&mut self, line: &Line<'_>) -> io::Result<()> {
        if self.open {
            self.file.write_all(b"\n")?;
        }
        self.open = line.terminator.is_empty();
        self.file.write_all(line.bytes)?;
        self.file.write_all(line.terminator)
    }

    fn finish(mut self, session: &mut Session) -> Flow {
        let written = self.file.flush();
        self.check(written, session)
    }

    /// Lines that cannot be kept would be lost: the run ends there.
    fn check(&self, written: io::Result<()>, session: &mut Session) -> Flow {
        written.map_err(|error| {
            session.fail(&format!("{}: {error}", self.name));
            Stop::Told
        })
    }
}
