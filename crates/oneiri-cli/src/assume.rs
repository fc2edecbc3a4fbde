//! The assumptions of `--assume`, with the list of `--trackers`.

use std::path::Path;

pub(crate) use oneiri_lint::assume::{Assumption, Assumptions, Trackers};

use crate::output::{Stop, escape};

/// The assumptions with these names, with the trackers of a file if there is one.
pub(crate) fn read(names: &[Assumption], trackers: Option<&Path>) -> Result<Assumptions, Stop> {
    let trackers = match trackers {
        None => Trackers::shipped(),
        Some(path) => {
            let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
            let text = std::fs::read_to_string(path).map_err(|it| failed(&it.to_string()))?;
            Trackers::own(&text).map_err(|(line, message)| failed(&format!("line {line}: {message}")))?
        }
    };
    Ok(Assumptions::new(names, trackers))
}
