//! How answers look, and where messages stand among them.

use std::sync::Arc;

use crate::output::options::OutputOptions;
use crate::output::paint::Painter;

/// How answers look.
#[derive(Clone)]
pub(crate) struct Style {
    /// Whether standard output is a terminal.
    pub(crate) terminal: bool,
    pub(crate) json: bool,
    /// The colours of long refusals with excerpts, which are shown if standard error is a terminal.
    pub(crate) diagnoses: Option<Painter>,
    /// The colours of short ones, which `--color always` gives to a pipe, too.
    pub(crate) painter: Painter,
    pub(crate) options: Arc<OutputOptions>,
}

/// A message in [`Answers::notes`].
pub(crate) struct Mark {
    /// The length that the output had before the message.
    pub(crate) at: usize,
    /// Where the message begins and ends.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether the message is the refusal of an input.
    pub(crate) is_refusal: bool,
}
