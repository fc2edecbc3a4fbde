//! The options `--rung`, `--ignore-fragment`, `--base` and `--evidence`, which choose how
//! identifiers are compared.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri::{Alphabet, Ladder, Rung};

use crate::assume::assumption::Assumption;
use crate::commands::shared::assume;
use crate::commands::shared::grammar::{self, Grammar};
use crate::commands::shared::usage::UsageError;
use crate::input::evidence;
use crate::input::judge::Judge;
use crate::output::session::Session;
use crate::output::stop::Stop;

#[derive(clap::Args)]
pub(crate) struct Ladders {
    /// The rung at which spellings count as equal [default: path]
    #[arg(long, value_name = "RUNG", value_parser = rungs())]
    rung: Option<Rung>,

    /// Ignore fragments
    #[arg(long)]
    ignore_fragment: bool,

    /// A domain name equals its Punycode (at the scheme rung)
    #[arg(long)]
    idna: bool,

    /// URNs are names: ignore ?+, ?= and # and what follows
    ///
    /// RFC 8141 section 3 compares URNs without r-, q- and f-component
    #[arg(long, verbatim_doc_comment)]
    urn_names: bool,

    /// Resolve each against BASE first, which must have a scheme
    #[arg(long, value_name = "BASE")]
    base: Option<String>,

    /// Observations of the resources, for --rung protocol
    ///
    /// Lines of KIND, FROM, TO and optionally SOURCE, with TABs between them;
    /// KIND is redirect (301, 308) or canonical
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    evidence: Option<PathBuf>,

    #[command(flatten)]
    grammar: Grammar,
}

fn rungs() -> impl TypedValueParser<Value = Rung> {
    let rungs = [
        ("string", "The same text"),
        ("case", "Also ignores letter case in scheme, host and escapes"),
        ("escape", "Also ignores unneeded escapes"),
        ("path", "Also ignores dot segments and the spelling of the port"),
        ("syntax", "Another name of path: all that syntax defines"),
        ("scheme", "Also applies the scheme's rules: default ports, empty path"),
        ("protocol", "Also uses observations of the resources"),
    ];
    PossibleValuesParser::new(rungs.map(|(name, help)| PossibleValue::new(name).help(help)))
        .try_map(|name| name.parse::<Rung>())
}

/// A judge whose files have not been read yet.
pub(crate) struct Unread<A> {
    pub(crate) judge: Judge<A>,
    evidence: Option<PathBuf>,
    /// The assumptions, with the file of trackers if there is one.
    pub(crate) assumptions: Option<(Vec<Assumption>, Option<PathBuf>)>,
}

impl<A> Unread<A> {
    /// Reads the files.
    pub(crate) fn read(self, session: &mut Session) -> Result<Judge<A>, Stop> {
        let Self { mut judge, evidence, assumptions } = self;
        if let Some(path) = evidence {
            let ladder = Ladder::new().idna(judge.idna);
            judge.evidence = Some(evidence::read(&path, ladder, session)?);
        }
        if let Some((names, trackers)) = assumptions {
            judge.assumptions = Some(assume::read(&names, trackers.as_deref())?);
        }
        Ok(judge)
    }
}

impl Ladders {
    pub(crate) fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The rung that was asked for.
    pub(crate) fn rung(&self) -> Option<Rung> {
        self.rung
    }

    /// Makes a [`Judge`] of the options. An invalid base is an error.
    pub(crate) fn judge<A: Alphabet>(&self) -> Result<Unread<A>, UsageError> {
        let lenient = self.grammar.lenient;
        let base = self.base.as_ref().map(|base| grammar::base(base, lenient)).transpose()?;
        let judge = Judge {
            rung: self.rung.unwrap_or(Rung::SYNTAX),
            ignore_fragment: self.ignore_fragment,
            idna: self.idna,
            urn_names: self.urn_names,
            lenient,
            base,
            evidence: None,
            assumptions: None,
        };
        Ok(Unread { judge, evidence: self.evidence.clone(), assumptions: None })
    }
}
