//! `oneiri lint`: what is legal, and yet unwise or wrong for its scheme.

mod in_place;
mod sarif;
mod show;

use clap::ValueEnum;
use oneiri::lint::{Code, Finding, Level, Lints, Profile};
use oneiri::{Alphabet, Ascii, MaybeScheme, Ri, Unicode};

use crate::input::{Identifiers, Line, Source};
use crate::json;
use crate::paint::Painter;
use crate::session::{Flow, Session, Stop};

use sarif::Log;

/// Find what is legal and yet unwise, or wrong for its scheme
///
/// Each finding is told with its code, where it lies and which section advises
/// against it. The exit code is 1 if something was found that is denied, or an
/// identifier was refused. --allow, --warn and --deny change the level of a code,
/// named or by its id; of several for the same code the strictest counts.
///
/// With --fix the identifiers are printed instead, fixed as far as no fix changes
/// what they denote, and what is left to be told goes to standard error. Refused
/// ones are printed as they stand. --in-place puts them back into their files.
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

    /// Tell CODE (repeatable)
    #[arg(long, value_name = "CODE", value_parser = code)]
    warn: Vec<Code>,

    /// Tell CODE and exit with 1 (repeatable)
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
    /// Names of RDF
    Rdf,
    /// Links
    Web,
    /// Everything, denied
    Strict,
}

fn code(text: &str) -> Result<Code, String> {
    text.parse().map_err(|error: oneiri::lint::UnknownCode| error.to_string())
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.codes {
        return show::codes(session);
    }
    if args.sarif && session.json() {
        session.fail("a log of SARIF is one object: --sarif does not go with --json");
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
        (true, ..) => To::Sarif(Log::default()),
        (_, _, true) => To::Files,
        (_, true, _) => To::Fixed,
        _ => To::Told,
    };
    let painter = match to {
        To::Fixed | To::Files => Painter::for_stderr(),
        To::Told | To::Sarif(_) => Painter::for_stdout(),
    };
    let run = Run { lints, to, painter, found: [0; 2], fixed: 0 };
    if args.uri { run.all::<Ascii>(source, session) } else { run.all::<Unicode>(source, session) }
}

/// Where findings, and what was fixed, go.
enum To {
    Told,
    Fixed,
    Files,
    Sarif(Log),
}

struct Run {
    lints: Lints,
    to: To,
    painter: Painter,
    /// Warnings and errors.
    found: [u64; 2],
    fixed: u64,
}

/// An identifier that was read, fixed if that is asked for, and what is left to say of it.
struct Linted<A> {
    fixed: Option<Ri<String, A, MaybeScheme>>,
    findings: Vec<Finding>,
}

impl Run {
    fn all<A: Alphabet>(mut self, source: Source, session: &mut Session) -> Flow {
        if let To::Sarif(_) = self.to {
            session.part(&sarif::head())?;
        }
        let ran = match (&self.to, source) {
            (To::Files, Source::Files(files)) => {
                files.iter().try_for_each(|file| in_place::fix::<A>(&mut self, file, session))
            }
            (_, source) => {
                source.each(session, |session, line| self.line::<A>(line, session).map(drop))
            }
        };
        if let (Ok(()), To::Sarif(_)) = (&ran, &self.to) {
            session.part(sarif::TAIL)?;
        }
        ran?;
        session.flush()?;
        self.sum_up(session);
        Ok(())
    }

    /// Answers one line; what it is to be replaced by.
    fn line<A: Alphabet>(
        &mut self,
        line: &Line<'_>,
        session: &mut Session,
    ) -> Result<Option<String>, Stop> {
        let fixes = matches!(self.to, To::Fixed | To::Files);
        let parsed =
            line.text().and_then(|text| Ok((text, Ri::<&str, A, MaybeScheme>::parse(text)?)));
        let (text, given) = match parsed {
            Ok(parsed) => parsed,
            Err(fault) => {
                if let To::Sarif(log) = &mut self.to {
                    session.count_refused();
                    log.refused(line, &fault, session)?;
                } else {
                    session.refuse(line, &fault)?;
                }
                if matches!(self.to, To::Fixed) && !session.json() {
                    session.copy(line.bytes)?;
                }
                return Ok(None);
            }
        };
        let mut linted =
            Linted { fixed: self.lints.fix(&given).filter(|_| fixes), findings: Vec::new() };
        let shown = linted.fixed.as_ref().map_or(given, Ri::as_borrowed);
        linted.findings = self.lints.check(&shown);
        self.count(&linted, session);
        let shown = shown.as_str();
        match &mut self.to {
            _ if session.json() => {
                let output = fixes.then_some(shown);
                let findings = linted.findings.iter().map(show::record).collect();
                session.record(line, text, json::Linted { output, findings })?;
            }
            To::Sarif(log) => {
                session.pass();
                for finding in &linted.findings {
                    log.finding(line, text, finding, session)?;
                }
            }
            To::Told => {
                session.pass();
                show::findings(line, shown, &linted.findings, self.painter, |block| {
                    session.part(block)
                })?;
            }
            To::Fixed | To::Files => {
                show::findings(line, shown, &linted.findings, self.painter, |block| {
                    session.tell(block);
                    Ok(())
                })?;
                if matches!(self.to, To::Files) {
                    session.pass();
                } else {
                    session.line(shown.as_bytes())?;
                }
            }
        }
        Ok(linted.fixed.map(Ri::into_string))
    }

    fn count<A>(&mut self, linted: &Linted<A>, session: &mut Session) {
        self.fixed += u64::from(linted.fixed.is_some());
        for finding in &linted.findings {
            let denied = finding.level == Level::Deny;
            self.found[usize::from(denied)] += 1;
            if denied {
                session.differ();
            }
        }
    }

    fn sum_up(&self, session: &Session) {
        let [warnings, errors] = self.found;
        let fixed = match self.to {
            To::Fixed | To::Files => format!(", {} fixed", self.fixed),
            _ => String::new(),
        };
        session.note(&format!(
            "{} read, {} refused{fixed}, {}, {}",
            session.read(),
            session.refused(),
            counted(errors, "error"),
            counted(warnings, "warning"),
        ));
    }
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
