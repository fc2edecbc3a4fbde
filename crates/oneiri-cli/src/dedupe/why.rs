//! Why a record is merged: the rows of the map, and how many records only an assumption merges.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use oneiri::Alphabet;

use super::map::Rows;
use crate::assume::Assumption;
use crate::comparison::Comparison;

/// What is done about each merged record. All threads share it.
pub(super) struct Why {
    /// The format of the map's rows, if a map is written.
    rows: Option<Rows>,
    /// How many records are merged only under assumptions.
    records: AtomicU64,
    /// How many of these need each assumption.
    each: [AtomicU64; Assumption::ALL.len()],
    /// For each assumption, the shortest record that it merges. Of several, it is the first in the
    /// order of bytes, so it does not depend on the threads.
    examples: Mutex<[Option<Example>; Assumption::ALL.len()]>,
}

/// A merged record and the spelling that is kept, both as they stand in their lists.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Example {
    length: usize,
    pub(crate) alias: String,
    pub(crate) kept: String,
}

/// What the assumptions merged.
pub(crate) struct Assumed {
    pub(crate) records: u64,
    pub(crate) each: Vec<Merges>,
}

/// The records that one assumption merged, and an example.
pub(crate) struct Merges {
    pub(crate) name: String,
    pub(crate) assumption: Assumption,
    pub(crate) records: u64,
    pub(crate) example: Option<Example>,
}

impl Why {
    pub(super) fn new(rows: Option<Rows>) -> Self {
        let (records, each, examples) = Default::default();
        Self { rows, records, each, examples }
    }

    /// Whether merged records are explained. This needs the spellings that were kept.
    pub(super) fn is_asked<A>(&self, comparison: &Comparison<A>) -> bool {
        self.rows.is_some() || comparison.assumptions.is_some()
    }

    /// Explains a record in another spelling than the kept one. Returns its row of the map.
    pub(super) fn merged<A: Alphabet>(&self, comparison: &Comparison<A>, kept: &str, alias: &str) -> Option<Vec<u8>> {
        let (mut buffer, mut other) = (String::new(), String::new());
        // Both texts were parsed before, so neither is refused here.
        let a = comparison.read(kept, &mut buffer).ok()?;
        let b = comparison.read(alias, &mut other).ok()?;
        let ladder = comparison.ladder();
        let needed = comparison.needed(&a, &b).unwrap_or_default();
        self.count(&needed, kept, alias);
        let rows = self.rows?;
        Some(if needed.is_empty() {
            let beside = comparison.assumptions.is_some();
            let verdict = ladder.compare(&a, &b);
            let rung = verdict.rung().unwrap_or(comparison.rung);
            let options = comparison.merging([kept, alias], rung);
            rows.row(&verdict, rung, &options, [kept, alias], beside)
        } else {
            let names: Vec<&str> = needed.iter().map(|&it| comparison.versioned(it)).collect();
            rows.assumed(&names, kept, alias)
        })
    }

    fn count(&self, needed: &[Assumption], kept: &str, alias: &str) {
        if needed.is_empty() {
            return;
        }
        // The counts are read when all threads have ended, so no ordering is needed.
        self.records.fetch_add(1, Ordering::Relaxed);
        let mut examples = self.examples.lock().unwrap_or_else(PoisonError::into_inner);
        for assumption in needed {
            if let Some(count) = self.each.get(assumption.nth()) {
                count.fetch_add(1, Ordering::Relaxed);
            }
            let Some(example) = examples.get_mut(assumption.nth()) else { continue };
            let shorter =
                |than: &Example| (alias.len(), alias, kept) < (than.length, than.alias.as_str(), than.kept.as_str());
            if example.as_ref().is_none_or(shorter) {
                let (alias, kept) = (alias.to_owned(), kept.to_owned());
                *example = Some(Example { length: alias.len(), alias, kept });
            }
        }
    }

    /// The lines that are equal only because of an assumption, if there are assumptions.
    pub(super) fn assumed<A>(&self, comparison: &Comparison<A>) -> Option<Assumed> {
        let assumptions = comparison.assumptions.as_ref()?;
        let examples = self.examples.lock().unwrap_or_else(PoisonError::into_inner);
        let each = assumptions.each().map(|assumption| {
            let nth = assumption.nth();
            Merges {
                name: assumptions.versioned(assumption).to_owned(),
                assumption,
                records: self.each.get(nth).map_or(0, |count| count.load(Ordering::Relaxed)),
                example: examples.get(nth).cloned().flatten(),
            }
        });
        Some(Assumed { records: self.records.load(Ordering::Relaxed), each: each.collect() })
    }
}
