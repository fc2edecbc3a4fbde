//! A run of the command: it takes answers and refusals, writes them, and decides the exit code.

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
    /// The colours of long refusals with excerpts, which are shown if standard error is a terminal.
    diagnoses: Option<Painter>,
    json: bool,
    read: u64,
    refused: u64,
    different: bool,
    failed: bool,
    progress: Option<Progress>,
}

/// The destination of the output.
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

    /// Whether standard output is a terminal.
    pub(crate) fn terminal(&self) -> bool {
        self.terminal
    }

    pub(crate) fn json(&self) -> bool {
        self.json
    }

    /// Sends all further output to a file. The file gets its name only if the run succeeds.
    pub(crate) fn redirect(&mut self, file: Target) {
        self.terminal = false;
        self.out = BufWriter::with_capacity(1 << 16, Out::File(file));
    }

    /// How many inputs were answered, including refused ones.
    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    pub(crate) fn refused(&self) -> u64 {
        self.refused
    }

    /// Starts the progress display for these files, unless the output goes to a terminal as well.
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

    /// Answers an input with a line. Control characters are spelled out if the output is a
    /// terminal; otherwise the bytes are written as they are.
    pub(crate) fn line(&mut self, bytes: &[u8]) -> Flow {
        self.read += 1;
        self.copy(bytes)
    }

    /// Like [`line`](Self::line), but does not count an input.
    pub(crate) fn copy(&mut self, bytes: &[u8]) -> Flow {
        if self.terminal {
            self.out.write_all(escape::visible_bytes(bytes).as_bytes())?;
        } else {
            self.out.write_all(bytes)?;
        }
        self.out.write_all(b"\n")?;
        self.flush_on_terminal()
    }

    /// Answers an input with lines whose text is safe to display already.
    pub(crate) fn block(&mut self, text: &str) -> Flow {
        self.read += 1;
        self.out.write_all(text.as_bytes())?;
        self.flush_on_terminal()
    }

    /// Writes a part of a larger document. It counts no input.
    pub(crate) fn part(&mut self, text: &str) -> Flow {
        self.out.write_all(text.as_bytes())?;
        self.flush_on_terminal()
    }

    /// Answers an input with a JSON object.
    pub(crate) fn record(&mut self, item: &Item<'_>, input: &str, body: impl Serialize) -> Flow {
        self.read += 1;
        json::write(&mut self.out, &head(item, input, true, body))?;
        self.flush_on_terminal()
    }

    /// Counts an input that is accepted without any output.
    pub(crate) fn pass(&mut self) {
        self.read += 1;
    }

    /// Writes whole lines without counting inputs; [`pass`](Self::pass) counts them.
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

    /// Refuses an input: with a JSON object if `--json` is given, otherwise with a message on
    /// standard error.
    pub(crate) fn refuse(&mut self, item: &Item<'_>, fault: &Fault) -> Flow {
        if self.json {
            let input = String::from_utf8_lossy(item.bytes);
            return self.refuse_json(item, &input, None, None, fault);
        }
        self.refuse_aside(item, 0, fault);
        Ok(())
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

    /// Refuses an input with a message on standard error. `offset` is the position of the item in
    /// its line, if it is only a part of the line.
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
        });
    }

    /// Counts a refused input that is stored in another file or reported elsewhere.
    pub(crate) fn count_refused(&mut self) {
        self.read += 1;
        self.refused += 1;
    }

    /// Writes lines about an input to standard error, while its answer goes to the output.
    pub(crate) fn tell(&self, text: &str) {
        self.aside(text.trim_end());
    }

    /// Records a difference found by `compare`, `explain` or `diff`, or a denied finding of `lint`.
    /// The exit code is then at least 1.
    pub(crate) fn differ(&mut self) {
        self.different = true;
    }

    /// Reports an error that no identifier caused, such as an unreadable file. The exit code is
    /// then 2.
    pub(crate) fn fail(&mut self, message: &str) {
        self.failed = true;
        self.note(message);
    }

    /// Writes a message of the command to standard error.
    pub(crate) fn note(&self, message: &str) {
        self.aside(&redact::message(&format!("oneiri: {message}")));
    }

    pub(crate) fn flush(&mut self) -> Flow {
        Ok(self.out.flush()?)
    }

    /// Writes a line to standard error in a single call. Errors are ignored, because the output
    /// matters even if nobody reads the messages.
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

    /// Ends the run and returns its exit code. A closed pipe is no error: its reader has read as
    /// much as it wanted.
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
        // If the last flush failed, the writer still holds bytes. They are discarded here.
        let out = std::mem::replace(&mut self.out, BufWriter::new(Out::Nowhere));
        if let Out::File(file) = out.into_parts().0 {
            self.keep(file);
        }
        let code = if self.failed { 2 } else { u8::from(self.refused > 0 || self.different) };
        ExitCode::from(code)
    }

    /// Gives an output file its name, unless the run failed, because then the file may be
    /// incomplete.
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
