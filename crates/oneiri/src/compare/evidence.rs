//! The protocol rung (RFC 3986 section 6.2.4): what was observed of resources, given by the caller.
//! Nothing here fetches anything, and nothing is inferred beyond what was given.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::rung::{Ladder, Rung};
use crate::registry::Registry;
use crate::syntax::spans::Untyped;

/// What kind of observation says that two identifiers are of one resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Observed {
    /// A permanent redirect: 301 or 308 of HTTP (RFC 9110 sections 15.4.2 and 15.4.9).
    Redirect,
    /// A canonical link (RFC 6596).
    Canonical,
}

impl Observed {
    /// `redirect` or `canonical`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Redirect => "redirect",
            Self::Canonical => "canonical",
        }
    }
}

/// One observation, as it was given: that `from` led to `to`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Observation {
    /// What kind it is.
    pub kind: Observed,
    /// Where it was made, as it was spelled.
    pub from: String,
    /// Where it led, as it was spelled.
    pub to: String,
    /// Where this is known from: a log, a date, whatever the caller wants to see again.
    pub source: String,
}

/// What cannot be used of the evidence, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// From one resource the observations lead to different ones: none of them is used.
    Conflict {
        /// The normal form of the resource.
        from: String,
        /// The normal forms of what they lead to.
        to: Vec<String>,
    },
    /// Observations that lead in a circle: none of them is used.
    Loop {
        /// The normal forms of the resources on it, from the least on.
        members: Vec<String>,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, list) = match self {
            Self::Conflict { from, to } => {
                write!(f, "conflict: {from} leads to ")?;
                (" and to ", to)
            }
            Self::Loop { members } => {
                f.write_str("loop: ")?;
                (" leads to ", members)
            }
        };
        list.iter().enumerate().try_for_each(|(index, member)| {
            f.write_str(if index == 0 { "" } else { what })?;
            f.write_str(member)
        })
    }
}

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
        Self::for_ladder(&Ladder { registry, ..Ladder::default() })
    }

    /// None yet, for the use of this ladder: resources are told apart by its scheme rung, with its
    /// registry, and with its domain names if it has them.
    pub fn for_ladder(ladder: &Ladder<'r>) -> Self {
        Self { ladder: *ladder, links: BTreeMap::new() }
    }

    pub(crate) fn add(
        &mut self,
        kind: Observed,
        from: Untyped<'_, '_>,
        to: Untyped<'_, '_>,
        source: &str,
    ) -> Result<(), Inadmissible> {
        for end in [from, to] {
            let rules = end.scheme().map(|scheme| self.ladder.registry.rules(scheme));
            if !rules.is_some_and(|rules| rules.observable) {
                return Err(Inadmissible::Scheme);
            }
            if end.fragment().is_some() {
                return Err(Inadmissible::Fragment);
            }
        }
        let [a, b] = [from, to].map(|end| key(end, &self.ladder));
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

/// A resource's way to another, and the observations of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The normal form of where it leads.
    pub to: String,
    /// Who says so: at least one observation, in a fixed order.
    pub observations: Vec<Observation>,
}

/// Evidence that is settled: which resources were observed to be one.
///
/// ```
/// use oneiri::{Iri, Ladder, Observations, Observed, Rung};
///
/// let (a, b) = (Iri::parse("http://example.com/data")?, Iri::parse("http://example.com/data/")?);
/// let mut observations = Observations::default();
/// observations.observe(Observed::Redirect, &a, &b, "crawl of 2026-11-01")?;
/// let (evidence, problems) = observations.settle();
/// assert!(problems.is_empty());
///
/// let ladder = Ladder { evidence: Some(&evidence), ..Ladder::default() };
/// let verdict = ladder.compare(&a, &b);
/// assert_eq!(verdict.rung(), Some(Rung::Protocol));
/// assert_eq!(verdict.chain()[0].observations[0].source, "crawl of 2026-11-01");
/// assert_eq!(a.compare(&b).rung(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// By normal form; no circles.
    next: BTreeMap<String, Link>,
    /// Where each of these leads in the end.
    resources: BTreeMap<String, String>,
}

impl Evidence {
    fn new(next: BTreeMap<String, Link>) -> Self {
        let mut resources: BTreeMap<String, String> = BTreeMap::new();
        for start in next.keys() {
            let (mut way, mut at) = (Vec::new(), start);
            let resource = loop {
                match (resources.get(at), next.get(at)) {
                    (Some(known), _) => break known.clone(),
                    (None, None) => break at.clone(),
                    (None, Some(link)) => {
                        way.push(at);
                        at = &link.to;
                    }
                }
            };
            for passed in way {
                resources.insert(passed.clone(), resource.clone());
            }
        }
        Self { next, resources }
    }

    /// The normal form of the resource that this one was observed to be, if it was observed at all.
    pub(crate) fn resource(&self, key: &str) -> Option<&str> {
        self.resources.get(key).map(String::as_str)
    }

    /// The links from one normal form to its resource.
    fn way<'e>(&'e self, key: &str) -> Vec<&'e Link> {
        let mut way: Vec<&'e Link> = Vec::new();
        while let Some(link) = self.next.get(way.last().map_or(key, |link| &link.to)) {
            way.push(link);
        }
        way
    }

    /// The links that lead from both normal forms to where they meet: first those of `a`, in their
    /// order, then those of `b`.
    pub(crate) fn chain<'e>(&'e self, a: &str, b: &str) -> Vec<&'e Link> {
        let (mut ours, mut theirs) = (self.way(a), self.way(b));
        while let (Some(x), Some(y)) = (ours.last(), theirs.last()) {
            if x != y {
                break;
            }
            ours.pop();
            theirs.pop();
        }
        ours.extend(theirs);
        ours
    }

    /// How many resources are known to be others.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Whether there is no evidence.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }
}

/// Under which text a resource is kept: the normal form at the scheme rung of the IRI, without its
/// fragment. A URI is kept as the IRI that it is.
pub(crate) fn key(source: Untyped<'_, '_>, ladder: &Ladder<'_>) -> String {
    let source = source.without_fragment();
    let mut text = String::new();
    let scheme = source.scheme();
    if let Some(plan) = scheme.and_then(|_| ladder.plan(Rung::Scheme, true, scheme)) {
        plan.write(source, &mut text);
    }
    text
}
