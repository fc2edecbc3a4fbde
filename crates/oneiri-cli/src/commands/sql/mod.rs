//! `oneiri sql`: runs SQL queries on files of identifiers.

mod engine;
mod fault;
mod lines;
mod options;
mod output;
mod tables;

use crate::args::usage::UsageError;
use crate::commands::{Command, Job};

pub(crate) use options::Args;

impl Command for Args {
    const EXIT_CODES: &'static str = "  1  the query raises what is refused, and something was\n";

    fn job(self, _: bool) -> Result<Job, UsageError> {
        Ok(Job::new(move |session| engine::run(self, session)))
    }
}
