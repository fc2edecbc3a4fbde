//! The protocol rung (RFC 3986 section 6.2.4): observations of resources, which the caller supplies.
//! Nothing here fetches a resource, and every conclusion follows from the given observations.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::settings::Settings;
use crate::ri::IriBuf;

/// The kind of an observation that two identifiers identify the same resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ObservationKind {
    /// A permanent redirect: 301 or 308 of HTTP (RFC 9110 sections 15.4.2 and 15.4.9).
    Redirect,
    /// A canonical link (RFC 6596).
    Canonical,
}

impl ObservationKind {
    /// The name of the kind: `redirect` or `canonical`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Redirect => "redirect",
            Self::Canonical => "canonical",
        }
    }
}

/// One observation, with its identifiers spelled as the caller gave them: accessing `from` led to `to`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub struct Observation {
    /// The kind of the observation.
    pub kind: ObservationKind,
    /// The identifier that was accessed.
    pub from: String,
    /// The identifier that the access led to.
    pub to: String,
    /// Where the observation comes from, in the caller's words: a log or a date, for example.
    pub source: String,
}

/// Observations that cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// Observations of one resource that lead to different resources. None of them is used.
    Conflict {
        /// The normal form of the observed resource.
        from: String,
        /// The normal forms of the resources that the observations lead to.
        to: Vec<String>,
    },
    /// Observations that lead in a circle. None of them is used.
    Loop {
        /// The normal forms of the resources on the circle, in the order of the links. The list begins with the
        /// smallest text.
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

/// A link from one resource to another, and the observations of this link.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Link {
    /// The normal form of the resource that the link leads to.
    pub to: IriBuf,
    /// The observations of the link: at least one, in a fixed order.
    pub observations: Vec<Observation>,
}

/// The result of [`Observations::settle`](crate::compare::Observations::settle): which identifiers identify
/// the same resource.
///
/// ```
/// use oneiri::compare::{ObservationKind, Observations};
/// use oneiri::{Iri, Ladder, Rung};
///
/// let (a, b) = (Iri::parse("http://example.com/data")?, Iri::parse("http://example.com/data/")?);
/// let mut observations = Observations::default();
/// observations.observe(ObservationKind::Redirect, &a, &b, "crawl of 2026-11-01")?;
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
pub struct Evidence<'r> {
    /// The settings that tell the resources apart.
    settings: Settings<'r>,
    /// The link of each resource, by the normal form of the resource. The links make no circles.
    next: BTreeMap<IriBuf, Link>,
    /// The last resource that the links lead to, for each resource with a link.
    resources: BTreeMap<IriBuf, IriBuf>,
}

impl<'r> Evidence<'r> {
    pub(super) fn new(settings: Settings<'r>, next: BTreeMap<IriBuf, Link>) -> Self {
        let mut resources: BTreeMap<IriBuf, IriBuf> = BTreeMap::new();
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
        Self { settings, next, resources }
    }

    /// The settings that tell the resources apart.
    pub(super) const fn settings(&self) -> Settings<'r> {
        self.settings
    }

    /// The normal form of the last resource that the links from `key` lead to; `None` if `key` has no link.
    pub(super) fn resource(&self, key: &IriBuf) -> Option<&IriBuf> {
        self.resources.get(key)
    }

    /// The links from a normal form to the last resource, in their order.
    fn way<'e>(&'e self, key: &IriBuf) -> Vec<&'e Link> {
        let mut way: Vec<&'e Link> = Vec::new();
        while let Some(link) = self.next.get(way.last().map_or(key, |link| &link.to)) {
            way.push(link);
        }
        way
    }

    /// The links from both normal forms to the first resource that both lead to: the links from `a` in
    /// their order, then the links from `b`.
    pub(super) fn chain<'e>(&'e self, a: &IriBuf, b: &IriBuf) -> Vec<&'e Link> {
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

    /// The number of resources that have a link to another resource.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Whether there are no links.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }
}
