//! How answers look.

use std::sync::Arc;

use crate::output::{options::OutputOptions, paint::Painter};

/// How answers look.
#[derive(Clone)]
pub(crate) struct Style {
    /// Whether standard output is a terminal.
    pub(crate) terminal: bool,
    pub(crate) json: bool,
    /// The colors of long refusals with excerpts, which are shown if standard error is a terminal.
    pub(crate) diagnoses: Option<Painter>,
    /// The colors of short ones, which `--color always` gives to a pipe, too.
    pub(crate) painter: Painter,
    pub(crate) options: Arc<OutputOptions>,
}
