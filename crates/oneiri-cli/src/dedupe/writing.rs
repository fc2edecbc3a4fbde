//! Writes the results: first spellings to the output, refused records to the rejects, and records
//! that found no room to the spill file.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::{io, thread};

use oneiri::Alphabet;

use super::block::{Block, FIRST, REFUSED, SPILLED};
use super::budget::Budget;
use super::files::Files;
use super::reading::Reading;
use super::settle::{Merged, Partitions, Piece, Settler};
use super::spill::{Spill, Writer};
use crate::input::format::Format;
use crate::input::lines::split_terminator;
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
    /// How many first spellings were written.
    pub(super) classes: u64,
    /// The number of records so far, and the index and the line number in the current file.
    records: u64,
    file: usize,
    line: u64,
    /// Output that has not been passed to the session yet; whole lines only.
    out: Vec<u8>,
    spilled: Option<Spilled>,
}

#[derive(Clone)]
pub(super) struct Options {
    pub(super) any_order: bool,
    pub(super) temp_dir: PathBuf,
    pub(super) budget: Budget,
}

/// The state after the first record that found no room. From then on the output has to wait, because
/// an earlier line may lie in a partition. First spellings that the same round still found form a run
/// of their own, which is merged with the runs of the partitions.
struct Spilled {
    spill: Arc<Spill>,
    partitions: Partitions,
    run: Writer,
}

impl<'a> Writing<'a> {
    pub(super) fn new(
        session: &'a mut Session,
        files: &'a mut Files,
        names: &'a [String],
        format: &'a Format,
        options: Options,
    ) -> Self {
        let (classes, records, file, line) = (0, 0, 0, 0);
        let (out, spilled) = (Vec::new(), None);
        Self { session, files, names, format, options, classes, records, file, line, out, spilled }
    }

    /// Writes the results of each round and returns its blocks to the reader.
    pub(super) fn rounds(&mut self, answered: &Receiver<Vec<Block>>, free: &Sender<Block>) -> Flow {
        while let Ok(blocks) = answered.recv() {
            for mut block in blocks {
                self.block(&mut block)?;
                // This fails if the reader has ended, and then nobody needs the block.
                let _ = free.send(block);
            }
            self.session.lines(&self.out)?;
            self.out.clear();
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
        }
        let name = self.names.get(block.file).map_or("", String::as_str);
        if let Some(error) = &block.failed {
            self.session.fail(&format!("{name}: {error}"));
        }
        if let Some(header) = block.header.take() {
            self.out.extend_from_slice(split_terminator(&header).0);
            self.out.push(b'\n');
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
                FIRST => match &mut self.spilled {
                    Some(spilled) if !self.options.any_order => {
                        let pushed = spilled.run.push(number, record, None);
                        pushed.map_err(|error| self.options.spill_failed(&error))?;
                    }
                    _ => self.keep(record),
                },
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
                            let field = self.format.field(record, &mut self.format.scratch());
                            let bytes = field.as_ref().map_or(record, |field| field.as_bytes());
                            let (file_index, several) = (self.file, self.names.len() > 1);
                            let file = name;
                            let line =
                                Item { file, file_index, several, number, bytes, terminator };
                            let mut answers = self.session.answers();
                            answers.refuse_aside(&line, 0, fault);
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

    fn keep(&mut self, record: &[u8]) {
        self.classes += 1;
        self.out.extend_from_slice(record);
        self.out.push(b'\n');
    }

    fn spill(&mut self, hash: u64, number: u64, record: &[u8], form: &[u8]) -> io::Result<()> {
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            none => {
                let spill = Spill::create(&self.options.temp_dir, self.options.budget.stretch)?;
                let partitions = Partitions::new(&spill, 0);
                none.insert(Spilled { partitions, run: spill.writer(), spill })
            }
        };
        spilled.partitions.push(hash, number, record, form)
    }

    /// Processes the spill file, if there is one, and writes the rest of the output. Returns the
    /// number of records.
    pub(super) fn finish<A: Alphabet + Send + Sync>(
        &mut self,
        reading: &Reading<A>,
    ) -> Result<u64, Stop> {
        if let Some(Spilled { spill, partitions, run }) = self.spilled.take() {
            if let Some(progress) = self.session.progress() {
                progress.say("settling what did not fit in memory");
            }
            let options = self.options.clone();
            let failed = |error: io::Error| options.spill_failed(&error);
            let run = run.finish().map_err(failed)?;
            let partitions = partitions.finish().map_err(failed)?;
            let (pieces, received) = mpsc::sync_channel(16);
            let (budget, any_order) = (options.budget, options.any_order);
            let settler = Settler { reading, spill: Arc::clone(&spill), budget, any_order, pieces };
            let runs = thread::scope(|scope| {
                let settled = scope.spawn(move || settler.settle(partitions));
                // If writing fails, the receiver is dropped. The senders then get errors, and the
                // other threads end.
                let written = self.pieces(received);
                let settled = settled.join().unwrap_or_else(|_| Err(io::Error::other("internal")));
                written.and(settled.map_err(failed))
            })?;
            let runs = runs.into_iter().chain([run]).collect();
            let merged = Merged::new(&spill, runs, budget).map_err(failed)?;
            self.merge(merged)?;
        }
        Ok(self.records)
    }

    fn pieces(&mut self, received: Receiver<Piece>) -> Flow {
        for piece in received {
            match piece {
                Piece::Lines(lines, count) => {
                    self.classes += count;
                    self.session.lines(&lines)?;
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
        while let Some(record) = merged.next().map_err(|error| self.options.spill_failed(&error))? {
            self.classes += 1;
            self.out.extend_from_slice(&record.bytes);
            self.out.push(b'\n');
            if self.out.len() >= self.options.budget.block {
                self.session.lines(&self.out)?;
                self.out.clear();
            }
        }
        self.session.lines(&self.out)?;
        self.out.clear();
        Ok(())
    }
}

impl Options {
    fn spill_failed(&self, error: &io::Error) -> Stop {
        let folder = escape::path(&self.temp_dir);
        Stop::Failed(format!("temporary files in {folder} (see --temp-dir): {error}"))
    }
}
