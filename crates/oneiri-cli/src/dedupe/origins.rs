//! Which file a record comes from, by its number in the whole input.

/// The numbers of the first records of all files.
#[derive(Clone)]
pub(super) struct Origins {
    starts: Vec<u64>,
}

impl Origins {
    pub(super) fn new() -> Self {
        Self { starts: vec![0] }
    }

    /// Notes that the records from this number on belong to the file with this index.
    pub(super) fn start(&mut self, file: usize, number: u64) {
        self.starts.resize(file + 1, number);
    }

    /// The file of a record, and the ordinal of the record in it, from 0.
    pub(super) fn of(&self, number: u64) -> (usize, u64) {
        let file = self.starts.partition_point(|&start| start <= number).saturating_sub(1);
        (file, number - self.starts.get(file).copied().unwrap_or(0))
    }
}
