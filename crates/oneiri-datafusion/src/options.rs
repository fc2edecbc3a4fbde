//! The options of a function, read from its literals.

use std::fmt::Display;
use std::str::FromStr;

use oneiri::{Normalization, Rung};
use oneiri_arrow::{Errors, Grammar, Hash};

/// The options; each missing literal has its default.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) rung: Option<Rung>,
    pub(crate) steps: Normalization,
    pub(crate) hash: Hash,
    pub(crate) grammar: Option<Grammar>,
    pub(crate) errors: Errors,
}

impl Options {
    /// Sets an option. The error lists the valid values.
    pub(crate) fn set(&mut self, parameter: &str, value: &str) -> Result<(), String> {
        match parameter {
            "rung" => {
                let unknown = |error| format!("unknown rung {value:?}: {error}");
                self.rung = Some(value.parse().map_err(unknown)?);
            }
            "steps" => self.steps = steps(value)?,
            "hash" => self.hash = read(value)?,
            "grammar" => self.grammar = Some(read(value)?),
            _ => self.errors = read(value)?,
        }
        Ok(())
    }
}

fn read<T: FromStr<Err: Display>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| error.to_string())
}

fn steps(names: &str) -> Result<Normalization, String> {
    let mut steps = Normalization::default();
    for name in names.split(',').map(str::trim) {
        match name {
            "case" => steps.case = true,
            "escape" => steps.escape = true,
            "path" => steps.path = true,
            _ => return Err(format!("unknown step {name:?}: expected case, escape or path")),
        }
    }
    Ok(steps)
}
