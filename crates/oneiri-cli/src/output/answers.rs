//! The answers to some inputs, in memory. Any thread can make them; the session writes them in the
//! order of the inputs.

use std::ops::Range;

use serde::Serialize;

use crate::output::fault::{Fault, Place};
use crate::output::item::Item;
use crate::output::json::{self, Record, Refused};
use crate::output::paint::Painter;
use crate::output::{diagnostic, escape, redact};

/// How answers look.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Whether standard output is a terminal.
    pub(crate) terminal: bool,
    pub(crate) json: bool,
    /// The colours of long refusals with excerpts, which are shown if standard error is a terminal.
    pub(crate) diagnoses: Option<Painter>,
}

/// The answers to some inputs, and what they count.
pub(crate) struct Answers {
    style: Style,
    /// The bytes for the output.
    pub(crate) out: Vec<u8>,
    /// The messages for standard error; each ends with a line feed.
    pub(crate) told: String,
    /// The ends of the messages in `told`, each with the length that `out` had before the message.
    pub(crate) marks: Vec<(usize, usize)>,
    /// The first separator in `out`. It is left out if nothing stands before it in the whole run.
    pub(crate) separator: Option<Range<usize>>,
    /// How many inputs were answered, including refused ones.
    pub(crate) read: u64,
    pub(crate) refused: u64,
    pub(crate) different: bool,
}

impl Answers {
    pub(crate) fn new(style: Style) -> Self {
        let (out, told, marks) = (Vec::new(), String::new(), Vec::new());
        let (read, refused, different) = (0, 0, false);
        Self { style, out, told, marks, separator: None, read, refused, different }
    }

    /// Whether standard output is a terminal.
    pub(crate) fn terminal(&self) -> bool {
        self.style.terminal
    }

    pub(crate) fn json(&self) -> bool {
        self.style.json
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
        self.out.push(b'\n');
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
    }

    /// Counts an input that is accepted without any output.
    pub(crate) fn pass(&mut self) {
        self.read += 1;
    }

    /// Refuses an input: with a JSON object if `--json` is given, otherwise with a message on
    /// standard error.
    pub(crate) fn refuse(&mut self, item: &Item<'_>, fault: &Fault) {
        if self.style.json {
            let input = String::from_utf8_lossy(item.bytes);
            self.refuse_json(item, &input, None, None, fault);
        } else {
            self.refuse_aside(item, 0, fault);
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
        self.count_refused();
        let &Fault { start, end, component, ref message, ref place, .. } = fault;
        let of = match place {
            Some(place) => Some(if place.in_path { "path" } else { "value" }),
            None => of,
        };
        let (option, value) =
            place.as_ref().map(|place| (place.option.as_str(), place.value.as_str())).unzip();
        let error = json::Error { option, value, of, start, end, component, message };
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
            let mut told = String::new();
            diagnostic::push(item, offset, fault, painter, &mut told);
            return self.tell(&told);
        }
        let (file, number) = (item.file, item.number);
        let (start, end) = (fault.start + offset, fault.end + offset);
        let message = match &fault.place {
            None => format!("{file}:{number}:{start}-{end}: {fault}"),
            Some(Place { option, value, in_path }) => {
                // A userinfo or an authority alone does not parse as an identifier, so the
                // delimiters are added before a password is looked for.
                let shown = match option.as_str() {
                    "--user" => redact::hidden(&format!("//{value}@"))
                        .trim_start_matches("//")
                        .trim_end_matches('@')
                        .to_owned(),
                    "--authority" => {
                        redact::hidden(&format!("//{value}")).trim_start_matches("//").to_owned()
                    }
                    _ => redact::message(value).into_owned(),
                };
                let (value, of) =
                    (escape::visible(&shown), if *in_path { " of the path" } else { "" });
                format!("{file}:{number}: {option} '{value}', bytes {start}-{end}{of}: {fault}")
            }
        };
        self.push_told(&message);
    }

    /// Counts a refused input that is stored in another file or reported elsewhere.
    pub(crate) fn count_refused(&mut self) {
        self.read += 1;
        self.refused += 1;
    }

    /// Writes lines about an input to standard error, while its answer goes to the output.
    pub(crate) fn tell(&mut self, text: &str) {
        self.push_told(text.trim_end());
    }

    fn push_told(&mut self, message: &str) {
        self.told.push_str(message);
        self.told.push('\n');
        self.marks.push((self.out.len(), self.told.len()));
    }

    /// Records a difference found by `compare`, `explain` or `diff`, or a denied finding of `lint`.
    /// The exit code is then at least 1.
    pub(crate) fn differ(&mut self) {
        self.different = true;
    }

    /// Removes the first separator, because nothing stands before it.
    pub(crate) fn drop_separator(&mut self) {
        let Some(range) = self.separator.take() else { return };
        for (at, _) in self.marks.iter_mut().filter(|(at, _)| *at >= range.end) {
            *at -= range.len();
        }
        self.out.drain(range);
    }

    /// Forgets everything, so that the memory can be used again. Memory that a long line or many
    /// messages took is freed.
    pub(crate) fn clear(&mut self) {
        let style = self.style;
        let Self { mut out, mut told, mut marks, .. } = std::mem::replace(self, Self::new(style));
        if out.capacity() + told.capacity() <= KEPT {
            out.clear();
            told.clear();
            marks.clear();
            (self.out, self.told, self.marks) = (out, told, marks);
        }
    }
}

/// How much memory is kept for the next answers.
const KEPT: usize = 4 << 20;

fn head<'a, B>(item: &Item<'a>, input: &'a str, ok: bool, body: B) -> Record<'a, B> {
    Record { line: item.number, file: item.several.then_some(item.file), input, ok, body }
}
