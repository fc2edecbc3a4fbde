//! `--rung`, `--ignore-fragment`, `--base`, `--evidence`: what is compared, and how far up the ladder.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri::{Alphabet, Rung};

use crate::commands::shared::grammar::{self, Grammar};
use crate::input::evidence;
use crate::input::judge::Judge;
use crate::output::session::Session;
use crate::output::stop::Stop;

#[derive(clap::Args)]
pub(crate) struct Ladders {
    /// How far apart equal spellings may lie
    #[arg(long, value_name = "RUNG", default_value = "syntax", value_parser = rungs())]
    rung: Rung,

    /// Leave fragments out
    #[arg(long)]
    ignore_fragment: bool,

    /// Resolve each against this identifier first; it has a scheme
    #[arg(long, value_name = "BASE")]
    base: Option<String>,

    /// What was observed of the resources, for --rung protocol
    ///
    /// Lines of KIND, FROM, TO and perhaps a source, with TABs between them;
    /// KIND is redirect (301, 308) or canonical
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    evidence: Option<PathBuf>,

    #[command(flatten)]
    grammar: Grammar,
}

fn rungs() -> impl TypedValueParser<Value = Rung> {
    let rungs = [
        ("string", "The same text"),
        ("case", "Letter case of scheme, host and hexadecimal digits, too"),
        ("escape", "Escapes that need not be, too"),
        ("path", "Dot segments and the spelling of the port, too"),
        ("syntax", "Another name of path: all that syntax says"),
        ("scheme", "What the scheme says, too: default ports, empty paths"),
        ("protocol", "What was observed of the resources, too"),
    ];
    PossibleValuesParser::new(rungs.map(|(name, help)| PossibleValue::new(name).help(help)))
        .try_map(|name| name.parse::<Rung>())
}

impl Ladders {
    pub(crate) fn is_uri(&self) -> bool {
        self.grammar.is_uri()
    }

    /// Checks what the options say; a base that is none ends the process.
    pub(crate) fn judge<A: Alphabet>(&self, session: &mut Session) -> Result<Judge<A>, Stop> {
        let lenient = self.grammar.lenient;
        let base = self.base.as_ref().map(|base| grammar::base(base, lenient));
        let evidence = match &self.evidence {
            Some(path) => Some(evidence::read(path, session)?),
            None => None,
        };
        Ok(Judge {
            rung: self.rung,
            ignore_fragment: self.ignore_fragment,
            lenient,
            base,
            evidence,
        })
    }
}
