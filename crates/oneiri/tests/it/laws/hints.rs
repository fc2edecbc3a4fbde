//! What the parser saw on its way only saves work: a value that was put together, of which nobody saw anything,
//! does the same. At every length, since it is block by block that the parser sees.

use super::generate::any_valid;
use super::run::{Outcome, for_all};
use crate::oracle::split::seven;
use oneiri::{Alphabet, HasScheme, Iri, IriRef, MaybeScheme, Normalization, Ri, Rung, SchemePresence, Unicode, UriRef};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// The text, made longer within its host or its path.
fn stretched(text: &str, by: usize) -> String {
    let mut it = seven(text);
    let more = "p".repeat(by);
    match &mut it.host {
        Some(host) if by % 2 == 1 && !host.starts_with('[') => host.push_str(&more),
        Some(_) => it.path = format!("/{more}{}", it.path),
        None if it.path.starts_with('/') => it.path = format!("/{more}{}", it.path),
        None => it.path.push_str(&more),
    }
    it.recompose()
}

/// The same value, of which nothing was seen.
fn unseen<A: Alphabet, F: SchemePresence>(text: &str) -> Result<Ri<String, A, F>, TestCaseError> {
    let parsed = Ri::<&str, A, F>::parse(text);
    let parsed = parsed.map_err(|error| TestCaseError::fail(format!("{text:?}: {error}")))?;
    let built = Ri::<String, A, F>::build(&parsed.parts()).unwrap();
    prop_assert_eq!(built.as_str(), text);
    Ok(built)
}

/// The value does what one does of which nothing was seen.
fn is_as_unseen<T: AsRef<str>, A: Alphabet, F: SchemePresence>(seen: &Ri<T, A, F>) -> Outcome {
    let (seen, unseen) = (seen.as_borrowed(), unseen::<A, F>(seen.as_ref())?);
    for rung in Rung::ALL {
        let (ours, theirs) = (seen.normalize_at(rung), unseen.normalize_at(rung));
        prop_assert_eq!(ours.as_str(), theirs.as_str(), "{} of {:?}", rung, seen.as_str());
        prop_assert!(seen.equivalent_at(&theirs, rung) && theirs.equivalent_at(&seen, rung));
        prop_assert_eq!(seen.normal_at(rung).cmp(&unseen.normal_at(rung)), core::cmp::Ordering::Equal);
    }
    Ok(true)
}

fn converted(iri: &IriRef<'_>) -> Outcome {
    for uri in
        [iri.to_uri(), iri.normalize_at(Rung::Path).to_uri(), iri.normalize_steps(Normalization::ESCAPE).to_uri()]
    {
        prop_assert!(uri.as_str().is_ascii(), "{:?}", iri);
        is_as_unseen(&uri)?;
        is_as_unseen(&uri.to_iri())?;
    }
    let unseen = unseen::<Unicode, MaybeScheme>(iri.as_str())?;
    prop_assert_eq!(iri.to_uri(), unseen.to_uri());
    Ok(true)
}

#[test]
fn what_was_seen_changes_nothing() {
    for_all("hints", (any_valid(), 0..140_usize), |(text, by)| {
        let text = stretched(text, *by);
        let Ok(iri) = IriRef::parse(&text) else { return Ok(false) };
        is_as_unseen(&iri)?;
        if let Ok(uri) = UriRef::parse(&text) {
            is_as_unseen(&uri)?;
        }
        converted(&iri)
    });
}

#[test]
fn what_was_seen_of_two_is_seen_of_what_they_resolve_to() {
    let values = (any_valid(), 0..140_usize, any_valid(), 0..140_usize);
    for_all("hints of two", values, |(base, by, reference, more)| {
        let (base, reference) = (stretched(base, *by), stretched(reference, *more));
        let Ok(base) = Iri::parse(&base) else { return Ok(false) };
        let Ok(reference) = IriRef::parse(&reference) else { return Ok(false) };
        let resolved = base.resolve(&reference);
        let unseen_base = unseen::<Unicode, HasScheme>(base.as_str())?;
        let unseen_reference = unseen::<Unicode, MaybeScheme>(reference.as_str())?;
        let again = unseen_base.resolve(&unseen_reference);
        prop_assert_eq!(resolved.as_str(), again.as_str(), "{} + {}", base, reference);
        is_as_unseen(&resolved)?;
        is_as_unseen(&base.relativize(&resolved))?;
        converted(&resolved.as_borrowed().into())
    });
}
