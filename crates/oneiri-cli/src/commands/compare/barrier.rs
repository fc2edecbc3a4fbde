//! The differences that no rung ignores, each with what would make the two equal.

use oneiri::compare::{Difference, ObservationKind, Observations};
use oneiri::{Alphabet, Component, HasScheme, Ladder, MaybeScheme, Ri, Verdict};
use serde::Serialize;

use crate::output::json;

/// The cure that is no option: observations of the resources.
pub(super) const EVIDENCE: &str = "evidence";

/// The option that resolves both, after which they may be equal.
pub(super) const BASE: &str = "--base";

/// A difference that no rung ignores, as far as the two components differ, and its form in JSON.
#[derive(Serialize)]
pub(super) struct Barrier {
    #[serde(flatten)]
    pub(super) difference: json::Difference,
    /// What would remove the difference: options, and [`EVIDENCE`].
    #[serde(rename = "removed_by")]
    pub(super) cures: Vec<&'static str>,
}

impl Barrier {
    pub(super) fn cures(&self) -> String {
        if self.cures.is_empty() { "nothing".to_owned() } else { self.cures.join(" or ") }
    }
}

/// The differences between two identifiers, from left to right. Empty if they are equal at some
/// rung.
pub(super) fn all<A: Alphabet>(
    ladder: Ladder<'_>,
    [a, b]: [Ri<&str, A, MaybeScheme>; 2],
    verdict: &Verdict<'_>,
) -> Vec<Barrier> {
    let walls = verdict.differences();
    if walls.is_empty() {
        return Vec::new();
    }
    // An option removes a difference if no wall is left in its component. What the options do is
    // tried, not guessed.
    let options = [
        ("--ignore-fragment", ladder.ignore_fragment(true)),
        ("--urn-names", ladder.urn_names(true)),
        ("--idna", ladder.idna(true)),
    ];
    let left = options.map(|(name, ladder)| {
        let walls = ladder.compare(&a, &b).differences();
        (name, walls.iter().map(|wall| wall.component).collect::<Vec<_>>())
    });
    // Observations hold whatever the fragments are, but the fragments have to be the same.
    let observed = can_be_observed(ladder, [a, b]);
    let named = a.scheme().is_some() && b.scheme().is_some();
    // A base gives a reference what it lacks: the scheme, the authority, or the beginning of the path.
    let complete =
        |it: Ri<&str, A, MaybeScheme>| (it.scheme().is_some(), it.host().is_some(), it.path().starts_with('/'));
    let relative = !named && (complete(a) != complete(b) || complete(a) == (false, false, false));
    let barrier = |wall: Difference| {
        let component = wall.component;
        let by_option = left.iter().filter(|(_, left)| !left.contains(&component));
        let mut cures: Vec<&str> = by_option.map(|(name, _)| *name).collect();
        if observed && component != Component::Fragment {
            cures.push(EVIDENCE);
        }
        if relative && !matches!(component, Component::Query | Component::Fragment) {
            cures.push(BASE);
        }
        let [ours, theirs] = verdict.extent(&wall);
        let mut difference = json::Difference { a: ours, b: theirs, ..json::Difference::of(&wall) };
        if let Some(question) = verdict.question(&wall) {
            difference.reason = question.name();
            difference.section = question.section();
            difference.description = question.describe();
        }
        Barrier { difference, cures }
    };
    walls.into_iter().map(barrier).collect()
}

/// Whether `--evidence` takes an observation about the two: both have a scheme that gives it a meaning.
fn can_be_observed<A: Alphabet>(ladder: Ladder<'_>, given: [Ri<&str, A, MaybeScheme>; 2]) -> bool {
    let resource = |it: Ri<&str, A, MaybeScheme>| {
        let text = it.as_str().split('#').next().unwrap_or_default();
        Ri::<String, A, HasScheme>::parse(text.to_owned()).ok()
    };
    let [Some(a), Some(b)] = given.map(resource) else { return false };
    Observations::new(ladder).observe(ObservationKind::Redirect, &a, &b, "").is_ok()
}
