//! Levels, and the profiles that give each code its level.

/// What happens when a code applies to an identifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// `lint` does not look for the code.
    Allow,
    /// `lint` reports the code.
    Warn,
    /// `lint` reports the code, and the caller should reject the identifier.
    Deny,
}

impl Level {
    /// The name of the level, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }
}

/// The purpose of the identifiers, which decides the [`Level`] of each code.
///
/// ```
/// use oneiri_lint::{Code, Level, Profile};
///
/// // RDF compares names as text, so `http://h` and `http://h/` are two names for it.
/// assert_eq!(Profile::ALL.map(|profile| Code::EmptyPath.level(profile)), [Level::Warn, Level::Allow, Level::Deny]);
/// assert_eq!((Profile::default().name(), Level::Deny.name()), ("web", "deny"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Profile {
    /// Names in RDF: everything that RDF 1.1 Concepts section 3.2 advises against, and everything that is wrong in
    /// any identifier.
    Rdf,
    /// Links: everything that is wrong or dangerous, and spellings that differ from the usual one without a reason.
    #[default]
    Web,
    /// Every code, at [`Level::Deny`].
    Strict,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 3] = [Self::Rdf, Self::Web, Self::Strict];

    /// The name of the profile, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rdf => "rdf",
            Self::Web => "web",
            Self::Strict => "strict",
        }
    }
}
