//! Passes the results to the sink in the order of the input. Results that have to wait for records in the spill file,
//! or for the end of the input, wait in the spill file themselves. Whatever waits is written with its number, by which
//! runs are merged in the end. `tests/model.rs` (records) and `tests/notes.rs` (notes) compare the order at several
//! amounts of memory. A record that waited loses its terminator, as `Record::terminator` says.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use crate::batch::{Batch, Fate};
use crate::budget::Budget;
use crate::origins::Origins;
use crate::round::Engine;
use crate::runs::{self, Merged, Reading, RunWriter};
use crate::settle::{Partitions, Piece, Settler};
use crate::shard::Shard;
use crate::spill::Spill;
use crate::wish::Wish;
use crate::{Class, Error, Options, Place, Record, Records, Sink, Totals};

pub(crate) struct Output<'s, S> {
    sink: &'s mut S,
    options: &'s Options,
    wish: &'static Wish,
    budget: Budget,
    totals: Totals,
    list: usize,
    origins: Origins,
    waiting: Option<Waiting>,
    /// Whether a record was spilled. Later notes then wait for the note about that record.
    has_spilled: bool,
}

/// The results that wait.
struct Waiting {
    spill: Arc<Spill>,
    partitions: Partitions,
    run: RunWriter,
    /// The records without a key, if they wait as well.
    refused: RunWriter,
    /// The notes that wait, each with the number of its record.
    notes: RunWriter,
}

impl<'s, S> Output<'s, S> {
    pub(crate) fn new(sink: &'s mut S, options: &'s Options, budget: Budget) -> Self {
        let (totals, origins) = (Totals::default(), Origins::new());
        let wish = options.wanted.wish();
        let (list, waiting, has_spilled) = (0, None, false);
        Self { sink, options, wish, budget, totals, list, origins, waiting, has_spilled }
    }

    /// Passes on the results of each round and returns its batches to the source.
    pub(crate) fn rounds<C: AsRef<[u8]>>(
        &mut self,
        answered: &Receiver<Vec<Batch<C>>>,
        free: &Sender<Batch<C>>,
    ) -> Result<(), S::Error>
    where
        S: Sink<C>,
    {
        while let Ok(batches) = answered.recv() {
            for mut batch in batches {
                self.batch(&mut batch)?;
                // This fails if the source has ended, and then nobody needs the batch.
                let _ = free.send(batch);
            }
            self.sink.flush()?;
        }
        Ok(())
    }

    fn batch<C: AsRef<[u8]>>(&mut self, batch: &mut Batch<C>) -> Result<(), S::Error>
    where
        S: Sink<C>,
    {
        if batch.list != self.list {
            self.list = batch.list;
            self.origins.start(batch.list, batch.first);
        }
        let place = self.origins.of(batch.first);
        self.sink.begin(&mut batch.chunk)?;
        let notes = batch.take_notes();
        let (batch, chunk) = (&*batch, batch.chunk.as_ref());
        if !notes.is_empty() {
            self.notes(batch, &notes)?;
        }
        let (takes_all, lists_all) = (self.wish.takes_all, self.wish.lists_all);
        for (nth, entry, fate) in batch.decided() {
            if fate == Fate::Again && !takes_all {
                continue;
            }
            let number = batch.first + u64::from(entry.nth);
            let (bytes, terminator) = (entry.record(chunk), entry.terminator(chunk));
            let place = Place { nth: place.nth + u64::from(entry.nth), ..place };
            self.totals.classes += u64::from(fate == Fate::First && !self.waits());
            match fate {
                Fate::Spilled => {
                    self.has_spilled = true;
                    let (hash, key) = (entry.hash, batch.key(chunk, entry));
                    self.wait(|waiting| waiting.partitions.push(hash, number, bytes, key))?;
                }
                Fate::Refused if lists_all && self.waits() => {
                    let other = Some(terminator);
                    let record = runs::Waiting { number, bytes, other, tally: None };
                    self.wait(|waiting| waiting.refused.push(&record))?;
                }
                Fate::Refused => {
                    let record = Record { place, bytes, terminator, key: None };
                    self.totals.refused += 1;
                    self.sink.refuse(&record)?;
                }
                Fate::First | Fate::Again => {
                    let key = lists_all.then(|| batch.key(chunk, entry));
                    let tally = batch.mark_of(nth);
                    if self.waits() {
                        let other = key.filter(|key| *key != bytes);
                        let record = runs::Waiting { number, bytes, other, tally };
                        self.wait(|waiting| waiting.run.push(&record))?;
                    } else {
                        let class = (self.wish.class)(tally.unwrap_or_default(), &self.origins);
                        self.sink.put(&Record { place, bytes, terminator, key }, class)?;
                    }
                }
            }
        }
        self.totals.records += u64::from(batch.records);
        Ok(())
    }

    /// Passes on the notes of a batch, or lets those wait that follow the first record in the spill file.
    fn notes<C: AsRef<[u8]>>(&mut self, batch: &Batch<C>, notes: &[(u32, Vec<u8>)]) -> Result<(), S::Error>
    where
        S: Sink<C>,
    {
        let spilled = batch.decided().find(|(.., fate)| *fate == Fate::Spilled);
        let spilled = spilled.map_or(batch.entries.len(), |(nth, ..)| nth);
        for (index, note) in notes {
            let index = *index as usize;
            let waits = self.has_spilled || index > spilled;
            let number = batch.entries.get(index).map(|entry| batch.first + u64::from(entry.nth));
            match number.filter(|_| waits && !self.options.any_order) {
                Some(number) => {
                    let note = runs::Waiting { number, bytes: note, other: None, tally: None };
                    self.wait(|waiting| waiting.notes.push(&note))?;
                }
                None => self.sink.note(note)?,
            }
        }
        Ok(())
    }

    /// Whether a result has to wait: for its tally, or for earlier records.
    fn waits(&self) -> bool {
        self.wish.at_the_end || self.waiting.is_some() && !self.options.any_order
    }

    fn wait(&mut self, store: impl FnOnce(&mut Waiting) -> io::Result<()>) -> Result<(), Error> {
        let options = self.options;
        let stored = match &mut self.waiting {
            Some(waiting) => store(waiting),
            none => Waiting::new(options, self.budget).and_then(|waiting| store(none.insert(waiting))),
        };
        stored.map_err(|error| failed(options, error))
    }

    /// Passes on all that waits, and returns the totals. The shards are freed before the partitions
    /// need the memory.
    pub(crate) fn finish<R: Records>(mut self, engine: &Engine<R>, mut shards: Vec<Shard>) -> Result<Totals, S::Error>
    where
        S: Sink<R::Chunk>,
    {
        let waiting = self.waiting.take();
        self.sink.all_read(waiting.is_some())?;
        if let Some(Waiting { spill, partitions, run, refused, notes }) = waiting {
            let (options, wish) = (self.options, self.wish);
            let failed = |error: io::Error| failed(options, error);
            let rank = |record: &[u8], number| engine.records.rank(record, number);
            let reading = Reading { rank: &rank, spill: &spill, capacity: self.budget.stretch };
            let run = (wish.finish)(run, &mut shards, reading).map_err(failed)?;
            let own = [run, refused.finish_refused().map_err(failed)?];
            let own_notes = notes.finish().map_err(failed)?;
            drop(shards);
            let partitions = partitions.finish().map_err(failed)?;
            let (pieces, received) = mpsc::sync_channel(16);
            let settler = Settler {
                engine,
                spill: Arc::clone(&spill),
                budget: self.budget,
                any_order: options.any_order,
                origins: self.origins.clone(),
                pieces,
            };
            let settled = thread::scope(|scope| {
                let settled = scope.spawn(move || settler.settle(partitions));
                // If the sink fails, the receiver is dropped. The senders then get errors, and the
                // other threads end.
                let passed = self.pieces(received);
                let settled = settled.join().map_err(|panic| Error::panicked(&*panic));
                passed.and(settled.and_then(|settled| settled.map_err(failed)).map_err(Into::into))
            })?;
            let notes = settled.notes.into_iter().chain([own_notes]).collect();
            let mut notes = Merged::new(&spill, notes, self.budget).map_err(failed)?;
            while let Some((note, _)) = notes.next().map_err(failed)? {
                self.sink.note(&note.bytes)?;
            }
            drop(notes);
            let runs = settled.runs.into_iter().chain(own).collect();
            let mut merged = Merged::new(&spill, runs, self.budget).map_err(failed)?;
            while let Some((record, tally)) = merged.next().map_err(failed)? {
                self.put(record, tally)?;
            }
        }
        self.sink.flush()?;
        Ok(self.totals)
    }

    fn pieces<C>(&mut self, received: Receiver<Piece>) -> Result<(), S::Error>
    where
        S: Sink<C>,
    {
        for piece in received {
            match piece {
                Piece::Firsts(firsts) => {
                    for (number, bytes) in firsts {
                        self.totals.classes += 1;
                        let place = self.origins.of(number);
                        let record = Record { place, bytes: &bytes, terminator: b"\n", key: None };
                        self.sink.put(&record, Class::New)?;
                    }
                }
                Piece::Note(note) => self.sink.note(&note)?,
            }
        }
        Ok(())
    }

    /// Passes on a record that waited. It has a tally, unless it has no key.
    fn put<C>(&mut self, record: &crate::spill::Record, tally: Option<u64>) -> Result<(), S::Error>
    where
        S: Sink<C>,
    {
        let (place, bytes) = (self.origins.of(record.number), record.bytes.as_slice());
        let mut result = Record { place, bytes, terminator: b"\n", key: None };
        let Some(tally) = tally else {
            result.terminator = record.other_key().unwrap_or_default();
            self.totals.refused += 1;
            return self.sink.refuse(&result);
        };
        result.key = self.wish.lists_all.then(|| record.key());
        let class = (self.wish.class)(tally, &self.origins);
        self.totals.classes += u64::from(!matches!(class, Class::First(first) if first != place));
        self.sink.put(&result, class)
    }
}

impl Waiting {
    fn new(options: &Options, budget: Budget) -> io::Result<Self> {
        let spill = Spill::create(&options.temp_dir, budget.stretch)?;
        let partitions = Partitions::new(&spill, 0);
        let [run, refused, notes] = std::array::from_fn(|_| RunWriter::new(&spill));
        Ok(Self { spill, partitions, run, refused, notes })
    }
}

fn failed(options: &Options, error: io::Error) -> Error {
    Error::TemporaryFiles { folder: options.temp_dir.clone(), error }
}
