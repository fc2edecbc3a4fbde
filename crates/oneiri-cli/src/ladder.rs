//! `--rung`, `--ignore-fragment`, `--base`, `--evidence`: what is compared, and how far up the ladder.

use std::borrow::Cow;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri::{Alphabet, Evidence, HasScheme, Ladder, MaybeScheme, Ri, Rung};

use crate::evidence;
use crate::grammar::{self, Grammar};
use crate::session::{Fault, Session, Stop};

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

/// Reads identifiers, and knows when two are the same.
pub(crate) struct Judge<A> {
    pub(crate) rung: Rung,
    ignore_fragment: bool,
    lenient: bool,
    base: Option<Ri<String, A, HasScheme>>,
    evidence: Option<Evidence>,
}

impl<A: Alphabet> Judge<A> {
    /// Reads one identifier, and resolves it into the buffer if there is a base.
    pub(crate) fn read<'t>(
        &self,
        text: &'t str,
        buffer: &'t mut String,
    ) -> Result<Ri<Cow<'t, str>, A, MaybeScheme>, Fault> {
        let reference = grammar::parse::<A, MaybeScheme>(text, self.lenient)?;
        Ok(match &self.base {
            Some(base) => {
                Ri::<_, A, MaybeScheme>::from(base.resolve_into(&reference, buffer)).into()
            }
            None => reference,
        })
    }

    /// Whether reading is parsing, and no more.
    pub(crate) fn takes_text_as_it_is(&self) -> bool {
        !self.lenient && self.base.is_none()
    }

    /// As without any options.
    #[cfg(test)]
    pub(crate) fn syntax() -> Self {
        let (rung, evidence) = (Rung::SYNTAX, None);
        Self { rung, ignore_fragment: false, lenient: false, base: None, evidence }
    }

    /// Whether a normal form, read again, is its own normal form.
    pub(crate) fn is_idempotent(&self) -> bool {
        self.base.is_none() && self.evidence.is_none()
    }

    pub(crate) fn ladder(&self) -> Ladder<'_> {
        Ladder {
            ignore_fragment: self.ignore_fragment,
            evidence: self.evidence.as_ref(),
            ..Ladder::default()
        }
    }
}
