//! Collecting observations and settling them: which resources are one, and which observations
//! contradict each other.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::evidence::{Evidence, Link, Observation, Observed, Problem};
use super::ladder::Ladder;
use crate::registry::Registry;
use crate::ri::{Alphabet, HasScheme, Ri};
use crate::syntax::spans::Untyped;

/// An observation that cannot count as evidence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Inadmissible {
    /// The scheme has no conventions by which an observation would mean that two are one.
    Scheme,
    /// It has a fragment, which is no part of what was accessed.
    Fragment,
}

impl fmt::Display for Inadmissible {
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

impl core::error::Error for Inadmissible {}

/// Observations that are being collected. Their order does not matter.
#[derive(Clone, Debug, Default)]
pub struct Observations<'r> {
    /// By which resources are told apart.
    ladder: Ladder<'r>,
    /// By the normal forms of both ends.
    links: BTreeMap<String, BTreeMap<String, BTreeSet<Observation>>>,
}

impl<'r> Observations<'r> {
    /// None yet; these rules say how schemes are to be normalized, and which admit evidence. They
    /// must be those of the ladder that is to use it.
    pub fn new(registry: Registry<'r>) -> Self {
        Self::for_ladder(&Ladder::new().registry(registry))
    }

    /// None yet, for the use of this ladder: resources are told apart by its scheme rung, with its
    /// registry, and with its domain names if it has them.
    pub fn for_ladder(ladder: &Ladder<'r>) -> Self {
        Self { ladder: *ladder, links: BTreeMap::new() }
    }

    /// Adds that accessing `from` led to `to`.
    ///
    /// # Errors
    ///
    /// A scheme without the conventions that give it a meaning, or a fragment: RFC 3986 sections
    /// 6.2.4 and 3.5.
    ///
    /// ```
    /// use oneiri::{Iri, Observations, Observed};
    ///
    /// let mut observations = Observations::default();
    /// let (a, b) = (Iri::parse("http://h/a")?, Iri::parse("http://h/b")?);
    /// observations.observe(Observed::Canonical, &a, &b, "")?;
    /// let mail = Iri::parse("mailto:a@b")?;
    /// assert!(observations.observe(Observed::Redirect, &mail, &b, "").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observe<T: AsRef<str>, U: AsRef<str>, A: Alphabet>(
        &mut self,
        kind: Observed,
        from: &Ri<T, A, HasScheme>,
        to: &Ri<U, A, HasScheme>,
        source: &str,
    ) -> Result<(), Inadmissible> {
        self.add(kind, from.source(), to.source(), source)
    }

    fn add(
        &mut self,
        kind: Observed,
        from: Untyped<'_, '_>,
        to: Untyped<'_, '_>,
        source: &str,
    ) -> Result<(), Inadmissible> {
        for end in [from, to] {
            let rules = end.scheme().map(|scheme| self.ladder.rules().rules(scheme));
            if !rules.is_some_and(|rules| rules.observable) {
                return Err(Inadmissible::Scheme);
            }
            if end.fragment().is_some() {
                return Err(Inadmissible::Fragment);
            }
        }
        let [a, b] = [from, to].map(|end| self.ladder.key(end));
        if a != b {
            let (from, to) = (from.text.to_owned(), to.text.to_owned());
            let observation = Observation { kind, from, to, source: source.to_owned() };
            self.links.entry(a).or_default().entry(b).or_default().insert(observation);
        }
        Ok(())
    }

    /// Settles what the observations say: the classes that they make, and what of them cannot be
    /// used. A class is a tree of observations that all lead to one resource.
    ///
    /// ```
    /// let (evidence, problems) = oneiri::Observations::default().settle();
    /// assert!(evidence.is_empty() && problems.is_empty());
    /// ```
    pub fn settle(self) -> (Evidence, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut next = BTreeMap::new();
        for (from, mut targets) in self.links {
            match targets.pop_first() {
                Some((to, observations)) if targets.is_empty() => {
                    next.insert(
                        from,
                        Link { to, observations: observations.into_iter().collect() },
                    );
                }
                Some((first, _)) => {
                    let mut to = Vec::from([first]);
                    to.extend(targets.into_keys());
                    problems.push(Problem::Conflict { from, to });
                }
                None => {}
            }
        }
        for members in loops(&next) {
            for member in &members {
                next.remove(member);
            }
            problems.push(Problem::Loop { members });
        }
        (Evidence::new(next), problems)
    }
}

/// The circles among links of which every resource has one at most.
fn loops(next: &BTreeMap<String, Link>) -> Vec<Vec<String>> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (walk, start) in next.keys().enumerate() {
        let mut at = start.as_str();
        while let Some(link) = next.get(at) {
            match seen.insert(at, walk) {
                None => at = &link.to,
                Some(earlier) => {
                    // Met in this walk: a circle. Met in another: it is known where that leads.
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

/// The resources of the circle through `member`, from the least on.
fn circle(next: &BTreeMap<String, Link>, member: &str) -> Vec<String> {
    let mut members = Vec::from([member.to_owned()]);
    let mut at = member;
    while let Some(link) = next.get(at) {
        if link.to == member {
            break;
        }
        members.push(link.to.clone());
        at = &link.to;
    }
    let least = members.iter().enumerate().min_by_key(|(_, name)| *name).map_or(0, |(at, _)| at);
    members.rotate_left(least);
    members
}
