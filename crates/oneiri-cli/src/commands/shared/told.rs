//! The options that say what is told of refused identifiers.

use crate::output::reasons::Reasons;
use crate::output::session::Session;
use crate::output::shape::Shape;

#[derive(clap::Args)]
pub(crate) struct Told {
    /// Report nothing about identifiers on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Report at most N refusals, and only count the others
    #[arg(long, value_name = "N")]
    max_errors: Option<u64>,

    /// Show at the end how many were refused for which reason
    #[arg(long, conflicts_with = "quiet")]
    summary: bool,
}

impl Told {
    pub(crate) fn reasons(&self) -> Reasons {
        Reasons::new(self.quiet, self.max_errors, self.summary)
    }

    /// Chooses this for a command that writes its output itself.
    pub(crate) fn choose(&self, session: &mut Session) {
        let reasons = self.reasons();
        let shape = Shape { reasons: reasons.counts(), ..Shape::default() };
        session.choose(shape, reasons);
    }
}
