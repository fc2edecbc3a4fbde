//! One run: what it writes, what it refuses, and the code it exits with.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use serde::Serialize;

use crate::output::fault::{Fault, Place};
use crate::output::item::Item;
use crate::output::json::{self, Record, Refused};
use crate::output::paint::Painter;
use crate::output::progress::Progress;
use crate::output::stop::{Flow, Stop};
use crate::output::target::Target;
use crate::output::{diagnostic, escape, redact};

pub(crate) struct Session {
    out: BufWriter<Out>,
    terminal: bool,
    /// How refusals are shown at length, if standard error is a terminal.
    diagnoses: Option<Painter>,
    json: bool,
    read: u64,
    refused: u64,
    different: bool,
    failed: bool,
    progress: Option<Progress>,
}

/// Where output goes.
enum Out {
    Stdout(StdoutLock<'static>),
    File(Target),
    Nowhere,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
            Self::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
            Self::Nowhere => Ok(()),
        }
    }
}

impl Session {
    pub(crate) fn new(json: bool) -> Self {
        let out = io::stdout().lock();
        let terminal = out.is_terminal();
        let out = BufWriter::with_capacity(1 << 16, Out::Stdout(out));
        let diagnoses = io::stderr().is_terminal().then(Painter::for_stderr);
        let (different, failed, progress) = (false, false, None);
        Self { out, terminal, diagnoses, json, read: 0, refused: 0, different, failed, progress }
    }

    /// Whether somebody looks at standard output.
    pub(crate) fn terminal(&self) -> bool {
        self.terminal
    }

    pub(crate) fn json(&self) -> bool {
        self.json
    }

    /// From now on output goes there. The file gets its name if the run succeeds.
    pub(crate) fn redirect(&mut self, file: Target) {
        self.terminal = false;
        self.out = BufWriter::with_capacity(1 << 16, Out::File(file));
    }

    /// How many inputs were answered, refusals included.
    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    pub(crate) fn refused(&self) -> u64 {
        self.refused
    }

    /// Shows how far the reading of these files has come, unless output goes to the terminal, too.
    pub(crate) fn watch(&mut self, files: &[PathBuf], read: &Arc<AtomicU64>) {
        if !self.terminal {
            self.progress = Progress::new(files, Arc::clone(read));
        }
    }

    pub(crate) fn watched(&mut self) {
        self.progress = None;
    }

    pub(crate) fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    /// One line of output: the bytes as they are into a pipe or a file, made visible on a terminal.
    pub(crate) fn line(&mut self, bytes: &[u8]) -> Flow {
        self.read += 1;
        self.copy(bytes)
    }

    /// The same for an input that has been answered already.
    pub(crate) fn copy(&mut self, bytes: &[u8]) -> Flow {
        if self.terminal {
            self.out.write_all(escape::visible_bytes(bytes).as_bytes())?;
        } else {
            self.out.write_all(bytes)?;
        }
        self.out.write_all(b"\n")?;
        self.flush_on_terminal()
    }

    /// Lines that hold nothing but what is safe to show.
    pub(crate) fn block(&mut self, text: &str) -> Flow {
        self.read += 1;
        self.out.write_all(text.as_bytes())?;
        self.flush_on_terminal()
    }

    /// A part of a document, which answers no input by itself.
    pub(crate) fn part(&mut self, text: &str) -> Flow {
        self.out.write_all(text.as_bytes())?;
        self.flush_on_terminal()
    }

    /// One JSON object about an input that was accepted.
    pub(crate) fn record(&mut self, item: &Item<'_>, input: &str, body: impl Serialize) -> Flow {
        self.read += 1;
        json::write(&mut self.out, &head(item, input, true, body))?;
        self.flush_on_terminal()
    }

    /// An input that was accepted, and about which there is nothing to say.
    pub(crate) fn pass(&mut self) {
        self.read += 1;
    }

    /// Whole lines of output that may be of many inputs, which are counted by `pass`.
    pub(crate) fn lines(&mut self, bytes: &[u8]) -> Flow {
        if self.terminal {
            for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                let line = line.strip_suffix(b"\n").unwrap_or(line);
                self.out.write_all(escape::visible_bytes(line).as_bytes())?;
                self.out.write_all(b"\n")?;
            }
            self.flush()
        } else {
            Ok(self.out.write_all(bytes)?)
        }
    }

    /// Says why an input was refused: in the stream with `--json`, else on standard error.
    pub(crate) fn refuse(&mut self, item: &Item<'_>, fault: &Fault) -> Flow {
        if self.json {
            let input = String::from_utf8_lossy(item.bytes);
            return self.refuse_json(item, &input, None, None, fault);
        }
        self.refuse_aside(item, 0, fault);
        Ok(())
    }

    /// The same for one of two: `of` says which.
    pub(crate) fn refuse_json(
        &mut self,
        item: &Item<'_>,
        input: &str,
        other: Option<&str>,
        of: Option<&str>,
        fault: &Fault,
    ) -> Flow {
        self.count_refused();
        let &Fault { start, end, component, ref message, ref place, .. } = fault;
        let of = match place {
            Some(place) => Some(if place.in_path { "path" } else { "value" }),
            None => of,
        };
        let (option, value) =
            place.as_ref().map(|place| (place.option.as_str(), place.value.as_str())).unzip();
        let error = json::Error { option, value, of, start, end, component, message };
        json::write(&mut self.out, &head(item, input, false, Refused { other, error }))?;
        self.flush_on_terminal()
    }

    /// The same for a part of a line, which begins `offset` bytes behind the line's beginning.
    pub(crate) fn refuse_aside(&mut self, item: &Item<'_>, offset: usize, fault: &Fault) {
        self.count_refused();
        if let (Some(painter), None) = (self.diagnoses, &fault.place) {
            let mut told = String::new();
            diagnostic::push(item, offset, fault, painter, &mut told);
            return self.aside(told.trim_end());
        }
        let (file, number) = (item.file, item.number);
        let (start, end) = (fault.start + offset, fault.end + offset);
        self.aside(&match &fault.place {
            None => format!("{file}:{number}:{start}-{end}: {fault}"),
            Some(Place { option, value, in_path }) => {
                // A user and an authority are no identifiers until they stand where they belong.
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
        });
    }

    /// A refused input that is kept elsewhere.
    pub(crate) fn count_refused(&mut self) {
        self.read += 1;
        self.refused += 1;
    }

    /// Lines about an input whose answer stands elsewhere, on standard error.
    pub(crate) fn tell(&self, text: &str) {
        self.aside(text.trim_end());
    }

    /// `compare`, `explain` or `diff` found a difference, or `lint` something to deny.
    pub(crate) fn differ(&mut self) {
        self.different = true;
    }

    /// Something other than an identifier is wrong; the exit code will be 2.
    pub(crate) fn fail(&mut self, message: &str) {
        self.failed = true;
        self.note(message);
    }

    /// A word to the user, on standard error.
    pub(crate) fn note(&self, message: &str) {
        self.aside(&redact::message(&format!("oneiri: {message}")));
    }

    pub(crate) fn flush(&mut self) -> Flow {
        Ok(self.out.flush()?)
    }

    /// A whole line to standard error in one write. That nobody listens there is no reason to stop.
    fn aside(&self, message: &str) {
        let write = || drop(io::stderr().lock().write_all(format!("{message}\n").as_bytes()));
        match &self.progress {
            Some(progress) => progress.aside(write),
            None => write(),
        }
    }

    fn flush_on_terminal(&mut self) -> Flow {
        if self.terminal { self.flush() } else { Ok(()) }
    }

    /// Ends the run. A closed pipe is no failure: whoever read from it has read enough.
    pub(crate) fn finish(mut self, ran: Flow) -> ExitCode {
        self.progress = None;
        let ran = ran.and_then(|()| self.flush());
        let name = self.output_name();
        match ran {
            Err(Stop::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                self.fail(&format!("{name}: {error}"));
            }
            Err(Stop::Failed(message)) => self.fail(&message),
            _ => {}
        }
        // What could not be written is still in the writer, and goes with it.
        let out = std::mem::replace(&mut self.out, BufWriter::new(Out::Nowhere));
        if let Out::File(file) = out.into_parts().0 {
            self.keep(file);
        }
        let code = if self.failed { 2 } else { u8::from(self.refused > 0 || self.different) };
        ExitCode::from(code)
    }

    /// Gives a file its name, unless something is missing in it.
    pub(crate) fn keep(&mut self, file: Target) {
        let name = file.name.clone();
        if self.failed {
            if file.is_held() {
                self.note(&format!("{name}: not written"));
            }
        } else if let Err(error) = file.finish() {
            self.fail(&format!("{name}: {error}"));
        }
    }

    fn output_name(&self) -> String {
        match self.out.get_ref() {
            Out::File(file) => file.name.clone(),
            _ => "standard output".to_owned(),
        }
    }
}

fn head<'a, B>(item: &Item<'a>, input: &'a str, ok: bool, body: B) -> Record<'a, B> {
    Record { line: item.number, file: item.several.then_some(item.file), input, ok, body }
}
