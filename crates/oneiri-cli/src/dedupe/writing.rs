//! Writes the results: first spellings to the output, refused records to the rejects, and records
//! that found no room to the spill file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::{io, thread};

use oneiri::Alphabet;
use oneiri_documents::split_terminator;

use super::block::{Block, FIRST, REFUSED, SPILLED};
use super::budget::{Budget, SHARDS, shard_of};
use super::files::Files;
use super::origins::Origins;
use super::reading::Reading;
use super::runs::{Merged, Run};
use super::settle::{Partitions, Piece, Settler};
use super::shard::Shard;
use super::show::Show;
use super::spill::{Spill, Writer};
use crate::input::format::Format;
use crate::output::escape;
use crate::output::item::Item;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

pub(super) struct Writing<'a> {
    session: &'a mut Session,
    files: &'a mut Files,
    names: &'a [String],
    format: &'a Format,
    options: Options,
    /// The number of classes.
    pub(super) classes: u64,
    /// If classes are tallied, how many have each place; see [`Show::place`].
    pub(super) places: [u64; 3],
    /// The number of records so far, and the index and the line number in the current file.
    records: u64,
    file: usize,
    line: u64,
    /// Output that has not been passed to the session yet; whole lines only.
    out: Vec<u8>,
    /// The header of a table, until the first class is printed.
    header: Option<Vec<u8>>,
    origins: Origins,
    spilled: Option<Spilled>,
}

pub(super) struct Options {
    pub(super) any_order: bool,
    pub(super) temp_dir: PathBuf,
    pub(super) budget: Budget,
    /// Whether no class is printed.
    pub(super) dry_run: bool,
    /// How classes are printed that wait for their tallies. If there is none, each is printed as it
    /// is found.
    pub(super) show: Option<Show>,
}

/// The state after the first record that found no room. From then on the output has to wait, because
/// an earlier line may lie in a partition. First spellings that the same round still found form a run
/// of their own, which is merged with the runs of the partitions.
///
/// If classes wait for their tallies, this is the state from the first class on. There is a run for
/// each shard then, because a shard gives its tallies in the order of its first spellings.
struct Spilled {
    spill: Arc<Spill>,
    partitions: Partitions,
    runs: Vec<Writer>,
}

impl<'a> Writing<'a> {
    pub(super) fn new(
        session: &'a mut Session,
        files: &'a mut Files,
        names: &'a [String],
        format: &'a Format,
        options: Options,
    ) -> Self {
        Self {
            session,
            files,
            names,
            format,
            options,
            classes: 0,
            places: [0; 3],
            records: 0,
            file: 0,
            line: 0,
            out: Vec::new(),
            header: None,
            origins: Origins::new(),
            spilled: None,
        }
    }

    /// Writes the results of each round and returns its blocks to the reader.
    pub(super) fn rounds(&mut self, answered: &Receiver<Vec<Block>>, free: &Sender<Block>) -> Flow {
        while let Ok(blocks) = answered.recv() {
            for mut block in blocks {
                self.block(&mut block)?;
                // This fails if the reader has ended, and then nobody needs the block.
                let _ = free.send(block);
            }
            self.print()?;
            self.session.flush()?;
            if let Some(progress) = self.session.progress() {
                progress.update();
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &mut Block) -> Flow {
        if block.file != self.file {
            (self.file, self.line) = (block.file, 0);
            self.origins.start(block.file, self.records);
        }
        let name = self.names.get(block.file).map_or("", String::as_str);
        if let Some(error) = &block.failed {
            self.session.fail(&format!("{name}: {error}"));
        }
        if let Some(header) = block.header.take() {
            if self.options.show.is_some() {
                self.header = Some(split_terminator(&header).0.to_owned());
            } else {
                self.out.extend_from_slice(split_terminator(&header).0);
                self.out.push(b'\n');
                // Before any message about a record, however the records come in.
                self.print()?;
                self.session.flush()?;
            }
            if let Some(rejects) = &mut self.files.rejects {
                rejects.keep(split_terminator(&header).0, b"\n")?;
            }
        }
        self.line += u64::from(block.skipped);
        if let Some(map) = &mut self.files.map {
            for (_, row) in block.take_rows() {
                map.rows(&row)?;
            }
        }
        let block = &*block;
        let mut faults = block.faults.iter();
        for (entry, fate) in block.decided() {
            let number = self.records + u64::from(entry.nth);
            let record = block.record(entry);
            match fate {
                FIRST if self.waits() => {
                    self.set_aside(entry.hash, number, record)
                        .map_err(|error| self.options.spill_failed(&error))?;
                }
                FIRST => self.keep(record),
                SPILLED => {
                    self.spill(entry.hash, number, record, block.form(entry))
                        .map_err(|error| self.options.spill_failed(&error))?;
                }
                REFUSED => {
                    let Some(fault) = faults.next() else { continue };
                    match &mut self.files.rejects {
                        Some(rejects) => {
                            self.session.count_refused();
                            rejects.keep(record, block.terminator(entry))?;
                        }
                        None => {
                            let number = self.line + u64::from(entry.nth) + 1;
                            let terminator = block.terminator(entry);
                            // Positions in a refusal count from the beginning of the field, if the
                            // record has fields.
                            let field = self.format.field(record);
                            let bytes = field.as_ref().map_or(record, |field| field.as_bytes());
                            let place = (name, self.file, self.names.len() > 1);
                            let line = Item::line(place, number, bytes, terminator);
                            let mut answers = self.session.answers();
                            answers.refuse(&line, fault);
                            self.session.give(&mut answers)?;
                        }
                    }
                }
                _ => {}
            }
        }
        self.records += u64::from(block.records);
        self.line += u64::from(block.records);
        Ok(())
    }

    /// Writes the output that is ready.
    fn print(&mut self) -> Flow {
        if !self.options.dry_run {
            self.session.lines(&self.out)?;
        }
        self.out.clear();
        Ok(())
    }

    fn keep(&mut self, record: &[u8]) {
        self.classes += 1;
        self.out.extend_from_slice(record);
        self.out.push(b'\n');
    }

    /// Whether a first spelling has to wait: for its tally, or for earlier lines.
    fn waits(&self) -> bool {
        let Options { show, any_order, .. } = &self.options;
        show.is_some() || self.spilled.is_some() && !any_order
    }

    fn set_aside(&mut self, hash: u64, number: u64, record: &[u8]) -> io::Result<()> {
        let runs = &mut self.spilled()?.runs;
        let nth = if runs.len() > 1 { shard_of(hash) } else { 0 };
        runs.get_mut(nth).map_or(Ok(()), |run| run.push(number, record, None))
    }

    fn spill(&mut self, hash: u64, number: u64, record: &[u8], form: &[u8]) -> io::Result<()> {
        self.spilled()?.partitions.push(hash, number, record, form)
    }

    fn spilled(&mut self) -> io::Result<&mut Spilled> {
        let options = &self.options;
        Ok(match &mut self.spilled {
            Some(spilled) => spilled,
            none => {
                let spill = Spill::create(&options.temp_dir, options.budget.stretch)?;
                let partitions = Partitions::new(&spill, 0);
                let runs = if options.show.is_some() { SHARDS } else { 1 };
                let runs = (0..runs).map(|_| spill.writer()).collect();
                none.insert(Spilled { spill, partitions, runs })
            }
        })
    }

    /// Processes the spill file, if there is one, and writes the rest of the output. Returns the
    /// number of records. The shards are freed before the partitions need the memory.
    pub(super) fn finish<A: Alphabet + Send + Sync>(
        &mut self,
        reading: &Reading<A>,
        shards: Vec<Shard>,
    ) -> Result<u64, Stop> {
        if self.options.show.is_some() && self.session.failed() {
            let message = "nothing was counted, because not all files could be read";
            return Err(Stop::Failed(message.to_owned()));
        }
        if let (Some(header), Some(show)) = (self.header.take(), &self.options.show) {
            show.header(&header, &mut self.out);
        }
        if let Some(Spilled { spill, partitions, runs }) = self.spilled.take() {
            if let Some(progress) = self.session.progress() {
                progress.say("settling what did not fit in memory");
            }
            let folder = self.options.temp_dir.clone();
            let failed = |error: io::Error| spill_failed(&folder, &error);
            let tallied = self.options.show.is_some();
            let runs: io::Result<Vec<Run>> = if tallied {
                let runs = runs.into_iter().zip(&shards);
                runs.map(|(run, shard)| Run::new(run, shard, &spill)).collect()
            } else {
                runs.into_iter().map(Run::plain).collect()
            };
            let own = runs.map_err(failed)?;
            drop(shards);
            let partitions = partitions.finish().map_err(failed)?;
            let (pieces, received) = mpsc::sync_channel(16);
            let budget = self.options.budget;
            let settler = Settler {
                reading,
                spill: Arc::clone(&spill),
                budget,
                any_order: self.options.any_order && !tallied,
                origins: self.origins.clone(),
                pieces,
            };
            let runs = thread::scope(|scope| {
                let settled = scope.spawn(move || settler.settle(partitions));
                // If writing fails, the receiver is dropped. The senders then get errors, and the
                // other threads end.
                let written = self.pieces(received);
                let settled = settled.join().unwrap_or_else(|_| Err(io::Error::other("internal")));
                written.and(settled.map_err(failed))
            })?;
            let runs = runs.into_iter().chain(own).collect();
            let merged = Merged::new(&spill, runs, budget).map_err(failed)?;
            self.merge(merged)?;
        }
        self.print()?;
        Ok(self.records)
    }

    fn pieces(&mut self, received: Receiver<Piece>) -> Flow {
        for piece in received {
            match piece {
                Piece::Lines(lines, count) => {
                    self.classes += count;
                    self.out = lines;
                    self.print()?;
                }
                Piece::Rows(rows) => {
                    if let Some(map) = &mut self.files.map {
                        map.rows(&rows)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn merge(&mut self, mut merged: Merged) -> Flow {
        let several = self.names.len() > 1;
        while let Some((record, tally)) =
            merged.next().map_err(|error| self.options.spill_failed(&error))?
        {
            self.classes += 1;
            if let Some(show) = &self.options.show {
                if let Some(place) = self.places.get_mut(show.place(tally)) {
                    *place += 1;
                }
                let (file_index, before) = self.origins.of(record.number);
                let file = self.names.get(file_index).map_or("", String::as_str);
                let place = (file, file_index, several);
                let item = Item::line(place, before + 1, &record.bytes, b"\n");
                show.push(tally, &item, &mut self.out);
            } else {
                self.out.extend_from_slice(&record.bytes);
                self.out.push(b'\n');
            }
            if self.out.len() >= self.options.budget.block {
                self.print()?;
            }
        }
        Ok(())
    }
}

impl Options {
    fn spill_failed(&self, error: &io::Error) -> Stop {
        spill_failed(&self.temp_dir, error)
    }
}

fn spill_failed(folder: &Path, error: &io::Error) -> Stop {
    let folder = escape::path(folder);
    Stop::Failed(format!("temporary files in {folder} (see --temp-dir): {error}"))
}
