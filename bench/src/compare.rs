//! Whether two contenders mean the same: said, not assumed.

use crate::corpus::Lines;
use crate::tasks::{Compares, Task};

/// How the outcomes of a contender stand beside those of oneiri: the identifiers, by their number,
#[derive(Default)]
pub struct Comparison {
    /// that it alone accepts,
    pub more: Vec<usize>,
    /// that oneiri alone accepts,
    pub less: Vec<usize>,
    /// and that both accept, and make different things of.
    pub different: Vec<usize>,
}

impl Comparison {
    pub fn is_same(&self) -> bool {
        self.more.is_empty() && self.less.is_empty() && self.different.is_empty()
    }

    /// In words.
    pub fn words(&self) -> String {
        if self.is_same() {
            return "same".to_owned();
        }
        let of = |numbers: &[usize], sign| match numbers.len() {
            0 => None,
            count => Some(format!("{sign}{count}")),
        };
        let all = [of(&self.more, "+"), of(&self.less, "-"), of(&self.different, "!")];
        all.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

type Outcomes = [Option<String>];

/// Sets the outcomes of a contender beside those of oneiri.
pub fn compare(task: &Task, ours: &Outcomes, theirs: &Outcomes) -> Comparison {
    let mut comparison = Comparison::default();
    for (index, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        match (ours, theirs) {
            (None, None) => {}
            (None, Some(_)) => comparison.more.push(index),
            (Some(_), None) => comparison.less.push(index),
            (Some(ours), Some(theirs)) => {
                if matches!(task.compares, Compares::Results) && !is_among(theirs, ours) {
                    comparison.different.push(index);
                }
            }
        }
    }
    comparison
}

/// Whether every part of one result is a part of the other, which may have more.
fn is_among(theirs: &str, ours: &str) -> bool {
    theirs == ours || theirs.split('\n').all(|part| ours.split('\n').any(|other| other == part))
}

/// The accepted identifiers whose results are not as the law of the task has it.
pub fn lawless(task: &Task, input: &Lines, outcomes: &Outcomes) -> Vec<usize> {
    let Compares::Law(_, law) = task.compares else { return Vec::new() };
    let breaks = |(line, outcome): (&str, &Option<String>)| outcome.as_ref().is_some_and(|result| !law(line, result));
    let numbered = input.iter().zip(outcomes).enumerate();
    numbered.filter(|(_, both)| breaks(*both)).map(|(number, _)| number).collect()
}
