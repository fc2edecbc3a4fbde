//! Collects observations and settles them: which identifiers identify the same resource, and which
//! observations contradict each other.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::evidence::{Evidence, Link, Observation, ObservationKind, Problem};
use super::ladder::Ladder;
use super::settings::Settings;
use crate::ri::{Alphabet, HasScheme, IriBuf, Ri};
use crate::syntax::spans::Untyped;

/// The error for an observation that cannot be used as evidence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ObservationError {
    /// The scheme has no conventions by which an observation means that two identifiers identify the
    /// same resource.
    Scheme,
    /// The identifier has a fragment, and a fragment is not part of an access.
    Fragment,
}

impl fmt::Display for ObservationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => {
                "expected a scheme whose conventions give observations a meaning, such as http \
                 (RFC 3986 section 6.2.4)"
            }
            Self::Fragment => "expected no fragment in an observation (RFC 3986 section 3.5)",
        })
    }
}

impl core::error::Error for ObservationError {}

/// A collection of observations. The order in which they are added does not matter.
#[derive(Clone, Debug, Default)]
pub struct Observations<'r> {
    /// The settings that tell resources apart.
    settings: Settings<'r>,
    /// The observations, by the normal forms of `from` and then of `to`.
    links: BTreeMap<IriBuf, BTreeMap<IriBuf, BTreeSet<Observation>>>,
}

impl<'r> Observations<'r> {
    /// An empty collection for a ladder. Its registry decides which schemes admit observations. Two
    /// resources are different if the scheme rung of the ladder tells them apart.
    pub const fn new(ladder: Ladder<'r>) -> Self {
        Self { settings: ladder.settings(), links: BTreeMap::new() }
    }

    /// Adds the observation that accessing `from` led to `to`.
    ///
    /// # Errors
    ///
    /// Returns [`ObservationError`] if a scheme has no conventions that give the observation a meaning, or
    /// if an identifier has a fragment: RFC 3986 sections 6.2.4 and 3.5.
    ///
    /// ```
    /// use oneiri::compare::{ObservationKind, Observations};
    /// use oneiri::Iri;
    ///
    /// let mut observations = Observations::default();
    /// let (a, b) = (Iri::parse("http://h/a")?, Iri::parse("http://h/b")?);
    /// observations.observe(ObservationKind::Canonical, &a, &b, "")?;
    /// let mail = Iri::parse("mailto:a@b")?;
    /// assert!(observations.observe(ObservationKind::Redirect, &mail, &b, "").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observe<T: AsRef<str>, U: AsRef<str>, A: Alphabet>(
        &mut self,
        kind: ObservationKind,
        from: &Ri<T, A, HasScheme>,
        to: &Ri<U, A, HasScheme>,
        source: &str,
    ) -> Result<(), ObservationError> {
        self.add(kind, from.source(), to.source(), source)
    }

    fn add(
        &mut self,
        kind: ObservationKind,
        from: Untyped<'_, '_>,
        to: Untyped<'_, '_>,
        source: &str,
    ) -> Result<(), ObservationError> {
        for end in [from, to] {
            let rules = end.scheme().map(|scheme| self.settings.registry.rules(scheme));
            if !rules.is_some_and(|rules| rules.observable) {
                return Err(ObservationError::Scheme);
            }
            if end.fragment().is_some() {
                return Err(ObservationError::Fragment);
            }
        }
        let [Some(a), Some(b)] = [from, to].map(|end| self.settings.key(end)) else {
            return Err(ObservationError::Scheme);
        };
        if a != b {
            let (from, to) = (from.text.to_owned(), to.text.to_owned());
            let observation = Observation { kind, from, to, source: source.to_owned() };
            self.links.entry(a).or_default().entry(b).or_default().insert(observation);
        }
        Ok(())
    }

    /// Settles the observations. Returns the evidence, and the problems: the observations that cannot
    /// be used. In the evidence each resource leads to at most one other resource, and no links make a
    /// circle.
    ///
    /// ```
    /// let (evidence, problems) = oneiri::compare::Observations::default().settle();
    /// assert!(evidence.is_empty() && problems.is_empty());
    /// ```
    pub fn settle(self) -> (Evidence<'r>, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut next = BTreeMap::new();
        for (from, mut targets) in self.links {
            match targets.pop_first() {
                Some((to, observations)) if targets.is_empty() => {
                    next.insert(from, Link { to, observations: observations.into_iter().collect() });
                }
                Some((first, _)) => {
                    let mut to = Vec::from([first.into_string()]);
                    to.extend(targets.into_keys().map(IriBuf::into_string));
                    problems.push(Problem::Conflict { from: from.into_string(), to });
                }
                None => {}
            }
        }
        for members in loops(&next) {
            for member in &members {
                next.remove(member.as_str());
            }
            problems.push(Problem::Loop { members });
        }
        (Evidence::new(self.settings, next), problems)
    }
}

/// The circles among the links. Each resource has at most one link.
fn loops(next: &BTreeMap<IriBuf, Link>) -> Vec<Vec<String>> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (walk, start) in next.keys().enumerate() {
        let mut at = start.as_str();
        while let Some(link) = next.get(at) {
            match seen.insert(at, walk) {
                None => at = link.to.as_str(),
                Some(earlier) => {
                    // A resource that this walk met before closes a circle. The links from a resource that an
                    // earlier walk met were already followed.
                    if earlier == walk {
                        found.push(circle(next, at));
                    }
                    seen.insert(at, earlier);
                    break;
                }
            }
        }
    }
    found
}

/// The resources of the circle through `member`, in the order of the links. The list begins with the smallest text.
fn circle(next: &BTreeMap<IriBuf, Link>, member: &str) -> Vec<String> {
    let mut members = Vec::from([member.to_owned()]);
    let mut at = member;
    while let Some(link) = next.get(at) {
        if link.to == member {
            break;
        }
        members.push(String::from(link.to.as_str()));
        at = link.to.as_str();
    }
    let least = members.iter().enumerate().min_by_key(|(_, name)| *name).map_or(0, |(at, _)| at);
    members.rotate_left(least);
    members
}
