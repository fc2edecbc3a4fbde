//! What a run counts, on which its summary and its exit code depend.

/// What the answers to some inputs count.
#[derive(Default)]
pub(crate) struct Tally {
    /// How many inputs were answered, including refused ones.
    pub(crate) read: u64,
    pub(crate) refused: u64,
    /// How many valid inputs have no scheme, if the command counts them.
    pub(crate) without_scheme: u64,
    /// How many tables of folders are not read.
    pub(crate) tables: u64,
    /// Whether `compare` or `parsers` found a difference, or `lint` something that is denied. The exit code is then at
    /// least 1.
    pub(crate) different: bool,
    /// Whether `compare` has no answer, because one of the two is invalid. The exit code is then 2.
    pub(crate) incomparable: bool,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.refused += other.refused;
        self.without_scheme += other.without_scheme;
        self.tables += other.tables;
        self.different |= other.different;
        self.incomparable |= other.incomparable;
    }

    /// The tables that are not read, for a summary.
    pub(crate) fn left_out(&self) -> String {
        if self.tables == 0 { String::new() } else { format!(", {} not read", counted(self.tables, "table")) }
    }

    /// Counts a refused input.
    pub(crate) fn refuse(&mut self) {
        self.read += 1;
        self.refused += 1;
    }
}

/// A number of things.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
