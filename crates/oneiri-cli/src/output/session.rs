//! A run of the command: it takes answers and refusals, writes them in the order in which it gets
//! them, and decides the exit code.

use std::io::{self, BufWriter, IsTerminal, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use oneiri_documents::{Format, split_terminator};

use crate::output::{
    answers::Answers, destination::Destination, escape, options::OutputOptions, options::Style, paint::Painter,
    progress::Progress, progress::Watch, record_writer::Rejects, redact, stop::Flow, stop::Stop, tally::Mark,
    tally::Reasons, tally::Tally, target, target::Target,
};
use crate::pipeline::items::ended;

/// How many bytes a pipe takes from one writer without bytes of another writer between them. POSIX
/// demands at least 512.
const ATOMIC: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };

/// How messages name the file that holds output back.
const HELD: &str = "temporary files";

/// How many bytes of output are held back in memory, before they go to a temporary file.
const HELD_IN_MEMORY: usize = 16 << 20;

/// What a command does when its options have been checked.
pub(crate) type Job = Box<dyn FnOnce(&mut Session) -> Flow>;

pub(crate) struct Session {
    out: BufWriter<Destination>,
    pub(crate) style: Style,
    /// Whether a piece was written, so that a separator stands before the next one.
    separated: bool,
    pub(crate) tally: Tally,
    /// Whether something failed that no identifier caused.
    pub(crate) failed: bool,
    /// Whether the command says what is invalid, so that a table that is not read is trouble.
    pub(crate) is_verdict: bool,
    /// What was not read, and why.
    pub(crate) unread: Vec<String>,
    pub(crate) watch: Watch,
    pub(crate) progress: Option<Progress>,
    rejects: Option<Rejects>,
    reasons: Reasons,
    refusals: Refusals,
    /// The summary of the run, which is printed when the output is complete.
    sum: Option<String>,
    /// Whether a file that the sum is about was not written.
    pub(crate) lacks_output: bool,
}

/// Where messages about inputs go.
enum Refusals {
    /// To standard error.
    Messages,
    /// To the output, because they are what the command prints.
    Output,
    /// To standard output, while the output goes to a file.
    Stdout(BufWriter<io::Stdout>),
}

impl Session {
    /// Does a job, ends its run, and returns the exit code.
    pub(crate) fn run(job: Job, json: bool) -> ExitCode {
        let mut session = Self::new(json);
        let ran = job(&mut session);
        session.finish(ran)
    }

    fn new(json: bool) -> Self {
        let out = io::stdout().lock();
        let terminal = out.is_terminal();
        let out = BufWriter::with_capacity(1 << 16, Destination::Stdout(out));
        let diagnoses = io::stderr().is_terminal().then(Painter::for_stderr);
        let (painter, options) = (Painter::for_stderr(), Arc::default());
        let style = Style { terminal, json, diagnoses, painter, options };
        Self {
            out,
            style,
            separated: false,
            tally: Tally::default(),
            failed: false,
            is_verdict: false,
            unread: Vec::new(),
            watch: Watch::default(),
            progress: None,
            rejects: None,
            reasons: Reasons::default(),
            refusals: Refusals::Messages,
            sum: None,
            lacks_output: false,
        }
    }

    /// Chooses what the output consists of, what is told of refused inputs, and where both go. The file of the output, if there
    /// is one, gets its name only if the run succeeds.
    pub(crate) fn begin(
        &mut self,
        options: OutputOptions,
        reasons: Reasons,
        output: Option<Target>,
        rejects: Option<Rejects>,
    ) {
        if options.prints_refusals {
            let (diagnoses, painter) = (self.style.terminal.then(Painter::for_stdout), Painter::for_stdout());
            (self.refusals, self.style.diagnoses, self.style.painter) = match &output {
                None => (Refusals::Output, diagnoses, painter),
                Some(_) if options.records => (Refusals::Stdout(BufWriter::new(io::stdout())), diagnoses, painter),
                Some(_) => (Refusals::Output, None, Painter::plain()),
            };
        }
        if let Some(file) = output {
            self.style.terminal = file.is_terminal();
            self.out = BufWriter::with_capacity(1 << 16, Destination::File(Box::new(file)));
        }
        self.style.options = Arc::new(options);
        (self.reasons, self.rejects) = (reasons, rejects);
    }

    /// Holds all further output back, so that standard output gets it in full or not at all. Returns where it goes then.
    /// What is too much for memory goes to a file in this folder.
    pub(crate) fn hold(&mut self, folder: &Path) -> BufWriter<Destination> {
        let file = Destination::Held(tempfile::spooled_tempfile_in(HELD_IN_MEMORY, folder));
        std::mem::replace(&mut self.out, BufWriter::with_capacity(1 << 16, file))
    }

    /// Writes the output that was held back.
    pub(crate) fn release(&mut self, out: BufWriter<Destination>) -> Flow {
        self.out.flush()?;
        let held = std::mem::replace(&mut self.out, out);
        if let Destination::Held(mut file) = held.into_parts().0 {
            file.seek(SeekFrom::Start(0))?;
            io::copy(&mut file, &mut self.out)?;
        }
        self.flush()
    }

    /// Starts the progress display for these files, unless the output goes to a terminal as well, or nothing is to be
    /// told.
    pub(crate) fn show_progress(&mut self, files: &[PathBuf]) {
        if !self.style.terminal && !self.reasons.quiet {
            self.progress = Progress::new(files, self.watch.clone());
        }
    }

    /// Empty answers, for [`give`](Self::give).
    pub(crate) fn answers(&self) -> Answers {
        Answers::new(self.style.clone())
    }

    /// Writes answers, counts them, and empties them. On a terminal, a message on standard error
    /// stands between the same answers as it was made.
    pub(crate) fn give(&mut self, answers: &mut Answers) -> Flow {
        self.tally.add(&answers.tally);
        self.reasons.add(std::mem::take(&mut answers.notes.reasons));
        if let Some(rejects) = &mut self.rejects {
            rejects.take(&answers.rejected)?;
        }
        // A file of --output gets what it is for.
        if !matches!((&self.refusals, self.out.get_ref()), (Refusals::Output, Destination::File(_))) {
            self.reasons.choose(&mut answers.notes.marks);
        }
        if answers.out.separator.is_some() && !self.separated {
            self.separated = true;
            answers.drop_separator();
        }
        let mut written = 0;
        if self.style.terminal || matches!(self.refusals, Refusals::Output) {
            for &Mark { at, start, end, .. } in &answers.notes.marks {
                self.out.write_all(answers.out.bytes.get(written..at).unwrap_or_default())?;
                self.flush_on_terminal()?;
                self.tell(answers.notes.text.get(start..end).unwrap_or_default())?;
                written = at;
            }
        } else {
            answers.notes.together(ATOMIC).try_for_each(|lines| self.tell(lines))?;
        }
        self.out.write_all(answers.out.bytes.get(written..).unwrap_or_default())?;
        answers.clear();
        self.flush_on_terminal()
    }

    /// Writes whole lines about inputs where such lines go.
    fn tell(&mut self, lines: &str) -> Flow {
        match &mut self.refusals {
            Refusals::Messages => self.aside(lines),
            Refusals::Output => self.out.write_all(lines.as_bytes())?,
            Refusals::Stdout(out) => {
                target::check_stdout().and_then(|()| out.write_all(lines.as_bytes()))?;
            }
        }
        Ok(())
    }

    /// Takes the header of a table with its terminator, and writes it if records are written.
    pub(crate) fn header(&mut self, header: &[u8], format: &dyn Format) -> Flow {
        let (header, terminator) = split_terminator(header);
        self.reject(header, ended(terminator))?;
        let options = Arc::clone(&self.style.options);
        if !options.records || self.style.json {
            return Ok(());
        }
        let mut line = Vec::new();
        match &options.into {
            Some(name) => format.add(header, name, name.as_bytes(), &mut line),
            None => line.extend_from_slice(header),
        }
        line.extend_from_slice(ended(terminator));
        self.lines(&line)
    }

    /// Writes what stands before records, if records are written.
    pub(crate) fn before_records(&mut self, text: &str) -> Flow {
        if self.style.options.records { self.part(text) } else { Ok(()) }
    }

    /// Writes a part of a larger document. It counts no input.
    pub(crate) fn part(&mut self, text: &str) -> Flow {
        self.out.write_all(text.as_bytes())?;
        self.flush_on_terminal()
    }

    /// Writes whole lines without counting inputs; [`pass`](Self::pass) counts them.
    pub(crate) fn lines(&mut self, bytes: &[u8]) -> Flow {
        if self.style.terminal {
            let mut shown = Vec::new();
            escape::push_lines(bytes, &mut shown);
            self.out.write_all(&shown)?;
            self.flush()
        } else {
            Ok(self.out.write_all(bytes)?)
        }
    }

    /// Writes a header or a refused record to the file of `--rejects`. Returns whether there is one.
    pub(crate) fn reject(&mut self, record: &[u8], terminator: &[u8]) -> Result<bool, Stop> {
        let Some(rejects) = &mut self.rejects else { return Ok(false) };
        rejects.keep(record, terminator).map(|()| true)
    }

    /// Reports an error that no identifier caused, such as an unreadable file. The exit code is
    /// then 2.
    pub(crate) fn fail(&mut self, message: &str) {
        self.failed = true;
        self.miss(message);
    }

    /// Reports what was not read.
    pub(crate) fn miss(&mut self, message: &str) {
        self.note(message);
        self.unread.push(redact::message(message).into_owned());
    }

    /// Writes a message of the command to standard error.
    pub(crate) fn note(&self, message: &str) {
        self.aside(&redact::message(&format!("oneiri: {message}\n")));
    }

    /// Tells the sum of the run at its end, when all files are written that it sums up.
    pub(crate) fn sum_up_at_the_end(&mut self, message: String) {
        self.sum = Some(message);
    }

    /// Writes a message about a run to standard error, unless nothing is to be told.
    pub(crate) fn sum_up(&self, message: &str) {
        if !self.reasons.quiet {
            self.note(message);
        }
    }

    pub(crate) fn flush_all(&mut self) -> Flow {
        self.flush()?;
        self.rejects.as_mut().map_or(Ok(()), Rejects::flush)
    }

    pub(crate) fn flush(&mut self) -> Flow {
        if let Refusals::Stdout(out) = &mut self.refusals {
            out.flush()?;
        }
        Ok(self.out.flush()?)
    }

    /// Writes whole lines to standard error in a single call. Errors are ignored, because the
    /// output matters even if nobody reads the messages.
    fn aside(&self, lines: &str) {
        let write = || drop(io::stderr().lock().write_all(lines.as_bytes()));
        match &self.progress {
            Some(progress) => progress.aside(write),
            None => write(),
        }
    }

    fn flush_on_terminal(&mut self) -> Flow {
        if self.style.terminal { self.flush() } else { Ok(()) }
    }

    /// Ends the run and returns its exit code. A closed pipe is no error: its reader has read as
    /// much as it wanted.
    fn finish(mut self, ran: Flow) -> ExitCode {
        self.progress = None;
        let is_torn = self.rejects.as_ref().is_some_and(|rejects| rejects.has_blank_nodes);
        let ran = ran.and_then(|()| self.flush());
        let ran = ran.and_then(|()| match self.rejects.take() {
            Some(rejects) => rejects.finish().map(|file| self.lacks_output |= !self.keep(file)),
            None => Ok(()),
        });
        let is_whole = ran.is_ok();
        let failure = match ran {
            Err(Stop::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                Some(format!("{}: {error}", self.output_name()))
            }
            Err(Stop::Failed(message)) => Some(message),
            _ => {
                self.keep_output();
                None
            }
        };
        // There is no sum if something could not be read or written.
        let is_summed = is_whole && !self.lacks_output;
        if let Some(sum) = self.sum.take().filter(|_| is_summed) {
            self.sum_up(&sum);
        }
        if is_torn && is_summed {
            self.sum_up(
                "some rejected statements have blank nodes, and a blank node such as _:x is another node in each file; \
                 repair them and join the two files again before you load them",
            );
        }
        for warning in self.watch.take_warnings() {
            self.note(&format!("warning: {warning}"));
        }
        self.reasons.lines().iter().filter(|_| is_summed).for_each(|line| self.note(line));
        if let Some(failure) = failure {
            self.fail(&failure);
            self.keep_output();
        }
        let is_invalid = self.tally.refused > 0 && !self.style.options.forgives;
        let is_trouble = self.failed || self.tally.incomparable || self.tally.is_partial;
        let code = if is_trouble { 2 } else { u8::from(is_invalid || self.tally.different) };
        ExitCode::from(code)
    }

    /// Gives the file of the output its name. If the last flush failed, its writer still holds bytes, which are discarded.
    fn keep_output(&mut self) {
        let out = std::mem::replace(&mut self.out, BufWriter::new(Destination::Nowhere));
        if let Destination::File(file) = out.into_parts().0 {
            self.lacks_output |= !self.keep(*file);
        }
    }

    /// Gives an output file its name, unless the run failed, because then the file may be
    /// incomplete. Returns whether it is written.
    pub(crate) fn keep(&mut self, file: Target) -> bool {
        let name = file.name.clone();
        if self.failed {
            let is_held = file.is_held();
            if is_held {
                self.note(&format!("{name}: not written"));
            }
            return !is_held;
        }
        let written = file.finish();
        if let Err(error) = &written {
            self.fail(&format!("{name}: {error}"));
        }
        written.is_ok()
    }

    fn output_name(&self) -> String {
        match self.out.get_ref() {
            Destination::File(file) => file.name.clone(),
            Destination::Held(_) => HELD.to_owned(),
            _ => "standard output".to_owned(),
        }
    }
}
