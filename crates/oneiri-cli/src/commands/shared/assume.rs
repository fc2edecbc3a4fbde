//! The options `--assume` and `--trackers`, which merge more than any rung.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use oneiri::{Alphabet, Rung};

use crate::assume::assumption::Assumption;
use crate::assume::assumptions::Assumptions;
use crate::assume::trackers::Trackers;
use crate::commands::shared::ladder::Ladders;
use crate::input::judge::Judge;
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::Stop;

#[derive(clap::Args)]
pub(crate) struct Assume {
    /// Also merge what is equal only under assumptions about servers
    ///
    /// Names with commas between them; each may have its version (https@1).
    /// The rung is then scheme, or protocol. No assumption is an equivalence:
    /// it may merge what is different
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names())]
    #[arg(verbatim_doc_comment)]
    assume: Vec<String>,

    /// The query parameters of trackers, instead of the list of trackers@1
    ///
    /// A name on each line, with * at its end for all names that begin so;
    /// # begins a comment
    #[arg(long, value_name = "FILE", requires = "assume", verbatim_doc_comment)]
    trackers: Option<PathBuf>,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(
        Assumption::ALL
            .map(|it| PossibleValue::new(it.name()).alias(it.versioned()).help(it.does())),
    )
}

impl Assume {
    pub(crate) fn is_given(&self) -> bool {
        !self.assume.is_empty()
    }

    /// Makes a [`Judge`] of the options. A rung below `scheme` beside assumptions ends the process as
    /// wrong usage.
    pub(crate) fn judge<A: Alphabet>(
        &self,
        ladders: &Ladders,
        session: &mut Session,
    ) -> Result<Judge<A>, Stop> {
        let mut judge = ladders.judge(session)?;
        if !self.is_given() {
            return Ok(judge);
        }
        let wrong = |message: &str| -> ! {
            clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit()
        };
        match ladders.rung() {
            Some(rung) if rung < Rung::Scheme => {
                wrong(
                    "--assume needs --rung scheme or protocol, because it starts from what is equal there",
                );
            }
            rung => judge.rung = rung.unwrap_or(Rung::Scheme),
        }
        let is_asked = |it: &Assumption| {
            self.assume.iter().any(|name| [it.name(), it.versioned()].contains(&name.as_str()))
        };
        let names: Vec<Assumption> = Assumption::ALL.into_iter().filter(is_asked).collect();
        let versioned = Assumption::Trackers.versioned();
        let trackers = match &self.trackers {
            None => Trackers::shipped(),
            Some(_) if !names.contains(&Assumption::Trackers) => {
                wrong("--trackers needs --assume trackers");
            }
            Some(_) if self.assume.iter().any(|name| name == versioned) => {
                wrong("trackers@1 has a list of its own; with --trackers, write --assume trackers");
            }
            Some(path) => {
                let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
                let text = std::fs::read_to_string(path).map_err(|it| failed(&it.to_string()))?;
                Trackers::own(&text)
                    .map_err(|(line, message)| failed(&format!("line {line}: {message}")))?
            }
        };
        judge.assumptions = Some(Assumptions::new(&names, trackers));
        Ok(judge)
    }
}
