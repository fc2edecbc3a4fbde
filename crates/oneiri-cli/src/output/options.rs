//! What the output consists of: the choices of the options that all commands share.

/// What the output consists of.
#[derive(Clone)]
pub(crate) struct OutputOptions {
    /// The byte that ends a line.
    pub(crate) end: u8,
    /// Whether records are written. Otherwise the output has only what commands write themselves.
    pub(crate) records: bool,
    /// The name of the field that answers are written to. It is added to each record, or stands
    /// after each line; without it, an answer replaces the identifier.
    pub(crate) into: Option<String>,
    /// What is written for a refused identifier.
    pub(crate) refused: Refused,
    /// Whether refused lines and records go to a file, instead of being reported.
    pub(crate) rejects: bool,
    /// Whether refused inputs leave the exit code as it is, because the options say what becomes of them.
    pub(crate) forgives: bool,
    /// Whether refusals are what the command prints, and so go to standard output.
    pub(crate) prints_refusals: bool,
    /// Whether refused identifiers are counted by their reasons.
    pub(crate) reasons: bool,
}

/// What is written for a refused identifier, unless a file takes it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Nothing.
    Nothing,
    /// An empty answer.
    Empty,
    /// Its line or its record, unchanged.
    Unchanged,
    /// The reason, in the field of answers.
    Reason,
}

impl Default for OutputOptions {
    fn default() -> Self {
        let (records, into, refused) = (false, None, Refused::Nothing);
        let (rejects, forgives, prints_refusals) = (false, false, false);
        let end = b'\n';
        Self { end, records, into, refused, rejects, forgives, prints_refusals, reasons: false }
    }
}
