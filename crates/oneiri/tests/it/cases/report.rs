//! The failures of a test, and the number of cases that it ran.

use std::fmt::Debug;

/// What a test found out.
pub(super) struct Report {
    name: &'static str,
    total: usize,
    ran: usize,
    left: usize,
    pub(super) current: String,
    failures: Vec<String>,
}

impl Report {
    /// A report on so many cases.
    pub(super) fn new(name: &'static str, total: usize) -> Self {
        let (current, failures) = (String::new(), Vec::new());
        Self { name, total, ran: 0, left: 0, current, failures }
    }

    /// The next case begins.
    pub(super) fn case(&mut self, id: &str, input: impl Debug) {
        self.ran += 1;
        self.current = format!("{id}: input {input:?}");
    }

    /// So many cases are for other tests to run.
    pub(super) fn leave(&mut self, count: usize) {
        self.left += count;
    }

    /// One of the checks of the case that runs.
    pub(super) fn check<T: PartialEq + Debug>(&mut self, what: &str, expected: T, got: T) {
        if expected != got {
            let current = &self.current;
            self.failures.push(format!("{current}: {what}: expected {expected:?}, got {got:?}"));
        }
    }

    /// A count over several cases.
    pub(super) fn tally<T: PartialEq + Debug>(&mut self, what: &str, expected: T, got: T) {
        self.current = String::from("all cases");
        self.check(what, expected, got);
    }

    /// Panics if a check failed, or if the cases are not as many as they should be.
    pub(super) fn finish(self) {
        let Self { name, total, ran, left, failures, .. } = self;
        println!("{name}: {ran} of {total} cases ran, {left} left to other tests");
        assert!(failures.is_empty(), "{name}: {}\n{}", failures.len(), failures.join("\n"));
        assert_eq!(ran + left, total, "{name}: cases were added or lost; mend the total");
    }
}
