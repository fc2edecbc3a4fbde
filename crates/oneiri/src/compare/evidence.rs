//! The protocol rung (RFC 3986 section 6.2.4): what was observed of resources, given by the caller.
//! Nothing here fetches anything, and nothing is inferred beyond what was given.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

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
#[non_exhaustive]
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

/// A resource's way to another, and the observations of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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
/// let ladder = Ladder::new().evidence(&evidence);
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
    pub(super) fn new(next: BTreeMap<String, Link>) -> Self {
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
    pub(super) fn resource(&self, key: &str) -> Option<&str> {
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
    pub(super) fn chain<'e>(&'e self, a: &str, b: &str) -> Vec<&'e Link> {
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
