//! Named assumptions: what many sites do and no specification says. Two identifiers that are equal
//! only under an assumption are not equivalent, and no rung makes them equal.
//!
//! An assumption changes a text: it takes the normal form of the scheme rung and returns a normal
//! form of the scheme rung. `docs/assumptions.md` says what each may merge wrongly.

pub(crate) mod assumption;
pub(crate) mod assumptions;
mod rewrite;
pub(crate) mod trackers;

use std::path::Path;

use assumption::Assumption;
use assumptions::Assumptions;
use trackers::Trackers;

use crate::output::escape;
use crate::output::stop::Stop;

/// The assumptions with these names, with the trackers of a file if there is one.
pub(crate) fn read(names: &[Assumption], trackers: Option<&Path>) -> Result<Assumptions, Stop> {
    let trackers = match trackers {
        None => Trackers::shipped(),
        Some(path) => {
            let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
            let text = std::fs::read_to_string(path).map_err(|it| failed(&it.to_string()))?;
            Trackers::own(&text)
                .map_err(|(line, message)| failed(&format!("line {line}: {message}")))?
        }
    };
    Ok(Assumptions::new(names, trackers))
}
