//! The plan of a command: the inputs that it reads, and the files that it writes. It is made when the options have been checked, and
//! no file is open yet, so a wrong option costs nothing.

use std::path::{Path, PathBuf};

use crate::args::folders::Tables;
use crate::job::Job;
use crate::output::{Fault, OutputOptions, Session, Stop, Target, escape, reasons::Reasons, target};
use crate::pipeline::{Source, copy::Change, copy::Copy};

/// What a command reads and writes. No file has been opened yet.
pub(crate) struct Plan {
    pub(crate) source: Source,
    pub(crate) output: Option<PathBuf>,
    /// Whether the output may replace an input, because it is one of the same kind.
    pub(crate) may_replace: bool,
    pub(crate) rejects: Option<PathBuf>,
    pub(crate) options: OutputOptions,
    pub(crate) reasons: Reasons,
    /// What to tell about the files and their format.
    pub(crate) notes: Vec<String>,
    /// The tables of folders that are not read, and whether that is a failure, because the command says what is invalid.
    pub(crate) tables: Tables,
    pub(crate) is_verdict: bool,
    /// What differs between rows of Parquet and their copies, and the folder for what waits for the copies.
    pub(crate) change: Change,
    pub(crate) temp_dir: PathBuf,
}

impl Plan {
    /// The plan of a command that writes an output of its own, and no rejects.
    pub(crate) fn of(source: Source, output: Option<PathBuf>, notes: Vec<String>) -> Self {
        let (options, reasons, change, tables) = Default::default();
        let temp_dir = std::env::temp_dir();
        let output = output.filter(|it| it != Path::new("-"));
        Self {
            source,
            output,
            may_replace: true,
            rejects: None,
            options,
            reasons,
            notes,
            tables,
            is_verdict: false,
            change,
            temp_dir,
        }
    }

    /// Whether the input is arguments or lines as they are.
    pub(crate) fn is_plain(&self) -> bool {
        self.source.reading.format.is_plain() && !self.source.reading.trim
    }

    /// The job of a command that changes each identifier, and reads no other file.
    pub(crate) fn transform(
        self,
        change: impl Fn(&str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
    ) -> Job {
        Job::new(move |session| self.open(session)?.transform(session, change))
    }

    /// Opens the files that are written.
    pub(crate) fn open(self, session: &mut Session) -> Result<Source, Stop> {
        let Self { mut source, output, may_replace, rejects, options, reasons, change, temp_dir, .. } = self;
        let records = options.records;
        session.choose(options, reasons);
        self.notes.iter().for_each(|note| session.sum_up(note));
        for message in &self.tables.messages {
            if self.is_verdict { session.fail(message) } else { session.sum_up(message) }
        }
        session.leave_out(self.tables.count);
        let inputs: Vec<PathBuf> = source.files().map(PathBuf::from).collect();
        let kept = if may_replace { &[] } else { inputs.as_slice() };
        let mut target = open(output.as_deref(), "--output", kept)?;
        let mut rejects = open(rejects.as_deref(), "--rejects", &inputs)?;
        if source.reading.format.rows.is_some() {
            let copies = &mut source.reading.copies;
            if let Some(target) = target.as_mut().filter(|_| records) {
                copies.push(Copy::later(target, &temp_dir, change)?);
            }
            if let Some(rejects) = &mut rejects {
                copies.push(Copy::later(rejects, &temp_dir, Change::Nothing)?);
            }
        }
        if let Some(target) = target {
            session.redirect(target);
        }
        if let Some(rejects) = rejects {
            session.reject_to(rejects);
        }
        Ok(source)
    }
}

/// Opens a file that the command writes. It must not be an input, because inputs are still read
/// while it is written. The output is an exception: it replaces the input only at the end.
pub(crate) fn open(path: Option<&Path>, option: &str, inputs: &[PathBuf]) -> Result<Option<Target>, Stop> {
    let Some(path) = path else { return Ok(None) };
    if path == Path::new("-") {
        let message = format!("{option} -: expected a file; - means stdin or stdout");
        return Err(Stop::Failed(message));
    }
    let is_input = |real: PathBuf| inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == real));
    let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
    if path.canonicalize().is_ok_and(is_input) {
        return Err(failed(&format!("{option} would overwrite an input")));
    }
    let target = Target::create(path).and_then(|target| target.packed(path));
    target.map(Some).map_err(|error| failed(&error.to_string()))
}

/// Whether two of these paths are the same file. Several options may name the same device. A file
/// that cannot be created is reported later.
pub(crate) fn any_twice(paths: &[&Option<PathBuf>]) -> bool {
    let is_file = |path: &&PathBuf| path.metadata().map_or(true, |there| there.is_file());
    let files = paths.iter().filter_map(|path| path.as_ref()).filter(is_file);
    let mut paths: Vec<PathBuf> = files.filter_map(|it| target::place(it).ok()).collect();
    paths.sort_unstable();
    paths.windows(2).any(|two| two[0] == two[1])
}
