//! Which list a record comes from, by its number in the whole input. Lists must be started in ascending order, as `run`
//! demands of its source. An empty list has the start of the next one, and of lists with one start the last has the
//! records.

use crate::Place;

/// The numbers of the first records of all lists.
#[derive(Clone, Debug)]
pub(crate) struct Origins {
    starts: Vec<u64>,
}

impl Origins {
    pub(crate) fn new() -> Self {
        Self { starts: vec![0] }
    }

    /// Notes that the records from this number on belong to the list with this index.
    pub(crate) fn start(&mut self, list: usize, number: u64) {
        self.starts.resize(list + 1, number);
    }

    pub(crate) fn of(&self, number: u64) -> Place {
        let list = self.starts.partition_point(|&start| start <= number).saturating_sub(1);
        Place { list, nth: number - self.starts.get(list).copied().unwrap_or(0) }
    }
}
