//! The options `--assume` and `--trackers`, which merge more than any rung.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use oneiri::{Alphabet, Rung};

use crate::args::usage::UsageError;
use crate::assume::Assumption;
use crate::comparison::{ComparisonArgs, Unread};

#[derive(clap::Args)]
pub(crate) struct Assume {
    /// Also merge what is equal only under assumptions about servers
    ///
    /// Names with commas between them, and each may have its version
    /// (https@1). The rung is then scheme, or protocol. Assumptions are
    /// guesses, so they may merge URLs that lead to different pages
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names())]
    #[arg(verbatim_doc_comment)]
    assume: Vec<String>,

    /// The query parameters of trackers, instead of the list of trackers@1
    ///
    /// A name on each line, where * at the end stands for any rest, and
    /// # begins a comment
    #[arg(long, value_name = "FILE", requires = "assume", verbatim_doc_comment)]
    trackers: Option<PathBuf>,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(
        Assumption::ALL.map(|it| PossibleValue::new(it.name()).alias(it.versioned()).help(it.does())),
    )
}

impl Assume {
    pub(crate) fn is_given(&self) -> bool {
        !self.assume.is_empty()
    }

    /// Makes a [`Comparison`] of the options. A rung below `scheme` beside assumptions is an error.
    pub(crate) fn comparison<A: Alphabet>(&self, comparison: &ComparisonArgs) -> Result<Unread<A>, UsageError> {
        let mut unread = comparison.comparison()?;
        if !self.is_given() {
            return Ok(unread);
        }
        if comparison.rung().is_some_and(|rung| rung < Rung::Scheme) {
            return Err(UsageError::conflict(
                "--assume needs --rung scheme or protocol, because it starts from what is equal there",
            ));
        }
        let is_asked =
            |it: &Assumption| self.assume.iter().any(|name| [it.name(), it.versioned()].contains(&name.as_str()));
        let names: Vec<Assumption> = Assumption::ALL.into_iter().filter(is_asked).collect();
        if self.trackers.is_some() && !names.contains(&Assumption::Trackers) {
            return Err(UsageError::conflict("--trackers needs --assume trackers"));
        }
        let versioned = Assumption::Trackers.versioned();
        if self.trackers.is_some() && self.assume.iter().any(|name| name == versioned) {
            return Err(UsageError::conflict(
                "trackers@1 has a list of its own; with --trackers, write --assume trackers",
            ));
        }
        unread.assumptions = Some((names, self.trackers.clone()));
        Ok(unread)
    }
}
