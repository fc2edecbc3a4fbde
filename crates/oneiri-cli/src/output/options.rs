//! What the output consists of: the choices of the options that all commands share.

/// What the output consists of.
pub(crate) struct OutputOptions {
    /// The byte that ends a line.
    pub(crate) end: u8,
    /// Whether records are written. Otherwise the output has only what commands write themselves.
    pub(crate) records: bool,
    /// The name of the field that answers are written to. It is added to each record, or stands
    /// behind each line; without it, an answer replaces the identifier.
    pub(crate) into: Option<String>,
    /// What is written for a refused identifier.
    pub(crate) refused: Refused,
    /// Whether refused lines and records go to a file, instead of being reported.
    pub(crate) rejects: bool,
    /// Whether refused identifiers are counted by their reasons.
    pub(crate) reasons: bool,
}

/// What is written for a refused identifier, unless a file takes it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Nothing.
    Nothing,
    /// Its line or its record, unchanged.
    Unchanged,
    /// The reason, in the field of answers.
    Reason,
}

impl Default for OutputOptions {
    fn default() -> Self {
        let (records, into, refused) = (false, None, Refused::Nothing);
        Self { end: b'\n', records, into, refused, rejects: false, reasons: false }
    }
}
