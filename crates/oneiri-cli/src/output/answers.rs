//! The answers to some inputs, in memory. Any thread can make them; the session writes them in the
//! order of the inputs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use crate::output::fault::{Fault, Place};
use crate::output::item::Item;
use crate::output::json::{self, Record, Refused};
use crate::output::options::{OutputOptions, Refused as Keep};
use crate::output::paint::Ink;
use crate::output::record_writer::RecordWriter;
use crate::output::style::{Mark, Style};
use crate::output::{diagnostic, directive, escape, redact};

/// The answers to some inputs, and what they count.
pub(crate) struct Answers {
    style: Style,
    /// The bytes for the output.
    pub(crate) out: Vec<u8>,
    /// The messages for standard error; each ends with a line feed.
    pub(crate) notes: String,
    pub(crate) marks: Vec<Mark>,
    /// The first separator in `out`. It is left out if nothing stands before it in the whole run.
    pub(crate) separator: Option<Range<usize>>,
    /// How many inputs were answered, including refused ones.
    pub(crate) read: u64,
    pub(crate) refused: u64,
    /// How many valid inputs have no scheme, if the command counts them.
    pub(crate) without_scheme: u64,
    pub(crate) different: bool,
    pub(crate) incomparable: bool,
    /// How many inputs were refused for each reason, if [`OutputOptions::reasons`] is set.
    pub(crate) reasons: BTreeMap<String, u64>,
    /// The refused lines and records for the file that takes them, and whether the last one has no
    /// terminator.
    pub(crate) rejected: Vec<u8>,
    pub(crate) open: bool,
    /// Whether `rejected` has more than directives.
    pub(crate) has_rejected: bool,
    /// The record that is being answered, and whether it goes to that file.
    row: RecordWriter,
    rejects: bool,
}

impl Answers {
    pub(crate) fn new(style: Style) -> Self {
        Self {
            style,
            out: Vec::new(),
            notes: String::new(),
            marks: Vec::new(),
            separator: None,
            read: 0,
            refused: 0,
            without_scheme: 0,
            different: false,
            incomparable: false,
            reasons: BTreeMap::new(),
            rejected: Vec::new(),
            open: false,
            has_rejected: false,
            row: RecordWriter::default(),
            rejects: false,
        }
    }

    /// Whether standard output is a terminal.
    pub(crate) fn terminal(&self) -> bool {
        self.style.terminal
    }

    pub(crate) fn json(&self) -> bool {
        self.style.json
    }

    /// The choices of the options that all commands share.
    pub(crate) fn options(&self) -> &OutputOptions {
        &self.style.options
    }

    /// Answers an input with a text, which stands in the place of the input: in its record, or as a
    /// line.
    pub(crate) fn answer(&mut self, item: &Item<'_>, text: &[u8]) {
        self.read += 1;
        self.write(item, Some(text));
    }

    /// Writes the line or the record of an input, with its answer if there is one.
    fn write(&mut self, item: &Item<'_>, text: Option<&[u8]>) {
        if item.field.is_none() {
            return match (&self.style.options.into, text) {
                (Some(_), Some(text)) => self.copy(&[item.record, b"\t", text].concat()),
                _ => self.copy(text.unwrap_or(item.record)),
            };
        }
        let (Style { terminal, options, .. }, out) = (&self.style, &mut self.out);
        let start = self.row.start().unwrap_or(out.len());
        if let Some(start) = self.row.put(item, text, options, *terminal, out) {
            if options.records {
                // Messages may come after the part of the record that is gone now.
                self.marks.iter_mut().for_each(|mark| mark.at = mark.at.min(start));
            }
            if std::mem::take(&mut self.rejects) {
                self.reject(item);
                self.has_rejected = true;
            }
        } else if options.rejects && directive::ends(item) {
            // The statements in the file of --rejects may need it, as it is repaired.
            let directive =
                if options.records { out.get(start..).unwrap_or_default() } else { item.record };
            if self.open {
                self.rejected.push(b'\n');
            }
            self.rejected.extend_from_slice(directive.trim_ascii_end());
            self.rejected.push(b'\n');
            self.open = false;
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
        self.read += 1;
        self.write(item, self.style.options.into.is_some().then_some(b""));
    }

    /// Counts a valid input that has no scheme.
    pub(crate) fn has_no_scheme(&mut self) {
        self.without_scheme += 1;
    }

    /// Counts an input that is accepted, and leaves out its line or its record.
    pub(crate) fn omit(&mut self, item: &Item<'_>) {
        self.read += 1;
        self.row.omit();
        self.close(item);
    }

    /// Answers an input with a line. Control characters are spelled out if the output is a
    /// terminal; otherwise the bytes are written as they are.
    pub(crate) fn line(&mut self, bytes: &[u8]) {
        self.read += 1;
        self.copy(bytes);
    }

    /// Like [`line`](Self::line), but does not count an input.
    pub(crate) fn copy(&mut self, bytes: &[u8]) {
        if self.style.terminal {
            self.out.extend_from_slice(escape::visible_bytes(bytes).as_bytes());
        } else {
            self.out.extend_from_slice(bytes);
        }
        self.out.push(self.style.options.end);
    }

    /// Answers an input with lines whose text is safe to display already.
    pub(crate) fn block(&mut self, text: &str) {
        self.read += 1;
        self.part(text);
    }

    /// Writes a part of a larger document. It counts no input.
    pub(crate) fn part(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Begins one of the pieces between which this text stands. Nothing is written before the first
    /// piece of a run.
    pub(crate) fn separate(&mut self, text: &str) {
        let start = self.out.len();
        self.part(text);
        self.separator.get_or_insert(start..self.out.len());
    }

    /// Answers an input with a JSON object.
    pub(crate) fn record(&mut self, item: &Item<'_>, input: &str, body: impl Serialize) {
        self.read += 1;
        self.object(&head(item, input, true, body));
        self.close(item);
    }

    /// Answers an input with a JSON object that says whether it is accepted, and counts it as refused if
    /// it is not.
    pub(crate) fn judge(&mut self, item: &Item<'_>, input: &str, ok: bool, body: impl Serialize) {
        self.read += 1;
        self.refused += u64::from(!ok);
        self.object(&head(item, input, ok, body));
    }

    /// Counts an input that is accepted without an answer. If records are written, its record
    /// stays as it is.
    pub(crate) fn pass(&mut self, item: &Item<'_>) {
        self.read += 1;
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
        } else if options.rejects {
            self.count_refused();
        } else {
            self.refuse_aside(item, 0, fault);
        }
        if options.reasons {
            *self.reasons.entry(fault.to_string()).or_default() += 1;
        }
        let is_broken = item.field.is_some_and(|field| field.error.is_some());
        match options.refused {
            _ if options.rejects || self.style.json => self.drop_refused(item),
            Keep::Unchanged if options.into.is_none() => {
                self.row.keep();
                self.write(item, None);
            }
            Keep::Unchanged if !is_broken => self.write(item, Some(item.bytes)),
            Keep::Empty if !is_broken => self.write(item, Some(b"")),
            // There is no place for an answer in a record that cannot be read, so it stays as it is.
            Keep::Unchanged | Keep::Reason | Keep::Empty if is_broken => self.write(item, None),
            Keep::Reason => {
                let reason = escape::visible(&fault.to_string()).into_owned();
                self.write(item, Some(reason.as_bytes()));
            }
            _ => self.drop_refused(item),
        }
    }

    /// Leaves out the line or the record of a refused input.
    fn drop_refused(&mut self, item: &Item<'_>) {
        if item.field.is_some() {
            self.row.omit();
            self.rejects = true;
            self.write(item, None);
        } else {
            self.reject(item);
            self.has_rejected = true;
        }
    }

    fn reject(&mut self, item: &Item<'_>) {
        if !self.style.options.rejects {
            return;
        }
        if self.open {
            self.rejected.push(self.style.options.end);
        }
        self.rejected.extend_from_slice(item.record);
        self.rejected.extend_from_slice(item.terminator);
        self.open = item.terminator.is_empty();
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
        self.count_refused();
        let &Fault { start, end, component, ref message, ref place, .. } = fault;
        let of = match place {
            Some(place) => Some(if place.in_path { "path" } else { "value" }),
            None => of,
        };
        let (option, value) =
            place.as_ref().map(|place| (place.option.as_str(), place.value.as_str())).unzip();
        let error =
            json::Error { option, value, of, start, end, component, code: fault.code(), message };
        self.object(&head(item, input, false, Refused { other, error }));
    }

    fn object(&mut self, value: &impl Serialize) {
        // Serializing these shapes into memory cannot fail.
        let _ = json::write(&mut self.out, value);
    }

    /// Refuses an input with a message on standard error. `offset` is the position of the item in
    /// its line, if it is only a part of the line.
    pub(crate) fn refuse_aside(&mut self, item: &Item<'_>, offset: usize, fault: &Fault) {
        self.count_refused();
        if let (Some(painter), None) = (self.style.diagnoses, &fault.place) {
            let mut note = String::new();
            diagnostic::push(item, offset, fault, painter, &mut note);
            return self.push_note(note.trim_end(), true);
        }
        let (file, number) = (item.file, item.number);
        let place = item.in_line(fault.start..fault.end);
        let (start, end) = (place.start + offset, place.end + offset);
        let message = match &fault.place {
            None => {
                let mut message = format!("{file}:{number}:{start}-{end}: {}", item.column());
                self.style.painter.put(&mut message, Ink::Different, fault);
                message
            }
            Some(Place { option, value, holds, in_path }) => {
                let shown = redact::value(value, *holds);
                let (value, of) =
                    (escape::visible(&shown), if *in_path { " of the path" } else { "" });
                format!("{file}:{number}: {option} '{value}', bytes {start}-{end}{of}: {fault}")
            }
        };
        self.push_note(&message, true);
    }

    /// Counts a refused input that is stored in another file or reported elsewhere.
    pub(crate) fn count_refused(&mut self) {
        self.read += 1;
        self.refused += 1;
    }

    /// Writes lines about an input to standard error, while its answer goes to the output.
    pub(crate) fn tell(&mut self, text: &str) {
        self.push_note(text.trim_end(), false);
    }

    fn push_note(&mut self, message: &str, is_refusal: bool) {
        let start = self.notes.len();
        self.notes.push_str(message);
        self.notes.push('\n');
        self.marks.push(Mark { at: self.out.len(), start, end: self.notes.len(), is_refusal });
    }

    /// Records a difference found by `compare` or `parsers`, or a denied finding of `lint`.
    /// The exit code is then at least 1.
    pub(crate) fn differ(&mut self) {
        self.different = true;
    }

    /// Records that `compare` has no answer, because one of the two is invalid. The exit code is then 2.
    pub(crate) fn cannot_compare(&mut self) {
        self.incomparable = true;
    }

    /// Removes the first separator, because nothing stands before it.
    pub(crate) fn drop_separator(&mut self) {
        let Some(range) = self.separator.take() else { return };
        for mark in self.marks.iter_mut().filter(|mark| mark.at >= range.end) {
            mark.at -= range.len();
        }
        self.out.drain(range);
    }

    /// Forgets everything, so that the memory can be used again. Memory that a long line or many
    /// messages took is freed.
    pub(crate) fn clear(&mut self) {
        let style = self.style.clone();
        let Self { mut out, mut notes, mut marks, .. } = std::mem::replace(self, Self::new(style));
        if out.capacity() + notes.capacity() <= KEPT {
            out.clear();
            notes.clear();
            marks.clear();
            (self.out, self.notes, self.marks) = (out, notes, marks);
        }
    }
}

/// How much memory is kept for the next answers.
const KEPT: usize = 4 << 20;

fn head<'a, B>(item: &Item<'a>, input: &'a str, ok: bool, body: B) -> Record<'a, B> {
    let offset = item.counts_in_line().then_some(item.offset);
    let (file, column) =
        (item.several.then_some(item.file), item.field.and_then(|field| field.column));
    Record { line: item.number, offset, file, column, input, ok, body }
}
