//! Assumptions, which merge more than any rung: the options `--assume` and `--trackers`, and what they do to two identifiers.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser};
use oneiri::{Alphabet, Rung};
use oneiri_lint::assume::{Assumption, Assumptions, Trackers};

use crate::args::usage::UsageError;
use crate::comparison::{Comparison, ComparisonArgs, Given, Unread};

/// The options of a comparison that may also be under assumptions.
#[derive(clap::Args)]
pub(crate) struct Assume {
    #[command(flatten)]
    comparison: ComparisonArgs,

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
    pub(crate) fn assumes(&self) -> bool {
        !self.assume.is_empty()
    }

    /// Makes a [`Comparison`] of the options. A rung below `scheme` beside assumptions is an error.
    pub(crate) fn comparison<A: Alphabet>(&self) -> Result<Unread<A>, UsageError> {
        let mut unread = self.comparison.comparison()?;
        if !self.assumes() {
            return Ok(unread);
        }
        let has_own = self.trackers.is_some();
        let is_asked = |it: &Assumption| self.assume.iter().any(|name| Assumption::of_name(name) == Some(*it));
        let names: Vec<Assumption> = Assumption::ALL.into_iter().filter(is_asked).collect();
        UsageError::first(&[
            (
                self.comparison.rung.is_some_and(|rung| rung < Rung::Scheme),
                "--assume needs --rung scheme or protocol, because it starts from what is equal there",
            ),
            (has_own && !names.contains(&Assumption::Trackers), "--trackers needs --assume trackers"),
            (
                has_own && self.assume.iter().any(|name| name == Assumption::Trackers.versioned()),
                "trackers@1 has a list of its own; with --trackers, write --assume trackers",
            ),
        ])?;
        unread.assumptions = Some((names, self.trackers.clone()));
        Ok(unread)
    }
}

/// Which assumptions make two identifiers equal that are different at the rung. If none are given, these are the ones
/// that `--assume` could name.
pub(crate) fn explain<A: Alphabet>(comparison: &Comparison<A>, two: &[Given<'_, A>; 2], out: &mut String) {
    static ALL: LazyLock<Assumptions> = LazyLock::new(|| Assumptions::new(&Assumption::ALL, Trackers::shipped()));
    let Some(given) = &comparison.assumptions else {
        let needed = comparison.needed(&ALL, two.each_ref()).unwrap_or_default();
        if !needed.is_empty() {
            let names: Vec<&str> = needed.iter().map(|it| it.name()).collect();
            // Writing to a String cannot fail.
            let _ = writeln!(out, "\n--assume {} would make them equal, at your risk", names.join(","));
        }
        return;
    };
    match comparison.needed(given, two.each_ref()) {
        None => out.push_str("\nnot equal under the assumptions either\n"),
        Some(needed) if needed.is_empty() => {}
        Some(needed) => {
            out.push_str("\nnot equivalent, but equal if these assumptions are right:\n");
            for assumption in needed {
                let (name, says) = (given.versioned(assumption), assumption.says());
                let _ = writeln!(out, "{name}  {says}");
                let _ = writeln!(out, "{:1$}  wrong, if {2}", "", name.len(), assumption.risks());
            }
        }
    }
}
