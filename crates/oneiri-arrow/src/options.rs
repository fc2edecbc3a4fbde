//! The options of a task: what it is given besides its texts, and what becomes of an invalid text.
//!
//! Without an option, columns compare as [`Ladder::new`] does, so the default of each field of [`Rules`] is the default
//! there. The compiler does not ask for one place: a new field of [`Rules`] belongs in `ladder`, because it has no effect
//! otherwise. The words of [`Errors`] are also in `arrow.py` of `oneiri-python`, as types.

use std::str::FromStr;
use std::sync::Arc;

use oneiri::compare::Evidence;
use oneiri::{Ladder, Normalization, Rung};
use oneiri_operations::{Grammar, Hash, Unfit};

/// The options of a function on columns. Each has the default of the operation.
///
/// ```
/// use oneiri::Rung;
/// use oneiri_arrow::Options;
///
/// let mut options = Options::default();
/// options.set("rung", "path")?;
/// assert_eq!(options.rung, Rung::Path);
/// assert!(options.set("errors", "ignore").is_err());
/// # Ok::<(), oneiri_arrow::Unfit>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The rung of a normal form or of a fingerprint: `scheme` if none is given.
    pub rung: Rung,
    /// The steps of a normalization by steps.
    pub steps: Normalization,
    /// The hash of a fingerprint.
    pub hash: Hash,
    /// The base of all references. Without a base, each row has its own in a second column.
    pub base: Option<String>,
    /// The grammar of the texts, if the usual one of the operation is not meant.
    pub grammar: Option<Grammar>,
    /// What becomes of an invalid text.
    pub errors: Errors,
}

impl Default for Options {
    fn default() -> Self {
        let (steps, hash, errors) = (Normalization::default(), Hash::default(), Errors::default());
        Self { rung: Rung::Scheme, steps, hash, base: None, grammar: None, errors }
    }
}

impl Options {
    /// Sets `rung`, `steps`, `hash`, `grammar` or `errors` to the value with a name. Names of steps are separated by
    /// commas.
    ///
    /// # Errors
    ///
    /// A name that is unknown. The error lists the valid values.
    pub fn set(&mut self, option: &str, name: &str) -> Result<(), Unfit> {
        match option {
            "rung" => {
                let unknown = |error| Unfit::new(format!("unknown rung {name:?}: {error}"));
                self.rung = name.parse().map_err(unknown)?;
            }
            "steps" => self.steps = steps(name)?,
            "hash" => self.hash = name.parse()?,
            "grammar" => self.grammar = Some(name.parse()?),
            "errors" => self.errors = name.parse()?,
            _ => return Err(Unfit::new(format!("unknown option {option:?}"))),
        }
        Ok(())
    }
}

fn steps(names: &str) -> Result<Normalization, Unfit> {
    let mut steps = Normalization::default();
    for name in names.split(',').map(str::trim) {
        match name {
            "case" => steps.case = true,
            "escape" => steps.escape = true,
            "path" => steps.path = true,
            _ => return Err(Unfit::new(format!("unknown step {name:?}: expected case, escape or path"))),
        }
    }
    Ok(steps)
}

/// How a task handles an invalid text.
///
/// ```
/// use oneiri_arrow::Errors;
///
/// assert_eq!("keep".parse(), Ok(Errors::Keep));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Errors {
    /// `null`: the result is null.
    #[default]
    Null,
    /// `raise`: the task ends with an error that names the row.
    Raise,
    /// `keep`: the result is the text itself. Only for tasks that return text.
    Keep,
}

impl FromStr for Errors {
    type Err = Unfit;

    fn from_str(name: &str) -> Result<Self, Unfit> {
        match name {
            "null" => Ok(Self::Null),
            "raise" => Ok(Self::Raise),
            "keep" => Ok(Self::Keep),
            _ => Err(Unfit::new(format!("errors={name:?}: expected \"null\", \"raise\" or \"keep\""))),
        }
    }
}

/// The options of a comparison beyond the rung. [`Ladder`] explains each of them.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::cast::AsArray;
/// use arrow_array::{ArrayRef, StringArray};
/// use oneiri::Rung;
/// use oneiri_arrow::{Errors, Grammar, Plan, Rules, Task};
///
/// let rules = Rules { ignore_fragment: true, ..Rules::default() };
/// let plan = Plan::new(Task::Normalize(Rung::Path), Grammar::Iri, Errors::Null)?.with_rules(rules);
/// let links: ArrayRef = Arc::new(StringArray::from(vec!["HTTP://h/%7Eada#top"]));
/// assert_eq!(plan.run(&links, None)?.as_string::<i32>().value(0), "http://h/~ada");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Whether fragments make no difference.
    pub ignore_fragment: bool,
    /// Whether URNs are compared by name alone (RFC 8141 section 3.1).
    pub urn_names: bool,
    /// Whether a domain name and its Punycode are equal at the scheme rung and at the protocol rung (RFC 3987 section 5.3.3).
    #[cfg(feature = "idna")]
    pub idna: bool,
    /// What was observed, for the protocol rung (RFC 3986 section 6.2.4).
    pub evidence: Option<Arc<Evidence<'static>>>,
}

impl Rules {
    pub(crate) fn ladder(&self) -> Ladder<'_> {
        let ladder = Ladder::new().ignore_fragment(self.ignore_fragment).urn_names(self.urn_names);
        #[cfg(feature = "idna")]
        let ladder = ladder.idna(self.idna);
        match &self.evidence {
            Some(evidence) => ladder.evidence(evidence),
            None => ladder,
        }
    }
}
