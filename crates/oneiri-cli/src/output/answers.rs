//! The answers to some inputs, in memory. Any thread can make them; the session writes them in the
//! order of the inputs.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use oneiri_documents::{Collected, Unit, has_scheme};

use crate::output::{
    escape, excerpt, fault::Fault, fault::Place, json, json::Record, json::Refused, options::Invalid, options::Style,
    paint::Ink, record_writer, record_writer::RecordWriter, tally::Notes, tally::Tally,
};
use crate::pipeline::items::Item;

pub(crate) struct Answers {
    pub(crate) style: Style,
    pub(crate) tally: Tally,
    pub(crate) out: Out,
    pub(crate) notes: Notes,
    pub(crate) rejected: Collected,
    /// Whether the record that is being answered is rejected.
    rejects: bool,
    /// Whether some statements have blank nodes, if statements of several files are written.
    pub(crate) has_blank_nodes: bool,
}

impl Answers {
    pub(crate) fn new(style: Style) -> Self {
        let (tally, out, notes, rejected) = Default::default();
        Self { style, tally, out, notes, rejected, rejects: false, has_blank_nodes: false }
    }

    /// Answers an input with a text, which stands in the place of the input: in its record, or as a
    /// line.
    pub(crate) fn answer(&mut self, item: &Item<'_>, text: &[u8]) {
        self.tally.read += 1;
        self.write(item, Some(text));
    }

    /// Writes the line or the record of an input, with its answer if there is one.
    fn write(&mut self, item: &Item<'_>, text: Option<&[u8]>) {
        if item.field.is_none() {
            return match (&self.style.options.into, text) {
                (Some(_), Some(text)) => {
                    // On a terminal, control characters are spelled out, so a TAB is blanks there.
                    let gap = if self.style.terminal { &b"  "[..] } else { b"\t" };
                    self.copy(&[item.record, gap, text].concat());
                }
                _ => {
                    self.copy(text.unwrap_or(item.record));
                    if self.style.options.keeps_ends && item.terminator == b"\r\n" {
                        self.out.bytes.insert(self.out.bytes.len() - 1, b'\r');
                    }
                }
            };
        }
        let (Style { terminal, options, .. }, Out { bytes, row, .. }) = (&self.style, &mut self.out);
        let start = row.start().unwrap_or(bytes.len());
        if let Some(start) = row.put(item, text, options, *terminal, bytes) {
            if options.records {
                // Messages may come after the part of the record that is gone now.
                self.notes.marks.iter_mut().for_each(|mark| mark.at = mark.at.min(start));
            }
            if std::mem::take(&mut self.rejects) {
                self.reject(item);
            }
        } else if options.rejects && record_writer::ends(item) {
            // The statements in the file of --rejects may need it, as it is repaired.
            let written = bytes.get(start..).unwrap_or_default();
            self.rejected.directive(if options.records { written } else { item.record });
        }
    }

    /// Says that an input has all its answers, if these are not written with
    /// [`answer`](Self::answer) or [`pass`](Self::pass).
    pub(crate) fn close(&mut self, item: &Item<'_>) {
        if item.field.is_some() {
            self.write(item, None);
        }
    }

    /// Copies a record that has no input. An empty cell is counted, and its answer is empty.
    pub(crate) fn gap(&mut self, item: &Item<'_>) {
        if !item.is_empty_cell() {
            return self.close(item);
        }
        if self.style.json {
            return self.record(item, "", json::Output { output: "", scheme_rules: None });
        }
        self.tally.read += 1;
        self.write(item, self.style.options.into.is_some().then_some(b""));
    }

    /// Counts an input that is accepted, and leaves out its line or its record.
    pub(crate) fn omit(&mut self, item: &Item<'_>) {
        self.tally.read += 1;
        self.out.row.omit();
        self.close(item);
    }

    /// Answers an input with a line. Control characters are spelled out if the output is a
    /// terminal; otherwise the bytes are written as they are.
    pub(crate) fn line(&mut self, bytes: &[u8]) {
        self.tally.read += 1;
        self.copy(bytes);
    }

    /// Like [`line`](Self::line), but does not count an input.
    pub(crate) fn copy(&mut self, bytes: &[u8]) {
        if self.style.terminal {
            self.out.bytes.extend_from_slice(escape::visible_bytes(bytes).as_bytes());
        } else {
            self.out.bytes.extend_from_slice(bytes);
        }
        self.out.bytes.push(self.style.options.end());
    }

    /// Answers an input with lines whose text is safe to display already.
    pub(crate) fn block(&mut self, text: &str) {
        self.tally.read += 1;
        self.part(text);
    }

    /// Writes a part of a larger document. It counts no input.
    pub(crate) fn part(&mut self, text: &str) {
        self.out.bytes.extend_from_slice(text.as_bytes());
    }

    /// Begins one of the pieces between which this text stands. Nothing is written before the first
    /// piece of a run.
    pub(crate) fn separate(&mut self, text: &str) {
        let start = self.out.bytes.len();
        self.part(text);
        self.out.separator.get_or_insert(start..self.out.bytes.len());
    }

    /// Answers an input with a JSON object.
    pub(crate) fn record(&mut self, item: &Item<'_>, input: &str, body: impl Serialize) {
        self.tally.read += 1;
        self.object(&head(item, input, true, body));
        self.close(item);
    }

    /// Answers an input with a JSON object that says whether it is accepted, and counts it as refused if
    /// it is not.
    pub(crate) fn judge(&mut self, item: &Item<'_>, input: &str, ok: bool, body: impl Serialize) {
        self.tally.read += 1;
        self.tally.refused += u64::from(!ok);
        self.object(&head(item, input, ok, body));
    }

    /// Counts an input that is accepted without an answer. If records are written, its record
    /// stays as it is.
    pub(crate) fn pass(&mut self, item: &Item<'_>) {
        self.tally.read += 1;
        if item.field.is_some() || self.style.options.records {
            self.write(item, None);
        }
    }

    /// Refuses an input: with a JSON object if `--json` is given, otherwise with a message on
    /// standard error. [`OutputOptions`] say where the line or the record goes.
    pub(crate) fn refuse(&mut self, item: &Item<'_>, fault: &Fault) {
        let options = Arc::clone(&self.style.options);
        if self.style.json {
            let input = String::from_utf8_lossy(item.bytes);
            self.refuse_json(item, &input, None, None, fault);
        } else {
            self.tally.refuse();
            let is_text = item.field.is_none() && !has_scheme(item.bytes);
            self.tally.prose += u64::from(is_text && item.bytes.split(|&byte| byte == b' ').count() > 3);
            if !options.rejects {
                self.report(item, 0, fault);
            }
        }
        self.count_reason(fault);
        let error = item.field.and_then(|field| field.error);
        match options.invalid {
            _ if options.rejects || self.style.json => self.leave_out(item),
            Invalid::Keep if options.into.is_none() => {
                // The other URLs of a document can be repaired, but a statement or a row stays as it is.
                if item.field.is_none_or(|field| field.format.description().unit != Unit::Document) {
                    self.out.row.keep();
                }
                self.write(item, None);
            }
            // Nothing can be replaced in a record that cannot be read, but a value that is no text can.
            Invalid::Null if options.into.is_none() && error.is_some_and(|it| !it.is_value()) => self.write(item, None),
            Invalid::Keep if error.is_none() => self.write(item, Some(item.bytes)),
            Invalid::Keep | Invalid::Null => self.write(item, Some(b"")),
            Invalid::Reason => {
                let reason = escape::visible(&fault.to_string()).into_owned();
                self.write(item, Some(reason.as_bytes()));
            }
            Invalid::Drop => self.leave_out(item),
        }
    }

    /// Refuses an input that the command reports in its own way.
    pub(crate) fn refuse_in_silence(&mut self, item: &Item<'_>, fault: &Fault) {
        self.tally.refuse();
        self.count_reason(fault);
        self.leave_out(item);
    }

    pub(crate) fn count_reason(&mut self, fault: &Fault) {
        if self.style.options.reasons {
            *self.notes.reasons.entry(fault.to_string()).or_default() += 1;
        }
    }

    /// Leaves out the line or the record of a refused input, which is written to the file of `--rejects` if there is one.
    pub(crate) fn leave_out(&mut self, item: &Item<'_>) {
        if item.field.is_some() {
            self.out.row.omit();
            self.rejects = true;
            self.write(item, None);
        } else {
            self.reject(item);
        }
    }

    fn reject(&mut self, item: &Item<'_>) {
        let end = self.style.options.end();
        match item.field {
            _ if !self.style.options.rejects => {}
            // A link is a text of a page, which may have line ends there.
            Some(field) if field.format.description().unit == Unit::Line => {
                let text = String::from_utf8_lossy(item.bytes).replace('\r', "%0D").replace('\n', "%0A");
                self.rejected.push(text.as_bytes(), b"", end);
            }
            Some(field) => self.rejected.push_located(field.located, field.format, end),
            None => self.rejected.push(item.record, item.terminator, end),
        }
        if !item.is_in_file {
            // An argument and a link have no end of their own.
            self.rejected.end(end);
        }
    }

    /// Refuses an input with a JSON object. Of a pair of identifiers, `of` says which one is
    /// refused.
    pub(crate) fn refuse_json(
        &mut self,
        item: &Item<'_>,
        input: &str,
        other: Option<&str>,
        of: Option<&str>,
        fault: &Fault,
    ) {
        self.tally.refuse();
        let error = json::Error::of(fault, of);
        self.object(&head(item, input, false, Refused { other, error }));
    }

    fn object(&mut self, value: &impl Serialize) {
        // Serializing these shapes into memory cannot fail.
        let _ = json::write(&mut self.out.bytes, value);
    }

    /// Writes the message about a refused input, and counts nothing. `offset` is the position of the item in its line,
    /// if it is only a part of the line.
    pub(crate) fn report(&mut self, item: &Item<'_>, offset: usize, fault: &Fault) {
        if let (Some(painter), None) = (self.style.diagnoses, &fault.place) {
            let mut note = String::new();
            excerpt::push(item, offset, fault, painter, &mut note);
            return self.push_note(note.trim_end(), true);
        }
        let (file, number, range) = (item.file, item.line_number(), fault.start..fault.end);
        let message = match &fault.place {
            None => {
                let mut message = item.place(range, offset);
                self.style.painter.put(&mut message, Ink::Different, fault);
                message
            }
            Some(place @ Place { option, in_path, .. }) => {
                let shown = place.hidden();
                let (value, of) = (escape::visible(&shown), if *in_path { " of the path" } else { "" });
                let Range { start, end } = range;
                format!("{file}:{number}: {option} '{value}', bytes {start}-{end}{of}: {fault}")
            }
        };
        self.push_note(&message, true);
    }

    /// Writes lines about an input to standard error, while its answer goes to the output.
    pub(crate) fn tell(&mut self, text: &str) {
        self.push_note(text.trim_end(), false);
    }

    fn push_note(&mut self, message: &str, is_refusal: bool) {
        self.notes.push(self.out.bytes.len(), message, is_refusal);
    }

    /// Removes the first separator, because nothing stands before it.
    pub(crate) fn drop_separator(&mut self) {
        let Some(range) = self.out.separator.take() else { return };
        for mark in self.notes.marks.iter_mut().filter(|mark| mark.at >= range.end) {
            mark.at -= range.len();
        }
        self.out.bytes.drain(range);
    }

    /// Forgets everything, so that the memory can be used again. Memory that a long line or many
    /// messages took is freed.
    pub(crate) fn clear(&mut self) {
        let style = self.style.clone();
        let Self { mut out, mut notes, .. } = std::mem::replace(self, Self::new(style));
        if out.bytes.capacity() + notes.text.capacity() <= KEPT {
            out.bytes.clear();
            notes.text.clear();
            notes.marks.clear();
            self.out.bytes = out.bytes;
            (self.notes.text, self.notes.marks) = (notes.text, notes.marks);
        }
    }
}

const KEPT: usize = 4 << 20;

fn head<'a, B>(item: &Item<'a>, input: &'a str, ok: bool, body: B) -> Record<'a, B> {
    let offset = item.counts_in_line().then_some(item.offset);
    let (file, column) = (item.several.then_some(item.file), item.field.and_then(|field| field.column));
    Record { line: item.line_number(), offset, file, column, input, ok, body }
}

/// The bytes that some answers write.
#[derive(Default)]
pub(crate) struct Out {
    pub(crate) bytes: Vec<u8>,
    /// The first separator. It is left out if nothing stands before it in the whole run.
    pub(crate) separator: Option<Range<usize>>,
    /// The record that is being answered.
    pub(crate) row: RecordWriter,
}
