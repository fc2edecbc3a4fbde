//! What a command does when its options have been checked.

use crate::output::{Flow, Session};

/// What is left to do when the options have been checked.
pub(crate) struct Job(Box<dyn FnOnce(&mut Session) -> Flow>);

impl Job {
    pub(crate) fn new(run: impl FnOnce(&mut Session) -> Flow + 'static) -> Self {
        Self(Box::new(run))
    }

    pub(crate) fn run(self, session: &mut Session) -> Flow {
        (self.0)(session)
    }
}
