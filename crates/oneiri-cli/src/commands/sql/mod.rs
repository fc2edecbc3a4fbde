//! `oneiri sql`: runs SQL queries on files of identifiers.

#[cfg_attr(not(feature = "sql"), path = "none.rs")]
mod engine;
#[cfg(feature = "sql")]
mod fault;
#[cfg(feature = "sql")]
mod lines;
mod options;
#[cfg(feature = "sql")]
mod output;
#[cfg(feature = "sql")]
mod tables;

use crate::output::session::Session;
use crate::output::stop::Flow;

pub(crate) use options::Args;

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    engine::run(args, session)
}
