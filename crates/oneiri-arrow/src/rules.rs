//! The options of a comparison, for columns: those of [`Ladder`], owned, so that a plan can keep them.
//!
//! Without an option, columns compare as [`Ladder::new`] does, so the default of each field here is the default there.

use std::sync::Arc;

use oneiri::Ladder;
use oneiri::compare::Evidence;

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
/// let plan = Plan::new(Task::NormalizeBy(Rung::Path, rules), Grammar::Iri, Errors::Null)?;
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
