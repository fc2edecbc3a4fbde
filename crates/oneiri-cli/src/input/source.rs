//! Where the identifiers come from: arguments, or lines of files and of standard input.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Arc;

use crate::input::lines::{LONGEST, split_terminator, too_long, whole_lines};
use crate::input::open::open;
use crate::output::escape;
use crate::output::item::Item;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

/// What a command reads.
pub(crate) enum Source {
    /// One identifier per argument.
    Arguments(Vec<OsString>),
    /// One per line; no files at all is standard input.
    Files(Vec<PathBuf>),
}

impl Source {
    pub(crate) fn new(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Self {
        if arguments.is_empty() { Self::Files(files) } else { Self::Arguments(arguments) }
    }

    /// Calls `each` for every line until it says stop. A file that cannot be read is reported and
    /// left out.
    pub(crate) fn each(
        self,
        session: &mut Session,
        each: impl FnMut(&mut Session, &Item<'_>) -> Flow,
    ) -> Flow {
        self.each_but(None, session, each)
    }

    /// As [`each`](Self::each), but a line whose bit `passes` sets is only counted. It is given many
    /// at once.
    pub(crate) fn each_but(
        self,
        passes: Option<fn(&str) -> Vec<u64>>,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Item<'_>) -> Flow,
    ) -> Flow {
        match self {
            Self::Arguments(arguments) => {
                for (number, argument) in (1..).zip(&arguments) {
                    each(session, &Item::argument(number, argument))?;
                }
                Ok(())
            }
            Self::Files(mut files) => {
                or_stdin(&mut files, session);
                let several = files.len() > 1;
                let mut buffer = Vec::new();
                for (file_index, path) in files.iter().enumerate() {
                    let name = escape::path(path);
                    let mut reader = match open(path, Arc::default()) {
                        Ok(reader) => BufReader::with_capacity(1 << 17, reader),
                        Err(error) => {
                            session.fail(&format!("{name}: {error}"));
                            continue;
                        }
                    };
                    let mut number = 0;
                    let mut line = |session: &mut Session,
                                    number: u64,
                                    bytes: &[u8],
                                    terminator: &[u8]| {
                        each(
                            session,
                            &Item { file: &name, file_index, several, number, bytes, terminator },
                        )
                    };
                    loop {
                        if let Some(passes) = passes {
                            let lines = whole_lines(reader.buffer());
                            let length = lines.len();
                            if length != 0 {
                                each_of(lines, &passes(lines), &mut number, session, &mut line)?;
                                reader.consume(length);
                            }
                        }
                        match next(&mut reader, &mut buffer, session)? {
                            Next::End => break,
                            Next::Unreadable(error) => {
                                session.fail(&format!("{name}: {error}"));
                                break;
                            }
                            Next::Line => number += 1,
                        }
                        let (bytes, terminator) = split_terminator(&buffer);
                        line(session, number, bytes, terminator)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// No files at all is standard input.
pub(crate) fn or_stdin(files: &mut Vec<PathBuf>, session: &Session) {
    if files.is_empty() {
        files.push(PathBuf::from("-"));
        if io::stdin().is_terminal() {
            session.note("reading lines from the terminal; end with Ctrl-D");
        }
    }
}

enum Next {
    Line,
    End,
    Unreadable(io::Error),
}

/// The next line with its terminator into `buffer`, which is reused: memory is that of the longest
/// line.
fn next(
    reader: &mut BufReader<Box<dyn Read>>,
    buffer: &mut Vec<u8>,
    session: &mut Session,
) -> Result<Next, Stop> {
    buffer.clear();
    // Whoever feeds us one line at a time wants its answer before giving the next one.
    if !reader.buffer().contains(&b'\n') {
        session.flush()?;
    }
    Ok(match reader.take(LONGEST as u64).read_until(b'\n', buffer) {
        Ok(LONGEST) if !buffer.ends_with(b"\n") => Next::Unreadable(too_long("line")),
        Ok(0) => Next::End,
        Ok(_) => Next::Line,
        Err(error) => Next::Unreadable(error),
    })
}

/// Calls `line` with each of these lines that has no bit among `passes`.
fn each_of(
    lines: &str,
    passes: &[u64],
    number: &mut u64,
    session: &mut Session,
    mut line: impl FnMut(&mut Session, u64, &[u8], &[u8]) -> Flow,
) -> Flow {
    for (nth, whole) in lines.split_inclusive('\n').enumerate() {
        *number += 1;
        if passes[nth / 64] >> (nth % 64) & 1 == 1 {
            session.pass();
        } else {
            let (text, terminator) = split_terminator(whole.as_bytes());
            line(session, *number, text, terminator)?;
        }
    }
    Ok(())
}
