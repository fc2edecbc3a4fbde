//! `oneiri lint`: finds valid identifiers that are unwise, or wrong for their scheme.

mod codes;
mod in_place;
mod linter;

use std::sync::Arc;

use clap::ValueEnum;
use oneiri::{Alphabet, Ascii, Unicode};
use oneiri_lint::{Code, Level, Lints, Profile};

use crate::commands::shared::sources::Identifiers;
use crate::input::items::Items;
use crate::input::source::Source;
use crate::output::answers::Answers;
use crate::output::paint::Painter;
use crate::output::sarif;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

use linter::{Counts, Run, To};

/// Find valid identifiers that are unwise, or wrong for their scheme
///
/// Each finding is printed with its code, its place and the section that advises
/// against it. The exit code is 1 if a denied code was found or an identifier was
/// refused. --allow, --warn and --deny change the level of a code, given by its
/// name or its id; if several of them name the same code, the strictest one counts.
///
/// With --fix, the identifiers are printed with all fixes that do not change what
/// they denote, and the remaining findings go to standard error. Refused
/// identifiers are printed unchanged. --in-place writes the result back into the
/// files.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri lint http://ada:secret@example.com:80/%7Eada
  oneiri lint --profile rdf --fix --in-place -f names.txt
  oneiri lint --codes"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Identifiers,

    /// What the identifiers are for
    #[arg(long, value_name = "PROFILE", default_value = "web")]
    profile: Purpose,

    /// Do not look for CODE (repeatable)
    #[arg(long, value_name = "CODE", value_parser = code)]
    allow: Vec<Code>,

    /// Report CODE as a warning (repeatable)
    #[arg(long, value_name = "CODE", value_parser = code)]
    warn: Vec<Code>,

    /// Report CODE as an error, exit with 1 (repeatable)
    #[arg(long, value_name = "CODE", value_parser = code)]
    deny: Vec<Code>,

    /// Print the identifiers with all fixes applied
    #[arg(long)]
    fix: bool,

    /// With --fix: write them back into the files
    #[arg(long, requires_all = ["fix", "files"], conflicts_with = "arguments")]
    in_place: bool,

    /// Print the findings as a SARIF 2.1.0 log
    #[arg(long, conflicts_with = "fix")]
    sarif: bool,

    /// Print the table of codes
    #[arg(long)]
    codes: bool,

    /// Read URIs (RFC 3986): ASCII only
    #[arg(long, overrides_with = "iri")]
    uri: bool,

    /// Read IRIs (RFC 3987); the default, and every URI is one
    #[arg(long, overrides_with = "uri")]
    iri: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Purpose {
    /// RDF names
    Rdf,
    /// Links
    Web,
    /// All codes, and all are denied
    Strict,
}

fn code(text: &str) -> Result<Code, String> {
    text.parse().map_err(|error: oneiri_lint::UnknownCode| error.to_string())
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.codes {
        return codes::print(session);
    }
    if args.sarif && session.json() {
        session.fail("--sarif cannot be used with --json, because a SARIF log is a single object");
        return Err(Stop::Told);
    }
    let profile = match args.profile {
        Purpose::Rdf => Profile::Rdf,
        Purpose::Web => Profile::Web,
        Purpose::Strict => Profile::Strict,
    };
    let mut lints = Lints::new(profile);
    for (codes, level) in
        [(args.allow, Level::Allow), (args.warn, Level::Warn), (args.deny, Level::Deny)]
    {
        codes.into_iter().for_each(|code| lints.set(code, level));
    }
    let source = args.input.source();
    let to = match (args.sarif, args.fix, args.in_place) {
        (true, ..) => To::Sarif,
        (_, _, true) => To::Files,
        (_, true, _) => To::Fixed,
        _ => To::Told,
    };
    let painter = match to {
        To::Fixed | To::Files => Painter::for_stderr(),
        To::Told | To::Sarif => Painter::for_stdout(),
    };
    let run = Run::new(lints, to, painter);
    if args.uri { all::<Ascii>(run, source, session) } else { all::<Unicode>(run, source, session) }
}

fn all<A: Alphabet>(run: Run, source: Source, session: &mut Session) -> Flow {
    let (to, run, mut counts) = (run.to, Arc::new(run), Counts::default());
    if to == To::Sarif {
        session.part(&sarif::head())?;
    }
    match source {
        Source::Files(files) if to == To::Files => {
            files
                .iter()
                .try_for_each(|file| in_place::fix::<A>(&run, file, &mut counts, session))?;
        }
        source => {
            let work = move |items: &Items<'_>, answers: &mut Answers| {
                let mut counts = Counts::default();
                items.iter().for_each(|item| drop(run.line::<A>(&item, &mut counts, answers)));
                counts
            };
            source.work(session, work, |_, _, more| {
                counts.add(more);
                Ok(())
            })?;
        }
    }
    if to == To::Sarif {
        session.part(sarif::TAIL)?;
    }
    session.flush()?;
    counts.sum_up(to, session);
    Ok(())
}
