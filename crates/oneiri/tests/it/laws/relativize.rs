//! Relativization is resolution backwards: what it gives resolves to the target, and nothing shorter does.

use super::generate::valid;
use super::run::{Outcome, SIX, for_all, for_every_pair, strings};
use crate::oracle::alphabet::Alphabet;
use crate::oracle::resolve::{guarded, resolve as oracle};
use crate::oracle::split::{five, recompose};
use oneiri::{Iri, IriRef, Uri};
use proptest::prelude::*;
use proptest::{prop_assert, prop_assert_eq};
use std::collections::HashMap;

fn leads(base: &str, reference: &str, target: &str) -> bool {
    oracle(base, reference, true, guarded) == target
}

/// Whether any reference leads from the base to the target.
///
/// What a reference with a path, an authority or a scheme leads to has no dot segment left to remove, so that it
/// leads to itself as well. Any other reference has at most a query and a fragment, which are the target's.
fn something_leads(base: &str, target: &str) -> bool {
    let tail = five(target);
    leads(base, target, target)
        || [None, tail.query].into_iter().any(|query| {
            [None, tail.fragment]
                .into_iter()
                .any(|fragment| leads(base, &recompose(None, None, "", query, fragment), target))
        })
}

/// What can be said of one pair without a look at all references.
pub(super) fn leads_back(base: Iri<'_>, target: Iri<'_>) -> Outcome {
    let reference = base.relativize(&target);
    let (from, by, to) = (base.as_str(), reference.as_str(), target.as_str());
    let reparsed = IriRef::parse(by);
    prop_assert!(reparsed.is_ok(), "{from} to {to}: {by}");
    prop_assert_eq!(reference.parts(), reparsed.unwrap().parts(), "{} to {}", from, to);
    prop_assert!(by.len() <= to.len(), "{from} to {to}: {by} is longer than the target");

    let possible = something_leads(from, to);
    if possible {
        prop_assert!(leads(from, by, to), "{from} to {to}: {by} leads elsewhere");
        prop_assert_eq!(base.resolve(&reference), to);
    } else {
        prop_assert_eq!(by, to, "nothing leads there from {}", from);
    }
    Ok(possible && by.len() < to.len())
}

/// Targets near the base: its own text with another tail, or resolved from it.
fn pairs() -> impl Strategy<Value = (String, String)> {
    let near = (valid(Alphabet::Iri, true), valid(Alphabet::Iri, false))
        .prop_map(|(base, reference)| (oracle(&base, &reference, true, guarded), base))
        .prop_map(|(target, base)| (base, target));
    let far = (valid(Alphabet::Iri, true), valid(Alphabet::Iri, true));
    let same_head = (valid(Alphabet::Iri, true), any::<prop::sample::Index>(), valid(Alphabet::Iri, false)).prop_map(
        |(base, cut, tail)| {
            let ends: Vec<usize> = (0..=base.len()).filter(|&at| base.is_char_boundary(at)).collect();
            let target = format!("{}{tail}", &base[..ends[cut.index(ends.len())]]);
            (base, target)
        },
    );
    prop_oneof![4 => near, 1 => far, 4 => same_head]
}

#[test]
fn relativize_leads_back_on_generated_pairs() {
    for_all("relativize", pairs(), |(base, target)| {
        let (Ok(base), Ok(target)) = (Iri::parse(base), Iri::parse(target)) else {
            return Ok(false);
        };
        leads_back(base, target)
    });
}

#[test]
fn uris_relativize_as_iris_do() {
    for_all("relativize URIs", pairs(), |(base, target)| {
        let (Ok(base), Ok(target)) = (Uri::parse(base), Uri::parse(target)) else {
            return Ok(false);
        };
        let (ours, theirs) = (base.relativize(&target), Iri::from(base).relativize(&Iri::from(target)));
        prop_assert_eq!(ours.as_str(), theirs.as_str());
        Ok(true)
    });
}

fn identifiers(heads: &[&str], symbols: &[&str], most: usize) -> Vec<String> {
    heads.iter().flat_map(|head| strings(head, symbols, most, |text| Iri::parse(text).is_ok())).collect()
}

#[test]
fn relativize_leads_back_on_all_short_pairs() {
    let all = identifiers(&["s:", "s://h"], &SIX, 3);
    for_every_pair("relativize", &all, &all, |base, target| {
        leads_back(Iri::parse(base).unwrap(), Iri::parse(target).unwrap())
    });
}

/// Every reference of up to five symbols is resolved; the shortest that leads to a target is no shorter than ours.
#[test]
fn nothing_shorter_leads_to_the_target() {
    let references = strings("", &["a", "b", ":", "/", ".", "?"], 5, |text| IriRef::parse(text).is_ok());
    let longest = references.last().map_or(0, String::len);
    let bases = identifiers(&["a:", "a://b"], &["a", "/", ".", "?"], 3);
    let (mut counted, mut buffer) = (0, String::new());
    for base in bases.iter().filter(|base| base.len() < 8) {
        let base = Iri::parse(base).unwrap();
        // The references are in the order of their lengths: the first that leads somewhere is the shortest.
        let mut shortest: HashMap<String, &str> = HashMap::new();
        for reference in &references {
            let resolved = base.resolve_into(&IriRef::parse(reference).unwrap(), &mut buffer);
            if !shortest.contains_key(resolved.as_str()) {
                shortest.insert(resolved.as_str().to_string(), reference);
            }
        }
        for (target, shortest) in &shortest {
            let ours = base.relativize(&Iri::parse(target).unwrap());
            let (ours, best) = (ours.as_str().len(), shortest.len());
            assert!(ours == best, "{base} to {target}: {shortest} leads there, but relativize needs {ours}");
            counted += 1;
        }
    }
    println!("shortest references: {counted} targets, each by all {} references", references.len());
    assert!(counted > 50_000 && longest == 5);
}
