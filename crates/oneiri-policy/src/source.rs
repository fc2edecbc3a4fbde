//! Where a rule is written: its kind, its number, its file or preset, and its line. People find a rule by what
//! `Display` writes, so messages and bindings show it. Numbers count the rules of one kind in one source, from 1
//! (`Builder::count`).

use alloc::sync::Arc;
use core::fmt;

use crate::preset::Preset;

/// A rule of a policy, by its number and by the place where it is written.
///
/// ```
/// use oneiri_policy::Policy;
///
/// let policy = Policy::compile_file("my.toml", "[[allow]]\nhost = \"example.com\"")?;
/// let checked = policy.check("https://example.com/").allowed().unwrap();
/// assert_eq!(checked.rule().number, 1);
/// assert_eq!(checked.rule().to_string(), "allow rule 1 (my.toml, line 1)");
/// # Ok::<(), oneiri_policy::PolicyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleRef {
    /// Whether the rule allows or denies.
    pub kind: RuleKind,
    /// The number of the rule among those of its kind in its source. The first rule is number 1.
    pub number: usize,
    /// What the rule is written in.
    pub source: Source,
    /// The line of the rule, if it is written in a file or in a preset. The first line is number 1.
    pub line: Option<usize>,
}

/// Whether a rule allows or denies what it matches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RuleKind {
    /// An `[[allow]]` rule.
    Allow,
    /// A `[[deny]]` rule.
    Deny,
}

impl RuleKind {
    /// The name, as policy files write it: `allow` or `deny`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
        }
    }
}

/// What a rule is written in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Source {
    /// A program, which called [`Builder::allow`](crate::Builder::allow) or
    /// [`Builder::deny`](crate::Builder::deny).
    #[default]
    Program,
    /// A policy file, with its name if [`Policy::compile_file`](crate::Policy::compile_file) was given one.
    File(Option<Arc<str>>),
    /// A preset.
    Preset {
        /// The preset in whose file the rule is written.
        preset: Preset,
        /// The preset that was asked for, if it extends the one that has the rule.
        by: Option<Preset>,
    },
}

/// A source, and a line of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    pub(crate) source: Source,
    pub(crate) line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = match &self.source {
            Source::Program | Source::File(None) => false,
            Source::File(Some(name)) => f.write_str(name).map(|()| true)?,
            Source::Preset { preset, by: None } => write!(f, "preset {preset}").map(|()| true)?,
            Source::Preset { preset, by: Some(by) } => {
                write!(f, "preset {preset}, which {by} extends").map(|()| true)?
            }
        };
        let Some(line) = self.line else { return Ok(()) };
        write!(f, "{}line {line}", if named { ", " } else { "" })
    }
}

impl RuleRef {
    pub(crate) fn place(&self) -> Place {
        Place { source: self.source.clone(), line: self.line }
    }
}

/// `Display` writes `allow rule 1 (line 3)`, with the file or the preset before the line.
impl fmt::Display for RuleRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rule {}", self.kind.name(), self.number)?;
        match (&self.source, self.line) {
            (Source::Program | Source::File(None), None) => Ok(()),
            _ => write!(f, " ({})", self.place()),
        }
    }
}
